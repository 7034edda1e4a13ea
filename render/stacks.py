"""Where the counters of a hex lie: in rooms of their own for each side or level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from render.canvas import Point

COUNTER = 118.0
"""The room of a counter with its prow, in its own units."""
MOST = 0.96
"""How large a counter is drawn at most, in units of the map."""
PILED = 3
"""How many counters of a pile can be seen from far."""


class Room(Struct, frozen=True):
    """A part of a hex, about its middle."""

    left: float
    top: float
    right: float
    bottom: float


class Laid(Struct, frozen=True):
    """Where a counter lies about the middle of its hex, and how large it is."""

    x: float
    y: float
    size: float


ASIDE = 82.0
"""How far a column of counters reaches from the middle of its hex, so that it covers none of the next hex."""
TOP = -60.0
"""Where the rooms of a hex begin, below its name."""


def rooms(ground: int, upper: int, low: bool, top: float = TOP) -> list[Room]:
    """Return the rooms of so many stacks on the ground and of so many above, in their order.

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
    """Return places for all counters of a stack, in rows, as large as they can be.

    `tall` is what a counter takes from top to bottom, in its own units; `most` is how large it is drawn at most.
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
    """Return places for a pile of a few counters, of which the last lies on top."""
    shown = min(count, PILED)
    size = min(most, (room.right - room.left) / (COUNTER + 9 * (shown - 1)), (room.bottom - room.top) / COUNTER)
    x, y = (room.left + room.right) / 2, (room.top + room.bottom) / 2
    off = [(i - (shown - 1) / 2) * 9 * size for i in range(shown)]
    return [Laid(x - d, y - d, size) for d in reversed(off)][::-1] if shown > 1 else [Laid(x, y, size)]


def span(laid: Sequence[Laid]) -> Room:
    """Return the room that counters take up."""
    half = 58.0
    return Room(
        min(each.x - half * each.size for each in laid),
        min(each.y - half * each.size for each in laid),
        max(each.x + half * each.size for each in laid),
        max(each.y + half * each.size for each in laid),
    )
