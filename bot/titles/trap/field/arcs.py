"""Facing: the hexsides of a line, the firing arc, and the aspect of the target."""

from __future__ import annotations

from functools import cache
from typing import Literal

from bot.kernel.rule import case
from bot.kit.hexes import Hex, bearings
from bot.titles.trap.field.ground import Ground, ground
from bot.titles.trap.field.sight import Line
from bot.titles.trap.field.units import POSITION, known, of, other
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS, Facing, HexId, Unit

Aspect = Literal["front", "flank", "rear"]
WORST: tuple[Aspect, ...] = ("front", "flank", "rear")
"""From the target's best aspect to its worst."""


def toward(a: Hex, b: Hex) -> tuple[int, ...]:
    """Return the hexsides by which a straight line leaves a hex: two at a corner.

    Hexsides are counted from 0 in the north, clockwise.
    """
    return tuple(direction - 1 for direction in bearings(a, b))


@case("TRAP-6.2", "TRAP-3.4.2")
def leaves(ground: Ground, line: Line) -> tuple[int, ...]:
    """Return the hexsides by which a line leaves its first hex.

    A line along a street leaves by the side of the street.
    """
    if line.course:
        side = ground.direction(line.course[0], line.course[1])
        return () if side is None else (side,)
    places = ground.map.places
    return toward(places[line.start], places[line.end])


@case("TRAP-3.4.1")
def is_front(facing: int, side: int) -> bool:
    """Say whether a hexside is one of the three before a foot unit."""
    return (side - facing) % 6 in (5, 0, 1)


# TRAP-R72
@case("TRAP-3.4.1", "TRAP-6.2")
def bears(facing: int, sides: tuple[int, ...]) -> bool:
    """Return whether a foot unit fires through a hexside; its front has its corners."""
    return not sides or any(is_front(facing, side) for side in sides)


# TRAP-R72
@case("TRAP-3.4.1", "TRAP-3.4.2")
@cache
def aspect(facing: int, sides: tuple[int, ...], vehicle: bool) -> Aspect:
    """Return the aspect a line meets; at a corner, the better for the target."""
    return min((_aspect(facing, side, vehicle) for side in sides), key=WORST.index, default="front")


def _aspect(facing: int, side: int, vehicle: bool) -> Aspect:
    turn = (side - facing) % 6
    if not vehicle:
        return "front" if turn in (5, 0, 1) else "rear"
    return "front" if turn == 0 else "rear" if turn == 3 else "flank"


def reach(ground: Ground, hex: HexId, facing: int, vehicle: bool, far: int) -> dict[HexId, Aspect]:
    """Return the hexes around a unit with the aspect each sees, for pictures of arcs."""
    places = ground.map.places
    around = (other for other in ground.map.within(hex, far) if other != hex)
    return {other: aspect(facing, toward(places[hex], places[other]), vehicle) for other in around}


@case("TRAP-3.4")
@POSITION.keeps
def faces(state: State, unit: Unit, hex: HexId) -> Facing:
    """Return the default facing of a placed unit: to the nearest enemy or its road."""
    here = ground()
    foes = [each.hex for each in of(state, other(unit.side))]
    goal = min(foes, key=lambda foe: (here.distance(hex, foe), foe), default=HexId("0117"))
    sides = [side for side in range(6) if here.beside(hex, side) is not None]
    what = known(unit)
    if what is not None and what.vehicle and here.terrain[hex] != "clear":
        sides = [side for side in sides if here.beside(hex, side) in here.road_next(hex)] or sides
    best = min(sides, key=lambda side: (here.distance(here.beside(hex, side) or hex, goal), side))
    return FACINGS[best]
