"""A course of play: the state as it goes on, and the events that make it so."""

from bot.kernel.game import Course
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.state import State

Play = Course[State, Event]
