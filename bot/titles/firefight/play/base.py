"""Shared types of all decisions: the resolution, and a player's view of a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from bot.kernel.game import Course
from bot.kernel.rule import Rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Verb, just
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.model import actions as do
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


def done(
    resolve: Callable[[Play, A, do.Done], None], *, cite: str,
    rules: tuple[Rule[At[State, A], do.Done], ...] = (), open: Callable[[At[State, A]], bool] = lambda at: True,
) -> Verb[State, Event, A, do.Done]:  # fmt: skip
    """Return the verb for leaving something as it is."""
    return Verb(
        do.Done,
        when="Done is for steps that may be left as they are",
        says="Finish here.",
        why=lambda seen, action: "nothing needs a change",
        cite=cite,
        rules=rules,
        candidates=just(do.Done()),
        resolve=resolve,
        open=open,
    )


def alike(seen: Seen[State], action: Any) -> str:
    """Return the reason for a choice among equals."""
    return "each choice seems equally good now"
