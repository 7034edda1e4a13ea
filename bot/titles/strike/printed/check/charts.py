"""Checks of charts and counters: a row for every die, ratings for every counter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from bot.kit.data_files import Finding
from bot.kit.data_names import Names, dangling
from bot.titles.strike.model.table import COMBAT, Weather
from bot.titles.strike.printed.records import FACES, SUMS, Numbers, UnitRecord
from bot.titles.strike.printed.tables import Tables


def charts(tables: Tables) -> Iterator[Finding]:
    """Yield charts in which a roll would find nothing."""
    numbers = tables.numbers
    yield from dangling(numbers, Numbers, names(tables))
    if not set(numbers.weather.early) & set(numbers.weather.table):
        yield ("weather", "early"), "before the transition no weather would be possible"
    for weather in get_args(Weather):
        if weather not in numbers.conditions:
            yield ("conditions",), f"{weather!r} is missing"
        for side, chart in (("german", numbers.operations.german), ("russian", numbers.operations.russian)):
            if weather not in chart:
                yield ("operations", side), f"{weather!r} is missing"
    if not numbers.withdrawal.price or max(numbers.withdrawal.distance, default=0) > len(numbers.withdrawal.price):
        yield ("withdrawal", "price"), "every distance has its price"
    yield from _combat(tables)


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


def names(tables: Tables) -> Names:
    """Return the names that the files of the title may use."""
    return {
        "area": tables.areas,
        "area on the map": tables.areas,
        "terrain": tables.numbers.terrain,
        "counter": tables.units,
        "city or region": places(tables),
    }


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
    if unit.reduced is not None and unit.reduced[0] > unit.full[0]:
        yield "reduced", "a reduced unit is not stronger"
    if unit.kind in ("leader", "luftwaffe") and not 1 <= unit.rating[0] <= FACES:
        yield "rating", f"a rating is 1 to {FACES}"
    if unit.kind == "partisans" and unit.trait not in ("rail", "trucks"):
        yield "trait", "partisans cut railways or stop trucks"
