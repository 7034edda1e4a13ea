"""A cache for sprites.

The latest are ready for use. Those that are slow to draw are also packed in the cache of the ground.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec

from PIL import Image

from render import png
from render.canvas import Sprite
from render.kept import SHELF, Latest, digest

P = ParamSpec("P")
PER_PIXEL = 5
"""Bytes that Pillow takes for a pixel of a sprite, its mask included."""
READY: Latest[Hashable, Sprite] = Latest(16 << 20, lambda each: each.image.width * each.image.height * PER_PIXEL)
"""The sprites that are ready for use."""
_SIZE = struct.Struct(">HHhh")


def ready(draw: Callable[P, Sprite]) -> Callable[P, Sprite]:
    """Keep the latest sprites of a drawing function ready, for equal arguments."""

    @wraps(draw)
    def sprite(*args: P.args, **kwargs: P.kwargs) -> Sprite:
        key = (draw, args, *kwargs.items())
        found = READY.get(key)
        if found is None:
            found = draw(*args, **kwargs)
            READY.put(key, found)
        return found

    return sprite


def drawn_once(draw: Callable[P, Sprite]) -> Callable[P, Sprite]:
    """Cache the sprites of a slow drawing function, packed if they are not ready."""
    name = f"{draw.__module__}.{draw.__qualname__}"

    @wraps(draw)
    def sprite(*args: P.args, **kwargs: P.kwargs) -> Sprite:
        return unpacked(SHELF.body(digest(name, args, kwargs), lambda: packed(draw(*args, **kwargs))))

    return ready(sprite)


def packed(sprite: Sprite) -> bytes:
    """Return a sprite in a compact form."""
    body: bytes = png.compress(sprite.image.tobytes() + sprite.mask.tobytes(), png.QUICK)
    return _SIZE.pack(*sprite.image.size, sprite.x, sprite.y) + body


def unpacked(body: bytes) -> Sprite:
    """Return the sprite that was packed."""
    width, height, x, y = _SIZE.unpack_from(body)
    data, end = png.decompress(body[_SIZE.size :]), 3 * width * height
    image = Image.frombytes("RGB", (width, height), data[:end])
    return Sprite(image, Image.frombytes("L", (width, height), data[end:]), x, y)
