"""Molotov cocktails: the dice of a throw, and the fires that it may start."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from msgspec import Struct

from bot.kernel.rule import Modifier, Wrong, case
from bot.kit import odds
from bot.titles.tide.field import board, defence, halving
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Face, HexId, Squad
from bot.titles.tide.printed.tables import tables

FACES: tuple[Face, ...] = get_args(Face)


class Throw(Struct, frozen=True):
    """An attack with Molotov cocktails: its dice, and the defence dice of the hex."""

    hex: HexId
    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    rerolls: int = 0

    @property
    def dice(self) -> int:
        """The number of dice of the throw."""
        return sum(part.n for part in self.attack)

    @property
    def cover(self) -> int:
        """The number of defence dice of the hex."""
        return defence.dice(self.defence)


@case("FI-molotov-1", "FI-molotov-2", "FB-expert-1")
def throw(state: State, unit: AnyUnit, hex: HexId) -> Throw | Wrong:
    """Return an attack with Molotov cocktails, or why it is illegal.

    The hex defends with its terrain, whatever units are in it.
    """
    here, numbers = board.map_of(state), tables().numbers.molotov
    if not isinstance(unit, Squad):
        return Wrong("only squads throw Molotov cocktails", "choose a squad", "FI-molotov-1")
    if not hex:
        return Wrong("no hex is named", "name the `hex` that is attacked", "FI-molotov-1")
    if hex not in here or here.distance(unit.hex, hex) != 1:
        return Wrong("Molotov cocktails reach an adjacent hex", "choose an adjacent hex", "FI-molotov-1")
    if here[hex].level - here[unit.hex].level > numbers.climb:
        return Wrong(f"{hex} lies too high above {unit.hex}", "choose a lower hex", "FI-molotov-2")
    reasons = halving.halvings(state, unit)
    if wrong := halving.twice_halved(state, reasons):
        return wrong
    attack = (Modifier("FI-molotov-1", "Molotov cocktails", numbers.dice),)
    return Throw(
        hex,
        (*attack, *halving.half_part(numbers.dice, reasons)),
        _hex_cover(state, hex),
        halving.rerolls_of(unit),
    )


@case("FI-molotov-1")
def _hex_cover(state: State, hex: HexId) -> tuple[Modifier, ...]:
    terrain = tables().terrain[board.map_of(state)[hex].terrain]
    parts = [Modifier("TOI-8.1", terrain.name, terrain.cover)] if terrain.cover else []
    if board.works_at(state, hex, "smoke"):
        parts.append(Modifier("TOI-9.7", "smoke", tables().works["smoke"].cover))
    less = min(tables().numbers.molotov.cover, defence.dice(parts))
    return (*parts, Modifier("FI-molotov-1", "Molotov cocktails", -less)) if less else tuple(parts)


def hits_left(thrown: Throw) -> odds.Distribution:
    """Return the chances of each number of hits of Molotov cocktails that get through."""
    attack = odds.rerolled(thrown.dice, odds.face(tables().numbers.molotov.face), thrown.rerolls)
    saved = odds.successes(thrown.cover, odds.face(tables().numbers.defence.face))
    return odds.cancelled(attack, saved)


def fires(thrown: Throw) -> tuple[Fraction, Fraction]:
    """Return the chances of a weak fire and of a strong fire."""
    numbers = tables().numbers.molotov
    saved = odds.successes(thrown.cover, odds.face(tables().numbers.defence.face))
    weak, strong = Fraction(0), Fraction(0)
    for (made, sixes), p in _throws(thrown.dice, thrown.rerolls, numbers.face, numbers.strong).items():
        through = sum((q for cancels, q in enumerate(saved) if cancels < made), Fraction(0))
        weak, strong = (weak, strong + p * through) if sixes else (weak + p * through, strong)
    return weak, strong


def _throws(dice: int, again: int, hit: int, six: int) -> dict[tuple[int, bool], Fraction]:
    """Return the chances of each number of hits, with or without a six.

    Up to `again` misses are rerolled.
    """
    faces = {
        (1, True): odds.face(six),
        (1, False): odds.face(hit) - odds.face(six),
        (0, False): 1 - odds.face(hit),
    }
    totals = {(0, 0, False): Fraction(1)}
    for _ in range(dice):
        totals = _added(totals, faces)
    found: dict[tuple[int, bool], Fraction] = {}
    for (made, missed, sixes), p in totals.items():
        more = {(made, 0, sixes): p}
        for _ in range(min(again, missed)):
            more = _added(more, faces)
        for (hits, _, six_too), q in more.items():
            found[hits, six_too] = found.get((hits, six_too), Fraction(0)) + q
    return found


def _added(
    totals: dict[tuple[int, int, bool], Fraction], faces: dict[tuple[int, bool], Fraction]
) -> dict[tuple[int, int, bool], Fraction]:
    """Add a die; totals count hits, misses, and whether there was a six."""
    found: dict[tuple[int, int, bool], Fraction] = {}
    for (made, missed, sixes), p in totals.items():
        for (hit, six), q in faces.items():
            key = (made + hit, missed + 1 - hit, sixes or six)
            found[key] = found.get(key, Fraction(0)) + p * q
    return found
