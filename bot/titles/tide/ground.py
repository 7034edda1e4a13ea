"""The assembled map of a scenario: boards, overlays, hexes, ways and lines of sight.

A board is ten columns by nine rows between its rims. Its outermost columns and every second hex of its upper and
lower rim are halves, which become full hexes where two boards join and do not exist elsewhere (TOI-8.2).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from msgspec import Struct

from bot.kernel.rule import case
from bot.kit import hexes
from bot.kit.hexes import Hex
from bot.titles.tide.model.table import HexId
from bot.titles.tide.records import Covering, Tile
from bot.titles.tide.tables import tables

COLUMNS, ROWS = 10, 9
NO_SMOKE: frozenset[HexId] = frozenset()
HOLLOWS = ("balka", "balka-entrance")
DEPTHS = {"shallow": "stream", "deep": "deep-stream", "flooded": "flooded-stream", "frozen": "frozen-stream"}
"""What the streams of the boards are, by the depth that the scenario gives them."""


class Spot(Struct, frozen=True):
    """The printed ground of one hex. `roads` are the hexes that a road leads to."""

    hex: HexId
    at: Hex
    terrain: str
    level: int = 0
    roads: frozenset[HexId] = frozenset()
    snow: bool = False


class Obstacle(Struct, frozen=True):
    """What blocks a line of sight: where, by which case, and why in words."""

    hex: HexId
    cite: str
    why: str


class Misprint(Exception):
    """A map cannot be put together."""


class Ground:
    """A map. Ways and sight are worked out once and kept."""

    def __init__(self, spots: Mapping[HexId, Spot], shape: tuple[int, int]) -> None:
        """Take the full hexes of a map of so many boards across and down."""
        self.spots = spots
        self.shape = shape
        self._names = {spot.at: name for name, spot in spots.items()}
        self.neighbours: dict[HexId, tuple[HexId, ...]] = {
            name: tuple(self._names[n] for n in hexes.neighbours(spot.at) if n in self._names)
            for name, spot in spots.items()
        }
        self.blocked = lru_cache(maxsize=1 << 17)(self._blocked)

    def __contains__(self, name: object) -> bool:
        return name in self.spots

    def __getitem__(self, name: HexId) -> Spot:
        return self.spots[name]

    def distance(self, a: HexId, b: HexId) -> int:
        """Count the hexes from one to the other; the target's hex counts, the firer's does not (TOI-5.1a)."""
        return hexes.distance(self.spots[a].at, self.spots[b].at)

    def beyond(self, start: HexId, direction: int, by: int) -> HexId | None:
        """Return the hex so far off in a direction of 1 (north) to 6, `None` off the map."""
        return self._names.get(hexes.step(self.spots[start].at, direction, by))

    def within(self, centre: HexId, radius: int) -> list[HexId]:
        """Return the hexes at most so far from a hex, itself included."""
        at = self.spots[centre].at
        return [name for name, spot in self.spots.items() if hexes.distance(at, spot.at) <= radius]

    def line(self, a: HexId, b: HexId) -> tuple[tuple[HexId, ...], tuple[HexId, ...]]:
        """Return what lies between two hexes, for the line nudged to its left and to its right.

        A nudge across the rim of the map is none: half hexes do not exist, and nobody looks through them.
        """
        names = self._names
        sides = [
            tuple(names[h] for h in side)
            for side in hexes.line(self.spots[a].at, self.spots[b].at)
            if all(h in names for h in side)
        ]
        return sides[0], sides[-1]

    def _blocked(
        self, a: HexId, b: HexId, smoke: frozenset[HexId] = NO_SMOKE, out_of_balkas: bool = False
    ) -> Obstacle | None:
        """Return what keeps a unit at `a` from seeing one at `b`, `None` where it does not.

        Sight is mutual, unless the players agreed that one looks out of a balka that one cannot look into.
        """
        hollow = self._hollow(a, b) or (None if out_of_balkas else self._hollow(b, a))
        return hollow or self._in_the_way(a, b, smoke)

    @case("FB-road-1", "FB-building-2")
    def by_road(self, start: HexId, to: HexId) -> bool:
        """Say whether one comes into a hex along a road, whatever else is there; in buildings that makes none."""
        return to in self.spots[start].roads and self.spots[to].terrain != "building"

    @case("FB-balka-2", "FB-balka-5")
    def over_the_side(self, start: HexId, to: HexId) -> bool:
        """Say whether one comes into or out of a balka over its side, not along it or through its entrance."""
        both = (self.spots[start].terrain, self.spots[to].terrain)
        return "balka" in both and not all(terrain in HOLLOWS for terrain in both)

    @case("FB-balka-4", "FB-balka-5")
    def _hollow(self, a: HexId, b: HexId) -> Obstacle | None:
        """One looks into a balka from beside it, or along balka and entrance hexes all the way."""
        if self.spots[b].terrain not in HOLLOWS or self.distance(a, b) <= 1:
            return None
        if any(all(self.spots[name].terrain in HOLLOWS for name in (a, *side)) for side in self.line(a, b)):
            return None
        hollow = tables().terrain[self.spots[b].terrain].name
        return Obstacle(b, "FB-balka-4", f"{b} lies in a {hollow}, and no balka leads from {a} straight to it")

    @case("TOI-7.3")
    def _in_the_way(self, a: HexId, b: HexId, smoke: frozenset[HexId]) -> Obstacle | None:
        """Return what stands between two hexes. A line along hexsides is clear when one of its two sides is."""
        if self.spots[a].level < self.spots[b].level:
            a, b = b, a
        found = None
        for side in self.line(a, b):
            found = self._obstacle(a, b, side, smoke)
            if found is None:
                return None
        return found

    def sees(self, a: HexId, b: HexId, smoke: frozenset[HexId] = NO_SMOKE) -> bool:
        """Say whether two hexes see each other. Units never block (TOI-7.1)."""
        return self.blocked(a, b, smoke) is None

    def _obstacle(
        self, high: HexId, low: HexId, between: Iterable[HexId], smoke: frozenset[HexId]
    ) -> Obstacle | None:
        top, bottom = self.spots[high].level, self.spots[low].level
        for name in between:
            found = self._level_sight(name, top, smoke)
            if found is None and top > bottom:
                found = self._plateau(high, name, top) or self._shadow(name, low, top, bottom, smoke)
            if found is not None:
                return found
        return None

    @case("TOI-7.2", "FB-hill-1", "FB-hill-2", "TOI-9.7", "FB-woods-1")
    def _level_sight(self, name: HexId, top: int, smoke: frozenset[HexId]) -> Obstacle | None:
        """Whatever stands higher than both ends blocks."""
        if self.height(name, smoke) <= top:
            return None
        return Obstacle(name, "TOI-7.2", f"{self._what(name, smoke)} at {name} stands in the line of sight")

    @case("TOI-7.4", "FB-hill-3")
    def _shadow(self, name: HexId, low: HexId, top: int, bottom: int, smoke: frozenset[HexId]) -> Obstacle | None:
        """From higher ground one looks over an obstruction, but not into the hexes right behind it."""
        shadows = tables().numbers.shadows
        reach = shadows.level_1 if top == 1 else shadows.level_2
        if self.height(name, smoke) <= bottom or self.distance(name, low) > reach:
            return None
        return Obstacle(name, "TOI-7.4", f"{low} lies in the shadow of {self._what(name, smoke)} at {name}")

    @case("TOI-7.5")
    def _plateau(self, high: HexId, name: HexId, top: int) -> Obstacle | None:
        """Level ground in front of the higher unit hides what lies below it."""
        if self.distance(high, name) != 1 or self.spots[name].level != top:
            return None
        return Obstacle(name, "TOI-7.5", f"the level ground at {name} hides what lies lower behind it")

    @case("FB-road-2", "FB-building-1")
    def height(self, name: HexId, smoke: frozenset[HexId] = NO_SMOKE) -> int:
        """Return how high a hex reaches into the line of sight: its level, one more with something on it."""
        spot = self.spots[name]
        return spot.level + (tables().terrain[spot.terrain].blocks or name in smoke)

    def _what(self, name: HexId, smoke: frozenset[HexId]) -> str:
        spot = self.spots[name]
        terrain = tables().terrain[spot.terrain]
        if name in smoke:
            return "smoke"
        return terrain.name if terrain.blocks else f"the hill of level {spot.level}"


@cache
def ground(scenario: str) -> Ground:
    """Return the map of a scenario. Raises `Misprint` where its boards or overlays do not fit together."""
    record = tables().scenarios[scenario]
    return assemble(record.map, record.overlays, record.streams)


@case("TOI-8.2", "TOI-13.2", "FB-stream-1")
def assemble(
    rows: tuple[tuple[str, ...], ...], overlays: Iterable[Covering] = (), streams: str = "shallow"
) -> Ground:
    """Join boards, named from north to south and west to east; "3A turned" lies the other way round."""
    terrain: dict[Hex, str] = {}
    levels: dict[Hex, int] = {}
    roads: dict[Hex, set[Hex]] = {}
    snowy: set[Hex] = set()
    across, down = max(map(len, rows)), len(rows)
    for y, row in enumerate(rows):
        for x, entry in enumerate(row):
            name, _, turned = entry.partition(" ")
            if name not in tables().boards:
                raise Misprint(f"there is no board {name}")
            board = tables().boards[name]
            place = _Place(x, y, turned == "turned")
            _lay(board, place, terrain, levels, roads)
            if board.snow:
                snowy.update(place.all())
    for covering in overlays:
        _cover(covering, terrain, levels, roads)
    full = [
        at
        for column in range(1, COLUMNS * across)
        for row in range(column & 1, ROWS * down)
        if (at := hexes.from_grid(column, row))
    ]
    names = {at: HexId(hexes.name(at)) for at in full}
    spots = {
        name: Spot(
            name,
            at,
            DEPTHS[streams] if terrain.get(at) == "stream" else terrain.get(at, "clear"),
            levels.get(at, 0),
            frozenset(names[to] for to in roads.get(at, ()) if to in names),
            at in snowy,
        )
        for at, name in names.items()
    }
    return Ground(spots, (across, down))


class _Place(Struct, frozen=True):
    """Where a board lies on the map."""

    x: int
    y: int
    turned: bool

    def put(self, digits: str) -> Hex:
        """Return the hex of the map for a hex of the board, such as "0304"."""
        if len(digits) != 4 or not digits.isdigit():
            raise Misprint(f"{digits!r} is not a hex of a board; write column and row as in 0304")
        column, row = int(digits[:2]), int(digits[2:])
        last = ROWS - 1 + (column & 1)
        if column > COLUMNS or row > last:
            raise Misprint(f"{digits} lies outside the board")
        if self.turned:
            column, row = COLUMNS - column, last - row
        return hexes.from_grid(self.x * COLUMNS + column, self.y * ROWS + row)

    def all(self) -> Iterable[Hex]:
        """Yield every hex of the board, halves included."""
        for column in range(COLUMNS + 1):
            for row in range(ROWS + (column & 1)):
                yield self.put(f"{column:02}{row:02}")


def _lay(
    board: Tile,
    place: _Place,
    terrain: dict[Hex, str],
    levels: dict[Hex, int],
    roads: dict[Hex, set[Hex]],
) -> None:
    for digits, kind in board.terrain.items():
        if kind not in tables().terrain:
            raise Misprint(f"there is no terrain {kind!r}")
        terrain.setdefault(place.put(digits), kind)
    for digits, level in board.levels.items():
        at = place.put(digits)
        levels[at] = max(level, levels.get(at, 0))
    for road in board.roads:
        way = [place.put(digits) for digits in road]
        for a, b in itertools.pairwise(way):
            if hexes.distance(a, b) != 1:
                raise Misprint(f"the road {'-'.join(road)} jumps")
            roads.setdefault(a, set()).add(b)
            roads.setdefault(b, set()).add(a)


@case("TOI-8.3", "FB-overlay-1")
def _cover(
    covering: Covering, terrain: dict[Hex, str], levels: dict[Hex, int], roads: dict[Hex, set[Hex]]
) -> None:
    """Lay an overlay over the boards; what is printed below it no longer counts."""
    tile = tables().overlays.get(covering.tile)
    if tile is None:
        raise Misprint(f"there is no overlay {covering.tile}")
    first = hex_named(covering.hex)
    for walk, kind in tile.terrain.items():
        at = first
        for direction in filter(None, walk.split("-")):
            at = hexes.step(at, (int(direction) - 1 + covering.turn) % 6 + 1)
        terrain[at] = kind
        for end in roads.pop(at, ()):
            roads[end].discard(at)
        if tile.level is not None:
            levels[at] = tile.level


def hex_named(name: str) -> Hex:
    """Return the hex of a name such as "C4". Raises `Misprint` for what is not one."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not letters or not digits or not letters.isascii() or not letters.isalpha():
        raise Misprint(f"{name!r} is not a hex")
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return hexes.from_grid(column, int(digits) - (0 if column & 1 else 1))
