"""The resolution of this title, with its state and its events."""

from bot.kernel.game import Course
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.state import State

Play = Course[State, Event]
