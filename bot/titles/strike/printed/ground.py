"""The map in play: areas, neighbours, railways, edges and distances.

Columns are counted from A, so that oxes have even numbers and diamonds odd ones; rows are counted in halves, since
a diamond lies between two rows of oxes. "E7" is at (4, 14), "D7" at (3, 13).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.paths import joined
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId
from bot.titles.strike.printed.records import (
    AreaRecord,
    Mover,
    RailwayRecord,
    RegionRecord,
    RiverRecord,
    ScenarioRecord,
)

Point = tuple[int, int]
EDGES = {GERMAN: "west", RUSSIAN: "east"}
"""6.1.3: whose home edge is which region."""


class Map(Protocol):
    """The printed parts of the map."""

    @property
    def areas(self) -> Mapping[str, AreaRecord]:
        """The oxes and diamonds."""

    @property
    def rivers(self) -> Mapping[str, RiverRecord]:
        """The rivers."""

    @property
    def railways(self) -> Mapping[str, RailwayRecord]:
        """The railways."""

    @property
    def regions(self) -> Mapping[str, RegionRecord]:
        """The parts of the map that have names."""


class Area(Struct, frozen=True):
    """An area as everybody uses it: where it lies, what it holds, what it touches."""

    id: AreaId
    at: Point
    record: AreaRecord
    next: tuple[AreaId, ...]
    rails: tuple[AreaId, ...]
    """Areas that a railway joins to it."""
    rivers: tuple[str, ...]
    """Rivers that run right through it."""
    sources: tuple[str, ...]
    """Rivers that only begin or end in it."""

    @property
    def is_diamond(self) -> bool:
        """Whether it is a diamond."""
        return self.at[0] % 2 == 1

    @property
    def name(self) -> str:
        """Its coordinate, with its city if it has one."""
        return f"{self.id} {self.record.city}" if self.record.city else self.id


class Ground:
    """All areas in play, by their names, and the edges of the two sides."""

    def __init__(self, areas: dict[AreaId, Area], exits: dict[Seat, frozenset[AreaId]],
                 entry: dict[Seat, tuple[AreaId, ...]], regions: Mapping[str, RegionRecord]) -> None:  # fmt: skip
        self.areas = areas
        self.regions = regions
        self.exits = exits
        """Where the railways of a side leave the map."""
        self.entry = entry
        """Where its replacements come, in order."""
        self.edge = {seat: frozenset(entry[seat]) | exits[seat] for seat in entry}
        """Its home edge."""
        self._objectives: dict[str, tuple[AreaId, ...]] = {}
        self.costs: dict[tuple[Mover, AreaId], int] = {}
        """A cache of area costs, see `movement.cost`."""
        self.distances: dict[AreaId, dict[AreaId, int]] = {}
        """A scratch book of distances over the ground, by the goal."""

    def __contains__(self, name: object) -> bool:
        return name in self.areas

    def __getitem__(self, name: AreaId) -> Area:
        return self.areas[name]

    @case("6.1.3", "11.9.3")
    def nearness(self, seat: Seat, area: AreaId) -> int:
        """Return an area's nearness to a side's home edge in columns; more is nearer."""
        column = self.areas[area].at[0]
        return -column if seat == GERMAN else column

    def region(self, key: str) -> tuple[AreaId, ...]:
        """Return the areas of a region that are in play."""
        return tuple(AreaId(area) for area in self.regions[key].areas if area in self.areas)

    @case("13.1.2", "13.1.3")
    def objective(self, name: str) -> tuple[AreaId, ...]:
        """Return the areas of an objective: a city, in one or two oxes, or an edge."""
        if name not in self._objectives:
            region = next((key for key, region in self.regions.items() if region.name == name), None)
            city = (id for id, area in self.areas.items() if area.record.city == name)
            self._objectives[name] = self.region(region) if region is not None else tuple(city)
        return self._objectives[name]

    def distance(self, a: AreaId, b: AreaId) -> int:
        """Count the areas from one to the other as the crow flies."""
        return steps(self.areas[a].at, self.areas[b].at)


def point(name: str) -> Point:
    """Return the position of an ox or a diamond, on the map or off it.

    Raises `ValueError` for other names.
    """
    column, row = ord(name[:1] or " ") - ord("A"), name[1:]
    if not 0 <= column < 26 or not row.isdecimal():
        raise ValueError(f"{name!r} is neither an ox nor a diamond; write a column and a row, as in E7")
    return column, 2 * int(row) - column % 2


@case("9.1.1", "7.1.3")
def steps(a: Point, b: Point) -> int:
    """Count the areas between two points in a straight line.

    Diamonds count, and never touch each other.
    """
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    around = a != b and a[0] % 2 == b[0] % 2 == 1 and 0 in (across, down)
    return (across + down) // 2 + around


def in_play(printed: Map, scenario: ScenarioRecord) -> Ground:
    """Return the map of a scenario."""
    areas = lay_out(printed, scenario.areas or printed.areas)
    exits, entry = {}, {}
    for seat, edge in EDGES.items():
        side, region = scenario.sides[seat], printed.regions[edge]  # type: ignore[index]
        exits[seat] = frozenset(AreaId(area) for area in side.exits or region.exits)
        entry[seat] = tuple(AreaId(area) for area in side.entry or region.areas)
    return Ground(areas, exits, entry, printed.regions)


def lay_out(printed: Map, names: Iterable[str]) -> dict[AreaId, Area]:
    """Return these areas with their rivers and railways, cut at their outer border."""
    wanted = dict.fromkeys(AreaId(name) for name in names)
    rails = joined(railway.line for railway in printed.railways.values())
    areas = {}
    for id in wanted:
        record = printed.areas[id]
        areas[id] = Area(
            id=id,
            at=point(id),
            record=record,
            next=tuple(AreaId(to) for to in record.next if to in wanted),
            rails=tuple(AreaId(to) for to in rails.get(id, ()) if to in wanted),
            rivers=tuple(r.name for r in printed.rivers.values() if id in r.course and id not in r.within),
            sources=tuple(r.name for r in printed.rivers.values() if id in r.within),
        )
    return areas
