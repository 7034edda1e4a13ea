"""Panels: text, boxes and rows set one below the other in a column."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw

from render import png
from render.canvas import INK, Point, Sprite, cut, mix, sheet, soften
from render.counters import emblem
from render.kept import SHELF
from render.lettering import Side, Weight, shorten, width, wrap, write
from render.look import Colour, Livery, Look
from render.overlay import coloured, shown

MARGIN = 16
Box = tuple[float, float, float, float]
"""The left, upper, right and lower edge in pixels."""


class Column:
    """A column of a fixed width that grows downwards. It is drawn at the end."""

    def __init__(self, width: int, look: Look) -> None:
        """Take the width in pixels."""
        self.look = look
        self.width = width
        self.room = width - 2 * MARGIN
        self.y = MARGIN
        self._strokes: list[tuple[Callable[..., None], tuple[Any, ...]]] = []

    @property
    def height(self) -> int:
        """The present height, with the lower margin."""
        return self.y + MARGIN

    def done(self, height: int = 0) -> Image.Image:
        """Draw the column at its present height, or at least this height."""
        self.y = max(self.y, height - MARGIN)
        image = Image.new("RGB", (self.width, self.height), self.look.panel)
        for paint, args in self._strokes:
            paint(image, *args)
        return image

    def indexed(self, palette: Image.Image) -> Image.Image:
        """Return the column in a palette, without its colours.

        It is not drawn again while an equal column is in memory.
        """
        strokes = [(paint.__name__, args) for paint, args in self._strokes]
        equal = repr((self.width, self.height, self.look.panel, bytes(palette.getpalette() or ()), strokes))

        def draw() -> bytes:
            rows = shown(coloured(self.done(), palette), self.width, self.height)
            return png.packed(rows.crop((1, 0, self.width + 1, self.height)))

        return png.unpacked(SHELF.for_now(hashlib.sha256(equal.encode()).hexdigest(), draw), "P")

    def stamp(self, sprite: Sprite, at: Point) -> None:
        """Stamp a sprite."""
        self._add(_stamp, sprite, at)

    def _add(self, paint: Callable[..., None], *args: Any) -> None:
        """Add a stroke. Its arguments say in words all that it looks like."""
        self._strokes.append((paint, args))

    def _write(
        self, at: Point, text: str, size: int, ink: Colour, weight: Weight = "Bold", side: Side = "left"
    ) -> None:
        self._add(write, at, text, size, ink, weight, side)

    def _box(self, box: Box, r: float, fill: Colour, edge: Colour | None = None, thick: int = 1) -> None:
        self._add(_box, box, r, fill, edge, thick)

    def _rule(self, a: Point, b: Point, ink: Colour) -> None:
        self._add(_rule, a, b, ink)

    def _grow(self, by: int) -> int:
        """Make room for a number of pixels, and return their upper edge."""
        top, self.y = self.y, self.y + by
        return top

    def gap(self, pixels: int = 10) -> None:
        """Leave some room."""
        self._grow(pixels)

    def rule(self) -> None:
        """Draw a thin line across."""
        y = self._grow(13) + 6
        self._rule((MARGIN, y), (self.width - MARGIN, y), self.look.rule)

    def line(
        self,
        text: str,
        size: int = 17,
        ink: Colour | None = None,
        weight: Weight = "Medium",
        right: str = "",
        indent: int = 0,
    ) -> None:
        """Write a line, shortened if necessary; `right` is at its right end."""
        y = self._grow(round(size * 1.45)) + round(size * 0.72)
        taken = width(right, size) + 10 if right else 0
        fitting = shorten(text, size, self.room - taken - indent, weight)
        self._write((MARGIN + indent, y), fitting, size, ink or self.look.ink, weight)
        self._write((self.width - MARGIN, y), right, size, ink or self.look.ink, side="right")

    def headline(self, text: str, size: int) -> None:
        """Write a line in bold letters, smaller if it would not fit."""
        fitting = min(size, size * self.room // max(1, width(text, size)))
        self.line(text, fitting, weight="Bold")

    def text(self, text: str, size: int = 17, ink: Colour | None = None, weight: Weight = "Medium") -> None:
        """Write a paragraph."""
        for line in wrap(text, size, self.room, weight):
            self.line(line, size, ink, weight)

    def banner(self, side: str, text: str, size: int = 22) -> None:
        """Write the name of a side on its colours, behind its sign."""
        livery = self.look.livery(side)
        high = round(size * 1.7)
        y = self._grow(high + 6)
        self._box((MARGIN, y, self.width - MARGIN, y + high), 6, livery.base, livery.rim, 2)
        self.stamp(_emblem(livery, size / 22), (MARGIN + high * 0.55, y + high / 2))
        fitting = shorten(text, size, self.room - round(high * 1.2), "Bold")
        self._write((MARGIN + high * 1.05, y + high / 2), fitting, size, livery.ink)

    def figures(self, entries: Sequence[tuple[str, str]]) -> None:
        """Draw boxes side by side, each a number over its caption."""
        y = self._grow(64)
        wide = (self.room - 8 * (len(entries) - 1)) // len(entries)
        for i, (number, caption) in enumerate(entries):
            x = MARGIN + i * (wide + 8)
            self._box((x, y, x + wide, y + 56), 6, self.look.page, self.look.rule, 2)
            self._write((x + wide / 2, y + 20), number, 28, self.look.ink, side="middle")
            self._write((x + wide / 2, y + 43), caption, 14, self.look.muted, "Medium", "middle")

    def track(self, steps: int, now: int, first: int = 1) -> None:
        """Draw numbered boxes, the present one filled and those before it crossed out."""
        y = self._grow(34)
        count = steps - first + 1
        wide = min(34, (self.room - 4 * (count - 1)) // max(count, 1))
        for i, step in enumerate(range(first, steps + 1)):
            x = MARGIN + i * (wide + 4)
            fill = self.look.ink if step == now else self.look.page
            ink = self.look.panel if step == now else self.look.muted
            self._box((x, y, x + wide, y + 26), 4, fill, self.look.rule, 2)
            self._write((x + wide / 2, y + 13), str(step), 16, ink, side="middle")
            if step < now:
                self._rule((x + 5, y + 21), (x + wide - 5, y + 5), self.look.muted)

    def card(
        self,
        name: str,
        cost: str = "",
        note: str = "",
        plus: bool = False,
        subversion: bool = False,
        side: str = "",
    ) -> None:
        """Draw a card as a row: its cost and name, and at the right a note and its signs.

        If only one side may have it, the sign of that side follows the cost.
        """
        y = self._grow(32)
        middle = y + 14
        self._box((MARGIN, y, self.width - MARGIN, y + 28), 5, self.look.page, self.look.rule)
        left, right = MARGIN + 9, self.width - MARGIN - 8
        if cost:
            self.stamp(coin(cost, 13, self.look), (MARGIN + 16, middle))
            left = MARGIN + 35
        if side:
            self.stamp(nationality(side, 11, self.look), (left + 10, middle))
            left += 26
        self._write((right, middle), note, 14, self.look.muted, "Medium", "right")
        right -= width(note, 14, "Medium") + 14
        for sign in [plus_sign] * plus + [mask_sign] * subversion:
            self.stamp(sign(9, self.look), (right, middle))
            right -= 22
        self._write((left, middle), shorten(name, 17, right - left), 17, self.look.ink, "Medium")

    def sprites(self, entries: Sequence[tuple[Sprite, str]], size: int) -> None:
        """Draw sprites in rows of square cells, with optional captions."""
        across = max(1, self.room // size)
        for first in range(0, len(entries), across):
            row = entries[first : first + across]
            y = self._grow(size + (34 if any(caption for _, caption in row) else 0))
            for i, (sprite, caption) in enumerate(row):
                x = MARGIN + (i + 0.5) * size
                self.stamp(sprite, (x, y + size / 2))
                self._write((x, y + size + 12), caption, 26, self.look.ink, side="middle")

    def scene(self, sprite: Sprite) -> None:
        """Draw a sprite in the middle, no broader than the column's room."""
        y = self._grow(sprite.image.height)
        self.stamp(sprite, (self.width / 2, y + sprite.image.height / 2))

    def legend(
        self, entries: Sequence[tuple[Sprite, str]], size: int = 17, sign: int = 36, high: int = 34
    ) -> None:
        """Draw signs of at most `sign` pixels' breadth with their meanings, in rows."""
        x = MARGIN
        y = self._grow(high) + high // 2
        for sprite, meaning in entries:
            wide = sign + width(meaning, size, "Medium")
            if x + wide > self.width - MARGIN and x > MARGIN:
                x, y = MARGIN, self._grow(high) + high // 2
            self.stamp(sprite, (x + sign / 2 - 3, y))
            self._write((x + sign, y), meaning, size, self.look.ink, "Medium")
            x += wide + 24

    def bar(self, part: float, text: str, size: int) -> None:
        """Draw a bar, filled by a fraction of 0 to 1, below a line of text."""
        self.line(text, size)
        y = self._grow(26)
        left, right = MARGIN, MARGIN + self.room
        self._box((left, y + 4, right, y + 22), 0, self.look.page, self.look.rule, 2)
        if part > 0:
            self._box((left, y + 4, left + max(3, round(self.room * part)), y + 22), 0, self.look.ink)

    def entry(self, sprite: Sprite, text: str) -> None:
        """Draw a sprite of at most 100 pixels' breadth, followed by a line of text."""
        y = self._grow(34) + 16
        self.stamp(sprite, (MARGIN + 48, y))
        self._write((MARGIN + 106, y), shorten(text, 17, self.room - 106), 17, self.look.ink, "Medium")


