"""Scenarios as the lobby shows them, with the options that players agree on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from bot.kernel.game import Option, Scenario
from bot.kit import data_files
from bot.kit.data_files import Finding
from bot.kit.title import Printed
from bot.titles.firefight.model.table import SEATS
from bot.titles.firefight.printed.agreed import options as agreements
from bot.titles.firefight.printed.agreed import solo_options
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.guidelines import guidelines
from bot.titles.firefight.printed.hits import FILE as HITS
from bot.titles.firefight.printed.hits import HitRecord, hits
from bot.titles.firefight.printed.maps import maps
from bot.titles.firefight.printed.movement import tolls
from bot.titles.firefight.printed.scenarios import ReadyPlayer, ScenarioRecord, scenarios
from bot.titles.firefight.printed.solo import solo
from bot.titles.firefight.printed.units import units

TIPS = Option("tips", "advice in the first rounds", ("on", "off"))
ECONOMY = Option(
    "economy", "seven action points a unit, or a die after each action that may spend it (FF-R12)",
    ("action points", "spent checks"),
)  # fmt: skip


def printed() -> Printed:
    """Return the playable scenarios and the problems of all data files."""
    found = scenarios()
    problems = [
        *found.problems, *units().problems, *maps().problems, *tolls().problems, *cards().problems,
        *guidelines().problems, *solo().problems, *hits().problems,
        *data_files.told(HITS, uncited("hits", hits().markers, found.cases)),
    ]  # fmt: skip
    keys = sorted(found.found, key=lambda key: key != "first")
    return Printed({key: _scenario(key, found.found[key]) for key in keys}, found.cases, problems)


def uncited(table: str, records: Mapping[Any, HitRecord], cases: Collection[str]) -> Iterator[Finding]:
    """Yield the records that cite an unknown case, which a refusal would cite too."""
    for key, record in records.items():
        if record.case and record.case not in cases:
            yield (table, key, "case"), f"there is no case {record.case}"


def _scenario(key: str, record: ScenarioRecord) -> Scenario:
    """Return a scenario with the options that make a difference in it."""
    options = [*([TIPS] if record.tips else []), *_agreed(record)]
    seats = SEATS[: 1 if record.solo else len(guidelines().found[record.guideline].players)]
    offered = tuple(option for option in options if option.name not in record.without)
    sides = {seat: each.side.title() for seat, each in zip(seats, _players(record), strict=False)}
    return Scenario(key, record.name, record.text, seats, offered, players=True, sides=sides)


def _players(record: ScenarioRecord) -> tuple[ReadyPlayer, ...]:
    return record.ready.players if record.ready else ()


def _agreed(record: ScenarioRecord) -> tuple[Option, ...]:
    """Return the agreed options besides tips."""
    if record.solo:
        return solo_options(record.ready is not None, record.guideline)
    return (ECONOMY,) if record.ready else (ECONOMY, *agreements(record.guideline))
