"""Checks across records: every reference exists, and every scenario can be set up."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kit.data_files import Problem, misnamed, told
from bot.kit.data_names import Names
from bot.kit.title import Printed
from bot.titles.trap.printed.laid_out import misprints, names
from bot.titles.trap.printed.lobby import scenarios
from bot.titles.trap.printed.map import read_map
from bot.titles.trap.printed.tables import Tables, mischarted, tables
from bot.titles.trap.printed.units import counters


def printed() -> Printed:
    """Return the playable scenarios, and the problems.

    Raises `records.Unreadable` if no scenario could be played.
    """
    found, problems = sound(tables())
    return Printed(scenarios(found), found.cases, (*found.problems, *counters().problems, *problems), _names)


def _names() -> Names:
    ground = read_map([])
    return names(ground) if ground is not None else {}


def sound(read: Tables) -> tuple[Tables, list[Problem]]:
    """Return the tables without unplayable scenarios, and all problems."""
    problems: list[Problem] = []
    ground = read_map(problems)
    charts = told("trap/tables.toml", mischarted(read.charts))
    problems += charts
    if ground is None or charts:
        return replace(read, scenarios={}), problems
    known = names(ground)
    problems += misnamed("trap/scenarios", lambda: known)
    playable = {}
    for key, record in read.scenarios.items():
        found = told(f"trap/scenarios/{key}", misprints(read, record, ground, known))
        problems += found
        if not found:
            playable[key] = record
    return replace(read, scenarios=playable), problems
