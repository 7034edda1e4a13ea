"""The part of a map that differs from an earlier picture of it, as a small file.

Pixels that stay the same are transparent, so the file is small and can be laid over the earlier picture.
"""

from __future__ import annotations

import io
from typing import NamedTuple

from PIL import Image, ImageChops

CELL = 8
"""Pixels of a cell each way; a cell is shown if one of its pixels changes."""
QUALITY, EFFORT = 82, 2
"""The quality of WebP, up to 100, and the effort of compression, up to 6."""


class Change(NamedTuple):
    """The file of a change, and its upper left corner on the map."""

    file: bytes
    x: int
    y: int


def change(before: Image.Image, after: Image.Image) -> Change | None:
    """Return how a picture differs from one of the same size, `None` if it does not."""
    differs = ImageChops.difference(before, after).convert("L").point(lambda step: 255 if step else 0)
    cells = differs.reduce(CELL).point(lambda share: 255 if share else 0)
    box = cells.getbbox()
    if box is None:
        return None
    left, top = box[0] * CELL, box[1] * CELL
    right, bottom = min(box[2] * CELL, after.width), min(box[3] * CELL, after.height)
    shape = cells.crop(box).resize(((box[2] - box[0]) * CELL, (box[3] - box[1]) * CELL), Image.Resampling.NEAREST)
    part = after.crop((left, top, right, bottom)).convert("RGBA")
    part.putalpha(shape.crop((0, 0, part.width, part.height)))
    file = io.BytesIO()
    part.save(file, "WEBP", quality=QUALITY, method=EFFORT)
    return Change(file.getvalue(), left, top)
