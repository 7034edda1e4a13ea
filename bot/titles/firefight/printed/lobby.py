"""Scenarios as the lobby shows them, with the options that players agree on."""

from __future__ import annotations

from bot.kernel.game import Option, Scenario
from bot.kit import data_files
from bot.kit.data_names import Names, dangling
from bot.kit.data_shape import below
from bot.kit.title import Printed
from bot.titles.firefight.model.table import SEATS
from bot.titles.firefight.printed.agreed import options as agreements
from bot.titles.firefight.printed.agreed import solo_options
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.guidelines import guidelines
from bot.titles.firefight.printed.hits import FILE as HITS
from bot.titles.firefight.printed.hits import Markers, hits
from bot.titles.firefight.printed.maps import maps
from bot.titles.firefight.printed.movement import tolls
from bot.titles.firefight.printed.options import ECONOMY, TIPS
from bot.titles.firefight.printed.scenarios import ReadyPlayer, ScenarioRecord, hexes, names, scenarios
from bot.titles.firefight.printed.solo import solo
from bot.titles.firefight.printed.units import units


def printed() -> Printed:
    """Return the playable scenarios and the problems of all data files."""
    found = scenarios()
    problems = [
        *found.problems, *units().problems, *maps().problems, *tolls().problems, *cards().problems,
        *guidelines().problems, *solo().problems, *hits().problems,
        *data_files.told(HITS, below("hits", dangling(hits().markers, Markers, {"case": found.cases}))),
        *data_files.misnamed("firefight", for_editors),
    ]  # fmt: skip
    keys = sorted(found.found, key=lambda key: key != "first")
    return Printed({key: _scenario(key, found.found[key]) for key in keys}, found.cases, problems, for_editors)


def for_editors() -> Names:
    """Return all names that the files of the title may use."""
    return {**names(), "case": scenarios().cases, "hex": hexes(maps().maps)}


def _scenario(key: str, record: ScenarioRecord) -> Scenario:
    """Return a scenario with the options that make a difference in it."""
    options = [*([TIPS] if record.tips else []), *_agreed(record)]
    seats = SEATS[: 1 if record.solo else len(guidelines().found[record.guideline].players)]
    offered = tuple(option for option in options if option.name not in record.without)
    sides = {seat: each.side.title() for seat, each in zip(seats, _players(record), strict=False)}
    return Scenario(key, record.name, record.text, seats, offered, players=True, sides=sides, facts=record.facts)


def _players(record: ScenarioRecord) -> tuple[ReadyPlayer, ...]:
    return record.ready.players if record.ready else ()


def _agreed(record: ScenarioRecord) -> tuple[Option, ...]:
    """Return the agreed options besides tips."""
    if record.solo:
        return solo_options(record.ready is not None, record.guideline)
    return (ECONOMY,) if record.ready else (ECONOMY, *agreements(record.guideline))
