"""Fires, weak and strong, and the token of a flame fougasse. Units are the map's."""

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
"""The outline of a flame about its middle.

Its foot is half a unit broad, its height a unit.
"""


def flame(pen: Pen, look: Look, at: Point, high: float, body: Colour) -> None:
    """Draw a flame with a bright heart, of a height above its middle."""

    def shape(size: float, down: float) -> list[Point]:
        return [(at[0] + x * size, at[1] + y * size + down) for x, y in _FLAME]

    pen.polygon(shape(high, 0), body, mix(body, look.shade, 0.62), 3)
    pen.polygon(shape(high * 0.52, high * 0.2), mix(look.caution, CHALK, 0.45))


def weak(pen: Pen, look: Look) -> None:
    """Three small flames on a scorched patch, with gaps to pass through."""
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


@lru_cache(maxsize=16)
def fougasse(side: str, look: Look, scale: float) -> Sprite:
    """Return the token of a flame fougasse, which does not show its direction."""
    pen = sheet(28, 28, scale)
    _token(pen, look, side)
    return cut(pen, shade=(3, 4, look.shade, 110))


@lru_cache(maxsize=64)
def throws(covers: Sequence[bool | None], look: Look, scale: float) -> Sprite:
    """Return the known directions of a fougasse, for the middle of its hex.

    `covers` has a value for each direction from north, `None` if it is unknown. An arrow over a hexside marks a
    covered direction. While others are unknown, crosses mark the directions that are not covered.
    """
    pen = sheet(112, 112, scale)
    _aims(pen, look, covers)
    return cut(pen, shade=(2, 3, look.shade, 90))


@lru_cache(maxsize=16)
def aimed(side: str, covers: Sequence[bool | None], look: Look, scale: float) -> Sprite:
    """Return a fougasse alone in its hex with its known directions."""
    pen = sheet(112, 112, scale)
    pen.polygon([(100 * math.cos(a), 100 * math.sin(a)) for a in (k * math.tau / 6 for k in range(6))], look.clear)
    _token(pen, look, side)
    _aims(pen, look, covers)
    return cut(pen)


def _token(pen: Pen, look: Look, side: str) -> None:
    livery = look.livery(side)
    pen.disc((0, 0), 23, CHALK)
    pen.disc((0, 0), 20, livery.base, INK, 2.4)
    flame(pen, look, (0, 3), 15, livery.ink)


def _aims(pen: Pen, look: Look, covers: Sequence[bool | None]) -> None:
    for i, known in enumerate(covers):
        if known:
            pen.line(turned([(0, -56), (0, -84)], 60 * i), CHALK, 17)
            pen.line(turned([(0, -57), (0, -84)], 60 * i), look.alarm, 10)
            pen.polygon(turned([(0, -108), (20, -80), (-20, -80)], 60 * i), look.alarm, CHALK, 3.4)
        elif known is False and True not in covers:
            for paint, width in ((CHALK, 9.0), (look.steel, 4.6)):
                for lean in (-1, 1):
                    pen.line(turned([(-7, -84 - 7 * lean), (7, -84 + 7 * lean)], 60 * i), paint, width, ends=True)
