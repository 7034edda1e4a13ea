"""The generator cards, condition cards, defence counters and action cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.rule import case
from bot.kit import data_files
from bot.kit.data_files import Finding, Problem
from bot.kit.data_limits import Text
from bot.kit.data_names import dangling, ref
from bot.kit.data_shape import below
from bot.titles.firefight.model.ids import (
    SIDES,
    CardId,
    ConditionId,
    CounterId,
    DefenceId,
    GeneratorId,
    Half,
    Side,
)
from bot.titles.firefight.model.table import WorkKind, Zone
from bot.titles.firefight.printed.effects import AnyEffect, AnyRule, AnyScore, Bring
from bot.titles.firefight.printed.units import Counter, counter_id, units

Caps = Annotated[int, Meta(ge=-5, le=5)]
Copies = Annotated[int, Meta(ge=0, le=20)]
Count = Annotated[int, Meta(ge=0)]
Generator = Annotated[GeneratorId, ref("generator card")]
DEEDS = frozenset({*(f"{n:02}" for n in range(2, 14)), "20", "40", "molotov"})
"""The action cards that have an effect."""
FOLDER = "firefight/cards"
BOARD: dict[str, Zone] = {"victory": "victory", "rule": "rules", "event": "rules"}
HEADING = {"victory": "Victory Points", "rule": "Special Rule", "event": "Special Event"}


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record of a data file. `case` is the case that explains it."""

    source: Literal["printed", "ours"]
    case: str = ""


class Option(Record, frozen=True, kw_only=True):
    """One half of a generator card."""

    units: tuple[Counter, ...] = ()
    cap: Caps = 0
    """The change of the CAPs with which the player's rounds begin."""
    enemy_cap: Caps = 0


class Top(Option, frozen=True, kw_only=True):
    """The top option."""

    title: str
    kind: Literal["victory", "rule", "event"]
    text: Text
    once: bool = False
    """The card is discarded after it is resolved; only its pieces remain."""
    effects: tuple[AnyEffect, ...] = ()
    rules: tuple[AnyRule, ...] = ()
    scores: tuple[AnyScore, ...] = ()

    @property
    @case("G-3.3a", "G-3.3b")
    def heading(self) -> str:
        """Return the printed heading: "Special Event: Partisans"."""
        return f"{HEADING[self.kind]}: {self.title}"

    @property
    def does(self) -> str:
        """Return the text of the effect without the title."""
        return self.text.removeprefix(f"{self.title}. ")


class Bottom(Option, frozen=True, kw_only=True):
    """The bottom option: units, and CAPs that come with them."""


class GeneratorRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A generator card."""

    top: Top
    bottom: Bottom

    @case("G-1.0a")
    def option(self, half: Half) -> Top | Bottom:
        """Return the option of one half."""
        return self.top if half == "top" else self.bottom


class Weather(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The effects of a condition card on both sides."""

    sight: Count = 0
    """The range of sight in hexes; 0 for no limit."""
    since: Count = 1
    """The first round of the effect."""
    mud: bool = False
    """Off roads, vehicles have no bonus moves, and wheels pay 1 more."""
    haze: bool = False
    """The printed range is the longest range of fire."""
    wind: bool = False
    """Smoke lasts one round, and artillery is harder to aim."""


