"""The names that the files of the title may use, by their kind."""

from __future__ import annotations

from bot.kit import hexes
from bot.kit.data_names import Names
from bot.kit.hexmap import full
from bot.titles.tide.printed.ground import COLUMNS, ROWS
from bot.titles.tide.printed.records import TABLE
from bot.titles.tide.printed.tables import Tables

BOARD_HEXES = {
    f"{column:02}{row:02}": hexes.from_grid(column, row)
    for column in range(COLUMNS + 1)
    for row in range(ROWS + (column & 1))
}
"""The hexes of a board from rim to rim, by column and row."""


def names(tables: Tables) -> Names:
    """Return the names of printed things."""
    forts, obstacles = (
        {key for key, work in tables.works.items() if work.type == kind} for kind in ("fortification", "obstacle")
    )
    return {
        "board": {name for board in tables.boards for name in (board, f"{board} turned")},
        "board hex": BOARD_HEXES,
        "card": tables.cards,
        "deck": tables.decks,
        "figure": tables.figures,
        "fortification to dig": forts,
        "front of a token": {key for key, work in tables.works.items() if not work.back_of},
        "nation": nations(tables),
        "obstacle to lay": obstacles - {"fougasse"},
        "operations card": tables.operations,
        "overlay": tables.overlays,
        "shelter": {*forts, *(key for key, kind in tables.vehicles.items() if kind.transport)},
        "terrain": tables.terrain,
        "vehicle": tables.vehicles,
        "work": tables.works,
    }


def nations(tables: Tables) -> set[str]:
    """Return the nations that have vehicles, and those that fight in a scenario."""
    own = {nation for kind in tables.vehicles.values() for nation in kind.nations}
    return own.union(*(record.sides for record in tables.scenarios.values()))


def on_any_map(tables: Tables) -> Names:
    """Return all names for a scenario whose map is unknown: every hex of the largest."""
    largest = {hexes.name(at) for at in full(COLUMNS, ROWS, TABLE, TABLE)}
    return {**names(tables), "hex": largest, "objective hex": largest}


def for_editors(tables: Tables) -> Names:
    """Return all names that an editor completes."""
    return {**on_any_map(tables), "side": nations(tables)}
