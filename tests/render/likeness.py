"""How far pictures are apart for eyes that see no colour."""

from __future__ import annotations

import io
import math

from PIL import Image, ImageChops, ImageStat

from render.canvas import Sprite
from render.look import Colour


def apart(a: Image.Image, b: Image.Image) -> float:
    """Return the root mean square difference of two pictures in greys of 0 to 255."""
    grey = ImageChops.difference(a.convert("L"), b.convert("L"))
    return math.sqrt(ImageStat.Stat(grey).sum2[0] / (a.width * a.height))


def on(sprite: Sprite, ground: Colour) -> Image.Image:
    """Return a sprite on a plain ground."""
    frame = Image.new("RGB", sprite.image.size, ground)
    sprite.stamp(frame, (sprite.x, sprite.y))
    return frame


def opened(png: bytes) -> Image.Image:
    """Return the PNG file as Pillow reads it."""
    image = Image.open(io.BytesIO(png))
    assert image.format == "PNG"
    image.load()
    return image