def abreast(parts: Sequence[Image.Image], width: int, look: Look) -> Image.Image:
    """Put columns side by side on a panel of a breadth."""
    image = Image.new("RGB", (width, max(part.height for part in parts)), look.panel)
    for i, part in enumerate(parts):
        image.paste(part, (i * (width // len(parts)), 0))
    return image


class Panel(Image.Image):
    """Columns side by side, drawn when its pixels are first read.

    Its rows in a palette are made of its columns. Most columns stay the same through many moves.
    """

    def __init__(self, columns: Sequence[Column], width: int, look: Look) -> None:
        """Take the columns, which do not change any more."""
        super().__init__()
        self._columns, self._look = columns, look
        self._mode, self._size = "RGB", (width, max(column.height for column in columns))

    def load(self) -> Any:
        """Draw the columns, since somebody reads the pixels."""
        if self._im is None:
            self.im = abreast([column.done() for column in self._columns], self.width, self._look).im
        return super().load()

    def rows(self, palette: Image.Image) -> bytearray:
        """Return the rows in a palette, each led by a zero."""
        width, height = self.size
        rows = coloured(Image.new("RGB", (1, 1), self._look.panel), palette)[1:] * ((width + 1) * height)
        rows[:: width + 1] = bytes(height)
        image = shown(rows, width, height)
        for i, column in enumerate(self._columns):
            left = i * (width // len(self._columns)) + 1
            image.im.paste(column.indexed(palette).im, (left, 0, left + column.width, column.height))
        return rows


def _box(image: Image.Image, box: Box, r: float, fill: Colour, edge: Colour | None, thick: int) -> None:
    ImageDraw.Draw(image).rounded_rectangle(box, r, fill, edge, thick)


def _rule(image: Image.Image, a: Point, b: Point, ink: Colour) -> None:
    ImageDraw.Draw(image).line([a, b], ink, 2)


def _stamp(image: Image.Image, sprite: Sprite, at: Point) -> None:
    sprite.stamp(image, at)


TITLE = 30
"""The size of the letters of a title, in pixels."""


def titled(shown: Image.Image, title: str, look: Look) -> Image.Image:
    """Put a title above a picture."""
    if not title:
        return shown
    lines = wrap(title, TITLE, shown.width - 32, "Bold")
    high = len(lines) * round(TITLE * 1.3) + 16
    image = Image.new("RGB", (shown.width, shown.height + high), look.panel)
    for i, text in enumerate(lines):
        write(image, (16, 8 + (i + 0.5) * TITLE * 1.3), text, TITLE, look.ink)
    image.paste(shown, (0, high))
    ImageDraw.Draw(image).line([(0, high - 1), (shown.width, high - 1)], fill=look.rule, width=2)
    return image


def captioned(shown: Image.Image, caption: str, look: Look) -> Image.Image:
    """Put a line or two below a picture."""
    if not caption:
        return shown
    lines = wrap(caption, TITLE, shown.width - 32)
    image = Image.new("RGB", (shown.width, shown.height + len(lines) * round(TITLE * 1.3) + 16), look.panel)
    image.paste(shown, (0, 0))
    for i, text in enumerate(lines):
        at = (16, shown.height + 8 + (i + 0.5) * TITLE * 1.3)
        write(image, at, text, TITLE, look.ink, "Medium")
    ImageDraw.Draw(image).line([(0, shown.height), (shown.width, shown.height)], fill=look.rule, width=2)
    return image


@lru_cache(maxsize=32)
def _emblem(livery: Livery, scale: float) -> Sprite:
    """Return the bare sign of a side."""
    pen = sheet(14, 14, scale)
    emblem(pen, (0, 0), livery)
    return cut(pen)


@lru_cache(maxsize=64)
def coin(cost: str, r: int, look: Look) -> Sprite:
    """Return a coin of a radius in pixels with a cost on it."""
    pen = sheet(r + 1, r + 1, 1)
    pen.disc((0, 0), r, look.gold, mix(look.gold, INK, 0.6), r / 9)
    pen.text((0, 0), cost, r * 1.3, INK)
    return cut(pen)


@lru_cache(maxsize=32)
def nationality(side: str, r: int, look: Look) -> Sprite:
    """Return the sign of a side on its colours."""
    pen = sheet(18, 18, r / 16)
    livery = look.livery(side)
    pen.box((-16, -16), (16, 16), livery.base, livery.rim, 2.4, livery.corners * 0.6)
    emblem(pen, (0, 0), livery)
    return cut(pen)


@lru_cache(maxsize=16)
def plus_sign(r: int, look: Look) -> Sprite:
    """Return the sign of a card that lets its owner draw another."""
    pen = sheet(r + 1, r + 1, 1)
    pen.disc((0, 0), r, look.ink)
    pen.box((-r * 0.16, -r * 0.6), (r * 0.16, r * 0.6), look.panel)
    pen.box((-r * 0.6, -r * 0.16), (r * 0.6, r * 0.16), look.panel)
    return cut(pen)


@lru_cache(maxsize=16)
def mask_sign(r: int, look: Look) -> Sprite:
    """Return the sign of a card that can be subverted: a domino mask."""
    pen = sheet(r * 1.2 + 1, r + 1, 1)
    brim = [(-r * 1.2, -r * 0.7), (r * 1.2, -r * 0.7), (r, r * 0.7), (0, r * 0.2), (-r, r * 0.7)]
    pen.polygon(soften(brim, 2), look.ink)
    for x in (-0.45, 0.45):
        pen.disc((x * r, -r * 0.12), r * 0.26, look.panel, ry=r * 0.18)
    return cut(pen)
