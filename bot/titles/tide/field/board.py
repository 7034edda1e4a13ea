"""The map and its works, smoke and fires, sight, and the cards in force."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.kit.memo import Alike, Memo
from bot.kit.pieces import grouped
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Squad, Vehicle, Work
from bot.titles.tide.printed.effects import SightLimit
from bot.titles.tide.printed.ground import Ground, Obstacle, assemble
from bot.titles.tide.printed.record import CardEffect
from bot.titles.tide.printed.records import Objective, ScenarioRecord, SideRecord
from bot.titles.tide.printed.tables import card as printed_card
from bot.titles.tide.printed.tables import tables

Holds = TypeVar("Holds", bound=CardEffect)


WORKS: Memo[State] = Memo("works", "scenario")
"""Results that depend on the works and their hexes."""


def in_force(state: State) -> tuple[object, ...]:
    """Return the open cards of the sides, and the boons of cards."""
    return tables(), state.boons, tuple((seat, hq.operations, hq.in_play) for seat, hq in state.hq.items())


CARDS: Alike[State] = Alike(in_force)
"""Results that depend on operations and cards in play."""


def scenario(state: State) -> ScenarioRecord:
    """Return the record of the scenario that is played."""
    return tables().scenarios[state.scenario]


def side(state: State, seat: Seat) -> SideRecord:
    """Return a side's record in the scenario."""
    return scenario(state).sides[seat]


def wanted(state: State, seat: Seat) -> tuple[Objective, ...]:
    """Return the objectives that a side does not hold."""
    return tuple(each for each in scenario(state).objectives if state.control.get(HexId(each.hex)) != seat)


def map_of(state: State) -> Ground:
    """Return the map of the game."""
    return of_scenario(state.scenario)


@cache
def of_scenario(key: str) -> Ground:
    """Return the map of a scenario.

    Raises `Misprint` if its parts do not fit together.
    """
    printed = tables()
    record = printed.scenarios[key]
    return assemble(printed, record.map, record.overlays, record.streams)


def works_at(state: State, hex: HexId, kind: str = "") -> tuple[Work, ...]:
    """Return the works in a hex, of one kind if it is named."""
    here = _works_by_hex(state).get(hex, ())
    return tuple(work for work in here if work.kind == kind) if here and kind else here


@WORKS.keeps
def _works_by_hex(state: State) -> dict[HexId, tuple[Work, ...]]:
    return grouped(state.works.values(), lambda work: work.hex)


@WORKS.keeps
def smoke(state: State) -> frozenset[HexId]:
    """Return the hexes with smoke."""
    return frozenset(work.hex for work in state.works.values() if work.kind == "smoke")


def obstacle(state: State, a: HexId, b: HexId) -> Obstacle | None:
    """Return the obstacle on the line of sight between two hexes, apart from distance."""
    return map_of(state).blocked(a, b, smoke(state), state.options.get("balka") == "one-way")


@case("FB-snow-1", "FB-trench-4")
def snow_trait(state: State, hex: HexId) -> bool:
    """Return true if a hex has the snow trait, which also applies in a trench."""
    return map_of(state)[hex].snow


def light(state: State) -> tuple[object, ...]:
    """Return the values that sight depends on: map, options, smoke and range of sight."""
    return map_of(state), state.options, smoke(state), sight_limit(state)


SIGHT: Alike[State] = Alike(light)


@case("TOI-7.1")
@SIGHT.keeps
def sees(state: State, a: HexId, b: HexId) -> bool:
    """Return true if two hexes see each other now.

    Units never block; fog and night shorten sight for all.
    """
    return map_of(state).distance(a, b) <= sight_limit(state) and obstacle(state, a, b) is None


NO_LIMIT = 1000


@case("TOI-10.4", "FB-opcard-1")
@CARDS.keeps
def sight_limit(state: State) -> int:
    """Return the range of sight for all units, in hexes."""
    limits = [effect.hexes for seat in state.hq for _, effect in standing(state, seat, SightLimit)]
    limits += (boon.n for boon in state.boons if boon.kind == "sight")
    return min(limits, default=NO_LIMIT)


@case("TOI-10.4", "FB-opcard-1", "TOI-10.3c")
@CARDS.keeps
def standing(state: State, seat: Seat, kind: type[Holds]) -> tuple[tuple[str, Holds], ...]:
    """Return a side's effects of a kind, with the names of their cards."""
    mine = state.hq.get(seat)
    lying: list[tuple[str, object]] = []
    if mine is not None:
        lying += ((o.name, o.effect) for o in map(tables().operations.__getitem__, mine.operations))
        lying += ((c.name, c.effect) for c in map(printed_card, mine.in_play))
    return tuple((name, effect) for name, effect in lying if isinstance(effect, kind))


def snowy(state: State, unit: Squad | Vehicle) -> bool:
    """Return true if a unit is on snow and not inside anything."""
    inside = isinstance(unit, Squad) and bool(unit.within)
    return snow_trait(state, unit.hex) and not inside and map_of(state)[unit.hex].terrain != "building"


def is_hex(state: State, hex: HexId) -> bool:
    """Say whether a hex is on the map."""
    return hex in map_of(state)


WEAK, STRONG, FOUGASSE = "weak-fire", "strong-fire", "fougasse"


DIRECTIONS = range(1, 7)


def fire_at(state: State, hex: HexId) -> Work | None:
    """Return the fire of a hex."""
    return next((work for work in works_at(state, hex) if tables().works[work.kind].type == "fire"), None)


@case("FI-type-1", "FI-type-2")
def closed(state: State, hex: HexId) -> Wrong | None:
    """Return why no unit can enter a hex: a strong fire. A weak fire forbids nothing."""
    if not works_at(state, hex, STRONG):
        return None
    return Wrong(f"a strong fire burns at {hex}", "go around, or fight the fire first", "FI-type-2")


@case("FI-fougasse-2")
def may_cover(state: State, work: Work) -> tuple[HexId, ...]:
    """Return the hexes that a flame fougasse may cover, by public information."""
    here = map_of(state)
    spared = [covered.out and not covered.open() for covered in work.covers]
    beside = (here.beyond(work.hex, each, 1) for each in DIRECTIONS if not spared[each - 1])
    return tuple(hex for hex in beside if hex is not None)
