"""Scenarios: a guideline that generates a battle, or a battle ready to be fought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.game import Case, Facts
from bot.kit import data_files
from bot.kit.data_files import Finding, Keys, Problem
from bot.kit.data_limits import Text
from bot.kit.data_names import Names, dangling, ref
from bot.kit.english import count, join
from bot.titles.firefight.model.ids import Edge, Facing, GeneratorId, Half, HexId, MapId, Side
from bot.titles.firefight.model.solo import SheetSide
from bot.titles.firefight.model.table import SEATS, Zone
from bot.titles.firefight.printed.cards import DEEDS, Count, Generator, cards
from bot.titles.firefight.printed.guidelines import Force, guidelines
from bot.titles.firefight.printed.maps import FULL, LABELS, maps
from bot.titles.firefight.printed.movement import PRINTED
from bot.titles.firefight.printed.options import NAMES as OPTIONS
from bot.titles.firefight.printed.solo import names as of_solo
from bot.titles.firefight.printed.solo import solo
from bot.titles.firefight.printed.units import Counter, counter_id, units

STAGES = (
    "generation", "a round begins", "action cards", "artillery is noted", "artillery lands", "initiative", "turns",
    "round's end",
)  # fmt: skip
"""The stages of the sequence of play, at which a tip may be given."""
Hex = Annotated[HexId, ref("hex")]
"""With its map, as in "1-E09"."""
PlayerNumber = Annotated[int, Meta(ge=1, le=len(SEATS))]
Number = Annotated[int, Meta(ge=0, le=25)]


class Placed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that is on the map when the battle begins."""

    unit: Counter
    hex: Hex
    facing: Facing


class ReadyPlayer(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player's forces in a battle that is ready to be fought."""

    side: Side
    base: Number
    draws: Number
    edge: Edge
    placed: tuple[Placed, ...] = ()
    waiting: tuple[Counter, ...] = ()
    """The numbers of units that enter from the first round on."""
    later: dict[str, tuple[Counter, ...]] = {}
    """The units of later rounds, by round."""


class ReadyMarker(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A control marker on the map."""

    hex: Hex
    side: Side
    card: Generator


class ReadyCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A generator card that was played."""

    card: Generator
    half: Half
    seat: PlayerNumber
    zone: Zone
    units: tuple[Counter, ...] = ()
    chosen: Generator = GeneratorId("")


class Ready(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle whose cards have been played."""

    rounds: Annotated[int, Meta(ge=1, le=20)]
    maps: Annotated[tuple[Annotated[MapId, ref("map")], ...], Meta(min_length=1)]
    """From west to east."""
    initiative: PlayerNumber
    """The number of the Initiative Player."""
    players: tuple[ReadyPlayer, ...]
    control: tuple[ReadyMarker, ...] = ()
    record: tuple[ReadyCard, ...] = ()
    sheet: SheetSide | None = None
    """The face-up side of a solo game's sheet; the second player is the AI."""


class Tip(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of advice for learners, at the beginning of a round or at a stage."""

    round: Count
    at: Annotated[str, ref("moment for a tip")]
    text: Text
    side: Literal["", "german", "soviet"] = ""
    """The side that it is for; "" for all."""


class ScenarioRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario."""

    name: str
    text: Text
    source: Literal["printed", "ours"]
    guideline: Annotated[str, ref("guideline")]
    solo: bool = False
    """One player fights the AI."""
    ready: Ready | None = None
    without: tuple[Annotated[str, ref("option")], ...] = ()
    """The options that make no difference here."""
    tips: tuple[Tip, ...] = ()
    facts: Facts = Facts()


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
    return ScenarioRecord(
        name=record.name, text=record.text, source=record.source, guideline=guideline, facts=record.facts
    )


def names() -> Names:
    """Return the names that a file may use; hexes are those of its battle."""
    return {
        **of_solo(solo()),
        "action card": cards().actions,
        "action card with an effect": DEEDS,
        "guideline": guidelines().found,
        "map": maps().maps,
        "moment for a tip": {"round", *STAGES},
        "option": OPTIONS,
        "terrain": PRINTED,
    }


def hexes(sheets: Iterable[str]) -> set[HexId]:
    """Return the hexes of maps, with the half hexes at their rims."""
    return {HexId(f"{sheet}-{label}") for sheet in sheets for label in LABELS}


def misnamed(record: ScenarioRecord) -> Iterator[Finding]:
    """Yield names in a scenario that do not exist, and battles that cannot be ready."""
    if record.ready is None:
        yield from dangling(record, ScenarioRecord, names())
        return
    yield from dangling(record, ScenarioRecord, {**names(), "hex": hexes(record.ready.maps)})
    if record.guideline in guidelines().found:
        yield from _unmanned(record.ready, guidelines().found[record.guideline].players)
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
    if ready.initiative > len(ready.players):
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
    """Yield units in half hexes."""
    for n, placed in enumerate(player.placed):
        yield from _halved(("placed", str(n), "hex"), placed.hex, sheets)


def _halved(at: Keys, hex: str, sheets: Sequence[str]) -> Iterator[Finding]:
    """Yield a half hex of a single map; where two maps meet, halves may form a hex."""
    if len(sheets) == 1 and hex.partition("-")[2] in LABELS - FULL:
        yield at, f"{hex} is but half a hex"


def _misplayed(ready: Ready) -> Iterator[Finding]:
    """Yield markers in half hexes, unknown players, and units that a card lacks."""
    for n, marker in enumerate(ready.control):
        yield from _halved(("ready", "control", str(n), "hex"), marker.hex, ready.maps)
    for n, played in enumerate(ready.record):
        if played.seat > len(ready.players):
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
