"""The effect of each event on a state, without rules or dice."""

from __future__ import annotations

from bot.titles.tide.evolve import cards, course, pieces
from bot.titles.tide.evolve.changes import EVOLVE
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State

__all__ = ["cards", "course", "evolve", "pieces"]


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after an event."""
    return EVOLVE[type(event)](state, event)
