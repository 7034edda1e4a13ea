"""Hazards of a move with their chances: balkas, ice, icy bridges, instant mines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from bot.kernel.rule import case
from bot.kit import odds
from bot.kit.english import join
from bot.titles.tide.field import board, crews, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Vehicle, Work
from bot.titles.tide.printed.tables import tables


@case("FB-balka-2", "FB-balka-5")
def crosses_balka(state: State, unit: AnyUnit, start: HexId, hex: HexId) -> bool:
    """Return true if a vehicle crosses the side of a balka, outside its entrance."""
    return isinstance(unit, Vehicle) and board.map_of(state).over_the_side(start, hex)


@case("FB-stream-3")
def ice(state: State, unit: AnyUnit, hex: HexId) -> tuple[int, int]:
    """Return the dice that a unit rolls for ice in a hex, and the face that breaks it."""
    numbers = tables().numbers.ice
    frozen = board.map_of(state)[hex].terrain == "frozen-stream"
    dice = numbers.vehicles if isinstance(unit, Vehicle) else numbers.squads
    thin = sum(boon.n for boon in state.boons if boon.kind == "thin ice")
    return dice if frozen else 0, numbers.breaks - thin


@case("FB-bridge-2", "FB-snow-1")
def slides(state: State, unit: AnyUnit, hex: HexId) -> bool:
    """Return true if a unit may slide in a hex: a truck on a bridge in winter."""
    truck = isinstance(unit, Vehicle) and units.kind(unit).type == "truck"
    return truck and board.map_of(state)[hex].terrain == "bridge" and board.snow_trait(state, hex)


@case("FB-mines-3", "FB-mines-4")
def passage(state: State, unit: AnyUnit, hex: HexId) -> int:
    """Return the lowest face at which a unit crosses instant mines unharmed."""
    numbers, spot = tables().numbers.passage, board.map_of(state)[hex]
    if isinstance(unit, Vehicle):
        return numbers.vehicles
    if board.snow_trait(state, hex):
        return numbers.snow
    if spot.roads:
        return numbers.road
    printed = tables().terrain[spot.terrain].passage
    return max(printed, numbers.hill) if spot.level else printed


def along(state: State, unit: AnyUnit, path: Sequence[HexId]) -> Iterator[tuple[str, float]]:
    """Yield the rolls that a path demands of a unit, with their chances of harm."""
    for start, hex in pairwise((unit.hex, *path)):
        for what, chance in _at(state, unit, start, hex, stops=hex == path[-1]):
            yield f"{what} at {hex}", float(chance)


def _at(state: State, unit: AnyUnit, start: HexId, hex: HexId, *, stops: bool) -> Iterator[tuple[str, Fraction]]:
    numbers = tables().numbers
    if crosses_balka(state, unit, start, hex):
        yield "damaged in the balka", odds.face(numbers.slip.balka)
    dice, breaks = ice(state, unit, hex)
    if dice:
        broken = odds.at_least(odds.successes(dice, odds.face(breaks)), 1)
        hits = odds.successes(numbers.ice.dice, odds.face(numbers.ice.face))
        yield "harmed by broken ice", broken * odds.at_least(hits, 1)
        if isinstance(unit, Vehicle):
            yield "sunk", broken * odds.at_least(hits, numbers.ice.sinks)
    if slides(state, unit, hex):
        yield "slides on the bridge", odds.face(numbers.slip.bridge)
    if board.works_at(state, hex, "instant-mines") and not units.is_special(unit, "engineer"):
        need = passage(state, unit, hex) - numbers.passage.stopping * stops
        blast = odds.successes(numbers.mines.dice, odds.face(numbers.mines.face))
        yield "harmed by instant mines", (1 - odds.face(need)) * odds.at_least(blast, 1)


@case("TOI-3.2c", "TOI-9.4", "TOI-9.5", "FB-mines-1", "FI-type-1", "FI-fougasse-2", "TOI-6.1a", "TOI-6.1f")
def met(state: State, unit: AnyUnit, path: Sequence[HexId]) -> Iterator[tuple[HexId, str]]:
    """Yield enemies, works and Op Fire on a path, each with its hex."""
    for hex in path:
        kinds = {work.kind for work in board.works_at(state, hex)}
        if hex != path[-1] and units.holders(state, hex, unit.side):
            yield hex, OVERRUN
        if units.crosses_wire(unit):
            kinds.discard("wire")
        yield from ((hex, tables().works[kind].name) for kind in UNDERFOOT if kind in kinds)
        if any(hex in (work.hex, *board.may_cover(state, work)) for work in _fougasses(state, unit)):
            yield hex, COVERED
        if not getattr(unit, "concealed", False) and any(
            _watches(state, enemy, hex) for enemy in _waiting(state, unit)
        ):
            yield hex, WATCHED


UNDERFOOT = ("mines", "instant-mines", "wire", board.WEAK)
MINED = ("minefield", "instant mines")
OVERRUN, COVERED, WATCHED = "overrun", "fougasse", "Op Fire"
TOLD = {
    OVERRUN: "It drives over the enemies at {}.",
    COVERED: "A flame fougasse may cover {}.",
    WATCHED: "Enemies on Op Fire see it at {}.",
}


def _fougasses(state: State, unit: AnyUnit) -> Iterator[Work]:
    return (work for work in state.works.values() if work.kind == board.FOUGASSE and work.owner != unit.side)


def _waiting(state: State, unit: AnyUnit) -> Iterator[AnyUnit]:
    return (
        enemy
        for enemy in units.against(state, unit.side)
        if enemy.activity == "op fire" and crews.manned(state, enemy) and units.aboard(state, enemy) is None
    )


def _watches(state: State, enemy: AnyUnit, hex: HexId) -> bool:
    return not units.is_suppressed(enemy) and board.sees(state, enemy.hex, hex)


def told(state: State, unit: AnyUnit, path: Sequence[HexId]) -> Iterator[str]:
    """Describe what a path leads through; mines appear in the odds instead."""
    hexes: dict[str, list[str]] = {}
    for hex, what in met(state, unit, path):
        hexes.setdefault(what, []).append(hex)
    for what, where in hexes.items():
        if what not in MINED:
            yield TOLD.get(what, f"It enters the {what} at {{}}.").format(join(where))


def marks(state: State, unit: AnyUnit, path: Sequence[HexId]) -> tuple[tuple[HexId, str], ...]:
    """Return a label of the hazards in each hex of a path."""
    words: dict[HexId, list[str]] = {}
    for hex, what in met(state, unit, path):
        words.setdefault(hex, []).append(what)
    return tuple((hex, ", ".join(what)) for hex, what in words.items())
