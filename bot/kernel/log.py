"""The log: append-only entries, which are folded into a state.

It is the truth about a game. Undo and rewind are entries too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from bot.kernel.game import By, Game
from bot.kernel.plan import Plan
from bot.kernel.secret import Seat, Secret

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Entry(Struct, Generic[A, E], frozen=True, gc=False, omit_defaults=True):
    """One line of the log.

    The action is kept for audit and never run again. The events are the facts.
    """

    seat: Seat
    by: By
    action: A | None = None
    events: tuple[E, ...] = ()
    drawn: int = 0
    """The number of draws of the game's dice after this entry, undone draws included."""
    back_to: int | None = None
    """The target of an undo or a rewind. Entries from this number on are void."""
    plan: Secret[Plan[A]] | None = None
    """The new plan of the seat, in logs of earlier releases.

    Such an entry does nothing else.
    """

    @property
    def chosen(self) -> bool:
        """True unless the move is automatic: by standing orders, or forced."""
        return self.by not in ("orders", "forced")


def live(log: Sequence[Entry[A, E]]) -> list[int]:
    """Return the numbers of the entries that are not undone."""
    numbers: list[int] = []
    for n, entry in enumerate(log):
        if entry.back_to is None:
            numbers.append(n)
        else:
            del numbers[bisect_left(numbers, entry.back_to) :]
    return numbers


def after(game: Game[S, A, E], state: S, events: Iterable[E]) -> S:
    """Return the state after these events."""
    evolve = game.evolve
    for event in events:
        state = evolve(state, event)
    return state


def fold(game: Game[S, A, E], log: Sequence[Entry[A, E]]) -> S:
    """Return the state that the log has led to."""
    return after(game, game.blank(), (event for n in live(log) for event in log[n].events))


def drawn(log: Sequence[Entry[Any, Any]]) -> int:
    """Return the number of draws of the game's dice, undone draws included."""
    return log[-1].drawn if log else 0
