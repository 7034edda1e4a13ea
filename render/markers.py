"""Markers in a hex (obstacles, smoke, empty shelters, objectives), and map lines.

The unit is the map's, a hundredth of a hexside.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image

from bot.kernel.game import Sketch
from render import fires
from render.canvas import Pen, Point, Sprite, cut, ink_on, mix, sheet, sheet_for
from render.chart import Window, grown
from render.counters import caution, emblem
from render.figures import star
from render.look import Colour, Look
from render.shelters import SHELTERS

_LOWER_SIDES = ((84.0, 4.0), (43.0, 74.0), (-43.0, 74.0), (-84.0, 4.0))


@lru_cache(maxsize=128)
def marker(kind: str, look: Look, scale: float) -> Sprite:
    """Return an obstacle or smoke for a hex; the kinds are those of `MARKERS`."""
    pen = sheet(118, 108, scale)
    MARKERS[kind](pen, look)
    return cut(pen)


def _wire(pen: Pen, look: Look) -> None:
    """Coils along the three lower sides, on posts."""
    coils = [
        (ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8)
        for (ax, ay), (bx, by) in itertools.pairwise(_LOWER_SIDES)
        for k in range(8)
    ]
    for width, paint in ((6.0, look.halo), (2.6, look.steel)):
        for x, y in coils:
            pen.arc((x, y), 9.5 + width / 3, 0, 360, paint, width)
    for x, y in _LOWER_SIDES:
        pen.line([(x, y - 13), (x, y + 11)], look.halo, 7.5, ends=True)
        pen.line([(x, y - 13), (x, y + 11)], look.steel, 4.4, ends=True)


def _mines(pen: Pen, look: Look) -> None:
    """Horned mines along the upper sides."""
    for x, y in ((-74, -22), (-54, -56), (54, -56), (74, -22)):
        pen.disc((x, y), 15, look.halo)
        for k in range(8):
            a = k * math.tau / 8
            pen.line([(x, y), (x + 14 * math.cos(a), y + 14 * math.sin(a))], look.steel, 3.2, ends=True)
        pen.disc((x, y), 9.5, look.steel)
        pen.disc((x, y), 4.2, look.alarm)


def _instant_mines(pen: Pen, look: Look) -> None:
    """Flat mines strewn along the upper sides, and a sign that warns of them."""
    for x, y in ((-77, -12), (-62, -42), (-44, -68), (44, -68), (62, -42), (77, -12)):
        pen.disc((x, y), 13, look.halo, ry=10)
        pen.disc((x, y), 10.5, look.steel, ry=7.5)
        pen.disc((x, y - 2), 5, mix(look.steel, look.halo, 0.55), ry=3.4)
    caution(pen, look, (0, -64), "!")


def _trap(pen: Pen, look: Look) -> None:
    """Hedgehogs of crossed beams at both ends."""
    for x in (-79, 79):
        for y in (-2, 30):
            x0 = x - math.copysign(y * 0.45, x)
            for width, paint in ((10.5, look.halo), (6.2, look.steel)):
                for dx, dy in ((12, 11), (-12, 11), (0, 14)):
                    pen.line([(x0 - dx, y - dy), (x0 + dx, y + dy)], paint, width, ends=True)


def _smoke(pen: Pen, look: Look) -> None:
    """Puffs all around."""
    edge = mix(look.smoke, look.shade, 0.38)
    puffs = [
        (66 * math.cos(a), 55 * math.sin(a), 21 + 6 * (k % 3))
        for k, a in ((k, k * math.tau / 11) for k in range(11))
    ]
    for x, y, r in puffs:
        pen.disc((x, y), r + 2, edge)
    for x, y, r in puffs:
        pen.disc((x, y), r, look.smoke)
    for x, y, r in puffs:
        pen.arc((x - 2, y - 2), r * 0.6, 190, 320, edge, 2.6)


MARKERS = {
    "wire": _wire,
    "mines": _mines,
    "instant-mines": _instant_mines,
    "trap": _trap,
    "smoke": _smoke,
    "weak-fire": fires.weak,
    "strong-fire": fires.strong,
}
"""Drawing functions for markers that are flat in a hex, by kind."""


@lru_cache(maxsize=32)
def empty_shelter(kind: str, look: Look, scale: float) -> Sprite:
    """Return an unoccupied shelter, in units of a counter."""
    pen = sheet(78, 78, scale)
    SHELTERS[kind](pen, look)
    pen.box((-48, -48), (48, 48), mix(look.earth, look.shade, 0.45), r=10)
    pen.box((-40, -36), (40, 46), mix(look.earth, look.shade, 0.25), r=8)
    return cut(pen, shade=(4, 6, look.shade, 110))


@lru_cache(maxsize=256)
def objective(points: bool, value: int, nation: str, holder: str, look: Look, scale: float) -> Sprite:
    """Return the plate of an objective.

    A star means victory points, a flag means command. The plate shows their value and the sign of the nation to
    which they are bound. Behind it is the sign of the holder, or a dash.
    """
    pen = sheet(70, 24, scale)
    livery, owner = look.livery(nation), look.livery(holder)
    base, ink = (livery.base, livery.ink) if nation else (look.panel, look.ink)
    left = -60.0 if nation else -46.0
    pen.box((left, -17), (60, 17), base, look.ink, 3, r=6)
    if nation:
        emblem(pen, (left + 17, 0), livery)
        left += 26
    if points:
        star(pen, (left + 17, 0), 13, look.gold, ink_on(look.gold), 2)
    else:
        pen.line([(left + 9, -13), (left + 9, 13)], ink, 3.6, ends=True)
        pen.polygon([(left + 10, -13), (left + 30, -6), (left + 10, 2)], ink)
    pen.text((left + 43, 0), str(value), 27, ink)
    pen.box((24, -17), (60, 17), owner.base if holder else look.page, look.ink, 3, r=6)
    if holder:
        emblem(pen, (42, 0), owner)
    else:
        pen.line([(35, 0), (49, 0)], look.muted, 4)
    return cut(pen, shade=(3, 5, look.shade, 110))


@lru_cache(maxsize=8)
def rose(look: Look, scale: float) -> Sprite:
    """Return a hex with an arrow to its north side and a clockwise arrow around it."""
    pen = sheet(104, 104, scale)
    side = [(100 * math.cos(a), 100 * math.sin(a)) for a in (k * math.tau / 6 for k in range(6))]
    pen.polygon(side, look.page, look.ink, 9)
    pen.line([(0, 52), (0, -40)], look.ink, 16)
    pen.polygon([(0, -82), (34, -30), (-34, -30)], look.ink)
    pen.arc((0, 0), 66, -62, 20, look.ink, 11)
    pen.polygon([(44, 18), (80, 18), (60, 48)], look.ink)
    return cut(pen)


BOLD = 1.8
"""The largest factor by which lines grow bolder on a large part of a map.

