"""Text: the fonts of `data/fonts`, and label masks that are made once and pasted."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from bot.kit.data_files import PRINTED
from render.look import Colour

FONTS = PRINTED / "fonts"

Weight = Literal["Medium", "Bold"]
Side = Literal["left", "middle", "right"]


@cache
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """Return a font of a size in pixels, with Latin and Cyrillic letters.

    FreeType reads the letters that it needs from a TTF file. With a compressed file each size would take 200 kB.
    """
    file = FONTS / f"IBMPlexSansCondensed-{weight}.ttf"
    return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: Weight = "Bold") -> int:
    """Return the width of a line of text in pixels."""
    return round(font(size, weight).getlength(text))


def mask(text: str, size: int, weight: Weight = "Bold", halo: int = 0) -> Image.Image:
    """Return a line of text as a mask, `halo` pixels fatter all around.

    It has the height of a line.
    """
    letters = font(size, weight)
    up, down = letters.getmetrics()
    image = Image.new("L", (width(text, size, weight) + 2 * halo + 1, up + down + 2 * halo), 0)
    ImageDraw.Draw(image).text((halo, halo), text, font=letters, fill=255, stroke_width=halo)
    return image


@lru_cache(maxsize=8192)
def _inked(text: str, size: int, weight: Weight, halo: int) -> tuple[Image.Image, int, int] | None:
    """Return the non-empty part of a mask and its origin; `None` if it is empty.

    The numbers of a city's thousand hexes, with and without a halo, are all kept: about 1 kB each.
    """
    whole = mask(text, size, weight, halo)
    box = whole.getbbox()
    return (whole.crop(box), box[0], box[1]) if box is not None else None


def _lay(frame: Image.Image, at: tuple[int, int], ink: Colour, inked: tuple[Image.Image, int, int] | None) -> None:
    if inked is not None:
        letters, x, y = inked
        frame.paste(ink, (at[0] + x, at[1] + y), letters)


def write(
    frame: Image.Image,
    at: tuple[float, float],
    text: str,
    size: int,
    ink: Colour,
    weight: Weight = "Bold",
    side: Side = "left",
    halo: Colour | None = None,
) -> None:
    """Write a line at a point.

    The point is at the middle height of its capitals, at its left end, middle or right end.
    """
    letters = font(size, weight)
    x = at[0] - {"left": 0.0, "middle": 0.5, "right": 1.0}[side] * width(text, size, weight)
    y = at[1] - letters.getmetrics()[0] + capitals(size, weight) / 2
    if halo is not None:
        fat = max(1, round(size / 9))
        _lay(frame, (round(x) - fat, round(y) - fat), halo, _inked(text, size, weight, fat))
    _lay(frame, (round(x), round(y)), ink, _inked(text, size, weight, 0))


def slanted(
    frame: Image.Image,
    at: tuple[float, float],
    text: str,
    size: int,
    ink: Colour,
    degrees: float,
    weight: Weight = "Bold",
    halo: Colour | None = None,
) -> None:
    """Write a line around a point, turned clockwise."""
    layers = [(ink, 0)] if halo is None else [(halo, max(1, round(size / 9))), (ink, 0)]
    for paint, fat in layers:
        leaning = _leaning(text, size, weight, fat, round(degrees))
        frame.paste(paint, (round(at[0]) - leaning.width // 2, round(at[1]) - leaning.height // 2), leaning)


@lru_cache(maxsize=256)
def _leaning(text: str, size: int, weight: Weight, halo: int, degrees: int) -> Image.Image:
    letters = mask(text, size, weight, halo)
    return letters.rotate(-degrees, Image.Resampling.BICUBIC, expand=True)


@cache
def capitals(size: int, weight: Weight = "Bold") -> int:
    """Return the height of capital letters in pixels."""
    return -int(font(size, weight).getbbox("H", anchor="ls")[1])


def wrap(text: str, size: int, room: int, weight: Weight = "Medium") -> list[str]:
    """Break a text into lines of at most `room` pixels, and break too long words."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if width(longer, size, weight) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        while width(word, size, weight) > room and len(word) > 1:
            fits = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or width(word[:n], size, weight) <= room)
            lines.append(word[:fits])
            word = word[fits:]
        line = word
    return [*lines, line] if line else lines


def shorten(text: str, size: int, room: int, weight: Weight = "Medium") -> str:
    """Cut a line that is too long, with an ellipsis."""
    if width(text, size, weight) <= room:
        return text
    while text and width(f"{text}…", size, weight) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"
