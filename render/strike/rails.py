"""Railways from the middle of each area to its sides, in two gauges."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import lru_cache

from PIL import Image

from bot.titles.strike.model.table import GERMAN, AreaId
from bot.titles.strike.printed.ground import Point as Cell
from render.canvas import Point, Sprite, cut, sheet_for
from render.chart import Window
from render.look import Look
from render.strike.inks import inks
from render.strike.lattice import PITCH, SIDE, centre, is_diamond
from render.strike.views import Sheet

DASH = 8.6
"""The length of a dash, and the distance of sleepers."""


def lay(frame: Image.Image, window: Window, map_: Sheet, converted: Collection[AreaId], look: Look) -> None:
    """Draw all railways in play that a window shows."""
    for name, area in map_.ground.areas.items():
        if window.holds(centre(area.at), PITCH):
            at = window.pixel(centre(area.at))
            for towards in _directions(map_, name):
                half(towards, is_diamond(area.at), name in converted, look, window.scale).stamp(frame, at)


def _directions(map_: Sheet, name: AreaId) -> Iterator[Cell]:
    """Yield the directions in which railways leave an area, those off the map last."""
    area = map_.ground[name]
    for to in area.rails:
        other = map_.ground[to].at
        yield _sign(other[0] - area.at[0]), _sign(other[1] - area.at[1])
    for seat, exits in map_.ground.exits.items():
        if name in exits:
            step = -1 if seat == GERMAN else 1
            if (area.at[0] + 2 * step, area.at[1]) not in map_.playing:
                yield step, 0


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


@lru_cache(maxsize=128)
def half(towards: Cell, diamond: bool, converted: bool, look: Look, scale: float) -> Sprite:
    """Return a railway from the middle of an area to a side in a direction.

    `towards` is the distance right and down.
    """
    ink = inks(look)
    span = math.hypot(*towards)
    ux, uy = towards[0] / span, towards[1] / span
    reach = (SIDE if diamond else PITCH) / 2

    def along(by: float, off: float = 0.0) -> Point:
        return ux * by - uy * off, uy * by + ux * off

    pen = sheet_for((along(0), along(reach)), 9, scale)

    steps = round(reach / DASH / 2) * 2
    if converted:
        pen.line([along(0), along(reach)], ink.bed, 7.6, ends=True)
        for i in range(steps):
            by = (i + 0.5) * reach / steps
            pen.line([along(by, -6.4), along(by, 6.4)], ink.bed, 5)
            pen.line([along(by, -5.6), along(by, 5.6)], ink.rail, 2.6)
        pen.line([along(0), along(reach)], ink.rail, 3.8, ends=True)
    else:
        pen.line([along(0), along(reach)], ink.rail, 5.6, ends=True)
        for i in range(0, steps, 2):
            pen.line([along((i + 0.5) * reach / steps), along((i + 1.5) * reach / steps)], ink.bed, 2.6)
    return cut(pen)
