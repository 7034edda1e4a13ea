"""Counters of units: formation, type, facing and state.

A counter is 100 units square, and a prow before it points where the unit faces. Every state has an outline and a
letter of its own, so no information depends on colour alone.
"""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from render.canvas import CHALK, INK, Pen, Point, Sprite, cut, ink_on, mix, moved, sheet, turned
from render.counters import CARD, alarm, caution
from render.figures import star
from render.look import Colour, Livery, Look
from render.sprites import drawn_once
from render.trap.figures import MEN, VEHICLES, Sign, heading
from render.trap.inks import inks

REACH = 94.0
"""The distance from a counter's middle to its outermost part, in units."""
PROW = 25.0
"""How far the prow stands out."""


class Chit(Struct, frozen=True):
    """The visible parts of a unit; without a kind it is unidentified."""

    side: str
    formation: str = ""
    """Whose colours it has: "1/81", "81", "schmel", "chechen"."""
    kind: str = ""
    model: str = ""
    """Its model of vehicle."""
    number: str = ""
    """Its number or name among units of its kind."""
    cf: int = 0
    mp: int = 0
    facing: int = 0
    """0 for north, and clockwise; -1 for a unit without a facing."""
    status: str = "normal"
    activated: bool = False
    shot_at: bool = False
    """It has been fired at directly this turn."""
    aboard: tuple[str, ...] = ()
    """The formations of its visible passengers."""


@drawn_once
def counter(chit: Chit, look: Look, scale: float) -> Sprite:
    """Return a counter, `scale` pixels to a unit."""
    pen = sheet(REACH, REACH, scale)
    livery = colours(chit, look)
    if chit.facing >= 0:
        _prow(pen, chit.facing, livery)
    pen.box((-54, -54), (54, 54), CARD, r=9)
    pen.box((-50, -50), (50, 50), livery.base, livery.rim, 4, 7)
    if chit.activated:
        _turned_over(pen, livery)
    if not chit.kind:
        _unknown(pen, livery)
    else:
        _face(pen, chit, livery)
    if chit.shot_at:
        _shot_at(pen, look, (-44, 12))
    for i, rider in enumerate(chit.aboard):
        _passenger(pen, (-40 + 24 * i, 58), inks(look).livery(rider))
    if chit.status != "normal":
        status(pen, look, (35, -35), chit.status)
    if chit.activated:
        done(pen, look, (36, 37))
    return cut(pen, shade=(4, 6, look.shade, 110))


def colours(chit: Chit, look: Look) -> Livery:
    """Return the colours of a counter; a turned counter is paler."""
    livery = inks(look).livery(chit.formation if chit.kind else chit.side)
    return replace(livery, base=mix(livery.base, look.spent, 0.34)) if chit.activated else livery


def _prow(pen: Pen, facing: int, livery: Livery) -> None:
    """Draw an arrowhead that stands out on the side where the unit faces."""
    dx, dy = heading(facing)
    rim = 50 / max(abs(dx), abs(dy))
    broad = 23 if facing % 3 == 0 else 30
    for grown, paint in ((6.0, CARD), (0.0, INK)):
        tip = rim + PROW + grown * 1.3
        shape = [(-broad - grown, 14 - rim), (0, -tip), (broad + grown, 14 - rim)]
        pen.polygon(turned(shape, 60 * facing), paint)


def _face(pen: Pen, chit: Chit, livery: Livery) -> None:
    mark(pen, (-32, -33), chit.formation, livery)
    if chit.number:
        room = 58 / max(58, pen.width(chit.number, 23))
        pen.text((-13, -34), chit.number, 23 * room, livery.ink, "left")
    _sign(pen, chit, livery)
    ratings = f"{chit.cf}-{chit.mp}"
    pen.text((-44, 37.5), ratings, 25, livery.ink, "left")


