"""Counters: a square base in its side's colours with soldiers or a vehicle on it.

Badges show its state. A base is 100 units square; badges reach over its rim. Every state has an outline and a
letter of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from render.canvas import CHALK, INK, Pen, Point, Sprite, cut, ink_on, mix, moved, sheet
from render.figures import FIGURES, star
from render.look import Colour, Livery, Look
from render.shelters import SHELTERS
from render.sprites import drawn_once
from render.vehicles import SILHOUETTES

REACH = 78.0
"""The distance from a counter's middle to its outermost part, in units."""
SPACES = 4
CARD: Colour = (240, 236, 224)
"""The bare edge of the cardboard, which contrasts with any ground."""


class Counter(Struct, frozen=True):
    """The visible parts of a unit; without figures and vehicle it is unidentified."""

    side: str
    number: str
    figures: tuple[str, ...] = ()
    """Names in `figures.FIGURES`, from left to right."""
    vehicle: str = ""
    """A name in `vehicles.SILHOUETTES`."""
    name: str = ""
    """The text below a vehicle."""
    badge: str = ""
    """A letter for a squad's speciality, "+" for a medic's cross."""
    signals: tuple[str, ...] = ()
    """Names in `SIGNALS`."""
    shelter: str = ""
    """A name in `SHELTERS`: the shelter that it is in."""
    aboard: int = 0
    """The number of squads that it carries."""
    served: bool = False
    """A crew is ready to fire it."""
    round: str = ""
    """The letters of a special round beside it, "?" if it is face down."""
    fired: bool = False
    """That round has been revealed to all."""


@drawn_once
def sprite(counter: Counter, look: Look, scale: float) -> Sprite:
    """Return a counter, `scale` pixels to a unit."""
    pen = sheet(REACH, REACH, scale)
    livery = look.livery(counter.side)
    if "spent" in counter.signals:
        livery = tired(livery, look)
    if counter.shelter:
        SHELTERS[counter.shelter](pen, look)
    edge = look.ready if "ready" in counter.signals else livery.rim
    pen.box((-53, -53), (53, 53), CARD, r=livery.corners + 2)
    pen.box((-50, -50), (50, 50), livery.base, edge, 7 if "ready" in counter.signals else 4, livery.corners)
    if "spent" in counter.signals:
        _hatching(pen, livery)
    if counter.vehicle:
        _vehicle(pen, counter, livery)
    elif counter.figures:
        _squad(pen, counter, livery)
    else:
        _unknown(pen, livery)
    _header(pen, counter, livery)
    if counter.round:
        _shell(pen, (0, -60), counter.round, counter.fired)
    for signal in counter.signals:
        sign = SIGNALS[signal]
        sign.badge(pen, look, sign.at, sign.letter)
    return cut(pen, shade=(4, 6, look.shade, 110))


def tired(livery: Livery, look: Look) -> Livery:
    """Return the colours of a side's units that have acted."""
    return replace(livery, base=mix(livery.base, look.spent, 0.25))


def _header(pen: Pen, counter: Counter, livery: Livery) -> None:
    pen.text((-44, -34), counter.number, 25, livery.ink, "left")
    emblem(pen, (33, -34), livery)
    if counter.badge:
        plate(pen, (1, -33.5), counter.badge, livery)
    for i in range(counter.aboard):
        _passenger(pen, (20 - 18 * (counter.aboard - i), -33), livery)


def plate(pen: Pen, at: Point, letter: str, livery: Livery) -> None:
    """Draw the plate of a specialist."""
    x, y = at
    pen.box((x - 15, y - 11.5), (x + 15, y + 11.5), livery.ink, r=4)
    if letter == "+":
        pen.box((x - 4, y - 9.5), (x + 4, y + 9.5), livery.base)
        pen.box((x - 10, y - 4), (x + 10, y + 4), livery.base)
    else:
        pen.text(at, letter, 24, livery.base)


def _passenger(pen: Pen, at: Point, livery: Livery) -> None:
    """Draw a passenger: a head and shoulders on a plate."""
    x, y = at
    pen.box((x - 8, y - 12), (x + 8, y + 11), livery.ink, r=3)
    pen.disc((x, y - 4.5), 4.6, livery.base)
    pen.polygon([(x - 6.5, y + 11), (x - 5, y + 2), (x + 5, y + 2), (x + 6.5, y + 11)], livery.base)


