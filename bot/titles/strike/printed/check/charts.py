"""Checks of charts and counters: a row for every die, ratings for every counter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from bot.kit.data_files import Finding
from bot.titles.strike.model.table import COMBAT, Weather
from bot.titles.strike.printed.records import UnitRecord
from bot.titles.strike.printed.tables import Tables

FACES = 6
SUMS = 11
"""The sums of two dice: 2 to 12."""
RESULTS = frozenset({"AE", "A3", "A2", "A1", "AR", "EX", "D1", "DW", "D2", "D3", "DE"})
"""Results that the rules know how to apply."""


def charts(tables: Tables) -> Iterator[Finding]:
    """Yield charts in which a roll would find nothing."""
    numbers = tables.numbers
    by_die = (
        (("weather", "table"), numbers.weather.table),
        (("redeployment", "german"), numbers.redeployment.german),
        (("redeployment", "russian"), numbers.redeployment.russian),
        (("partisans", "table"), numbers.partisans.table),
        (("commissar", "columns"), numbers.commissar.columns),
        (("withdrawal", "distance"), numbers.withdrawal.distance),
    )
    for keys, rows in by_die:
        if len(rows) != FACES:
            yield keys, f"a die has {FACES} faces, the chart has {len(rows)} rows"
    if len(numbers.objectives.table) != SUMS:
        yield (
            ("objectives", "table"),
            f"two dice make {SUMS} sums, the chart has {len(numbers.objectives.table)}",
        )
    if not set(numbers.weather.early) & set(numbers.weather.table):
        yield ("weather", "early"), "before the transition no weather would be possible"
    for weather in get_args(Weather):
        if weather not in numbers.conditions:
            yield ("conditions",), f"{weather!r} is missing"
        for side, chart in (("german", numbers.operations.german), ("russian", numbers.operations.russian)):
            if len(chart.get(weather, ())) != SUMS:
                yield ("operations", side), f"{weather!r} needs points for {SUMS} sums of two dice"
    if not all(1 <= len(columns) <= 2 for columns in numbers.commissar.columns):
        yield ("commissar", "columns"), "a die names one column or two"
    if not numbers.withdrawal.price or max(numbers.withdrawal.distance, default=0) > len(numbers.withdrawal.price):
        yield ("withdrawal", "price"), "every distance has its price"
    yield from _combat(tables)
    yield from _objectives(tables)


def _combat(tables: Tables) -> Iterator[Finding]:
    table = tables.numbers.combat
    columns = len(table.differential)
    if list(table.differential) != sorted(set(table.differential)):
        yield ("combat", "differential"), "the columns are in rising order"
    if len(table.odds) != columns:
        yield ("combat", "odds"), f"there are {columns} columns, and {len(table.odds)} odds over them"
    for odds in filter(None, table.odds):
        attack, _, defence = odds.partition(":")
        if not (attack.isdecimal() and defence.isdecimal() and "1" in (attack, defence)):
            yield ("combat", "odds"), f"{odds!r} is no odds such as 3:1 or 1:2"
    if "1:1" not in table.odds:
        yield ("combat", "odds"), "1:1 is missing"
    if len(table.results) != columns + SUMS - 1:
        yield ("combat", "results"), f"{columns} columns need {columns + SUMS - 1} results"
    for result in sorted(set(table.results) - RESULTS):
        yield ("combat", "results"), f"the rules know no result {result!r}"


def _objectives(tables: Tables) -> Iterator[Finding]:
    table = tables.numbers.objectives
    known = places(tables)
    for keys, names in ((("objectives", "table"), [n for four in table.table for n in four]),
                        (("objectives", "default"), list(table.default))):  # fmt: skip
        for name in names:
            if name not in known:
                yield keys, f"there is no city or region {name!r} on the map"


def places(tables: Tables) -> set[str]:
    """Return the names that an objective can have."""
    cities = {area.city for area in tables.areas.values() if area.city}
    return cities | {region.name for region in tables.regions.values()}


def counters(tables: Tables) -> Iterator[Finding]:
    """Yield counters that could not do what their kind does."""
    names: dict[tuple[str, str], str] = {}
    for id, unit in tables.units.items():
        at = ("units", id)
        twin = names.setdefault((unit.side, unit.name), id)
        if twin != id:
            yield (*at, "name"), f"{twin} is called {unit.name!r} too"
        yield from (((*at, field), reason) for field, reason in _unit(unit))


def _unit(unit: UnitRecord) -> Iterator[tuple[str, str]]:
    if unit.kind in COMBAT and not unit.arm:
        yield "arm", "a combat unit is infantry, armour or mechanized"
    if unit.kind in ("army", "group") and unit.reduced is None:
        yield "reduced", "an army or a panzer group has two sides"
    if min(*unit.full, *(unit.reduced or (0,))) < 0:
        yield "full", "ratings are never negative"
    if unit.reduced is not None and unit.reduced[0] > unit.full[0]:
        yield "reduced", "a reduced unit is not stronger"
    if unit.kind in ("leader", "luftwaffe") and not 1 <= unit.rating[0] <= FACES:
        yield "rating", f"a rating is 1 to {FACES}"
    if unit.kind == "partisans" and unit.trait not in ("rail", "trucks"):
        yield "trait", "partisans cut railways or stop trucks"
