"""The battlefield: maps as the players joined them, with hexes, roads and walls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from bot.kernel.rule import case
from bot.kit import hexes
from bot.kit.hexes import Hex
from bot.kit.hexmap import HexMap, Joint, Side
from bot.kit.paths import joined
from bot.titles.firefight.model.ids import FACINGS, Edge, Facing, Field, HexId, Sheet
from bot.titles.firefight.printed.maps import COLUMNS, DEEP, MapRecord, Terrain, maps, place

COVER = frozenset({"light woods", "heavy woods", "wood building", "stone building"})
"""Terrain that hides the hexes behind it and shelters the units in it."""
EDGES: dict[Edge, tuple[int, int]] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
LONG: tuple[Edge, ...] = ("north", "south")


class Spot(Struct, frozen=True, gc=False):
    """The printed ground of a hex. `roads` holds the hexes that a road leads to."""

    hex: HexId
    terrain: Terrain = "open"
    level: int = 0
    roads: frozenset[HexId] = frozenset()


class Ground(HexMap[HexId]):
    """A battlefield with its printed ground."""

    def __init__(self, field: Field, spots: Mapping[HexId, Spot], printed: Printed) -> None:
        """Take the playable hexes; see `ground`."""
        super().__init__({name: printed.addresses[name] for name in spots})
        self.field = field
        self.spots = spots
        self.walls = printed.walls(self.places)
        self._addresses = printed.addresses
        self._called = {name: printed.names[at] for name, at in printed.addresses.items()}
        self._sheets = {(sheet.x, sheet.y): sheet for sheet in field}
        self.at = {at: name for name, at in self.places.items()}
        self._rims: dict[Edge, tuple[HexId, ...]] = {edge: self._along(edge) for edge in EDGES}

    def __getitem__(self, name: HexId) -> Spot:
        return self.spots[name]

    def called(self, name: str) -> HexId | None:
        """Return a hex by any of its addresses, or `None` if it is not playable.

        The number of the map may be left out if there is only one map.
        """
        if "-" not in name and len(self.field) == 1:
            name = f"{self.field[0].map}-{name}"
        found = self._called.get(HexId(name))
        return found if found in self.spots else None

    def label(self, name: HexId) -> str:
        """Return the players' name of a hex: "E09", or "1-E09" with several maps."""
        return name if len(self.field) > 1 else name.partition("-")[2]

    def covered(self, name: HexId) -> bool:
        """Return true if a hex has woods or a building."""
        return self.spots[name].terrain in COVER

    def by_road(self, start: HexId, to: HexId) -> bool:
        """Return true if a road leads from a hex into the next."""
        return to in self.spots[start].roads

    def wall(self, a: HexId, b: HexId) -> bool:
        """Return true if there is a wall between two adjacent hexes."""
        return frozenset((a, b)) in self.walls

    def facing(self, start: HexId, to: HexId) -> Facing | None:
        """Return the facing toward an adjacent hex."""
        direction = self.direction(start, to)
        return FACINGS[direction - 1] if direction else None

    def beside(self, start: HexId, facing: Facing) -> HexId | None:
        """Return the adjacent hex in a direction, or `None` off the map."""
        return self.around[start][FACINGS.index(facing)]

    # Edges.

    def open_edges(self) -> list[tuple[Sheet, Edge]]:
        """Return the edges without a joined map, map by map."""
        return [(sheet, edge) for sheet in self.field for edge in EDGES if self.beyond_edge(sheet, edge) is None]

    def beyond_edge(self, sheet: Sheet, edge: Edge) -> Sheet | None:
        """Return the map that is joined at an edge of another."""
        x, y = EDGES[edge]
        return self._sheets.get((sheet.x + x, sheet.y + y))

    # FF-R40
    @case("COH-4.5a", "COH-4.1e")
    def edge(self, sheet: Sheet, edge: Edge) -> tuple[HexId, ...]:
        """Return the full hexes along an edge of a map, at which units enter."""
        return tuple(name for at in _rim(sheet, edge) if (name := self.at.get(at)) is not None)

    # FF-R24
    @case("COH-4.5a", "G-3.8")
    def rim(self, edge: Edge) -> tuple[HexId, ...]:
        """Return the full hexes along a side of the battlefield, at which units enter."""
        return self._rims[edge]

    def _along(self, edge: Edge) -> tuple[HexId, ...]:
        sheets = outermost(self.field, edge)
        return tuple(dict.fromkeys(name for sheet in sheets for name in self.edge(sheet, edge)))


