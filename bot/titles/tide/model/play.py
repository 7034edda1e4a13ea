"""A resolution: the state as it changes, and the events that change it."""

from __future__ import annotations

from bot.kernel.game import Course
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State

Play = Course[State, ev.Event]
