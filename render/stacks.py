"""The positions of counters in a hex: separate rooms for each side or level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from render.canvas import Point

COUNTER = 118.0
"""The room of a counter with its prow, in its own units."""
MOST = 0.96
"""The largest size of a counter, in units of the map."""
PILED = 3
"""The number of visible counters in a pile."""


class Room(Struct, frozen=True):
    """A part of a hex, about its middle."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, left: float, top: float, right: float, bottom: float) -> float:
        """Return the area that it shares with a box."""
        wide = min(self.right, right) - max(self.left, left)
        high = min(self.bottom, bottom) - max(self.top, top)
        return wide * high if wide > 0 and high > 0 else 0.0


class Laid(Struct, frozen=True):
    """The position of a counter in its hex, and its size."""

    x: float
    y: float
    size: float


ASIDE = 82.0
"""The distance from a hex's middle that a column of counters may reach.

So it covers none of the next hex.
"""
TOP = -60.0
"""The upper edge of the rooms of a hex, below its name."""


def rooms(ground: int, upper: int, low: bool, top: float = TOP) -> list[Room]:
    """Return the rooms of stacks on the ground and above, in their order.

    `low` leaves the lower rim of the hex free.
    """
    bottom = 28.0 if low else 80.0
    if ground + upper == 1:
        return [Room(-80, top, 80, bottom)]
    left = _column(-ASIDE, -3, top, bottom, ground or upper)
    right = _column(3, ASIDE, top, bottom, upper)
    if not ground or not upper:
        return [Room(-ASIDE, top, -3, bottom), Room(3, top, ASIDE, bottom)]
    return [*left, *right]


def _column(left: float, right: float, top: float, bottom: float, count: int) -> list[Room]:
    """Return rooms one below the other."""
    high = (bottom - top) / max(1, count)
    return [Room(left, top + i * high, right, top + (i + 1) * high) for i in range(count)]


def spread(count: int, room: Room, tall: float = COUNTER, most: float = MOST) -> list[Laid]:
    """Return places for all counters of a stack, in rows, as large as possible.

    `tall` is the height of a counter in its own units; `most` is its largest size.
    """
    wide, high = room.right - room.left, room.bottom - room.top

    def size_in(across: int) -> float:
        return min(most, wide / across / COUNTER, high / -(-count // across) / tall)

    across = max(range(1, count + 1), key=size_in, default=1)
    size = size_in(across)
    down = -(-count // across)
    step_x, step_y = min(wide / across, COUNTER * size), min(high / down, tall * size)
    x0, y0 = (room.left + room.right) / 2, (room.top + room.bottom) / 2
    return list(_rows(count, across, (x0, y0), (step_x, step_y), size))


def _rows(count: int, across: int, middle: Point, step: Point, size: float) -> Iterator[Laid]:
    down = -(-count // across)
    for i in range(count):
        row, column = divmod(i, across)
        here = min(across, count - row * across)
        x = middle[0] + (column - (here - 1) / 2) * step[0]
        yield Laid(x, middle[1] + (row - (down - 1) / 2) * step[1], size)


def piled(count: int, room: Room, most: float = MOST) -> list[Laid]:
    """Return places for a pile of a few counters; the last is on top."""
    shown = min(count, PILED)
    size = min(most, (room.right - room.left) / (COUNTER + 9 * (shown - 1)), (room.bottom - room.top) / COUNTER)
    x, y = (room.left + room.right) / 2, (room.top + room.bottom) / 2
    off = [(i - (shown - 1) / 2) * 9 * size for i in range(shown)]
    return [Laid(x - d, y - d, size) for d in reversed(off)][::-1] if shown > 1 else [Laid(x, y, size)]


def span(laid: Sequence[Laid]) -> Room:
    """Return the room that counters occupy."""
    half = 58.0
    return Room(
        min(each.x - half * each.size for each in laid),
        min(each.y - half * each.size for each in laid),
        max(each.x + half * each.size for each in laid),
        max(each.y + half * each.size for each in laid),
    )
