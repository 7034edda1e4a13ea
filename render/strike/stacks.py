"""The positions of counters in an area: both sides apart, all visible.

A room is measured in units of the map about the middle of its area. A counter is 100 units of its own, which
shrink until everything fits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.titles.strike.model.table import GERMAN, RUSSIAN
from render.canvas import Sprite

SIZES = tuple(size / 100 for size in range(60, 17, -2))
"""Units of the map to a unit of a counter, from the largest down."""
GAP = 6.0
"""Between two counters, in units of a counter."""
BROAD = 212.0
"""The breadth of a row of plates or tokens, in units of a counter."""


class Piece(Struct, frozen=True):
    """A counter: its breadth and height in its own units, and its drawing function."""

    wide: float
    high: float
    draw: Callable[[float], Sprite]


Cell = tuple[Piece, ...]
"""Pieces that lie one below the other."""
Row = Sequence[Cell]


class Laid(Struct, frozen=True):
    """A placed counter.

    Its middle is in units of the map about the middle of its area.
    """

    piece: Piece
    x: float
    y: float
    size: float


class Room(Struct, frozen=True):
    """The part of an area where counters of a side may lie: a box without its corners.

    `side` is -1 where they lie against its right edge, 1 against its left edge, 0 in the middle.
    """

    left: float
    right: float
    top: float
    bottom: float
    reach: float
    side: int = 0

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom and abs(x) + abs(y) <= self.reach


_OX = Room(-97, 97, -72, 73, 136)
_OX_HALVES = {GERMAN: Room(-98, -1, -73, 54, 139, -1), RUSSIAN: Room(1, 98, -73, 54, 139, 1)}
_DIAMOND = Room(-62, 62, -46, 40, 66)
_DIAMOND_HALVES = {GERMAN: Room(-70, -1, -52, 40, 72, -1), RUSSIAN: Room(1, 70, -52, 40, 72, 1)}


def room(diamond: bool, seat: Seat, shared: bool) -> Room:
    """Return the room of a side's counters in an area, which both sides may share."""
    if shared:
        return (_DIAMOND_HALVES if diamond else _OX_HALVES)[seat]
    return _DIAMOND if diamond else _OX


def arrange(
    plates: Sequence[Piece], counters: Sequence[Piece], tokens: Sequence[Piece], space: Room
) -> list[Laid]:
    """Arrange pieces in rows as large as they fit.

    Commanders come first, then formations, then support units.
    """
    grid: list[Cell] = [(piece,) for piece in counters]
    grid += [tuple(tokens[i : i + 2]) for i in range(0, len(tokens), 2)]
    laid: list[Laid] = []
    for size in SIZES:
        for columns in _columns(len(grid)):
            ranks = [grid[i : i + columns] for i in range(0, len(grid), columns)]
            laid = list(_laid([*_side_by_side(plates), *ranks], size, space))
            if all(_fits(each, space) for each in laid):
                return laid
    return laid


def _columns(count: int) -> list[int]:
    """Return in how many columns pieces may lie, squarest first."""
    square = math.ceil(math.sqrt(count))
    return sorted(range(1, count + 1), key=lambda columns: (abs(columns - square), -columns)) or [1]


def _side_by_side(pieces: Sequence[Piece]) -> Iterator[Row]:
    """Yield rows of as many pieces as go side by side."""
    row: list[Cell] = []
    for piece in pieces:
        if row and sum(_wide(each) for each in row) + piece.wide > BROAD:
            yield row
            row = []
        row.append((piece,))
    if row:
        yield row


def _wide(cell: Cell) -> float:
    return max(piece.wide for piece in cell) + GAP


def _high(cell: Cell) -> float:
    return sum(piece.high + GAP for piece in cell)


def _laid(rows: Sequence[Row], size: float, space: Room) -> Iterator[Laid]:
    heights = [max(map(_high, row)) for row in rows]
    half = sum(heights) * size / 2
    y = max(space.top, min(0.0, space.bottom - half) - half)
    for row, height in zip(rows, heights, strict=True):
        broad = sum(map(_wide, row)) * size
        x = {-1: space.right - broad, 0: -broad / 2, 1: space.left}[space.side]
        for cell in row:
            x += _wide(cell) * size / 2
            down = y + (height - _high(cell)) * size / 2
            for piece in cell:
                yield Laid(piece, x, down + (piece.high + GAP) * size / 2, size)
                down += (piece.high + GAP) * size
            x += _wide(cell) * size / 2
        y += height * size


def _fits(laid: Laid, space: Room) -> bool:
    x, y = laid.piece.wide * laid.size / 2, laid.piece.high * laid.size / 2
    return all(space.holds(laid.x + dx, laid.y + dy) for dx in (-x, x) for dy in (-y, y))
