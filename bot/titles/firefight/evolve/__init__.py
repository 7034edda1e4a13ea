"""The effect of each event on a state, without rules or dice."""

from __future__ import annotations

from bot.titles.firefight.evolve import course, deeds, fights, generation, solo
from bot.titles.firefight.evolve.changes import EVOLVE
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.state import State

__all__ = ["EVOLVE", "course", "deeds", "evolve", "fights", "generation", "solo"]


def evolve(state: State, event: Event) -> State:
    """Return the state after an event."""
    return EVOLVE[type(event)](state, event)
