"""The log is the truth: append-only entries, folded into a state; undo and rewind are entries too."""

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
    """One line of the log. The action is kept for audit and never run again; the events are what happened."""

    seat: Seat
    by: By
    action: A | None = None
    events: tuple[E, ...] = ()
    drawn: int = 0
    """How many draws the game's dice have made when this entry is done; taken back or not, they count."""
    back_to: int | None = None
    """An undo or a rewind: entries from this number on no longer live."""
    plan: Secret[Plan[A]] | None = None
    """In logs of earlier releases: the plan of the seat from now on. Such an entry does nothing else."""

    @property
    def chosen(self) -> bool:
        """Say whether somebody chose this now; standing orders and forced moves follow by themselves."""
        return self.by not in ("orders", "forced")


def live(log: Sequence[Entry[A, E]]) -> list[int]:
    """Return the numbers of the entries that nobody took back."""
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
    """Return how many draws the game's dice have made; draws of entries taken back stay drawn."""
    return log[-1].drawn if log else 0
