"""Edges of the rules: lone units, dismounting under fire, and cases of refusals."""

from __future__ import annotations

from typing import Any

import pytest

from bot.kernel.secret import see
from bot.titles.trap import TITLE
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import (
    CHECHEN,
    ELIMINATED,
    RUSSIAN,
    WAITING,
    Battery,
    BatteryId,
    HexId,
    MarkerId,
    UnitId,
)
from tests.trap.fights import Fight

FOOT, BTR, SECOND, SNIPER = (UnitId(id) for id in ("81-1-i1", "81-btr1", "81-btr2", "c-sniper1"))
TANK = UnitId("131-t1")


def driver(*more: tuple[str, str], **fields: Any) -> Fight:
    """Return a BTR at 1313 that faces north along its street, with other units."""
    fight = Fight(RUSSIAN)
    fight.put(BTR, "1313", facing="N")
    for unit, hex in more:
        fight.put(unit, hex, **fields)
    return fight


# Snipers and leaders who are found alone.


@pytest.mark.case("TRAP-8.8", "TRAP-3.4.2")
@pytest.mark.parametrize("alone", ["c-sniper1", "c-leader1"])
def test_a_vehicle_backs_over_who_is_alone(alone: str) -> None:
    fight = driver((alone, "1314"))
    fight.do(do.Reverse(BTR))
    assert (fight[BTR].hex, fight[alone].hex) == ("1314", ELIMINATED)
    guarded = driver((alone, "1314"), ("c-i1", "1314"))
    assert guarded.cite(do.Reverse(BTR)) == "TRAP-3.1.4"


@pytest.mark.case("TRAP-8.8", "TRAP-3.1.4")
def test_a_column_stops_where_only_a_sniper_stands() -> None:
    fight = driver((SECOND, "1314"), (SNIPER, "1310"), facing="N")
    fight.do(do.March(BTR, HexId("1310")))
    assert (fight[BTR].hex, fight[SECOND].hex, fight[SNIPER].hex) == ("1310", "1311", ELIMINATED)
    behind = driver((SECOND, "1314"), (SNIPER, "1309"), facing="N")
    behind.do(do.March(BTR, HexId("1308")))
    assert (behind[SECOND].hex, behind[SNIPER].hex) == ("1309", ELIMINATED)


@pytest.mark.case("TRAP-8.8", "TRAP-10.1.2")
@pytest.mark.parametrize("at", ["0117", "0316"])
def test_an_entering_unit_eliminates_the_sniper_on_the_road(at: str) -> None:
    fight = Fight(RUSSIAN)
    fight.put(BTR, WAITING)
    fight.put(SNIPER, at)
    order = do.Enter(HexId("0117"))
    fight.do(order)
    assert fight[SNIPER].hex == ELIMINATED
    blocked = Fight(RUSSIAN)
    blocked.put(BTR, WAITING)
    blocked.put("c-i1", "0117")
    assert blocked.cite(order) == "TRAP-10.1.2"


@pytest.mark.case("TRAP-8.4.2", "TRAP-8.8")
def test_a_sniper_alone_does_not_keep_a_road_from_being_cleared_by_hand() -> None:
    fight = Fight(RUSSIAN)
    fight.put(FOOT, "1313")
    fight.put(SNIPER, "1312")
    fight.set(roadblocked=("1312",))
    fight.do(do.Clear(FOOT, HexId("1312"), "hand"))
    assert (fight.state.roadblocked, fight[SNIPER].hex) == ((), ELIMINATED)


# Units that are stopped on the way.


def under_fire(at: str, *units: tuple[str, str]) -> Fight:
    """Return units that move north to an interdicted hex.

    The last platoon is far away.
    """
    fight = Fight(RUSSIAN)
    for unit, hex in units:
        fight.put(unit, hex, facing="N")
    fight.put("81-1-i9", "0101")
    fight.set(batteries={BatteryId("a1"): Battery(BatteryId("a1"), used=True, hex=HexId(at))})
    return fight


@pytest.mark.case("TRAP-6.5.3", "TRAP-3.1.4", "TRAP-5.1.4")
def test_a_vehicle_that_is_stopped_among_enemies_falls_back() -> None:
    fight = under_fire("1311", (BTR, "1314"), ("c-i1", "1312"))
    fight.put(FOOT, "1314", aboard=BTR)
    fight.do(do.Move((BTR,), HexId("1311")), 2)
    assert (fight[BTR].hex, fight[BTR].status, fight[FOOT].hex) == ("1313", "disrupted", "1313")


@pytest.mark.case("TRAP-6.5.3", "TRAP-3.1")
def test_a_unit_stopped_in_a_full_hex_falls_back() -> None:
    full = [(f"81-1-i{n}", "1312") for n in range(2, 6)]
    fight = under_fire("1311", (FOOT, "1314"), *full)
    fight.do(do.Move((FOOT,), HexId("1311")), 2)
    assert (fight[FOOT].hex, fight[FOOT].status) == ("1313", "disrupted")
    alone = under_fire("1311", (FOOT, "1314"))
    alone.do(do.Move((FOOT,), HexId("1311")), 2)
    assert alone[FOOT].hex == "1312"


