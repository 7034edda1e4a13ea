"""Situations in which two rules meet, and the result that the text asks for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.secret import Seat, private, see
from bot.kit.events import evolve
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.field import points
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.steps import Activation, Arrival
from bot.titles.trap.model.table import (
    CHECHEN,
    ELIMINATED,
    HAND,
    RUSSIAN,
    Battery,
    BatteryId,
    HexId,
    MarkerId,
    UnitId,
)
from tests.trap.fights import Fight, of

FOOT, BTR, TANK, LEADER = (UnitId(id) for id in ("81-1-i1", "81-btr1", "131-t1", "kalin"))


def move(unit: str, to: str, **fields: Any) -> do.Move:
    return do.Move((UnitId(unit),), HexId(to), **fields)


def shot(unit: str, target: str) -> do.Fire:
    return do.Fire((UnitId(unit),), UnitId(target))


def storm(unit: str, at: str, **fields: Any) -> do.Assault:
    return do.Assault((UnitId(unit),), HexId(at), **fields)


def out(unit: str, at: str = "") -> do.Unload:
    return do.Unload((UnitId(unit),), HexId(at))


# Snipers, and stairs.


@pytest.mark.case("TRAP-8.8")
@pytest.mark.parametrize(("status", "cite"), [("normal", ""), ("suppressed", "TRAP-8.8"), ("pinned", "TRAP-8.8")])
def test_only_a_sniper_in_good_order_fires(status: str, cite: str) -> None:
    fight = Fight(CHECHEN)
    fight.put("c-sniper1", "1310", facing="S", status=status)
    fight.put("kalin", "1312")
    assert fight.cite(shot("c-sniper1", "kalin")) == cite


@pytest.mark.case("TRAP-8.8", "TRAP-3.1.4")
@pytest.mark.parametrize(("start", "sniper"), [("ground", "upper"), ("upper", "ground")])
def test_a_sniper_alone_on_the_other_level_is_lost_to_a_unit_that_enters(start: str, sniper: str) -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "1312", level=start)
    fight.put("c-sniper1", "1312", level=sniper)
    fight.do(move(FOOT, "1312", level=sniper))
    assert fight["c-sniper1"].hex == ELIMINATED
    assert fight[FOOT].level == sniper


@pytest.mark.case("TRAP-5.1.4", "TRAP-5.1.1-4")
def test_nobody_comes_down_through_enemies() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "1312", level="upper")
    fight.put("c-sniper1", "1312")
    assert fight.cite(move(FOOT, "1313")) == "", "a lone sniper holds nothing"
    fight.put("c-i1", "1312")
    for order in (move(FOOT, "1313"), move(FOOT, "1314", via=(HexId("1313"),))):
        found = fight.refusal(order)
        assert found is not None
        assert (found.cite, found.why) == ("TRAP-5.1.4", "the enemy holds the ground below it at 1312")
    assert fight.cite(storm(FOOT, "1312")) == ""


@pytest.mark.case("TRAP-8.8")
def test_a_unit_that_comes_down_and_moves_on_eliminates_the_sniper_below() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "1312", level="upper")
    fight.put("c-sniper1", "1312")
    fight.do(move(FOOT, "1313"))
    assert fight["c-sniper1"].hex == ELIMINATED


@pytest.mark.case("TRAP-8.8", "TRAP-7.0")
def test_hidden_snipers_do_not_fight_off_an_assault() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "1313")
    for sniper in ("c-sniper1", "c-sniper2"):
        fight.put(sniper, "1312")
    under = fight["c-sniper1"]
    hidden = replace(under, counter=private(under.counter.open(), CHECHEN))
    fight.set(units={**fight.state.units, under.id: hidden})
    fight.do(storm(FOOT, "1312"))
    assert fight["c-sniper1"].hex == fight["c-sniper2"].hex == ELIMINATED
    assert fight[FOOT].hex == "1312"


# One deed an activation.


def guns() -> Fight:
    """Russian artillery, and Kalin at 1309 who sees Chechens at 1313."""
    fight = Fight(RUSSIAN, "artillery")
    fight.put(LEADER, "1309")
    fight.put("c-i1", "1313", facing="N")
    return fight


@pytest.mark.case("TRAP-4.3", "TRAP-4.3-5", "TRAP-8.5")
def test_a_leader_who_spots_does_nothing_else() -> None:
    fight = guns()
    one = do.Bombard(HexId("1313"), LEADER)
    fight.do(one, 9)
    assert fight.cite(move(LEADER, "1308")) == "TRAP-4.3"
    assert fight.cite(shot(LEADER, "c-i1")) == "TRAP-4.3"
    assert fight.cite(one) == "", "he spots for another battery of the marker"


@pytest.mark.case("TRAP-4.3", "TRAP-8.5.2")
def test_a_leader_who_has_fired_does_not_spot() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-leader1", "1310")
    fight.put("c-h1", "1410", facing="S")
    fight.put(FOOT, "1312")
    order = do.Shell(UnitId("c-h1"), HexId("1312"), UnitId("c-leader1"))
    assert fight.cite(order) == ""
    fight.do(shot("c-leader1", FOOT), 9)
    assert fight.cite(order) == "TRAP-4.3"


@pytest.mark.case("TRAP-9.0-1", "TRAP-8.5.2")
def test_in_a_bonus_activation_a_leader_who_has_acted_spots_again() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-leader1", "1310", activated=True)
    fight.put("c-leader2", "1309")
    fight.put("c-h1", "1411", facing="S")
    fight.put(FOOT, "1312")
    fight.set(steps=(Activation(CHECHEN, MarkerId(""), 3),))
    order = do.Shell(UnitId("c-h1"), HexId("1312"), UnitId("c-leader1"))
    assert fight.cite(order) != "TRAP-8.5"
    fight.set(steps=(Activation(CHECHEN, MarkerId("chechen"), 3),))
    assert fight.cite(order) == "TRAP-8.5"


@pytest.mark.case("TRAP-9.0-1", "TRAP-6.2.1")
@pytest.mark.parametrize("status", ["normal", "suppressed", "pinned"])
def test_a_leader_is_seen_over_four_hexes_whatever_his_order(status: str) -> None:
    fight = Fight(CHECHEN)
    fight.put("c-leader1", "1310", status=status)
    fight.put("c-i1", "1313", facing="S")
    fight.put(FOOT, "1316")
    fight.set(steps=(Activation(CHECHEN, MarkerId(""), 3),))
    assert fight.cite(do.Turn((UnitId("c-i1"),), "N")) == ""


# Getting out.


def mounted() -> Fight:
    """A BTR at 1313 with a platoon in it, fighters at 1312 north of it."""
    fight = Fight(RUSSIAN)
    fight.put(BTR, "1313", facing="N")
    fight.put(FOOT, "1313", aboard=BTR)
    fight.put("c-i1", "1312", facing="S")
    return fight


@pytest.mark.case("TRAP-8.2", "TRAP-7.1")
def test_a_dismounted_unit_may_only_assault() -> None:
    fight = mounted()
    fight.do(out(FOOT))
    assert fight.cite(shot(FOOT, "c-i1")) == "TRAP-8.2"
    assert fight.cite(move(FOOT, "1314")) == "TRAP-8.2"
    fight.do(storm(FOOT, "1312"), 4)
    assert fight["c-i1"].hex == ELIMINATED
    assert fight[BTR].hex == "1313"


@pytest.mark.case("TRAP-8.8", "TRAP-8.2", "TRAP-7.1")
@pytest.mark.parametrize("caught", ["c-sniper1", "c-leader1"])
def test_a_dismounted_unit_catches_a_lone_sniper_or_leader_by_an_assault(caught: str) -> None:
    """A lone leader found by an assault is lost; a dismounted unit cannot walk in."""
    fight = mounted()
    fight.put(caught, "1314")
    fight.put("81-1-i2", "1313")
    assert fight.cite(storm("81-1-i2", "1314")) == "TRAP-8.8", "that one walks in"
    fight.do(out(FOOT))
    assert fight.cite(move(FOOT, "1314")) == "TRAP-8.2"
    assert fight.odds(storm(FOOT, "1314")).hope == ("to win", 1.0)
    fight.do(storm(FOOT, "1314"))
    assert (fight[caught].hex, fight[FOOT].hex) == (ELIMINATED, "1314")


@pytest.mark.case("TRAP-8.2", "TRAP-6.5")
def test_a_dismounted_unit_cannot_shell() -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, "1410", facing="S")
    fight.put("81-1-h1", "1410", aboard=BTR, facing="S")
    fight.put("81-1-leader", "1310")
    fight.put("c-i1", "1312")
    fight.do(out("81-1-h1"))
    order = do.Shell(UnitId("81-1-h1"), HexId("1312"), UnitId("81-1-leader"))
    fight.do(do.Turn((UnitId("81-1-h1"),), "SW"))
    assert fight.cite(order) == "TRAP-8.2"


@pytest.mark.case("TRAP-8.2", "TRAP-4.3.3")
def test_a_unit_that_dismounted_with_a_marker_has_acted_for_the_next() -> None:
    fight = mounted()
    fight.do(out(FOOT))
    fight.state = evolve(fight.state, ev.ActivationEnded(RUSSIAN, acted=fight.state.acted))
    fight.set(steps=(Activation(RUSSIAN, MarkerId("1/81")),))
    assert fight.cite(storm(FOOT, "1312")) == "TRAP-4.3.3"


@pytest.mark.case("TRAP-5.1.3")
def test_a_suppressed_unit_that_has_moved_is_refused_with_that_reason() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "1314", status="suppressed", facing="N")
    fight.put("c-i1", "1312")
    fight.do(move(FOOT, "1313"))
    found = fight.refusal(shot(FOOT, "c-i1"))
    assert found is not None
    assert (found.cite, found.why) == ("TRAP-5.1.3", "1st Platoon, 1/81 has moved, and is suppressed")


@pytest.mark.case("TRAP-8.4", "TRAP-8.9")
def test_no_tank_is_placed_on_a_blocked_road() -> None:
    fight = Fight(CHECHEN)
    units = (fight.put("c-t1", HAND), fight.put("c-i1", HAND))
    fight.set(steps=(Arrival(CHECHEN, units, "reinforcement"),), wrecks=("1313",))
    assert fight.cite(do.Place(units[:1], HexId("1313"))) == "TRAP-8.9"
    assert fight.cite(do.Place(units[1:], HexId("1313"))) == ""


# Facing.


@pytest.mark.case("TRAP-3.4.1", "TRAP-6.2")
def test_heavy_weapons_face_what_they_shell_and_vehicles_need_not() -> None:
    for unit, facing, cite in (("c-h1", "S", ""), ("c-h1", "NE", "TRAP-3.4.1"), ("c-t1", "NE", "")):
        fight = Fight(CHECHEN)
        fight.put("c-leader1", "1310")
        fight.put(unit, "1410", facing=facing)
        fight.put(FOOT, "1312")
        assert fight.cite(do.Shell(UnitId(unit), HexId("1312"), UnitId("c-leader1"))) == cite


# Before the first attack of the Chechens.


@pytest.mark.case("TRAP-10.1.2-3", "TRAP-10.1.2")
def test_before_a_chechen_attack_the_131st_may_assault_but_not_fire() -> None:
    fight = Fight(RUSSIAN, "1/131", turn=1)
    fight.put("131-1-i1", "1313", facing="N")
    fight.put("c-i1", "1312", facing="S")
    fight.set(restricted=True, roadblocked=("1314",))
    assert fight.cite(shot("131-1-i1", "c-i1")) == "TRAP-10.1.2-3"
    assert fight.cite(storm("131-1-i1", "1312")) == ""
    assert fight.cite(do.Clear(UnitId("131-1-i1"), HexId("1314"), "hand")) == ""
    fight.put("131-1-h1", "1313", facing="S")
    assert fight.cite(do.Clear(UnitId("131-1-h1"), HexId("1314"), "fire")) == "TRAP-10.1.2-3"
    bound = Fight(RUSSIAN, "1/81", turn=1)
    bound.put(FOOT, "1313", facing="N")
    bound.put("c-i1", "1312", facing="S")
    bound.set(restricted=True)
    assert bound.cite(storm(FOOT, "1312")) == "TRAP-10.1.2"


# Interdiction.


@pytest.mark.case("TRAP-6.5.3")
@pytest.mark.parametrize("how", ["move", "march", "reverse"])
def test_every_vehicle_that_enters_an_interdicted_hex_is_fired_at(how: str) -> None:
    fight = Fight(RUSSIAN)
    fight.set(batteries={BatteryId("a1"): Battery(BatteryId("a1"), used=True, hex=HexId("1310"))})
    fight.put(BTR, "1312", facing="S" if how == "reverse" else "N")
    fight.put("81-btr2", "1313", facing="N")
    orders = {
        "move": move(BTR, "1310"),
        "march": do.March(BTR, HexId("1310")),
        "reverse": do.Reverse(BTR),
    }
    events = fight.do(orders[how], 2)
    assert any(isinstance(event, ev.Harassed) for event in events)
    assert (fight[BTR].hex, fight[BTR].status) == ("1311", "disrupted")


# Road blocks.


@pytest.mark.case("TRAP-8.4.2")
def test_a_road_is_not_cleared_by_hand_under_enemies() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "1313")
    fight.set(roadblocked=("1312",))
    order = do.Clear(FOOT, HexId("1312"), "hand")
    assert fight.cite(order) == ""
    fight.put("c-i1", "1312", level="upper")
    assert fight.cite(order) == "TRAP-8.4.2"


@pytest.mark.case("TRAP-8.4.2")
def test_a_road_block_stays_where_chechens_win_an_assault() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1312", facing="S")
    fight.put(FOOT, "1313")
    fight.set(roadblocked=("1313",))
    fight.do(storm("c-i1", "1313"), 1)
    assert fight.state.roadblocked == ("1313",)


@pytest.mark.case("TRAP-8.4.1", "TRAP-8.6-2")
def test_at_night_a_road_block_is_blasted_from_the_next_hex() -> None:
    for hex, cite in (("1313", ""), ("1314", "TRAP-8.6-2")):
        fight = Fight(RUSSIAN, turn=6)
        fight.put(BTR, hex, facing="N")
        fight.set(roadblocked=("1312",))
        assert fight.cite(do.Clear(BTR, HexId("1312"))) == cite


# Points.


@pytest.mark.case("TRAP-11.2-03", "TRAP-11.2-05")
def test_the_palace_never_counts_for_both_sides() -> None:
    fight = Fight(RUSSIAN)
    fight.set(control=dict.fromkeys(ground().landmark_of, CHECHEN) | {HexId("2412"): RUSSIAN})
    fight.put("c-leader1", "2412")
    assert [line.seat for line in points.ledger(fight.state)] == [CHECHEN]


# Riders on tanks.


def riding(hex: str = "1313") -> Fight:
    """A T-80 with a platoon on it."""
    fight = Fight(RUSSIAN, "3/131")
    fight.options(riders="yes")
    fight.put(TANK, hex, facing="N")
    fight.put("131-1-i1", hex, aboard=TANK)
    return fight


@pytest.mark.case("TRAP-8.10")
def test_a_tank_with_riders_clears_no_road_by_fire() -> None:
    fight = riding()
    fight.set(roadblocked=("1312",))
    assert fight.cite(do.Clear(TANK, HexId("1312"))) == "TRAP-8.10"


@pytest.mark.case("TRAP-8.10", "TRAP-8.2")
def test_riders_get_down_for_a_point_of_their_tank() -> None:
    fight = riding()
    fight.do(out("131-1-i1"))
    assert fight.state.spent[RUSSIAN].open() == {TANK: 2}


@pytest.mark.case("TRAP-8.10", "TRAP-3.1.2")
def test_riders_on_a_tank_take_room() -> None:
    for others, cite in ((2, ""), (3, "TRAP-3.1.2")):
        fight = riding()
        for n in range(2, 2 + others):
            fight.put(f"131-1-i{n}", "1312")
        assert fight.cite(move(TANK, "1312")) == cite


@pytest.mark.case("TRAP-8.10", "TRAP-6.4.2-13")
def test_in_the_open_heavy_weapons_hit_riders_better() -> None:
    rides = {"TRAP-6.4.2-01", "TRAP-6.4.2-20"}
    for hex, cites in (("0518", {"TRAP-6.4.2-13", *rides}), ("1313", {"TRAP-6.4.2-10", *rides})):
        fight = Fight(CHECHEN)
        fight.put("c-rpg1", "0520" if hex == "0518" else "1312", facing="N" if hex == "0518" else "S")
        fight.put(TANK, hex, facing="S")
        fight.put("131-1-i1", hex, aboard=TANK)
        assert {each.cite for each in fight.odds(shot("c-rpg1", "131-1-i1")).modifiers} == cites


@pytest.mark.case("TRAP-8.10", "TRAP-10.2.2")
def test_chechens_come_riding_on_a_tank_that_comes_with_them() -> None:
    fight = Fight(CHECHEN)
    units = tuple(fight.put(key, HAND) for key in ("c-rpg1", "c-leader1", "c-t1", "c-i1"))
    fight.set(steps=(Arrival(CHECHEN, units, "reinforcement"),))
    order = do.Place(units[:3], HexId("1313"), onto=units[2])
    assert fight.cite(order) == "TRAP-8.10", "an option"
    fight.options(riders="yes")
    assert fight.cite(do.Place((units[0], units[3], units[2]), HexId("1313"), onto=units[2])) == "TRAP-8.10"
    assert order in TITLE.candidates(see(fight.state, CHECHEN), do.Place, {"units": units[:3], "at": "1313"})
    events = fight.do(order)
    assert next(event.unit for event in events if isinstance(event, ev.Placed)) == units[2]
    assert [fight[id].aboard for id in units] == [units[2], units[2], "", ""]


@pytest.mark.case("TRAP-8.10", "TRAP-4.3.2")
def test_a_rider_assaults_with_its_tank_at_no_cost_to_the_die() -> None:
    fight = Fight(CHECHEN, number=1)
    fight.options(riders="yes")
    tank = fight.put("c-t1", "1313", facing="N")
    rider = fight.put("c-i1", "1313", aboard=tank)
    fight.put(FOOT, "1312")
    events = fight.do(do.Assault((tank, rider), HexId("1312")), 5)
    assert of(events, ev.Assaulted).won


# The die of the Chechens.


def two(number: int) -> Fight:
    """The number of Chechen units that may act.

    Two fighters at 1312, two tanks in line.
    """
    fight = Fight(CHECHEN, number=number, scenario="variant")
    fight.put("c-i1", "1312")
    fight.put("c-i2", "1312")
    fight.put("c-t1", "1314", facing="N")
    fight.put("c-t2", "1315", facing="N")
    fight.put("c-i3", "4010")
    fight.put("c-i4", "4010")
    return fight


@pytest.mark.case("TRAP-4.3.2")
def test_no_order_lets_more_units_act_than_the_die_says() -> None:
    both, leaving = (UnitId("c-i1"), UnitId("c-i2")), (UnitId("c-i3"), UnitId("c-i4"))
    orders = (do.Move(both, HexId("1311")), do.Turn(both, "S"), do.Exit(leaving))
    for order in orders:
        assert two(2).cite(order) == ""
        found = two(1).refusal(order)
        assert found is not None
        assert (found.cite, found.why) == ("TRAP-4.3.2", "1 more unit can begin to act")


@pytest.mark.case("TRAP-4.3.2")
def test_a_column_is_no_longer_than_the_die_lets_it_be() -> None:
    column = do.March(UnitId("c-t1"), HexId("1313"))
    assert two(1).cite(column) == "TRAP-10.1.2", "nobody may follow"
    fight = two(2)
    fight.do(column)
    assert fight.state.acted == ("c-t1", "c-t2")


@pytest.mark.case("TRAP-4.3.2", "TRAP-8.10")
def test_a_unit_that_mounts_a_tank_counts_against_the_die() -> None:
    for number, cite in ((1, "TRAP-4.3.2"), (2, "")):
        fight = two(number)
        fight.options(riders="yes")
        fight.put("c-rpg1", "1314")
        fight.do(do.Turn((UnitId("c-i1"),), "S"))
        assert fight.cite(do.Load((UnitId("c-rpg1"),), UnitId("c-t1"))) == cite


@pytest.mark.case("TRAP-4.3.2", "TRAP-8.2", "TRAP-9.0-2")
@pytest.mark.parametrize("seat", [RUSSIAN, CHECHEN])
def test_a_unit_that_dismounts_and_assaults_counts_with_its_vehicle(seat: Seat) -> None:
    """Loaded they are one: of two units that may act a second one is still free."""
    russian = seat == RUSSIAN
    names = (BTR, FOOT, "c-i1", "81-1-i2") if russian else ("c-t1", "c-i1", FOOT, "c-i2")
    vehicle, rider, foe, other = map(UnitId, names)
    fight = Fight(seat)
    fight.options(riders="yes")
    fight.put(vehicle, "1313", facing="N")
    fight.put(rider, "1313", aboard=vehicle)
    fight.put("kalin" if russian else "c-leader1", "1315")
    fight.put(other, "1314")
    fight.put(foe, "1312", facing="S")
    fight.set(steps=(Activation(seat, MarkerId("" if russian else "chechen"), 2),))
    fight.do(out(rider))
    fight.do(storm(rider, "1312"), 1)
    assert fight[foe].hex == ELIMINATED
    assert fight.state.acted == (vehicle,)
    assert fight.cite(do.Turn((other,), "S")) == ""


@pytest.mark.case("TRAP-8.2")
def test_a_dismounted_unit_cannot_mount_again() -> None:
    fight = mounted()
    fight.put("81-btr2", "1314", facing="N")
    fight.do(out(FOOT, "1314"))
    found = fight.refusal(do.Load((FOOT,), UnitId("81-btr2")))
    assert found is not None
    assert (found.cite, found.why) == ("TRAP-8.2", "a unit that has just dismounted cannot mount again")
