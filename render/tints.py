"""Tinted places with a common border for each kind, and a price on a plate.

Small details grow on a large map, so that a phone shows them. A chance or a battle differs from a path by its
colour and by its sign.
"""

from __future__ import annotations

import math
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct
from PIL import Image

from bot.kit import hexes
from bot.kit.hexes import Hex
from render.canvas import CHALK, Point, Sprite, cut, ink_on, mix, sheet, sheet_for
from render.chart import Window, centre, corners, grown
from render.lettering import width, write
from render.look import Colour, Look
from render.sprites import ready
from render.stacks import Room

K = TypeVar("K", bound=Hashable)

SIZE = 27.0
"""The largest height of the letters on a plate, in units of the map."""
BROAD = 158.0
"""The largest breadth of a plate."""
SMALLER = (1.0, 0.84, 0.7)
"""The sizes of a plate beside counters, from the largest down."""
BEARINGS = 12
"""The number of directions in which a plate is tried, from the south on."""
LAP = 12.0
"""The distance by which such a plate may reach over the border of its place."""
HIDES = 0.06
"""The part of a plate that may lie on counters if the plate is larger for it."""
MANY = 40
"""With this number of notes, plates show only chances where counters are.

Notes of empty places are then written without a plate, so that all signs and counters stay legible.
"""
BARE = 1.3
"""The height of those letters, relative to the letters on plates."""
WASHED, BRIGHT = 100, 240
"""The opacity of a tint, and its brightness, of 255."""


class Tile(Struct, frozen=True):
    """A tinted place: its middle, its corners from there, and its neighbours.

    Side n runs from corner n to the next one.
    """

    middle: Point
    corners: tuple[Point, ...]
    beside: tuple[Hashable, ...]


def tile(at: Hex) -> Tile:
    """Return the tile of a hex."""
    x, y = centre(at)
    around = corners(at)
    turned = (*around[-1:], *around[:-1])
    return Tile((x, y), tuple((round(a - x, 2), round(b - y, 2)) for a, b in turned), tuple(hexes.neighbours(at)))


def paint(text: str, look: Look) -> Colour:
    """Return the colour of a note.

    Chances and battles have the colour of fire, all others that of paths.
    """
    return look.aim if _chance(text) else look.way


def _chance(text: str) -> bool:
    """Return whether a note is a chance or a battle."""
    return "%" in text or ":" in text


def lay(
    frame: Image.Image, window: Window, tiles: Mapping[K, Tile], notes: Iterable[tuple[K, str]], look: Look
) -> None:
    """Tint places below their counters, with a border around those of each colour."""
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
    """Yield the sides around a region.

    Each has the middle of its place, and its two ends from there.
    """
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
    """Return the brightest colour of the same hue, which stays distinct from grey."""
    most = max(colour)
    return colour[0] * BRIGHT // most, colour[1] * BRIGHT // most, colour[2] * BRIGHT // most


@ready
def rim(a: Point, b: Point, line: Colour, thick: float, scale: float) -> Sprite:
    """Return one side of the border of a region."""
    pen = sheet_for((a, b), thick, scale)
    pen.line([a, b], line, thick, ends=True)
    return cut(pen)


def note(frame: Image.Image, window: Window, at: Tile, text: str, look: Look, kept: Sequence[Room] = ()) -> None:
    """Write a word or a number into the middle of a place, or beside its counters.

    It goes to the position where it hides least. `kept` are the parts of the place that counters and names take,
    about its middle.
    """
    if text:
        size = grown(window)
        sizes = tuple((part, _half(text, size * part), high(text, size * part)) for part in SMALLER)
        x, y, part = _clear(at.corners, sizes, tuple(kept)) if kept else (0.0, 0.0, 1.0)
        spot = window.pixel((at.middle[0] + x, at.middle[1] + y))
        plate(text, look, window.scale, size * part).stamp(frame, spot)


