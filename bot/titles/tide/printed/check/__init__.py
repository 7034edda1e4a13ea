"""Checks across records: references exist, and scenarios can be set up and won.

They run on tables that have been read, since maps are put together from those.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import msgspec

from bot.kit import hexes
from bot.kit.data_files import Finding, Problem, told
from bot.titles.tide.printed.check.cards import cards
from bot.titles.tide.printed.check.pieces import ground, units
from bot.titles.tide.printed.check.scenario import scenario
from bot.titles.tide.printed.ground import COLUMNS, ROWS
from bot.titles.tide.printed.records import Overlay, Tile
from bot.titles.tide.printed.tables import Tables

LEVELS = (0, 1, 2)
BOARD_HEXES = {
    f"{column:02}{row:02}": hexes.from_grid(column, row)
    for column in range(COLUMNS + 1)
    for row in range(ROWS + (column & 1))
}


def check(tables: Tables) -> list[Problem]:
    """Return everything that is wrong across the records."""
    return sound(tables)[1]


def sound(tables: Tables) -> tuple[Tables, list[Problem]]:
    """Return the tables without unplayable scenarios, and all problems."""
    problems = told("tide/cards.toml", cards(tables))
    problems += told("tide/units.toml", units(tables))
    problems += told("tide/ground.toml", ground(tables))
    broken = set()
    for key, board in tables.boards.items():
        if found := told(f"tide/boards/{key}", _board(tables, board)):
            problems += found
            broken.add(f"board {key}")
    for key, overlay in tables.overlays.items():
        if found := told(f"tide/overlays/{key}", _overlay(tables, overlay)):
            problems += found
            broken.add(f"overlay {key}")
    scenarios = {}
    for key, record in tables.scenarios.items():
        found = told(f"tide/scenarios/{key}", scenario(tables, record, broken))
        problems += found
        if not found:
            scenarios[key] = record
    return msgspec.structs.replace(tables, scenarios=scenarios), problems


def _board(tables: Tables, board: Tile) -> Iterator[Finding]:
    for digits, kind in board.terrain.items():
        if digits not in BOARD_HEXES:
            yield ("terrain", digits), _off_board(digits)
        if kind not in tables.terrain:
            yield ("terrain", digits), f"there is no terrain {kind!r}"
    for digits, level in board.levels.items():
        if digits not in BOARD_HEXES:
            yield ("levels", digits), _off_board(digits)
        if level not in LEVELS:
            yield ("levels", digits), "a level is 0, 1 or 2"
    for number, road in enumerate(board.roads):
        at = ("roads", str(number))
        for digits in road:
            if digits not in BOARD_HEXES:
                yield at, _off_board(digits)
        for a, b in itertools.pairwise(digits for digits in road if digits in BOARD_HEXES):
            if hexes.distance(BOARD_HEXES[a], BOARD_HEXES[b]) != 1:
                yield at, f"the road jumps from {a} to {b}"


def _off_board(digits: str) -> str:
    return f"{digits!r} is not a hex of a board; write column and row as in 0304"


def _overlay(tables: Tables, overlay: Overlay) -> Iterator[Finding]:
    for walk, kind in overlay.terrain.items():
        if not re.fullmatch(r"([1-6](-[1-6])*)?", walk):
            yield ("terrain", walk), f"{walk!r} is not a walk; write directions of 1 to 6 as in 2-3"
        if kind not in tables.terrain:
            yield ("terrain", walk), f"there is no terrain {kind!r}"
    if overlay.level is not None and overlay.level not in LEVELS:
        yield ("level",), "a level is 0, 1 or 2"
