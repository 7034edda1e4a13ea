"""Facts about a title for the laws, from its `tests/<title>/law_hooks.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Protocol

from bot.kernel.secret import Seat
from bot.kit.title import Title
from tests.match import AnySeen, Match


class Plain:
    """Hooks of titles without search and without actions inside another's action."""

    finding: tuple[type[Any], ...] = ()
    open_lots: tuple[type[Any], ...] = ()
    acting: tuple[type[Any], ...] = ()


class Hooks(Protocol):
    """A title, as the laws ask about it."""

    usual: Mapping[str, int]
    """How many actions a game of each scenario usually takes."""
    longest: int
    """The action count after which a game counts as endless."""
    anytime: tuple[type[Any], ...]
    """Actions that a seat may take when nobody asks it."""
    finding: tuple[type[Any], ...]
    """Actions that may find hidden things: they look alike until a discovery."""
    open_lots: tuple[type[Any], ...]
    """Events with a die for a hidden pile, which reveals no more than its size."""
    acting: tuple[type[Any], ...]
    """Events that start another side's action, which may depend on its own secrets."""

    def tells(self, seen: AnySeen, action: Any) -> bool:
        """Return whether the choice of this action reveals a player's secret."""

    def redeal(self, state: Any, viewer: Seat, rnd: Random) -> Any:
        """Deal the viewer's unknown things again."""

    def twins(self, match: Match, seat: Seat, action: Any, rnd: Random) -> Iterator[Any]:
        """Yield legal actions that differ only in others' secrets."""

    def stock(self, state: Any) -> Counter[str]:
        """Count all that is conserved."""

    def change(self, state: Any, event: Any) -> Counter[str]:
        """Say what an event, by its own words, adds to the stock and takes from it."""

    def faults(self, state: Any) -> Iterator[str]:
        """Yield what must never be so at a question to the players."""

    def untrue(self, seen: AnySeen, action: Any, why: str) -> str:
        """Return the false claim of a refusal; "" if none is known."""

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
