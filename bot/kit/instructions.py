"""Instructions: plans and standing orders, which a seat leaves beside the log, hidden from all others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from bot.kernel.game import By, Game
from bot.kernel.log import Entry, after, fold, live
from bot.kernel.plan import Plan
from bot.kernel.secret import Seat

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

STANDING = "order"
"""The verb of the action that gives standing orders, in every title."""


class Instruction(Struct, Generic[A, E], frozen=True, gc=False, omit_defaults=True):
    """Standing orders or a plan that a seat leaves with the table. It is no move, and nobody else knows of it.

    Instructions stand beside the log and are never taken back. The last one counts.
    """

    seat: Seat
    number: int
    """Its number among the instructions of its seat, from 1 on; 0 of one in the log of an earlier release."""
    entries: int
    """The length of the log at that time."""
    by: By = "person"
    """The person or the computer at the seat, or "plan" if the table goes on with a plan or stops it."""
    action: A | None = None
    """The action that gives standing orders. Like that of an entry it is never run again."""
    events: tuple[E, ...] = ()
    """The events that bring all standing orders of the seat into the state, whatever was ordered before."""
    plan: Plan[A] | None = None
    """The plan of the seat from now on; without an order in it there is none."""


def moves(log: Sequence[Entry[A, E]]) -> list[int]:
    """Return the numbers of the moves that nobody took back, without the plans in logs of earlier releases."""
    return [n for n in live(log) if log[n].plan is None]


def standing(instructions: Iterable[Instruction[A, E]]) -> Iterator[E]:
    """Yield the events that bring the last standing orders of each seat into a state."""
    last = {each.seat: each.events for each in instructions if each.events}
    return (event for events in last.values() for event in events)


def folded(game: Game[S, A, E], log: Sequence[Entry[A, E]], instructions: Iterable[Instruction[A, E]]) -> S:
    """Return the state that a log and the instructions beside it lead to."""
    return after(game, fold(game, log), standing(instructions))