@case("G-3.8")
def outermost(field: Field, edge: Edge) -> tuple[Sheet, ...]:
    """Return the outermost maps toward an edge of the battlefield, one for each row."""
    x, y = EDGES[edge]
    rows: dict[int, Sheet] = {}
    for sheet in sorted(field, key=lambda sheet: sheet.x * x + sheet.y * y):
        rows[sheet.x * y + sheet.y * x] = sheet
    return tuple(rows.values())


def _rim(sheet: Sheet, edge: Edge) -> Iterator[Hex]:
    west, north = sheet.x * COLUMNS, sheet.y * DEEP
    if edge in LONG:
        for column in range(1, COLUMNS + 2):
            row = column & 1 if edge == "north" else DEEP - 1
            yield hexes.from_grid(west + column, north + row)
    else:
        for row in range(DEEP):
            yield hexes.from_grid(west + (2 if edge == "west" else COLUMNS), north + row)


class Printed(Struct):
    """The printed ground of the maps, by position on the battlefield."""

    terrain: dict[Hex, Terrain] = {}
    levels: dict[Hex, int] = {}
    roads: list[list[Hex]] = []
    banks: list[tuple[Hex, ...]] = []
    names: dict[Hex, HexId] = {}
    """By the map that was placed first."""
    addresses: dict[HexId, Hex] = {}
    there: dict[Hex, Fraction] = {}
    """The printed share of each hex: halves and quarters at the rims."""

    def walls(self, places: Mapping[HexId, Hex]) -> frozenset[Side[HexId]]:
        """Return the walls between playable hexes."""
        return frozenset(
            frozenset(self.names[at] for at in side)
            for side in self.banks
            if all(self.names[at] in places for at in side)
        )


@lru_cache(maxsize=64)
def ground(field: Field) -> Ground:
    """Return the battlefield of a layout of maps."""
    printed = Printed()
    for sheet in field:
        _lay(printed, sheet, maps().maps[sheet.map])
    names = {at: name for at, name in printed.names.items() if printed.there[at] == 1}
    roads = joined(printed.roads)
    spots = {
        name: Spot(
            name,
            printed.terrain.get(at, "open"),
            printed.levels.get(at, 0),
            frozenset(names[to] for to in roads.get(at, ()) if to in names),
        )
        for at, name in names.items()
    }
    return Ground(field, spots, printed)


# FF-R44
@case("G-3.8", "COH-4.1e")
def _lay(printed: Printed, sheet: Sheet, record: MapRecord) -> None:
    """Add a map to the maps already placed.

    In a shared hex the first printed terrain counts, and any terrain counts before open ground. Roads that end at
    a common edge continue.
    """
    joint = Joint(COLUMNS, DEEP, sheet.x, sheet.y, sheet.turned, first=1)

    def put(text: str) -> Hex:
        found = place(text)
        at = joint.place(*found) if found is not None else None
        assert at is not None, text
        return at

    for text, terrain in record.grounds():
        at = put(text)
        name = HexId(f"{sheet.map}-{text}")
        printed.names.setdefault(at, name)
        printed.addresses[name] = at
        printed.there[at] = printed.there.get(at, Fraction()) + _part(text)
        if terrain != "open":
            printed.terrain.setdefault(at, terrain)
    for text, level in record.heights():
        printed.levels[put(text)] = max(level, printed.levels.get(put(text), 0))
    printed.roads += [_to_the_rim(way) for way in ([put(text) for text in way] for way in record.ways())]
    printed.banks += [tuple(put(text) for text in side) for side in record.sides()]


def _part(text: str) -> Fraction:
    """Return the share of a hex that is printed on one map."""
    found = place(text)
    assert found is not None, text
    column, row = found
    aside = 2 if column in (1, COLUMNS + 1) else 1
    return Fraction(1, aside * (2 if column & 1 and row in (0, DEEP) else 1))


def _to_the_rim(way: list[Hex]) -> list[Hex]:
    """Extend a road that ends in the full hex at a rim into the hex beyond, if any."""
    ends = [_beyond(at) for at in (way[0], way[-1])]
    return [*([ends[0]] if ends[0] else []), *way, *([ends[1]] if ends[1] else [])]


def _beyond(at: Hex) -> Hex | None:
    column, row = hexes.grid(at)
    if column & 1 or row % DEEP not in (0, DEEP - 1):
        return None
    return hexes.step(at, 1 if row % DEEP == 0 else 4)
