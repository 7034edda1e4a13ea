"""The ground of the city: open ground, squares, yards, parks, river, railway."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from bot.kit.hexes import Hex
from render.canvas import Pen, Point, curve, mix, moved, soften
from render.chart import SIDE, TALL, Window, centre, corners, outlines
from render.trap.city import City, edge
from render.trap.houses import STREET
from render.trap.inks import Inks

RIVER, QUAY = 44.0, 6.0
"""How broad the river is, and each of its walls."""
TRACK = 15.0
"""How broad a railway is with its ballast."""
BLOT = 190.0
"""How far a blot on the open ground reaches from its middle."""


def fields(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Lay blots of another tone on the open ground."""
    for at, blot in _blots(city):
        if window.holds(at, BLOT):
            pen.polygon(blot, ink.stubble)


@lru_cache(maxsize=4)
def _blots(city: City) -> Sequence[tuple[Point, Sequence[Point]]]:
    """Return the blots of a city: the middle of each, and its rim."""
    found = []
    for x in range(0, int(city.right) + 300, 300):
        for y in range(0, int(city.bottom) + 240, 240):
            luck = Random(f"field {x} {y}")
            at = x + luck.uniform(-120, 120), y + luck.uniform(-90, 90)
            rim = [
                (at[0] + luck.uniform(80, BLOT) * math.cos(a), at[1] + luck.uniform(50, 110) * math.sin(a))
                for a in (k * math.tau / 8 for k in range(8))
            ]
            found.append((at, soften(rim)))
    return found


