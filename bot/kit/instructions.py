"""Instructions: plans and standing orders, kept beside the log and secret.

Only the seat that left them sees them.
"""

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
    """Standing orders or a plan that a seat leaves; not a move, and secret.

    Instructions are kept beside the log and are never taken back. The last one counts.
    """

    seat: Seat
    number: int
    """Its number among the seat's instructions, from 1; 0 in a log of an old release."""
    entries: int
    """The length of the log at that time."""
    by: By = "person"
    """The person or computer at the seat; "plan" if the table runs or stops a plan."""
    action: A | None = None
    """The action that gives standing orders; like that of an entry it never reruns."""
    events: tuple[E, ...] = ()
    """The events that apply all standing orders of the seat, replacing earlier ones."""
    plan: Plan[A] | None = None
    """The plan of the seat from now on; an empty plan means none."""


def moves(log: Sequence[Entry[A, E]]) -> list[int]:
    """Return the numbers of the moves that still count.

    Plans in logs of earlier releases are no moves.
    """
    return [n for n in live(log) if log[n].plan is None]


def standing(instructions: Iterable[Instruction[A, E]]) -> Iterator[E]:
    """Yield the events that apply the last standing orders of each seat to a state."""
    last = {each.seat: each.events for each in instructions if each.events}
    return (event for events in last.values() for event in events)


def folded(game: Game[S, A, E], log: Sequence[Entry[A, E]], instructions: Iterable[Instruction[A, E]]) -> S:
    """Return the state after a log and the instructions beside it."""
    return after(game, fold(game, log), standing(instructions))
