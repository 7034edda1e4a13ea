"""After a battle: losses follow the result, and retreats are legal."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.kernel.game import answer, decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat, private
from bot.kit.decisions import At
from bot.titles.strike import events as ev
from bot.titles.strike.field import combat, counters, retreats
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import ELIMINATED, GERMAN, RUSSIAN, AreaId, Orders, Unit, UnitId
from bot.titles.strike.play import advance
from tests.strike.board import set_up
from tests.strike.slow import Position
from tests.strike.test_chances_exact import GAME, Fixed, fight
from tests.strike.test_lines import MAP, QUIET, positions

SEATS = st.sampled_from((GERMAN, RUSSIAN))


@QUIET
@given(positions(), st.integers(1, 2))
def test_retreats_go_to_legal_areas(state: State, distance: int) -> None:
    slow = Position(state)
    for area in counters.shared(state)[:4]:
        for seat in (GERMAN, RUSSIAN):
            for unit in counters.troops(state, area, seat):
                ways = retreats.ways_back(state, unit, area, distance)
                assert set(ways) == slow.withdraws(unit, distance), f"{unit.id} from {area} by {distance}"
                assert all(way[0] == area and way[-1] == to for to, way in ways.items())
                assert all(b in MAP[a].next for way in ways.values() for a, b in pairwise(way))


@QUIET
@given(positions())
def test_advances_go_to_legal_areas(state: State) -> None:
    slow = Position(state)
    for unit in slow.units[::4]:
        if counters.fights(unit) or counters.is_kind(unit, "leader"):
            ways = retreats.pursuit(state, unit, unit.place, ())
            assert set(ways) == slow.advances(unit), unit.id
            assert all(b in MAP[a].next for way in ways.values() for a, b in pairwise(way))


def advancing(*lines: str) -> At[State, steps.Advance]:
    """Return a German advance from E7 with these units, into any area around it."""
    state = set_up(lines)
    step = steps.Advance(GERMAN, AreaId("E7"), tuple(unit.id for unit in counters.at(state, AreaId("E7"), GERMAN)))
    return At(GERMAN, replace(state, steps=(step,)), step)


def test_troops_and_their_leader_are_offered_once_together() -> None:
    offered = list(advance.advances(advancing("E7: XLVIII Panzer Corps, von Manstein"), {}))
    assert offered
    assert len(set(offered)) == len(offered)


def test_an_unknown_unit_cannot_advance() -> None:
    at = advancing("E7: XLVIII Panzer Corps")
    refusal = GAME.judge(at, do.Advance((UnitId("I3"),), AreaId("E5")))
    assert refusal is not None
    assert refusal.why == "that is nothing on this table"


def test_a_battle_needs_an_area_to_continue() -> None:
    state = set_up(["E7: XLVIII Panzer Corps", "E7: Soviet 5th Army"])
    step = steps.Battle(AreaId("E7"), GERMAN, "odds", "again")
    refusal = GAME.judge(At(GERMAN, replace(state, steps=(step,)), step), do.Attack(AreaId("")))
    assert refusal is not None
    assert refusal.why == "no area is named"


def total(units: list[Unit]) -> int:
    return sum(map(counters.steps, units))


def attackable(state: State, seat: Seat) -> tuple[AreaId, ...]:
    """Return the first shared area, if an attack there is strong enough for a column."""
    sides = [combat.sides(state, area, seat) for area in counters.shared(state)[:1]]
    able = (each for each in sides if combat.column("differential", each.attack, each.defence) is not None)
    return tuple(each.area for each in able)


def battle(state: State, seat: Seat, area: AreaId, faces: tuple[int, int]) -> tuple[State, list[ev.Event]]:
    """Attack, and let standing orders answer until the next battle."""
    dice, events = Fixed(faces), list[ev.Event]()
    attacked = decide(GAME, state, seat, do.Attack(area), dice)
    assert not isinstance(attacked, Refusal), attacked
    while True:
        for event in attacked:
            state = GAME.evolve(state, event)
            events.append(event)
        if not any(isinstance(step, steps.Battle) for step in state.steps):
            return state, events
        automatic = answer(GAME, state, ())
        who, said = (automatic[0], automatic[2]) if automatic else (seat, do.Done())
        attacked = decide(GAME, state, who, said, dice)
        assert not isinstance(attacked, Refusal), attacked


@QUIET
@given(positions(), SEATS, st.tuples(st.integers(1, 6), st.integers(1, 6)), st.booleans())
def test_losses_are_what_the_result_says(state: State, seat: Seat, faces: tuple[int, int], holds: bool) -> None:
    orders = Orders(
        supply="never", reserves="none", withdrawal="hold" if holds else "withdraw", press="never", air="never",
        ties="first",
    )  # fmt: skip
    state = replace(fight(state, seat), orders={each: private(orders, each) for each in (GERMAN, RUSSIAN)})
    for area in attackable(state, seat):
        sides = combat.sides(state, area, seat)
        after, events = battle(state, seat, area, faces)
        [fought] = [event for event in events if isinstance(event, ev.Fought)]
        lost = {}
        for units in (sides.attackers, sides.defenders):
            now = [after.units[unit.id] for unit in units if after.units[unit.id].place != ELIMINATED]
            lost[units[0].side] = total(list(units)) - total([unit for unit in now if counters.on_map(unit)])
        before = {unit.side: 0 for unit in (*sides.attackers, *sides.defenders)}
        for unit in (*sides.attackers, *sides.defenders):
            before[unit.side] += counters.steps(unit)
        us, them = seat, counters.other(seat)
        match fought.result[0], fought.result[1:]:
            case _, "E":
                loser = us if fought.result == "AE" else them
                assert lost == {loser: before[loser], counters.other(loser): 0}
            case "E", "X":
                both = min(before.values())
                assert lost == {us: both, them: both}
            case "A", "R":
                assert lost[them] == 0
                assert not counters.troops(after, area, us) or lost[us] > 0
            case "D", "W":
                assert lost[us] == 0
                stays = counters.troops(after, area, them)
                assert not stays or lost[them] > 0
            case who, n:
                loser = us if who == "A" else them
                assert lost == {loser: min(int(n), before[loser]), counters.other(loser): 0}


@QUIET
@given(positions(), SEATS, st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_no_unit_is_left_alone_among_enemies_and_no_leader_is_tested_twice(
    state: State, seat: Seat, faces: tuple[int, int]
) -> None:
    orders = Orders(
        supply="never", reserves="none", withdrawal="withdraw", press="never", air="never", ties="first"
    )
    state = replace(fight(state, seat), orders={each: private(orders, each) for each in (GERMAN, RUSSIAN)})
    for area in attackable(state, seat):
        after, events = battle(state, seat, area, faces)
        tested = [event.unit for event in events if isinstance(event, ev.LeaderTested)]
        assert len(tested) == len(set(tested))
        for unit in counters.at(after, area):
            if counters.is_kind(unit, "leader", "trucks"):
                enemies = area in counters.held(after, counters.other(unit.side))
                assert not enemies or counters.troops(after, area, unit.side), unit.id
        for side in (GERMAN, RUSSIAN):
            crowded = set(counters.crowded(after, side)) - set(counters.crowded(state, side))
            assert not crowded, crowded
