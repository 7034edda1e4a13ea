"""The options of a guideline, and the guideline that results from the agreed ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from msgspec.structs import replace

from bot.kernel.game import Option
from bot.kernel.rule import case
from bot.titles.firefight.model.ids import SIDES, CardId, Side
from bot.titles.firefight.printed.cards import deck_of
from bot.titles.firefight.printed.guidelines import Edges, Force, Guideline, guidelines
from bot.titles.firefight.printed.options import (
    ACTIONS,
    DECKS,
    FEWER,
    HANDICAP,
    PAIR,
    PRINTED,
    SHARED,
    SMOKE,
    SPARE,
    handicap,
)  # fmt: skip

CUSTOM = frozenset({"custom", "custom-three", "custom-four"})
SPARED = 4
"""The cards of a shared deck that are left for extra cards and handicaps."""


def variant(record: Guideline) -> Iterator[Option]:
    """Yield the option of a guideline's variant, with the hand size if it is free."""
    agreed = record.variant
    if agreed is None:
        return
    least, most = agreed.hands
    if least < most:
        sizes = tuple(f"hand-{n}" for n in range(least, most + 1))
        yield Option("variant", "the variant of the guideline, with a hand of this many cards", ("no", *sizes))
    else:
        what = "the sides change places" if agreed.reverse else f"two maps, and a hand of {most} cards"
        yield Option("variant", f"the variant of the guideline: {what}", ("no", "yes"))


@case("G-2.1.7")
def options(key: str) -> tuple[Option, ...]:
    """Return the options of a guideline that players agree on before cards are drawn."""
    record = guidelines().found[key]
    if key in CUSTOM:
        return (*left_open(key), SPARE, FEWER, SMOKE, *map(handicap, range(len(record.players))))
    deck = all(len(deck_of(each.side, *each.cards)) > each.hand for each in record.players)
    forces = range(len(record.players))
    handicaps = (handicap(n) if deck else _caps_only(n) for n in forces)
    return (*variant(record), *([SPARE] if deck else []), FEWER, SMOKE, *handicaps)


# FF-R97
@case("G-2.1.x")
def left_open(key: str) -> tuple[Option, ...]:
    """Return the options of a custom guideline.

    With three or four players, each has one card a round.
    """
    players = len(guidelines().found[key].players)
    if players == 2:
        return PRINTED
    apart = {"cards-a-round", "deck", *(["edges"] if players == 3 else [])}
    kept = (option for option in PRINTED if option.name not in apart)
    return (*kept, SHARED, *([PAIR] if players == 3 else []))


# FF-R128
@case("G-5.1", "G-6.3")
def solo_options(ready: bool, guideline: str = "") -> tuple[Option, ...]:
    """Return the options of a solo game; a ready battle has only the handicap."""
    if ready:
        return (HANDICAP,)
    if guideline in CUSTOM:
        return (*PRINTED, FEWER, SMOKE, HANDICAP)
    keys = tuple(
        key for key, record in guidelines().found.items() if len(record.players) == 2 and key not in CUSTOM
    )
    chosen = Option("guideline", "by which Guideline the mission is generated (G 5.1)", keys)
    return (chosen, FEWER, SMOKE, HANDICAP)


def _caps_only(n: int) -> Option:
    """Return a handicap option without the extra card, for a deck with no spare card."""
    return Option(handicap(n).name, handicap(n).text, handicap(n).values[:-1])


@lru_cache(maxsize=64)
def agreed(key: str, chosen: tuple[tuple[str, str], ...]) -> Guideline:
    """Return a guideline after the options are applied."""
    values = dict(chosen)
    if key in CUSTOM:
        return custom(key, values)
    record = guidelines().found[key]
    value = values.get("variant", "no")
    return record if value == "no" or record.variant is None else varied(record, value)


@case("G-guide-2", "G-guide-3", "G-guide-4", "G-guide-5", "G-guide-6", "G-guide-7")
def varied(record: Guideline, value: str) -> Guideline:
    """Return a guideline with its variant."""
    change = record.variant
    assert change is not None
    forces = record.players
    if change.reverse:
        forces = tuple(replace(each, side=_other(each.side)) for each in forces)
    if any(change.hands):
        hand = change.hands[1] if value == "yes" else int(value.removeprefix("hand-"))
        forces = tuple(replace(each, hand=hand) for each in forces)
        if change.cap is not None:
            forces = tuple(replace(each, cap=hand + change.cap) for each in forces)
    return replace(record, players=forces, maps=change.maps or record.maps)


def _other(side: Side) -> Side:
    return SIDES[1 - SIDES.index(side)]


# FF-R97
@case("G-2.1.x")
def custom(key: str, values: dict[str, str]) -> Guideline:
    """Return the agreed custom guideline, with one to two generator cards a round."""
    record = guidelines().found[key]
    chosen = {option.name: values.get(option.name, option.values[0]) for option in left_open(key)}
    sides = [each.side for each in record.players]
    if chosen.get("pair") == "soviet":
        sides = [_other(side) for side in sides]
    hand = _hand(chosen, len(sides))
    forces = []
    for side in sides:
        times = 2 if len(sides) == 3 and sides.count(side) == 1 else 1  # The single player has the share of two.
        first, last = DECKS[chosen["deck"]]
        cap, draws = int(chosen["caps"]) * times, int(chosen["draws"]) * times
        forces.append(Force(side=side, cards=(first, last), hand=hand * times, cap=cap, draws=draws))
    return replace(
        record,
        rounds=int(chosen["rounds"]),
        actions=tuple(CardId(f"{n:02}") for n in ACTIONS[chosen["action-cards"]]),
        maps=int(chosen["maps"]),
        edges=cast(Edges, chosen.get("edges", record.edges)),
        players=tuple(forces),
    )


def _hand(chosen: dict[str, str], players: int) -> int:
    """Return the size of a player's hand, limited by the deck."""
    rounds, cards = int(chosen["rounds"]), len(deck_of("german", *DECKS[chosen["deck"]]))
    if players > 2:
        return min(rounds, (cards - SPARED) // 2)
    return min(int(rounds * float(chosen["cards-a-round"])), cards - 2)