def emblem(pen: Pen, at: Point, livery: Livery) -> None:
    """Draw the sign of a side: a straight cross, a star, a star in a ring, or a bar."""
    x, y = at
    if livery.sign == "star":
        star(pen, (x, y + 1), 12, livery.ink)
    elif livery.sign == "ringed star":
        pen.disc(at, 12, None, livery.ink, 2.6)
        star(pen, (x, y + 0.6), 9.5, livery.ink)
    else:
        pen.box((x - 10, y - 3), (x + 10, y + 3), livery.ink)
        if livery.sign == "cross":
            pen.box((x - 3, y - 10), (x + 3, y + 10), livery.ink)


def _squad(pen: Pen, counter: Counter, livery: Livery) -> None:
    taken, y = 0, 9.0
    for kind in counter.figures:
        spaces, pictogram = FIGURES[kind]
        x = -36 + 24 * taken + 12 * (spaces - 1)
        pictogram(pen, (x, y), livery.ink, livery.base)
        taken += spaces
    for space in range(taken, SPACES):
        pen.disc((-36 + 24 * space, y + 23), 7.5, None, livery.ink, 2, ry=3.4)
    pen.line([(-46, y + 31), (46, y + 31)], mix(livery.base, livery.ink, 0.45), 2.4)


def _vehicle(pen: Pen, counter: Counter, livery: Livery) -> None:
    hull = pen.about((0, 6), 1)
    SILHOUETTES[counter.vehicle](hull, livery.ink, livery.base)
    for crack in CRACKS[: 2 if "heavy" in counter.signals else 1 if "light" in counter.signals else 0]:
        hull.line(crack, livery.base, 3.4)
    if counter.served:
        for x in (-37, -20):
            _gunner(pen, (x, 9), livery)
    room = 58 / max(58, pen.width(counter.name, 20))
    pen.text((-44, 38.5), counter.name, 20 * room, livery.ink, "left")


def _gunner(pen: Pen, at: Point, livery: Livery) -> None:
    """Draw a man who kneels."""
    x, y = at
    for grown, paint in ((2.6, livery.base), (0.0, livery.ink)):
        pen.disc((x, y - 11), 6.2 + grown, paint)
        pen.polygon(
            [
                (x - 7 - grown, y - 5 - grown),
                (x + 5 + grown, y - 5 - grown),
                (x + 9 + grown, y + 15 + grown),
                (x - 8 - grown, y + 15 + grown),
            ],
            paint,
        )
    pen.line([(x + 2, y - 1), (x + 12, y - 1)], livery.ink, 4, ends=True)


def _shell(pen: Pen, at: Point, letters: str, fired: bool) -> None:
    """Draw the token of a special round: dark if face down, light if revealed."""
    ground, ink = (CHALK, INK) if fired else (INK, CHALK)
    half, y = pen.width(letters, 23) / 2 + 14, at[1]
    pen.box((at[0] - half, y - 14), (at[0] + half, y + 14), ground, ink, 2.6, 5)
    x = at[0] + 11 - half
    pen.polygon([(x - 5, y + 9), (x - 5, y - 2), (x, y - 11), (x + 5, y - 2), (x + 5, y + 9)], ink)
    pen.line([(x - 6, y + 4.5), (x + 6, y + 4.5)], ground, 2)
    pen.text((x + 9, y), letters, 23, ink, "left")


@lru_cache(maxsize=16)
def shell(letters: str, fired: bool, scale: float) -> Sprite:
    """Return the token of a special round alone."""
    pen = sheet(52, 18, scale)
    _shell(pen, (0, 0), letters, fired)
    return cut(pen)


CRACKS = (
    ((-20, -26), (-12, -14), (-18, -4), (-8, 6), (-12, 18)),
    ((26, -20), (18, -8), (24, 2), (14, 10), (18, 20)),
)


