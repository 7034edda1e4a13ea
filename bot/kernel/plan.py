"""A plan: actions that a seat has left, to be taken in order when it must act."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.secret import Seat, Seen

A = TypeVar("A")


class Intent(Struct, Generic[A], frozen=True, omit_defaults=True):
    """An action of a plan, its stop conditions, and the number of times to take it."""

    action: A
    until: tuple[str, ...] = ()
    times: int = 1


class Plan(Struct, Generic[A], frozen=True, omit_defaults=True):
    """The remaining actions, the next first, and the reason if the plan has stopped."""

    intents: tuple[Intent[A], ...] = ()
    stopped: str = ""

    @property
    def next(self) -> Intent[A] | None:
        """The next action, or None."""
        return self.intents[0] if self.intents and not self.stopped else None

    @property
    def taken(self) -> Plan[A]:
        """The rest of the plan after its next action."""
        first, *rest = self.intents
        again = (replace(first, times=first.times - 1),) if first.times > 1 else ()
        return Plan((*again, *rest))


class Happened(Struct, frozen=True):
    """Something that has happened, as the owner of a plan has seen it."""

    by: Seat
    """The acting seat."""
    before: Seen[Any]
    events: tuple[Any, ...]
    now: Seen[Any]
