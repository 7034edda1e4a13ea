"""Smaller copies of pictures, for windows on slow networks."""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from typing import Final

from PIL import Image

_QUALITY: Final = 50
_EFFORT: Final = 2
"""How long the encoder searches, of 0 to 6."""
_MOST: Final = 24
"""The copies that are kept."""
_PNG: Final = "image/png"


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
        return (png, _PNG) if copy is png else (copy, "image/webp")


def copied(png: bytes) -> bytes:
    """Return a picture as WebP with its text, or the file itself if that is no gain."""
    body = io.BytesIO()
    try:
        with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
            texts = getattr(image, "text", {})
            # The first text of a map lists its places. WebP has a single field for metadata.
            text = b"".join(f"{key}\0\0\0\0\0{words}".encode() for key, words in [*texts.items()][:1])
            clear = "A" in image.getbands() or "transparency" in image.info
            pixels = image.convert("RGBA" if clear else "RGB")
            pixels.save(body, "WEBP", quality=_QUALITY, method=_EFFORT, xmp=text)
    except (OSError, ValueError, Image.DecompressionBombError):
        return png
    return body.getvalue() if body.tell() < len(png) else png
