"""Refusals: each rule on markers, columns, vehicles and levels, broken alone."""

from __future__ import annotations

from typing import Any

import pytest

from bot.titles.trap.model import actions as do
from bot.titles.trap.model.steps import Arrival, Held, Next
from bot.titles.trap.model.table import Battery, BatteryId, HexId, MarkerId, UnitId
from tests.trap.fights import CHECHEN, RUSSIAN, Fight

BTR, TANK, FOOT, LEADER = (UnitId(id) for id in ("81-btr1", "131-t1", "81-1-i1", "81-1-leader"))


def why(fight: Fight, action: Any) -> tuple[str, str]:
    """Return the case that forbids an order, and the reason."""
    found = fight.refusal(action)
    return (found.cite, found.why) if found is not None else ("", "")


@pytest.mark.case("TRAP-4.2", "TRAP-10.1.2")
def test_a_side_holds_only_a_marker_of_its_own_that_may_come() -> None:
    fight = Fight(RUSSIAN)
    fight.set(steps=(Held(RUSSIAN),), cup=(MarkerId("1/81"), MarkerId("chechen")))
    assert fight.cite(do.Hold(MarkerId("1/81"))) == ""
    assert fight.cite(do.Hold(MarkerId("chechen"))) == "TRAP-4.2"
    assert fight.cite(do.Hold(MarkerId("2/131"))) == "TRAP-10.2.1", "it comes with the second wave"
    fight.set(outside=(MarkerId("2/81"),))
    assert fight.cite(do.Hold(MarkerId("1/81"))) == "TRAP-4.2", "formations enter one by one"


@pytest.mark.case("TRAP-10.1.2-4")
def test_only_a_marker_that_waits_outside_is_added() -> None:
    fight = Fight(RUSSIAN)
    fight.set(steps=(Next(),), outside=(MarkerId("2/81"),), restricted=True)
    assert fight.cite(do.Add(MarkerId("2/81"))) == ""
    assert fight.cite(do.Add(MarkerId("1/81"))) == "TRAP-10.1.2-4"


@pytest.mark.case("TRAP-10.1.2")
def test_nobody_comes_in_without_room_time_or_a_road() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "waiting")
    assert fight.cite(do.Enter(HexId("0117"))) == ""
    assert why(fight, do.Enter(HexId("0117"), (), HexId("0305")))[1].startswith("no road leads")
    fight.set(entered={HexId("0117"): 10})
    assert (
        why(fight, do.Enter(HexId("0117")))[1]
        == "coming in at 0117 now costs 5½ points, more than BTR 1 can spend"
    )


@pytest.mark.case("TRAP-4.3")
def test_units_off_the_map_and_passengers_cannot_act_alone() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-btr2", "waiting")
    fight.put("c-i1", "0520")
    assert fight.cite(do.Turn((UnitId("c-i1"),), "S")) == "TRAP-4.3", "it is the enemy's"
    assert fight.cite(do.Turn((UnitId("81-btr2"),), "S")) == "TRAP-10.1.2"
    fight.put(BTR, "0316")
    fight.put(FOOT, "0316", aboard=BTR)
    assert fight.cite(do.Turn((FOOT,), "S")) == "TRAP-8.2"


@pytest.mark.case("TRAP-5.1.2")
def test_a_unit_without_points_cannot_move() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-1-h1", "0304", status="pinned")
    fight.do(do.Move((UnitId("81-1-h1"),), HexId("0305")))
    assert why(fight, do.Move((UnitId("81-1-h1"),), HexId("0306")))[1].endswith("no movement points left")


@pytest.mark.case("TRAP-10.1.2", "TRAP-5.1")
def test_a_column_is_a_vehicle_with_others_behind_it() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "0415", facing="NE")
    assert fight.cite(do.March(BTR, HexId("0515"))) == "TRAP-10.1.2", "nobody follows"
    fight.put("81-btr2", "0316", facing="NE")
    assert fight.cite(do.March(BTR, HexId("0515"))) == ""
    assert fight.cite(do.March(BTR, HexId("9999"))) == "TRAP-2.1"
    assert fight.cite(do.March(BTR, HexId("2412"))) == "TRAP-5.1.1", "too far"
    fight.put(FOOT, "0304")
    assert fight.cite(do.March(FOOT, HexId("0305"))) == "TRAP-10.1.2"


