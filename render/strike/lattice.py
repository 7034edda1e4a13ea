"""The geometry of oxes (octagons) and diamonds; an ox is 200 units broad.

Cells are named by their points on the lattice as `bot.titles.strike.ground` counts them: oxes have even columns
and even rows, diamonds odd ones.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator

from bot.titles.strike.printed.ground import Point as Cell
from render.canvas import Point

PITCH = 200.0
"""The distance between the middles of adjacent oxes."""
SIDE = PITCH / (1 + math.sqrt(2))
"""The length of every side of an ox and of a diamond."""
TIP = (PITCH - SIDE) / 2
"""The distance from the middle of a diamond to its corners."""

_OX = ((0, -2), (1, -1), (2, 0), (1, 1), (0, 2), (-1, 1), (-2, 0), (-1, -1))
_DIAMOND = ((1, -1), (1, 1), (-1, 1), (-1, -1))


def is_diamond(cell: Cell) -> bool:
    """Return whether a cell is a diamond."""
    return cell[0] % 2 == 1


def centre(cell: Cell) -> Point:
    """Return the middle of a cell."""
    return cell[0] * PITCH / 2, cell[1] * PITCH / 2


def corners(cell: Cell) -> list[Point]:
    """Return the corners of a cell, clockwise.

    The first side leads to the first of `neighbours`, and so on.
    """
    x, y = centre(cell)
    if is_diamond(cell):
        return [(x, y - TIP), (x + TIP, y), (x, y + TIP), (x - TIP, y)]
    a, b = SIDE / 2, PITCH / 2
    around = ((-a, -b), (a, -b), (b, -a), (b, a), (a, b), (-a, b), (-b, a), (-b, -a))
    return [(x + dx, y + dy) for dx, dy in around]


def neighbours(cell: Cell) -> Iterator[Cell]:
    """Yield the cells across each side, clockwise.

    They begin in the north for an ox, in the north-east for a diamond.
    """
    for dx, dy in _DIAMOND if is_diamond(cell) else _OX:
        yield cell[0] + dx, cell[1] + dy


def side(cell: Cell, to: Cell) -> tuple[Point, Point]:
    """Return the ends of the side between two neighbours, with the first on the right."""
    points = corners(cell)
    i = list(neighbours(cell)).index(to)
    return points[i], points[(i + 1) % len(points)]


def outlines(region: Collection[Cell]) -> list[list[Point]]:
    """Return the closed outlines of a region, clockwise; its holes counterclockwise."""
    ahead: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for cell in sorted(region):
        for to in neighbours(cell):
            if to not in region:
                start, end = side(cell, to)
                ahead.setdefault(_key(start), []).append((start, end))
    loops = []
    while ahead:
        first = min(ahead)
        key = first
        loop: list[Point] = []
        while not loop or key != first:
            start, end = ahead[key].pop()
            if not ahead[key]:
                del ahead[key]
            loop.append(start)
            key = _key(end)
        loops.append(loop)
    return loops


def _key(at: Point) -> tuple[int, int]:
    return round(at[0] * 10), round(at[1] * 10)


def inside(x: float, y: float, cell: Cell, part: float = 1.0) -> bool:
    """Return whether a point is within a fraction of a cell."""
    cx, cy = centre(cell)
    x, y = abs(x - cx), abs(y - cy)
    if is_diamond(cell):
        return x + y <= TIP * part
    return max(x, y) <= PITCH / 2 * part and x + y <= PITCH / math.sqrt(2) * part


def bounds(cells: Iterable[Cell]) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of all that some cells cover."""
    reach = [(*centre(cell), TIP if is_diamond(cell) else PITCH / 2) for cell in cells]
    return (
        min(x - r for x, _, r in reach),
        min(y - r for _, y, r in reach),
        max(x + r for x, _, r in reach),
        max(y + r for _, y, r in reach),
    )
