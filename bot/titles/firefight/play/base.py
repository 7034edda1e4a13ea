"""What every decision needs: the course of events, and what a player sees in their turn."""

from __future__ import annotations

from typing import Any, TypeVar

from bot.kernel.game import Course
from bot.kernel.secret import Seat
from bot.kit.decisions import At, Verb
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Turn

Play = Course[State, Event]
Here = At[State, Turn]
"""What a player sees in their turn."""
Anytime = At[State, Any]
"""What a player sees at any step: odds and sketches are also asked ahead."""


def in_turn(seat: Seat, state: State) -> Here:
    """Return what a seat sees of a state, as in its turn."""
    return At(seat, state, Turn(seat))


A = TypeVar("A")
TurnVerb = Verb[State, Event, Turn, A]
"""A class of action that is open in a player's turn."""
