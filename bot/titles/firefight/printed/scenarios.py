"""Scenarios: a guideline that generates a battle, or a battle ready to be fought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.game import Case
from bot.kit import data_files
from bot.kit.data_files import Finding, Problem
from bot.kit.data_limits import Text
from bot.kit.english import count, join
from bot.titles.firefight.model.ids import Edge, Facing, GeneratorId, Half, Side
from bot.titles.firefight.model.solo import SheetSide
from bot.titles.firefight.model.table import Zone
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.guidelines import Force, guidelines
from bot.titles.firefight.printed.maps import COLUMNS, DEEP, maps, place
from bot.titles.firefight.printed.units import counter_id, units

Number = Annotated[int, Meta(ge=0, le=25)]


class Placed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that is on the map when the battle begins."""

    unit: int
    hex: str
    """With its map, as in "1-E09"."""
    facing: Facing


class ReadyPlayer(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player's forces in a battle that is ready to be fought."""

    side: Side
    base: Number
    draws: Number
    edge: Edge
    placed: tuple[Placed, ...] = ()
    waiting: tuple[int, ...] = ()
    """The numbers of units that enter from the first round on."""
    later: dict[str, tuple[int, ...]] = {}
    """The units of later rounds, by round."""


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

    rounds: Annotated[int, Meta(ge=1, le=20)]
    maps: Annotated[tuple[str, ...], Meta(min_length=1)]
    """From west to east."""
    initiative: int
    """The number of the Initiative Player, counted from 1."""
    players: tuple[ReadyPlayer, ...]
    control: tuple[ReadyMarker, ...] = ()
    record: tuple[ReadyCard, ...] = ()
    sheet: SheetSide | None = None
    """The face-up side of a solo game's sheet; the second player is the AI."""


class Tip(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of advice for learners, in a round, to a side or at a stage."""

    round: int
    at: str
    text: Text


class ScenarioRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario."""

    name: str
    text: Text
    source: Literal["printed", "ours"]
    guideline: str
    solo: bool = False
    """One player fights the AI."""
    ready: Ready | None = None
    without: tuple[str, ...] = ()
    """The options that make no difference here."""
    tips: tuple[Tip, ...] = ()


class Scenarios(Struct, frozen=True):
    """All playable scenarios, the cases of the rules, and the problems of their files."""

    found: dict[str, ScenarioRecord]
    cases: dict[str, Case]
    problems: tuple[Problem, ...] = ()


@cache
def scenarios() -> Scenarios:
    """Read `data/firefight/scenarios` and its overlays.

    Scenarios with a mistake are left out.
    """
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
    """Yield names in a scenario that do not exist."""
    if record.guideline not in guidelines().found:
        yield ("guideline",), f"there is no guideline {record.guideline}"
    elif record.ready is not None:
        yield from _unmanned(record.ready, guidelines().found[record.guideline].players)
    if record.ready is None:
        return
    for n, map in enumerate(record.ready.maps):
        if map not in maps().maps:
            yield ("ready", "maps", str(n)), f"there is no map {map}"
    if len(set(record.ready.maps)) < len(record.ready.maps):
        yield ("ready", "maps"), "a map lies there twice"
    for n, player in enumerate(record.ready.players):
        for keys, reason in (*_uncounted(player, record.ready.rounds), *_misplaced(player, record.ready.maps)):
            yield ("ready", "players", str(n), *keys), reason
    yield from _misplayed(record.ready)


def _unmanned(ready: Ready, forces: Sequence[Force]) -> Iterator[Finding]:
    """Yield reasons why players do not fit a guideline."""
    if sorted(each.side for each in ready.players) != sorted(each.side for each in forces):
        sides = join([each.side for each in forces])
        yield ("ready", "players"), f"the guideline has {count(len(forces), 'player')}: {sides}"
    if not 1 <= ready.initiative <= len(ready.players):
        yield ("ready", "initiative"), f"there is no player {ready.initiative}"


def _uncounted(player: ReadyPlayer, rounds: int) -> Iterator[Finding]:
    """Yield a player's unknown or repeated units, and illegal rounds of entry."""
    mine = numbers(player)
    for number in dict.fromkeys(mine):
        if counter_id(player.side, number) not in units().counters:
            yield (), f"there is no {player.side} counter with the number {number}"
        if mine.count(number) > 1:
            yield (), f"unit {number} is there twice"
    for round in player.later:
        if not (round.isdecimal() and 1 < int(round) <= rounds):
            yield ("later", round), f"expected a round from 2 to {rounds}"


def _misplaced(player: ReadyPlayer, sheets: Sequence[str]) -> Iterator[Finding]:
    """Yield units in hexes that do not exist."""
    for n, placed in enumerate(player.placed):
        if (why := _no_place(placed.hex, sheets)) is not None:
            yield ("placed", str(n), "hex"), why


def _no_place(hex: str, sheets: Sequence[str]) -> str | None:
    """Return why a hex is illegal.

    Where two maps meet, their half hexes may form a hex.
    """
    sheet, _, label = hex.partition("-")
    found = place(label)
    if sheet not in sheets or found is None:
        return f"there is no hex {hex}"
    column, row = found
    half = column in (1, COLUMNS + 1) or (column & 1 and row in (0, DEEP))
    return f"{hex} is but half a hex" if half and len(sheets) == 1 else None


def _misplayed(ready: Ready) -> Iterator[Finding]:
    """Yield unknown markers, cards and players, and choices of unplayed cards."""
    for n, marker in enumerate(ready.control):
        if (why := _no_place(marker.hex, ready.maps)) is not None:
            yield ("ready", "control", str(n), "hex"), why
        if marker.card not in cards().generator:
            yield ("ready", "control", str(n), "card"), f"there is no card {marker.card}"
    for n, played in enumerate(ready.record):
        for field, card in (("card", played.card), ("chosen", played.chosen)):
            if card and card not in cards().generator:
                yield ("ready", "record", str(n), field), f"there is no card {card}"
        if not 1 <= played.seat <= len(ready.players):
            yield ("ready", "record", str(n), "seat"), f"there is no player {played.seat}"
            continue
        player = ready.players[played.seat - 1]
        for number in played.units:
            if number not in numbers(player):
                yield ("ready", "record", str(n), "units"), f"player {played.seat} has no unit {number}"
        if (brings := _brings(played)) is not None and sorted(played.units) != sorted(brings):
            named = join(list(map(str, brings))) or "no units"
            yield (
                ("ready", "record", str(n), "units"),
                f"the {played.half} half of card {played.card} brings {named}",
            )


def _brings(played: ReadyCard) -> tuple[int, ...] | None:
    """Return the numbers of the units of a played half, or `None` for an unknown card."""
    card = cards().generator.get(played.card)
    return None if card is None else getattr(card, played.half).units


def numbers(player: ReadyPlayer) -> tuple[int, ...]:
    """Return the numbers of all units of a player."""
    later = (number for units in player.later.values() for number in units)
    return (*(placed.unit for placed in player.placed), *player.waiting, *later)
