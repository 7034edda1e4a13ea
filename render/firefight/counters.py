"""Counters of units: type, values, facing and state.

A counter is 100 units square, and a prow before it points where the unit faces. On the other side is a tab with
its name. The far counter, for the whole map, omits the values and draws the figure as large as possible. Every
state has an outline and a letter of its own, so no information depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from render.canvas import CHALK, INK, Pen, Point, Sprite, cut, ink_on, mix, moved, sheet, turned
from render.counters import CARD, alarm, emblem, mask, sleep
from render.figures import star
from render.firefight.armour import BODIES
from render.firefight.men import MEN
from render.look import Colour, Livery, Look
from render.shelters import SHELTERS
from render.sprites import drawn_once

REACH = 118.0
"""The distance from a counter's middle to its outermost part, in units."""
PROW, FAR_PROW = 25.0, 33.0
"""The lengths of the prow of a near and a far counter."""
EDGE, TAB = 56.0, 21.0
"""From the middle of a counter to its edge, and the height of a tab."""
SOFT: Colour = (196, 44, 34)
"""Firepower and defence of soft targets, as printed.

Those of armoured targets are blue and in a box.
"""
HARD: Colour = (28, 74, 150)
FIGURES = {**MEN, **BODIES}


class Chit(Struct, frozen=True):
    """The visible parts of a unit; without a figure it is unidentified."""

    side: str
    figure: str = ""
    """A name in `FIGURES`."""
    name: str = ""
    attack: str = ""
    """The cost of an attack; "" if the unit cannot attack."""
    turret: bool = False
    move: int = 1
    gear: str = "foot"
    """How it moves: "foot", "wheel", "track"."""
    bonus: str = ""
    """Its bonus moves, such as "WT"."""
    red: int = 0
    blue: int = 0
    crewed: bool = False
    range: str = ""
    flank: int = 0
    front: int = 0
    armour: str = ""
    """Which of its two defence ratings are armoured: "", "front", "both"."""
    shield: bool = False
    """Passengers are protected."""
    facing: int = 0
    """0 for north, and clockwise; -1 for a unit without a facing."""
    state: str = "fresh"
    """"fresh", "active" or "spent"."""
    points: str = ""
    """The points that it can still spend while it is active."""
    hit: str = ""
    """The hit counter on it, "?" if it is hidden."""
    hidden: bool = False
    shelter: str = ""
    """Its shelter, a name in `shelters.SHELTERS`."""
    load: str = ""
    """The figure of its passenger or towed unit, and then its name."""
    carries: str = ""


@drawn_once
def counter(chit: Chit, look: Look, scale: float, alone: bool = True) -> Sprite:
    """Return a counter with all its values, `scale` pixels to a unit.

    A counter alone in its room also names its hit.
    """
    pen, livery = _base(chit, look, scale, PROW)
    if not chit.figure:
        _unknown(pen, livery)
    else:
        _figure(pen, chit.figure, (0, 1), 0.78, livery)
        _values(pen, chit, livery, look)
        _tabs(pen, chit, look, alone)
    _signs(pen, chit, look, NEAR)
    return cut(pen, shade=(4, 6, look.shade, 110))


@drawn_once
def far_counter(chit: Chit, look: Look, scale: float) -> Sprite:
    """Return a large counter for the whole map: its type and its state."""
    pen, livery = _base(chit, look, scale, FAR_PROW)
    if not chit.figure:
        _unknown(pen, livery)
    else:
        _figure(pen, chit.figure, (0, 10), 1.0, livery)
        large = pen.about((-30, -30), 1.3)
        emblem(large, (0, 0), livery)
        pen.text((44, -30), number(chit.name), 31, livery.ink, "right")
    _signs(pen, chit, look, FAR)
    return cut(pen, shade=(4, 6, look.shade, 110))


def number(name: str) -> str:
    """Return the number at the end of a counter's name."""
    last = name.rsplit(" ", 1)[-1]
    return last if last.isdigit() else ""


