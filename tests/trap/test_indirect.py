"""Indirect fire: spotters, scatter, safety and targets.

Buratinos and interdiction.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.kernel.game import Course
from bot.kit.events import evolve
from bot.titles.trap import events as ev
from bot.titles.trap.field.hits import hit_chance
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ELIMINATED, Battery, BatteryId, HexId, UnitId
from bot.titles.trap.play.results import interdict as harass
from tests.trap.fights import CHECHEN, RUSSIAN, Branch, Fight, chances, enumerated, of, run_through


def shell(unit: str, at: str, spotter: str = "") -> do.Shell:
    return do.Shell(UnitId(unit), HexId(at), UnitId(spotter))


def bombard(at: str, spotter: str = "", batteries: int = 1) -> do.Bombard:
    return do.Bombard(HexId(at), UnitId(spotter), batteries)


def mortars(**leader: Any) -> Fight:
    """Chechen heavy weapons at 1410 cannot see the platoon at 1312.

    A leader at 1310 can.
    """
    fight = Fight(CHECHEN)
    fight.put("c-h1", "1410", facing="S")
    fight.put("c-leader1", "1310", **leader)
    fight.put("81-1-i1", "1312", facing="N")
    return fight


def guns(**leader: Any) -> Fight:
    """Russian artillery, and Kalin at 1309 who sees Chechens at 1313."""
    fight = Fight(RUSSIAN, "artillery")
    fight.put("kalin", "1309", **leader)
    fight.put("c-i1", "1313", facing="N")
    return fight


# Heavy weapons.


@pytest.mark.case("TRAP-6.5", "TRAP-6.5.1", "TRAP-6.5.2", "TRAP-8.5.2", "TRAP-8.5")
def test_a_leader_in_good_order_spots_without_scatter() -> None:
    fight = mortars()
    events = fight.do(shell("c-h1", "1312", "c-leader1"), 1, 5)
    shelled = of(events, ev.Shelled)
    assert shelled.scatter is None
    assert (shelled.cf, shelled.shots[0].hit) == (4, True)
    assert {each.cite for each in shelled.shots[0].modifiers} == {"TRAP-6.4.2-07", "TRAP-6.4.2-10"}
    assert fight["81-1-i1"].status == "disrupted"
    assert fight.state.acted == ("c-h1", "c-leader1"), "who spots counts against the die"
    assert fight["c-h1"].fired


@pytest.mark.case("TRAP-4.3.2", "TRAP-8.5.2")
def test_the_spotter_counts_against_the_die() -> None:
    fight = mortars()
    fight.set(steps=(Fight(CHECHEN, number=1).step,))
    assert fight.cite(shell("c-h1", "1312", "c-leader1")) == "TRAP-4.3.2"
    fight.set(steps=(Fight(CHECHEN, number=2).step,))
    assert fight.cite(shell("c-h1", "1312", "c-leader1")) == ""


@pytest.mark.case("TRAP-6.5.1")
def test_without_a_leader_in_good_order_one_to_seven_scatters() -> None:
    for face in range(1, 11):
        fight = mortars(status="suppressed")
        holds = face in (8, 9, 10)
        events = fight.do(
            shell("c-h1", "1312", "c-leader1"), face, *([10] if holds else []), *([6] if holds else [])
        )
        assert of(events, ev.Shelled).scattered != holds
        assert fight["c-h1"].fired


@pytest.mark.case("TRAP-6.5.1", "TRAP-6.5", "TRAP-8.5", "TRAP-8.5.1", "TRAP-8.5.2")
def test_only_an_unmoved_leader_in_order_can_spot() -> None:
    assert mortars().cite(shell("c-h1", "1312")) == "TRAP-6.5.1", "only landmarks need no leader"
    assert mortars(moved=True).cite(shell("c-h1", "1312", "c-leader1")) == "TRAP-8.5.2"
    assert mortars(status="disrupted").cite(shell("c-h1", "1312", "c-leader1")) == "TRAP-8.5.2"
    assert mortars(activated=True).cite(shell("c-h1", "1312", "c-leader1")) == "TRAP-8.5"
    assert mortars(status="pinned").cite(shell("c-h1", "1312", "c-leader1")) == ""
    fight = mortars(status="pinned")
    fight.put("c-leader2", "1309", status="pinned")
    assert fight.cite(shell("c-h1", "1312", "c-leader2")) == "TRAP-8.5.2", "two hexes at most"
    assert fight.cite(shell("c-h1", "1312", "c-h1")) == "TRAP-8.5"
    assert guns(moved=True).cite(bombard("1313", "kalin")) == "TRAP-8.5.1"


@pytest.mark.case("TRAP-6.5.1", "TRAP-8.5.1")
def test_a_landmark_is_hit_without_a_leader() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-h1", "2510", facing="S")
    fight.put("81-1-i1", "2412", facing="N")
    events = fight.do(shell("c-h1", "2412"), 9, 10, 6)
    assert of(events, ev.Shelled).scattered is False
    assert fight["81-1-i1"].status == "disrupted"


@pytest.mark.case("TRAP-8.5.1", "TRAP-6.5")
def test_a_leader_spots_from_inside_an_apc() -> None:
    fight = Fight(RUSSIAN, "artillery")
    fight.put("131-bmp1", "1309", facing="S")
    fight.put("kalin", "1309", aboard="131-bmp1")
    fight.put("c-i1", "1313", facing="N")
    assert fight.cite(bombard("1313", "kalin")) == ""


@pytest.mark.case("TRAP-6.5", "TRAP-6.1", "TRAP-6.0", "TRAP-8.1", "TRAP-6.2.1-2", "TRAP-8.6-2")
def test_which_units_fire_indirectly() -> None:
    def cite(unit: str, hex: str = "1410", *, turn: int = 2, **fields: Any) -> str:
        fight = Fight(CHECHEN if unit.startswith("c-") else RUSSIAN, turn=turn)
        fight.put(unit, hex, **{"facing": "S", **fields})
        foe, leader = ("81-1-i1", "c-leader1") if unit.startswith("c-") else ("c-i1", "kalin")
        fight.put(foe, "1312", facing="N")
        fight.put(leader, "1311")
        return fight.cite(shell(unit, "1312", leader))

    assert cite("c-h1") == cite("c-rpg1") == cite("c-t1") == ""
    assert cite("c-i1") == "TRAP-6.5"
    assert cite("schmel1") == "TRAP-8.1"
    assert cite("c-h1", status="suppressed") == cite("c-h1", moved=True) == "TRAP-6.5"
    assert cite("c-h1", fired=True) == "TRAP-6.0"
    assert cite("c-h1", "1309") == "TRAP-6.0", "it sees the hex itself"
    assert cite("c-h1", "1407") == "TRAP-6.1"
    assert cite("c-h1", turn=6) == "TRAP-8.6-2"
    assert cite("c-h1", "1411", turn=6) == ""


@pytest.mark.case("TRAP-6.5.2", "TRAP-8.7-1", "TRAP-8.7")
def test_everybody_in_the_hex_is_rolled_for_and_rubble_comes_last() -> None:
    fight = guns()
    fight.put("c-i2", "1313", level="upper", facing="N")
    fight.put("c-i3", "1313", level="upper", facing="N")
    events = fight.do(bombard("1313", "kalin"), 1, 1, 2, 5, 9)
    shots = of(events, ev.Shelled).shots
    assert [each.unit for each in shots] == ["c-i1", "c-i2", "c-i3"]
    assert all({m.cite: m.n for m in each.modifiers}["TRAP-6.4.2-10"] == 1 for each in shots)
    assert fight["c-i1"].hex == ELIMINATED
    assert fight["c-i2"].status == "disrupted"
    assert fight["c-i3"].status == "normal"
    assert fight.state.rubble == ("1313",)
    assert fight["c-i3"].level == "ground"


@pytest.mark.case("TRAP-6.4.3-5", "TRAP-8.2", "TRAP-6.5.2")
def test_passengers_of_an_apc_are_not_rolled_for_and_share_its_fate() -> None:
    fight = mortars()
    fight.put("81-btr1", "1312", facing="N")
    fight.put("81-1-i2", "1312", aboard="81-btr1")
    events = fight.do(shell("c-h1", "1312", "c-leader1"), 9, 1, 2)
    assert [each.unit for each in of(events, ev.Shelled).shots] == ["81-1-i1", "81-btr1"]
    assert fight["81-btr1"].hex == fight["81-1-i2"].hex == ELIMINATED
    assert fight.state.wrecks == ("1312",)


@pytest.mark.case("TRAP-8.8", "TRAP-6.5.2")
def test_indirect_fire_takes_snipers_without_a_die_that_saves_them_and_leaders_among_others() -> None:
    fight = guns()
    fight.put("c-sniper1", "1313", facing="N")
    fight.put("dudayev", "1313")
    shelled = of(fight.do(bombard("1313", "kalin"), 9, 1, 1, 6), ev.Shelled)
    assert fight["c-sniper1"].hex == ELIMINATED
    assert [shot.die is None for shot in shelled.shots if shot.hit] == [True, False]
    assert fight["dudayev"].status == "disrupted"


# Artillery off the map.


@pytest.mark.case("TRAP-4.3.1-3", "TRAP-6.5", "TRAP-8.6-1", "TRAP-8.6", "TRAP-6.5.2")
def test_artillery_fires_with_its_marker_by_day_and_not_too_near() -> None:
    assert guns().cite(bombard("1313", "kalin")) == ""
    fight = guns()
    fight.set(steps=(Fight(RUSSIAN, "1/81").step,))
    assert fight.cite(bombard("1313", "kalin")) == "TRAP-4.3.1-3"
    night = guns()
    night.set(turn=6)
    assert night.cite(bombard("1313", "kalin")) == "TRAP-8.6-1"
    near = guns()
    near.put("pulik", "1413")
    assert near.cite(bombard("1313", "kalin")) == "TRAP-6.5.2", "a lone leader keeps it off as well"
    assert guns().cite(bombard("1312", "kalin")) == "TRAP-6.5", "nobody is there"
    restricted = guns()
    restricted.set(restricted=True)
    assert restricted.cite(bombard("1313", "kalin")) == "TRAP-10.1.2-3"


@pytest.mark.case("TRAP-6.5", "TRAP-4.3.1-3", "TRAP-4.3-5")
def test_a_leader_spots_for_several_batteries_each_once_a_turn() -> None:
    fight = guns()
    fight.do(bombard("1313", "kalin", 4), 10, 6, 9, 9, 9)
    assert fight["kalin"].activated
    assert sum(each.used for each in fight.state.batteries.values()) == 4
    assert fight.cite(bombard("1313", "kalin", 6)) == "TRAP-4.3.1-3"
    assert fight.cite(bombard("1313", "kalin", 5)) == ""


def test_batteries_hold_their_fire_when_no_target_is_left() -> None:
    fight = guns()
    events = fight.do(bombard("1313", "kalin", 9), 1, 1)
    assert of(events, ev.Shelled).shots[0].result == "eliminated"
    assert sum(each.used for each in fight.state.batteries.values()) == 1


# Buratinos.


def buratino(**leader: Any) -> Fight:
    """Kalin sees Chechens at 1313 and there are two Buratinos."""
    fight = guns(**leader)
    fight.options(buratino="yes", interdiction="yes")
    two = {BatteryId(id): Battery(BatteryId(id), buratino=True) for id in ("b1", "b2")}
    fight.set(batteries={**fight.state.batteries, **two})
    return fight


def strike(at: str = "1313", spotter: str = "kalin") -> do.Strike:
    return do.Strike(HexId(at), UnitId(spotter))


@pytest.mark.case("TRAP-8.3", "TRAP-8.7-2", "TRAP-6.5.2")
def test_a_buratino_destroys_a_hex_and_stuns_those_beside_it() -> None:
    fight = buratino()
    fight.put("c-i2", "1313", level="upper", facing="N", activated=True)
    fight.put("c-i3", "1314", facing="N")
    fight.put("c-i4", "1413", facing="N")
    events = fight.do(strike(), 8, 6, 2, 7)
    assert of(events, ev.Struck).battery == "b1"
    assert fight["c-i1"].hex == fight["c-i2"].hex == ELIMINATED
    assert fight.state.rubble == ("1313",)
    assert fight["c-i4"].status == "inactive", "6 and 2 of 8, and an even die"
    assert fight["c-i3"].status == "normal", "7 and 2 are too much"


@pytest.mark.case("TRAP-8.3")
def test_an_odd_die_spares_who_is_beside_a_buratino() -> None:
    fight = buratino()
    fight.put("c-i3", "1314", facing="N", activated=True)
    fight.do(strike(), 9, 1, 3)
    assert fight["c-i1"].hex == "1313", "9 and 2 are too much"
    assert fight["c-i3"].status == "normal"
    assert fight.state.rubble == ()


@pytest.mark.case("TRAP-8.3", "TRAP-6.5")
def test_when_a_buratino_can_fire() -> None:
    assert buratino().cite(strike()) == ""
    assert guns().cite(strike()) != ""
    assert buratino().cite(strike(spotter="")) == "TRAP-8.3"
    near = buratino()
    near.put("pulik", "1113")
    assert near.cite(strike()) == "TRAP-8.3", "two hexes are too near"
    far = buratino()
    far.put("pulik", "1013")
    assert far.cite(strike()) == ""


# Interdiction.


def interdict(at: str, spotter: str = "") -> do.Interdict:
    return do.Interdict(HexId(at), UnitId(spotter))


@pytest.mark.case("TRAP-6.5.3")
def test_interdiction_holds_on_a_die_of_five_and_may_end_for_good() -> None:
    fight = buratino()
    events = fight.do(interdict("1317"), 3)
    found = of(events, ev.Interdicted)
    assert ([each.n for each in found.modifiers], found.holds, found.over) == ([1, 2], False, False)
    fight.do(interdict("1317"), 2)
    assert [each.hex for each in fight.state.batteries.values() if each.hex] == ["1317"]
    fight.do(interdict("1317"), 7)
    assert not fight.state.interdiction
    assert fight.cite(interdict("1317")) == "TRAP-6.5.3"
    fight = buratino()
    fight.options(buratino="yes")
    assert fight.cite(interdict("1317")) != ""


@pytest.mark.case("TRAP-6.5.3")
def test_interdiction_disrupts_who_enters_on_a_die_of_two() -> None:
    for face, status in ((2, "disrupted"), (10, "disrupted"), (3, "normal")):
        fight = Fight(RUSSIAN)
        fight.put("81-btr1", "1316", facing="N")
        fight.put("81-1-i1", "1316", aboard="81-btr1")
        battery = Battery(BatteryId("a1"), used=True, hex=HexId("1317"))
        fight.set(batteries={battery.id: battery})
        play: Course[State, ev.Event] = Course(evolve, fight.state, Branch(((face,),)), RUSSIAN)
        harass(play, [UnitId("81-btr1")], HexId("1316"))
        assert {unit.status for unit in play.state.units.values()} == {status}


# Odds.


@pytest.mark.case("TRAP-6.5.1", "TRAP-6.5.2")
@pytest.mark.parametrize("status", ["normal", "pinned"])
def test_odds_of_indirect_fire_with_scatter_are_exact(status: str) -> None:
    fight = mortars(status=status)
    action = shell("c-h1", "1312", "c-leader1")
    fight.put("81-btr1", "1312", facing="N", activated=True)
    told = chances(fight.odds(action))
    lands = enumerated(fight, action, lambda state, events: not of(events, ev.Shelled).scattered)
    assert told["does not scatter"] == pytest.approx(float(lands))
    for unit, name in (("81-1-i1", "1st Platoon, 1/81"), ("81-btr1", "BTR 1")):
        gone = enumerated(fight, action, _gone(unit))
        hit = enumerated(fight, action, _hit(unit))
        assert told[f"{name} eliminated"] == pytest.approx(float(gone))
        assert told[f"{name} hit"] == pytest.approx(float(hit))


@pytest.mark.case("TRAP-6.5.2")
def test_the_hope_of_indirect_fire_counts_enemies_and_its_notes_name_own_units() -> None:
    fight = mortars()
    action = shell("c-h1", "1312", "c-leader1")
    before = fight.odds(action)
    fight.put("c-i2", "1312", level="upper", facing="N", activated=True, status="disrupted")
    odds = fight.odds(action)
    assert chances(odds)["Fighters 2 hit"] > chances(odds)["1st Platoon, 1/81 hit"]
    assert odds.hope == before.hope == ("to hit", chances(odds)["1st Platoon, 1/81 hit"])
    assert odds.modifiers == before.modifiers
    assert "Fighters 2 of your own are there, and can be hit too" in odds.notes


@pytest.mark.case("TRAP-8.10", "TRAP-6.5.2")
def test_the_odds_of_riders_count_what_befalls_their_tank() -> None:
    street = mortars()
    street.put("131-t1", "1312", facing="N")
    street.put("81-1-i1", "1312", facing="N", aboard=UnitId("131-t1"))
    field = Fight(RUSSIAN, "artillery")
    field.put("kalin", "0514")
    field.put("c-t1", "0518")
    field.put("c-i1", "0518", aboard=UnitId("c-t1"))
    for fight, action, tank, rider, name in (
        (street, shell("c-h1", "1312", "c-leader1"), "131-t1", "81-1-i1", "1st Platoon, 1/81"),
        (field, bombard("0518", "kalin"), "c-t1", "c-i1", "Fighters 1"),
    ):
        fight.options(riders="yes")
        gone = enumerated(fight, action, _gone(rider))
        assert chances(fight.odds(action))[f"{name} eliminated"] == pytest.approx(float(gone))
        assert gone > enumerated(fight, action, _gone(tank)) > 0


@pytest.mark.case("TRAP-6.5.2", "TRAP-6.4.2-11")
def test_a_leader_who_calls_fire_on_his_own_hex_has_acted_when_it_falls() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-h1", "1410", facing="S")
    fight.put("c-leader1", "1312", level="upper")
    fight.put("81-1-i1", "1312", facing="N")
    action = shell("c-h1", "1312", "c-leader1")
    told = chances(fight.odds(action))
    assert told["Commander 1 hit"] == pytest.approx(float(enumerated(fight, action, _hit("c-leader1"))))
    assert told["Commander 1 hit"] > told["1st Platoon, 1/81 hit"]


def _gone(unit: str) -> Any:
    def holds(state: State, events: list[ev.Event]) -> bool:
        return state.units[UnitId(unit)].hex == ELIMINATED

    return holds


def _hit(unit: str) -> Any:
    def holds(state: State, events: list[ev.Event]) -> bool:
        return any(each.hit for each in of(events, ev.Shelled).shots if each.unit == unit)

    return holds


@pytest.mark.case("TRAP-6.5.2", "TRAP-8.3", "TRAP-6.5.3")
def test_odds_of_batteries_are_exact() -> None:
    fight = guns(status="suppressed")
    fight.state = guns().state
    told = chances(fight.odds(bombard("1313", "kalin")))
    assert told["Fighters 1 eliminated"] == pytest.approx(
        float(enumerated(fight, bombard("1313", "kalin"), _gone("c-i1")))
    )
    fight = buratino()
    fight.put("c-i3", "1314", facing="N")
    told = chances(fight.odds(strike()))
    assert told["everything there destroyed"] == pytest.approx(float(enumerated(fight, strike(), _gone("c-i1"))))
    stunned = enumerated(fight, strike(), lambda state, events: state.units[UnitId("c-i3")].status == "inactive")
    assert told["1314 inactive"] == pytest.approx(float(stunned))
    told = chances(fight.odds(interdict("1317")))
    holds = enumerated(fight, interdict("1317"), lambda state, events: of(events, ev.Interdicted).holds)
    over = enumerated(fight, interdict("1317"), lambda state, events: of(events, ev.Interdicted).over)
    assert told == {
        "holds": pytest.approx(float(holds)),
        "ends interdiction for the game": pytest.approx(float(over)),
    }


def _few_faces(dice: int, sides: int) -> list[tuple[int, ...]]:
    """Return a hit and a miss of ten sides, a loss and a survival of six."""
    return [(10,), (9,)] if sides == 10 else [(1,), (6,)]


def _weight(events: list[ev.Event]) -> Fraction:
    """Return the chance of these events for Chechen infantry.

    Half of all hits eliminate.
    """
    weight = Fraction(1)
    for event in events:
        if isinstance(event, ev.Shelled):
            weight *= 1 if event.scatter is None else Fraction(7 if event.scattered else 3, 10)
            for shot in event.shots:
                hits = hit_chance(event.cf, shot.modifiers)
                weight *= hits / 2 if shot.hit else 1 - hits
    return weight


def _is_hit(unit: str, events: list[ev.Event]) -> bool:
    shots = [shot for event in events if isinstance(event, ev.Shelled) for shot in event.shots]
    return any(shot.hit and shot.unit == unit for shot in shots)


@pytest.mark.case("TRAP-6.5.2", "TRAP-8.7-1")
@pytest.mark.parametrize(
    ("up", "down", "hex", "spotter", "batteries", "room"),
    [
        (2, 0, "1313", "1309", 1, 3),
        (2, 0, "1313", "1309", 3, 3),
        (1, 1, "1313", "1309", 2, 3),
        (2, 2, "1310", "1312", 2, 3),
        (0, 2, "0305", "0307", 3, 3),
        (2, 1, "1313", "1309", 2, 1),
    ],
)
def test_odds_of_several_batteries_are_those_of_all_together(
    up: int, down: int, hex: str, spotter: str, batteries: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A building that collapses reduces the next hits; they end if it is overstacked."""
    for module in ("stacking", "bombardment"):
        monkeypatch.setattr(f"bot.titles.trap.field.{module}.stacking", lambda seat: room)
    fight = Fight(RUSSIAN, "artillery")
    for n in range(1, up + down + 1):
        fight.put(f"c-i{n}", hex, level="upper" if n <= up else "ground")
    fight.put("kalin", spotter)
    action = bombard(hex, "kalin", batteries)
    assert fight.cite(action) == ""
    ways = [(state, events, _weight(events)) for _, state, events in run_through(fight, action, _few_faces)]
    assert sum(weight for _, _, weight in ways) == 1
    told = chances(fight.odds(action))
    for n in range(1, up + down + 1):
        gone = sum(weight for state, events, weight in ways if _gone(f"c-i{n}")(state, events))
        assert told[f"Fighters {n} eliminated"] == pytest.approx(float(gone))
        hit = sum(weight for _, events, weight in ways if _is_hit(f"c-i{n}", events))
        assert told[f"Fighters {n} hit"] == pytest.approx(float(hit))
