"""Foot units of 1941, distinguished by outline alone.

They are as large as the silhouettes of vehicles.
"""

from __future__ import annotations

from collections.abc import Sequence

from render.canvas import Pen, Point
from render.look import Colour
from render.vehicles import Silhouette, wheel


def riflemen(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Three men with rifles who kneel and stand."""
    for x, size in ((-25.0, 0.92), (1.0, 0.92), (27.0, 0.92)):
        _soldier(pen, (x, -2), size, ink)
        pen.line([(x + 8 * size, -22), (x + 8 * size, 10)], ink, 3.2, ends=True)


def gunners(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Two men with submachine guns at the hip, a drum below each."""
    for x in (-20.0, 20.0):
        _soldier(pen, (x - 4, -2), 0.96, ink)
        pen.line([(x - 8, 4), (x + 20, -6)], ground, 7)
        pen.line([(x - 8, 4), (x + 20, -6)], ink, 3.8, ends=True)
        pen.disc((x + 6, 3.5), 5, ink, ground, 1.4)


def commissars(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Three men in peaked caps, the middle one before the others."""
    for x in (-24.0, 24.0, 0.0):
        if not x:
            pen.box((-13, -30), (13, 24), ground, r=5)
        _soldier(pen, (x, -2), 0.92, ink)
        pen.polygon([(x - 9, -19), (x - 6, -25), (x + 6, -25), (x + 9, -19)], ink)
        pen.line([(x - 8, -18), (x + 10, -18)], ground, 1.6)


def light_machine_gun(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A man who lies behind a gun on two legs, and the one who feeds it."""
    pen.line([(-14, -8), (44, -8)], ink, 5)
    pen.line([(2, -3), (18, -3)], ink, 6)
    for foot in (26, 40):
        pen.line([(32, -8), (foot, 18)], ink, 3.4, ends=True)
    pen.disc((-17, -12), 7.4, ink)
    pen.polygon([(-20, -4), (-8, -5), (0, 4), (-30, 18), (-46, 18), (-46, 9)], ink)
    pen.disc((10, 3), 6.4, ink)
    pen.polygon([(4, 9), (14, 9), (12, 18), (-8, 18)], ink)


def heavy_machine_gun(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A gun on a tripod, two men behind it."""
    for x in (-36.0, -20.0):
        pen.disc((x, -14), 7, ink)
        pen.polygon([(x - 7, -6), (x + 6, -6), (x + 10, 18), (x - 9, 18)], ink)
    pen.box((-16, -16), (12, -4), ground)
    pen.box((-10, -15), (16, -4), ink, r=2)
    pen.line([(14, -10), (46, -10)], ink, 4.4, ends=True)
    for foot in (-4, 12, 28):
        pen.line([(6, -4), (foot, 19)], ink, 4, ends=True)


def maxim(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A gun with a thick jacket and a shield on two small wheels, a man behind it."""
    pen.disc((-34, -10), 7.4, ink)
    pen.polygon([(-42, -2), (-28, -3), (-18, 2), (-20, 18), (-44, 18)], ink)
    pen.line([(-18, -4), (8, -4)], ink, 5)
    pen.line([(10, -4), (40, -4)], ink, 10)
    pen.polygon([(4, -26), (10, -26), (14, 6), (6, 6)], ink)
    wheel(pen, ink, ground, 8, 9.6)
    pen.line([(4, 10), (-16, 17)], ink, 4, ends=True)


def light_mortar(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A short tube on a plate, and a man who kneels beside it."""
    pen.line([(6, 17), (22, -14)], ink, 7)
    pen.line([(-2, 19), (22, 19)], ink, 4.4, ends=True)
    pen.line([(18, -4), (32, 18)], ink, 3.2, ends=True)
    _kneeling(pen, (-16, -2), ink)


def mortar(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A long tube on its legs, a man on each side."""
    pen.line([(-6, 18), (14, -28)], ink, 8)
    pen.line([(-16, 19), (6, 19)], ink, 5, ends=True)
    for foot in (14, 26):
        pen.line([(8, -12), (foot, 19)], ink, 3.2, ends=True)
    _kneeling(pen, (-30, -2), ink)
    _kneeling(pen, (40, -2), ink, mirrored=True)


def pioneers(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A man with a tank on his back who throws fire, and a comrade."""
    _soldier(pen, (-32, -2), 0.92, ink)
    pen.line([(-24, -22), (-24, 10)], ink, 3.2, ends=True)
    _soldier(pen, (-4, -2), 0.92, ink)
    pen.box((-20, -14), (-11, 5), ink, ground, 1.4, r=4)
    pen.line([(-6, 0), (20, -5)], ink, 4, ends=True)
    flame = [(19, -6), (26, -17), (28, -9), (37, -20), (37, -8), (47, -8), (38, 0), (42, 7), (30, 3), (25, 4)]
    pen.polygon(flame, ink)


def tank_hunters(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Two men, a bundle of grenades held up, a long rifle."""
    _soldier(pen, (-24, -2), 0.96, ink)
    pen.line([(-18, -10), (-10, -22)], ink, 4.6, ends=True)
    pen.line([(-10, -20), (-7, -30)], ink, 3, ends=True)
    for x in (-11, -6, -1):
        pen.disc((x, -27), 3.6, ink, ground, 1)
    _soldier(pen, (16, -2), 0.96, ink)
    pen.line([(0, 6), (46, -10)], ground, 6.6)
    pen.line([(0, 6), (46, -10)], ink, 3.6, ends=True)


def _soldier(pen: Pen, at: Point, size: float, ink: Colour) -> None:
    def put(*points: Point) -> Sequence[Point]:
        return [(at[0] + x * size, at[1] + y * size) for x, y in points]

    pen.disc(put((-1, -17))[0], 6.4 * size, ink)
    pen.line(put((-9, -17), (7, -17)), ink, 2.6 * size, ends=True)
    pen.polygon(put((-8, -9), (6, -9), (8, -3), (5, 8), (-6, 8), (-9, 0)), ink)
    for hip, foot in ((-4.2, -6), (3, 5)):
        pen.line(put((hip, 7), (foot, 22)), ink, 5.4 * size, ends=True)


def _kneeling(pen: Pen, at: Point, ink: Colour, mirrored: bool = False) -> None:
    s = -1 if mirrored else 1
    x, y = at
    pen.disc((x, y - 9), 6.6, ink)
    pen.polygon(
        [(x - s * 8, y - 1), (x + s * 5, y - 2), (x + s * 9, y + 8), (x + s * 10, y + 20), (x - s * 10, y + 20)],
        ink,
    )
    pen.line([(x + s * 4, y + 1), (x + s * 16, y - 4)], ink, 3.6, ends=True)


MEN: dict[str, Silhouette] = {
    "riflemen": riflemen,
    "gunners": gunners,
    "commissars": commissars,
    "light machine gun": light_machine_gun,
    "heavy machine gun": heavy_machine_gun,
    "maxim": maxim,
    "light mortar": light_mortar,
    "mortar": mortar,
    "pioneers": pioneers,
    "tank hunters": tank_hunters,
}
"""Foot units by weapon."""
