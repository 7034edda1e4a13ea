"""Shared types of all decisions: the resolution, and a player's view of a turn."""

from __future__ import annotations

from typing import Any, TypeVar

from bot.kernel.game import Course
from bot.kernel.secret import Seat
from bot.kit.decisions import At, Verb
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Turn

Play = Course[State, Event]
Here = At[State, Turn]
"""A player's view in their own turn."""
Anytime = At[State, Any]
"""A player's view at any step.

Odds and sketches are also requested ahead of a turn.
"""


def in_turn(seat: Seat, state: State) -> Here:
    """Return a seat's view of a state, as if it were its turn."""
    return At(seat, state, Turn(seat))


A = TypeVar("A")
TurnVerb = Verb[State, Event, Turn, A]
"""The verb of an action that is legal in a player's turn."""
