"""The assembled map of a scenario: boards, overlays, hexes, ways, lines of sight.

A board is ten columns by nine rows between its rims. Its outermost columns and every second hex of its upper and
lower rim are halves, which become full hexes where two boards join and do not exist elsewhere (TOI-8.2).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

from bot.kernel.rule import case
from bot.kit import hexes
from bot.kit.hexes import Hex
from bot.kit.hexmap import HexMap, Joint, full
from bot.kit.paths import joined
from bot.kit.sight import Eye, Relief
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.numbers import Numbers
from bot.titles.tide.printed.records import Covering, Overlay, TerrainRecord, Tile

COLUMNS, ROWS = 10, 9
NO_SMOKE: frozenset[HexId] = frozenset()
HOLLOWS = ("balka", "balka-entrance")
DEPTHS = {"shallow": "stream", "deep": "deep-stream", "flooded": "flooded-stream", "frozen": "frozen-stream"}
"""The terrain of board streams, by the depth in the scenario."""


class Pieces(Protocol):
    """The printed parts of maps."""

    @property
    def boards(self) -> Mapping[str, Tile]:
        """The boards."""

    @property
    def overlays(self) -> Mapping[str, Overlay]:
        """The ground that is put over boards."""

    @property
    def terrain(self) -> Mapping[str, TerrainRecord]:
        """The kinds of ground."""

    @property
    def numbers(self) -> Numbers:
        """How long shadows are."""


class Spot(Struct, frozen=True):
    """The printed ground of one hex. `roads` are the hexes that a road leads to."""

    hex: HexId
    at: Hex
    terrain: str
    level: int = 0
    roads: frozenset[HexId] = frozenset()
    snow: bool = False


class Obstacle(Struct, frozen=True):
    """An obstacle to a line of sight: its hex, its case, and the reason."""

    hex: HexId
    cite: str
    why: str


class Misprint(Exception):
    """A map cannot be put together."""


class Ground(HexMap[HexId]):
    """A map with its printed ground. Sight is worked out once and kept."""

    def __init__(self, printed: Pieces, spots: Mapping[HexId, Spot], shape: tuple[int, int]) -> None:
        """Take the full hexes of a map, and its size in boards across and down."""
        super().__init__({name: spot.at for name, spot in spots.items()})
        self.terrain, self.shadows = printed.terrain, printed.numbers.shadows
        self.spots = spots
        self.shape = shape
        self._crossed = lru_cache(maxsize=1 << 17)(self._on_the_line)
        self._kept = lru_cache(maxsize=1 << 17)(self._blocked)

    def __getitem__(self, name: HexId) -> Spot:
        return self.spots[name]

    def blocked(
        self, a: HexId, b: HexId, smoke: frozenset[HexId] = NO_SMOKE, out_of_balkas: bool = False
    ) -> Obstacle | None:
        """Return the obstacle between a unit at `a` and a unit at `b`, or `None`.

        Sight is mutual, unless the players agreed that units in a balka can look out.
        """
        return self._kept(a, b, smoke and smoke & self._crossed(a, b), out_of_balkas)

    def _on_the_line(self, a: HexId, b: HexId) -> frozenset[HexId]:
        """Return the hexes between two others, the only hexes where smoke matters."""
        return frozenset(itertools.chain(*self.line(a, b)))

    def _blocked(self, a: HexId, b: HexId, smoke: frozenset[HexId], out_of_balkas: bool) -> Obstacle | None:
        hollow = self._hollow(a, b) or (None if out_of_balkas else self._hollow(b, a))
        return hollow or self._in_the_way(a, b, smoke)

    @case("FB-road-1", "FB-building-2")
    def by_road(self, start: HexId, to: HexId) -> bool:
        """Return whether a unit enters a hex by road; a road ends at buildings."""
        return to in self.spots[start].roads and self.spots[to].terrain != "building"

    @case("FB-balka-2", "FB-balka-5")
    def over_the_side(self, start: HexId, to: HexId) -> bool:
        """Return whether a step crosses the side of a balka, not its entrance."""
        both = (self.spots[start].terrain, self.spots[to].terrain)
        return "balka" in both and not all(terrain in HOLLOWS for terrain in both)

    @case("FB-balka-4", "FB-balka-5")
    def _hollow(self, a: HexId, b: HexId) -> Obstacle | None:
        """A balka is seen from beside it, or along balka and entrance hexes only."""
        if self.spots[b].terrain not in HOLLOWS or self.distance(a, b) <= 1:
            return None
        if any(all(self.spots[name].terrain in HOLLOWS for name in (a, *side)) for side in self.line(a, b)):
            return None
        hollow = self.terrain[self.spots[b].terrain].name
        return Obstacle(b, "FB-balka-4", f"{b} lies in a {hollow}, and no balka leads from {a} straight to it")

    @case("TOI-7.2", "TOI-7.3", "TOI-7.4", "TOI-7.5", "FB-hill-1", "FB-hill-2", "FB-hill-3")
    def _in_the_way(self, a: HexId, b: HexId, smoke: frozenset[HexId]) -> Obstacle | None:
        """Return the obstacle between two hexes.

        Ground higher than both blocks. From higher ground a unit sees over an obstruction, but not into the hexes
        right behind it. Level ground in front of it hides all lower ground.
        """
        relief = Relief(self, self._level, lambda name: self.height(name, smoke), self._shadow)
        bar = relief.bar(Eye(a, self._level(a)), Eye(b, self._level(b)))
        if bar is None:
            return None
        if bar.how == "ledge":
            return Obstacle(bar.at, "TOI-7.5", f"the level ground at {bar.at} hides what lies lower behind it")
        what = f"{self._what(bar.at, smoke)} at {bar.at}"
        if bar.how == "above":
            return Obstacle(bar.at, "TOI-7.2", f"the line of sight is blocked by {what}")
        return Obstacle(bar.at, "TOI-7.4", f"{bar.low} lies in the shadow of {what}")

    def _level(self, name: HexId) -> int:
        return self.spots[name].level

    def sees(self, a: HexId, b: HexId, smoke: frozenset[HexId] = NO_SMOKE) -> bool:
        """Say whether two hexes see each other. Units never block (TOI-7.1)."""
        return self.blocked(a, b, smoke) is None

    @case("FB-road-2", "FB-building-1", "TOI-9.7", "FB-woods-1")
    def height(self, name: HexId, smoke: frozenset[HexId] = NO_SMOKE) -> int:
        """Return the height of a hex for lines of sight: its level, plus an obstruction."""
        spot = self.spots[name]
        return spot.level + (self.terrain[spot.terrain].blocks or name in smoke)

    @case("TOI-7.4", "FB-hill-3")
    def _shadow(self, level: int) -> int:
        """Return the hexes hidden behind an obstruction from a unit on a level."""
        return self.shadows.level_1 if level == 1 else self.shadows.level_2

    def _what(self, name: HexId, smoke: frozenset[HexId]) -> str:
        spot = self.spots[name]
        terrain = self.terrain[spot.terrain]
        if name in smoke:
            return "smoke"
        return f"the {terrain.name}" if terrain.blocks else f"the hill of level {spot.level}"


@case("TOI-8.2", "TOI-13.2", "FB-stream-1")
def assemble(
    printed: Pieces,
    rows: tuple[tuple[str, ...], ...],
    overlays: Iterable[Covering] = (),
    streams: str = "shallow",
) -> Ground:
    """Join boards, named from north to south and west to east.

    "3A turned" is the board turned round.
    """
    terrain: dict[Hex, str] = {}
    levels: dict[Hex, int] = {}
    roads: dict[Hex, set[Hex]] = {}
    snowy: set[Hex] = set()
    across, down = max(map(len, rows)), len(rows)
    for y, row in enumerate(rows):
        for x, entry in enumerate(row):
            name, _, turned = entry.partition(" ")
            board = _board(printed, name)
            place = Joint(COLUMNS, ROWS, x, y, turned == "turned")
            _lay(board, place, terrain, levels, roads)
            if board.snow:
                snowy.update(place.places())
    for covering in overlays:
        _cover(printed, covering, terrain, levels, roads)
    names = {at: HexId(hexes.name(at)) for at in full(COLUMNS, ROWS, across, down)}
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
    return Ground(printed, spots, (across, down))


def _board(printed: Pieces, name: str) -> Tile:
    board = printed.boards.get(name)
    if board is None:
        raise Misprint(f"there is no board {name}")
    if astray := set(board.terrain.values()) - printed.terrain.keys():
        raise Misprint(f"there is no terrain {min(astray)!r}")
    return board


def _put(joint: Joint, digits: str) -> Hex:
    """Return the hex of the map for a hex of a board, such as "0304"."""
    place = hexes.numbered(digits)
    if place is None:
        raise Misprint(f"{digits!r} is not a hex of a board; write column and row as in 0304")
    at = joint.place(*place)
    if at is None:
        raise Misprint(f"{digits} lies outside the board")
    return at


def _lay(
    board: Tile,
    place: Joint,
    terrain: dict[Hex, str],
    levels: dict[Hex, int],
    roads: dict[Hex, set[Hex]],
) -> None:
    for digits, kind in board.terrain.items():
        terrain.setdefault(_put(place, digits), kind)
    for digits, level in board.levels.items():
        at = _put(place, digits)
        levels[at] = max(level, levels.get(at, 0))
    ways = [[_put(place, digits) for digits in road] for road in board.roads]
    for road, way in zip(board.roads, ways, strict=True):
        if any(hexes.distance(a, b) != 1 for a, b in itertools.pairwise(way)):
            raise Misprint(f"the road {'-'.join(road)} jumps")
    for at, others in joined(ways).items():
        roads.setdefault(at, set()).update(others)


@case("TOI-8.3", "FB-overlay-1")
def _cover(
    printed: Pieces,
    covering: Covering,
    terrain: dict[Hex, str],
    levels: dict[Hex, int],
    roads: dict[Hex, set[Hex]],
) -> None:
    """Put an overlay over the boards; it replaces the ground below."""
    tile = printed.overlays.get(covering.tile)
    if tile is None:
        raise Misprint(f"there is no overlay {covering.tile}")
    first = hex_named(covering.hex)
    for walk, kind in tile.terrain.items():
        at = first
        for direction in filter(None, walk.split("-")):
            at = hexes.step(at, hexes.turned(int(direction), covering.turn))
        terrain[at] = kind
        for end in roads.pop(at, ()):
            roads[end].discard(at)
        if tile.level is not None:
            levels[at] = tile.level


def hex_named(name: str) -> Hex:
    """Return the hex of a name such as "C4". Raises `Misprint` for other names."""
    at = hexes.named(name)
    if at is None:
        raise Misprint(f"{name!r} is not a hex")
    return at
