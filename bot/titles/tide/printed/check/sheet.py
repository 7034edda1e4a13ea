"""The base of every scenario check: the scenario on its map, and its findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.kit.data_files import Finding, Keys
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.ground import Ground
from bot.titles.tide.printed.records import ScenarioRecord
from bot.titles.tide.printed.tables import Tables


class Sheet(NamedTuple):
    """A scenario with its map and all that is printed."""

    tables: Tables
    record: ScenarioRecord
    ground: Ground


def no_side(side: str) -> str:
    """Say that a scenario has no such side."""
    return f"there is no side {side!r}"


def on_map(sheet: Sheet, at: Keys, names: Iterable[str]) -> Iterator[Finding]:
    """Yield the names that are no hexes of the map."""
    yield from ((at, f"{name!r} is not a hex of this map") for name in names if name not in sheet.ground)


def footing(sheet: Sheet, at: Keys, name: str, *, vehicles: bool) -> Iterator[Finding]:
    """Yield a hex of the map that squads, or vehicles, cannot enter (TOI-8.1)."""
    terrain = sheet.tables.terrain[sheet.ground[HexId(name)].terrain]
    if (terrain.vehicles if vehicles else terrain.squads) is None:
        yield at, f"{'vehicles' if vehicles else 'squads'} cannot enter {terrain.name} at {name}"
