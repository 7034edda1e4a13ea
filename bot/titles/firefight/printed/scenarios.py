"""Scenarios: a guideline by which a battle is generated, or a battle that is ready to be fought."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

from msgspec import Struct

from bot.kernel.game import Case
from bot.kit import data_files
from bot.kit.data_files import Finding, Problem
from bot.titles.firefight.model.ids import Edge, Facing, GeneratorId, Half, Side
from bot.titles.firefight.model.solo import SheetSide
from bot.titles.firefight.model.table import Zone
from bot.titles.firefight.printed.guidelines import guidelines
from bot.titles.firefight.printed.maps import maps, place
from bot.titles.firefight.printed.units import counter_id, units


class Placed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that stands on the map when the battle begins."""

    unit: int
    hex: str
    """With its map, as in "1-E09"."""
    facing: Facing


class ReadyPlayer(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player of a battle has that is ready to be fought."""

    side: Side
    base: int
    draws: int
    edge: Edge
    placed: tuple[Placed, ...] = ()
    waiting: tuple[int, ...] = ()
    """The numbers of units that enter from the first round on."""
    later: dict[str, tuple[int, ...]] = {}
    """Those of later rounds, by the round."""


class ReadyMarker(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A control marker on the map."""

    hex: str
    side: Side
    card: GeneratorId


class ReadyCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A generator card that was played."""

    card: GeneratorId
    half: Half
    seat: int
    zone: Zone
    units: tuple[int, ...] = ()
    chosen: GeneratorId = GeneratorId("")


class Ready(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle whose cards have been played."""

    rounds: int
    maps: tuple[str, ...]
    """From west to east."""
    initiative: int
    """Which player was the Initiative Player, counted from 1."""
    players: tuple[ReadyPlayer, ...]
    control: tuple[ReadyMarker, ...] = ()
    record: tuple[ReadyCard, ...] = ()
    sheet: SheetSide | None = None
    """Of a solo game, whose second player is the AI: which side of the sheet lies up."""


class Tip(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of advice for learners, in a round, to a side or at a stage."""

    round: int
    at: str
    text: str


class ScenarioRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario."""

    name: str
    text: str
    source: Literal["printed", "ours"]
    guideline: str
    solo: bool = False
    """One player fights the AI."""
    ready: Ready | None = None
    without: tuple[str, ...] = ()
    """Options that make no difference here."""
    tips: tuple[Tip, ...] = ()


class Scenarios(Struct, frozen=True):
    """All scenarios that can be played, the cases of the rules, and what was wrong with their files."""

    found: dict[str, ScenarioRecord]
    cases: dict[str, Case]
    problems: tuple[Problem, ...] = ()


@cache
def scenarios() -> Scenarios:
    """Read `data/firefight/scenarios`, with what is laid over it. A scenario with a mistake is left out."""
    problems: list[Problem] = []
    found = {}
    for key, record in data_files.folder("firefight/scenarios", ScenarioRecord, problems).items():
        findings = data_files.told(f"firefight/scenarios/{key}", misnamed(record))
        problems += findings
        if not findings:
            found[key] = record
    generated = {key: generates(key) for key in guidelines().found}
    cases = {each.id: each for each in data_files.rows("firefight/cases.tsv", Case, problems)}
    return Scenarios({**generated, **found}, cases, tuple(problems))


def generates(guideline: str) -> ScenarioRecord:
    """Return the scenario that generates a battle by a guideline."""
    record = guidelines().found[guideline]
    return ScenarioRecord(name=record.name, text=record.text, source=record.source, guideline=guideline)


def misnamed(record: ScenarioRecord) -> Iterator[Finding]:
    """Yield what a scenario names that does not exist."""
    if record.guideline not in guidelines().found:
        yield ("guideline",), f"there is no guideline {record.guideline}"
    if record.ready is None:
        return
    for n, map in enumerate(record.ready.maps):
        if map not in maps().maps:
            yield ("ready", "maps", str(n)), f"there is no map {map}"
    for n, player in enumerate(record.ready.players):
        for number in numbers(player):
            if counter_id(player.side, number) not in units().counters:
                yield ("ready", "players", str(n)), f"there is no {player.side} counter with the number {number}"
        for placed in player.placed:
            if place(placed.hex.partition("-")[2]) is None:
                yield ("ready", "players", str(n), "placed"), f"there is no hex {placed.hex}"


def numbers(player: ReadyPlayer) -> tuple[int, ...]:
    """Return the numbers of all units of a player."""
    later = (number for units in player.later.values() for number in units)
    return (*(placed.unit for placed in player.placed), *player.waiting, *later)
