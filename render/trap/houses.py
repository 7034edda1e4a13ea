"""The positions of houses: rows along streets, and blocks elsewhere in the hex."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random

from msgspec import Struct

from render.canvas import Point
from render.chart import SIDE, TALL
from render.trap.city import pieces

STREET = 34.0
"""How broad a street is in units."""
WET = 34.0
"""How far houses stand from the side along which the river runs."""
SHAPES = ((33.0, 13.0), (24.0, 14.0), (17.0, 13.0))
"""Half the length and half the breadth of blocks, in the order of trial."""


class House(Struct, frozen=True):
    """A block from above, about the middle of its hex."""

    at: Point
    long: float
    broad: float
    turn: float
    tone: int

    def rounds(self) -> Iterator[Point]:
        """Yield the middles of three circles that make it up."""
        reach = self.long - self.broad
        dx, dy = math.cos(math.radians(self.turn)) * reach, math.sin(math.radians(self.turn)) * reach
        for k in (-1, 0, 1):
            yield self.at[0] + dx * k, self.at[1] + dy * k


@lru_cache(maxsize=1024)
def houses(leads: frozenset[int], wet: frozenset[int], rails: frozenset[int], variant: int) -> Sequence[House]:
    """Return the houses of a hex, given the sides of its streets, rails and river."""
    luck = Random(f"{sorted(leads)} {sorted(wet)} {sorted(rails)} {variant}")
    streets = pieces(leads)
    paved = [point for piece in (*streets, *pieces(rails)) for point in piece]
    built: list[House] = []
    for house in [*_along(streets, luck), *_blocks(luck, bool(streets))]:
        if _fits(house, wet) and _clear(house, paved) and all(_apart(house, other) for other in built):
            built.append(house)
    return sorted(built, key=lambda house: (house.at[1], house.at[0]))


def _along(streets: Sequence[Sequence[Point]], luck: Random) -> Iterator[House]:
    """Yield houses in rows on both sides of the streets."""
    for piece in streets:
        walked = luck.uniform(0, 20)
        for (ax, ay), (bx, by) in pairwise(piece):
            walked += math.dist((ax, ay), (bx, by))
            if walked < 30:
                continue
            walked = 0.0
            turn = math.degrees(math.atan2(by - ay, bx - ax))
            long, broad = luck.choice(((22.0, 12.0), (17.0, 13.0), (25.0, 12.0)))
            off = STREET / 2 + 5 + broad
            for side in (-1, 1):
                x = (ax + bx) / 2 - math.sin(math.radians(turn)) * off * side
                y = (ay + by) / 2 + math.cos(math.radians(turn)) * off * side
                yield House((x, y), long, broad, turn, luck.randrange(4))


def _blocks(luck: Random, beside: bool) -> Iterator[House]:
    """Yield blocks all over a hex, the long ones first."""
    lean = luck.choice((0.0, 0.0, 90.0, 60.0, -60.0))
    for long, broad in SHAPES:
        spots = [(x, y) for x in range(-75, 76, 15) for y in range(-72, 73, 13)]
        luck.shuffle(spots)
        for x, y in spots[:40]:
            yield House((x, y), long, broad, lean + luck.choice((0.0, 90.0)), luck.randrange(4))


def _fits(house: House, wet: frozenset[int]) -> bool:
    """Return whether a house is within its hex, off the river and off its number."""
    for x, y in house.rounds():
        if math.hypot(x, y) > SIDE - house.broad or math.hypot(x / 34, (y + 72) / 14) < 1 + house.broad / 34:
            return False
        for i, (dx, dy) in enumerate(_OUT):
            room = TALL / 2 - (x * dx + y * dy) - house.broad
            if room < (WET if i in wet else 4.0):
                return False
    return True


_OUT = tuple((math.sin(math.radians(60 * i)), -math.cos(math.radians(60 * i))) for i in range(6))
"""From the middle of a hex to the middle of each side."""


def _clear(house: House, paved: Sequence[Point]) -> bool:
    """Return whether a house keeps off the streets."""
    room = STREET / 2 + 4 + house.broad
    return all(math.dist(point, spot) >= room for spot in house.rounds() for point in paved)


def _apart(a: House, b: House) -> bool:
    """Whether there is a gap between two houses."""
    if math.dist(a.at, b.at) > a.long + b.long + 6:
        return True
    room = a.broad + b.broad + 4
    return all(math.dist(p, q) >= room for p in a.rounds() for q in b.rounds())
