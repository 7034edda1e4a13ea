"""What burns in a hex, or will: fires weak and strong, and the token of a flame fougasse. Units are the map's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from render.canvas import CHALK, INK, Pen, Point, Sprite, cut, mix, sheet, turned
from render.look import Colour, Look

_FLAME: tuple[Point, ...] = (
    (0, -1.0), (0.3, -0.55), (0.36, -0.72), (0.62, -0.2), (0.6, 0.25), (0.36, 0.5), (-0.36, 0.5), (-0.6, 0.22),
    (-0.58, -0.12), (-0.36, -0.42), (-0.28, -0.2),
)  # fmt: skip
"""The outline of a flame of half a unit's foot and a unit's height about its middle."""


def flame(pen: Pen, look: Look, at: Point, high: float, body: Colour) -> None:
    """Draw a flame with a bright heart, so high from its middle up."""

    def shape(size: float, down: float) -> list[Point]:
        return [(at[0] + x * size, at[1] + y * size + down) for x, y in _FLAME]

    pen.polygon(shape(high, 0), body, mix(body, look.shade, 0.62), 3)
    pen.polygon(shape(high * 0.52, high * 0.2), mix(look.caution, CHALK, 0.45))


def weak(pen: Pen, look: Look) -> None:
    """Three small flames on a scorched patch below, that one can pass between."""
    pen.disc((0, 62), 66, (*look.shade, 120), ry=15)
    for x, y, high in ((-58, 46, 21), (60, 46, 21), (0, 63, 17)):
        flame(pen, look, (x, y), high, look.caution)


def strong(pen: Pen, look: Look) -> None:
    """A ring of high flames without a gap, smoke above them."""
    smoke = mix(look.steel, look.smoke, 0.45)
    for x, y, r in ((-46, -58, 19), (-18, -68, 22), (16, -69, 22), (46, -58, 19)):
        pen.disc((x, y), r, smoke, mix(smoke, look.shade, 0.6), 2)
    ring = [(72 * math.cos(a), 52 * math.sin(a)) for a in (k * math.tau / 12 for k in range(12))]
    for spot in sorted(ring, key=lambda spot: spot[1]):
        flame(pen, look, spot, 33, look.alarm)


FOUGASSE_AT = (-58.0, -44.0)
"""Where the token of a fougasse lies in its hex."""


@lru_cache(maxsize=64)
def fougasse(side: str, covers: Sequence[bool | None], look: Look, scale: float) -> Sprite:
    """Return the token of a flame fougasse, for the middle of its hex.

    `covers` says for each direction from north on whether it throws there, `None` where that cannot be known:
    then it is only a token with a flame. An arrow points where it throws, a bar crosses out where it does not.
    """
    pen = sheet(118, 108, scale)
    livery = look.livery(side)
    for i, known in enumerate(covers):
        if known:
            shaft = turned([(0, -40), (0, -66)], 60 * i)
            pen.line(shaft, CHALK, 16)
            pen.line(shaft, look.alarm, 9.5)
            pen.polygon(turned([(0, -86), (17, -64), (-17, -64)], 60 * i), look.alarm, CHALK, 3)
        elif known is False:
            for lean in (-1, 1):
                pen.line(turned([(-7, -73 - 7 * lean), (7, -73 + 7 * lean)], 60 * i), look.steel, 4.4, ends=True)
    x, y = FOUGASSE_AT
    pen.disc((x, y), 23, CHALK)
    pen.disc((x, y), 20, livery.base, INK, 2.4)
    flame(pen, look, (x, y + 3), 15, livery.ink)
    return cut(pen, shade=(3, 4, look.shade, 110))
