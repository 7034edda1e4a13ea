"""The figures on counters: armed men, and vehicles from above, their bows up."""

from __future__ import annotations

import math
from collections.abc import Callable

from render.canvas import Pen, moved
from render.figures import machine_gun, officer, rifleman
from render.look import Colour

Sign = Callable[[Pen, Colour, Colour], None]
"""Draws about the origin, in an ink, on a ground; at most 60 units broad, 52 high."""


def infantry(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Three riflemen."""
    for x in (-20.0, 2.0, 24.0):
        rifleman(pen, (x - 2, 0), ink, ground)


def heavy(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A machine gun, its gunner and an ammunition box."""
    machine_gun(pen, (0, 0), ink, ground)
    pen.box((-30, 10), (-16, 24), ink, r=2)
    pen.line([(-30, 15), (-16, 15)], ground, 2)


def rpg(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A man with a launcher at his shoulder, its bulb in front."""
    rifle = pen.about((-4, 0), 1.0)
    _man(rifle, ink)
    pen.line([(-26, -1), (12, -15)], ink, 6, ends=True)
    pen.polygon([(10, -20), (22, -25), (34, -24), (25, -15), (14, -9)], ink)
    pen.polygon([(-32, -4), (-24, -6), (-22, 2), (-30, 6)], ink)


def schmel(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A tube that throws fire."""
    _man(pen, ink, -16)
    pen.line([(-30, -8), (4, -8)], ink, 9)
    flame = [(8, -8), (16, -22), (20, -12), (30, -22), (28, -8), (34, 0), (24, 2), (22, 12), (14, 2)]
    pen.polygon(flame, ink)
    pen.polygon([(13, -8), (18, -13), (24, -8), (18, -3)], ground)


def sniper(pen: Pen, ink: Colour, ground: Colour) -> None:
    """The view in his telescope."""
    pen.disc((0, 0), 25, None, ink, 5)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        pen.line([(dx * 9, dy * 9), (dx * 31, dy * 31)], ink, 4.4)
    pen.disc((0, 0), 3.6, ink)


def leader(pen: Pen, ink: Colour, ground: Colour) -> None:
    """An officer between two stars."""
    officer(pen, (0, 1), ink, ground)


def _man(pen: Pen, ink: Colour, x: float = 0.0) -> None:
    pen.disc((x - 4, -16), 7, ink)
    pen.polygon(moved([(-12, -8), (2, -9), (7, -2), (3, 10), (-10, 10), (-13, 0)], (x, 0)), ink)
    for hip, foot in ((-8, -11), (0, 3)):
        pen.line(moved([(hip, 8), (foot, 24)], (x, 0)), ink, 6, ends=True)


# Vehicles from above, their bows up.


def t80(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Broad tracks, a round turret, a very long gun."""
    _tracks(pen, ink, ground, 21, 27)
    pen.polygon([(-13, -24), (-8, -28), (8, -28), (13, -24), (13, 27), (-13, 27)], ink)
    pen.disc((0, 3), 13.5, ink, ground, 2.6, ry=15)
    pen.line([(0, -8), (0, -40)], ground, 8)
    pen.line([(0, -2), (0, -40)], ink, 4.6, ends=True)
    pen.disc((4, 7), 3.4, ground)


def t62(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Narrower, with an egg of a turret and drums at its stern."""
    _tracks(pen, ink, ground, 18, 25)
    pen.polygon([(-11, -24), (11, -24), (11, 24), (-11, 24)], ink)
    for x in (-6, 6):
        pen.box((x - 5, 24), (x + 5, 31), ink, r=2)
    pen.disc((0, 0), 10.5, ink, ground, 2.6, ry=13)
    pen.line([(0, -6), (0, -34)], ground, 8)
    pen.line([(0, -2), (0, -34)], ink, 4, ends=True)


def bmp(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A sharp bow, a small turret in the middle, two doors at the stern."""
    _tracks(pen, ink, ground, 18, 26)
    pen.polygon([(-13, -16), (0, -31), (13, -16), (13, 29), (-13, 29)], ink)
    pen.disc((0, 0), 8.5, ink, ground, 2.6)
    pen.line([(0, -4), (0, -22)], ground, 6.4)
    pen.line([(0, 0), (0, -22)], ink, 3.2, ends=True)
    pen.line([(0, 16), (0, 29)], ground, 2.6)
    for x in (-7, 7):
        pen.box((x - 4, 14), (x + 4, 18), ground, r=1)


def btr(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A boat of a hull on eight wheels, a turret near the bow."""
    for y in (-21, -8, 6, 19):
        for x in (-17, 17):
            pen.box((x - 4.6, y - 5.4), (x + 4.6, y + 5.4), ink, r=2)
    pen.polygon(
        [(-9, -32), (9, -32), (14, -20), (14, 24), (9, 30), (-9, 30), (-14, 24), (-14, -20)], ink, ground, 2
    )
    pen.disc((0, -10), 6.6, ground)
    pen.disc((0, -10), 4.4, ink)
    pen.line([(0, -10), (0, -26)], ground, 5)
    pen.line([(0, -10), (0, -26)], ink, 2.6)
    pen.line([(-9, 10), (9, 10)], ground, 2.6)


def _tracks(pen: Pen, ink: Colour, ground: Colour, x: float, half: float) -> None:
    for side in (-1, 1):
        pen.box((side * x - 6, -half), (side * x + 6, half), ink, r=4)
        for k in range(int(half / 4)):
            y = -half + 5 + k * 8
            pen.line([(side * x - 4, y), (side * x + 4, y)], ground, 1.8)


MEN: dict[str, Sign] = {
    "infantry": infantry,
    "heavy": heavy,
    "rpg": rpg,
    "schmel": schmel,
    "sniper": sniper,
    "leader": leader,
}
"""By kind."""
VEHICLES: dict[str, Sign] = {"T-80": t80, "T-62": t62, "BMP": bmp, "BTR": btr, "tank": t80, "apc": bmp}
"""By model; by kind for a unit that a user has added."""


def heading(facing: int) -> tuple[float, float]:
    """Return the direction of a facing as a step of length 1.

    Facings count from 0 for north, clockwise.
    """
    return math.sin(math.radians(60 * facing)), -math.cos(math.radians(60 * facing))
