"""Hexes with flat tops in axial coordinates.

`q` counts columns to the east, `r` rows to the south. Names are those of a paper map: "C4" is the third full
column from the west, fourth full hex from the north. Column 0 and the hexes cut by the northern and southern rim
of a map are halves and have no name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple


class Hex(NamedTuple):
    """A hex of the endless plane."""

    q: int
    r: int


DIRECTIONS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
"""The six neighbours, clockwise from the north; a directional marker shows 1 to 6."""


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """Return the six adjacent hexes, clockwise from the north."""
    return tuple(Hex(at.q + d.q, at.r + d.r) for d in DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """Return the distance between two hexes in hexes."""
    (aq, ar), (bq, br) = a, b
    q, r = aq - bq, ar - br
    return (abs(q) + abs(r) + abs(q + r)) // 2


def step(at: Hex, direction: int, by: int = 1) -> Hex:
    """Return the hex `by` hexes away in a direction of 1 (north) to 6, clockwise."""
    d = DIRECTIONS[direction - 1]
    return Hex(at.q + d.q * by, at.r + d.r * by)


def turned(direction: int, by: int) -> int:
    """Return a direction turned clockwise by a number of hexsides."""
    return (direction - 1 + by) % 6 + 1


@lru_cache(maxsize=1 << 15)
def bearings(a: Hex, b: Hex) -> tuple[int, ...]:
    """Return the directions in which `b` lies from `a`: one, or two past a corner.

    An arc is a set of directions. A rule decides whether an arc includes a corner when it holds only one of the
    two. A hex lies in no direction of itself.
    """
    q, r = b.q - a.q, b.r - a.r
    if q == r == 0:
        return ()
    # The distance of the hex in each direction, in half steps.
    along = [(2 * q + r) * d.q + (2 * r + q) * d.r for d in DIRECTIONS]
    return tuple(n for n, far in enumerate(along, start=1) if far == max(along))


def from_grid(column: int, row: int) -> Hex:
    """Return the hex of a column and row; odd columns are half a hex further north."""
    return Hex(column, row - (column + (column & 1)) // 2)


def grid(at: Hex) -> tuple[int, int]:
    """Return the column and row of a hex: the inverse of `from_grid`."""
    return at.q, at.r + (at.q + (at.q & 1)) // 2


def name(at: Hex) -> str:
    """Return the name of a full hex, such as "C4" or "AB12"."""
    column, row = grid(at)
    number = row if column & 1 else row + 1
    return f"{_letters(column)}{number}"


def named(name: str) -> Hex | None:
    """Return the hex of a name, `None` if there is none; the inverse of `name`."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not letters or not digits or not letters.isascii() or not letters.isalpha():
        return None
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return from_grid(column, int(digits) - (0 if column & 1 else 1))


def numbered(name: str) -> tuple[int, int] | None:
    """Return column and row of a name of four digits, such as "0304"; else `None`."""
    return (int(name[:2]), int(name[2:])) if len(name) == 4 and name.isascii() and name.isdigit() else None


def _letters(column: int) -> str:
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


class Line(NamedTuple):
    """The hexes strictly between two hexes, on a line nudged to either side.

    The sides differ only if the line runs along a hexside or through a corner.
    """

    left: tuple[Hex, ...]
    right: tuple[Hex, ...]


def line(a: Hex, b: Hex) -> Line:
    """Return the hexes strictly between two hexes, from `a` to `b`."""
    left, right = offsets(b.q - a.q, b.r - a.r)
    return Line(tuple(Hex(a.q + h.q, a.r + h.r) for h in left), tuple(Hex(a.q + h.q, a.r + h.r) for h in right))


# The corners of a hex about its centre, in thirds of an axial step: exact integers, never rounded floats.
_CORNERS = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))


@cache
def offsets(q: int, r: int) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the hexes between the origin and (q, r) left and right of the line."""
    corners = [q * y - r * x for x, y in _CORNERS]
    first, last = min(corners), max(corners)
    left, right = [], []
    for at in _between(q, r, range(-last, 1 - first)):
        across = 3 * (q * at.r - r * at.q)
        if across > -last:
            right.append(at)
        if across < -first:
            left.append(at)
    return tuple(left), tuple(right)


def _between(q: int, r: int, touched: range) -> Iterator[Hex]:
    """Yield the hexes that a line from the origin to (q, r) touches, without its ends.

    They come in the order of the line, which is that of their centres along it, because a line crosses a side
    towards the next centre. The line touches a hex if its centre is no farther from the line than its corners
    reach.
    """
    end, origin = Hex(q, r), Hex(0, 0)
    span = distance(origin, end)
    near = [
        at
        for x in range(min(q, 0), max(q, 0) + 1)
        for y in _rows(q, r, x)
        if 3 * (q * y - r * x) in touched and distance(origin, at := Hex(x, y)) < span and distance(at, end) < span
    ]
    yield from sorted(near, key=lambda at: at.q * (2 * q + r) + at.r * (2 * r + q))


def _rows(q: int, r: int, column: int) -> range:
    """Return the rows of a column near the line.

    A hex reaches two thirds of a column to each side.
    """
    if q == 0:
        return range(min(r, 0), max(r, 0) + 1)
    west, east = sorted((r * (3 * column - 2) // (3 * q), r * (3 * column + 2) // (3 * q)))
    return range(west - 1, east + 3)
