"""The two kinds of events: occurrences, and deeds of units under orders."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.kernel.secret import Secret, Seen
from bot.kit import events
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CounterId, UnitId

Event = events.Event[State]
Pool = Annotated[Secret[tuple[CounterId, ...]], Meta(description="nobody")]
"""The Chechen counters that are still to be drawn."""


class Deed(Event, frozen=True):
    """Something that units do because their side said so, which may read who they are."""

    def acting(self) -> tuple[UnitId, ...]:
        """Return the units that act."""
        return ()

    def is_own(self, seen: Seen[State]) -> bool:
        """Return whether the seat that looks has given the order."""
        return all(seen.state.units[id].side == seen.seat for id in self.acting())
