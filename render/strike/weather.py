"""The signs of the weather."""

from __future__ import annotations

import math
from functools import lru_cache

from render.canvas import Pen, Point, Sprite, cut, moved, sheet, turned
from render.look import Look
from render.strike.inks import inks


@lru_cache(maxsize=32)
def weather(kind: str, look: Look) -> Sprite:
    """Return the sign of a kind of weather."""
    pen = sheet(28, 28, 1)
    SIGNS[kind](pen, look)
    return cut(pen)


def _fair(pen: Pen, look: Look) -> None:
    for k in range(8):
        a = k * math.tau / 8
        pen.line(
            [(16 * math.cos(a), 16 * math.sin(a)), (24 * math.cos(a), 24 * math.sin(a))], look.gold, 4, ends=True
        )
    pen.disc((0, 0), 12, look.gold, look.ink, 2)


def _cloud(pen: Pen, look: Look) -> None:
    for grown, paint in ((2.2, look.ink), (0.0, look.page)):
        for at, r in (((-10.0, -8.0), 9.0), ((2.0, -13.0), 11.0), ((13.0, -7.0), 8.5)):
            pen.disc(at, r + grown, paint)
        pen.box((-18 - grown, -9 - grown), (21 + grown, 2 + grown), paint, r=5)


def _drops(pen: Pen, look: Look, count: int) -> None:
    for i in range(count):
        x = (i - (count - 1) / 2) * 12
        pen.line([(x + 3, 8), (x - 3, 21)], inks(look).river, 4, ends=True)


def _rain(pen: Pen, look: Look) -> None:
    _cloud(pen, look)
    _drops(pen, look, 3)


def _mud(pen: Pen, look: Look) -> None:
    """A wheel up to its axle."""
    pen.disc((0, -2), 20, None, look.ink, 5)
    for k in range(6):
        a = k * math.tau / 6
        pen.line([(0, -2), (18 * math.cos(a), -2 + 18 * math.sin(a))], look.ink, 3)
    pen.disc((0, -2), 5, look.ink)
    wave: list[Point] = [(x, 5 + 2.5 * math.sin(x / 3.4)) for x in range(-26, 27, 2)]
    pen.polygon([*wave, (26, 25), (-26, 25)], inks(look).ridge)


def _flake(pen: Pen, look: Look, at: Point, r: float) -> None:
    for k in range(6):
        arm = [
            [(0.0, 0.0), (r, 0.0)],
            [(r * 0.55, 0.0), (r * 0.85, r * 0.3)],
            [(r * 0.55, 0.0), (r * 0.85, -r * 0.3)],
        ]
        for stroke in arm:
            pen.line(moved(turned(stroke, 60 * k + 30), at), inks(look).river, r / 6.5, ends=True)


def _snow(pen: Pen, look: Look) -> None:
    _flake(pen, look, (0, 0), 23)


def _heavy_snow(pen: Pen, look: Look) -> None:
    _cloud(pen, look)
    for at in ((-13.0, 15.0), (3.0, 19.0), (17.0, 12.0)):
        _flake(pen, look, at, 9)


SIGNS = {"fair": _fair, "rain": _rain, "mud": _mud, "snow": _snow, "heavy snow": _heavy_snow}
