"""Facing: fire arcs, the side that a target shows, and the hexes behind a unit."""

from __future__ import annotations

from functools import lru_cache

from bot.kernel.rule import case
from bot.kit.hexes import DIRECTIONS, Hex
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.model.ids import FACINGS, Facing, Field, HexId
from bot.titles.firefight.printed.units import Aspect


def turned(facing: Facing, by: int) -> Facing:
    """Turn a facing clockwise by a number of hexsides."""
    return FACINGS[(FACINGS.index(facing) + by) % 6]


# FF-R43
@case("COH-4.4f")
@lru_cache(maxsize=1 << 17)
def in_arc(field: Field, start: HexId, facing: Facing, target: HexId) -> bool:
    """Return true if a hex is in the arc of a unit with a facing.

    The arc continues the three front hexes and includes their outer rows. A unit's own hex is always in its arc.
    """
    places = ground(field).places
    one, other = places[start], places[target]
    off = Hex(other.q - one.q, other.r - one.r)
    ahead = FACINGS.index(facing)
    return _clockwise(DIRECTIONS[ahead - 1], off) and _clockwise(off, DIRECTIONS[(ahead + 1) % 6])


def _clockwise(a: Hex, b: Hex) -> bool:
    """Return true if a direction is clockwise from another, or equal to it."""
    return a.q * b.r - a.r * b.q >= 0


@case("COH-3.3b")
def aspect(field: Field, target: HexId, facing: Facing, shooter: HexId) -> Aspect:
    """Return the side that a unit shows to a shooter; in its own hex it is the flank."""
    return "front" if shooter != target and in_arc(field, target, facing, shooter) else "flank"


def front(field: Field, start: HexId, facing: Facing) -> tuple[HexId, ...]:
    """Return the front hexes of a unit that exist, from its left."""
    return _beside(field, start, facing, (-1, 0, 1))


@case("COH-4.1c")
def behind(field: Field, start: HexId, facing: Facing) -> tuple[HexId, ...]:
    """Return the rear and rear-side hexes of a unit that exist."""
    return _beside(field, start, facing, (2, 3, 4))


@lru_cache(maxsize=1 << 15)
def _beside(field: Field, start: HexId, facing: Facing, turns: tuple[int, ...]) -> tuple[HexId, ...]:
    found = (ground(field).beside(start, turned(facing, by)) for by in turns)
    return tuple(hex for hex in found if hex is not None)


def toward(field: Field, start: HexId, target: HexId) -> Facing:
    """Return the facing toward a hex; of two, the first clockwise from north."""
    bearings = ground(field).bearings(start, target)
    return FACINGS[bearings[0] - 1] if bearings else "N"


def reach(field: Field, start: HexId, facing: Facing, far: int) -> list[HexId]:
    """Return the hexes of an arc up to a range, without the unit's own hex.

    Pictures and computer players use it.
    """
    near = ground(field).within(start, far)
    return [hex for hex in near if hex != start and in_arc(field, start, facing, hex)]
