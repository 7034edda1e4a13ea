"""The base of every scenario check: the scenario on its map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.kit.data_files import Finding, Keys
from bot.kit.data_names import Names
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.ground import Ground
from bot.titles.tide.printed.records import ScenarioRecord
from bot.titles.tide.printed.tables import Tables


class Sheet(NamedTuple):
    """A scenario with its map, all that is printed, and the names that it may use.

    The map has no hexes if it cannot be put together.
    """

    tables: Tables
    record: ScenarioRecord
    ground: Ground
    known: Names


def footing(sheet: Sheet, at: Keys, name: str, *, vehicles: bool) -> Iterator[Finding]:
    """Yield a hex of the map that squads, or vehicles, cannot enter (TOI-8.1)."""
    if name not in sheet.ground:
        return
    terrain = sheet.tables.terrain[sheet.ground[HexId(name)].terrain]
    if (terrain.vehicles if vehicles else terrain.squads) is None:
        yield at, f"{'vehicles' if vehicles else 'squads'} cannot enter {terrain.name} at {name}"