def _sign(pen: Pen, chit: Chit, livery: Livery) -> None:
    """Draw what a unit is; vehicles head where they face."""
    vehicle = VEHICLES.get(chit.model) or VEHICLES.get(chit.kind)
    if vehicle is None:
        sign = pen.about((3, 3), 0.86)
        MEN.get(chit.kind, MEN["infantry"])(sign, livery.ink, livery.base)
        return
    hull = _hull(vehicle, livery.ink, livery.base, max(0, chit.facing), pen.scale / pen.fine, pen.fine)
    x, y = pen.pixels([(12, 4)])[0]
    pen.image.alpha_composite(hull, (max(0, x - hull.width // 2), max(0, y - hull.height // 2)))


@lru_cache(maxsize=256)
def _hull(vehicle: Sign, ink: Colour, ground: Colour, facing: int, scale: float, fine: int) -> Image.Image:
    """Return a vehicle at a facing.

    Many counters share it, so do not change it.
    """
    pen = sheet(46, 46, scale, fine)
    vehicle(pen, ink, ground)
    return pen.image.rotate(-60 * facing, Image.Resampling.BICUBIC)


def mark(pen: Pen, at: Point, formation: str, livery: Livery) -> None:
    """Draw the mark of a formation with its battalion's number.

    It is a disc for the 81st and a lozenge for the 131st. A regimental mark has a star, the Chechen mark a
    crescent, and a unit that goes with any formation a ring.
    """
    battalion, _, regiment = formation.rpartition("/")
    x, y = at
    if formation == "chechen":
        pen.disc(at, 13.5, livery.ink)
        pen.disc((x + 5.5, y - 2), 11, livery.base)
        star(pen, (x + 7.5, y - 2), 6.4, livery.ink)
    elif regiment == "81":
        pen.disc(at, 15, livery.ink)
    elif regiment == "131":
        pen.polygon(moved([(0, -18), (18, 0), (0, 18), (-18, 0)], at), livery.ink)
    else:
        pen.disc(at, 12, None, livery.ink, 4)
    if regiment in ("81", "131"):
        if battalion:
            pen.text((x, y), battalion, 24, livery.base)
        else:
            star(pen, (x, y + 0.6), 10, livery.base)


def _unknown(pen: Pen, livery: Livery) -> None:
    """Draw the back of a counter that lies covered in its stack."""
    dim = mix(livery.base, livery.rim, 0.4)
    for x in (-43, -11, 21):
        pen.polygon([(x + 12, -44), (x + 25, -44), (x + 13, 44), (x, 44)], dim)
    pen.text((0, 2), "?", 78, livery.ink)


def _turned_over(pen: Pen, livery: Livery) -> None:
    """Hatch the rim of a counter that has been turned to its activated side."""
    tone = mix(livery.base, livery.rim, 0.5)
    for x in range(-46, 47, 12):
        pen.line([(x, 46), (x + 8, 38)] if x < 39 else [(x, 46), (46, 46)], tone, 2.6)
        pen.line([(x, -38), (x + 8, -46)] if x < 39 else [(x, -46), (46, -46)], tone, 2.6)


def _passenger(pen: Pen, at: Point, livery: Livery) -> None:
    """Draw one who rides: a head and shoulders on a plate."""
    x, y = at
    pen.box((x - 11, y - 13), (x + 11, y + 13), livery.base, CARD, 2.4, r=4)
    pen.disc((x, y - 4.5), 5.4, livery.ink)
    pen.polygon([(x - 7.5, y + 10), (x - 6, y + 2), (x + 6, y + 2), (x + 7.5, y + 10)], livery.ink)


def _shot_at(pen: Pen, look: Look, at: Point) -> None:
    """Draw a bullet hole with cracks: the next shot at the unit is easier."""
    x, y = at
    spikes = [
        (r * math.sin(a), -r * math.cos(a)) for a, r in ((k * math.tau / 12, (14, 7)[k % 2]) for k in range(12))
    ]
    pen.polygon(moved(spikes, at), CHALK, INK, 2)
    pen.disc((x, y), 4, INK)


def done(pen: Pen, look: Look, at: Point) -> None:
    """Draw a tick: it has acted this turn."""
    x, y = at
    ink = ink_on(look.spent)
    pen.disc(at, 18, look.spent, ink, 3)
    pen.line([(x - 8, y + 1), (x - 2, y + 7), (x + 9, y - 7)], ink, 5, ends=True)


def stop(pen: Pen, look: Look, at: Point, letter: str) -> None:
    """An orange sign with eight corners."""
    r = 22
    shape = [(r * math.cos(a), r * math.sin(a)) for a in ((k + 0.5) * math.tau / 8 for k in range(8))]
    paint = mix(look.caution, look.alarm, 0.45)
    pen.polygon(moved(shape, at), paint, ink_on(paint), 3.6)
    pen.text(at, letter, 27, ink_on(paint))


def out(pen: Pen, look: Look, at: Point, letter: str) -> None:
    """A black square with a bar across: it can do nothing at all."""
    x, y = at
    pen.box((x - 20, y - 20), (x + 20, y + 20), INK, CHALK, 3.4, 3)
    pen.text(at, letter, 28, CHALK)
    pen.line([(x - 16, y + 16), (x + 16, y - 16)], look.alarm, 4)


STATUS = {
    "suppressed": (caution, "S"),
    "pinned": (stop, "P"),
    "disrupted": (alarm, "D"),
    "inactive": (out, "X"),
}
"""How each status that is not normal is drawn, and its letter."""


def status(pen: Pen, look: Look, at: Point, which: str) -> None:
    """Draw the sign of a status."""
    sign, letter = STATUS[which]
    sign(pen, look, at, letter)


@lru_cache(maxsize=64)
def badge(which: str, look: Look, scale: float) -> Sprite:
    """Return a sign alone: a status, "done", or "shot at"."""
    pen = sheet(30, 30, scale)
    if which in STATUS:
        status(pen, look, (0, 0), which)
    elif which == "done":
        done(pen, look, (0, 0))
    else:
        _shot_at(pen, look, (0, 0))
    return cut(pen)


@lru_cache(maxsize=64)
def formation(which: str, look: Look, scale: float, gone: bool = False) -> Sprite:
    """Return a formation's activation marker; a used one is paler, with a cross."""
    pen = sheet(44, 44, scale)
    livery = inks(look).livery(which)
    if gone:
        livery = replace(livery, base=mix(livery.base, look.spent, 0.34))
    pen.box((-38, -38), (38, 38), CARD, r=8)
    pen.box((-35, -35), (35, 35), livery.base, livery.rim, 3, 6)
    if which == "artillery":
        _shell(pen, livery)
    else:
        large = pen.about((0, -8), 1.35)
        mark(large, (0, 0), which, livery)
    pen.text((0, 24), {"artillery": "ART", "chechen": "CHE"}.get(which, which), 20, livery.ink)
    if gone:
        for broad, paint in ((11.0, CARD), (6.0, look.alarm)):
            for lean in (-1, 1):
                pen.line([(25 - 8, -25 - 8 * lean), (25 + 8, -25 + 8 * lean)], paint, broad, ends=True)
    return cut(pen, shade=(3, 4, look.shade, 100))


def _shell(pen: Pen, livery: Livery) -> None:
    """A shell on its way down."""
    pen.polygon([(-11, -28), (11, -28), (11, -8), (0, 12), (-11, -8)], livery.ink)
    pen.line([(-12, -20), (12, -20)], livery.base, 3)