def _base(chit: Chit, look: Look, scale: float, prow: float) -> tuple[Pen, Livery]:
    """Return a pen with prow and cardboard drawn, and the colours to use on it."""
    pen = sheet(REACH, REACH, scale)
    livery = look.livery(chit.side)
    if chit.state == "spent":
        livery = replace(livery, base=mix(livery.base, look.spent, 0.4))
    if chit.shelter:
        SHELTERS[chit.shelter](pen, look)
    if chit.facing >= 0:
        _prow(pen, chit.facing, prow)
    active = chit.state == "active"
    pen.box((-54, -54), (54, 54), CARD, r=9)
    pen.box((-50, -50), (50, 50), livery.base, look.gold if active else livery.rim, 7 if active else 4, 7)
    if chit.state == "spent":
        _hatching(pen, livery)
    return pen, livery


def _prow(pen: Pen, facing: int, long: float) -> None:
    """Draw an arrowhead that stands out on the side where the unit faces."""
    dx, dy = sin(radians(60 * facing)), -cos(radians(60 * facing))
    rim = 50 / max(abs(dx), abs(dy))
    broad = (23 if facing % 3 == 0 else 30) * long / PROW
    for grown, paint in ((6.0, CARD), (0.0, INK)):
        tip = rim + long + grown * 1.3
        pen.polygon(turned([(-broad - grown, 14 - rim), (0, -tip), (broad + grown, 14 - rim)], 60 * facing), paint)


def _hatching(pen: Pen, livery: Livery) -> None:
    """Hatch a counter that is spent."""
    tone = mix(livery.base, livery.rim, 0.34)
    for x in range(-46, 47, 13):
        pen.line([(x, 46), (46, x)], tone, 2.4)
        pen.line([(-46, x), (x, -46)], tone, 2.4)


def _figure(pen: Pen, figure: str, at: Point, size: float, livery: Livery) -> None:
    drawn = pen.about(at, size)
    FIGURES[figure](drawn, livery.ink, livery.base)


def _unknown(pen: Pen, livery: Livery) -> None:
    """Draw the back of an unidentified counter."""
    dim = mix(livery.base, livery.rim, 0.4)
    for x in (-43, -11, 21):
        pen.polygon([(x + 12, -44), (x + 25, -44), (x + 13, 44), (x, 44)], dim)
    pen.text((0, 2), "?", 78, livery.ink)


# The values.


def _values(pen: Pen, chit: Chit, livery: Livery, look: Look) -> None:
    if chit.attack:
        paint, ink = (CHALK, INK) if chit.turret else (livery.base, livery.ink)
        pen.disc((-35, -34), 14, paint, livery.ink, 2)
        room = 22 / max(22, pen.width(chit.attack, 24))
        pen.text((-35, -34), chit.attack, 24 * room, ink)
    if chit.range:
        pen.text((-2, -35), chit.range, 20, livery.ink)
        half = pen.width(chit.range, 20) / 2 + 3
        pen.line([(-2 - half, -23), (-2 + half, -23)], livery.ink, 2)
        pen.polygon([(-2 + half + 5, -23), (-2 + half - 2, -27), (-2 + half - 2, -19)], livery.ink)
    _move(pen, chit, livery)
    if chit.attack:
        _firepower(pen, chit)
    _defence(pen, chit, livery, look)


def _move(pen: Pen, chit: Chit, livery: Livery) -> None:
    """Draw the cost of a move on a boot sole, wheel or track, with its bonus moves."""
    x, y = 34.0, -34.0
    if chit.gear == "wheel":
        pen.disc((x, y), 14.5, None, livery.ink, 3.4)
    elif chit.gear == "track":
        pen.box((x - 15, y - 13), (x + 15, y + 13), None, livery.ink, 3.4, 8)
    else:
        pen.line([(x - 11, y + 13), (x + 11, y + 13)], livery.ink, 3)
    pen.text((x, y), str(chit.move), 24, livery.ink)
    for i, each in enumerate(chit.bonus):
        at = (45 - 12.0 * i, -14.0)
        if each == "W":
            pen.disc(at, 4.6, None, livery.ink, 2.4)
        else:
            pen.box((at[0] - 5, at[1] - 4), (at[0] + 5, at[1] + 4), livery.ink, r=3)


