"""The ground of the staff map as a picture, drawn once for each window and look, and kept."""

from __future__ import annotations

import threading
from functools import lru_cache

from PIL import Image

from render.canvas import Pen
from render.chart import Window
from render.look import Look
from render.strike import labels, land, rivers
from render.strike.inks import Inks, inks
from render.strike.lattice import PITCH, centre, neighbours, side
from render.strike.views import Sheet, board

_DRAWING = threading.Lock()


def ground(sheet: Sheet, look: Look, window: Window) -> Image.Image:
    """Return a fresh copy of the ground in a window: land, water, rivers, the grid."""
    kept = _whole if window == board(sheet.ground) else _part
    with _DRAWING:
        return kept(sheet, look, window).copy()


def _ground(sheet: Sheet, look: Look, window: Window) -> Image.Image:
    ink = inks(look)
    pen = Pen(window.size, window.scale, window.left, window.top, ink.land, fine=2)
    land.flecks(pen, ink, window)
    land.floors(pen, ink, sheet, window)
    land.coasts(pen, ink, sheet, window)
    rivers.draw(pen, ink, sheet, window)
    wet = land.seas(pen, ink, sheet)
    land.growth(pen, ink, sheet, window, wet)
    _grid(pen, ink, sheet, window)
    labels.veil(pen, look, sheet)
    labels.frame(pen, look, sheet)
    image = pen.done()
    labels.waters(image, ink, sheet, window)
    labels.coordinates(image, look, sheet, window)
    return image


_whole = lru_cache(maxsize=6)(_ground)
_part = lru_cache(maxsize=8)(_ground)
"""Parts of the map are kept apart, so that many small pictures do not push the whole ones out."""


def _grid(pen: Pen, ink: Inks, sheet: Sheet, window: Window) -> None:
    """Draw each side between areas once, thinly."""
    for cell in sorted(sheet.areas):
        if window.holds(centre(cell), PITCH):
            for to in neighbours(cell):
                if to not in sheet.areas or cell < to:
                    pen.line(side(cell, to), (*ink.grid, 190), 2.0)
