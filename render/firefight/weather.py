"""The weather on condition cards: a village in it, 528 units broad and 190 high."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from bot.titles.firefight.printed.cards import Weather
from render.canvas import CHALK, Pen, Sprite, cut, mix, sheet
from render.look import Colour, Look

RIGHT, BOTTOM = 264.0, 95.0
GREY: Colour = (120, 128, 138)
NIGHT: Colour = (22, 28, 58)
DUST: Colour = (206, 164, 96)


@lru_cache(maxsize=32)
def weather(kind: Weather, look: Look) -> Sprite:
    """Return the scene of a weather."""
    pen = sheet(RIGHT, BOTTOM, 1)
    dark = kind.since > 1
    air = NIGHT if dark else DUST if kind.haze else mix(look.water, GREY, 0.55)
    for i in range(12):
        y = -BOTTOM + i * 16
        pen.box((-RIGHT, y), (RIGHT, y + 17), mix(air, mix(air, CHALK, 0.1 if dark else 0.6), i / 11))
    _village(pen, look, air, dark)
    if kind.mud:
        _rain(pen)
    elif dark:
        pen.disc((170, -52), 24, (244, 230, 170))
        pen.disc((181, -57), 21, air)
    elif kind.wind:
        _wind(pen)
    elif kind.haze:
        pen.disc((-150, -48), 26, mix(look.gold, CHALK, 0.5))
        _banks(pen, mix(DUST, CHALK, 0.3))
    else:
        _banks(pen, mix(GREY, CHALK, 0.72))
    pen.box((-RIGHT, -BOTTOM), (RIGHT - 1, BOTTOM - 1), None, look.ink, 3)
    return cut(pen)


def _village(pen: Pen, look: Look, air: Colour, dark: bool) -> None:
    """Draw a field and three houses on the horizon."""
    shade = mix(air, (30, 34, 30), 0.62)
    pen.polygon([(-RIGHT, 30), (-90, 22), (80, 32), (RIGHT, 22), (RIGHT, BOTTOM), (-RIGHT, BOTTOM)], shade)
    for x, size in ((-96, 1.0), (-20, 1.3), (66, 0.9)):
        wide, high = 34 * size, 26 * size
        base = 40.0
        wall = [(x - wide, base), (x - wide, base - high), (x + wide, base - high), (x + wide, base)]
        pen.polygon(wall, mix(shade, look.roofs[0][1], 0.35))
        pen.polygon([(x - wide - 7, base - high), (x, base - 2 * high), (x + wide + 7, base - high)], shade)
        pen.box((x - 6, base - 18), (x + 6, base - 6), (250, 204, 104) if dark else mix(shade, CHALK, 0.25))


def _rain(pen: Pen) -> None:
    luck = Random("rain")
    for _ in range(120):
        x, y = luck.uniform(-RIGHT, RIGHT), luck.uniform(-BOTTOM, BOTTOM)
        pen.line([(x, y), (x - 9, y + 24)], (*CHALK, 150), 2.2)


def _banks(pen: Pen, paint: Colour) -> None:
    """Draw banks of fog or dust that drift over the fields."""
    luck = Random("banks")
    for k in range(9):
        x, y = luck.uniform(-RIGHT, RIGHT), 6 + k * 9
        pen.disc((x, y), luck.uniform(90, 170), (*paint, 130), ry=luck.uniform(10, 18))


def _wind(pen: Pen) -> None:
    """Draw gusts that curl at their ends."""
    for x, y, long in ((-200, -60, 210), (-120, -28, 260), (-230, 8, 180), (0, -66, 170), (40, 4, 150)):
        pen.line([(x, y), (x + long, y)], (*CHALK, 220), 4, ends=True)
        pen.arc((x + long, y - 14), 14, -90, 90, (*CHALK, 220), 4)
