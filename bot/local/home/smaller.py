"""Smaller copies and patches of pictures, for windows on slow networks."""

from __future__ import annotations

import asyncio
import hashlib
import io
from collections import OrderedDict
from typing import Final, NamedTuple

from PIL import Image

from render.change import CELL, change

_QUALITY: Final = 50
_EFFORT: Final = 2
"""How long the encoder searches, of 0 to 6."""
_GAIN: Final = 0.5
"""The share of a picture's bytes that a patch may have: a copy has about as many."""
_MOST: Final = 24
"""The copies that are kept."""
_PNG: Final = "image/png"
_WEBP: Final = "image/webp"


class Patch(NamedTuple):
    """The changed part of a picture: a file, its upper left corner, the whole's size."""

    file: bytes
    x: int
    y: int
    width: int
    height: int


class Smaller:
    """Makes WebP copies of PNG files in turn, and keeps the last ones."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._making = asyncio.Lock()

    async def of(self, attachment_id: str, png: bytes) -> tuple[bytes, str]:
        """Return the smaller of a file and its copy, with its type."""
        async with self._making:
            copy = self._kept.pop(attachment_id, None)
            if copy is None:
                copy = await asyncio.to_thread(copied, png)
            self._kept[attachment_id] = copy
            if len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return (png, _PNG) if copy is png else (copy, _WEBP)

    async def since(self, base: bytes, png: bytes) -> Patch | None:
        """Return the patch from an earlier picture to a new one; `None` if it is no gain."""
        async with self._making:
            return await asyncio.to_thread(patch, base, png)


def digest(file: bytes) -> str:
    """Return the hash by which a window and the server name the same file."""
    return hashlib.sha256(file).hexdigest()


def copied(png: bytes) -> bytes:
    """Return a picture as WebP with its text, or the file itself if that is no gain."""
    body = io.BytesIO()
    try:
        with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
            text = _text(image)
            clear = "A" in image.getbands() or "transparency" in image.info
            pixels = image.convert("RGBA" if clear else "RGB")
            pixels.save(body, "WEBP", quality=_QUALITY, method=_EFFORT, xmp=text)
    except (OSError, ValueError, Image.DecompressionBombError):
        return png
    return body.getvalue() if body.tell() < len(png) else png


def patch(base: bytes, png: bytes) -> Patch | None:
    """Return the patch that makes a picture of an earlier one, with its text.

    `None` if a file is no PNG, or a patch would be no gain.
    """
    try:
        with (
            Image.open(io.BytesIO(base), formats=("PNG",)) as before,
            Image.open(io.BytesIO(png), formats=("PNG",)) as after,
        ):
            text = _text(after)
            made = change(before.convert("RGB"), after.convert("RGB"), text)
            file, x, y = made or (_nothing(text), 0, 0)
            return Patch(file, x, y, *after.size) if len(file) < len(png) * _GAIN else None
    except (OSError, ValueError, Image.DecompressionBombError):
        return None


def _nothing(text: bytes) -> bytes:
    """Return a clear picture with a text, for a picture that changed in nothing else."""
    body = io.BytesIO()
    Image.new("RGBA", (CELL, CELL)).save(body, "WEBP", xmp=text)
    return body.getvalue()


def _text(image: Image.Image) -> bytes:
    """Return the text of a PNG as WebP holds it.

    The first text of a map lists its places. WebP has a single field for metadata.
    """
    texts = getattr(image, "text", {})
    return b"".join(f"{key}\0\0\0\0\0{words}".encode() for key, words in [*texts.items()][:1])