def _unknown(pen: Pen, livery: Livery) -> None:
    dim = mix(livery.base, livery.rim, 0.4)
    for x in (-43, -11, 21):
        pen.polygon([(x + 12, -18), (x + 25, -18), (x + 13, 44), (x, 44)], dim)
    pen.text((0, 12), "?", 74, livery.ink)


def _hatching(pen: Pen, livery: Livery) -> None:
    """Hatch a base except below the figures, so that they can be counted."""
    tone = mix(livery.base, livery.rim, 0.4)
    for x in range(-46, 46, 23):
        pen.line([(x, 46), (46, x)], tone, 3)
        pen.line([(-46, x), (x, -46)], tone, 3)
    pen.box((-48, -17), (48, 41), livery.base)


def caution(pen: Pen, look: Look, at: Point, letter: str) -> None:
    """A yellow shield that points down."""
    x, y = at
    ink = ink_on(look.caution)
    shape = moved([(-18, -17), (18, -17), (18, 5), (0, 21), (-18, 5)], at)
    pen.polygon(shape, look.caution, ink, 3.6)
    pen.text((x, y - 3), letter, 28, ink)


def alarm(pen: Pen, look: Look, at: Point, letter: str) -> None:
    """A red burst."""
    ink = ink_on(look.alarm)
    spikes = [
        (r * math.sin(a), -r * math.cos(a)) for a, r in ((k * math.tau / 18, (26, 19)[k % 2]) for k in range(18))
    ]
    pen.polygon(moved(spikes, at), look.alarm, ink, 3)
    pen.text(at, letter, 27, ink)


def crosshairs(pen: Pen, look: Look, at: Point, letter: str) -> None:
    """Crosshairs for a unit that waits to fire."""
    ink = ink_on(look.ready)
    x, y = at
    pen.disc(at, 20, look.ready, ink, 3)
    pen.disc(at, 10.5, None, ink, 3.8)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        pen.line([(x + dx * 5, y + dy * 5), (x + dx * 16.5, y + dy * 16.5)], ink, 3.8)


def sleep(pen: Pen, look: Look, at: Point, letter: str) -> None:
    """A disc with the letters of a snore."""
    ink = ink_on(look.spent)
    x, y = at
    pen.disc(at, 19, look.spent, ink, 3)
    pen.text((x - 3, y + 2), letter, 24, ink)
    pen.text((x + 9, y - 6.5), letter.lower(), 18, ink)


def mask(pen: Pen, look: Look, at: Point, letter: str) -> None:
    """A question mark on a dark disc: only this seat sees the unit."""
    pen.disc(at, 19, INK, CHALK, 3)
    pen.text(at, letter, 28, CHALK)


class Signal(Struct, frozen=True):
    """A state of a unit: its badge, its letter, and its place on the counter."""

    badge: Callable[[Pen, Look, Point, str], None]
    letter: str
    at: Point


SIGNALS = {
    "spent": Signal(sleep, "Z", (38, 48)),
    "ready": Signal(crosshairs, "", (38, 48)),
    "pinned": Signal(caution, "P", (39, -45)),
    "disrupted": Signal(alarm, "D", (37, -46)),
    "light": Signal(caution, "L", (39, -45)),
    "heavy": Signal(alarm, "H", (37, -46)),
    "hidden": Signal(mask, "?", (-40, 48)),
}


@lru_cache(maxsize=32)
def man(kind: str, look: Look, scale: float) -> Sprite:
    """Return the pictogram of a figure alone."""
    pen = sheet(30, 30, scale)
    FIGURES[kind][1](pen, (0, 0), look.ink, look.panel)
    return cut(pen)


@lru_cache(maxsize=32)
def speciality(letter: str, look: Look, scale: float) -> Sprite:
    """Return the plate of a specialist alone."""
    pen = sheet(18, 15, scale)
    plate(pen, (0, 0), letter, replace(look.livery(""), ink=look.ink, base=look.panel))
    return cut(pen)


@lru_cache(maxsize=64)
def badge(signal: str, look: Look, scale: float) -> Sprite:
    """Return the badge of a state alone."""
    pen = sheet(30, 30, scale)
    SIGNALS[signal].badge(pen, look, (0, 0), SIGNALS[signal].letter)
    return cut(pen)
