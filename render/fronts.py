"""The parts of a map that is too large for a phone, named by the winds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeVar

from render.canvas import Point

N = TypeVar("N", bound=str)

REACH = 1600.0
"""The largest breadth and height of a part, in units.

They are measured from the middle of its first place to that of its last.
"""
ROWS: Mapping[int, Sequence[str]] = {1: ("",), 2: ("north", "south"), 3: ("north", "", "south")}
COLUMNS: Mapping[int, Sequence[str]] = {1: ("",), 2: ("west", "east"), 3: ("west", "", "east")}


def by_winds(spots: Mapping[N, Point], reach: float = REACH) -> dict[str, tuple[N, ...]]:
    """Return the places of each part of a map by its name; none if the map is small.

    There are at most three parts in a row and three in a column.
    """
    xs, ys = ([at[axis] for at in spots.values()] for axis in (0, 1))
    columns, rows = (COLUMNS[_parts(xs, reach)], ROWS[_parts(ys, reach)])
    if len(columns) == len(rows) == 1:
        return {}
    parts: dict[str, list[N]] = {}
    for row in rows:
        for column in columns:
            parts[_name(row, column)] = []
    for place, (x, y) in spots.items():
        parts[_name(rows[_nth(y, ys, len(rows))], columns[_nth(x, xs, len(columns))])].append(place)
    return {name: tuple(places) for name, places in parts.items() if places}


def _parts(along: Sequence[float], reach: float) -> int:
    """Return the number of parts into which some places are divided."""
    return min(3, max(1, math.ceil((max(along, default=0) - min(along, default=0)) / reach)))


def _nth(at: float, along: Sequence[float], count: int) -> int:
    """Return the index of the part of a place."""
    low, high = min(along), max(along)
    return min(count - 1, int((at - low) / (high - low or 1.0) * count))


def _name(row: str, column: str) -> str:
    return "-".join(filter(None, (row, column))).capitalize() or "Centre"
