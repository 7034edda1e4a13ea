"""The ground of a map in blocks: drawn once at a few scales and kept, so that a crop is only cut out and shrunk.

A block is always drawn alone, in the same window. So a crop has the same bytes whatever was kept before.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image

from render.chart import Window
from render.kept import SHELF, digest

SIDE = 1024
"""Pixels of a block each way."""
AROUND = 4
"""Pixels around a part that its resampling looks at."""
Paint = Callable[[Window], Image.Image]
"""Draws the ground in a window; what is drawn depends on the scale of the window alone."""


def whole(key: str, window: Window, paint: Paint) -> Image.Image:
    """Return a fresh copy of the ground in a window that is asked for often."""
    return SHELF.picture(digest(key, window), lambda: paint(window)).copy()


def cut(key: str, most: float, window: Window, paint: Paint) -> Image.Image:
    """Return the ground in any window: cut from blocks of its scale, or shrunk from those of the next larger one.

    Blocks have the scale `most`, its half, its quarter, and so on.
    """
    level = most / 2 ** math.floor(math.log2(most / window.scale) + 1e-6)
    grown = level / window.scale
    (wide, high), left, top = window.size, window.left * level, window.top * level
    if grown < 1 + 1e-6:
        return _joined(key, level, (round(left), round(top), round(left) + wide, round(top) + high), paint)
    x, y = math.floor(left) - AROUND, math.floor(top) - AROUND
    right, bottom = left + wide * grown, top + high * grown
    part = _joined(key, level, (x, y, math.ceil(right) + AROUND, math.ceil(bottom) + AROUND), paint)
    return part.resize((wide, high), Image.Resampling.HAMMING, (left - x, top - y, right - x, bottom - y))


def _joined(key: str, level: float, box: tuple[int, int, int, int], paint: Paint) -> Image.Image:
    """Return a part of the ground at the scale of some blocks, given its box in pixels."""
    left, top, right, bottom = box
    part = Image.new("RGB", (right - left, bottom - top))
    for i in range(left // SIDE, -(-right // SIDE)):
        for j in range(top // SIDE, -(-bottom // SIDE)):
            part.paste(_block(key, level, i, j, paint), (i * SIDE - left, j * SIDE - top))
    return part


def _block(key: str, level: float, i: int, j: int, paint: Paint) -> Image.Image:
    """Return a block, which is shared."""
    x, y, side = i * SIDE / level, j * SIDE / level, SIDE / level
    window = Window(x, y, x + side, y + side, level)
    return SHELF.picture(digest(key, level, i, j), lambda: paint(window))
