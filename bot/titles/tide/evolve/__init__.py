"""What each event makes of a state. No rule, no dice: an event is a fact."""

from __future__ import annotations

from bot.titles.tide.evolve import cards, course, pieces
from bot.titles.tide.evolve.changes import EVOLVE
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State

__all__ = ["cards", "course", "evolve", "pieces"]


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after an event."""
    return EVOLVE[type(event)](state, event)