It makes them visible on a phone.
"""
SHORT = 54.0
"""The distance from a hex's middle to the end of an arrow in an empty hex."""


def arrow(
    frame: Image.Image,
    window: Window,
    points: list[Point],
    paint: Colour,
    look: Look,
    dotted: bool,
    short: float = SHORT,
) -> None:
    """Draw a line on a map: solid for fire, dotted for a path.

    Its head stops short of the last point.
    """
    pen, corner = _over(frame, window, points)
    (ax, ay), (bx, by) = points[-2:]
    span = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / span, (by - ay) / span
    bx, by = bx - ux * short, by - uy * short
    size = min(BOLD, grown(window))
    long, broad = 30 * size, 15 * size
    neck = (bx - ux * 20 * size, by - uy * 20 * size)
    head = [
        (bx, by),
        (bx - ux * long - uy * broad, by - uy * long + ux * broad),
        neck,
        (bx - ux * long + uy * broad, by - uy * long - ux * broad),
    ]
    edge = look.halo
    if dotted:
        for x, y in _dots([*points[:-1], neck], 18.0 * size):
            pen.disc((x, y), 7.5 * size, edge)
            pen.disc((x, y), 5.2 * size, paint)
    else:
        pen.line([*points[:-1], neck], edge, 11 * size, ends=True)
        pen.line([*points[:-1], neck], paint, 6 * size, ends=True)
    pen.polygon(head, paint, edge, 3 * size)
    _lay(frame, pen, corner)


def sketched(
    frame: Image.Image,
    window: Window,
    sketch: Sketch,
    corners: Callable[[str], list[Point]],
    centre: Callable[[str], Point],
    look: Look,
    short: Callable[[str, Point], float] = lambda end, towards: SHORT,
) -> None:
    """Draw the frame, the path and the line of a sketch.

    `short` returns the distance from a place at which they end.
    """
    if sketch.mark is not None:
        ring(frame, window, corners(sketch.mark), look.aim, look)
    for names, paint, dotted in ((sketch.path, look.way, True), (sketch.line or (), look.aim, False)):
        points = list(map(centre, names))
        if len(points) > 1:
            (ax, ay), (bx, by) = points[-2:]
            arrow(frame, window, points, paint, look, dotted, short(names[-1], (ax - bx, ay - by)))


def _dots(points: list[Point], apart: float) -> list[Point]:
    dots, left = [points[0]], apart
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        span = math.hypot(bx - ax, by - ay)
        while left <= span:
            dots.append((ax + (bx - ax) * left / span, ay + (by - ay) * left / span))
            left += apart
        left -= span
    return dots


def ring(frame: Image.Image, window: Window, corners: Sequence[Point], paint: Colour, look: Look) -> None:
    """Draw a thick frame that sets a place off from all others."""
    x, y = (sum(along) / len(corners) for along in zip(*corners, strict=True))
    outline = tuple((round(a - x, 2), round(b - y, 2)) for a, b in corners)
    _framed(outline, paint, look.halo, grown(window), window.scale).stamp(frame, window.pixel((x, y)))


@lru_cache(maxsize=64)
def _framed(outline: tuple[Point, ...], paint: Colour, edge: Colour, size: float, scale: float) -> Sprite:
    pen = sheet_for(outline, 13 * size, scale)
    loop = [*outline, outline[0], outline[1]]
    pen.line(loop, edge, 13 * size)
    pen.line(loop, paint, 7.5 * size)
    return cut(pen)


AROUND = 60.0
"""The margin of a line and its signs beyond its points, in units of the map."""


def _over(frame: Image.Image, window: Window, points: Sequence[Point]) -> tuple[Pen, tuple[int, int]]:
    """Return a pen for the area around some points, and its origin in the frame."""
    pixels = [window.pixel(point) for point in points]
    around = AROUND * window.scale
    left = min(max(0, math.floor(min(x for x, _ in pixels) - around)), frame.width - 1)
    top = min(max(0, math.floor(min(y for _, y in pixels) - around)), frame.height - 1)
    right = min(frame.width, math.ceil(max(x for x, _ in pixels) + around))
    bottom = min(frame.height, math.ceil(max(y for _, y in pixels) + around))
    size = max(1, right - left), max(1, bottom - top)
    x, y = window.left + left / window.scale, window.top + top / window.scale
    return Pen(size, window.scale, x, y, fine=2), (left, top)


def _lay(frame: Image.Image, pen: Pen, corner: tuple[int, int]) -> None:
    drawn = pen.done()
    frame.paste(drawn, corner, drawn)
