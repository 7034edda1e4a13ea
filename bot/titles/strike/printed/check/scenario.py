"""Checks of a scenario: its part of the map, its units, boxes and objectives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from bot.kit.data_files import Finding, Keys
from bot.kit.data_names import dangling
from bot.titles.strike.model.table import COMBAT
from bot.titles.strike.printed.check.charts import names
from bot.titles.strike.printed.ground import EDGES, point
from bot.titles.strike.printed.records import ScenarioRecord, SideRecord, UnitRecord
from bot.titles.strike.printed.tables import Tables

SIZES = {"army": 2, "group": 2}


class Sheet(NamedTuple):
    """A scenario with all that is printed, and the areas that are in play."""

    tables: Tables
    record: ScenarioRecord
    areas: frozenset[str]
    stations: frozenset[str]


def scenario(tables: Tables, record: ScenarioRecord) -> Iterator[Finding]:
    """Yield what is wrong with a scenario."""
    areas = frozenset(record.areas or tables.areas)
    yield from dangling(record, ScenarioRecord, {**names(tables), "area": areas})
    if set(record.sides) != {"german", "russian"}:
        yield ("sides",), "a scenario has a german and a russian side"
        return
    stations = frozenset(area for railway in tables.railways.values() for area in railway.line)
    sheet = Sheet(tables, record, areas, stations)
    yield from _frame(sheet)
    for seat, side in record.sides.items():
        yield from _side(sheet, ("sides", seat), seat, side)
    yield from _counters(sheet)
    yield from _tips(sheet)


def _frame(sheet: Sheet) -> Iterator[Finding]:
    first, last = sheet.record.turns
    days = len(sheet.tables.numbers.calendar.turns)
    if not 1 <= first <= last <= days:
        yield ("turns",), f"turns run from 1 to {days}, the first one before the last"
    for area in sheet.record.converted:
        if area not in sheet.stations:
            yield ("converted",), f"no railway reaches {area}"


def _side(sheet: Sheet, at: Keys, seat: str, side: SideRecord) -> Iterator[Finding]:
    yield from _edges(sheet, at, seat, side)
    for area, units in side.start.items():
        yield from _stack(sheet, (*at, "start", area), area, units)
    yield from _boxes(sheet, at, side)
    for unit in side.reduced:
        record = sheet.tables.units.get(unit)
        if record is not None and record.kind in COMBAT and record.reduced is None:
            yield (*at, "reduced"), f"{unit!r} is no unit with a reduced side"
    for n, choice in enumerate(side.choices):
        if len(choice.at) != len(choice.units):
            yield (*at, "choices", str(n), "at"), "every unit has a place that is suggested"
    for n, arrival in enumerate(side.arrivals):
        if not sheet.record.turns[0] <= arrival.turn <= sheet.record.turns[1]:
            yield (*at, "arrivals", str(n), "turn"), "the game has no such turn"


def _edges(sheet: Sheet, at: Keys, seat: str, side: SideRecord) -> Iterator[Finding]:
    """Yield home edges that are not in play or have no railway."""
    for area in side.exits:
        if area not in sheet.stations:
            yield (*at, "exits"), f"no railway reaches {area}"
    edge = sheet.tables.regions[{str(s): e for s, e in EDGES.items()}[seat]]
    for field, own, usual in (("exits", side.exits, edge.exits), ("entry", side.entry, edge.areas)):
        if not own and not sheet.areas.issuperset(usual):
            yield (*at, field), "its edge of the map is not in play; name another one"


def _stack(sheet: Sheet, at: Keys, area: str, units: tuple[str, ...]) -> Iterator[Finding]:
    if area not in sheet.areas:
        return
    diamond = point(area)[0] % 2 == 1
    records = [sheet.tables.units[unit] for unit in units if unit in sheet.tables.units]
    stacking = sheet.tables.numbers.stacking
    limit = stacking.diamond if diamond else stacking.ox
    if sum(map(_size, records)) > limit:
        yield at, f"more than {limit} corps would stand at {area}"
    for record in records:
        if diamond and record.kind in ("army", "trucks", "rail"):
            yield at, f"{record.name} does not fit into a diamond"


def _size(record: UnitRecord) -> int:
    return SIZES.get(record.kind, 1) if record.kind in COMBAT else 0


def _boxes(sheet: Sheet, at: Keys, side: SideRecord) -> Iterator[Finding]:
    boxed = [
        sheet.tables.units[unit] for unit in (*side.breakdown, *side.eliminated) if unit in sheet.tables.units
    ]
    corps = sum(map(_size, boxed))
    if corps < side.minimum:
        yield (*at, "minimum"), f"its boxes begin with {corps} corps, and should never fall below {side.minimum}"


def _counters(sheet: Sheet) -> Iterator[Finding]:
    """Yield counters without an owner, of the other side, or in two places."""
    times: Counter[str] = Counter()
    for seat, side in sheet.record.sides.items():
        at = ("sides", seat)
        for keys, units in (
            *((("start", area), units) for area, units in side.start.items()),
            (("breakdown",), side.breakdown),
            (("eliminated",), side.eliminated),
            *((("choices", str(n)), choice.units) for n, choice in enumerate(side.choices)),
            *((("arrivals", str(n)), arrival.units) for n, arrival in enumerate(side.arrivals)),
        ):
            times.update(units)
            for unit in units:
                record = sheet.tables.units.get(unit)
                if record is not None and record.side != seat:
                    yield (*at, *keys), f"{record.name} belongs to the {record.side} side"
    for unit, n in times.items():
        if n > 1:
            yield ("sides",), f"{unit!r} stands there {n} times"


def _tips(sheet: Sheet) -> Iterator[Finding]:
    first, last = sheet.record.turns
    for n, tip in enumerate(sheet.record.tips):
        at = ("tips", str(n))
        if not first <= tip.turn <= last:
            yield (*at, "turn"), f"the game has turns {first} to {last}"
