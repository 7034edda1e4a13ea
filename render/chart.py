"""The geometry of a map: hexes, corners, outlines and windows.

The unit is a hundredth of a hexside.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random

from msgspec import Struct

from bot.kit import hexes
from bot.kit.hexes import Hex
from render.canvas import Point
from render.kept import digest

SIDE = 100.0
"""The distance from the middle of a hex to a corner."""
TALL = SIDE * math.sqrt(3)
"""The distance between two opposite sides of a hex."""

PHONE, LEGIBLE = 400, 11
"""The breadth of a picture on a phone, and of letters that are easy to read there.

Both are in pixels.
"""
ENOUGH = 0.6
"""The part of that size at which letters are just legible."""

_CORNERS = ((1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1))
"""The corners of a hex in thirds of an axial step.

Side i of `hexes.DIRECTIONS` runs from corner i - 1 to i.
"""


class Cell(Struct, frozen=True):
    """A hex to be drawn. `roads` are the hexes that its roads lead to."""

    at: Hex
    name: str
    terrain: str = "clear"
    level: int = 0
    roads: frozenset[Hex] = frozenset()
    snow: bool = False


class Chart:
    """A map to be drawn: its cells and its sheet of paper. Two charts are never equal."""

    def __init__(
        self,
        cells: Iterable[Cell],
        left: float,
        top: float,
        right: float,
        bottom: float,
        walls: Collection[tuple[Hex, Hex]] = (),
    ) -> None:
        """Take the cells, the edges of the sheet, and the hexsides with walls."""
        self.cells: Mapping[Hex, Cell] = {cell.at: cell for cell in cells}
        self.walls = walls
        self.left, self.top, self.right, self.bottom = left, top, right, bottom

    @cached_property
    def _centres(self) -> list[tuple[Point, Cell]]:
        return [(centre(at), cell) for at, cell in self.cells.items()]

    def within(self, window: Window, margin: float) -> list[Cell]:
        """Return the hexes whose centres a window shows, or its margin."""
        return [cell for point, cell in self._centres if window.holds(point, margin)]

    @cached_property
    def key(self) -> str:
        """The cache key of the map: equal maps have equal keys."""
        sheet = (self.left, self.top, self.right, self.bottom)
        return digest(sorted(self.cells.values(), key=lambda cell: cell.at), sheet, sorted(self.walls))

    def of_terrain(self, *kinds: str) -> set[Hex]:
        """Return the hexes with ground of these kinds."""
        return {at for at, cell in self.cells.items() if cell.terrain in kinds}

    def runoff(self, at: Hex, links: Collection[Hex]) -> Hex | None:
        """Return the hex off the map to which a way with a single link continues, if any."""
        if len(links) != 1:
            return None
        (link,) = links
        off = [to for to in hexes.neighbours(at) if to not in self.cells]
        away = [to for to in off if hexes.distance(to, link) == 2]
        return min(
            away, key=lambda to: abs(to.q + link.q - 2 * at.q) + abs(to.r + link.r - 2 * at.r), default=None
        )


ALMOST = 1e-6
"""The part of a pixel that is no more than a rounding error."""
SCALES = 6
"""The number of scales of crops between a scale and its half."""


def stepped(most: float, *fits: float) -> float:
    """Return the largest of a few scales that fits, so that crops can share drawings."""
    down = max(0.0, math.log2(most / min(fits)))
    return float(most / 2 ** (math.ceil(down * SCALES - 0.001) / SCALES))


class Window(Struct, frozen=True):
    """A part of a map at a scale in pixels to a unit."""

    left: float
    top: float
    right: float
    bottom: float
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """The size of its picture in pixels."""
        return round((self.right - self.left) * self.scale), round((self.bottom - self.top) * self.scale)

    def pixel(self, at: Point) -> Point:
        """Return the position of a point of the map in the picture."""
        return (at[0] - self.left) * self.scale, (at[1] - self.top) * self.scale

    def letters(self, size: float, most: float) -> int:
        """Return the size of letters in pixels, enlarged up to `most` for a phone.

        If even the largest would be illegible on a phone, they are for larger screens and of a middle size.
        """
        plain, largest, legible = size * self.scale, most * self.scale, LEGIBLE * self.size[0] / PHONE
        fitting = (plain + largest) / 2 if largest < ENOUGH * legible else min(max(plain, legible), largest)
        return max(9, round(fitting))

    def shows(self, at: Hex, margin: float = 2 * SIDE) -> bool:
        """Return whether a hex, or anything that overlaps its edge, is visible."""
        return self.holds(centre(at), margin)

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        """Return whether a point of the map, or its margin, is visible."""
        x, y = point
        return self.left - margin < x < self.right + margin and self.top - margin < y < self.bottom + margin


def aligned(left: float, top: float, right: float, bottom: float, scale: float) -> Window:
    """Return the window between some edges, moved inwards to whole pixels.

    So windows of one scale share their ground.
    """
    across, down = (
        (math.ceil(low * scale - ALMOST) / scale, math.floor(high * scale + ALMOST) / scale)
        for low, high in ((left, right), (top, bottom))
    )
    return Window(across[0], down[0], across[1], down[1], scale)


def whole(chart: Chart, scale: float) -> Window:
    """Return the window that shows the whole map."""
    return Window(chart.left, chart.top, chart.right, chart.bottom, scale)


GROWS = 2.7
"""The largest factor by which essential things grow on a large map."""


def grown(window: Window) -> float:
    """Return the factor by which a thing grows so that it is legible on a phone."""
    return round(min(GROWS, max(1.0, 1.05 * min(window.size[0], 1000) / 1000 / window.scale)), 2)


def stretch(points: Iterable[float], margin: float, least: float, low: float, high: float) -> tuple[float, float]:
    """Return the span of some points with a margin on each side.

    It is no shorter than the least, and within the sheet.
    """
    all_ = list(points)
    a, b = min(all_) - margin, max(all_) + margin
    if (short := least - (b - a)) > 0:
        a, b = a - short / 2, b + short / 2
    shift = max(low - a, 0.0) + min(high - b, 0.0)
    return max(a + shift, low), min(b + shift, high)


def centre(at: Hex) -> Point:
    """Return the middle of a hex."""
    return 1.5 * SIDE * at.q, TALL * (at.r + at.q / 2)


def _corner(key: tuple[int, int]) -> Point:
    q, r = key[0] / 3, key[1] / 3
    return 1.5 * SIDE * q, TALL * (r + q / 2)


def corners(at: Hex) -> list[Point]:
    """Return the six corners of a hex, clockwise from the north-east."""
    return [_corner((3 * at.q + x, 3 * at.r + y)) for x, y in _CORNERS]


def gate(a: Hex, b: Hex, kind: str, sway: float) -> Point:
    """Return the point where a way of a kind crosses the side between two hexes.

    It is up to `sway` from the side's middle.
    """
    (ax, ay), (bx, by) = sorted((centre(a), centre(b)))
    off = Random(f"{kind} {min(a, b)} {max(a, b)}").uniform(-sway, sway) / TALL
    return (ax + bx) / 2 - (by - ay) * off, (ay + by) / 2 + (bx - ax) * off


def outlines(region: Iterable[Hex], sway: float = 0.0) -> Sequence[Sequence[Point]]:
    """Return the closed outlines of a region, clockwise; its holes counterclockwise.

    Each corner is moved by up to `sway`, always in the same way.
    """
    return _outlines(frozenset(region), sway)


@lru_cache(maxsize=512)
def _outlines(region: frozenset[Hex], sway: float) -> Sequence[Sequence[Point]]:
    ahead = {}
    for at in region:
        for i, to in enumerate(hexes.neighbours(at)):
            if to not in region:
                start, end = _CORNERS[i - 1], _CORNERS[i]
                ahead[3 * at.q + start[0], 3 * at.r + start[1]] = (3 * at.q + end[0], 3 * at.r + end[1])
    loops = []
    while ahead:
        loop = [min(ahead)]
        while (key := ahead.pop(loop[-1])) != loop[0]:
            loop.append(key)
        loops.append([_swayed(key, sway) for key in loop])
    return loops


def _swayed(key: tuple[int, int], sway: float) -> Point:
    chance = Random(f"corner {key}")
    x, y = _corner(key)
    return x + chance.uniform(-sway, sway), y + chance.uniform(-sway, sway)
