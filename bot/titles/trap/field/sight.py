"""Sight: straight over open ground, and along streets and their bends."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from bot.kernel.rule import case
from bot.kit import hexes
from bot.titles.trap.field.ground import BUILT, Ground, ground
from bot.titles.trap.model.table import HexId

FAR = 4
"""6.1: the longest range of all."""
LINES = 1 << 16
"""The number of cached lines of a map."""


class Line(NamedTuple):
    """A line from one hex to another, as somebody looks or fires along it."""

    start: HexId
    end: HexId
    length: int
    """In hexes; along a street, counted along it."""
    course: tuple[HexId, ...] = ()
    """The street's hexes from the start to the end; none for a straight line."""
    blocked: HexId | None = None
    """The hex that ends it: between, or the end if buildings share no street."""

    @property
    def clear(self) -> bool:
        """Whether one sees along it."""
        return self.blocked is None

    def back(self) -> Line:
        """Return the same line from its other end."""
        return Line(self.end, self.start, self.length, self.course[::-1], self.blocked)


class Sight:
    """Lines of sight on a map. Only rubble changes it, where a line begins or ends."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._line = lru_cache(maxsize=LINES)(self._look)
        self._blockers: dict[tuple[HexId, HexId], HexId | None] = {}
        self._streets: dict[tuple[HexId, HexId], tuple[HexId, ...]] = {}
        self._near: dict[HexId, tuple[HexId, ...]] = {}
        self._seen: dict[tuple[HexId, int, tuple[HexId, ...]], tuple[HexId, ...]] = {}
        """The hexes in sight of a hex within a range, by the rubble nearby."""

    def sees(self, a: HexId, b: HexId, limit: int = FAR, rubble: Collection[HexId] = ()) -> bool:
        """Return whether a hex is in sight of another within a range."""
        return self.ground.distance(a, b) <= limit and self.line(a, b, limit, rubble).clear

    # TRAP-R70, TRAP-R71
    @case("TRAP-6.2.1", "TRAP-6.2.1-3")
    def line(self, a: HexId, b: HexId, limit: int = FAR, rubble: Collection[HexId] = ()) -> Line:
        """Return the line between two hexes: straight if open, otherwise by street.

        A straight line never joins two buildings that stand.
        """
        enclosed = self._stands(a, rubble) and self._stands(b, rubble)
        return self._line(a, b, limit, enclosed)

    def _look(self, a: HexId, b: HexId, limit: int, enclosed: bool) -> Line:
        """Return a line; `enclosed` if buildings stand at both ends."""
        length = self.ground.distance(a, b)
        if a == b:
            return Line(a, b, 0)
        blocked = b if enclosed else self.blocker(a, b)
        if blocked is not None:
            course = self.along(a, b)
            if course and len(course) - 1 <= limit:
                return Line(a, b, len(course) - 1, course)
        return Line(a, b, length, blocked=blocked)

    def seen_from(self, hex: HexId, limit: int = FAR, rubble: Collection[HexId] = ()) -> tuple[HexId, ...]:
        """Return the hexes in sight of a hex, itself included."""
        if hex not in self._near:
            self._near[hex] = tuple(self.ground.map.within(hex, FAR))
        near = self._near[hex]
        fallen = tuple(other for other in near if other in rubble) if rubble else ()
        if (hex, limit, fallen) not in self._seen:
            self._seen[hex, limit, fallen] = tuple(other for other in near if self.sees(hex, other, limit, fallen))
        return self._seen[hex, limit, fallen]

    def _stands(self, hex: HexId, rubble: Collection[HexId]) -> bool:
        return self.ground.terrain[hex] in BUILT and hex not in rubble

    # TRAP-R72
    @case("TRAP-6.2.1-1")
    def blocker(self, a: HexId, b: HexId) -> HexId | None:
        """Return the first hex that blocks a straight line, or `None`.

        Units see into buildings, woods and rubble, but not through them. A line along a hexside is blocked only if
        the hexes on both sides block it; a corner that it touches does not.
        """
        if (a, b) not in self._blockers:
            places = self.ground.map.places
            hit = next((hex for hex in self._crossed(places[a], places[b]) if self._blocks(hex)), None)
            self._blockers[a, b] = hit
        return self._blockers[a, b]

    def _blocks(self, hex: HexId | None) -> bool:
        return hex is None or self.ground.blocks(hex)

    def _crossed(self, a: hexes.Hex, b: hexes.Hex) -> list[HexId]:
        """Return the hexes that a line passes.

        Along a hexside, the open one of the two hexes counts.

        Nobody looks past the rim of the map.
        """
        left, right = hexes.line(a, b)
        q, r = b.q - a.q, b.r - a.r
        passed = [self.ground.at[hex] for hex in left if hex in right]
        if q == r or q == -2 * r or r == -2 * q:
            for pair in zip(left, right, strict=True):
                if pair[0] != pair[1]:
                    sides = sorted(map(self.ground.at.get, pair), key=lambda hex: (self._blocks(hex), hex is None))
                    passed.extend(hex for hex in sides[:1] if hex is not None)
        places = self.ground.map.places
        return sorted(passed, key=lambda hex: hexes.distance(a, places[hex]))

    # TRAP-R69, TRAP-R100
    @case("TRAP-6.2.1-3", "TRAP-6.2.1-4")
    def along(self, a: HexId, b: HexId) -> tuple[HexId, ...]:
        """Return the shortest road along which two hexes see each other, or ().

        It follows one street round its bends, or a straight road through changes of name. Woods beside a road
        still hide what lies behind them.
        """
        if (a, b) not in self._streets:
            ways = (*self._straight(a, b), *self._stretches(a, b))
            open_ones = (way for way in ways if all(self.ground.terrain[hex] != "woods" for hex in way[1:-1]))
            self._streets[a, b] = min(open_ones, key=len, default=())
        return self._streets[a, b]

    def _stretches(self, a: HexId, b: HexId) -> Iterator[tuple[HexId, ...]]:
        """Yield the stretch of each street that enters both hexes."""
        for key in self.ground.streets_of.get(a, ()):
            course = self.ground.streets[key].hexes
            if b in course:
                first, last = course.index(a), course.index(b)
                yield course[first : last + 1] if first <= last else course[last : first + 1][::-1]

    def _straight(self, a: HexId, b: HexId) -> Iterator[tuple[HexId, ...]]:
        """Yield the straight road from one hex to the other, whatever it is called."""
        here, places = self.ground, self.ground.map.places
        way, (towards, *_) = [a], hexes.bearings(places[a], places[b])
        while way[-1] != b and len(way) <= FAR:
            ahead = here.map.beyond(way[-1], towards, 1)
            if ahead is None or not here.road_joins(way[-1], ahead):
                return
            way.append(ahead)
        if way[-1] == b:
            yield tuple(way)


@cache
def _of(ground: Ground) -> Sight:
    return Sight(ground)


def sight() -> Sight:
    """Return sight on the map that is played on."""
    return _of(ground())
