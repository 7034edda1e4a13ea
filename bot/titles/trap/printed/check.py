"""Checks across records: what one names stands in another, and every scenario can be set up."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kit.data_files import Finding, Problem, told
from bot.kit.title import Printed
from bot.titles.trap.model.table import HexId
from bot.titles.trap.printed.lobby import scenarios
from bot.titles.trap.printed.map import MapRecord, read_map
from bot.titles.trap.printed.tables import ScenarioRecord, Tables, tables
from bot.titles.trap.printed.units import counters, named


def printed() -> Printed:
    """Return what can be played, and what is wrong. Raises `records.Unreadable` where nothing could be at all."""
    found, problems = sound(tables())
    return Printed(scenarios(found), found.cases, (*found.problems, *counters().problems, *problems))


def sound(read: Tables) -> tuple[Tables, list[Problem]]:
    """Return the tables without the scenarios that cannot be played, and everything that is wrong."""
    problems: list[Problem] = []
    ground = read_map(problems)
    if ground is None or counters().problems:
        return replace(read, scenarios={}), problems
    playable = {}
    for key, record in read.scenarios.items():
        found = told(f"trap/scenarios/{key}", misnamed(read, record, ground))
        problems += found
        if not found:
            playable[key] = record
    return replace(read, scenarios=playable), problems


def misnamed(read: Tables, record: ScenarioRecord, ground: MapRecord) -> Iterator[Finding]:
    """Yield what a scenario names that does not exist, and turns and sides that cannot be."""
    terrain = ground.terrain()
    first, last = record.turns
    if not 1 <= first <= last <= len(read.charts.track.turns):
        yield ("turns",), f"turns go from 1 to {len(read.charts.track.turns)}, the first one first"
    for keys, patterns, side in _names(record):
        for pattern in patterns:
            sides = {counters().units[key].side for key in named((pattern,))}
            if sides != {side}:
                yield keys, f"{pattern}: no {side} counter has this key"
    for keys, hexes in _hexes(record):
        for hex in hexes:
            if hex != "west" and hex not in terrain:
                yield keys, f"there is no hex {hex}"
    for n, wave in enumerate(record.russian.waves):
        if wave.objective not in ground.landmarks:
            yield ("russian", "waves", str(n), "objective"), f"{wave.objective}: there is no landmark of this key"


def _names(record: ScenarioRecord) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], str]]:
    for n, start in enumerate(record.russian.start):
        yield ("russian", "start", str(n), "units"), (*start.units, *start.riders), "russian"
    for n, wave in enumerate(record.russian.waves):
        yield ("russian", "waves", str(n), "units"), wave.units, "russian"
    yield ("chechen", "pool"), record.chechen.pool, "chechen"
    yield ("chechen", "start"), record.chechen.start, "chechen"


def _hexes(record: ScenarioRecord) -> Iterator[tuple[tuple[str, ...], tuple[HexId, ...]]]:
    for n, start in enumerate(record.russian.start):
        yield ("russian", "start", str(n), "hex"), (start.hex,)
    for n, wave in enumerate(record.russian.waves):
        yield ("russian", "waves", str(n), "entries"), wave.entries
    yield ("chechen", "near"), record.chechen.near
