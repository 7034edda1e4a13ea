"""Checks of the map: mutual neighbours, connected rivers and railways, regions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from bot.kit.data_files import Finding, Keys
from bot.kit.data_names import dangling_in
from bot.titles.strike.printed.check.charts import names
from bot.titles.strike.printed.ground import EDGES, point, steps
from bot.titles.strike.printed.tables import Tables

NEEDED = (*EDGES.values(), "finland", "axis")
"""Regions that the rules speak of."""


def ground(tables: Tables) -> Iterator[Finding]:
    """Yield what is wrong with the map."""
    yield from dangling_in(tables, ("areas", "rivers", "railways", "regions"), names(tables))
    for id in tables.areas:
        yield from _area(tables, id)
    for key, river in tables.rivers.items():
        yield from _course(tables, ("rivers", key, "course"), "river", river.course)
        for area in river.within:
            if area not in river.course:
                yield ("rivers", key, "within"), f"the river does not reach {area}"
    for key, railway in tables.railways.items():
        yield from _course(tables, ("railways", key, "line"), "railway", railway.line)
    yield from _regions(tables)


def _area(tables: Tables, id: str) -> Iterator[Finding]:
    record = tables.areas[id]
    try:
        at = point(id)
    except ValueError as error:
        yield ("areas", id), str(error)
        return
    for to in filter(tables.areas.__contains__, record.next):
        if id not in tables.areas[to].next:
            yield ("areas", id, "next"), f"a unit can go from {id} to {to}, but not back"
        elif steps(at, point(to)) != 1:
            yield ("areas", id, "next"), f"{to} does not touch {id}"


def _course(tables: Tables, at: Keys, what: str, course: tuple[str, ...]) -> Iterator[Finding]:
    for a, b in pairwise(area for area in course if area in tables.areas):
        if b not in tables.areas[a].next:
            yield at, f"the {what} jumps from {a} to {b}"


def _regions(tables: Tables) -> Iterator[Finding]:
    stations = {area for railway in tables.railways.values() for area in railway.line}
    for key in NEEDED:
        if key not in tables.regions:
            yield ("regions",), f"the region {key!r} is missing"
    for key, region in tables.regions.items():
        for area in region.exits:
            if area not in region.areas or area not in stations:
                yield ("regions", key, "exits"), f"no railway of this region leaves the map at {area}"
    for edge in EDGES.values():
        if edge in tables.regions and not tables.regions[edge].exits:
            yield ("regions", edge, "exits"), "no railway leads home"
