"""Movement: each line of the cost list, facing, status, levels, passing the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.kernel.game import legal
from bot.kernel.secret import see
from bot.titles.trap import TITLE
from bot.titles.trap.field.allowance import allowance, left
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import foot_ways, vehicle_ways
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.table import BatteryId, HexId, UnitId
from bot.titles.trap.play import acting
from tests.trap.fights import CHECHEN, RUSSIAN, Fight

FOOT, HEAVY, SCHMEL, BTR, LEADER = "81-1-i1", "81-1-h1", "schmel1", "81-btr1", "81-1-leader"


def cost(fight: Fight, unit: str, to: str, **fields: object) -> float:
    """Return the movement points that a unit pays for a way."""
    before = left(fight.state, fight[unit])
    fight.do(do.Move((UnitId(unit),), HexId(to), **fields))  # type: ignore[arg-type]
    return (before - left(fight.state, fight[unit])) / 2


def costs(unit: str, start: str, to: str, **fields: object) -> float:
    """Return the same for a unit that stands alone on the map."""
    fight = Fight(CHECHEN if unit.startswith("c-") else RUSSIAN)
    fight.put(unit, start, **fields)
    return cost(fight, unit, to)


@pytest.mark.case("TRAP-5.1.1", "TRAP-5.1.1-1")
def test_clear_costs_one() -> None:
    assert costs(FOOT, "0305", "0306") == 1
    assert costs(HEAVY, "0305", "0306") == 1
    assert costs(BTR, "0305", "0306") == 1


@pytest.mark.case("TRAP-5.1.1-2", "TRAP-5.1.1")
def test_woods_cost_two_and_stop_vehicles_off_the_road() -> None:
    assert costs(FOOT, "0302", "0303") == 2
    assert costs(HEAVY, "0302", "0303") == 2
    fight = Fight(RUSSIAN)
    fight.put(BTR, "0302", facing="S")
    assert fight.cite(do.Move((UnitId(BTR),), HexId("0303"))) == "TRAP-5.1.1-2"


@pytest.mark.case("TRAP-5.1.1-3", "TRAP-3.2", "TRAP-5.1.1")
def test_buildings_cost_two_heavy_weapons_three_and_rpgs_two() -> None:
    a, b = "0910", "0911"
    assert {ground().terrain[HexId(hex)] for hex in (a, b)} == {"built-up"}
    assert costs(FOOT, a, b) == 2
    assert costs(HEAVY, a, b) == 3
    assert costs(SCHMEL, a, b) == 3
    assert costs("c-rpg1", a, b) == 2
    assert costs("c-h1", a, b) == 3
    assert costs(LEADER, a, b) == 2
    fight = Fight(RUSSIAN)
    fight.put(BTR, "0705", facing="NE")
    assert fight.cite(do.Move((UnitId(BTR),), HexId("0805"))) == "TRAP-5.1.1-3"


@pytest.mark.case("TRAP-5.1.1-4", "TRAP-5.1.1-7")
def test_a_change_of_level_costs_one_and_units_go_between_buildings_on_the_ground() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0908", level="upper")
    assert cost(fight, FOOT, "0907") == 3
    assert fight[FOOT].level == "ground"
    assert cost(fight, FOOT, "0907", level="upper") == 1
    assert fight[FOOT].level == "upper"
    other = Fight(RUSSIAN)
    other.put(FOOT, "0908")
    assert cost(other, FOOT, "0907", level="upper") == 3


@pytest.mark.case("TRAP-5.1.1-5", "TRAP-8.7")
def test_rubble_costs_three_and_stops_vehicles() -> None:
    fight = Fight(RUSSIAN)
    fight.set(rubble=(HexId("0907"), HexId("1412")))
    fight.put(FOOT, "0908")
    assert cost(fight, FOOT, "0907") == 3
    assert fight.cite(do.Move((UnitId(FOOT),), HexId("0907"), level="upper")) == "TRAP-3.2"
    fight.put(BTR, "1313", facing="NE")
    assert fight.cite(do.Move((UnitId(BTR),), HexId("1412"))) == "TRAP-8.7"


@pytest.mark.case("TRAP-5.1.1-9", "TRAP-8.7")
def test_a_road_out_of_rubble_costs_what_the_ground_does() -> None:
    for rubble, foot, wheels in (((), 0.5, 0.5), ((HexId("1313"),), 2, 1)):
        fight = Fight(RUSSIAN)
        fight.set(rubble=rubble)
        fight.put(FOOT, "1313")
        fight.put(BTR, "1313", facing="N")
        assert cost(fight, FOOT, "1312") == foot
        assert cost(fight, BTR, "1312") == wheels


@pytest.mark.case("TRAP-5.1.1-6", "TRAP-2.1.1")
def test_rivers_cost_two_more_and_bridges_one() -> None:
    clear = ("1526", "1626")
    assert ground().terrain[HexId("1626")] == "clear"
    assert frozenset(map(HexId, clear)) in ground().river - ground().bridges
    assert costs(FOOT, *clear) == 3
    assert frozenset(map(HexId, ("2812", "2913"))) in ground().bridges
    assert costs(FOOT, "2812", "2913") == 1.5
    fight = Fight(RUSSIAN)
    fight.put(BTR, "2812", facing="SE")
    assert cost(fight, BTR, "2913") == 1.5
    fight = Fight(RUSSIAN)
    fight.put(BTR, "1526", facing="SE")
    assert HexId("1626") not in vehicle_ways(fight.state, fight[BTR]).ways


@pytest.mark.case("TRAP-5.1.1-8", "TRAP-8.8")
def test_a_sniper_in_sight_costs_russians_on_foot_one_more() -> None:
    fight = Fight(RUSSIAN)
    fight.put("c-sniper1", "0305")
    fight.put("c-sniper2", "0308")
    fight.put(FOOT, "0306")
    fight.put(BTR, "0206", facing="N")
    fight.put("kalin", "0407")
    assert cost(fight, FOOT, "0307") == 2
    assert cost(fight, BTR, "0205") == 1
    assert cost(fight, "kalin", "0406") == 2
    other = Fight(CHECHEN)
    other.put("c-sniper1", "0305")
    other.put("c-i1", "0306")
    assert cost(other, "c-i1", "0307") == 1


@pytest.mark.case("TRAP-5.1.1-8")
def test_a_sniper_who_is_shaken_sees_two_hexes_and_a_disrupted_one_none() -> None:
    for status, price in (("normal", 2), ("pinned", 1), ("disrupted", 1)):
        fight = Fight(RUSSIAN)
        fight.put("c-sniper1", "0305", status=status)
        fight.put(FOOT, "0309")
        assert cost(fight, FOOT, "0308") == price


@pytest.mark.case("TRAP-5.1.1-9", "TRAP-5.1.1")
def test_a_road_costs_half_a_point_for_everybody() -> None:
    for unit in (FOOT, HEAVY, BTR, LEADER):
        assert costs(unit, "0223", "0323", facing="SE") == 0.5
    assert costs(BTR, "1212", "1512", facing="SE") == 1.5


@pytest.mark.case("TRAP-5.1.1-10", "TRAP-8.4", "TRAP-8.9")
@pytest.mark.parametrize(("what", "cite"), [("roadblocked", "TRAP-8.4"), ("wrecks", "TRAP-8.9")])
def test_an_obstacle_takes_a_whole_allowance_and_stops_vehicles(what: str, cite: str) -> None:
    fight = Fight(RUSSIAN)
    fight.set(**{what: (HexId("1412"),)})
    fight.put(FOOT, "1313")
    fight.put("81-1-i2", "1314")
    fight.put(BTR, "1313", facing="NE")
    assert fight.cite(do.Move((UnitId(BTR),), HexId("1412"))) == cite
    assert fight.cite(do.Move((UnitId("81-1-i2"),), HexId("1412"))) == "TRAP-5.1.1-10"
    assert cost(fight, FOOT, "1412") == 4
    assert fight.cite(do.Move((UnitId(FOOT),), HexId("1512"))) == "TRAP-5.0"


@pytest.mark.case("TRAP-5.0", "TRAP-2.2.4")
def test_a_unit_spends_no_more_than_its_allowance() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "0117", facing="NE")
    far = vehicle_ways(fight.state, fight[BTR]).ways
    assert HexId("1113") in far
    assert HexId("1212") not in far
    assert cost(fight, BTR, "0415") == 1.5
    assert fight.cite(do.Move((UnitId(BTR),), HexId("1212"))) == "TRAP-5.1.1"


@pytest.mark.case("TRAP-5.1.2")
def test_status_takes_points_away() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0304")
    assert [allowance(fight[FOOT])] == [8]
    for status, halves in (("suppressed", 6), ("pinned", 4), ("disrupted", 0), ("inactive", 0)):
        fight.put("81-1-i2", "0304", status=status)
        assert allowance(fight["81-1-i2"]) == halves
    assert fight.cite(do.Move((UnitId("81-1-i2"),), HexId("0305"))) == "TRAP-5.1.2"


@pytest.mark.case("TRAP-5.1")
@pytest.mark.parametrize("status", ["normal", "suppressed", "pinned"])
def test_a_foot_unit_can_always_move_a_hex(status: str) -> None:
    fight = Fight(RUSSIAN)
    fight.set(rubble=(HexId("0907"),))
    fight.put(HEAVY, "0908", status=status)
    assert cost(fight, HEAVY, "0907") == allowance(fight[HEAVY]) / 2
    assert left(fight.state, fight[HEAVY]) == 0


@pytest.mark.case("TRAP-5.1")
def test_spent_units_and_vehicles_need_the_points() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0906")
    fight.put("c-i1", "0806")
    fight.put("c-i2", "0806")
    fight.put("c-rpg1", "0806")
    fight.put(BTR, "0906", facing="NW", status="pinned")
    cost(fight, FOOT, "1006")
    fight.set(rubble=(HexId("1007"),))
    assert HexId("1007") in foot_ways(fight.state, (fight[FOOT],)).ways, (
        "three points are left, and three it costs"
    )
    fight.put("81-1-h2", "0908", status="pinned")
    assert fight.cite(do.Move((UnitId(BTR),), HexId("0806"))) != "", (
        "three enemies cost it three points and a half"
    )


@pytest.mark.case("TRAP-5.1.3", "TRAP-4.3-3")
def test_half_the_allowance_rounded_up_leaves_time_to_fire() -> None:
    for to, may in (("0923", True), ("1022", False)):
        fight = Fight(RUSSIAN)
        fight.put(BTR, "0426", facing="NE")
        fight.put("c-i1", "0922")
        assert cost(fight, BTR, to) == (3 if may else 3.5)
        assert fight.cite(do.Fire((UnitId(BTR),), UnitId("c-i1"))) == ("" if may else "TRAP-5.1.3")


@pytest.mark.case("TRAP-5.1.3", "TRAP-8.2", "TRAP-6.4.2-02", "TRAP-8.4.1")
@pytest.mark.parametrize("status", ["normal", "suppressed"])
def test_an_apc_that_lets_somebody_out_has_not_moved(status: str) -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "0520", facing="N", status=status)
    fight.put(FOOT, "0520", aboard=UnitId(BTR))
    fight.put("c-i1", "0517", facing="S")
    fight.set(roadblocked=("0518",))
    fight.do(do.Unload((UnitId(FOOT),)))
    assert fight.cite(do.Clear(UnitId(BTR), HexId("0518"))) == ""
    shot = do.Fire((UnitId(BTR),), UnitId("c-i1"))
    if status == "suppressed":
        assert fight.cite(shot) == "TRAP-6.2.1", "three hexes are too far"
        fight.put("c-i1", "0518", facing="S")
    assert "TRAP-6.4.2-02" not in {mod.cite for mod in fight.odds(shot).modifiers}
    assert fight.cite(shot) == ""
    assert fight.cite(do.Reverse(UnitId(BTR))) == "TRAP-3.4.2", "it has not all its points"


@pytest.mark.case("TRAP-5.1.3", "TRAP-8.2")
def test_a_point_for_unloading_is_one_of_those_that_leave_time_to_fire() -> None:
    for start, may in (("0522", True), ("0523", False)):
        fight = Fight(RUSSIAN)
        fight.put(BTR, start, facing="N")
        fight.put(FOOT, start, aboard=UnitId(BTR))
        fight.put("c-i1", "0518", facing="S")
        fight.do(do.Move((UnitId(BTR),), HexId("0520")))
        fight.do(do.Unload((UnitId(FOOT),)))
        assert fight.cite(do.Fire((UnitId(BTR),), UnitId("c-i1"))) == ("" if may else "TRAP-5.1.3")


@pytest.mark.case("TRAP-5.1.3")
def test_a_unit_that_has_fired_cannot_move() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0304", fired=True)
    assert fight.cite(do.Move((UnitId(FOOT),), HexId("0305"))) == "TRAP-5.1.3"


@pytest.mark.case("TRAP-5.1.4", "TRAP-3.1.4")
def test_foot_does_not_enter_a_hex_of_the_enemy_but_goes_under_one_upstairs() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0908")
    fight.put("c-i1", "0907")
    assert fight.cite(do.Move((UnitId(FOOT),), HexId("0907"))) == "TRAP-5.1.4"
    fight.put("c-i1", "0907", level="upper")
    assert fight.cite(do.Move((UnitId(FOOT),), HexId("0907"))) == ""
    assert fight.cite(do.Move((UnitId(FOOT),), HexId("0907"), level="upper")) == "TRAP-3.1.4"


@pytest.mark.case("TRAP-5.1.4", "TRAP-3.1.4")
def test_vehicles_drive_through_the_enemy_for_a_point_each_and_do_not_stop_there() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "1212", facing="SE")
    fight.put("c-i1", "1313")
    fight.put("c-i2", "1313", level="upper")
    assert fight.cite(do.Move((UnitId(BTR),), HexId("1313"))) == "TRAP-3.1.4"
    assert cost(fight, BTR, "1412") == 3


@pytest.mark.case("TRAP-8.8")
def test_a_sniper_or_leader_who_is_found_alone_is_lost() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0304")
    fight.put("c-sniper1", "0305")
    fight.put("c-leader1", "0305")
    cost(fight, FOOT, "0305")
    assert fight["c-sniper1"].hex == fight["c-leader1"].hex == "eliminated"


@pytest.mark.case("TRAP-3.1", "TRAP-3.1.2", "TRAP-3.1.3")
def test_four_russians_and_one_vehicle_fit_into_a_hex() -> None:
    fight = Fight(RUSSIAN)
    for unit in ("81-1-i2", "81-1-i3", "81-1-i4"):
        fight.put(unit, "0305")
    fight.put(BTR, "0305")
    fight.put("kalin", "0304")
    fight.put(FOOT, "0304")
    fight.put("81-1-i5", "0305", aboard=UnitId(BTR))
    fight.put("81-btr2", "0306", facing="N")
    assert fight.cite(do.Move((UnitId("kalin"),), HexId("0305"))) == ""
    assert fight.cite(do.Move((UnitId(FOOT),), HexId("0305"))) == "TRAP-3.1.2"
    assert fight.cite(do.Move((UnitId("81-btr2"),), HexId("0305"))) == "TRAP-3.1.2"


@pytest.mark.case("TRAP-3.1.1", "TRAP-3.1.3", "TRAP-3.2")
def test_three_chechens_fit_on_each_level() -> None:
    fight = Fight(CHECHEN)
    for n in (1, 2, 3):
        fight.put(f"c-i{n}", "0907")
    fight.put("c-sniper1", "0908")
    fight.put("c-i4", "0908")
    assert fight.cite(do.Move((UnitId("c-i4"),), HexId("0907"))) == "TRAP-3.1.1"
    assert fight.cite(do.Move((UnitId("c-sniper1"),), HexId("0907"))) == ""
    assert fight.cite(do.Move((UnitId("c-i4"),), HexId("0907"), level="upper")) == ""


@pytest.mark.case("TRAP-3.4", "TRAP-3.4.1", "TRAP-4.3-1")
def test_foot_units_face_their_way_or_as_ordered_and_turn_for_free() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0304", facing="N")
    cost(fight, FOOT, "0305")
    assert fight[FOOT].facing == "S"
    cost(fight, FOOT, "0306", facing="NW")
    assert fight[FOOT].facing == "NW"
    before = left(fight.state, fight[FOOT])
    fight.do(do.Turn((UnitId(FOOT),), "SE"))
    assert fight[FOOT].facing == "SE"
    assert left(fight.state, fight[FOOT]) == before
    fight.put("kalin", "0304")
    assert fight.cite(do.Turn((UnitId("kalin"),), "S")) == "TRAP-3.4"


@pytest.mark.case("TRAP-3.4")
def test_a_turn_is_offered_to_units_that_have_moved_all_they_can() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0304", facing="N")

    def offered(kind: type[Any]) -> list[Any]:
        found: Iterator[Any] = legal(TITLE, see(fight.state, RUSSIAN), kind)
        return [each for each in found if each.units == (UnitId(FOOT),)]

    while ways := offered(do.Move):
        fight.do(ways[-1])
    assert left(fight.state, fight[FOOT]) == 0
    turns = {each.facing for each in offered(do.Turn)}
    assert len(turns) == 5, "every side but the one that it faces"


@pytest.mark.case("TRAP-3.4.2")
def test_a_vehicle_among_buildings_follows_its_road_and_cannot_turn_round() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "1412", facing="NE")
    assert ground().direction(HexId("1412"), HexId("1313")) == 4, "south-west, and its rear is south-west"
    assert fight.cite(do.Move((UnitId(BTR),), HexId("1313"), via=(HexId("1512"), HexId("1412")))) == "TRAP-3.4.2"
    assert len(vehicle_ways(fight.state, fight[BTR]).to(HexId("1313"))) != 2, "at best it drives round the block"
    assert fight.cite(do.Move((UnitId(BTR),), HexId("1512"))) == ""
    assert fight.cite(do.Turn((UnitId(BTR),), "SW")) == "TRAP-3.4.2"
    fight.do(do.Reverse(UnitId(BTR)))
    assert fight[BTR].hex == "1313"
    assert fight[BTR].facing == "NE"
    assert left(fight.state, fight[BTR]) == 0
    assert fight.cite(do.Reverse(UnitId(BTR))) == "TRAP-3.4.2", "it takes the whole movement"
    fight.put("81-btr2", "0323", facing="SE")
    assert fight.cite(do.Move((UnitId("81-btr2"),), HexId("0223"))) == "", "in the open it turns as it likes"


@pytest.mark.case("TRAP-3.4.2")
def test_backing_needs_the_untouched_allowance_and_room() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "0323", facing="SE")
    fight.put("81-btr2", "0223", facing="SE")
    behind = ground().beside(HexId("0323"), 5)
    assert behind == "0222"
    fight.put("81-btr3", "0222")
    assert fight.cite(do.Reverse(UnitId(BTR))) == "TRAP-3.1.3"
    cost(fight, BTR, "0422")
    assert fight.cite(do.Reverse(UnitId(BTR))) == "TRAP-3.4.2"
    assert fight.cite(do.Reverse(UnitId("81-1-i9"))) == "TRAP-4.3"


@pytest.mark.case("TRAP-4.3.3", "TRAP-4.3.1", "TRAP-2.2.3", "TRAP-4.3.1-1", "TRAP-4.3.1-2", "TRAP-4.3.1-4")
def test_a_marker_activates_its_formation_regiment_leaders_apcs_and_schmels() -> None:
    units = {
        "1/81": ["81-1-i1", "81-1-leader", "kalin", "81-btr1", "schmel1"],
        "1/131": ["131-1-i1", "131-bmp1", "savin", "schmel1", "lubyenko"],
        "2/131": ["131-2-i1", "savin", "schmel1"],
        "3/131": ["131-t1", "savin", "schmel1"],
        "artillery": ["schmel1"],
    }
    everybody = sorted({unit for some in units.values() for unit in some})
    for marker, able in units.items():
        fight = Fight(RUSSIAN, marker)
        for n, unit in enumerate(everybody):
            fight.put(unit, f"03{n + 4:02}")
        moves = {unit: fight.cite(do.Turn((UnitId(unit),), "SE")) for unit in everybody}
        found = [unit for unit, cite in moves.items() if cite != "TRAP-4.3.1"]
        assert sorted(found) == sorted(able), marker
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0304", activated=True)
    assert fight.cite(do.Turn((UnitId(FOOT),), "SE")) == "TRAP-4.3.3"


@pytest.mark.case("TRAP-4.3.2", "TRAP-2.2.8")
def test_as_many_chechens_act_as_the_die_says() -> None:
    fight = Fight(CHECHEN, number=2)
    for n in (1, 2, 3):
        fight.put(f"c-i{n}", f"03{n + 3:02}")
    fight.do(do.Turn((UnitId("c-i1"),), "SE"))
    fight.do(do.Turn((UnitId("c-i2"),), "SE"))
    assert fight.cite(do.Turn((UnitId("c-i3"),), "SE")) == "TRAP-4.3.2"
    assert {unit.id for unit in acting.able(fight.state, fight.step)} == {"c-i1", "c-i2"}
    assert fight.cite(do.Turn((UnitId("c-i1"),), "S")) == "", "who has begun may go on"
    assert fight["c-i1"].activated
    assert not fight["c-i3"].activated


@pytest.mark.case("TRAP-5.1")
def test_a_stack_moves_with_one_order_at_the_speed_of_its_slowest_unit() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0909")
    fight.put(HEAVY, "0909")
    both = (UnitId(FOOT), UnitId(HEAVY))
    assert fight.cite(do.Move(both, HexId("0911"))) == "TRAP-5.1.1"
    assert fight.cite(do.Move((UnitId(FOOT),), HexId("0911"))) == ""
    fight.do(do.Move(both, HexId("0910")))
    assert (left(fight.state, fight[FOOT]), left(fight.state, fight[HEAVY])) == (4, 0)
    fight.put("81-1-i2", "0311")
    assert fight.cite(do.Move((UnitId(FOOT), UnitId("81-1-i2")), HexId("0310"))) == "TRAP-5.1"


@pytest.mark.case("TRAP-6.5.3")
def test_interdicted_hexes_cost_a_point_more() -> None:
    fight = Fight(RUSSIAN)
    battery = fight.state.batteries[BatteryId("a1")]
    fight.set(batteries={battery.id: type(battery)(battery.id, hex=HexId("0307"))})
    fight.put(FOOT, "0305")
    before = left(fight.state, fight[FOOT])
    fight.do(do.Move((UnitId(FOOT),), HexId("0306")), 10 - 1)
    assert before - left(fight.state, fight[FOOT]) == 4


def test_costs_are_the_movers_own() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0304")
    cost(fight, FOOT, "0305")
    assert see(fight.state, RUSSIAN).state.spent[RUSSIAN].known
    assert not see(fight.state, CHECHEN).state.spent[RUSSIAN].known
