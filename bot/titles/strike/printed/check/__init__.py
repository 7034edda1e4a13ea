"""Checks across records: references exist, and scenarios can be set up and won."""

from __future__ import annotations

from functools import partial

import msgspec

from bot.kit.data_files import Problem, misnamed, told
from bot.kit.title import Printed
from bot.titles.strike.printed.check.charts import charts, counters, names
from bot.titles.strike.printed.check.ground import ground
from bot.titles.strike.printed.check.scenario import scenario
from bot.titles.strike.printed.lobby import scenarios
from bot.titles.strike.printed.tables import Tables, tables


def printed() -> Printed:
    """Return the playable scenarios, and the problems.

    Raises `records.Unreadable` if none could be played.
    """
    found, problems = sound(tables())
    return Printed(scenarios(found), found.cases, (*found.problems, *problems), partial(names, found))


def check(tables: Tables) -> list[Problem]:
    """Return everything that is wrong across the records."""
    return sound(tables)[1]


def sound(tables: Tables) -> tuple[Tables, list[Problem]]:
    """Return the tables without unplayable scenarios, and all problems.

    Without a sound map, sound counters and sound charts no scenario can be played.
    """
    problems = [
        *told("strike/map.toml", ground(tables)),
        *told("strike/units.toml", counters(tables)),
        *told("strike/tables.toml", charts(tables)),
    ]
    unread = misnamed("strike", partial(names, tables))
    if problems:
        return msgspec.structs.replace(tables, scenarios={}), problems + unread
    problems += unread
    scenarios = {}
    for key, record in tables.scenarios.items():
        found = told(f"strike/scenarios/{key}", scenario(tables, record))
        problems += found
        if not found:
            scenarios[key] = record
    return msgspec.structs.replace(tables, scenarios=scenarios), problems
