"""Landmarks from above: each has its own form on its own court with a golden edge."""

from __future__ import annotations

import math
from collections.abc import Callable

from render.canvas import Pen, Point, mix, moved
from render.chart import Window, centre, outlines
from render.trap.city import City, Landmark
from render.trap.inks import Inks

Form = Callable[[Pen, Inks, Point], None]


def courts(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Lay the court of each landmark."""
    for mark in city.landmarks:
        if any(window.shows(at) for at in mark.hexes):
            for loop in outlines(mark.hexes):
                pen.polygon(loop, ink.court)


def landmarks(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Draw the building of each landmark in its hexes; streets end at its walls."""
    for mark in city.landmarks:
        if any(window.shows(at) for at in mark.hexes):
            if len(mark.hexes) > 1:
                _wings(pen, ink, mark)
            for at in mark.hexes:
                FORMS.get(mark.key, _house)(pen, ink, centre(at))


def rims(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Draw the golden edge around each landmark, above the streets."""
    for mark in city.landmarks:
        if any(window.shows(at) for at in mark.hexes):
            for loop in outlines(mark.hexes):
                pen.polygon(loop, None, ink.halo, 11)
                pen.polygon(loop, None, ink.column, 6)


def _wings(pen: Pen, ink: Inks, mark: Landmark) -> None:
    """Join the buildings of a landmark that has several hexes."""
    spots = [centre(at) for at in mark.hexes]
    for a in spots:
        for b in spots:
            if a < b and math.dist(a, b) < 180:
                pen.line([a, b], ink.column, 40)
                pen.line([a, b], ink.marble, 33)


def _slab(pen: Pen, ink: Inks, at: Point, *boxes: tuple[float, float, float, float]) -> None:
    """Draw a building of some boxes: its shadow, its edge, its roof."""
    for left, top, right, bottom in boxes:
        pen.box((at[0] + left + 7, at[1] + top + 10), (at[0] + right + 7, at[1] + bottom + 10), (*ink.shade, 110))
    for grown, paint in ((3.4, ink.column), (0.0, ink.marble)):
        for left, top, right, bottom in boxes:
            pen.box(
                (at[0] + left - grown, at[1] + top - grown), (at[0] + right + grown, at[1] + bottom + grown), paint
            )


def _dots(pen: Pen, ink: Inks, at: Point, spots: list[Point]) -> None:
    for x, y in moved(spots, at):
        pen.box((x - 3, y - 3), (x + 3, y + 3), ink.window)


def _palace(pen: Pen, ink: Inks, at: Point) -> None:
    """Eleven storeys on a broad base with a colonnade all round."""
    _slab(pen, ink, at, (-62, -40, 62, 40))
    for x in range(-54, 55, 12):
        for y in (-33, 33):
            pen.disc((at[0] + x, at[1] + y), 3.4, ink.column)
    pen.box((at[0] - 36, at[1] - 22), (at[0] + 48, at[1] + 30), (*ink.shade, 110))
    pen.box((at[0] - 42, at[1] - 24), (at[0] + 42, at[1] + 24), ink.marble, ink.column, 4)
    _dots(pen, ink, at, [(x, y) for x in range(-32, 33, 13) for y in (-13, 0, 13)])


def _parliament(pen: Pen, ink: Inks, at: Point) -> None:
    """A square house around a court, with a dome over its gate."""
    _slab(pen, ink, at, (-46, -42, 46, 42))
    pen.box((at[0] - 26, at[1] - 22), (at[0] + 26, at[1] + 22), ink.court, ink.column, 3)
    pen.disc((at[0], at[1]), 17, ink.marble, ink.column, 4)
    pen.disc((at[0] - 4, at[1] - 5), 5, mix(ink.marble, (255, 255, 255), 0.6))


def _security(pen: Pen, ink: Inks, at: Point) -> None:
    """Four closed wings, and masts on the roof."""
    _slab(pen, ink, at, (-54, -50, 54, -22), (-54, 22, 54, 50), (-54, -50, -26, 50), (26, -50, 54, 50))
    for x, y in moved([(-40, -36), (40, 36), (40, -36)], at):
        pen.line([(x - 9, y), (x + 9, y)], ink.char, 3)
        pen.line([(x, y - 9), (x, y + 9)], ink.char, 3)
        pen.disc((x, y), 4, ink.fire)


def _station(pen: Pen, ink: Inks, at: Point) -> None:
    """A long hall with a clock tower, and roofs over its platforms."""
    for y in (28, 46):
        pen.box((at[0] - 70, at[1] + y - 5), (at[0] + 70, at[1] + y + 5), ink.ballast, ink.rail, 2.4)
    _slab(pen, ink, at, (-68, -30, 68, 8), (-20, -46, 20, 12))
    pen.disc(at, 11, ink.halo, ink.column, 3)
    pen.line(moved([(0, -7), (0, 0), (5, 3)], at), ink.char, 2.6)
    _dots(pen, ink, at, [(x, -12) for x in (-56, -44, -32, 32, 44, 56)])


def _stadium(pen: Pen, ink: Inks, at: Point) -> None:
    """An oval of stands about a pitch."""
    pen.disc((at[0] + 6, at[1] + 8), 78, (*ink.shade, 100), ry=58)
    pen.disc(at, 78, ink.marble, ink.column, 4, ry=58)
    pen.disc(at, 62, None, ink.column, 2, ry=43)
    pen.disc(at, 54, ink.brick, ink.column, 3, ry=36)
    pen.box((at[0] - 34, at[1] - 23), (at[0] + 34, at[1] + 23), ink.lawn, ink.halo, 2.4)
    pen.line(moved([(0, -23), (0, 23)], at), ink.halo, 2.4)
    pen.disc(at, 8, None, ink.halo, 2.4)


def _house(pen: Pen, ink: Inks, at: Point) -> None:
    """Any other great house."""
    _slab(pen, ink, at, (-54, -40, 54, 40))
    _dots(pen, ink, at, [(x, y) for x in (-36, -12, 12, 36) for y in (-20, 0, 20)])


FORMS: dict[str, Form] = {
    "palace": _palace,
    "parliament": _parliament,
    "security": _security,
    "station": _station,
    "stadium": _stadium,
}
"""By the key of the landmark."""


def hotels(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Draw the hotels: a tall house with a flat roof and its letter."""
    for at in sorted(city.hotels):
        if window.shows(at):
            x, y = centre(at)
            away = -1 if any(i in (0, 1, 5) for i in city.turns.get(at, ())) else 1
            hotel(pen, ink, (x - 44, y - 26 * away))


def hotel(pen: Pen, ink: Inks, at: Point) -> None:
    """Draw one hotel."""
    _slab(pen, ink, at, (-19, -19, 19, 19))
    pen.text(at, "H", 30, ink.char)
