"""The city as a drawing: hexes, streets, river, railways, landmarks, windows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise

from msgspec import Struct

from bot.kit import hexes
from bot.kit.hexes import Hex
from render.canvas import Point, curve, moved
from render.chart import SIDE, TALL, Cell, Window, aligned, centre, corners, stepped, stretch
from render.kept import digest

Side = tuple[Hex, Hex]
"""The two hexes on either side of a street, a river or a railway."""


class Street(Struct, frozen=True):
    """A street: the hexes that it leads through, in their order."""

    name: str
    hexes: tuple[Hex, ...]


class Landmark(Struct, frozen=True):
    """A landmark: its label, its form in the drawing, and its hexes."""

    key: str
    name: str
    hexes: tuple[Hex, ...]
    value: str = ""
    """The points that it is worth, as they are written beside its name."""


class City:
    """A map to be drawn. Two cities are never equal."""

    def __init__(
        self,
        cells: Mapping[Hex, Cell],
        streets: Sequence[Street],
        river: Iterable[Side],
        bridges: Iterable[Side],
        landmarks: Sequence[Landmark],
        hotels: Iterable[Hex] = (),
        railways: Sequence[tuple[Hex, ...]] = (),
        river_name: str = "",
    ) -> None:
        """Take everything that is printed. The cells' own roads are those of the streets."""
        links: dict[Hex, set[Hex]] = {}
        for street in streets:
            for a, b in zip(street.hexes, street.hexes[1:], strict=False):
                links.setdefault(a, set()).add(b)
                links.setdefault(b, set()).add(a)
        self.cells = cells
        self.streets = tuple(streets)
        self.links = {at: frozenset(to) for at, to in links.items()}
        self.river = tuple(sorted({(min(a, b), max(a, b)) for a, b in river}))
        self.bridges = tuple(sorted({(min(a, b), max(a, b)) for a, b in bridges}))
        self.landmarks = tuple(landmarks)
        self.hotels = frozenset(hotels)
        self.railways = tuple(railways)
        self.river_name = river_name
        xs = [x for at in cells for x, _ in corners(at)]
        ys = [y for at in cells for _, y in corners(at)]
        self.left, self.top, self.right, self.bottom = min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def key(self) -> str:
        """The cache key of the city: equal cities have equal keys."""
        cells = sorted(self.cells.values(), key=lambda cell: cell.at)
        ways = (self.streets, self.river, self.river_name, self.bridges, self.railways)
        return digest(cells, ways, self.landmarks, self.hotels)

    def of_terrain(self, *kinds: str) -> set[Hex]:
        """Return the hexes with ground of these kinds."""
        return {at for at, cell in self.cells.items() if cell.terrain in kinds}

    @cached_property
    def squares(self) -> frozenset[Hex]:
        """The open hexes that houses stand around."""
        built = self.of_terrain("built-up", "landmark")
        return frozenset(
            at for at in self.of_terrain("clear") if sum(to in built for to in hexes.neighbours(at)) > 3
        )

    @cached_property
    def turns(self) -> dict[Hex, frozenset[int]]:
        """The directions of a hex's streets, 0 for north and clockwise; also off the map."""
        found = {}
        for at, to in self.links.items():
            leads = {i for i, beside in enumerate(hexes.neighbours(at)) if beside in to}
            if len(leads) == 1:
                (back,) = leads
                off = [i for i, beside in enumerate(hexes.neighbours(at)) if beside not in self.cells]
                leads |= {min(off, key=lambda i: (abs((i - back) % 6 - 3), i))} if off else set()
            found[at] = frozenset(leads)
        return found

    def courses(self, at: Hex) -> list[list[Point]]:
        """Return the pieces of the streets in a hex."""
        return [moved(piece, centre(at)) for piece in pieces(self.turns.get(at, frozenset()))]

    def street_at(self, at: Hex) -> Point:
        """Return where the street of a hex comes nearest to its middle, from there."""
        runs = pieces(self.turns.get(at, frozenset()))
        return runs[0][len(runs[0]) // 2] if len(runs) == 1 else (0.0, 0.0)

    @cached_property
    def tracks(self) -> dict[Hex, frozenset[int]]:
        """The directions that railways lead to from each hex."""
        found: dict[Hex, set[int]] = {}
        for line in self.railways:
            for a, b in pairwise(line):
                found.setdefault(a, set()).add(hexes.neighbours(a).index(b))
                found.setdefault(b, set()).add(hexes.neighbours(b).index(a))
        return {at: frozenset(leads) for at, leads in found.items()}

    @cached_property
    def banks(self) -> list[list[Point]]:
        """The river as lines of corners of hexes."""
        return _chains([_edge(a, b) for a, b in self.river])

    def landmark(self, at: Hex) -> Landmark | None:
        """Return the landmark that a hex belongs to."""
        return next((mark for mark in self.landmarks if at in mark.hexes), None)


def _key(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _edge(a: Hex, b: Hex) -> tuple[Point, Point]:
    """Return the two ends of the side between two hexes."""
    i = hexes.neighbours(a).index(b)
    points = corners(a)
    return points[i - 1], points[i]


def edge(a: Hex, b: Hex) -> tuple[Point, Point]:
    """Return the two ends of the side between two hexes."""
    return _edge(a, b)


def _chains(edges: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Join sides into lines that are as long as they can be."""
    spots: dict[tuple[int, int], Point] = {}
    links: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for a, b in edges:
        for p, q in ((a, b), (b, a)):
            spots.setdefault(_key(p), p)
            links.setdefault(_key(p), set()).add(_key(q))
    lines = []
    while any(links.values()):
        ends = [key for key, to in sorted(links.items()) if len(to) == 1]
        at = ends[0] if ends else next(key for key, to in sorted(links.items()) if to)
        line = [spots[at]]
        while links[at]:
            to = min(links[at])
            links[at].discard(to)
            links[to].discard(at)
            line.append(spots[to])
            at = to
        lines.append(line)
    return lines


_INWARDS: tuple[Point, ...] = tuple(
    (-math.sin(math.radians(60 * i)), math.cos(math.radians(60 * i))) for i in range(6)
)
"""From the middle of each side of a hex to its centre."""


@cache
def pieces(leads: frozenset[int]) -> list[list[Point]]:
    """Return the streets of a hex about its middle.

    A street runs from side to side. If several meet, each runs from a side to the middle.
    """
    gates = [(-x * TALL / 2, -y * TALL / 2) for x, y in _INWARDS]
    if len(leads) == 2:
        a, b = sorted(leads)
        bend = 22 if abs((a - b) % 6 - 3) == 1 else 52
        start, end = ((gates[i][0] + bend * _INWARDS[i][0], gates[i][1] + bend * _INWARDS[i][1]) for i in (a, b))
        return [curve(gates[a], start, end, gates[b])]
    return [[(gates[i][0] * k / 6, gates[i][1] * k / 6) for k in range(6, -1, -1)] for i in sorted(leads)]


# Windows.

FRAME = 46.0
"""The breadth of the margin around the whole map, in units."""
BOARD_WIDTH = 1840
"""Pixels of the whole map across."""
BOARD_HEIGHT = 1500
"""The most pixels of a part of the map from top to bottom."""
BOARD_SCALE = 0.8
"""The most pixels to a unit, for scenarios that are small."""
CROP_WIDTH, CROP_HEIGHT = 1000, 1100
"""The most pixels of a crop."""
CROP_SCALE = 2.1
FEWEST, CLOSE = 4.6, 3.3
"""How many hexes a crop shows at least each way; a crop of one fight."""
MARGIN = 1.15
"""The margin of a crop in hexes, from the middles of its subject hexes."""
SQUAT = 0.55
"""The least ratio of a crop's shorter side to its longer side."""
WIDE = 1.5 * SIDE
"""The distance between the middles of adjacent columns."""


def whole(city: City) -> Window:
    """Return the window on all of the city, with a margin for its frame."""
    broad = city.right - city.left + 2 * FRAME
    scale = min(BOARD_SCALE, BOARD_WIDTH / broad)
    return Window(city.left - FRAME, city.top - FRAME, city.right + FRAME, city.bottom + FRAME, scale)


def quarter(city: City, places: Iterable[Hex]) -> Window:
    """Return the window on a part of the city in play, as broad as the whole map."""
    spots = [centre(at) for at in places]
    left, right = stretch((x for x, _ in spots), 2 * WIDE, 10 * WIDE, city.left, city.right)
    top, bottom = stretch((y for _, y in spots), 2 * TALL, 7 * TALL, city.top, city.bottom)
    scale = min(BOARD_SCALE, BOARD_WIDTH / (right - left), BOARD_HEIGHT / (bottom - top))
    return Window(left, top, right, bottom, scale)


def crop(city: City, places: Sequence[Hex], least: float = FEWEST, fine: float = 1.0) -> Window:
    """Return the window on some hexes and surroundings, within the map if possible.

    Its scale and size may be `fine` times as large as usual.
    """
    spots = [centre(at) for at in places] or [((city.left + city.right) / 2, (city.top + city.bottom) / 2)]
    broad, high = (max(span) - min(span) for span in zip(*spots, strict=True))
    wide = max(least * WIDE, SQUAT * (high + 2 * MARGIN * TALL))
    tall = max(least * TALL, SQUAT * (broad + 2 * MARGIN * WIDE))
    left, right = stretch((x for x, _ in spots), MARGIN * WIDE, wide, city.left, city.right)
    top, bottom = stretch((y for _, y in spots), MARGIN * TALL, tall, city.top, city.bottom)
    scale = stepped(CROP_SCALE * fine, CROP_WIDTH * fine / (right - left), CROP_HEIGHT * fine / (bottom - top))
    return aligned(left, top, right, bottom, scale)
