"""What the laws cannot know of a title by themselves; each title answers in its `tests/<title>/law_hooks.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Protocol

from bot.kernel.secret import Seat
from bot.kit.title import Title
from tests.match import AnySeen, Match


class Plain:
    """What holds for titles in which nothing is found by looking, and nobody acts within another's action."""

    finding: tuple[type[Any], ...] = ()
    open_lots: tuple[type[Any], ...] = ()
    acting: tuple[type[Any], ...] = ()


class Hooks(Protocol):
    """A title, as the laws ask about it."""

    usual: Mapping[str, int]
    """How many actions a game of each scenario usually takes."""
    longest: int
    """A game that has not ended after so many actions goes on for ever."""
    anytime: tuple[type[Any], ...]
    """Actions that a seat may take when nobody asks it."""
    finding: tuple[type[Any], ...]
    """Actions that may find what hides: they look the same to everybody until something comes to light."""
    open_lots: tuple[type[Any], ...]
    """Events with a die of as many sides as a pile has that nobody reads; it tells no more than all know."""
    acting: tuple[type[Any], ...]
    """Events with which somebody else begins to act: what they choose follows from what they alone know."""

    def tells(self, seen: AnySeen, action: Any) -> bool:
        """Say whether by this action a player gives something hidden away to the others, by choosing it."""

    def redeal(self, state: Any, viewer: Seat, rnd: Random) -> Any:
        """Deal anew what the viewer cannot read."""

    def twins(self, match: Match, seat: Seat, action: Any, rnd: Random) -> Iterator[Any]:
        """Yield legal actions that differ from this one only in what others must not learn."""

    def stock(self, state: Any) -> Counter[str]:
        """Count all that is conserved."""

    def change(self, state: Any, event: Any) -> Counter[str]:
        """Say what an event, by its own words, adds to the stock and takes from it."""

    def faults(self, state: Any) -> Iterator[str]:
        """Yield what must never be so at a question to the players."""

    def untrue(self, seen: AnySeen, action: Any, why: str) -> str:
        """Say what is not so of the reason of a refusal; "" where nothing is known against it."""

    def crops(self, state: Any, rnd: Random) -> tuple[str, ...]:
        """Choose some places of the map."""

    def cards(self, seen: AnySeen) -> tuple[str, ...]:
        """Return the cards that a seat can look at."""


def untrue_turn(title: Title[Any, Any, Any], seen: AnySeen, why: str) -> str:
    """Say what is not so of a reason that tells whose move it is; "" of any other."""
    asked = seen.seat in title.asked(seen.state)
    if why.startswith(("it is not your move", "not now")) and asked != why.startswith("not now"):
        return f"{seen.seat} is asked: {asked}"
    return ""
