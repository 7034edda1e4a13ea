"""A course of play: the state as it goes on, and the events that make it so."""

from __future__ import annotations

from bot.kernel.game import Course
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State

Play = Course[State, ev.Event]