def floors(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Lay the ground of houses, squares and parks, each as one soft shape."""
    built = city.of_terrain("built-up", "landmark") | city.squares
    for loop in outlines(built, sway=6):
        pen.polygon(soften(loop, 2), ink.yard)
    for loop in outlines(city.squares):
        pen.polygon(loop, ink.square)
    for at in sorted(city.squares):
        if window.shows(at):
            _paving(pen, ink, at)
    for loop in outlines(city.of_terrain("woods"), sway=12):
        pen.polygon(soften(loop), ink.park)


def _paving(pen: Pen, ink: Inks, at: Hex) -> None:
    """Draw the joints of paving."""
    x, y = centre(at)
    for dx in range(-75, 76, 25):
        tall = min(TALL / 2, (SIDE - abs(dx)) * math.sqrt(3))
        pen.line([(x + dx, y - tall), (x + dx, y + tall)], ink.paving, 1.6)
    for dy in range(-75, 76, 25):
        broad = SIDE - abs(dy) / math.sqrt(3)
        pen.line([(x - broad, y + dy), (x + broad, y + dy)], ink.paving, 1.6)


def parks(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Plant trees, and leave glades between them."""
    for at in sorted(city.of_terrain("woods"), key=lambda at: centre(at)[::-1]):
        if window.shows(at):
            _park(pen, ink, city, at)


def _park(pen: Pen, ink: Inks, city: City, at: Hex) -> None:
    luck = Random(f"park {at.q} {at.r}")
    x0, y0 = centre(at)
    paved = [point for piece in city.courses(at) for point in piece]
    pen.polygon(
        soften([(x0 + luck.uniform(20, 46) * c, y0 + luck.uniform(20, 40) * s) for c, s in _ROUND]), ink.lawn
    )
    trees = []
    for k in range(44):
        a, r = k * 2.39996, 80 * math.sqrt((k + 0.5) / 44)
        x, y = x0 + r * math.cos(a) + luck.uniform(-7, 7), y0 + r * math.sin(a) + luck.uniform(-7, 7)
        size = luck.uniform(9, 14)
        if luck.random() < 0.8 and all(math.dist((x, y), point) > STREET / 2 + size for point in paved):
            trees.append((y, x, size, luck.randrange(2)))
    for y, x, size, tone in sorted(trees):
        pen.disc((x + 4, y + 5), size, (*ink.shade, 80))
        pen.disc((x, y), size, ink.crowns[tone], mix(ink.crowns[tone], ink.shade, 0.5), 1.6)
        pen.disc((x - size * 0.25, y - size * 0.3), size * 0.45, ink.sun)


_ROUND = [(math.cos(k * math.tau / 9), math.sin(k * math.tau / 9)) for k in range(9)]


# The river.


def river(pen: Pen, ink: Inks, city: City) -> None:
    """Draw the river between its walls, and waves along it."""
    lines = [_flow(line) for line in city.banks]
    for line in lines:
        pen.line(line, ink.quay, RIVER + 2 * QUAY, ends=True)
    for line in lines:
        pen.line(line, ink.river, RIVER, ends=True)
    for n, line in enumerate(lines):
        luck = Random(f"waves {n}")
        for i in range(2, len(line) - 2, 3):
            (ax, ay), (bx, by) = line[i], line[i + 1]
            span = math.dist(line[i], line[i + 1]) or 1.0
            off = luck.uniform(-13, 13)
            x, y = ax - (by - ay) / span * off, ay + (bx - ax) / span * off
            ux, uy = (bx - ax) / span * 11, (by - ay) / span * 11
            pen.line([(x - ux, y - uy), (x + ux, y + uy)], ink.ripple, 3, ends=True)


def _flow(line: Sequence[Point]) -> list[Point]:
    """Round off the course of the river, and let it run on over the edge of the map."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in itertools.pairwise(line)]
    points = [line[0]]
    for a, corner, b in zip(middles, line[1:], middles[1:], strict=False):
        points += curve(a, _toward(a, corner), _toward(b, corner), b, 6)
    return [*points, line[-1]] if len(line) > 2 else list(line)


def _toward(a: Point, b: Point) -> Point:
    return a[0] + (b[0] - a[0]) * 0.62, a[1] + (b[1] - a[1]) * 0.62


def bridges(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Lay the deck of each bridge over the river, with its railings."""
    for a, b in city.bridges:
        if not window.shows(a, 3 * SIDE):
            continue
        (ax, ay), (bx, by) = edge(a, b)
        x, y = (ax + bx) / 2, (ay + by) / 2
        span = math.dist((ax, ay), (bx, by))
        along = ((by - ay) / span, -(bx - ax) / span)
        across = ((bx - ax) / span, (by - ay) / span)
        long, half = RIVER / 2 + QUAY + 14, STREET / 2 + 5
        deck = [
            (x + along[0] * long * i + across[0] * half * j, y + along[1] * long * i + across[1] * half * j)
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        pen.polygon(moved(deck, (5, 7)), (*ink.shade, 90))
        pen.polygon(deck, ink.deck, ink.kerb, 5)
        for j in (-1, 1):
            rail = [
                (x + along[0] * long * i + across[0] * half * j, y + along[1] * long * i + across[1] * half * j)
                for i in (-1.25, 1.25)
            ]
            pen.line(rail, ink.kerb, 8, ends=True)


# The railway.


def railways(pen: Pen, ink: Inks, city: City) -> None:
    """Draw railways: rails on sleepers on their ballast."""
    for line in city.railways:
        points = track(line)
        pen.line(points, ink.ballast, TRACK + 12)
        for x, y, turn in _paces(points, 17):
            dx, dy = -math.sin(turn) * TRACK * 0.78, math.cos(turn) * TRACK * 0.78
            pen.line([(x - dx, y - dy), (x + dx, y + dy)], mix(ink.rail, ink.ballast, 0.35), 5)
        for off in (-5.5, 5.5):
            pen.line(_beside(points, off), ink.rail, 3)


def track(line: Sequence[Hex]) -> list[Point]:
    """Return the rounded course of a railway through hexes; it continues off the map."""
    spots = [centre(at) for at in line]
    for end, inner in ((0, 1), (-1, -2)):
        (ax, ay), (bx, by) = spots[end], spots[inner]
        spots[end] = ax + (ax - bx) * 0.6, ay + (ay - by) * 0.6
    points = [spots[0]]
    for a, b, c in zip(spots, spots[1:], spots[2:], strict=False):
        before, after = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
        points += curve(before, _toward(before, b), _toward(after, b), after, 8)
    return [*points, spots[-1]]


def _beside(points: Sequence[Point], off: float) -> list[Point]:
    found = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        span = math.dist((ax, ay), (bx, by)) or 1.0
        found.append((x - (by - ay) / span * off, y + (bx - ax) / span * off))
    return found


def _paces(points: Sequence[Point], step: float) -> Iterable[tuple[float, float, float]]:
    """Yield points a step apart along a line, with its direction there."""
    walked = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        span = math.dist((ax, ay), (bx, by))
        while walked < span:
            t = walked / span
            yield ax + (bx - ax) * t, ay + (by - ay) * t, math.atan2(by - ay, bx - ax)
            walked += step
        walked -= span


def grid(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Draw each side between hexes once, thinly."""
    drawn: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for at in city.cells:
        if not window.shows(at, SIDE + 5):
            continue
        points = corners(at)
        for i in range(6):
            a, b = points[i - 1], points[i]
            low, high = sorted(((round(a[0]), round(a[1])), (round(b[0]), round(b[1]))))
            if (low, high) not in drawn:
                drawn.add((low, high))
                pen.line([a, b], (*ink.grid, 105), 1.8)
