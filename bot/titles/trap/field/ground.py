"""The printed city: terrain, streets, river, bridges, landmarks and edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from bot.kernel.rule import case
from bot.kit.data_files import Problem, Unreadable
from bot.kit.hexes import Hex
from bot.kit.hexmap import HexMap
from bot.titles.trap.model.table import HexId
from bot.titles.trap.printed.map import MapRecord, Side, StreetRecord, Terrain, hex_id, place, read_map

BUILT: frozenset[Terrain] = frozenset({"built-up", "landmark"})
"""3.2: terrain with two levels."""


class Ground:
    """Everything of the map that never changes, by the numbers of its hexes."""

    def __init__(self, record: MapRecord) -> None:
        self.record = record
        self.terrain = record.terrain()
        self.map: HexMap[HexId] = HexMap({hex: place(hex) for hex in self.terrain})
        self.at: dict[Hex, HexId] = {at: hex for hex, at in self.map.places.items()}
        self.streets: dict[str, StreetRecord] = record.streets
        self.streets_of: dict[HexId, tuple[str, ...]] = {}
        """The streets that enter a hex; a junction has several."""
        for key, street in record.streets.items():
            for hex in dict.fromkeys(street.hexes):
                self.streets_of[hex] = (*self.streets_of.get(hex, ()), key)
        self.paved: frozenset[Side] = frozenset(
            frozenset(pair) for street in record.streets.values() for pair in pairwise(street.hexes)
        )
        """Hexsides that a road crosses."""
        self.river: frozenset[Side] = frozenset(frozenset(map(HexId, side)) for side in record.river.banks)
        self.landmark_of: dict[HexId, str] = {
            hex: key for key, landmark in record.landmarks.items() for hex in landmark.hexes
        }
        self.hotels = frozenset(record.hotels.hexes)
        self._over_roads, self._over_water = _across(self.paved), _across(self.river)
        self._roads = {
            hex: tuple(to for to in self.neighbours(hex) if self.road_joins(hex, to)) for hex in self.terrain
        }
        self._near: dict[tuple[HexId, int], frozenset[HexId]] = {}
        """Distances of all hexes from requested hexes, in the order of the terrain."""

    def __contains__(self, hex: object) -> bool:
        return hex in self.terrain

    @property
    @case("TRAP-2.1.1")
    def bridges(self) -> frozenset[Side]:
        """The hexsides of the river that a road crosses: there is a bridge at each."""
        return self.river & self.paved

    def neighbours(self, hex: HexId) -> tuple[HexId, ...]:
        """Return the hexes beside a hex, clockwise from the north."""
        return self.map.neighbours[hex]

    def distance(self, a: HexId, b: HexId) -> int:
        """Count the hexes from one to the other, the last one included."""
        return self.map.distance(a, b)

    def near(self, hex: HexId, radius: int) -> frozenset[HexId]:
        """Return the hexes within a radius of a hex, itself included; cached."""
        if (hex, radius) not in self._near:
            self._near[hex, radius] = frozenset(self.map.within(hex, radius))
        return self._near[hex, radius]

    def direction(self, a: HexId, b: HexId) -> int | None:
        """Return the hexside of a hex toward its neighbour, clockwise from 0 in the north."""
        return self.map.direction(a, b) - 1 if self.map.direction(a, b) else None

    def beside(self, hex: HexId, side: int) -> HexId | None:
        """Return the hex beyond a hexside, `None` off the map."""
        return self.map.beyond(hex, side + 1, 1)

    @case("TRAP-3.2")
    def has_levels(self, hex: HexId) -> bool:
        """Say whether there is an upper level in a hex, as long as it is no rubble."""
        return self.terrain[hex] in BUILT

    @case("TRAP-6.2.1-1")
    def blocks(self, hex: HexId) -> bool:
        """Say whether a hex hides what lies behind it."""
        return self.terrain[hex] != "clear"

    def has_road(self, hex: HexId) -> bool:
        """Say whether a street enters a hex."""
        return hex in self.streets_of

    def road_joins(self, a: HexId, b: HexId) -> bool:
        """Say whether a road leads straight from one hex into the next."""
        return b in self._over_roads.get(a, ())

    def has_river(self, a: HexId, b: HexId) -> bool:
        """Say whether the river flows between two hexes."""
        return b in self._over_water.get(a, ())

    def road_next(self, hex: HexId) -> tuple[HexId, ...]:
        """Return the neighbours to which a road leads from a hex."""
        return self._roads[hex]

    def edge(self, column: int) -> tuple[HexId, ...]:
        """Return the hexes of a column, from the north."""
        return tuple(hex_id(column, row) for row in range(1, self.record.sheet.rows + 1))

    @property
    def west(self) -> tuple[HexId, ...]:
        """The west edge."""
        return self.edge(1)

    @property
    @case("TRAP-11.2-10")
    def east(self) -> tuple[HexId, ...]:
        """The east edge, by which Chechen units leave the variant."""
        return self.edge(self.record.sheet.columns)

    @property
    def rim(self) -> tuple[HexId, ...]:
        """Every hex on the edge of the map."""
        return tuple(hex for hex in self.terrain if len(self.neighbours(hex)) < 6)

    @case("TRAP-10.1.1")
    def north_of(self, street: str) -> frozenset[HexId]:
        """Return the hexes north of a street that runs from west to east."""
        course = {hex[:2]: int(hex[2:]) for hex in sorted(self.streets[street].hexes, reverse=True)}
        return frozenset(hex for hex in self.terrain if int(hex[2:]) < course.get(hex[:2], 0))

    def building(self, key: str) -> tuple[HexId, ...]:
        """Return the hexes of a landmark."""
        return self.record.landmarks[key].hexes

    def name(self, hex: HexId) -> str:
        """Return the number of a hex, with the landmark that stands there."""
        landmark = self.landmark_of.get(hex)
        return f"{hex} ({self.record.landmarks[landmark].name})" if landmark else hex

    @cached_property
    def printed(self) -> Mapping[HexId, tuple[str, str, tuple[str, ...]]]:
        """The name of each hex, its terrain, and two of its streets at most."""
        streets = {hex: [self.streets[key].name for key in keys] for hex, keys in self.streets_of.items()}
        return {
            hex: (self.name(hex), str(kind), tuple(streets.get(hex, ())[:2])) for hex, kind in self.terrain.items()
        }

    def road_way(
        self, start: HexId, goals: Iterable[HexId], closed: frozenset[HexId] = frozenset()
    ) -> Sequence[HexId]:
        """Return the shortest road to the nearest of some hexes, without its start.

        The answer is empty if there is no road.
        """
        return _road_way(self, start, frozenset(goals), closed)


@lru_cache(maxsize=2000)
def _road_way(here: Ground, start: HexId, wanted: frozenset[HexId], closed: frozenset[HexId]) -> tuple[HexId, ...]:
    before: dict[HexId, HexId] = {start: start}
    queue = [start]
    for at in queue:
        if at in wanted:
            way = [at]
            while before[way[-1]] != way[-1]:
                way.append(before[way[-1]])
            return tuple(way[-2::-1])
        for to in here.road_next(at):
            if to not in before and to not in closed:
                before[to] = at
                queue.append(to)
    return ()


def _across(sides: Iterable[Side]) -> dict[HexId, frozenset[HexId]]:
    """Return the hexes beyond the hexsides of each hex that has some."""
    found: dict[HexId, set[HexId]] = {}
    for side in sides:
        for hex in side:
            found.setdefault(hex, set()).update(side - {hex})
    return {hex: frozenset(others) for hex, others in found.items()}


@cache
def ground() -> Ground:
    """Return the map that is played on. Raises `Unreadable` without one."""
    problems: list[Problem] = []
    record = read_map(problems)
    if record is None:
        raise Unreadable(problems)
    return Ground(record)
