"""Counters of armies and corps with military map symbols.

The symbol is a box with the sign of the formation's arm. A counter is 100 units square. Its back has a broad
striped band and other ratings.
"""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec import Struct

from render.canvas import CHALK, INK, Pen, Point, Sprite, contrast, cut, mix, sheet
from render.counters import CARD, alarm, emblem
from render.look import Livery, Look
from render.sprites import drawn_once

REACH = 58.0
"""The distance from a counter's middle to the end of its shadow, in units."""
PLATE = 36.0
"""The height of the plate of a commander, in units."""


class Formation(Struct, frozen=True):
    """The visible parts of a formation."""

    number: str
    size: str
    """Crosses as on a staff map: XXXX an army, XXX a corps."""
    arm: str
    """A name in `ARMS`."""
    strength: int
    ratings: str
    """The text after its strength."""
    livery: Livery
    reduced: bool = False
    wings: bool = False
    """It is an airborne unit."""


@drawn_once
def formation(unit: Formation, look: Look, scale: float) -> Sprite:
    """Return the counter of a formation, `scale` pixels to a unit."""
    pen = sheet(REACH, REACH, scale)
    livery = unit.livery
    pen.box((-53, -53), (53, 53), CARD, r=9)
    pen.box((-50, -50), (50, 50), livery.base, livery.rim, 3.6, 7)
    if unit.reduced:
        _band(pen, livery)
    _header(pen, unit)
    ground = mix(livery.base, CHALK, 0.55) if contrast(livery.ink, CHALK) > 4 else mix(livery.base, INK, 0.35)
    pen.box((-31, -21), (31, 16), ground, livery.ink, 3.8)
    ARMS[unit.arm](pen, livery)
    if unit.wings:
        pen.arc((-8, 15), 9, 200, 350, livery.ink, 3)
        pen.arc((8, 15), 9, 190, 340, livery.ink, 3)
    _ratings(pen, unit)
    return cut(pen, shade=(3, 4, look.shade, 120))


def _header(pen: Pen, unit: Formation) -> None:
    """Write the number at the left and the size at the right, shrunk if they touch."""
    ink = unit.livery.ink
    taken = pen.width(unit.number, 25) + pen.width(unit.size, 21)
    part = min(1.0, 82 / taken)
    pen.text((-44, -35.5), unit.number, 25 * part, ink, "left")
    pen.text((44, -35.5), unit.size, 21 * part, ink, "right")


def _band(pen: Pen, livery: Livery) -> None:
    """Draw the light stripe with dark hatching of a formation that has lost a step."""
    light = mix(livery.base, CHALK, 0.72) if livery.ink != CHALK else mix(livery.base, CHALK, 0.8)
    pen.box((-48.2, -24), (48.2, 19), light)
    for x in range(-66, 48, 11):
        a, b = max(-48.0, x + 0.0), min(48.0, x + 21.5)
        pen.line([(a, 19 - (a - x) * 2), (b, 19 - (b - x) * 2)], mix(livery.base, livery.rim, 0.75), 3)


def _ratings(pen: Pen, unit: Formation) -> None:
    """Write the strength, larger, and the ratings after it."""
    strong, rest = str(unit.strength), unit.ratings
    left = -(pen.width(strong, 39) + pen.width(rest, 28)) / 2
    pen.text((left, 33.5), strong, 39, unit.livery.ink, "left")
    pen.text((left + pen.width(strong, 39), 34.5), rest, 28, unit.livery.ink, "left")


def _infantry(pen: Pen, livery: Livery) -> None:
    """Crossed belts."""
    pen.line([(-30, -20), (30, 15)], livery.ink, 3.6)
    pen.line([(-30, 15), (30, -20)], livery.ink, 3.6)


def _armour(pen: Pen, livery: Livery) -> None:
    """The track of a tank."""
    pen.box((-22, -13.5), (22, 8.5), None, livery.ink, 4.2, 11)


def _mechanized(pen: Pen, livery: Livery) -> None:
    _infantry(pen, livery)
    _armour(pen, livery)


def _militia(pen: Pen, livery: Livery) -> None:
    _infantry(pen, livery)
    _letter(pen, livery, "M")


def _garrison(pen: Pen, livery: Livery) -> None:
    _infantry(pen, livery)
    _letter(pen, livery, "G")


def _letter(pen: Pen, livery: Livery, letter: str) -> None:
    pen.disc((0, -2.5), 13, livery.ink)
    pen.text((0, -2.5), letter, 20, livery.base)


ARMS = {
    "infantry": _infantry,
    "armour": _armour,
    "mechanized": _mechanized,
    "militia": _militia,
    "garrison": _garrison,
}


def plate_width(name: str) -> float:
    """Return the breadth of the plate of a commander, in units."""
    return 88 + 11.6 * len(name)


@lru_cache(maxsize=128)
def commander(name: str, rating: int, down: bool, livery: Livery, look: Look, scale: float) -> Sprite:
    """Return the plate of a commander: the side's sign, name and rating.

    The rating is on a coin; a burst shows that the commander is disrupted.
    """
    half = plate_width(name) / 2
    pen = sheet(half + 20, 36, scale)
    pen.box((-half - 2, -PLATE / 2 - 2), (half + 2, PLATE / 2 + 2), CARD, r=9)
    base, ink = livery.ink, livery.base
    pen.box((-half, -PLATE / 2), (half, PLATE / 2), base, livery.rim, 2.4, 8)
    emblem(pen, (-half + 17, 0), Livery(livery.side, base, ink, livery.rim, livery.sign))
    size = 25.0
    size *= min(1.0, (2 * half - 74) / pen.width(name, size))
    pen.text((-half + 33, 0), name, size, ink, "left")
    at = (half - 19, 0.0)
    if down:
        alarm(pen, look, at, "D")
    else:
        pen.disc(at, 14.5, look.gold, ink, 1.6)
        pen.text(at, str(rating), 26, INK)
    return cut(pen, shade=(3, 4, look.shade, 110))


def total(pen: Pen, at: Point, number: int, livery: Livery) -> None:
    """Draw the strength of a whole stack: a number in a disc."""
    pen.disc(at, 20, livery.ink, livery.base, 3)
    pen.text(at, str(number), 26 if number < 100 else 20, livery.base)


def crossed_swords(pen: Pen, at: Point, size: float, ink: tuple[int, int, int]) -> None:
    """Draw the sign of a battle."""
    x, y = at
    for lean in (-1, 1):
        tip, end = (x + lean * size, y - size), (x - lean * size * 0.8, y + size * 0.8)
        pen.line([tip, end], ink, size * 0.24, ends=True)
        cx, cy = x - lean * size * 0.45, y + size * 0.45
        turn = math.sqrt(0.5) * size * 0.42
        pen.line([(cx - lean * turn, cy - turn), (cx + lean * turn, cy + turn)], ink, size * 0.2, ends=True)
