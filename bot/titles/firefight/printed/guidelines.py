"""The guidelines for making a firefight, from `data/firefight/guidelines.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.game import Facts
from bot.kernel.rule import case
from bot.kit import data_files
from bot.kit.data_files import Finding, Problem
from bot.kit.data_limits import Text
from bot.kit.data_names import dangling, ref
from bot.kit.data_shape import below
from bot.titles.firefight.model.ids import CardId, Side
from bot.titles.firefight.printed.cards import Count, Record, cards, deck_of

FILE = "firefight/guidelines.toml"
Number = Annotated[int, Meta(ge=1, le=25)]
Edges = Literal["long", "any", "three"]
"""The edges that may be chosen: long edges, any edge, or shares for three players."""


class Force(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player's forces in a guideline."""

    side: Side
    cards: tuple[Number, Number]
    """The first and the last card of the generator deck."""
    hand: Number
    cap: Count
    draws: Count
    """Action cards drawn each round."""


class Variant(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The changes that a guideline's variant makes."""

    hands: tuple[Count, Count] = (0, 0)
    """The smallest and the largest hand that may be agreed."""
    cap: int | None = None
    """The CAPs, counted from the size of the hand; `None` leaves them unchanged."""
    maps: Count = 0
    reverse: bool = False
    """The sides change places."""


class Guideline(Record, frozen=True, kw_only=True):
    """A guideline."""

    number: Count
    name: str
    text: Text
    """The description in the lobby."""
    rounds: Number
    minutes: str
    actions: tuple[Annotated[CardId, ref("action card")], ...]
    maps: Annotated[int, Meta(ge=1, le=2)]
    edges: Edges
    players: tuple[Force, ...]
    order: tuple[Count, ...] = ()
    """The printed order of turns in the battle, if any."""
    variant: Variant | None = None
    facts: Facts = Facts()


class Guidelines(Struct, frozen=True):
    """All guidelines, and the problems of their file."""

    found: dict[str, Guideline]
    problems: tuple[Problem, ...] = ()


@cache
@case(
    "G-guide-1", "G-guide-2", "G-guide-3", "G-guide-4", "G-guide-5", "G-guide-6", "G-guide-7", "G-guide-8"
)  # fmt: skip
def guidelines() -> Guidelines:
    """Read the guidelines and their overlays."""
    problems: list[Problem] = []
    found = data_files.tables(FILE, {"guidelines": Guideline}, problems)["guidelines"]
    problems += data_files.told(FILE, (each for key, record in found.items() for each in wrong(key, record)))
    return Guidelines(found, tuple(problems))


def wrong(key: str, record: Guideline) -> Iterator[Finding]:
    """Yield cards that do not exist, and hands that are larger than their decks."""
    unknown = dangling(record, Guideline, {"action card": cards().actions})
    yield from below("guidelines", below(key, unknown))
    for n, force in enumerate(record.players):
        if len(deck_of(force.side, *force.cards)) < force.hand:
            yield ("guidelines", key, "players", str(n), "hand"), "the deck has fewer cards than the hand"
