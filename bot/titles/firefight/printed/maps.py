"""The printed maps, a file each in `data/firefight/maps/`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from bot.kernel.rule import case
from bot.kit import data_files, hexes
from bot.kit.data_files import Finding, Problem
from bot.kit.data_limits import Drawing, Text
from bot.titles.firefight.model.ids import MapId

FOLDER = "firefight/maps"
ROWS = "ABCDEFGHIJKLM"
COLUMNS, DEEP = 18, 12
"""The columns and rows of a map from rim to rim; its outermost columns are halves."""
NOTHING = "-"
"""The letter for no hex; even columns have none in row M."""

Terrain = Literal["open", "light woods", "heavy woods", "wood building", "stone building", "plowed", "water"]
TERRAIN: dict[str, Terrain] = {
    ".": "open",
    "l": "light woods",
    "h": "heavy woods",
    "w": "wood building",
    "s": "stone building",
    "p": "plowed",
    "~": "water",
}
LEVELS = {".": 0, "1": 1, "2": 2}


class MapRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A map as it is printed."""

    source: Literal["printed", "ours"]
    name: str
    text: Text
    terrain: Drawing
    levels: Drawing = ""
    roads: tuple[str, ...] = ()
    """The hexes of each road, in order."""
    walls: Drawing = ""
    """The hexsides with a wall, each as its two hexes."""

    def grounds(self) -> Iterator[tuple[str, Terrain]]:
        """Yield the terrain of each hex by its printed label."""
        yield from ((label, TERRAIN[letter]) for label, letter in _grid(self.terrain))

    def heights(self) -> Iterator[tuple[str, int]]:
        """Yield the level of each hex above level 0."""
        yield from ((label, level) for label, letter in _grid(self.levels) if (level := LEVELS[letter]))

    def ways(self) -> list[list[str]]:
        """Return the roads."""
        return [road.split() for road in self.roads]

    def sides(self) -> list[tuple[str, ...]]:
        """Return the two hexes of each hexside that has a wall."""
        return [tuple(side.split("-")) for side in self.walls.split()]


def _grid(rows: str) -> Iterator[tuple[str, str]]:
    for row, letters in zip(ROWS, rows.split(), strict=False):
        for column, letter in enumerate(letters, start=1):
            if letter != NOTHING:
                yield f"{row}{column:02}", letter


@case("COH-4.1e")
def place(label: str) -> tuple[int, int] | None:
    """Return the column and row of a label, or `None` if no map has it.

    Rows count from 0.
    """
    row = ROWS.find(label[:1])
    if len(label) != 3 or row < 0 or not label[1:].isdecimal():
        return None
    column = int(label[1:])
    return (column, row) if 1 <= column <= COLUMNS + 1 and row < DEEP + (column & 1) else None


def label(column: int, row: int) -> str:
    """Return the printed label of a column and a row."""
    return f"{ROWS[row]}{column:02}"


LABELS = frozenset(label(column, row) for column in range(1, COLUMNS + 2) for row in range(DEEP + (column & 1)))
"""The labels of a map, with those of half hexes at its rims."""
FULL = frozenset(label(column, row) for column in range(2, COLUMNS + 1) for row in range(column & 1, DEEP))
"""The labels of full hexes, which are the same on every map."""


class Maps(Struct, frozen=True):
    """All maps, and the problems of their files."""

    maps: dict[MapId, MapRecord]
    problems: tuple[Problem, ...] = ()


@cache
def maps() -> Maps:
    """Read `data/firefight/maps` and its overlays. Maps with a mistake are left out."""
    problems: list[Problem] = []
    found = {}
    for key, record in data_files.folder(FOLDER, MapRecord, problems).items():
        findings = list(_misdrawn(record)) or list(_misplaced(record))
        problems.extend(data_files.told(f"{FOLDER}/{key}", findings))
        if not findings:
            found[MapId(key)] = record
    return Maps(found, tuple(problems))


def _misdrawn(record: MapRecord) -> Iterator[Finding]:
    """Yield the mistakes in the grids of letters."""
    for field, rows, known in (("terrain", record.terrain, TERRAIN), ("levels", record.levels, LEVELS)):
        lines = rows.split()
        if field == "levels" and not lines:
            continue
        if len(lines) != len(ROWS) or any(len(line) != COLUMNS + 1 for line in lines):
            yield (field,), f"expected {len(ROWS)} rows of {COLUMNS + 1} letters"
        elif strange := set("".join(lines)) - set(known) - {NOTHING}:
            what = "terrain" if field == "terrain" else "level"
            yield (field,), f"{', '.join(sorted(strange))}: no {what} has this letter"
        elif any((letter == NOTHING) != bool(n & 1) for n, letter in enumerate(lines[-1])):
            yield (field,), f"row {ROWS[-1]} has odd columns only, write {NOTHING} between them"


def _misplaced(record: MapRecord) -> Iterator[Finding]:
    """Yield roads with gaps, and walls between hexes that are not adjacent."""
    for n, way in enumerate(record.ways()):
        for a, b in pairwise(way):
            if not _adjacent(a, b):
                yield ("roads", str(n)), f"{a} and {b} do not touch"
    for side in record.sides():
        if len(side) != 2 or not _adjacent(*side):
            yield ("walls",), f"{'-'.join(side)}: expected two hexes that touch, such as E08-F08"


def _adjacent(a: str, b: str) -> bool:
    one, other = place(a), place(b)
    return bool(one and other) and hexes.distance(hexes.from_grid(*one), hexes.from_grid(*other)) == 1  # type: ignore[misc]