@pytest.mark.case("TRAP-3.1.3", "TRAP-3.1.4")
def test_the_head_of_a_column_needs_a_hex_without_vehicles_and_enemies() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "0415", facing="NE")
    fight.put("81-btr2", "0316", facing="NE")
    fight.put(TANK, "0614", facing="NE")
    assert fight.cite(do.March(BTR, HexId("0515"))) == ""
    assert why(fight, do.March(BTR, HexId("0614")))[1].startswith("one vehicle fits into a hex")
    fight.put("c-i1", "0714")
    assert fight.cite(do.March(BTR, HexId("0714"))) == "TRAP-3.1.4"


@pytest.mark.case("TRAP-3.2", "TRAP-5.1.1-7")
def test_only_buildings_have_an_upper_level_and_vehicles_do_not_climb() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0304")
    assert why(fight, do.Move((FOOT,), HexId("0305"), level="upper")) == (
        "TRAP-3.2", "there is no upper level at 0305"
    )  # fmt: skip
    fight.put(BTR, "1412", facing="NE")
    assert why(fight, do.Move((BTR,), HexId("1512"), level="upper"))[1] == "vehicles do not climb stairs"


@pytest.mark.case("TRAP-3.4", "TRAP-3.4.2")
def test_among_buildings_nobody_says_which_way_a_vehicle_faces() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "1412", facing="NE")
    assert fight.cite(do.Move((BTR,), HexId("1512"))) == ""
    assert why(fight, do.Move((BTR,), HexId("1512"), facing="S"))[1].startswith("among buildings and woods")


@pytest.mark.case("TRAP-3.4.2", "TRAP-8.9")
def test_a_refusal_to_back_names_the_wreck_behind() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "1313", facing="N")
    assert fight.cite(do.Reverse(BTR)) == ""
    fight.set(wrecks=("1314",))
    assert why(fight, do.Reverse(BTR)) == ("TRAP-8.9", "the road is blocked at 1314")


@pytest.mark.case("TRAP-8.5.1", "TRAP-6.5")
def test_a_refusal_to_spot_names_the_reason() -> None:
    def told(**leader: Any) -> str:
        fight = Fight(RUSSIAN, "artillery")
        fight.put("kalin", "1309", **leader)
        fight.put("c-i1", "1312")
        return why(fight, do.Bombard(HexId("1312"), UnitId("kalin")))[1]

    assert told() == ""
    assert told(status="suppressed") == "1312 is 3 hexes off, and this leader spots over 2 now"
    assert told(status="disrupted") == "this leader is disrupted and does not spot"
    spent = Fight(RUSSIAN, "artillery")
    spent.put("kalin", "1309")
    spent.put("c-i1", "1312")
    spent.set(batteries={})
    assert why(spent, do.Bombard(HexId("1312"), UnitId("kalin"))) == (
        "TRAP-6.5", "every battery has fired this turn"
    )  # fmt: skip


@pytest.mark.case("TRAP-4.3.1", "TRAP-8.2", "TRAP-5.1.2")
def test_vehicle_and_passengers_act_with_one_marker() -> None:
    fight = Fight(RUSSIAN)
    fight.put("131-bmp1", "0316")
    fight.put(BTR, "0323")
    fight.put(FOOT, "0323")
    fight.put("81-1-i2", "0323", activated=True)
    fight.put("81-1-i3", "0323", status="disrupted")
    fight.put("81-1-i4", "0316")
    assert fight.cite(do.Load((FOOT,), BTR)) == ""
    assert fight.cite(do.Load((UnitId("81-1-i4"),), UnitId("131-bmp1"))) == "TRAP-4.3.1", "a BMP of the 131st"
    assert fight.cite(do.Load((UnitId("81-1-i2"),), BTR)) == "TRAP-4.3.3"
    assert why(fight, do.Load((UnitId("81-1-i3"),), BTR)) == (
        "TRAP-5.1.2", "a unit that is disrupted does not move"
    )  # fmt: skip
    fight.put("81-1-i5", "0323", fired=True)
    assert why(fight, do.Load((UnitId("81-1-i5"),), BTR)) == ("TRAP-8.2", "a unit that has fired cannot mount")


