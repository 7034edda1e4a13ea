"""The table of trap transcripts: the city, with pieces put there by a few lines.

The lines are listed in `transcripts/README.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.dice import Dice
from bot.kernel.secret import Seat, Secret, private
from bot.titles.trap import TITLE
from bot.titles.trap.field import fog, names, points
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import (
    BOXES,
    CHECHEN,
    CHECHENS,
    FACINGS,
    LADDER,
    RUSSIAN,
    SEATS,
    Battery,
    BatteryId,
    CounterId,
    HexId,
    MarkerId,
    Orders,
    Unit,
    UnitId,
)
from bot.titles.trap.play.sequence import SEQUENCE
from bot.titles.trap.printed.units import counters
from tests import transcripts


class Unset(Exception):
    """A line of a set-up says nothing that is known."""


def set_up(lines: Iterable[str]) -> State:
    """Set up the historical battle in turn 2, with only the units of the lines."""
    state = State(
        scenario="historical",
        turn=2,
        phase="activations",
        spent={seat: private({}, seat) for seat in SEATS},
        orders={seat: private(Orders(), seat) for seat in SEATS},
        batteries={id: Battery(id) for id in (BatteryId(f"a{n}") for n in range(1, 10))},
        control=dict.fromkeys(ground().landmark_of, CHECHEN),
        ambushed=True,
    )
    for line in lines:
        state = _apply(state, line)
    return _looked(state)


def _looked(state: State) -> State:
    """Let each side read the counters it may read now."""
    readers = fog.readers(state)
    units = {
        id: replace(unit, counter=Secret(readers[id], unit.counter.open())) if id in readers else unit
        for id, unit in state.units.items()
    }
    return replace(state, units=units)


def _apply(state: State, line: str) -> State:
    for pattern, apply in _LINES:
        if found := re.fullmatch(pattern, line):
            return apply(state, *found.groups())
    raise Unset(line)


def counter(name: str) -> CounterId:
    """Return the counter of this name. Raises `Unset` if there is none."""
    for key in counters().units:
        if names.counter(key) == name:
            return key
    raise Unset(name)


def _put(state: State, hex: str, level: str, facing: str, text: str) -> State:
    """Put units on a level of a hex or in a box, from the bottom up.

    Brackets hold the riders.
    """
    for part in re.split(r", (?![^(]*\))", text):
        name, riders = re.fullmatch(r"([^(]*?)(?: \((.*)\))?", part).groups()  # type: ignore[union-attr]
        fields = {"hex": HexId(hex), "level": level or "ground", "facing": facing or "N"}
        inside = riders.split(", ") if riders else ()
        ids = [f"u{len(state.units) + n}" for n in range(1, len(inside) + 2)]
        for id, each in zip((*ids[1:], ids[0]), (*inside, name), strict=True):
            aboard = UnitId(ids[0]) if id != ids[0] else UnitId("")
            state = _one(state, UnitId(id), each, {**fields, "aboard": aboard})
    return state


def _one(state: State, id: UnitId, text: str, fields: dict[str, Any]) -> State:
    name = re.sub(rf"( ({'|'.join(LADDER)}|activated))+$", "", text)
    for word in text.removeprefix(name).split():
        fields |= {"activated": True} if word == "activated" else {"status": word}
    key = counter(name)
    side = Seat(counters().units[key].side)
    height = len(state.units) + 1
    unit = Unit(id, side, private(key, side), height=height, **fields)
    return replace(state, units={**state.units, id: unit}, serial=height)


def _acts(state: State, marker: str) -> State:
    return replace(state, steps=(Activation(RUSSIAN, MarkerId(marker)),), gone=(MarkerId(marker),))


def _act(state: State, number: str) -> State:
    return replace(state, steps=(Activation(CHECHEN, CHECHENS, int(number)),), gone=(CHECHENS,))


def _cup(state: State, text: str) -> State:
    return replace(state, cup=tuple(map(MarkerId, text.split(", "))))


def _pool(state: State, text: str) -> State:
    keys = tuple(sorted(map(counter, text.split(", "))))
    return replace(state, pool=private(keys), undrawn=len(keys))


def _held(state: State, text: str, side: str) -> State:
    hexes = dict.fromkeys(map(HexId, text.split(", ")), Seat(side.lower()))
    return replace(state, control={**state.control, **hexes})


def _lies(state: State, what: str, text: str) -> State:
    field = {"road block": "roadblocked", "wreck": "wrecks", "rubble": "rubble"}[what]
    return replace(state, **{field: tuple(map(HexId, text.split(", ")))})


def _option(state: State, key: str, value: str) -> State:
    state = replace(state, options={**state.options, key: value})
    if key != "buratino":
        return state
    some = (*(Battery(BatteryId(f"a{n}")) for n in range(1, 7)), Battery(BatteryId("b1"), buratino=True))
    return replace(state, batteries={each.id: each for each in some})


_LINES: tuple[tuple[str, Callable[..., State]], ...] = (
    (rf"(\d{{4}}|{'|'.join(sorted(BOXES))})(?: (upper))?(?: ({'|'.join(FACINGS)}))?: (.*)", _put),
    (r"battle (.*)", lambda state, scenario: replace(state, scenario=scenario)),
    (r"turn (\d+)", lambda state, n: replace(state, turn=int(n))),
    (r"(\d) Chechen units? acts?", _act),
    (r"(\S+) acts", _acts),
    (r"cup: (.*)", _cup),
    (r"pool: (.*)", _pool),
    (r"((?:\d{4}(?:, )?)+) is (Russian|Chechen)", _held),
    (r"(road block|wreck|rubble) at (.*)", _lies),
    (r"road blocks left: (\d)", lambda state, n: replace(state, roadblocks=int(n))),
    (r"option (\S+) (\S+)", _option),
    (r"the columns are restricted", lambda state: replace(state, restricted=True)),
    (r"the Chechens have not come yet", lambda state: replace(state, ambushed=False)),
)
"""The pattern of each line of a set-up, and its effect."""


def begin(state: State, stage: str, dice: Dice) -> tuple[State, Sequence[Any]]:
    """Let a stage of a turn begin."""
    return transcripts.begin(TITLE, SEQUENCE, state, stage, dice)


def facts(state: State) -> Iterator[str]:
    """Yield all that there is to see, a line each."""
    yield from (names.label(state, id) for id in state.units)
    for what, hexes in (("road block", state.roadblocked), ("wreck", state.wrecks), ("rubble", state.rubble)):
        yield from (f"{what} at {hex}" for hex in hexes)
    yield from (f"{names.place(hex)} is {names.side(seat)}" for hex, seat in state.control.items())
    for line in points.ledger(state):
        yield f"{names.side(line.seat)}: {names.points(line.halves)} [{line.cite}]"
    yield f"the Russian side leads by {points.lead(state) / 2:g}"
    yield f"turn {state.turn}, {state.phase} phase"
    yield f"cup: {', '.join(state.cup) or 'empty'}"
    yield f"gone: {', '.join(state.gone) or 'nothing'}"
    yield f"pool: {state.undrawn}"


class Board:
    """The city, as transcripts ask about it."""

    seats = (RUSSIAN, CHECHEN)
    set_up = staticmethod(set_up)
    game = staticmethod(lambda: TITLE)
    begin = staticmethod(begin)
    facts = staticmethod(facts)
