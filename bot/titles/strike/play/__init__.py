"""The decisions: the sequence of play, and one file for each decision."""

from __future__ import annotations

from bot.kernel.game import Course
from bot.titles.strike.events.base import Event
from bot.titles.strike.model.state import State

Play = Course[State, Event]
"""The resolution of an action, which emits events."""