@pytest.mark.case("TRAP-8.2", "TRAP-8.10")
def test_getting_in_and_out_is_paid() -> None:
    fight = Fight(RUSSIAN)
    fight.options(riders="yes")
    fight.put(BTR, "0323", facing="S")
    fight.put(FOOT, "0323")
    fight.put(TANK, "0316")
    fight.put("81-1-i2", "0316")
    fight.put("81-1-i3", "0324", aboard=UnitId("81-btr2"))
    fight.put("81-btr2", "0324", facing="S")
    spent = {BTR: 9, UnitId("81-btr2"): 9, UnitId("81-1-i2"): 2}
    before = fight.state.spent[RUSSIAN]
    assert fight.cite(do.Load((FOOT,), BTR)) == ""
    assert fight.cite(do.Unload((UnitId("81-1-i3"),))) == ""
    fight.set(spent={**fight.state.spent, RUSSIAN: type(before)(before.readers, spent)})
    assert why(fight, do.Load((FOOT,), BTR)) == ("TRAP-8.2", "loading costs the APC a movement point")
    assert why(fight, do.Unload((UnitId("81-1-i3"),))) == (
        "TRAP-8.2",
        "the APC has no movement point left for that",
    )
    assert fight.cite(do.Load((UnitId("81-1-i2"),), TANK)) == "TRAP-8.10", "it has moved"


@pytest.mark.case("TRAP-8.2")
def test_only_passengers_of_one_vehicle_dismount_from_it_together() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "waiting")
    fight.put(FOOT, "waiting", aboard=BTR)
    fight.put("81-1-i2", "0304")
    assert why(fight, do.Unload((UnitId("81-1-i2"),)))[1].startswith("they do not ride")
    assert why(fight, do.Unload((FOOT,)))[1].startswith("the vehicle is not on the map")
    fight.put("131-bmp1", "0316")
    fight.put("81-1-i3", "0316", aboard=UnitId("131-bmp1"))
    assert why(fight, do.Unload((UnitId("81-1-i3"),))) == (
        "TRAP-4.3.1", "the marker of the 1/81 does not activate BMP 1"
    ), "it is the vehicle that acts"  # fmt: skip
    fight.put("131-bmp1", "0316", status="disrupted")
    assert why(fight, do.Unload((UnitId("81-1-i3"),)))[1] == "BMP 1 is disrupted and cannot act"


@pytest.mark.case("TRAP-5.1.1-6", "TRAP-5.1.1-3", "TRAP-5.1.1-2")
@pytest.mark.parametrize(
    ("start", "to", "cite"),
    [("1525", "1625", "TRAP-5.1.1-6"), ("0706", "0806", "TRAP-5.1.1-3"), ("0304", "0303", "TRAP-5.1.1-2")],
)
def test_a_refusal_to_drive_names_what_closes_the_next_hex(start: str, to: str, cite: str) -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, start)
    assert fight.cite(do.Move((BTR,), HexId(to))) == cite


@pytest.mark.case("TRAP-5.1.4", "TRAP-8.4", "TRAP-5.1.1-8", "TRAP-5.1.1-10", "TRAP-6.5.3")
def test_a_refusal_names_the_obstacle_before_a_hex_that_is_near_enough() -> None:
    def cite(unit: str, to: str, *foes: str, **fields: Any) -> str:
        fight = Fight(RUSSIAN)
        fight.put(unit, "1313", facing="N")
        for foe in foes:
            fight.put(foe, "1312" if foe != "c-sniper1" else "1309", level="upper" if "rpg" in foe else "ground")
        fight.set(**fields)
        return fight.cite(do.Move((UnitId(unit),), HexId(to)))

    six = ("c-i1", "c-i2", "c-i3", "c-rpg1", "c-rpg2", "c-rpg3")
    assert cite(BTR, "1311") == cite(FOOT, "1311") == ""
    assert cite(BTR, "1311", *six) == "TRAP-5.1.4"
    assert cite(FOOT, "1311", "c-i1") == "TRAP-5.1.4"
    assert cite(BTR, "1311", roadblocked=("1312",)) == "TRAP-8.4"
    assert cite(FOOT, "1311", roadblocked=("1312",)) == "TRAP-5.1.1-10"
    assert (cite(FOOT, "1309"), cite(FOOT, "1310", "c-sniper1")) == ("", "TRAP-5.1.1-8")
    assert cite(BTR, "1307", "c-sniper1") == "", "vehicles do not mind him"
    quiet = Battery(BatteryId("a1"), used=True, hex=HexId("1311"))
    assert cite(BTR, "1306", batteries={quiet.id: quiet}) == "TRAP-6.5.3"
    assert cite(BTR, "0101") == "TRAP-5.1.1"


