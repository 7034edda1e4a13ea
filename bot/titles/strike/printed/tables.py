"""Map, counters, charts and scenarios, read once from `data/strike`."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from bot.kernel.game import Case
from bot.kernel.rule import case
from bot.kit import data_files
from bot.kit.data_files import Problem, Unreadable
from bot.titles.strike.printed.records import (
    AreaRecord,
    Numbers,
    RailwayRecord,
    RegionRecord,
    RiverRecord,
    ScenarioRecord,
    UnitRecord,
)


class Tables(Struct, frozen=True, kw_only=True):
    """All records, and the problems of their files."""

    areas: dict[str, AreaRecord]
    rivers: dict[str, RiverRecord]
    railways: dict[str, RailwayRecord]
    regions: dict[str, RegionRecord]
    units: dict[str, UnitRecord]
    numbers: Numbers
    scenarios: dict[str, ScenarioRecord]
    cases: dict[str, Case]
    problems: tuple[Problem, ...] = ()


@cache
@case("1.3")
def tables() -> Tables:
    """Read `data/strike`, with the overlay folder.

    Raises `Unreadable` without the numbers of the rules.
    """
    problems: list[Problem] = []
    ground = data_files.tables(
        "strike/map.toml",
        {"areas": AreaRecord, "rivers": RiverRecord, "railways": RailwayRecord, "regions": RegionRecord},
        problems,
    )
    units = data_files.tables("strike/units.toml", {"units": UnitRecord}, problems)
    numbers = data_files.one("strike/tables.toml", Numbers, problems)
    if numbers is None:
        raise Unreadable(problems)
    return Tables(
        areas=ground["areas"],
        rivers=ground["rivers"],
        railways=ground["railways"],
        regions=ground["regions"],
        units=units["units"],
        numbers=numbers,
        scenarios=data_files.folder("strike/scenarios", ScenarioRecord, problems),
        cases={each.id: each for each in data_files.rows("strike/cases.tsv", Case, problems)},
        problems=tuple(problems),
    )
