"""The labels of the map: areas, cities, rivers, seas, and the frame's coordinates."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from bot.titles.strike.model.table import AreaId
from bot.titles.strike.printed.ground import Area
from render.canvas import Pen, Point, Sprite, cut, sheet, trimmed
from render.chart import Window
from render.lettering import slanted, width, write
from render.look import Look
from render.stacks import Room
from render.strike.inks import Inks, inks
from render.strike.lattice import PITCH, SIDE, centre, corners, is_diamond
from render.strike.rivers import River, rivers
from render.strike.views import FRAME, Sheet

NAME, TIP_NAME = 15.5, 12.0
LARGE, TIP_LARGE = 26.0, 20.0
"""The sizes of the names of areas in units: of oxes and of diamonds.

Then come their largest sizes for a phone.
"""
TOP, TIP = -85.0, 45.0
"""The position of an ox's name above its middle, and of a diamond's below it."""
DOT, BASTIONS, BELOW, BOTTOM = 14.0, 20.0, 12.0, 88.0
"""The reach of a city's dot, of a fortress's, and the position of the name.

The name is at a distance below them, and at most at a distance from the middle.
"""

WATERS: tuple[tuple[str, Point, float], ...] = (
    ("B A L T I C   S E A", (172, 476), 24),
    ("Gulf of Finland", (420, 300), 16),
    ("Lake", (900, 291), 13),
    ("Ladoga", (900, 307), 13),
    ("Lake", (1100, 291), 13),
    ("Onega", (1100, 307), 13),
    ("B L A C K   S E A", (330, 2130), 30),
    ("Sea of", (900, 2092), 13),
    ("Azov", (900, 2108), 13),
)
"""The names of waters, their positions on the printed map, their size in units."""


def waters(image: Image.Image, ink: Inks, map_: Sheet, window: Window) -> None:
    """Write the names of seas, lakes and rivers."""
    for text, at, size in WATERS:
        if map_.at(at) in map_.water and map_.top < at[1] - size and at[1] + size < map_.bottom:
            write(image, window.pixel(at), text, _points(window, size), ink.water_name, "Medium", "middle")
    for river in rivers(map_):
        for i in _chosen(river, close=window.scale > 1.4):
            if map_.at(river.points[i]) in map_.playing and window.holds(river.points[i], -PITCH / 6):
                _river(image, ink, window, river, i)


def _chosen(river: River, close: bool) -> list[int]:
    """Return the positions of a river's name: one from far, two for a long river.

    It crosses upright and slanting sides, because the names of areas are at the others.
    """
    places = sorted(river.crossings, key=lambda i: not _beside_diamond(river.points[i]))
    if close:
        return [i for i in places if _beside_diamond(river.points[i])] or places[:1]
    middle = len(river.points) / 2
    halves = [[i for i in places if i < middle], [i for i in places if i >= middle]]
    if len(places) < 6:
        return places[:1]
    return [half[0] for half in halves if half]


def _beside_diamond(at: Point) -> bool:
    """Return whether a point on a side lies on one of a diamond, or on an upright one."""
    x, y = at[0] / PITCH % 1, at[1] / PITCH % 1
    return not (abs(y - 0.5) < 0.05 and min(x, 1 - x) * PITCH < SIDE / 2)


def _river(image: Image.Image, ink: Inks, window: Window, river: River, i: int) -> None:
    """Write the name of a river beside it, along the way that it runs."""
    a, b = river.points[max(0, i - 5)], river.points[min(len(river.points) - 1, i + 5)]
    degrees = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    degrees = degrees - 180 if degrees > 90 else degrees + 180 if degrees < -90 else degrees
    lift, turn = 13.0, math.radians(degrees)
    x, y = river.points[i]
    at = window.pixel((x + math.sin(turn) * lift, y - math.cos(turn) * lift))
    slanted(image, at, river.name, _points(window, 13.5), ink.water_name, degrees, "Medium", ink.halo)


def dots(image: Image.Image, look: Look, map_: Sheet, window: Window) -> None:
    """Draw the dots of cities."""
    for area in map_.ground.areas.values():
        if area.record.city and window.holds(centre(area.at), PITCH / 2):
            city(area.record.fortress, look, window.scale).stamp(image, window.pixel(centre(area.at)))


def areas(image: Image.Image, look: Look, map_: Sheet, window: Window, depths: Mapping[AreaId, float]) -> None:
    """Write the numbers of all areas in play.

    A diamond's is below its counters.
    """
    ink = inks(look)
    for area in map_.ground.areas.values():
        x, y = centre(area.at)
        if not window.holds((x, y), PITCH / 2):
            continue
        if is_diamond(area.at):
            size = window.letters(TIP_NAME, TIP_LARGE)
            at = window.pixel((x, y + max(TIP, depths.get(area.id, 0.0) + 0.4 * size / window.scale)))
        else:
            size = window.letters(NAME, LARGE)
            at = window.pixel((x, y + max(TOP, 0.4 * size / window.scale - PITCH / 2)))
        write(image, at, area.id, size, ink.grid_name, "Medium", "middle", ink.halo)


def cities(image: Image.Image, look: Look, map_: Sheet, window: Window, depths: Mapping[AreaId, float]) -> None:
    """Write the name of each city below its dot, or below the counters there."""
    for area in map_.ground.areas.values():
        if area.record.city and window.holds(centre(area.at), PITCH / 2):
            dot = BASTIONS if area.record.fortress else DOT
            _city_name(image, look, window, area, min(depths.get(area.id, dot) + BELOW, BOTTOM))


def named(window: Window, area: Area, depth: float) -> list[Room]:
    """Return the parts of an occupied area that the names of area and city take.

    They are about the middle of the area. `depth` is the reach of its counters below the middle.
    """
    diamond = is_diamond(area.at)
    size = window.letters(*((TIP_NAME, TIP_LARGE) if diamond else (NAME, LARGE))) / window.scale
    y = max(TIP, depth + 0.4 * size) if diamond else max(TOP, 0.4 * size - PITCH / 2)
    found = [Room(-0.7 * size, y - 0.4 * size, 0.7 * size, y + 0.4 * size)]
    if area.record.city:
        half, y = width(area.record.city, 100) / 200 * size, min(depth + BELOW, BOTTOM)
        found.append(Room(-half, y - 0.4 * size, half, y + 0.4 * size))
    return found


def _city_name(image: Image.Image, look: Look, window: Window, area: Area, below: float) -> None:
    """Write the name of a city at a distance below its ox's middle.

    A fortress has a bastion before it.
    """
    ink = inks(look)
    x, y = window.pixel((centre(area.at)[0], centre(area.at)[1] + below))
    size = window.letters(NAME, LARGE)
    if area.record.fortress:
        sign = bastion(look, window.scale)
        wide = sign.image.width + 0.25 * size
        sign.stamp(image, (x - width(area.record.city, size) / 2 - 0.25 * size, y))
        x += wide / 2
    write(image, (x, y), area.record.city, size, ink.name, "Bold", "middle", ink.halo)


@lru_cache(maxsize=32)
def city(fortress: bool, look: Look, scale: float) -> Sprite:
    """Return the sign of a city: a ring, for a fortress a star of bastions."""
    ink = inks(look)
    pen = sheet(20, 20, scale)
    if fortress:
        _star(pen, ink, (0, 0), 18)
    else:
        pen.disc((0, 0), 10, ink.bed, ink.rail, 3.4)
        pen.disc((0, 0), 3.6, ink.rail)
    return trimmed(cut(pen))


@lru_cache(maxsize=32)
def bastion(look: Look, scale: float) -> Sprite:
    """Return the small sign that leads the name of a fortress city."""
    pen = sheet(10, 10, scale)
    _star(pen, inks(look), (0, 0), 8.5)
    return trimmed(cut(pen))


def _star(pen: Pen, ink: Inks, at: Point, r: float) -> None:
    """Draw a fortress from above: eight bastions around a yard."""
    rim = [(r * (1.0, 0.66)[k % 2], k * math.tau / 16) for k in range(16)]
    pen.polygon([(at[0] + d * math.sin(a), at[1] - d * math.cos(a)) for d, a in rim], ink.rail)
    pen.disc(at, r * 0.42, ink.bed)


def frame(pen: Pen, look: Look, map_: Sheet) -> None:
    """Draw the frame around the map: a neat line, and a border in black and white."""
    ink = inks(look)
    left, top, right, bottom = map_.left, map_.top, map_.right, map_.bottom
    far = 4 * PITCH
    for a, b in (
        ((left - far, top - far), (right + far, top)),
        ((left - far, bottom), (right + far, bottom + far)),
        ((left - far, top), (left, bottom)),
        ((right, top), (right + far, bottom)),
    ):
        pen.box(a, b, look.panel)
    for off, wide in ((2.0, 3.0), (9.0, 1.4), (FRAME - 3, 2.2)):
        pen.box((left - off, top - off), (right + off, bottom + off), None, ink.frame, wide)
    for i in range(round((right - left) / PITCH * 2)):
        if i % 2:
            x = left + i * PITCH / 2
            for y in (top - 5.5, bottom + 5.5):
                pen.line([(x, y), (x + PITCH / 2, y)], ink.frame, 5)
    for i in range(round((bottom - top) / PITCH * 2)):
        if i % 2:
            y = top + i * PITCH / 2
            for x in (left - 5.5, right + 5.5):
                pen.line([(x, y), (x, y + PITCH / 2)], ink.frame, 5)


def coordinates(image: Image.Image, look: Look, map_: Sheet, window: Window) -> None:
    """Write the coordinates of columns and rows of oxes into the frame."""
    ink, size, off = inks(look), _points(window, 15), (FRAME + 9) / 2 - 1.5
    oxes = [cell for cell in map_.playing if not is_diamond(cell)]
    for column in sorted({cell[0] for cell in oxes}):
        for y in (map_.top - off, map_.bottom + off):
            at = window.pixel((column * PITCH / 2, y))
            write(image, at, chr(ord("A") + column), size, ink.frame, "Bold", "middle")
    for row in sorted({cell[1] for cell in oxes}):
        for x in (map_.left - off, map_.right + off):
            at = window.pixel((x, row * PITCH / 2))
            write(image, at, str(row // 2), size, ink.frame, "Bold", "middle")


def veil(pen: Pen, look: Look, map_: Sheet) -> None:
    """Fade the land that is not played on."""
    for cell in map_.areas.keys() - map_.playing:
        pen.polygon(corners(cell), (*look.panel, 150))


def _points(window: Window, size: float) -> int:
    return max(8, round(size * window.scale))
