"""Small scenes for the faces of cards, 528 units broad and 190 high."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from random import Random

from render import figures, fires, terrain
from render.canvas import CHALK, Pen, Point, Sprite, cut, mix, moved, sheet, soften, turned
from render.look import Colour, Look
from render.vehicles import SILHOUETTES
from render.winter import dressed

WIDE, HIGH = 528.0, 190.0
RIGHT, BOTTOM = WIDE / 2, HIGH / 2
HORIZON = 34.0

Scene = Callable[[Pen, Look], None]


@lru_cache(maxsize=64)
def vignette(kind: str, look: Look) -> Sprite:
    """Return the scene of a kind in `SCENES`; any other kind gets a map on a table."""
    pen = sheet(RIGHT, BOTTOM, 1)
    SCENES.get(kind, _map)(pen, look)
    pen.box((-RIGHT, -BOTTOM), (RIGHT - 1, BOTTOM - 1), None, look.ink, 3)
    return cut(pen)


def _dark(look: Look) -> Colour:
    """Return the colour of silhouettes against the sky."""
    return mix(look.shade, look.steel if sum(look.steel) < 300 else look.shade, 0.5)


def _air(pen: Pen, look: Look, low: Colour, high: Colour) -> None:
    """Fill the sky, darker towards the top."""
    bands = 12
    for i in range(bands):
        y = -BOTTOM + i * HIGH / bands
        pen.box((-RIGHT, y), (RIGHT, y + HIGH / bands + 1), mix(high, low, i / (bands - 1)))


def _ground(pen: Pen, colour: Colour, at: float = HORIZON, swell: float = 9.0) -> None:
    ridge = [(x, at + swell * math.sin(x / 83) + swell * 0.4 * math.sin(x / 31)) for x in range(-270, 271, 10)]
    pen.polygon([*ridge, (270.0, 99.0), (-270.0, 99.0)], colour)


def _open_field(pen: Pen, look: Look) -> None:
    _air(pen, look, mix(look.water, CHALK, 0.7), mix(look.water, CHALK, 0.25))
    _ground(pen, mix(look.meadow, look.floor, 0.55), 22, 12)
    _ground(pen, look.meadow, 44, 7)


def _figure(pen: Pen, kind: str, at: Point, size: float, ink: Colour, ground: Colour) -> None:
    man = pen.about(at, size)
    figures.FIGURES[kind][1](man, (0, -25), ink, ground)


def _vehicle(pen: Pen, kind: str, at: Point, size: float, ink: Colour, ground: Colour) -> None:
    """Draw a vehicle that stands at a point."""
    hull = pen.about((at[0], at[1] - 20 * size), size)
    SILHOUETTES[kind](hull, ink, ground)


def _burst(pen: Pen, look: Look, at: Point, r: float) -> None:
    spikes = [(r * (1, 0.55)[k % 2], -math.pi / 2 + (k - 8) * math.pi / 17) for k in range(17)]
    earth = [(at[0] + s * math.cos(a), at[1] + s * math.sin(a)) for s, a in spikes]
    foot = [(at[0] + r * 0.5, at[1] + 6), (at[0] - r * 0.5, at[1] + 6)]
    pen.polygon([*earth, *foot], mix(look.earth, look.shade, 0.35))
    fires.flame(pen, look, (at[0], at[1] - r * 0.16), r * 0.36, look.alarm)


def _artillery(pen: Pen, look: Look) -> None:
    """Guns in a row, shells on their way, bursts on the horizon."""
    _open_field(pen, look)
    for x, r in ((150, 38), (205, 50), (238, 32)):
        _burst(pen, look, (x, HORIZON + 4), r)
    ink = _dark(look)
    for x, y, size in ((-92, 62, 1.0), (-150, 74, 1.25), (-212, 90, 1.6)):
        gun = pen.about((x, y - 20 * size), size)
        SILHOUETTES["zis-3"](gun, ink, look.meadow)
    for k in range(9):
        t = 0.12 + k * 0.085
        pen.disc((-110 + 300 * t, 16 - 330 * t * (1 - t) * 0.9), 2.6, look.ink)


def _map(pen: Pen, look: Look) -> None:
    """A map on a table, with a plan drawn on it."""
    pen.box((-RIGHT, -BOTTOM), (RIGHT, BOTTOM), mix(look.plank, look.shade, 0.45))
    page = turned([(-225, -78), (215, -86), (232, 80), (-212, 86)], -3)
    pen.polygon(moved(page, (5, 7)), (*look.shade, 130))
    pen.polygon(page, look.clear, look.shade, 2)
    for points in (
        [(-190, 40), (-120, 10), (-60, 34), (10, -2), (90, 20), (190, -20)],
        [(-180, 60), (-110, 34), (-50, 56), (24, 22), (100, 44), (196, 4)],
    ):
        pen.line([(float(x), float(y)) for x, y in points], mix(look.slope, look.clear, 0.35), 3, ends=True)
    pen.line([(-40, -84), (-20, -40), (-64, 0), (-30, 40), (-44, 84)], look.water, 10)
    for x, y in ((120, -48), (136, -40), (128, -30), (-150, -40), (-166, -30)):
        pen.box((x - 6, y - 5), (x + 6, y + 5), look.roofs[0][0], look.shade, 1.6)
    for paint, way in (
        (look.alarm, [(180.0, 54.0), (110.0, 50.0), (56.0, 24.0), (20.0, -14.0)]),
        (look.way, [(-200.0, 6.0), (-130.0, -14.0), (-96.0, -10.0)]),
    ):
        pen.line(way, paint, 9, ends=True)
        (ax, ay), (bx, by) = way[-2:]
        heading = math.degrees(math.atan2(bx - ax, ay - by))
        pen.polygon(turned([(0, -18), (15, 10), (-15, 10)], heading, (bx, by)), paint)
    pen.disc((196, -52), 24, None, look.gold, 4)
    pen.polygon([(196, -72), (202, -52), (196, -32), (190, -52)], look.alarm, look.shade, 1.6)


def _assault(pen: Pen, look: Look) -> None:
    """A line of men goes forward behind an officer and a flag."""
    _air(pen, look, mix(look.gold, CHALK, 0.72), mix(look.gold, look.alarm, 0.25))
    pen.disc((150, 30), 52, mix(look.gold, CHALK, 0.5))
    ink = _dark(look)
    _ground(pen, mix(ink, look.meadow, 0.25), 52, 10)
    pen.line([(-92, 62), (-104, -78)], ink, 5)
    cloth = [(-104, -78), (-66, -84), (-30, -70), (8, -78), (4, -34), (-32, -28), (-64, -42), (-99, -36)]
    pen.polygon(soften([(float(x), float(y)) for x, y in cloth], 2), look.alarm, ink, 3)
    sky = mix(look.gold, CHALK, 0.6)
    for x, y in ((-200, 78), (-152, 72), (-22, 72), (28, 80), (84, 72), (132, 82)):
        _figure(pen, "regular", (x, y), 1.8 + (y - 72) * 0.02, ink, sky)
    _figure(pen, "officer", (-80, 82), 2.2, ink, sky)


def _supply(pen: Pen, look: Look) -> None:
    """A lorry at a dump of crates and drums."""
    _open_field(pen, look)
    _vehicle(pen, "truck", (-138, 82), 2.05, _dark(look), mix(look.water, CHALK, 0.5))
    for left, y in ((40, 52), (104, 52), (168, 52), (72, 4), (136, 4)):
        x = float(left)
        pen.box((x - 30, y - 14), (x + 30, y + 32), look.plank, look.shade, 3)
        for dy in (-2.0, 10.0, 20.0):
            pen.line([(x - 28, y + dy), (x + 28, y + dy)], mix(look.plank, look.shade, 0.4), 2)
        pen.line([(x - 28, y - 12), (x + 28, y + 30)], mix(look.plank, look.shade, 0.3), 4)
    for x in (222.0, 246.0):
        pen.box((x - 17, 18), (x + 17, 84), mix(look.steel, look.floor, 0.5), look.shade, 3, 5)
        for hoop in (36.0, 58.0):
            pen.line([(x - 16, hoop), (x + 16, hoop)], look.shade, 2.4)


def _column(pen: Pen, look: Look) -> None:
    """A tank and a column of men come up."""
    _air(pen, look, mix(look.water, CHALK, 0.75), mix(look.water, CHALK, 0.4))
    ink = _dark(look)
    _ground(pen, mix(look.meadow, look.floor, 0.5), 28, 12)
    _ground(pen, mix(look.meadow, ink, 0.12), 56, 6)
    light = mix(look.water, CHALK, 0.7)
    _vehicle(pen, "t-34", (150, 84), 2.15, ink, light)
    _vehicle(pen, "t-34", (14, 52), 1.0, mix(ink, look.floor, 0.35), light)
    for i in range(5):
        _figure(pen, "regular", (-232 + 46 * i, 84 - 2 * i), 1.9 - i * 0.1, ink, light)


def _aircraft(pen: Pen, at: Point, size: float, lean: float, ink: Colour, glass: Colour) -> None:
    """Draw a low-wing attack aircraft from the side, its nose to the right."""

    def put(points: list[Point]) -> list[Point]:
        return turned([(x * size, y * size) for x, y in points], lean, at)

    body: list[Point] = [(-60, -3), (-52, -8), (-8, -11), (30, -9), (44, -3), (46, 2), (30, 9), (-20, 7), (-58, 1)]
    pen.polygon(put(body), ink)
    pen.polygon(put([(-60, -4), (-64, -24), (-52, -24), (-42, -5)]), ink)
    pen.polygon(put([(-16, -10), (-8, -20), (10, -20), (18, -10)]), ink)
    pen.polygon(put([(-11, -11), (-6, -17), (8, -17), (13, -11)]), glass)
    pen.polygon(put([(-14, 3), (20, 3), (6, 13), (-22, 11)]), ink)
    pen.polygon(put([(-64, 0), (-42, 0), (-48, 4), (-66, 3)]), ink)
    pen.line(put([(47, -19), (47, 19)]), ink, 2.4 * size)


def _sky(pen: Pen, look: Look) -> None:
    """Aircraft between clouds above the front."""
    _air(pen, look, mix(look.water, CHALK, 0.75), mix(look.water, look.depth, 0.4))
    clouds = ((-190, 10, 26), (-160, -2, 34), (-122, 12, 26), (140, -50, 22), (168, -60, 30), (202, -48, 24))
    for x, y, r in clouds:
        pen.disc((x, y), r, mix(look.smoke, CHALK, 0.5), ry=r * 0.62)
    _ground(pen, mix(look.meadow, look.floor, 0.5), 62, 8)
    ink, glass = _dark(look), mix(look.water, CHALK, 0.6)
    _aircraft(pen, (-196, -34), 0.8, 8, ink, glass)
    _aircraft(pen, (-66, -52), 1.05, 8, ink, glass)
    _aircraft(pen, (84, 0), 1.8, 14, ink, glass)
    for x, y in ((118, 58), (134, 66)):
        pen.disc((x, y), 5, ink, ry=8)
    _burst(pen, look, (206, 72), 40)


def _blaze(pen: Pen, look: Look) -> None:
    """A house on fire at night, and a bottle with a burning rag."""
    _air(pen, look, mix(look.alarm, look.shade, 0.45), mix(look.shade, look.steel, 0.2))
    ink = mix(look.shade, (0, 0, 0), 0.4)
    _ground(pen, ink, 62, 5)
    for x, high in ((-190, 60), (-150, 88), (-104, 74), (-60, 92), (-16, 66)):
        fires.flame(pen, look, (x, 34), high, look.alarm)
    pen.polygon([(-206, 80), (-206, 16), (-160, -14), (-110, 14), (-110, 80)], ink)
    pen.polygon([(-92, 80), (-92, 24), (-50, -6), (0, 24), (0, 80)], ink)
    for x, y in ((-184, 32), (-144, 32), (-70, 40), (-32, 40)):
        pen.box((x - 10, y), (x + 10, y + 20), look.caution)
    glass = mix(look.floor, look.water, 0.3)
    bottle = [(-18, 60), (-18, -6), (-8, -26), (-8, -52), (8, -52), (8, -26), (18, -6), (18, 60)]
    pen.polygon(turned([(float(x), float(y)) for x, y in bottle], 24, (160, 20)), glass, CHALK, 3)
    pen.polygon(turned([(-14, 56), (-14, 6), (14, 6), (14, 56)], 24, (160, 20)), mix(look.gold, look.alarm, 0.3))
    fires.flame(pen, look, turned([(0, -74)], 24, (160, 20))[0], 34, look.caution)


def _snowfield(pen: Pen, look: Look) -> None:
    """Firs under snow, men on skis, flakes."""
    white = dressed(look, snow=True)
    _air(pen, look, mix(white.meadow, CHALK, 0.3), mix(white.hills[1], white.shade, 0.25))
    _ground(pen, white.hills[0], 26, 12)
    luck = Random("firs")
    for x in range(-250, 260, 34):
        r = luck.uniform(20, 27)
        terrain.fir(
            pen, white, (x + luck.uniform(-9, 9), 34 + luck.uniform(-6, 8)), r, white.crowns[luck.randrange(3)]
        )
    _ground(pen, white.clear, 58, 6)
    for x, y, size in ((-110, 80, 1.7), (-40, 84, 1.85), (40, 88, 2.0)):
        _figure(pen, "regular", (x, y), size, _dark(look), white.clear)
        pen.line([(x - 34, y + 1), (x + 36, y + 1), (x + 44, y - 5)], _dark(look), 3.6, ends=True)
    for _ in range(46):
        pen.disc((luck.uniform(-260, 260), luck.uniform(-92, 90)), luck.uniform(1.6, 3.4), CHALK)


def _fuse(pen: Pen, look: Look) -> None:
    """A railway by night, charges on it, and a fuse that burns."""
    _air(pen, look, mix(look.way, look.shade, 0.55), mix(look.shade, (0, 0, 0), 0.35))
    pen.disc((196, -50), 26, mix(look.gold, CHALK, 0.75))
    _ground(pen, mix(look.floor, look.shade, 0.72), 26, 4)
    for k in range(9):
        t = k / 8
        half, y = 16 + 150 * t * t, 30 + 64 * t * t
        pen.line([(-40 - half, y), (-40 + half, y)], look.plank, 2 + 7 * t)
    for side in (-1, 1):
        pen.line([(-40 + side * 7, 28), (-40 + side * 92, 96)], mix(look.steel, CHALK, 0.45), 6)
    for x in (84.0, 104.0, 124.0):
        pen.box((x - 9, 18), (x + 9, 74), look.alarm, look.shade, 2.6, 3)
        pen.line([(x, 18), (x, 8)], look.shade, 3)
    pen.box((72, 36), (136, 52), look.gold, look.shade, 2.6)
    cord = [(104.0, 8.0), (120.0, -14.0), (160.0, 10.0), (196.0, -2.0)]
    pen.line(soften([*cord, *cord[::-1]], 2), CHALK, 2.6)
    for k in range(12):
        a = k * math.tau / 12
        pen.line(
            [(198, -3), (198 + (24, 14)[k % 2] * math.cos(a), -3 + (24, 14)[k % 2] * math.sin(a))], look.caution, 3
        )


SCENES: dict[str, Scene] = {
    "artillery": _artillery,
    "map": _map,
    "assault": _assault,
    "supply": _supply,
    "column": _column,
    "air": _sky,
    "flames": _blaze,
    "winter": _snowfield,
    "sabotage": _fuse,
}
