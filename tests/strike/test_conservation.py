"""No event loses or doubles a counter, or puts it in an impossible place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bot.titles import titles
from bot.titles.strike.field import boxes, counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, GERMAN, REMOVED, RUSSIAN, WAITING, Unit
from bot.titles.strike.printed.tables import tables
from tests.match import Match, play

EVERYWHERE = {
    "army": {BREAKDOWN, ELIMINATED, REMOVED},
    "group": {BREAKDOWN, ELIMINATED, REMOVED},
    "corps": {BREAKDOWN, ELIMINATED, REMOVED, WAITING},
    "garrison": {ELIMINATED, REMOVED, WAITING},
    "militia": {ELIMINATED, REMOVED},
    "leader": {REMOVED},
    "trucks": {ELIMINATED, REMOVED, WAITING},
    "luftwaffe": {REMOVED, WAITING},
    "rail": {REMOVED, WAITING},
    "partisans": {WAITING, REMOVED},
    "commissar": {WAITING, REMOVED},
}
"""Where a counter of each kind can be besides the map."""


def misplaced(state: State, unit: Unit) -> bool:
    """Say whether a counter is where its kind never is."""
    if unit.place in counters.map_of(state):
        return False
    return unit.place not in EVERYWHERE[tables().units[unit.id].kind]


def states(match: Match) -> Iterator[tuple[object, State]]:
    """Yield every event of a match with the state after it, undone ones included."""
    for n, entry in enumerate(match.log):
        state = match.states[n - 1] if n else match.game.blank()
        for event in entry.events:
            state = match.game.evolve(state, event)
            yield event, state


@pytest.mark.parametrize(
    ("scenario", "moves", "seed"),
    [
        *(("first", 300, seed) for seed in range(8)),
        ("autumn", 600, 8),
        ("campaign", 600, 9),
        ("campaign", 900, 10),
    ],
)
def test_every_counter_is_in_one_place_after_every_event(scenario: str, moves: int, seed: int) -> None:
    game = titles()["strike"]
    match = play(Match(game, scenario, {}, bytes([seed])), Random(seed), moves=moves)
    printed = set(tables().units)
    seen: Counter[str] = Counter()
    for event, state in states(match):
        seen[type(event).__name__] += 1
        assert set(state.units) == printed
        assert all(id == unit.id and unit.side == tables().units[id].side for id, unit in state.units.items())
        assert [unit.id for unit in state.units.values() if misplaced(state, unit)] == [], event
        for seat in (GERMAN, RUSSIAN):
            assert boxes.in_boxes(state, seat) >= counters.side(state, seat).minimum, event
            assert state.points[seat] >= 0, event
    assert {"Moved", "Fought", "Eliminated", "Readied"} <= set(seen)
