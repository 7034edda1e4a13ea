"""Smaller copies of finished pictures, for places that take only small files."""

from __future__ import annotations

import io
import math

from msgspec.structs import replace
from PIL import Image

from render import places, png
from render.finished import Picture

SPARE = 0.9
"""The share of the allowed bytes that a copy aims at."""
WEBP = b"RIFF"
"""The first bytes of a film."""
LEAST = 48
"""The least width or height in pixels of a copy: nothing is recognised below it."""


def smaller(picture: Picture, limit: int) -> Picture | None:
    """Return a copy in at most `limit` bytes, with the places of the picture.

    Returns None if it would show nothing.
    """
    if len(picture.png) > limit and picture.png.startswith(WEBP):
        picture = _last(picture)
    if len(picture.png) <= limit:
        return picture
    with Image.open(io.BytesIO(picture.png)) as opened:
        palette, whole = _palette(opened), opened.convert("RGB")
    known, scale, size = places.read(picture.png), 1.0, len(picture.png)
    while True:
        scale *= min(SPARE, math.sqrt(limit * SPARE / size))
        width, height = round(whole.width * scale), round(whole.height * scale)
        if min(width, height) < min(LEAST, whole.width, whole.height):
            return None
        frame = whole.resize((width, height), Image.Resampling.HAMMING)
        text = places.written(place.scaled(scale) for place in known) if known else b""
        file = png.encode(frame, palette, text)
        if len(file) <= limit:
            return replace(picture, png=file, width=width, height=height)
        size = len(file)


def _last(film: Picture) -> Picture:
    """Return the last frame of a film as a picture."""
    with Image.open(io.BytesIO(film.png)) as opened:
        opened.seek(getattr(opened, "n_frames", 1) - 1)
        file = png.encode(opened.convert("RGB"))
    return replace(film, png=file, name=film.name.replace(".webp", ".png"))


def _palette(image: Image.Image) -> Image.Image | None:
    colours = image.getpalette()
    if colours is None:
        return None
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return palette
