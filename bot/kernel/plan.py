"""A plan: actions that a seat has left, to be taken one after another when it is asked."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.secret import Seat, Seen

A = TypeVar("A")


class Intent(Struct, Generic[A], frozen=True, omit_defaults=True):
    """One action of a plan, what stops the plan before it is taken, and how often it is taken."""

    action: A
    until: tuple[str, ...] = ()
    times: int = 1


class Plan(Struct, Generic[A], frozen=True, omit_defaults=True):
    """What is still to be taken, the next first; and why that goes no further, where it has stopped."""

    intents: tuple[Intent[A], ...] = ()
    stopped: str = ""

    @property
    def next(self) -> Intent[A] | None:
        """What is taken next, `None` where nothing is."""
        return self.intents[0] if self.intents and not self.stopped else None

    @property
    def taken(self) -> Plan[A]:
        """What is left of the plan when its next action has been taken."""
        first, *rest = self.intents
        again = (replace(first, times=first.times - 1),) if first.times > 1 else ()
        return Plan((*again, *rest))


class Happened(Struct, frozen=True):
    """Something that has happened, as the owner of a plan has seen it."""

    by: Seat
    """Who has acted."""
    before: Seen[Any]
    events: tuple[Any, ...]
    now: Seen[Any]
