"""Decoration of the open sea: the map's title, its scale, and a compass."""

from __future__ import annotations

import math
from functools import lru_cache

from bot.titles.strike.field import names
from bot.titles.strike.printed.records import ScenarioRecord
from render.canvas import Point, Sprite, cut, sheet, turned
from render.counters import emblem
from render.look import Look
from render.strike.inks import inks
from render.strike.lattice import PITCH
from render.strike.pieces import Setting

TITLE = "STRIKE THE BEAR"
HALF_WIDTH, HALF_HEIGHT = 268.0, 64.0
"""Half the size of the title's plate, in units."""
NORTH = 16.4
"""The rotation of the map in degrees: north is to the right of its upper edge."""
MILES = 120
"""The breadth of an ox."""
SCALE_AT, COMPASS_AT = (110.0, 2252.0), (610.0, 2216.0)
"""Where the scale begins and where the compass stands on the printed map."""


def lay(setting: Setting, record: ScenarioRecord) -> None:
    """Draw title, scale and compass where the map has open sea for them."""
    map_, look, scale = setting.sheet, setting.look, setting.window.scale
    middle = map_.left + 24 + HALF_WIDTH, map_.top + 20 + HALF_HEIGHT
    rim = [(middle[0] + dx * HALF_WIDTH, middle[1] + dy * HALF_HEIGHT) for dx in (-1, 0, 1) for dy in (-1, 1)]
    if all(map_.at(point) in map_.water for point in rim):
        dates = f"{names.date(record.turns[0])} to {names.date(record.turns[1])}"
        plate = title(record.name, dates, look, scale)
        plate.stamp(setting.frame, setting.window.pixel(middle))
    ends = (SCALE_AT, (SCALE_AT[0] + 2 * PITCH, SCALE_AT[1]), COMPASS_AT)
    if all(map_.at(point) in map_.water and point[1] < map_.bottom for point in ends):
        bar(look, scale).stamp(setting.frame, setting.window.pixel(SCALE_AT))
        compass(look, scale).stamp(setting.frame, setting.window.pixel(COMPASS_AT))


@lru_cache(maxsize=8)
def title(name: str, dates: str, look: Look, scale: float) -> Sprite:
    """Return the plate with the title of the game, the scenario's name and its dates."""
    ink = inks(look)
    pen = sheet(HALF_WIDTH + 4, HALF_HEIGHT + 4, scale)
    w, h = HALF_WIDTH, HALF_HEIGHT
    pen.box((-w, -h), (w, h), look.panel, ink.frame, 3)
    pen.box((-w + 7, -h + 7), (w - 7, h - 7), None, ink.frame, 1.4)
    spaced = " ".join(TITLE).replace("   ", "   ")
    pen.text((0, -h + 35), spaced, 37 * min(1.0, (2 * w - 40) / pen.width(spaced, 37)), ink.name)
    for side, nation in ((-1, "german"), (1, "soviet")):
        livery = ink.livery(nation)
        pen.box((side * (w - 32) - 17, 14), (side * (w - 32) + 17, 46), livery.base, livery.rim, 2.4, 5)
        emblem(pen, (side * (w - 32), 29.5), livery)
        pen.line([(side * 20, -h + 62), (side * (w - 16), -h + 62)], ink.frame, 1.6)
    pen.polygon([(-7, -h + 62), (0, -h + 58), (7, -h + 62), (0, -h + 66)], ink.frame)
    pen.text((0, 21), name, 28 * min(1.0, 400 / pen.width(name, 28)), ink.name)
    pen.text((0, 46), dates, 16, ink.grid_name)
    return cut(pen, shade=(3, 4, look.shade, 80))


@lru_cache(maxsize=8)
def bar(look: Look, scale: float) -> Sprite:
    """Return a scale of two oxes' length."""
    ink = inks(look)
    pen = sheet(2 * PITCH + 40, 24, scale)
    for i in range(4):
        paint = ink.frame if i % 2 == 0 else look.panel
        pen.box((i * PITCH / 2, -4), ((i + 1) * PITCH / 2, 4), paint, ink.frame, 1.4)
    for i in range(3):
        miles = f"{i * MILES}" + (" miles" if i == 2 else "")
        pen.text((i * PITCH, -14), miles, 14, ink.water_name)
    return cut(pen)


@lru_cache(maxsize=8)
def compass(look: Look, scale: float) -> Sprite:
    """Return a rose of eight points, turned as the map is."""
    ink = inks(look)
    pen = sheet(64, 64, scale)
    pen.disc((0, 0), 30, None, ink.water_name, 1.6)
    pen.disc((0, 0), 26, None, ink.water_name, 1.0)
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        long = 44.0 if k == 0 else 36.0 if k % 2 == 0 else 22.0
        for hand, paint in ((-1, ink.water_name), (1, look.panel)):
            leaf: list[Point] = [(0, -long), (hand * 6.5, -7.5), (0, 0)]
            pen.polygon(turned(leaf, 45 * k + NORTH), paint, ink.water_name, 1.2)
    lean = math.radians(NORTH)
    pen.text((55 * math.sin(lean), -55 * math.cos(lean)), "N", 17, ink.water_name)
    return cut(pen)
