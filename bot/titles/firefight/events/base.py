"""The base of the events, and the resolution that emits them."""

from __future__ import annotations

from bot.kernel.game import Course
from bot.kit import events
from bot.titles.firefight.model.state import State

Event = events.Event[State]
Play = Course[State, Event]
"""The resolution of an action, which emits events."""
