"""What may be decided: the sequence of play, and one file a decision."""

from __future__ import annotations

from bot.kernel.game import Course
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State

Play = Course[State, ev.Event]
"""What a decision sets going."""
