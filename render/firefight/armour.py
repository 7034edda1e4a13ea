"""Silhouettes of the guns, carts and vehicles of 1941 from the side.

As in `render.vehicles`, they are 92 units long.
"""

from __future__ import annotations

from render.canvas import Pen
from render.look import Colour
from render.vehicles import (
    Silhouette,
    gun,
    half_track,
    kv1,
    long_truck,
    pak40,
    panzer_iv,
    t34,
    tracks,
    truck,
    wheel,
    zis3,
)

# Guns.


def infantry_gun(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Small and stubby: a short thick raised barrel, a round shield, two wheels."""
    pen.line([(-6, 4), (-40, 18)], ink, 5, ends=True)
    pen.line([(-12, -2), (30, -20)], ink, 8)
    pen.polygon([(8, -26), (14, -24), (13, 8), (5, 6)], ink)
    wheel(pen, ink, ground, 2, 13.5)
    for a, b in (((2, -6), (2, 19)), ((-10, 6.5), (14, 6.5))):
        pen.line([a, b], ground, 1.8)


def light_gun(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A light anti-tank gun: a thin barrel, a low shield, small wheels, spread trails."""
    for foot in (-44, -34):
        pen.line([(-4, 6), (foot, 18)], ink, 4, ends=True)
    pen.line([(-16, 0), (42, 0)], ink, 3.4)
    pen.polygon([(2, -14), (6, -15), (12, 10), (6, 11)], ink)
    wheel(pen, ink, ground, 0, 10)


def flak(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A very long barrel on a pedestal, its cross of outriggers flat on the ground."""
    pen.line([(-44, 17), (44, 17)], ink, 5.4, ends=True)
    pen.polygon([(-12, 16), (-5, -6), (7, -6), (14, 16)], ink)
    pen.line([(-26, -2), (46, -24)], ink, 5)
    pen.line([(-26, -4), (2, -9)], ink, 10)
    pen.polygon([(4, -30), (10, -30), (16, 2), (9, 2)], ink)
    for x in (-30, 30):
        pen.disc((x, 15), 4, ink)


# Carts and carriers.


def wagon(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A cart with two wheels and a horse before it."""
    pen.polygon([(-46, -9), (-4, -9), (-8, 6), (-42, 6)], ink)
    pen.line([(-40, -16), (-40, -8)], ink, 4)
    pen.line([(-10, -16), (-10, -8)], ink, 4)
    for x in (-34, -14):
        wheel(pen, ink, ground, x, 10)
    pen.line([(-8, 0), (20, -3)], ink, 3)
    pen.polygon([(10, -8), (31, -9), (38, -22), (46, -17), (42, -12), (36, 4), (12, 4)], ink)
    for x in (14, 20, 31, 35):
        pen.line([(x, 0), (x + 1, 19)], ink, 3.4)
    pen.line([(11, -6), (6, 8)], ink, 2.6)


def eight_wheels(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A long sloped hull on eight wheels, a small turret, and a frame aerial on top."""
    pen.polygon([(-46, -4), (-34, -12), (28, -12), (45, -1), (40, 8), (-42, 8)], ink)
    pen.polygon([(-10, -12), (-6, -22), (10, -22), (15, -12)], ink)
    gun(pen, ink, (12, -17), 36, 3)
    pen.line([(-38, -27), (22, -27)], ink, 2.6, ends=True)
    for x in (-36, -8, 20):
        pen.line([(x, -27), (x, -12)], ink, 2)
    for x in (-34, -14, 10, 30):
        wheel(pen, ink, ground, x, 8.8)


def armoured_car(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A bonnet, a box of armour, a round turret at the back, wheels of a lorry."""
    pen.polygon([(-45, 4), (-44, -12), (8, -14), (14, -8), (38, -4), (44, 1), (44, 8), (-45, 8)], ink)
    pen.polygon([(-32, -13), (-30, -25), (-8, -25), (-4, -13)], ink)
    gun(pen, ink, (-6, -19), 22, 3.6)
    for x in (-34, -15, 30):
        wheel(pen, ink, ground, x, 9.6)


def gun_carrier(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A car with a gun on its back and a crew around it."""
    pen.polygon([(-46, 0), (6, 0), (8, -14), (20, -14), (24, -5), (42, -3), (46, 8), (-46, 8)], ink)
    pen.line([(-40, -11), (8, -11)], ink, 3.4)
    pen.polygon([(-22, -20), (-18, -20), (-14, 0), (-20, 0)], ink)
    for x in (-36, -8):
        pen.disc((x, -7), 4.4, ink)
    for x in (-32, 31):
        wheel(pen, ink, ground, x, 9.6)


def gun_half_track(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A half-track with a gun and its shield on the load bed."""
    pen.polygon([(-46, -4), (8, -4), (12, -14), (22, -12), (26, -4), (42, -1), (46, 7), (-46, 7)], ink)
    pen.line([(-40, -14), (18, -14)], ink, 3.6)
    pen.polygon([(-22, -25), (-17, -25), (-12, -2), (-19, -2)], ink)
    tracks(pen, ink, ground, -45, 14, 5, 5.4)
    wheel(pen, ink, ground, 33, 9.6)


def gun_tractor(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A small tracked tractor with a long gun and a shield, open to all sides."""
    pen.polygon([(-34, -4), (26, -4), (34, 2), (32, 8), (-34, 8)], ink)
    pen.line([(-18, -16), (47, -16)], ink, 4)
    pen.polygon([(-4, -29), (2, -29), (12, -6), (2, -6)], ink)
    pen.disc((-18, -10), 5, ink)
    tracks(pen, ink, ground, -36, 34, 4, 6.8)


# Tanks.


def tank_hunter(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A small hull without a turret: a gun behind a shield, open at the top."""
    pen.polygon([(-38, -2), (-32, -8), (30, -8), (38, 1), (34, 7), (-36, 7)], ink)
    pen.polygon([(-26, -8), (-24, -15), (2, -15), (10, -27), (16, -26), (16, -8)], ink)
    gun(pen, ink, (12, -17), 45, 3.6)
    tracks(pen, ink, ground, -38, 36, 5, 5.4)


def panzer_ii(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Small: five wheels on springs, a turret to one side, a thin gun."""
    pen.polygon([(-38, -3), (-34, -9), (22, -9), (26, -3), (36, 0), (37, 6), (-38, 6)], ink)
    pen.polygon([(-14, -10), (-16, -20), (9, -20), (14, -10)], ink)
    gun(pen, ink, (10, -15), 30, 2.8)
    tracks(pen, ink, ground, -38, 36, 5, 6.4)


def panzer_38(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Four large wheels, a flat hull full of rivets, a round turret with a cupola."""
    pen.polygon([(-42, -2), (-38, -8), (26, -8), (28, -2), (40, 0), (41, 6), (-42, 6)], ink)
    pen.polygon([(-12, -9), (-14, -21), (10, -21), (15, -9)], ink)
    pen.box((-11, -26), (-2, -20), ink, r=1.4)
    gun(pen, ink, (12, -15), 38, 3)
    for x in (-26, -4, 18):
        pen.disc((x, -3), 1.6, ground)
    tracks(pen, ink, ground, -43, 41, 4, 8.4)


def panzer_iii(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Six wheels, a high cupola at the back of the turret, a short gun."""
    _panzer(pen, ink, ground, 36, 3)


def panzer_iii_h(pen: Pen, ink: Colour, ground: Colour) -> None:
    """The same with the thicker gun of 5 cm."""
    _panzer(pen, ink, ground, 38, 5)


def panzer_iii_j(pen: Pen, ink: Colour, ground: Colour) -> None:
    """The same with the long gun of 5 cm."""
    _panzer(pen, ink, ground, 47, 4)


def _panzer(pen: Pen, ink: Colour, ground: Colour, muzzle: float, thick: float) -> None:
    pen.polygon([(-43, -3), (-38, -10), (20, -10), (24, -4), (40, -1), (42, 6), (-43, 6)], ink)
    pen.polygon([(-18, -11), (-22, -17), (-18, -23), (8, -23), (14, -11)], ink)
    pen.box((-19, -29), (-8, -22), ink, r=1)
    gun(pen, ink, (10, -16), muzzle, thick)
    tracks(pen, ink, ground, -43, 41, 6, 5.4, rollers=3)


def panzer_iv_short(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Eight small wheels in pairs, a cupola, a short fat gun."""
    pen.polygon([(-44, -3), (-38, -10), (24, -10), (27, -5), (42, -2), (44, 6), (-44, 6)], ink)
    pen.polygon([(-17, -11), (-20, -22), (9, -22), (14, -11)], ink)
    pen.box((-24, -20), (-16, -13), ink)
    pen.box((-10, -27), (0, -21), ink)
    gun(pen, ink, (10, -16), 29, 6.4)
    tracks(pen, ink, ground, -44, 42, 8, 4.4, rollers=4)


def somua(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A cast hull, its sides down over the wheels, a pear of a turret."""
    pen.polygon([(-42, -6), (-34, -12), (18, -13), (40, -3), (44, 8), (-44, 8)], ink)
    pen.polygon([(-14, -13), (-12, -24), (-2, -29), (6, -24), (11, -13)], ink)
    gun(pen, ink, (8, -18), 34, 3.4)
    tracks(pen, ink, ground, -44, 43, 9, 3.6)
    pen.box((-40, 2), (40, 10), ink, r=2)


def char_b(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Tracks around the whole hull, as in the last war, and a small turret on it."""
    pen.polygon([(-46, 8), (-40, -8), (-28, -14), (26, -16), (42, -8), (46, 4), (38, 16), (-38, 19)], ink)
    pen.line([(-40, 4), (-28, -7), (24, -9), (38, -2)], ground, 2.4)
    pen.polygon([(-8, -16), (-6, -27), (8, -27), (14, -16)], ink)
    gun(pen, ink, (8, -22), 32, 3)
    for k in range(9):
        pen.disc((-32 + k * 8, 12), 3, ground)
        pen.disc((-32 + k * 8, 12), 1.6, ink)


def t26(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Small and square: eight small wheels on leaf springs, a drum turret far forward."""
    _t26(pen, ink, ground)
    gun(pen, ink, (14, -19), 40, 3.4)


def flame_t26(pen: Pen, ink: Colour, ground: Colour) -> None:
    """The same, with a flame before it."""
    _t26(pen, ink, ground)
    gun(pen, ink, (14, -19), 26, 5)
    flame = [(26, -19), (31, -27), (34, -21), (42, -28), (41, -18), (47, -15), (39, -12), (34, -13)]
    pen.polygon(flame, ink)


def _t26(pen: Pen, ink: Colour, ground: Colour) -> None:
    pen.polygon([(-40, -2), (-38, -8), (-8, -8), (-6, -13), (20, -13), (24, -4), (36, 0), (38, 6), (-40, 6)], ink)
    pen.polygon([(-8, -13), (-16, -16), (-16, -25), (15, -25), (16, -13)], ink)
    tracks(pen, ink, ground, -40, 38, 8, 3.8, rollers=4)


def bt7(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Low and fast: four large wheels, a pointed bow, a conical turret."""
    pen.polygon([(-45, -2), (-40, -8), (18, -9), (44, 2), (40, 6), (-44, 6)], ink)
    pen.polygon([(-12, -9), (-9, -22), (11, -22), (16, -9)], ink)
    gun(pen, ink, (12, -16), 42, 3.4)
    tracks(pen, ink, ground, -45, 43, 4, 9)


def t35(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A land ship: five turrets on a very long hull, skirts over its wheels."""
    pen.polygon([(-46, -2), (-44, -10), (40, -10), (46, 0), (46, 8), (-46, 8)], ink)
    pen.polygon([(-10, -11), (-14, -18), (-12, -30), (9, -30), (13, -20), (12, -11)], ink)
    gun(pen, ink, (10, -24), 32, 5)
    for x, y in ((-30, -11), (28, -11)):
        pen.polygon([(x - 8, y), (x - 7, y - 9), (x + 6, y - 9), (x + 8, y)], ink)
    gun(pen, ink, (34, -16), 47, 3)
    gun(pen, ink, (-36, -16), -46, 3)
    tracks(pen, ink, ground, -46, 46, 9, 3.6)
    pen.box((-42, 2), (42, 9), ink, r=2)


def kv2(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A turret as high as a house on the hull of a KV, with a howitzer."""
    pen.polygon([(-46, -3), (-41, -8), (36, -8), (41, -2), (46, 3), (42, 6), (-46, 6)], ink)
    pen.polygon([(-22, -9), (-25, -31), (10, -31), (17, -24), (17, -9)], ink)
    gun(pen, ink, (14, -20), 38, 7)
    tracks(pen, ink, ground, -46, 45, 6, 5.2, rollers=3)


BODIES: dict[str, Silhouette] = {
    "infantry gun": infantry_gun,
    "light gun": light_gun,
    "anti-tank gun": pak40,
    "field gun": zis3,
    "flak": flak,
    "wagon": wagon,
    "truck": truck,
    "long truck": long_truck,
    "half-track": half_track,
    "eight wheels": eight_wheels,
    "armoured car": armoured_car,
    "gun carrier": gun_carrier,
    "gun half-track": gun_half_track,
    "gun tractor": gun_tractor,
    "tank hunter": tank_hunter,
    "panzer ii": panzer_ii,
    "panzer 38": panzer_38,
    "panzer iii": panzer_iii,
    "panzer iii h": panzer_iii_h,
    "panzer iii j": panzer_iii_j,
    "panzer iv": panzer_iv_short,
    "panzer iv f2": panzer_iv,
    "somua": somua,
    "char b": char_b,
    "t-26": t26,
    "ot-26": flame_t26,
    "bt-7": bt7,
    "t-35": t35,
    "t-34": t34,
    "kv-1": kv1,
    "kv-2": kv2,
}
"""All silhouettes by name."""
