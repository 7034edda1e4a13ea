"""Samples of everything that may be on a map: palettes are fitted to them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.kit.hexes import Hex
from render import markers, tints
from render.canvas import Sprite
from render.chart import Window, corners
from render.look import Colour, Look

WIDE = 16
"""The number of sprites in a row."""


def laid(
    sprites: Sequence[Sprite], below: Image.Image, cell: int, scale: float, ground: Colour, look: Look
) -> Image.Image:
    """Return a sheet of sprites in square cells, map lines and tints, and a panel."""
    rows = -(-len(sprites) // WIDE)
    sheet = Image.new("RGB", (WIDE * cell, (rows + 3) * cell + below.height), ground)
    for i, sprite in enumerate(sprites):
        sprite.stamp(sheet, ((i % WIDE + 0.5) * cell, (i // WIDE + 0.5) * cell))
    window = Window(0, 0, sheet.width / scale, sheet.height / scale, scale)
    y = (rows + 1.5) * cell / scale
    markers.ring(sheet, window, [(x + 140, y + dy) for x, dy in corners(Hex(0, 0))], look.aim, look)
    markers.arrow(sheet, window, [(300, y), (700, y)], look.aim, look, dotted=False)
    markers.arrow(sheet, window, [(750, y), (1150, y)], look.way, look, dotted=True)
    for n, sample in enumerate(tints.samples(tints.tile(Hex(0, 0)), look, scale / 2)):
        sample.stamp(sheet, ((1400 + 110 * n) * scale, y * scale))
    sheet.paste(below, (0, sheet.height - below.height))
    return sheet
