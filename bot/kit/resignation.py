"""Giving up: a side may at any time, and is asked when it could fight on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from bot.kernel.game import Course
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Verb, just
from bot.kit.words import count

S = TypeVar("S")
E = TypeVar("E")
A = TypeVar("A")


def giving_up(
    action: type[A],
    resolve: Callable[[Course[S, E], None, A], None],
    units: Callable[[S, Seat], Iterable[object]],
    when: str = "",
    cite: str = "",
) -> Verb[S, E, None, A]:
    """Return the verb by which a side gives up; `units` are those that it still has."""

    def remaining(seen: Seen[S], resigning: A) -> str:
        own = sum(1 for _ in units(seen.state, seen.seat))
        return f"you still have {count(own, 'unit')} on the map" if own else ""

    return Verb(action, when=when, cite=cite, candidates=just(action()), resolve=resolve, warns=remaining)
