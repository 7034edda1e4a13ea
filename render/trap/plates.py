"""Positions for the plates of landmarks on a distant view, clear of counters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.canvas import Point, Sprite, cut, sheet_for
from render.chart import SIDE, Window, centre
from render.look import Look
from render.trap import labels
from render.trap.city import City, Landmark
from render.trap.inks import inks

ACROSS, DOWN = 5, 8
"""The range of a plate's moves: in quarters of its breadth, and in its heights."""
HIDES, CLASHES, MISLEADS, FAR_OFF = 15.0, 40.0, 1.5, 0.45
"""The penalties for a plate's position.

They count for hex numbers below it, for another plate or the map's edge, for a nearer landmark, and for each
height of distance.
"""

COARSE, COUNTERS = 8, 120
"""The coarseness in pixels of the search for counters, and their penalty.

The penalty is relative to 255, which stands for hex numbers.
"""


class Box(NamedTuple):
    """A part of a picture, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: Box) -> float:
        """Return how much of the area is covered by another box."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    @property
    def middle(self) -> Point:
        """Return its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def area(self) -> float:
        """Return its area."""
        return (self.right - self.left) * (self.bottom - self.top)

    def nearest(self, point: Point) -> Point:
        """Return its point that is nearest to another one."""
        return min(max(point[0], self.left), self.right), min(max(point[1], self.top), self.bottom)

    def off(self, points: Iterable[Point]) -> float:
        """Return how far off the nearest of some points is."""
        return min((math.dist(point, self.nearest(point)) for point in points), default=math.inf)


class Laid(NamedTuple):
    """The plate of a landmark, and its area."""

    mark: Landmark
    plate: Sprite
    box: Box


def placed(look: Look, night: bool, city: City, window: Window, taken: Iterable[Box]) -> list[Laid]:
    """Return where the plate of each landmark lies."""
    seen = [mark for mark in city.landmarks if any(window.holds(centre(at)) for at in mark.hexes)]
    if not seen:
        return []
    size, counters = labels.plate_size(window), _mask(window, taken, _numbers(city, window))
    laid: list[Laid] = []
    for mark in seen:
        plate = labels.plate(mark, look, night, size)
        others = [window.pixel(centre(at)) for each in city.landmarks if each != mark for at in each.hexes]
        box = _place(mark, plate, window, counters, [each.box for each in laid], others)
        laid.append(Laid(mark, plate, box))
    return laid


def _numbers(city: City, window: Window) -> Iterator[Box]:
    """Yield the positions of hex numbers that are large enough to read."""
    size = window.letters(labels.NUMBER, labels.LARGE)
    for at in city.cells if window.scale > labels.FAR else ():
        x, y = window.pixel(centre(at))
        y += labels.numbered(window) * window.scale
        if window.holds(centre(at), SIDE):
            yield Box(x - 1.1 * size, y - size / 2, x + 1.1 * size, y + size / 2)


def _mask(window: Window, taken: Iterable[Box], numbers: Iterable[Box]) -> Image.Image:
    """Return a small picture of the map: grey for counters, white for hex numbers."""
    wide, high = window.size
    image = Image.new("L", (wide // COARSE + 1, high // COARSE + 1))
    draw = ImageDraw.Draw(image)
    for boxes, fill in ((taken, COUNTERS), (numbers, 255)):
        for box in boxes:
            draw.rectangle([part / COARSE for part in box], fill=fill)
    return image


def lay(frame: Image.Image, laid: Iterable[Laid]) -> None:
    """Lay the plates."""
    for _, plate, box in laid:
        plate.stamp(frame, box.middle)


def _place(
    mark: Landmark,
    plate: Sprite,
    window: Window,
    counters: Image.Image,
    laid: Sequence[Box],
    others: Sequence[Point],
) -> Box:
    """Return the best place for a plate: the nearest, unless another hides less."""
    wide, high = plate.image.size
    hidden = counters.filter(ImageFilter.BoxBlur((wide / COARSE / 2, high / COARSE / 2)))
    map_ = Box(0, 0, *window.size)
    spots = [window.pixel(centre(at)) for at in mark.hexes]
    best, least = None, math.inf
    for away, box in _around(window.pixel(labels.foot(mark)), wide, high, tuple(spots)):
        if away >= least:
            break
        clash = (sum(box.shared(each) for each in laid) + box.area - box.shared(map_)) / box.area
        bad = away + HIDES * _at(hidden, box.middle) + CLASHES * clash
        if bad < least and box.off(others) < box.off(spots):
            bad += MISLEADS
        if bad < least:
            best, least = box, bad
    assert best is not None
    return best


def _at(hidden: Image.Image, point: Point) -> float:
    """Return which part of a plate lies on counters, when its middle is at a point."""
    x, y = (min(max(0, round(each / COARSE)), most - 1) for each, most in zip(point, hidden.size, strict=True))
    found = hidden.getpixel((x, y))
    assert isinstance(found, int | float)
    return found / 255


@lru_cache(maxsize=64)
def _around(foot: Point, wide: float, high: float, spots: tuple[Point, ...]) -> tuple[tuple[float, Box], ...]:
    """Return places about a landmark with their distances, the nearest first."""
    found = []
    for i in range(-ACROSS, ACROSS + 1):
        for j in range(-DOWN, DOWN + 1):
            x, y = foot[0] + i * wide / 4, foot[1] + j * high
            box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            found.append((FAR_OFF * (1 + box.off(spots) / high) if i or j else 0.0, box))
    return tuple(sorted(found))


def join(frame: Image.Image, look: Look, night: bool, window: Window, laid: Iterable[Laid]) -> None:
    """Draw a line from each distant plate to the nearest hex of its landmark."""
    for mark, _, box in laid:
        spots = [window.pixel(centre(at)) for at in mark.hexes]
        spot = min(spots, key=lambda spot: math.dist(spot, box.nearest(spot)))
        start = box.nearest(spot)
        span = math.dist(start, spot)
        rim = 0.8 * SIDE * window.scale
        if span > rim + 4:
            part = (span - rim) / span
            off = round((spot[0] - start[0]) * part), round((spot[1] - start[1]) * part)
            leader(off, look, night).stamp(frame, start)


@lru_cache(maxsize=64)
def leader(off: tuple[int, int], look: Look, night: bool) -> Sprite:
    """Return a line to a point at a distance in pixels, with a knob at its end."""
    ink = inks(look, night)
    pen = sheet_for(((0.0, 0.0), off), 8, 1)
    for broad, paint in ((7.0, ink.halo), (3.4, ink.column)):
        pen.line([(0, 0), off], paint, broad)
        pen.disc(off, broad * 0.9, paint)
    return cut(pen)
