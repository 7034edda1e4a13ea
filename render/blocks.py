"""The ground of a map in blocks, drawn once at a few scales and cached.

A crop is put together from tiles, which are shrunk where its scale has no blocks. A block is always drawn alone,
in the same window, so a crop has the same bytes whatever the cache holds.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from PIL import Image

from render.chart import Window
from render.kept import SHELF, digest
from render.overlay import Canvas

SIDE = 1024
"""Pixels of a block each way."""
TILE = 256
"""Pixels of a tile in each direction.

A block is cached in tiles, so that a crop unpacks little more than it shows.
"""
ACROSS = SIDE // TILE
AROUND = 4
"""Pixels around a part that its resampling uses."""
Box = tuple[int, int, int, int]
"""A left, upper, right and lower edge in pixels."""
Paint = Callable[[Window], Image.Image]
"""Draws the ground in a window; the details depend only on the window's scale."""


class Land(NamedTuple):
    """A map whose ground is cached in blocks."""

    key: str
    """Its cache key."""
    most: float
    """The largest scale. The others are its half, its quarter, and so on."""
    box: tuple[float, float, float, float]
    """Its left, upper, right and lower edge, in units."""
    paint: Paint


def whole(key: str, window: Window, paint: Paint) -> Image.Image:
    """Return the ground in a window that is often needed, to be painted on."""
    return SHELF.overlay(digest(key, window), lambda: paint(window))


def cut(land: Land, window: Window) -> Image.Image:
    """Return the ground in a window whose edges are whole pixels.

    It is put together from tiles. At a scale without blocks, they are shrunk from the next larger scale. Beyond
    the largest scale they are stretched: then only what lies on the ground is sharp.
    """
    scale = window.scale
    if scale > land.most * (1 + 1e-6):
        return _stretched(land, window)
    level = land.most / 2 ** math.floor(math.log2(land.most / scale) + 1e-6)
    left, top = round(window.left * scale), round(window.top * scale)
    box = left, top, left + window.size[0], top + window.size[1]
    return _joined(
        box, partial(_shrunk, land, level, scale) if level / scale > 1 + 1e-6 else partial(_tile, land, level)
    )


def _stretched(land: Land, window: Window) -> Canvas:
    """Return the ground in a window whose scale is beyond the largest one."""
    edges = window.left, window.top, window.right, window.bottom
    left, top, right, bottom = (edge * land.most for edge in edges)
    box = math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)
    part = _joined(box, partial(_tile, land, land.most))
    shown = left - box[0], top - box[1], right - box[0], bottom - box[1]
    return Canvas(part.resize(window.size, Image.Resampling.BICUBIC, shown))


def _joined(box: Box, tile: Callable[[int, int], Image.Image]) -> Canvas:
    """Return the ground in a box, of tiles by their column and row."""
    left, top, right, bottom = box
    part = Canvas(Image.new("RGB", (right - left, bottom - top), None))  # The tiles cover all of it.
    for u, v in _within(box, TILE):
        part.paste(tile(u, v), (u * TILE - left, v * TILE - top))
    return part


def _shrunk(land: Land, level: float, scale: float, u: int, v: int) -> Image.Image:
    """Return a tile of a scale without blocks, which is shared.

    It is black off the map.
    """

    def draw() -> Image.Image:
        low_x, low_y, high_x, high_y = (edge * scale for edge in land.box)
        left, right = max(u * TILE, math.floor(low_x)), min((u + 1) * TILE, math.ceil(high_x))
        top, bottom = max(v * TILE, math.floor(low_y)), min((v + 1) * TILE, math.ceil(high_y))
        tile = Image.new("RGB", (TILE, TILE))
        tile.paste(_resampled(land, level, scale, (left, top, right, bottom)), (left - u * TILE, top - v * TILE))
        return tile

    return SHELF.derived(digest(land.key, level, scale, u, v), draw)


def _resampled(land: Land, level: float, scale: float, box: Box) -> Image.Image:
    """Return the ground in a box, shrunk from the blocks of a level."""
    left, top, right, bottom = (edge * level / scale for edge in box)
    x, x_end = _around(left, right, land.box[0] * level, land.box[2] * level)
    y, y_end = _around(top, bottom, land.box[1] * level, land.box[3] * level)
    part = _joined((x, y, x_end, y_end), partial(_tile, land, level))
    size = box[2] - box[0], box[3] - box[1]
    return part.resize(size, Image.Resampling.HAMMING, (left - x, top - y, right - x, bottom - y))


def _around(start: float, end: float, low: float, high: float) -> tuple[int, int]:
    """Return a span in whole pixels with the margin that its resampling uses.

    The margin does not extend beyond the edges of a map.
    """
    first, last = math.floor(start), math.ceil(end)
    return min(first, max(first - AROUND, math.floor(low))), max(last, min(last + AROUND, math.ceil(high)))


def _within(box: tuple[float, float, float, float], side: int) -> Iterator[tuple[int, int]]:
    """Yield the column and row of each square that a box in pixels touches."""
    left, top, right, bottom = (edge / side for edge in box)
    yield from itertools.product(
        range(math.floor(left), math.ceil(right)), range(math.floor(top), math.ceil(bottom))
    )


def _tile(land: Land, level: float, u: int, v: int) -> Image.Image:
    """Return a tile, which is shared.

    If a block of the map is not cached, the watchers are notified, so that the others are prepared.
    """
    (i, x), (j, y) = divmod(u, ACROSS), divmod(v, ACROSS)

    def draw() -> Image.Image:
        for each in WATCHERS:
            each(land)
        return _painted(land, level, i, j)

    return SHELF.tile(_key(land, level, i, j), y * ACROSS + x, TILE, draw)


WATCHERS: list[Callable[[Land], None]] = []
"""Called with each map that needed a new block."""


def _key(land: Land, level: float, i: int, j: int) -> str:
    return digest(land.key, level, i, j)


def _painted(land: Land, level: float, i: int, j: int) -> Image.Image:
    x, y, side = i * SIDE / level, j * SIDE / level, SIDE / level
    return land.paint(Window(x, y, x + side, y + side, level))


def all_blocks(land: Land) -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Yield each block's key and drawing function, the smallest scale first."""
    left, top, right, bottom = land.box
    halvings = max(0, math.ceil(math.log2(max(right - left, bottom - top) * land.most / SIDE)))
    for level in (land.most / 2**n for n in range(halvings, -1, -1)):
        for i, j in _within((left * level, top * level, right * level, bottom * level), SIDE):
            yield _key(land, level, i, j), partial(_painted, land, level, i, j)
