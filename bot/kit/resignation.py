"""Resignation: a side may resign at any time, and is asked if it could fight on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from bot.kernel.game import Course
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Verb, just
from bot.kit.english import count

S = TypeVar("S")
E = TypeVar("E")
A = TypeVar("A")


def giving_up(
    action: type[A],
    resolve: Callable[[Course[S, E], None, A], None],
    units: Callable[[S, Seat], Iterable[object]],
    when: str = "",
    cite: str = "",
    may: Callable[[S, Seat], bool] = lambda state, seat: True,
    says: str = "",
) -> Verb[S, E, None, A]:
    """Return the verb for resigning; `units` are those that the side still has.

    `may` returns whether a seat still can: a player of a team resigns once, and the others play on.
    """

    def undone(seen: Seen[S], resigning: A) -> str:
        own = sum(1 for _ in units(seen.state, seen.seat))
        return f"you still have {count(own, 'unit')} on the map" if own else ""

    return Verb(
        action, says=says, when=when, cite=cite, candidates=just(action()), resolve=resolve, warns=undone,
        open=lambda at: may(at.state, at.seat),
    )  # fmt: skip


def remaining(team: Iterable[Seat], resigned: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the players of a team who have not resigned; it loses when none is left."""
    return tuple(seat for seat in team if seat not in resigned)