def _firepower(pen: Pen, chit: Chit) -> None:
    """Draw the firepower against soft and armoured targets.

    A crewed weapon has a white box.
    """
    parts = ((str(chit.red), SOFT), ("-" if min(chit.red, chit.blue) >= 0 else "/", INK), (str(chit.blue), HARD))
    size = 19.0 * min(1.0, 38 / pen.width("".join(text for text, _ in parts), 19))
    wide = sum(pen.width(text, size) for text, _ in parts)
    ground = CHALK if chit.crewed else CARD
    pen.box((-48, 27), (wide - 43, 48), ground, INK if chit.crewed else None, 2, 0 if chit.crewed else 6)
    x = -45.5
    for text, ink in parts:
        pen.text((x, 37.5), text, size, ink, "left")
        x += pen.width(text, size)


def _defence(pen: Pen, chit: Chit, livery: Livery, look: Look) -> None:
    """Draw the defence at the flank and the front.

    Soft values are red in a round box, armoured values white in a blue box.
    """
    flank, front = str(chit.flank), str(chit.front)
    wide = pen.width(f"{flank}-{front}", 19)
    right = 48.0
    middle = right - 2.5 - pen.width(f"-{front}", 19)
    if chit.armour:
        pen.box((right - wide - 5, 27), (right, 48), HARD, CHALK, 1.6, 1)
        if chit.armour == "front":
            pen.box((right - wide - 5, 27), (middle, 48), CARD, CHALK, 1.6, 4)
    else:
        pen.box((right - wide - 5, 27), (right, 48), CARD, r=6)
    inks = {"": (SOFT, SOFT), "front": (SOFT, CHALK), "both": (CHALK, CHALK)}[chit.armour]
    pen.text((right - 2.5 - wide, 37.5), flank, 19, inks[0], "left")
    pen.text((middle, 37.5), "-", 19, inks[1], "left")
    pen.text((middle + pen.width("-", 19), 37.5), front, 19, inks[1], "left")
    if chit.shield:
        pen.polygon(moved([(-7, -8), (7, -8), (7, 1), (0, 9), (-7, 1)], (42, 13)), SOFT, CHALK, 1.6)
        pen.text((42, 12), "2", 12, CHALK)


# Tabs.


def span(chit: Chit, alone: bool) -> tuple[float, float]:
    """Return the reach of a counter up and down from its middle, in its own units.

    It includes tabs and prow.
    """
    prow, tabs = 50 + PROW + 8, 52 + TAB * (bool(chit.name) + (alone and (bool(chit.carries) + _told(chit))))
    reach = [max(EDGE, prow if chit.facing == way else 0) for way in (0, 3)]
    hung = int(not _tabs_up(chit))
    reach[hung] = max(reach[hung], tabs)
    return reach[0], reach[1]


def far_span(chit: Chit) -> tuple[float, float]:
    """Return how far a far counter reaches up and down from its middle."""
    up, down = (50 + FAR_PROW + 8 if chit.facing == way else EDGE for way in (0, 3))
    return up, down


def _tabs_up(chit: Chit) -> bool:
    """Return whether tabs are above a counter: on the side opposite to its facing."""
    return chit.facing in (2, 3, 4)


def _told(chit: Chit) -> bool:
    """Return whether the hit of a unit is visible."""
    return bool(chit.hit) and chit.hit != "?"


def _tabs(pen: Pen, chit: Chit, look: Look, alone: bool) -> None:
    """Draw the name opposite to the facing, and the hit below it."""
    rows = [(chit.name, CARD, INK)] if chit.name else []
    if alone and _told(chit):
        rows.append((chit.hit.upper(), look.alarm, ink_on(look.alarm)))
    if chit.carries:
        livery = look.livery(chit.side)
        rows.append((f"+ {chit.carries}", livery.base, livery.ink))
    for i, (text, paint, ink) in enumerate(rows):
        y = (51 + TAB * (i + 0.5)) * (-1 if _tabs_up(chit) else 1)
        pen.box((-50, y - TAB / 2), (50, y + TAB / 2), paint, INK, 1.6, 4)
        room = 92 / max(92, pen.width(text, 20))
        pen.text((0, y), text, 20 * room, ink)