class Benefit(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The benefit of a condition card's bottom for its player."""

    text: Text
    cap: Caps = 0
    enemy_cap: Caps = 0
    draw: Copies = 0
    """Action cards at the beginning of the firefight."""
    each_round: Copies = 0
    """More action cards at the beginning of each round."""
    defences: Copies = 0


class ConditionRecord(Record, frozen=True, kw_only=True):
    """A condition card."""

    name: str
    text: Text
    weather: Weather
    benefit: Benefit


class DefenceRecord(Record, frozen=True, kw_only=True):
    """A defence counter: its printed sides, and its number of copies."""

    sides: Annotated[tuple[WorkKind | Literal["smoke"], ...], Meta(min_length=1, max_length=2)]
    copies: Copies
    optional: bool = False


class ActionRecord(Record, frozen=True, kw_only=True):
    """An action card, a bonus card or a weapon card."""

    name: str
    kind: Literal["action", "bonus", "weapon"]
    copies: Copies
    ap: Annotated[int, Meta(ge=0, le=7)] = 0
    cap: Annotated[int, Meta(ge=0, le=20)] = 0
    text: Text
    brief: str = ""
    """The text in a few words, for a list of cards."""


Actions = dict[Annotated[CardId, ref("action card with an effect")], ActionRecord]


class Cards(Struct, frozen=True, kw_only=True):
    """All cards and counters, and the problems of their files."""

    generator: dict[GeneratorId, GeneratorRecord]
    conditions: dict[ConditionId, ConditionRecord]
    defences: dict[DefenceId, DefenceRecord]
    actions: Actions
    problems: tuple[Problem, ...] = ()


@cache
def cards() -> Cards:
    """Read `data/firefight/cards` and its overlays."""
    problems: list[Problem] = []
    generator = {}
    for side in SIDES:
        found = data_files.tables(f"{FOLDER}/{side}.toml", {"cards": GeneratorRecord}, problems)["cards"]
        nameless = [key for key in found if not key[1:].isdecimal()]
        why = f"a card is named by its side and number, such as {side[0]}04"
        problems += data_files.told(f"{FOLDER}/{side}.toml", ((("cards", key), why) for key in nameless))
        generator.update({GeneratorId(key): record for key, record in found.items() if key not in nameless})
    conditions = data_files.tables(f"{FOLDER}/conditions.toml", {"conditions": ConditionRecord}, problems)
    defences = data_files.tables(f"{FOLDER}/defences.toml", {"counters": DefenceRecord}, problems)
    actions = data_files.tables(f"{FOLDER}/actions.toml", {"cards": ActionRecord}, problems)
    read = Cards(
        generator=generator,
        conditions={ConditionId(key): each for key, each in conditions["conditions"].items()},
        defences={DefenceId(key): each for key, each in defences["counters"].items()},
        actions={CardId(key): each for key, each in actions["cards"].items()},
    )
    idle = dangling(read.actions, Actions, {"action card with an effect": DEEDS})
    problems += data_files.told(f"{FOLDER}/actions.toml", below("cards", idle))
    for side in SIDES:
        problems += data_files.told(f"{FOLDER}/{side}.toml", misnamed(read, side))
    return Cards(
        generator=read.generator,
        conditions=read.conditions,
        defences=read.defences,
        actions=read.actions,
        problems=tuple(problems),
    )


@case("G-3.1b")
def misnamed(read: Cards, side: Side) -> Iterator[Finding]:
    """Yield weapons and units that do not exist, units on two cards, and lost units."""
    seen: set[int] = set()
    for key, record in read.generator.items():
        if side_of(key) != side:
            continue
        yield from below("cards", below(key, dangling(record, GeneratorRecord, {"action card": read.actions})))
        for half in ("top", "bottom"):
            option = record.option(half)
            for number in option.units:
                if counter_id(side, number) not in units().counters:
                    yield ("cards", key, half, "units"), f"there is no {side} counter with the number {number}"
                if number in seen:
                    yield ("cards", key, half, "units"), f"unit {number} stands on another card already"
                seen.add(number)
        if record.top.units and not any(isinstance(each, Bring) for each in record.top.effects):
            yield ("cards", key, "top", "effects"), "no effect brings its units"


def side_of(card: GeneratorId) -> Side:
    """Return the deck of a card."""
    return "german" if card[:1] == "g" else "soviet"


def number_of(card: GeneratorId) -> int:
    """Return the number that is printed on a generator card."""
    return int(card[1:])


def named(card: GeneratorId) -> str:
    """Return the players' name of a generator card: "German 03"."""
    return f"{side_of(card).title()} {card[1:]}"


def counters_of(card: GeneratorId, half: Half) -> tuple[CounterId, ...]:
    """Return the counters that an option names."""
    return tuple(counter_id(side_of(card), number) for number in cards().generator[card].option(half).units)


@case("G-2.1.8")
def deck_of(side: Side, first: int, last: int) -> tuple[GeneratorId, ...]:
    """Return the generator cards of a side with these numbers."""
    return tuple(card for card in cards().generator if side_of(card) == side and first <= number_of(card) <= last)


@case("COH-7.1a", "G-2.1.3")
def action_deck(numbers: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Return every copy of these action cards."""
    return tuple(number for number in numbers for _ in range(cards().actions[number].copies))


@case("G-2.1.12", "G-3.7.3d")
def defence_cup(smoke: bool) -> tuple[DefenceId, ...]:
    """Return all defence counters, with the smoke counters if players want them."""
    return tuple(
        key
        for key, record in cards().defences.items()
        if smoke or not record.optional
        for _ in range(record.copies)
    )
