"""Buildings and streets."""

from __future__ import annotations

import math
from random import Random

from bot.kit import hexes
from bot.kit.hexes import Hex
from render.canvas import Pen, Point, mix, moved, turned
from render.chart import SIDE, Window, centre
from render.trap.city import City
from render.trap.houses import STREET, House, houses
from render.trap.inks import Inks

KERB = 5.0
"""How broad the kerb of a street is."""
BEYOND = SIDE + 15
"""The reach of a house or street from its hex's middle, with shadow or kerb."""


def streets(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Draw all kerbs, then all streets with a line along their middle.

    So no kerb crosses a street.
    """
    runs = [piece for at in city.links if window.shows(at, BEYOND) for piece in city.courses(at)]
    for paint, broad in ((ink.kerb, STREET + 2 * KERB), (ink.street, STREET)):
        for piece in runs:
            pen.line(_plain(piece), paint, broad, ends=True)
    for piece in runs:
        for i in range(1, len(piece) - 2, 4):
            pen.line(piece[i : i + 3], ink.stripe, 2.6)


def _plain(piece: list[Point]) -> list[Point]:
    """Return a piece of street without redundant points where it runs straight on."""
    (ax, ay), (bx, by) = piece[0], piece[-1]
    aside = max(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in piece)
    return piece if aside > math.dist(piece[0], piece[-1]) else [piece[0], piece[-1]]


def blocks(pen: Pen, ink: Inks, city: City, window: Window) -> None:
    """Build the houses of all built-up hexes, from north to south."""
    wet: dict[Hex, set[int]] = {}
    for a, b in city.river:
        wet.setdefault(a, set()).add(hexes.neighbours(a).index(b))
        wet.setdefault(b, set()).add(hexes.neighbours(b).index(a))
    for at in sorted(city.of_terrain("built-up"), key=lambda at: centre(at)[::-1]):
        if not window.shows(at, BEYOND):
            continue
        variant = Random(f"houses {at.q} {at.r}").randrange(5)
        leads = city.turns.get(at, frozenset())
        for house in houses(leads, frozenset(wet.get(at, ())), city.tracks.get(at, frozenset()), variant):
            _house(pen, ink, house, centre(at), (at.q * 3 + at.r) % len(ink.roofs))


def _house(pen: Pen, ink: Inks, house: House, at: Point, shift: int) -> None:
    """Draw a flat roof with its edge, a lit side and roof structures."""
    roof, rim = ink.roofs[(house.tone + shift) % len(ink.roofs)]
    spot = at[0] + house.at[0], at[1] + house.at[1]
    long, broad = house.long, house.broad
    panes = [(k * long * 0.55, broad * 0.22) for k in range(-1, 2)]
    ridge = [(-long + 4, -broad + 4), (long - 4, -broad + 4)]
    wall = [(-long, -broad), (long, -broad), (long, broad), (-long, broad)]
    points = turned([*wall, *ridge, *panes], house.turn, spot)
    shape = points[:4]
    pen.polygon(moved(shape, (5, 7)), (*ink.shade, 105))
    pen.polygon(shape, roof, rim, 2.6)
    pen.line(points[4:6], mix(roof, (255, 255, 255), 0.22), 2.4)
    for x, y in points[6:]:
        pen.box((x - 3, y - 3), (x + 3, y + 3), ink.window)


def rubble(pen: Pen, ink: Inks, at: Point, seed: str) -> None:
    """Heap up what was a block: slabs, bricks, a wall that still stands."""
    luck = Random(seed)
    for k in range(46):
        a, r = k * 2.39996, 74 * math.sqrt((k + 0.5) / 46)
        spot = at[0] + r * math.cos(a) + luck.uniform(-6, 6), at[1] + r * 0.95 * math.sin(a) + luck.uniform(-6, 6)
        long, broad, turn = luck.uniform(7, 15), luck.uniform(4, 9), luck.uniform(0, 180)
        paint = luck.choice((ink.brick, ink.brick, *(roof for roof, _ in ink.roofs), ink.yard))
        shape = turned(
            [(-long, -broad), (long, -broad * 0.6), (long * 0.8, broad), (-long * 0.7, broad)], turn, spot
        )
        pen.polygon(moved(shape, (3, 4)), (*ink.shade, 120))
        pen.polygon(shape, paint, ink.char, 2.2)
    for x, y, high in ((-58.0, -30.0, 22.0), (50.0, 34.0, 18.0)):
        wall = [
            (x, y),
            (x, y - high),
            (x + 8, y - high + 7),
            (x + 14, y - high),
            (x + 22, y - high + 12),
            (x + 30, y),
        ]
        pen.polygon(moved(wall, at), ink.char)