# Passengers.


@pytest.mark.case("TRAP-7.1", "TRAP-8.2")
def test_a_unit_that_has_just_dismounted_assaults_on_the_ground_only() -> None:
    fight = driver((FOOT, "1313"), aboard=BTR)
    fight.put("c-i1", "1312", level="upper")
    fight.put("c-i2", "1311")
    fight.do(do.Unload((FOOT,), HexId("1312")))
    found = fight.refusal(do.Assault((FOOT,), HexId("1312"), "upper"))
    assert found is not None
    assert (found.cite, found.why) == ("TRAP-7.1", "a unit that has just dismounted assaults on the ground only")
    assert fight.cite(do.Assault((FOOT,), HexId("1311"))) == ""


def climbing(marker: str, **tank: Any) -> Fight:
    """Return a platoon of the first battalion beside a T-80, with a marker drawn."""
    fight = Fight(RUSSIAN, marker)
    fight.options(riders="yes")
    fight.put(TANK, "1313", facing="N", **tank)
    fight.put("131-1-i1", "1313")
    return fight


@pytest.mark.case("TRAP-8.10", "TRAP-4.3.1")
def test_a_unit_that_mounts_a_tank_acts_and_the_tank_need_not() -> None:
    order = do.Load((UnitId("131-1-i1"),), TANK)
    assert climbing("3/131").cite(order) == "TRAP-4.3.1", "the marker is that of the tanks"
    fight = climbing("1/131", activated=True)
    offered = TITLE.candidates(see(fight.state, RUSSIAN), do.Load, {"into": TANK})
    assert order in offered
    fight.do(order)
    assert fight.state.acted == ("131-1-i1",)
    assert fight.cite(do.Move((TANK,), HexId("1312"))) == "TRAP-4.3.3"
    again = climbing("1/131")
    again.do(order)
    again.set(steps=(Activation(RUSSIAN, MarkerId("3/131")),), acted=())
    again.do(do.Move((TANK,), HexId("1311")))
    assert again["131-1-i1"].hex == "1311"


@pytest.mark.case("TRAP-8.10", "TRAP-4.3.3")
def test_a_unit_that_has_mounted_a_tank_rides_and_dismounts_but_cannot_assault() -> None:
    """Mounting is its action; a rider from before the turn assaults as from an APC."""
    foot, storm = UnitId("131-1-i1"), do.Assault((UnitId("131-1-i1"),), HexId("1309"))
    fight = climbing("1/131")
    fight.put("c-i1", "1309")
    fight.do(do.Load((foot,), TANK))
    fight.set(steps=(Activation(RUSSIAN, MarkerId("3/131")),), acted=())
    fight.do(do.Move((TANK,), HexId("1311")))
    together = do.Assault((TANK, foot), HexId("1310"))
    assert fight.cite(together) == "TRAP-4.3.3"
    fight.do(do.Unload((foot,), HexId("1310")))
    assert fight.cite(storm) == "TRAP-4.3.3"
    rested = climbing("3/131")
    rested.put("c-i1", "1309")
    rested.put("131-1-i1", "1313", aboard=TANK)
    rested.do(do.Move((TANK,), HexId("1311")))
    rested.do(do.Unload((foot,), HexId("1310")))
    assert rested.cite(storm) == ""


@pytest.mark.case("TRAP-8.10")
def test_a_unit_that_has_moved_cannot_mount_a_tank() -> None:
    fight = climbing("1/131")
    fight.put("131-1-i2", "1314")
    fight.do(do.Move((UnitId("131-1-i2"),), HexId("1313")))
    assert fight.cite(do.Load((UnitId("131-1-i2"),), TANK)) == "TRAP-8.10"


@pytest.mark.case("TRAP-3.1", "TRAP-3.1.2")
def test_a_refusal_for_lack_of_room_names_stacking() -> None:
    fight = driver((FOOT, "1313"), aboard=BTR)
    for n in range(2, 5):
        fight.put(f"81-1-i{n}", "1313")
    assert fight.cite(do.Unload((FOOT,))) == "TRAP-3.1.2"
    backing = driver((SECOND, "1314"))
    assert backing.cite(do.Reverse(BTR)) == "TRAP-3.1.3"


@pytest.mark.case("TRAP-8.7", "TRAP-3.4.2")
def test_no_vehicle_backs_into_rubble() -> None:
    fight = driver()
    fight.set(rubble=("1314",))
    assert fight.cite(do.Reverse(BTR)) == "TRAP-8.7"


@pytest.mark.case("TRAP-8.4", "TRAP-8.9")
def test_no_vehicle_assaults_over_a_wreck() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-t1", "1313", facing="N")
    fight.put(FOOT, "1312")
    fight.set(wrecks=("1312",))
    assert fight.cite(do.Assault((UnitId("c-t1"),), HexId("1312"))) == "TRAP-8.9"
