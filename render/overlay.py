"""Pictures on a shared ground.

Only the parts that are painted over are copied and coloured again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, runtime_checkable

from PIL import Image

PLAIN = ("RGB", "RGBA")
"""The modes of pictures that need no conversion."""
CELL = 48
"""Pixels of a cell in each direction: a picture copies its ground cell by cell."""


class Canvas(Image.Image):
    """An RGB picture for many small pictures, without Pillow's checks for each."""

    def __init__(self, image: Image.Image) -> None:
        """Take over a picture, which nothing else may use from now on."""
        super().__init__()
        image.load()
        self.im = image.im
        self._mode, self._size = image.mode, image.size

    def paste(self, im: Any, box: Any = None, mask: Image.Image | None = None) -> None:
        """Paste a picture or a colour at its upper left corner, as on any image."""
        shape = im if isinstance(im, Image.Image) else mask
        if not isinstance(box, tuple) or len(box) != 2 or shape is None or (shape is im and im.mode not in PLAIN):
            super().paste(im, box, mask)
            return
        left, top = box
        around = left, top, left + shape.width, top + shape.height
        self._touch(*around)
        if shape is im:
            im = _pixels(im)
        if mask is None:
            self.im.paste(im, around)
        else:
            self.im.paste(im, around, _pixels(mask))

    def _touch(self, left: int, top: int, right: int, bottom: int) -> None:
        """Prepare a box for a change."""


def shown(rows: bytearray, width: int, height: int) -> Image.Image:
    """Return rows in a palette, each led by a byte, as an image that writes to them."""
    return Image.frombuffer("P", (width + 1, height), rows, "raw", "P", 0, 1)


def coloured(frame: Image.Image, palette: Image.Image) -> bytearray:
    """Return the rows of an RGB image in a palette, each led by a zero.

    Pillow holds the interpreter while it finds colours. It gets strips, so that the event loop has its turns.
    """
    frame.load()
    palette.load()
    width, height = frame.size
    rows = bytearray((width + 1) * height)
    image = shown(rows, width, height)
    for top in range(0, height, CELL):
        bottom = min(top + CELL, height)
        strip = frame.im.crop((0, top, width, bottom)).convert("P", Image.Dither.NONE, palette.im)
        image.im.paste(strip, (1, top, width + 1, bottom))
    return rows


@runtime_checkable
class Ruled(Protocol):
    """A picture that knows its rows in a palette without being coloured as a whole."""

    def rows(self, palette: Image.Image) -> bytes | bytearray:
        """Return the rows in a palette, each led by a zero."""


class Settled(Image.Image):
    """A picture that never changes again. It keeps its rows in the last palette."""

    def __init__(self, image: Image.Image) -> None:
        """Take over a picture, which nothing may change from now on."""
        super().__init__()
        image.load()
        self.im = image.im
        self._mode, self._size = image.mode, image.size
        self._known: tuple[Image.Image, bytes] | None = None

    def rows(self, palette: Image.Image) -> bytes:
        """Return the rows in a palette, each led by a zero."""
        known = self._known
        if known is None or known[0] is not palette:
            self._known = known = palette, bytes(coloured(self, palette))
        return known[1]


def _pixels(image: Image.Image) -> Any:
    """Return the pixels of an image; an image of a subclass is loaded first."""
    if type(image) is not Image.Image:
        image.load()
    return image.im


class Overlay(Canvas):
    """A picture that begins as a copy of its ground.

    It copies a cell when something is pasted there, and the other cells when they are first read.
    """

    def __init__(self, ground: Image.Image, rows: Callable[[Image.Image], bytes]) -> None:
        """Take the shared ground, and a function for its rows in a palette.

        The rows have a byte for each pixel, and each row begins with a zero.
        """
        super().__init__(Image.new(ground.mode, ground.size, None))
        ground.load()
        self._ground, self._rows = ground.im, rows
        self._across, self._down = -(-ground.width // CELL), -(-ground.height // CELL)
        self._copied = bytearray(self._across * self._down)
        self._left = len(self._copied)

    def load(self) -> Any:
        """Copy the rest of the ground, since somebody reads the pixels."""
        self._touch(0, 0, *self._size)
        return super().load()

    def rows(self, palette: Image.Image) -> bytearray:
        """Return the rows in a palette, each led by a zero."""
        width, height = self._size
        rows = bytearray(self._rows(palette))
        image = shown(rows, width, height)
        palette.load()
        for left, top, right, bottom in self._runs():
            part = self.im.crop((left, top, right, bottom)).convert("P", Image.Dither.NONE, palette.im)
            image.im.paste(part, (left + 1, top, right + 1, bottom))
        return rows

    def _touch(self, left: int, top: int, right: int, bottom: int) -> None:
        """Copy the cells that a box touches, unless they are copied."""
        if not self._left:
            return
        width, height = self._size
        columns = range(max(left, 0) // CELL, -(-min(right, width) // CELL))
        for v in range(max(top, 0) // CELL, -(-min(bottom, height) // CELL)):
            for u in columns:
                if not self._copied[v * self._across + u]:
                    self._copied[v * self._across + u] = 1
                    self._left -= 1
                    cell = u * CELL, v * CELL, min((u + 1) * CELL, width), min((v + 1) * CELL, height)
                    self.im.paste(self._ground.crop(cell), cell)

    def _runs(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield the boxes of copied cells that lie side by side."""
        width, height = self._size
        for v in range(self._down):
            row = self._copied[v * self._across : (v + 1) * self._across]
            start = row.find(1)
            while start >= 0:
                end = row.find(0, start)
                end = end if end >= 0 else self._across
                yield start * CELL, v * CELL, min(end * CELL, width), min((v + 1) * CELL, height)
                start = row.find(1, end)
