"""Silhouettes of vehicles and guns from the side.

They are 92 units long, at most 46 high, on a line 20 units below the middle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from render.canvas import Pen, Point
from render.look import Colour

Silhouette = Callable[[Pen, Colour, Colour], None]
"""Draws about the origin, in an ink, on a ground."""

BOTTOM = 20.0


def t34(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Sloped all round, five large wheels, the turret well forward."""
    pen.polygon([(-46, 0), (-36, -8), (26, -8), (45, 2), (40, 6), (-44, 6)], ink)
    pen.polygon([(-14, -9), (-9, -21), (14, -22), (22, -14), (20, -9)], ink)
    gun(pen, ink, (20, -15), 46, 4)
    tracks(pen, ink, ground, -45, 44, 5, 7.6)


def kv1(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Tall and slab-sided, with a high turret, six small wheels and rollers above.

    The turret has a bustle, the hull is long and flat.
    """
    pen.polygon([(-46, -6), (-41, -11), (36, -11), (41, -4), (46, 2), (42, 6), (-46, 6)], ink)
    pen.polygon([(-22, -12), (-24, -27), (10, -28), (16, -19), (16, -12)], ink)
    pen.box((-12, -31), (-2, -27), ink)
    gun(pen, ink, (14, -19), 42, 5)
    tracks(pen, ink, ground, -46, 45, 6, 5.2, rollers=3)


def panzer_iv(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Steps and boxes, eight small wheels in pairs, a cupola, a long gun with a brake."""
    pen.polygon([(-44, -3), (-38, -10), (24, -10), (27, -5), (42, -2), (44, 6), (-44, 6)], ink)
    pen.polygon([(-17, -11), (-20, -22), (9, -22), (14, -11)], ink)
    pen.box((-24, -20), (-16, -13), ink)
    pen.box((-10, -27), (0, -21), ink)
    gun(pen, ink, (10, -16), 46, 3.6, brake=True)
    tracks(pen, ink, ground, -44, 42, 8, 4.4, rollers=4)


def tiger(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A box with an upright front, a drum turret, overlapping wheels and a heavy gun.

    The gun has a brake.
    """
    pen.polygon([(-42, -9), (32, -9), (32, -3), (40, -1), (41, 6), (-44, 6), (-44, -5)], ink)
    pen.polygon([(-24, -10), (-27, -16), (-24, -24), (10, -25), (12, -10)], ink)
    pen.box((-20, -31), (-7, -24), ink, r=2)
    pen.box((10, -22), (17, -12), ink)
    gun(pen, ink, (16, -17), 47, 5, brake=True)
    tracks(pen, ink, ground, -44, 41, 4, 8.6, overlap=True)


def panther(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A long sloped front, a narrow turret far back, the longest gun.

    The wheels overlap.
    """
    pen.polygon([(-46, -2), (-42, -11), (12, -11), (38, 1), (36, 6), (-44, 6)], ink)
    pen.polygon([(-25, -12), (-20, -24), (2, -24), (8, -12)], ink)
    pen.box((-20, -29), (-11, -23), ink, r=1)
    gun(pen, ink, (4, -18), 47, 3.4, brake=True)
    tracks(pen, ink, ground, -45, 40, 5, 7.8, overlap=True)


def su122(pen: Pen, ink: Colour, ground: Colour) -> None:
    """No turret: a sloped casemate with a short thick howitzer, on five large wheels."""
    pen.polygon([(-46, 0), (-38, -6), (-18, -8), (-12, -21), (16, -21), (40, 2), (38, 6), (-44, 6)], ink)
    pen.box((-9, -26), (2, -20), ink, r=1)
    pen.polygon([(20, -15), (28, -13), (28, -3), (22, -3)], ink)
    gun(pen, ink, (26, -8), 44, 7)
    tracks(pen, ink, ground, -45, 42, 5, 7.6)


def stug(pen: Pen, ink: Colour, ground: Colour) -> None:
    """No turret and very low: a box with a long gun, six wheels, rollers above."""
    pen.polygon(
        [(-45, 0), (-40, -6), (-26, -8), (-22, -17), (12, -17), (20, -6), (40, -2), (44, 6), (-45, 6)], ink
    )
    pen.box((-14, -22), (-4, -16), ink, r=1)
    pen.polygon([(10, -14), (23, -12), (23, -5), (10, -5)], ink)
    gun(pen, ink, (20, -9), 47, 4, brake=True)
    tracks(pen, ink, ground, -45, 43, 6, 5.4, rollers=3)


def sherman(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Tall, with a rounded nose and turret, a short gun, and wheels in three bogies."""
    pen.polygon([(-44, -4), (-40, -13), (18, -13), (38, -4), (44, 3), (40, 7), (-44, 7)], ink)
    pen.polygon([(-16, -13), (-18, -21), (-12, -28), (8, -28), (16, -22), (18, -13)], ink)
    pen.box((-9, -33), (1, -27), ink, r=1)
    gun(pen, ink, (16, -20), 42, 4)
    tracks(pen, ink, ground, -44, 43, 6, 5.4)
    for x in (-28, 0, 28):
        pen.box((x - 8, 2), (x + 8, 7.5), ground, r=2)


def m10(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Sloped like a wedge, an open turret with a weight behind it, a long bare gun."""
    pen.polygon([(-46, -8), (-36, -13), (22, -13), (44, 2), (40, 7), (-42, 7)], ink)
    pen.polygon([(-16, -13), (-12, -27), (8, -27), (20, -16), (18, -13)], ink)
    pen.polygon([(-12, -27), (-26, -26), (-24, -18), (-14, -18)], ink)
    pen.polygon([(-9, -27), (5, -27), (3, -23), (-7, -23)], ground)
    gun(pen, ink, (16, -20), 47, 3.4)
    tracks(pen, ink, ground, -44, 43, 6, 5.4)


def zis3(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A field gun: a high wheel, a shield, a long barrel with a brake, and a trail."""
    pen.line([(-8, 0), (-44, 18)], ink, 5, ends=True)
    pen.polygon([(-46, 12), (-40, 20), (-46, 20)], ink)
    pen.line([(-20, -7), (44, -7)], ink, 4.6)
    pen.box((39, -11), (47, -3), ink, r=1.4)
    pen.line([(-16, -2), (20, -2)], ink, 4)
    pen.polygon([(2, -26), (8, -27), (11, 6), (4, 6)], ink)
    wheel(pen, ink, ground, 2, 14.5)
    pen.line([(2, -8), (2, 19)], ground, 1.8)
    pen.line([(-11, 5.5), (15, 5.5)], ground, 1.8)


def pak40(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A low gun: a slanting double shield, the longest barrel, a solid wheel."""
    pen.line([(-6, 4), (-46, 18)], ink, 5, ends=True)
    pen.polygon([(-38, 14), (-46, 20), (-34, 20)], ink)
    pen.line([(-24, -1), (46, -1)], ink, 4.2)
    pen.polygon([(38, -6), (47, -5), (47, 3), (38, 4)], ink)
    for x in (-2.0, 7.0):
        pen.polygon([(x - 7, -19), (x - 3, -20), (x + 6, 8), (x, 8)], ink)
    wheel(pen, ink, ground, -1, 11.5)


def half_track(pen: Pen, ink: Colour, ground: Colour) -> None:
    """An open armoured body, a wheel in front, a track behind, a machine gun."""
    pen.polygon([(-46, -13), (-42, 6), (38, 6), (45, 1), (43, -6), (16, -8), (8, -15)], ink)
    pen.line([(6, -16), (6, -22)], ink, 3)
    pen.line([(-2, -22), (22, -22)], ink, 3.6, ends=True)
    for x in (-30, -18):
        pen.disc((x, -16), 4.4, ink)
    tracks(pen, ink, ground, -44, 10, 4, 5.6)
    wheel(pen, ink, ground, 31, 10.5)


def truck(pen: Pen, ink: Colour, ground: Colour, axles: Sequence[float] = (-27,)) -> None:
    """A bonnet, a cab with a window, a canvas cover, and wheels."""
    pen.polygon([(-46, -22), (-42, -26), (0, -26), (4, -22), (4, 8), (-46, 8)], ink)
    pen.polygon([(7, -17), (11, -19), (22, -19), (27, -6), (43, -4), (46, 0), (46, 8), (7, 8)], ink)
    pen.polygon([(12, -15), (20, -15), (24, -6), (12, -6)], ground)
    for x in (-34, -21, -8):
        pen.line([(x, -25), (x, 2)], ground, 1.8)
    pen.line([(-46, 3), (4, 3)], ground, 1.8)
    for axle in (*axles, 33.0):
        wheel(pen, ink, ground, axle, 9.6)


def long_truck(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A truck with two axles below its load."""
    truck(pen, ink, ground, (-34, -13))


def gun(pen: Pen, ink: Colour, start: Point, muzzle: float, thick: float, brake: bool = False) -> None:
    """Draw a level barrel, with a brake at its muzzle if it has one."""
    x, y = start
    pen.line([(x - 2, y), (muzzle, y)], ink, thick)
    if brake:
        pen.box((muzzle - 5, y - thick), (muzzle, y + thick), ink, r=1)


def tracks(
    pen: Pen, ink: Colour, ground: Colour, left: float, right: float, wheels: int, r: float,
    rollers: int = 0, overlap: bool = False,
) -> None:  # fmt: skip
    """Draw a track with a number of wheels."""
    pen.box((left, 2), (right, BOTTOM), ink, r=9)
    first, last = left + r + 4, right - r - 4
    step = (last - first) / (wheels - 1)
    y = BOTTOM - r - 1.6
    if overlap:
        for i in range(wheels - 1):
            pen.disc((first + (i + 0.5) * step, y), r, ground)
            pen.disc((first + (i + 0.5) * step, y), r - 2, ink)
    for i in range(wheels):
        pen.disc((first + i * step, y), r, ground)
        pen.disc((first + i * step, y), r * 0.66, ink)
        pen.disc((first + i * step, y), r * 0.22, ground)
    for i in range(rollers):
        pen.disc((left + (right - left) * (i + 1) / (rollers + 1), 5.4), 1.6, ground)


def wheel(pen: Pen, ink: Colour, ground: Colour, x: float, r: float) -> None:
    """Draw a wheel on the line."""
    pen.disc((x, BOTTOM - r), r + 2.4, ground)
    pen.disc((x, BOTTOM - r), r, ink)
    pen.disc((x, BOTTOM - r), r * 0.42, ground)


SILHOUETTES: dict[str, Silhouette] = {
    "truck": truck,
    "long truck": long_truck,
    "half-track": half_track,
    "t-34": t34,
    "kv-1": kv1,
    "panzer iv": panzer_iv,
    "tiger": tiger,
    "panther": panther,
    "su-122": su122,
    "stug iii": stug,
    "sherman": sherman,
    "m10": m10,
    "zis-3": zis3,
    "pak 40": pak40,
}
