"""What each event makes of a state. No rule, no dice: an event is a fact."""

from __future__ import annotations

from bot.titles.trap.evolve import arrivals, course, deeds, fights
from bot.titles.trap.evolve.changes import EVOLVE
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State

__all__ = ["arrivals", "course", "deeds", "evolve", "fights"]


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after an event."""
    return EVOLVE[type(event)](state, event)