@lru_cache(maxsize=2048)
def _clear(
    outline: tuple[Point, ...], sizes: tuple[tuple[float, float, float], ...], kept: tuple[Room, ...]
) -> tuple[float, float, float]:
    """Return the position of a plate in its place, and its part of the usual size.

    The position is about the middle of the place. `sizes` are such parts, each with half its breadth and height. A
    plate lies against the border of the place. It is made smaller only if that uncovers counters.
    """
    least, found = math.inf, (0.0, 0.0, 1.0)
    for part, half, up in sizes:
        for x, y in (*_against(outline, half, up, 0.0), *_against(outline, half, up, LAP)):
            hidden = sum(room.shared(x - half, y - up, x + half, y + up) for room in kept)
            if hidden < least - 1.0:
                least, found = hidden, (x, y, part)
        if least <= HIDES * 4 * half * up:
            break
    return found


def _against(outline: tuple[Point, ...], half: float, up: float, lap: float) -> Iterator[Point]:
    """Yield the middles of a plate against a border, one for each bearing.

    It reaches the distance `lap` over the border.
    """
    sides = [_facing(a, b) for a, b in pairwise((*outline, outline[0]))]
    for n in range(BEARINGS):
        turn = math.tau * ((n + 1) // 2) * (-1) ** n / BEARINGS
        dx, dy = math.sin(turn), math.cos(turn)
        room = min(
            (off + lap - half * abs(nx) - up * abs(ny)) / (dx * nx + dy * ny)
            for nx, ny, off in sides
            if dx * nx + dy * ny > 0.01
        )
        yield max(0.0, room) * dx, max(0.0, room) * dy


def _facing(a: Point, b: Point) -> tuple[float, float, float]:
    """Return the outward direction of a side, and its distance from the middle."""
    long = math.dist(a, b)
    x, y = (b[1] - a[1]) / long, (a[0] - b[0]) / long
    off = x * a[0] + y * a[1]
    return (x, y, off) if off > 0 else (-x, -y, -off)


def bare(frame: Image.Image, window: Window, middle: Point, text: str, look: Look) -> None:
    """Write a word or a number into the middle of a place, without a plate."""
    size = round(BARE * _letters(text, grown(window)) * window.scale)
    write(frame, window.pixel(middle), text, size, paint(text, look), "Bold", "middle", look.halo)


def plated(notes: Sequence[tuple[str, str]], taken: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the notes on plates.

    If there are few notes, these are all. If there are many, they are the chances at counters.
    """
    few = len(notes) < MANY
    yield from ((name, text) for name, text in notes if few or (name in taken and _chance(text)))


def bared(notes: Sequence[tuple[str, str]], taken: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the notes without a plate: of many, those of places without counters."""
    if len(notes) >= MANY:
        yield from ((name, text) for name, text in notes if name not in taken)


def _letters(text: str, size: float) -> float:
    """Return the height of letters in units, limited by the breadth of the place."""
    return min(SIZE * size, BROAD / (width(text, 100) / 100 + 0.95))


def high(text: str, size: float) -> float:
    """Return half the height of a plate, in units."""
    return _letters(text, size) * 0.66


def _half(text: str, size: float) -> float:
    """Return half the breadth of a plate, in units."""
    letters = _letters(text, size)
    return max(high(text, size), width(text, 100) / 100 * letters / 2 + letters * 0.34)


@lru_cache(maxsize=512)
def plate(text: str, look: Look, scale: float, size: float = 1.0) -> Sprite:
    """Return a word or a number on a plate of its colour."""
    letters, colour = _letters(text, size), paint(text, look)
    up, half = high(text, size), _half(text, size)
    edge = max(2.4, letters * 0.1)
    pen = sheet(half + 2 * edge + 2, up + 2 * edge + 2, scale)
    pen.box((-half - edge, -up - edge), (half + edge, up + edge), look.halo, r=up * 0.55)
    pen.box((-half, -up), (half, up), colour, r=up * 0.5)
    pen.text((0, 0), text, letters, ink_on(colour))
    return cut(pen, shade=(1.5, 2.5, look.shade, 90))


def samples(tile: Tile, look: Look, scale: float) -> Iterator[Sprite]:
    """Yield tints for the palettes of maps.

    Every palette already holds the colours of borders and plates.
    """
    yield from (wash(tile.corners, paint(text, look), scale) for text in ("4", "58 %"))
