"""Checks across records: references exist, and scenarios can be set up and won.

They run on tables that have been read, since maps are put together from those.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import partial

import msgspec

from bot.kit import hexes
from bot.kit.data_files import Finding, Problem, misnamed, told
from bot.kit.data_names import dangling, dangling_in
from bot.kit.title import Printed
from bot.titles.tide.printed.check.cards import cards
from bot.titles.tide.printed.check.names import BOARD_HEXES, for_editors, names, on_any_map
from bot.titles.tide.printed.check.scenario import scenario
from bot.titles.tide.printed.records import Overlay, Tile
from bot.titles.tide.printed.scenarios import scenarios
from bot.titles.tide.printed.tables import Tables, tables


def printed() -> Printed:
    """Return the playable scenarios, and the problems.

    Raises `Unreadable` without the numbers of the rules.
    """
    found, problems = sound(tables())
    return Printed(scenarios(found), found.cases, (*found.problems, *problems), partial(for_editors, found))


def check(tables: Tables) -> list[Problem]:
    """Return everything that is wrong across the records."""
    return sound(tables)[1]


def sound(tables: Tables) -> tuple[Tables, list[Problem]]:
    """Return the tables without unplayable scenarios, and all problems."""
    known = names(tables)
    problems = misnamed("tide", partial(on_any_map, tables))
    problems += told("tide/cards.toml", cards(tables, known))
    for file, kinds in (("units", ("figures", "vehicles")), ("ground", ("terrain", "works"))):
        problems += told(f"tide/{file}.toml", dangling_in(tables, kinds, known))
    broken = set()
    for key, board in tables.boards.items():
        if found := told(f"tide/boards/{key}", (*dangling(board, Tile, known), *_gaps(board))):
            problems += found
            broken.add(f"board {key}")
    for key, overlay in tables.overlays.items():
        if found := told(f"tide/overlays/{key}", (*dangling(overlay, Overlay, known), *_walks(overlay))):
            problems += found
            broken.add(f"overlay {key}")
    scenarios = {}
    for key, record in tables.scenarios.items():
        found = told(f"tide/scenarios/{key}", scenario(tables, record, known, broken))
        problems += found
        if not found:
            scenarios[key] = record
    return msgspec.structs.replace(tables, scenarios=scenarios), problems


def _gaps(board: Tile) -> Iterator[Finding]:
    """Yield the gaps of roads between hexes of a board."""
    for number, road in enumerate(board.roads):
        for a, b in itertools.pairwise(digits for digits in road if digits in BOARD_HEXES):
            if hexes.distance(BOARD_HEXES[a], BOARD_HEXES[b]) != 1:
                yield ("roads", str(number)), f"the road jumps from {a} to {b}"


def _walks(overlay: Overlay) -> Iterator[Finding]:
    """Yield the hexes of an overlay that no steps lead to."""
    for walk in overlay.terrain:
        if not re.fullmatch(r"([1-6](-[1-6])*)?", walk):
            yield ("terrain", walk), f"{walk!r} is not a walk; write directions of 1 to 6 as in 2-3"
