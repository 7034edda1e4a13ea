"""The ground of the staff map as a picture, drawn once in each look then cached."""

from __future__ import annotations

from functools import partial

from PIL import Image

from render import blocks
from render.canvas import Pen
from render.chart import Window
from render.kept import digest
from render.look import Look
from render.strike import labels, land, rivers
from render.strike.inks import Inks, inks
from render.strike.lattice import PITCH, centre, neighbours, side
from render.strike.views import CROP_SCALE, FRAME, Sheet


def ground(sheet: Sheet, look: Look, window: Window) -> Image.Image:
    """Return a fresh copy of the ground in a window that is often needed.

    It has land, water, rivers and the grid.
    """
    return blocks.whole(
        digest(sheet.key, look), window, lambda window: _labelled(_bare(sheet, look, window), sheet, look, window)
    )


def part(sheet: Sheet, look: Look, window: Window) -> Image.Image:
    """Return the same in the window of a crop."""
    box = (sheet.left - FRAME, sheet.top - FRAME, sheet.right + FRAME, sheet.bottom + FRAME)
    land = blocks.Land(digest(sheet.key, look), CROP_SCALE, box, partial(_bare, sheet, look))
    image = blocks.cut(land, window)
    return _labelled(image, sheet, look, window)


def _bare(sheet: Sheet, look: Look, window: Window) -> Image.Image:
    """Draw the ground in a window without anything that is written on it."""
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
    return pen.done()


def _labelled(image: Image.Image, sheet: Sheet, look: Look, window: Window) -> Image.Image:
    """Write the names of waters and the coordinates in the frame; return the picture."""
    labels.waters(image, inks(look), sheet, window)
    labels.coordinates(image, look, sheet, window)
    return image


def _grid(pen: Pen, ink: Inks, sheet: Sheet, window: Window) -> None:
    """Draw each side between areas once, thinly."""
    for cell in sorted(sheet.areas):
        if window.holds(centre(cell), PITCH):
            for to in neighbours(cell):
                if to not in sheet.areas or cell < to:
                    pen.line(side(cell, to), (*ink.grid, 190), 2.0)
