"""A cache for sprites that are slow to draw.

A few are ready for use; the others are packed in the cache of the ground.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, cast

from PIL import Image

from render import png
from render.canvas import Sprite
from render.kept import SHELF, digest

P = ParamSpec("P")
READY = 512
"""The number of sprites of a kind that are ready for use."""
_SIZE = struct.Struct(">HHhh")


def drawn_once(draw: Callable[P, Sprite]) -> Callable[P, Sprite]:
    """Cache the sprite of a drawing function for equal arguments."""
    name = f"{draw.__module__}.{draw.__qualname__}"

    @wraps(draw)
    def sprite(*args: P.args, **kwargs: P.kwargs) -> Sprite:
        return unpacked(SHELF.body(digest(name, args, kwargs), lambda: packed(draw(*args, **kwargs))))

    return cast(Callable[P, Sprite], lru_cache(maxsize=READY)(sprite))


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
