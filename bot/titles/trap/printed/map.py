"""The printed map, read from `data/trap/map.toml`.

It holds terrain, landmarks, streets, the river and entry hexes of columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Struct

from bot.kernel.rule import case
from bot.kit import data_files, hexes
from bot.kit.data_files import Finding, Problem
from bot.kit.data_limits import Drawing
from bot.kit.data_names import dangling
from bot.titles.trap.model.table import HexId as HexId
from bot.titles.trap.printed.record import ON_MAP, Record

FILE = "trap/map.toml"
Terrain = Literal["clear", "woods", "built-up", "landmark"]
TERRAIN: dict[str, Terrain] = {".": "clear", "w": "woods", "#": "built-up", "L": "landmark"}
Side = frozenset[HexId]
"""A hexside, by the two hexes that it lies between."""


class SheetRecord(Record, frozen=True):
    """The sheet: its size, and the terrain row by row from the north, a letter a hex."""

    columns: int
    rows: int
    terrain: Drawing


class PlacesRecord(Record, frozen=True):
    """Hexes that have something in common: hotels, or where a formation enters."""

    hexes: tuple[Annotated[HexId, ON_MAP], ...]


class LandmarkRecord(PlacesRecord, frozen=True):
    """A landmark building, of one hex or several."""

    name: str


class StreetRecord(Record, frozen=True):
    """A street or road, hex after hex, which is also what is seen along it."""

    name: str
    course: Drawing

    @property
    def hexes(self) -> tuple[HexId, ...]:
        """Its hexes in order."""
        return tuple(map(HexId, self.course.split()))


class RiverRecord(Record, frozen=True):
    """The river: the hexsides it follows, each as the two hexes on its banks."""

    name: str
    sides: Drawing

    @property
    def banks(self) -> tuple[tuple[str, ...], ...]:
        """The two hexes on the banks of each of its sides."""
        return tuple(tuple(side.split("-")) for side in self.sides.split())


class MapRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    sheet: SheetRecord
    hotels: PlacesRecord
    landmarks: dict[str, LandmarkRecord]
    entries: dict[str, PlacesRecord]
    streets: dict[str, StreetRecord]
    river: RiverRecord
    railways: dict[str, StreetRecord] = {}
    """They have no effect, and are drawn."""

    @case("TRAP-2.1")
    def terrain(self) -> dict[HexId, Terrain]:
        """Return the terrain of every hex that can be played, column by column."""
        rows = self.sheet.terrain.split()
        return {
            hex_id(column, row): TERRAIN[rows[row - 1][column - 1]]
            for column in range(1, self.sheet.columns + 1)
            for row in range(1, self.sheet.rows + 1)
        }


def hex_id(column: int, row: int) -> HexId:
    """Return the number that the map prints in a hex."""
    return HexId(f"{column:02}{row:02}")


@case("TRAP-2.1")
def place(hex: HexId) -> hexes.Hex:
    """Return the position of a hex.

    Its first two digits are the column from the west, the others the row from the north.
    """
    return hexes.from_grid(int(hex[:2]), int(hex[2:]))


def read_map(problems: list[Problem]) -> MapRecord | None:
    """Read the map; `None` if it is unplayable, and then `problems` says why."""
    record = data_files.one(FILE, MapRecord, problems)
    if record is None:
        return None
    findings = list(misdrawn(record)) or list(misplaced(record))
    problems.extend(data_files.told(FILE, findings))
    return None if findings else record


def misdrawn(record: MapRecord) -> Iterator[Finding]:
    """Yield what is wrong with the sheet itself."""
    sheet = record.sheet
    rows = sheet.terrain.split()
    if not (0 < sheet.columns < 100 and 0 < sheet.rows < 100):
        yield ("sheet", "columns"), "columns and rows are counted with two digits"
    elif len(rows) != sheet.rows or any(len(row) != sheet.columns for row in rows):
        yield ("sheet", "terrain"), f"expected {sheet.rows} rows of {sheet.columns} letters"
    elif strange := set("".join(rows)) - set(TERRAIN):
        yield ("sheet", "terrain"), f"{', '.join(sorted(strange))}: no terrain has this letter"


def misplaced(record: MapRecord) -> Iterator[Finding]:
    """Yield what does not lie on the sheet where it says that it does."""
    terrain = record.terrain()
    yield from dangling(record, MapRecord, {"hex": terrain})
    for keys, named in _named(record):
        for hex in named:
            if hex not in terrain:
                yield keys, f"there is no hex {hex}"
                break
        else:
            yield from _apart(keys, named)
    for key, landmark in record.landmarks.items():
        for hex in landmark.hexes:
            if terrain.get(hex) not in (None, "landmark"):
                yield ("landmarks", key, "hexes"), f"{hex} is no landmark hex on the sheet"
    for hex in record.hotels.hexes:
        if terrain.get(hex) not in (None, "built-up"):
            yield ("hotels", "hexes"), f"{hex} is not built-up"
    for banks in record.river.banks:
        if len(banks) != 2:
            yield ("river", "sides"), f"{'-'.join(banks)}: expected two hexes, such as 2615-2716"


def _named(record: MapRecord) -> Iterator[tuple[tuple[str, ...], tuple[HexId, ...]]]:
    """Yield each course that is drawn along hexes, with those hexes."""
    for key, street in record.streets.items():
        yield ("streets", key, "course"), street.hexes
    for key, railway in record.railways.items():
        yield ("railways", key, "course"), railway.hexes
    for side in record.river.banks:
        yield ("river", "sides"), tuple(map(HexId, side))


def _apart(keys: tuple[str, ...], along: Iterable[HexId]) -> Iterator[Finding]:
    """Yield the gaps in a street, a railway or the river between hexes."""
    for a, b in pairwise(along):
        if hexes.distance(place(a), place(b)) != 1:
            yield keys, f"{a} and {b} do not touch"