HITS = {
    "pinned": "P",
    "suppressed": "S",
    "stunned": "T",
    "unnerved": "U",
    "panicked": "A",
    "cowering": "C",
    "berserk": "B",
    "destroyed": "X",
    "immobilised": "I",
    "light damage": "L",
    "gun damaged": "G",
}
"""The letter of each hit counter."""


class Places(Struct, frozen=True):
    """Where the signs of a counter lie, and how large they are."""

    size: float
    state: Point
    hit: Point
    hidden: Point
    load: Point


NEAR = Places(0.74, (-49, 13), (49, 4), (-49, -15), (0, 0))
FAR = Places(1.2, (-38, 42), (40, 40), (-40, 8), (0, 48))
"""Among values the signs keep to the sides; without them they have the corners."""


def _signs(pen: Pen, chit: Chit, look: Look, places: Places) -> None:
    """Draw the signs of a unit's actions and hits, and whether the enemy sees it."""

    def sign(at: Point, draw: Callable[[Pen], None]) -> None:
        small = pen.about(at, places.size)
        draw(small)

    if chit.load and places is FAR:
        sign(places.load, lambda pen: _load(pen, look.livery(chit.side), chit.load))
    if chit.state == "spent":
        sign(places.state, lambda pen: sleep(pen, look, (0, 0), "Z"))
    elif chit.state == "active" and chit.points:
        sign(places.state, lambda pen: _purse(pen, look, chit.points))
    if chit.hidden:
        sign(places.hidden, lambda pen: mask(pen, look, (0, 0), "?"))
    if chit.hit:
        sign(places.hit, lambda pen: alarm(pen, look, (0, 0), HITS.get(chit.hit, "!")))


def _purse(pen: Pen, look: Look, points: str) -> None:
    """Draw how many points a unit can still spend."""
    pen.disc((0, 0), 18, look.gold, INK, 3)
    pen.text((0, 0), points, 26, INK)


def _load(pen: Pen, livery: Livery, figure: str) -> None:
    """Draw what a vehicle carries on a plate of its own."""
    pen.box((-26, -15), (26, 15), livery.base, CARD, 3, 4)
    figure_pen = pen.about((0, 1), 0.46)
    FIGURES[figure](figure_pen, livery.ink, livery.base)


@lru_cache(maxsize=128)
def badge(which: str, look: Look, scale: float) -> Sprite:
    """Return a sign alone: "spent", "active", "hidden", or a hit counter."""
    pen = sheet(30, 30, scale)
    if which == "spent":
        sleep(pen, look, (0, 0), "Z")
    elif which == "active":
        _purse(pen, look, "7")
    elif which == "hidden":
        mask(pen, look, (0, 0), "?")
    else:
        alarm(pen, look, (0, 0), HITS.get(which, "!"))
    return cut(pen)


@lru_cache(maxsize=64)
def control(side: str, look: Look, scale: float) -> Sprite:
    """Return a control marker: a pennant with the sign of the side that holds the hex."""
    pen = sheet(34, 40, scale)
    livery = look.livery(side)
    pen.line([(-22, -34), (-22, 34)], INK, 6, ends=True)
    shape: list[Point] = [(-21, -33), (29, -20), (-21, 12)]
    pen.polygon(shape, livery.base, CARD, 3)
    star(pen, (-8, -14), 11, livery.ink) if livery.sign == "star" else _cross(pen, (-8, -14), livery)
    return cut(pen, shade=(3, 4, look.shade, 100))


def _cross(pen: Pen, at: Point, livery: Livery) -> None:
    x, y = at
    pen.box((x - 9, y - 3), (x + 9, y + 3), livery.ink)
    pen.box((x - 3, y - 9), (x + 3, y + 9), livery.ink)
