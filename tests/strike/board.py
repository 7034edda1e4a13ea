"""The table of strike transcripts: the campaign map, with pieces set by lines.

The lines are listed in `transcripts/README.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.dice import Dice, SeededDice
from bot.kernel.secret import PUBLIC, Seat, Seen
from bot.kit.english import count
from bot.kit.events import evolve
from bot.titles.strike import TITLE
from bot.titles.strike.field import counters, names
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import (
    BREAKDOWN,
    ELIMINATED,
    GERMAN,
    REMOVED,
    RUSSIAN,
    WAITING,
    AreaId,
    Unit,
    UnitId,
)
from bot.titles.strike.play import Play
from bot.titles.strike.play.sequence import SEQUENCE
from bot.titles.strike.play.setup import lay_out
from bot.titles.strike.words import labels
from tests import transcripts

BOXES = {"Breakdown Box": BREAKDOWN, "Eliminated Box": ELIMINATED, "waiting": WAITING}
AREA = r"[A-Z]\d+"


class Unset(Exception):
    """A line of a set-up says nothing that is known."""


def set_up(lines: Iterable[str]) -> State:
    """Set up these units on the campaign map, in turn 1 and fair weather.

    All others are out of the game.
    """
    lines = list(lines)
    options = dict(line.split(" ", 2)[1:] for line in lines if line.startswith("option "))
    play: Play = Play(evolve, State(), SeededDice(b"field"))
    lay_out(play, "campaign", options)
    state = play.state
    state = replace(state, units={id: _away(unit) for id, unit in state.units.items()})
    for line in lines:
        if not line.startswith("option "):
            state = _apply(state, line)
    return state


def _away(unit: Unit) -> Unit:
    called = counters.is_kind(unit, "partisans", "commissar")
    return replace(unit, place=WAITING if called else REMOVED)


def _apply(state: State, line: str) -> State:
    for pattern, apply in _LINES:
        if found := re.fullmatch(pattern, line):
            return apply(state, *found.groups())
    raise Unset(line)


def find(state: State, name: str) -> UnitId:
    """Return the unit of this name. Raises `Unset` if there is none."""
    for id, unit in state.units.items():
        if names.full(unit) == name:
            return id
    raise Unset(name)


def _put(state: State, place: str, text: str) -> State:
    units = dict(state.units)
    for each in text.split(", "):
        name = re.sub(r" (reduced|disrupted)$", "", each)
        id = find(state, name)
        units[id] = replace(units[id], place=BOXES.get(place, AreaId(place)), down=name != each)
    return replace(state, units=units)


def _held(state: State, text: str, side: str) -> State:
    areas = dict.fromkeys(map(AreaId, text.split(", ")), Seat(side.lower()))
    return replace(state, control={**state.control, **areas})


def _converted(state: State, text: str) -> State:
    return replace(state, converted=(*state.converted, *map(AreaId, text.split(", "))))


def _objectives(state: State, side: str, text: str) -> State:
    return replace(state, objectives={**state.objectives, Seat(side.lower()): tuple(text.split(", "))})


def _points(state: State, side: str, n: str) -> State:
    return replace(state, points={**state.points, Seat(side.lower()): int(n)})


_SIDE = r"(German|Russian)"
_LINES: tuple[tuple[str, Callable[..., State]], ...] = (
    (rf"({AREA}|{'|'.join(BOXES)}): (.*)", _put),
    (rf"((?:{AREA}(?:, )?)+) (?:is|are) {_SIDE}", _held),
    (rf"{_SIDE}: (\d+) points?", _points),
    (rf"{_SIDE} objectives: (.*)", _objectives),
    (r"railways of the German gauge: (.*)", _converted),
    (r"weather (.*)", lambda state, weather: replace(state, weather=weather)),
    (r"turn (\d+)", lambda state, n: replace(state, turn=int(n))),
)
"""The pattern of each line of a set-up, and its effect."""


def begin(state: State, stage: str, dice: Dice) -> tuple[State, Sequence[Any]]:
    """Let a stage of a turn begin."""
    return transcripts.begin(TITLE, SEQUENCE, state, stage, dice)


def facts(state: State) -> Iterator[str]:
    """Yield all that there is to see, a line each."""
    everything = Seen(PUBLIC, state)
    yield from (labels.label_unit(everything, id) for id, unit in state.units.items() if unit.place != REMOVED)
    lost = (unit for unit in state.units.values() if unit.place == REMOVED)
    yield from (f"{names.full(unit)} out of the game" for unit in lost)
    for seat in (GERMAN, RUSSIAN):
        side = names.nation(seat)
        yield f"{side}: {count(state.points[seat], 'point')}"
        yield f"{side} objectives: {', '.join(state.objectives[seat]) or 'none'}"
    yield from (f"{names.place(state, area)} is {names.nation(seat)}" for area, seat in state.control.items())
    yield from (f"railway of the German gauge at {area}" for area in state.converted)
    yield f"turn {state.turn}, {state.phase} phase, {state.weather}"


class Board:
    """The map, as transcripts ask about it."""

    seats = (GERMAN, RUSSIAN)
    set_up = staticmethod(set_up)
    game = staticmethod(lambda: TITLE)
    begin = staticmethod(begin)
    facts = staticmethod(facts)
