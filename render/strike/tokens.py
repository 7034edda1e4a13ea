"""Small counters of support units.

They are trucks, air units, railheads, partisans and the Commissar. A token is 76 units broad and 52 high.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from render.canvas import CHALK, INK, Pen, Point, Sprite, cut, luminance, mix, moved, sheet
from render.counters import CARD, alarm, emblem
from render.figures import star
from render.look import Colour, Livery, Look
from render.vehicles import SILHOUETTES

WIDE, HIGH = 76.0, 52.0


class Token(Struct, frozen=True):
    """The visible parts of a small counter."""

    kind: str
    """A name in `SIGNS`."""
    livery: Livery
    number: str = ""
    """Its name among others of its kind."""
    rating: str = ""
    down: bool = False
    """It is disrupted."""
    badge: str = ""
    """A letter for its activity."""


@lru_cache(maxsize=256)
def token(what: Token, look: Look, scale: float) -> Sprite:
    """Return a token, `scale` pixels to a unit."""
    pen = sheet(WIDE / 2 + 24, HIGH / 2 + 24, scale)
    livery = what.livery
    pen.box((-WIDE / 2 - 2, -HIGH / 2 - 2), (WIDE / 2 + 2, HIGH / 2 + 2), CARD, r=9)
    pen.box((-WIDE / 2, -HIGH / 2), (WIDE / 2, HIGH / 2), livery.base, livery.rim, 3, 8)
    if what.down:
        for x in range(-60, 40, 16):
            a, b = max(-36.0, float(x)), min(36.0, x + 48.0)
            pen.line([(a, 24 - (a - x)), (b, 24 - (b - x))], mix(livery.base, livery.rim, 0.45), 3)
    SIGNS[what.kind](pen, livery)
    pen.text((33, -14), what.number, 21, livery.ink, "right")
    if what.rating:
        _plate(pen, (25, 11), what.rating, livery)
    if what.badge:
        _plate(pen, (-25, -12), what.badge, livery)
    if what.down:
        alarm(pen, look, (27, 13), "D")
    return cut(pen, shade=(3, 4, look.shade, 110))


def _plate(pen: Pen, at: Point, text: str, livery: Livery) -> None:
    pen.disc(at, 15, livery.base, livery.ink, 2.6)
    pen.text(at, text, 24, livery.ink)


def _trucks(pen: Pen, livery: Livery) -> None:
    hull = pen.about((0, 0), 0.7)
    SILHOUETTES["truck"](hull, livery.ink, livery.base)


def _aircraft(pen: Pen, livery: Livery) -> None:
    """A twin-engined bomber from above, flying to the right."""
    shape = [
        (27, 0),
        (22, -3.4),
        (8, -4),
        (2, -22),
        (-6, -22),
        (-5, -4),
        (-19, -2.6),
        (-22, -10),
        (-28, -10),
        (-26, 0),
    ]
    ink = livery.ink
    whole = [*shape, *((x, -y) for x, y in shape[-2:0:-1])]
    pen.polygon(moved(whole, (-5, 0)), ink)
    for y in (-11, 11):
        pen.line([(-8, y), (6, y)], ink, 5, ends=True)


def _railhead(pen: Pen, livery: Livery) -> None:
    """A track that ends in an arrow."""
    ink = livery.ink
    for y in (-8, 8):
        pen.line([(-32, y), (4, y)], ink, 4)
    for x in range(-28, 4, 9):
        pen.line([(x, -15), (x, 15)], ink, 4.4)
    pen.polygon([(6, -19), (33, 0), (6, 19)], ink)


def _cut_rails(pen: Pen, livery: Livery) -> None:
    """A torn track."""
    ink = livery.ink
    for y in (-7, 7):
        pen.line([(-32, y), (-9, y)], ink, 4)
        pen.line([(9, y), (32, y)], ink, 4)
    for x in (-28, -19, 19, 28):
        pen.line([(x, -14), (x, 14)], ink, 4.4)
    _burst(pen, livery)


def _cut_road(pen: Pen, livery: Livery) -> None:
    """Trucks in the fire."""
    hull = pen.about((-9.28, 2.32), 0.58)
    SILHOUETTES["truck"](hull, livery.ink, livery.base)
    _burst(pen, livery, (22, 0))


def _burst(pen: Pen, livery: Livery, at: Point = (0, 0)) -> None:
    rays = [((17, 8)[k % 2], k * math.tau / 14) for k in range(14)]
    shape = [(at[0] + r * math.sin(a), at[1] - r * math.cos(a)) for r, a in rays]
    pen.polygon(shape, livery.base, livery.ink, 3)
    pen.disc(at, 4, livery.ink)


def _commissar(pen: Pen, livery: Livery) -> None:
    """A large star with the first letter of an office."""
    star(pen, (-11, 1), 22, livery.ink)
    pen.text((22, 0), "K", 34, livery.ink)


SIGNS: dict[str, Callable[[Pen, Livery], None]] = {
    "trucks": _trucks,
    "luftwaffe": _aircraft,
    "rail": _railhead,
    "rail partisans": _cut_rails,
    "truck partisans": _cut_road,
    "commissar": _commissar,
}


@lru_cache(maxsize=64)
def flag(livery: Livery, held: bool, look: Look, scale: float) -> Sprite:
    """Return the flag of a side's objective here: dark if it holds it, else white."""
    pen = sheet(22, 20, scale)
    dark, light = sorted((livery.base, livery.ink), key=luminance)
    cloth, sign = (dark, light) if held else (CHALK, dark)
    pen.line([(-14, 16), (-14, -16)], INK, 3.4, ends=True)
    pen.polygon([(-13, -15), (17, -15), (12, -5), (17, 5), (-13, 5)], cloth, INK, 2.4)
    emblem_of(pen, (0, -5), livery, sign)
    return cut(pen, shade=(1.5, 2, look.shade, 90))


def emblem_of(pen: Pen, at: Point, livery: Livery, ink: Colour) -> None:
    """Draw the sign of a side in an ink."""
    small = pen.about(at, 0.72)
    emblem(small, (0, 0), replace(livery, ink=ink))