@pytest.mark.case("TRAP-5.1.1", "TRAP-5.1.1-7", "TRAP-5.1.1-8")
def test_a_refusal_blames_nothing_that_is_not_in_the_way() -> None:
    """The slower of two units limits them, and stairs at the end are not the way."""
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "0521", facing="N")
    fight.put("81-1-h1", "0521", facing="N")
    fight.put("c-i1", "3010")
    fight.put("c-sniper1", "3010")
    fight.set(roadblocked=("1310",))
    both = (FOOT, UnitId("81-1-h1"))
    assert why(fight, do.Move(both, HexId("0517"))) == (
        "TRAP-5.1.1", "0517 is too far with the movement points that are left"
    )  # fmt: skip
    round_about = tuple(map(HexId, ("0520", "0420", "0419", "0519")))
    assert fight.cite(do.Move((FOOT,), HexId("0518"))) == ""
    assert fight.cite(do.Move((FOOT,), HexId("0518"), via=round_about)) == "TRAP-5.1.1", "five points that way"
    fight.put("c-sniper1", "0516", facing="S")
    assert fight.cite(do.Move(both, HexId("0519"))) == "TRAP-5.1.1-8", "here it is the sniper"
    fight.put("81-1-i2", "1312", status="pinned")
    fight.put("c-sniper1", "3010")
    fight.set(roadblocked=())
    assert fight.cite(do.Move((UnitId("81-1-i2"),), HexId("1309"))) == ""
    assert why(fight, do.Move((UnitId("81-1-i2"),), HexId("1309"), level="upper")) == (
        "TRAP-5.1.1-7", "no movement point is left to go upstairs at 1309"
    )  # fmt: skip


@pytest.mark.case("TRAP-6.5.3", "TRAP-8.3", "TRAP-11.2-10", "TRAP-8.4-1", "TRAP-8.4")
def test_a_missing_option_is_not_said_to_come_later() -> None:
    """The artillery marker has been drawn, so only the option is missing."""
    fight = Fight(RUSSIAN, "artillery")
    fight.put("kalin", "1309")
    fight.put("c-i1", "1313")
    assert why(fight, do.Interdict(HexId("1313"), UnitId("kalin"))) == (
        "TRAP-6.5.3", "there is no interdiction in this game",
    )  # fmt: skip
    assert why(fight, do.Strike(HexId("1313"), UnitId("kalin"))) == (
        "TRAP-8.3", "there are no Buratinos in this game",
    )  # fmt: skip
    leaving = (
        do.Exit((UnitId("c-i1"),)),
        ("TRAP-11.2-10", "only Chechens leave the map, and only in the variant"),
    )
    historical = Fight(CHECHEN)
    historical.put("c-i1", "4010")
    assert why(historical, leaving[0]) == leaving[1]
    assert why(historical, do.Mount()) == ("TRAP-8.2", "the Chechens have no APCs")
    come = historical.put("c-i2", "hand")
    blocking = do.Block(HexId("1307"), come)
    for blocks, left, told in (
        (0, 4, ("TRAP-8.4-1", "one road block comes for every five units of a draw")),
        (1, 0, ("TRAP-8.4", "all road blocks have been put up")),
        (1, 1, ("", "")),
    ):
        historical.set(steps=(Arrival(CHECHEN, (come,), "reinforcement", blocks),), roadblocks=left)
        assert why(historical, blocking) == told
