"""Places that stand for something: tinted, with one border around all of a kind, each with its price on a plate.

What is small on a large map grows there, so that a phone shows it. A chance or a battle is told by another colour
than a way, and by its sign as well.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct
from PIL import Image

from bot.kit import hexes
from bot.kit.hexes import Hex
from render.canvas import CHALK, Point, Sprite, cut, ink_on, mix, sheet, sheet_for
from render.chart import Window, centre, corners, grown
from render.lettering import width, write
from render.look import Colour, Look

K = TypeVar("K", bound=Hashable)

SIZE = 27.0
"""The height of the letters on a plate, in units of the map, where it is drawn large."""
BROAD = 158.0
"""The most that a plate is broad."""
FLOOR = 82.0
"""How far below the middle of a place the plate ends that leaves its counters room."""
MANY = 40
"""Of so many notes those of empty places are written without a plate, and where counters stand only chances are
told: all signs and counters stay to be read."""
BARE = 1.3
"""How high those letters are, of the ones on plates."""
WASHED, BRIGHT = 100, 240
"""How much of its colour a tint lays over the ground, and how bright that is, of 255."""


class Tile(Struct, frozen=True):
    """A place to be tinted: its middle, its corners from there, and what lies across each side.

    Side n runs from corner n to the next one.
    """

    middle: Point
    corners: tuple[Point, ...]
    beside: tuple[Hashable, ...]


def tile(at: Hex) -> Tile:
    """Return a hex."""
    x, y = centre(at)
    around = corners(at)
    turned = (*around[-1:], *around[:-1])
    return Tile((x, y), tuple((round(a - x, 2), round(b - y, 2)) for a, b in turned), tuple(hexes.neighbours(at)))


def paint(text: str, look: Look) -> Colour:
    """Return the colour of a note: chances and battles have that of fire, all else has that of ways."""
    return look.aim if _chance(text) else look.way


def _chance(text: str) -> bool:
    """Say whether a note is a chance or a battle."""
    return "%" in text or ":" in text


def lay(
    frame: Image.Image, window: Window, tiles: Mapping[K, Tile], notes: Iterable[tuple[K, str]], look: Look
) -> None:
    """Tint places below their counters: those of one colour with a border around them."""
    regions: dict[Colour, list[K]] = {}
    for key, text in notes:
        if key in tiles:
            regions.setdefault(paint(text, look), []).append(key)
    for colour, region in regions.items():
        for key in region:
            wash(tiles[key].corners, colour, window.scale).stamp(frame, window.pixel(tiles[key].middle))
        size = grown(window)
        for line, thick in ((look.halo, 7.5 * size), (colour, 4.6 * size)):
            for at, a, b in _rim(tiles, region):
                rim(a, b, line, thick, window.scale).stamp(frame, window.pixel(at))


def _rim(tiles: Mapping[K, Tile], region: Iterable[K]) -> Iterator[tuple[Point, Point, Point]]:
    """Yield the sides around a region: the middle of a place, and the ends of the side from there."""
    inside = set(region)
    for key in inside:
        one = tiles[key]
        for n, beyond in enumerate(one.beside):
            if beyond not in inside:
                yield one.middle, one.corners[n], one.corners[(n + 1) % len(one.corners)]


@lru_cache(maxsize=64)
def wash(outline: tuple[Point, ...], colour: Colour, scale: float) -> Sprite:
    """Return the tint of a place."""
    pen = sheet_for(outline, 2, scale)
    pen.polygon(outline, (*bright(colour), WASHED))
    inner = [(x * 0.94, y * 0.94) for x, y in outline]
    pen.line([*inner, inner[0], inner[1]], (*mix(colour, CHALK, 0.35), 150), 1.6)
    return cut(pen)


def bright(colour: Colour) -> Colour:
    """Return the brightest colour of the same hue: thinly laid over the ground it is still told from grey."""
    most = max(colour)
    return colour[0] * BRIGHT // most, colour[1] * BRIGHT // most, colour[2] * BRIGHT // most


@lru_cache(maxsize=512)
def rim(a: Point, b: Point, line: Colour, thick: float, scale: float) -> Sprite:
    """Return one side of the border of a region."""
    pen = sheet_for((a, b), thick, scale)
    pen.line([a, b], line, thick, ends=True)
    return cut(pen)


def note(
    frame: Image.Image,
    window: Window,
    middle: Point,
    text: str,
    look: Look,
    *,
    taken: bool,
    figure: float | None = None,
) -> None:
    """Write a word or a number into a place: in its middle, or where counters stand there below them.

    On a counter that stands alone, and whose values can be read, it lies on the figure, which is so far down.
    """
    if text:
        size = grown(window)
        down = figure if figure is not None else FLOOR - high(text, size) if taken else 0.0
        plate(text, look, window.scale, size).stamp(frame, window.pixel((middle[0], middle[1] + down)))


def bare(frame: Image.Image, window: Window, middle: Point, text: str, look: Look) -> None:
    """Write a word or a number into the middle of a place, as one of many."""
    size = round(BARE * _letters(text, grown(window)) * window.scale)
    write(frame, window.pixel(middle), text, size, paint(text, look), "Bold", "middle", look.halo)


def plated(notes: Sequence[tuple[str, str]], taken: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the notes that are told on plates: of few all, of many the chances where counters stand."""
    few = len(notes) < MANY
    yield from ((name, text) for name, text in notes if few or (name in taken and _chance(text)))


def bared(notes: Sequence[tuple[str, str]], taken: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the notes that are told without a plate: of many those where no counters stand."""
    if len(notes) >= MANY:
        yield from ((name, text) for name, text in notes if name not in taken)


def _letters(text: str, size: float) -> float:
    """Return how high letters are, in units: no higher than the place is broad enough for."""
    return min(SIZE * size, BROAD / (width(text, 100) / 100 + 0.95))


def high(text: str, size: float) -> float:
    """Return half the height of a plate, in units."""
    return _letters(text, size) * 0.66


@lru_cache(maxsize=512)
def plate(text: str, look: Look, scale: float, size: float = 1.0) -> Sprite:
    """Return a word or a number on a plate of its colour."""
    letters, colour = _letters(text, size), paint(text, look)
    up = high(text, size)
    half = max(up, width(text, 100) / 100 * letters / 2 + letters * 0.34)
    edge = max(2.4, letters * 0.1)
    pen = sheet(half + 2 * edge + 2, up + 2 * edge + 2, scale)
    pen.box((-half - edge, -up - edge), (half + edge, up + edge), look.halo, r=up * 0.55)
    pen.box((-half, -up), (half, up), colour, r=up * 0.5)
    pen.text((0, 0), text, letters, ink_on(colour))
    return cut(pen, shade=(1.5, 2.5, look.shade, 90))


def samples(tile: Tile, look: Look, scale: float) -> Iterator[Sprite]:
    """Yield tints, for the palettes of maps; borders and plates have colours that every palette holds."""
    yield from (wash(tile.corners, paint(text, look), scale) for text in ("4", "58 %"))
