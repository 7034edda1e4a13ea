"""Slow and plain sight: every hex is a polygon, every street is walked hex by hex."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache
from itertools import pairwise

from bot.titles.trap.field.ground import Ground
from bot.titles.trap.model.table import HexId

Point = tuple[int, int]
# On a square grid a column is six to the east, half of a row to the south, and a row six to the south.
CORNERS: tuple[Point, ...] = ((4, 0), (2, 3), (-2, 3), (-4, 0), (-2, -3), (2, -3))


def centre(hex: HexId) -> Point:
    column, row = int(hex[:2]), int(hex[2:])
    return 6 * column, 6 * row + (0 if column % 2 else 3)


def polygon(column: int, row: int) -> list[Point]:
    x, y = 6 * column, 6 * row + (0 if column % 2 else 3)
    return [(x + dx, y + dy) for dx, dy in CORNERS]


def stretch(a: Point, b: Point, corners: list[Point]) -> tuple[Fraction, Fraction, bool] | None:
    """Return the part of a line in a polygon, and whether it is inside or on the rim."""
    first, last, inside = Fraction(0), Fraction(1), True
    for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1], strict=True):
        at_a = (u - x) * (a[1] - y) - (v - y) * (a[0] - x)
        at_b = (u - x) * (b[1] - y) - (v - y) * (b[0] - x)
        if at_a == at_b:
            if at_a < 0:
                return None
            inside = inside and at_a > 0
            continue
        cut = Fraction(at_a, at_a - at_b)
        first, last = (max(first, cut), last) if at_b > at_a else (first, min(last, cut))
    return (first, last, inside) if first < last else None


def straight(ground: Ground, a: HexId, b: HexId) -> bool:
    """Return whether a straight line is open.

    No hex that it crosses blocks it, nor do both sides of a hexside.
    """
    along: dict[Fraction, list[bool]] = {}
    for column in range(int(min(a[:2], b[:2])) - 1, int(max(a[:2], b[:2])) + 2):
        for row in range(int(min(a[2:], b[2:])) - 2, int(max(a[2:], b[2:])) + 3):
            hex = HexId(f"{column:02}{row:02}")
            found = stretch(centre(a), centre(b), polygon(column, row)) if hex not in (a, b) else None
            if found is None:
                continue
            blocks = hex not in ground or ground.terrain[hex] != "clear"
            if found[2] and blocks:
                return False
            if not found[2]:
                along.setdefault(found[0], []).append(blocks)
    return not any(all(blocks) for blocks in along.values())


def streets(ground: Ground, a: HexId, b: HexId, limit: int) -> bool:
    """Return whether a street leads from `a` to `b` within the limit, without woods."""
    for street in ground.streets.values():
        course = street.hexes
        for start, hex in enumerate(course):
            if hex != a:
                continue
            for way in (1, -1):
                at = start
                for _ in range(limit):
                    at += way
                    if not 0 <= at < len(course):
                        break
                    if course[at] == b:
                        return True
                    if ground.terrain[course[at]] == "woods":
                        break
    return False


@cache
def roads(ground: Ground) -> frozenset[frozenset[HexId]]:
    """Return the pairs of hexes that some street joins."""
    return frozenset(frozenset(pair) for street in ground.streets.values() for pair in pairwise(street.hexes))


@cache
def centres(ground: Ground) -> dict[Point, HexId]:
    return {centre(hex): hex for hex in ground.terrain}


def straight_road(ground: Ground, a: HexId, b: HexId, limit: int) -> bool:
    """Return whether a road follows the straight line between two hexes without woods.

    It does if hexes centred at equal steps on the line follow each other, each joined to the next by a street.
    """
    (x, y), (u, v) = centre(a), centre(b)
    for steps in range(1, limit + 1):
        if (u - x) % steps or (v - y) % steps:
            continue
        points = [(x + (u - x) // steps * n, y + (v - y) // steps * n) for n in range(steps + 1)]
        way = [centres(ground).get(point) for point in points]
        if all(frozenset(pair) in roads(ground) for pair in pairwise(way)):
            return all(ground.terrain[hex] != "woods" for hex in way[1:-1] if hex)
    return False


def sees(ground: Ground, a: HexId, b: HexId, limit: int, rubble: Collection[HexId] = ()) -> bool:
    """Say whether there is sight between two hexes."""
    if ground.distance(a, b) > limit:
        return False
    buildings = [hex for hex in (a, b) if ground.terrain[hex] in ("built-up", "landmark") and hex not in rubble]
    if len(buildings) < 2 and straight(ground, a, b):
        return True
    return a == b or streets(ground, a, b, limit) or straight_road(ground, a, b, limit)
