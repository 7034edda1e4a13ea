"""Pictograms of soldiers and their weapons, distinguished by outline alone.

They are black on white or white on black. Each is drawn about the middle of its place on a base: 24 units broad
and 52 high for each space that it takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from render.canvas import Pen, Point, moved
from render.look import Colour

Pictogram = Callable[[Pen, Point, Colour, Colour], None]
"""Draws at a point, in an ink, on a ground."""


def rifleman(pen: Pen, at: Point, ink: Colour, ground: Colour) -> None:
    """A helmet, a body, and a rifle at the shoulder."""
    _soldier(pen, at, ink)
    pen.line(moved([(9, -25), (9, 11)], at), ink, 3.2, ends=True)
    pen.polygon(moved([(7, 2), (11, 2), (12, 16), (8, 16)], at), ink)


def storm_trooper(pen: Pen, at: Point, ink: Colour, ground: Colour) -> None:
    """A man below a star on a plate of his own, in inverted colours."""
    x, y = at
    pen.box((x - 11.5, y - 29), (x + 11.5, y + 27), ink, r=4)
    star(pen, (x, y - 21), 6.4, ground)
    _soldier(pen, (x, y + 5.5), ground, 0.8)
    pen.line(moved([(-7, 12), (7.5, 3)], at), ground, 4.6, ends=True)


def officer(pen: Pen, at: Point, ink: Colour, ground: Colour) -> None:
    """A peaked cap, a long greatcoat, and an arm that points the way."""
    pen.polygon(moved([(-10, -20.5), (-4, -24.5), (5, -23), (5, -17), (-8, -17)], at), ink)
    pen.line(moved([(-10, -16.6), (-2, -16.6)], at), ink, 2.4, ends=True)
    pen.disc(moved([(-1.5, -14.5)], at)[0], 4.8, ink)
    pen.polygon(moved([(-9, -5), (-6, -9), (4, -9), (7, -4), (5.5, 6), (8.5, 19), (-9.5, 19), (-7.5, 6)], at), ink)
    for x in (-4.6, 4):
        pen.line(moved([(x, 18), (x, 25)], at), ink, 5, ends=True)
    pen.line(moved([(4, -6.5), (9.8, -13), (10, -25)], at), ink, 4, ends=True)
    pen.line(moved([(-0.5, 6), (-0.5, 19)], at), ground, 1.6)


def machine_gun(pen: Pen, at: Point, ink: Colour, ground: Colour) -> None:
    """A gun on its tripod and the man behind it."""
    _helmet(pen, moved([(17, -11)], at)[0], ink, 1.1)
    pen.polygon(moved([(11, -2), (20, -3), (24, 10), (21, 25), (7, 25), (12, 13)], at), ink)
    pen.box((at[0] - 11, at[1] - 10), (at[0] + 13, at[1] + 4), ground, r=3)
    pen.line(moved([(-22, -3), (4, -3)], at), ink, 4.6, ends=True)
    pen.box((at[0] - 9, at[1] - 8), (at[0] + 11, at[1] + 2), ink, r=2)
    for foot in (-17, 8):
        pen.line(moved([(-3, 2), (foot, 24)], at), ink, 4, ends=True)
    pen.line(moved([(-2, 2), (-5, 24)], at), ink, 3, ends=True)


def mortar(pen: Pen, at: Point, ink: Colour, ground: Colour) -> None:
    """A tube on its bipod that points at the sky, and the man who loads it."""
    pen.line(moved([(-4, 20), (11, -19)], at), ink, 7.6)
    pen.line(moved([(-11, 24), (4, 24)], at), ink, 5, ends=True)
    for foot in (12, 21):
        pen.line(moved([(7, -6), (foot, 24)], at), ink, 3.2, ends=True)
    _helmet(pen, moved([(-16, -9)], at)[0], ink, 1.1)
    pen.polygon(moved([(-20, 0), (-12, 0), (-10, 12), (-11, 25), (-23, 25), (-22, 10)], at), ink)
    pen.line(moved([(-14, 3), (-4, -4), (2, -14)], at), ink, 3.6, ends=True)


def star(pen: Pen, at: Point, r: float, fill: Colour, edge: Colour | None = None, width: float = 0) -> None:
    """A star of five points."""
    points = ((0, -1), (0.23, -0.31), (0.95, -0.31), (0.37, 0.12), (0.59, 0.81))
    shape = [*points, (0, 0.39), *((-x, y) for x, y in points[:0:-1])]
    pen.polygon(moved([(x * r, y * r) for x, y in shape], at), fill, edge, width)


def _soldier(pen: Pen, at: Point, ink: Colour, scale: float = 1.0) -> None:
    def put(*points: Point) -> list[Point]:
        return [(at[0] + x * scale, at[1] + y * scale) for x, y in points]

    _helmet(pen, put((-1, -16))[0], ink, scale)
    pen.polygon(put((-7, -9), (5, -9), (7.5, -3), (5, 8), (-6, 8), (-9, 0)), ink)
    for hip, foot in ((-4.2, -5), (3, 3.6)):
        pen.line(put((hip, 7), (foot, 24)), ink, 5.4 * scale, ends=True)


def _helmet(pen: Pen, at: Point, ink: Colour, scale: float) -> None:
    dome = [(7.6 * math.cos(math.radians(a)), -8.5 * math.sin(math.radians(a)) + 1) for a in range(0, 181, 20)]
    pen.polygon([(at[0] + x * scale, at[1] + y * scale) for x, y in dome], ink)
    pen.disc((at[0], at[1] + scale), 5 * scale, ink)


FIGURES: dict[str, tuple[int, Pictogram]] = {
    "regular": (1, rifleman),
    "elite": (1, storm_trooper),
    "officer": (1, officer),
    "mg": (2, machine_gun),
    "mortar": (2, mortar),
}
"""By kind: the spaces that it takes on a base, and its pictogram."""
