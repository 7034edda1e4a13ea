"""Labels of the city: hexes, streets, the river, and landmarks with their value."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache

from PIL import Image

from bot.kit.hexes import Hex
from render.canvas import Point, Sprite, cut, sheet
from render.chart import TALL, Window, centre
from render.lettering import slanted, width, write
from render.look import Look
from render.stacks import TOP, Room
from render.trap.city import City, Landmark, Street
from render.trap.inks import Inks, inks

NUMBER, LARGE, STREET_NAME, PLATE, MOST = 22.0, 36.0, 25.0, 118.0, 30
"""Sizes of labels in units: hex numbers and their largest, streets, landmarks.

The last is the largest size of a landmark's label in pixels.
"""
SOUTH, FOOT = 3, 4.0
"""The direction of a landmark's plate, and its distance below the hexside."""
FAR, NEAR = 0.4, 0.6
"""Pixels to a unit: below the first the city is far, from the second it is near."""


def numbers(
    image: Image.Image, ink: Inks, city: City, window: Window, cells: Collection[Hex] | None = None
) -> None:
    """Write the number of each hex, or of some, at its upper side."""
    for at in city.cells if cells is None else cells:
        if window.shows(at, 100):
            number(image, ink, city, window, at, cells is not None)


def number(image: Image.Image, ink: Inks, city: City, window: Window, at: Hex, over: bool = False) -> None:
    """Write the number of a hex at its upper side.

    From far it has no halo, which would hide the streets, unless it is written over counters.
    """
    x, y = centre(at)
    halo = ink.halo if over or window.scale > NEAR else None
    spot = window.pixel((x, y + numbered(window)))
    write(image, spot, city.cells[at].name, window.letters(NUMBER, LARGE), ink.number, "Medium", "middle", halo)


def numbered(window: Window) -> float:
    """Return how far off the middle of a hex its number stands: at the upper rim."""
    return max(15.0, 0.45 * window.letters(NUMBER, LARGE) / window.scale) - TALL / 2


def room(window: Window) -> float:
    """Return how far off the middle of a hex there is room below its number."""
    return max(TOP, numbered(window) + 0.45 * window.letters(NUMBER, LARGE) / window.scale)


def taken(window: Window) -> Room:
    """Return the part of a hex that its number takes."""
    half = 1.15 * window.letters(NUMBER, LARGE) / window.scale
    return Room(-half, -TALL / 2, half, room(window))


def streets(image: Image.Image, ink: Inks, city: City, window: Window) -> None:
    """Write the name of each street along it at regular intervals."""
    size = max(9, round(STREET_NAME * window.scale))
    for at, degrees, name in _names(city, size / window.scale):
        if window.holds(at):
            slanted(image, window.pixel(at), name, size, ink.name, degrees, "Medium", ink.halo)


@lru_cache(maxsize=16)
def _names(city: City, size: float) -> tuple[tuple[Point, float, str], ...]:
    """Return point, clockwise turn in degrees, and name of each label of a street."""
    taken: set[Hex] = set()
    found = []
    for street in city.streets:
        for i, under in _spots(city, street, size):
            if not taken.isdisjoint(under):
                continue
            taken.update(under)
            a, b = centre(street.hexes[i]), centre(street.hexes[i + 1])
            at = a if a[0] == b[0] else ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            degrees = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            degrees = degrees - 180 if degrees > 91 else degrees + 180 if degrees < -89 else degrees
            found.append((at, degrees, street.name))
    return tuple(found)


def _spots(city: City, street: Street, size: float) -> list[tuple[int, tuple[Hex, ...]]]:
    """Return the hexes at which a street's name is written, and the hexes it covers.

    The street runs straight on for long enough there.
    """
    long = width(street.name, 100) / 100 * size
    need = max(1, round(long / TALL / 2))
    found: list[int] = []
    chain = street.hexes
    known = {at for mark in city.landmarks for at in mark.hexes}
    for i in range(need, len(chain) - 1 - need):
        ahead = {
            (b.q - a.q, b.r - a.r)
            for a, b in zip(chain[i - need :], chain[i - need + 1 : i + need + 2], strict=False)
        }
        free = known.isdisjoint(chain[i - need : i + need + 2])
        free = free and all(len(city.turns[at]) == 2 for at in chain[i : i + 2])
        if len(ahead) == 1 and free and (not found or i - found[-1] > 9):
            found.append(i)
    found = found or [len(chain) // 3][: len(chain) > 3]
    return [(i, chain[max(0, i - need) : i + need + 2]) for i in found]


def river(image: Image.Image, ink: Inks, city: City, window: Window, name: str) -> None:
    """Write the name of the river on it."""
    size = max(11, round(34 * window.scale))
    for line in city.banks:
        if len(line) < 12:
            continue
        for part in (0.28, 0.72):
            i = round(len(line) * part)
            (ax, ay), (bx, by) = line[i - 3], line[i + 3]
            at = (ax + bx) / 2, (ay + by) / 2
            if window.holds(at):
                degrees = math.degrees(math.atan2(by - ay, bx - ax))
                degrees = degrees - 180 if degrees > 90 else degrees + 180 if degrees < -90 else degrees
                slanted(image, window.pixel(at), name, size, ink.quay, degrees, "Bold", ink.ripple)


def plate_size(window: Window) -> int:
    """Return the size of the letters on plates."""
    return max(15, round(min(PLATE * window.scale, MOST)))


def foot(mark: Landmark) -> tuple[float, float]:
    """Return the position of a landmark's plate: below its southernmost hex."""
    x, y = centre(_lowest(mark))
    return x, y + TALL / 2 + FOOT


def _lowest(mark: Landmark) -> Hex:
    """Return the southernmost hex of a landmark."""
    return max(mark.hexes, key=lambda at: centre(at)[1])


@lru_cache(maxsize=64)
def plate(mark: Landmark, look: Look, night: bool, size: int) -> Sprite:
    """Return the plate of a landmark: its name, and in gold what it is worth."""
    ink = inks(look, night)
    name, value = width(mark.name, size), width(mark.value, size) if mark.value else 0
    half = (name + (value + size * 0.9 if value else 0)) / 2 + size * 0.35
    pen = sheet(half + 3, size * 0.72 + 3, 1)
    high = size * 0.66
    pen.box((-half, -high), (half, high), ink.halo, ink.column, max(2, size / 10), size * 0.3)
    pen.text((-half + size * 0.35, 0), mark.name, size, ink.name, "left")
    if value:
        left = half - value - size * 0.6
        pen.box((left, -high), (half, high), look.gold, ink.column, max(2, size / 10), size * 0.3)
        pen.text((left + (half - left) / 2, 0), mark.value, size, (26, 24, 20))
    return cut(pen, shade=(2, 3, look.shade, 110))
