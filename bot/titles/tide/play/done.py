"""The action by which a side ends its part of a step."""

from __future__ import annotations

from typing import Any, TypeVar

from bot.kernel.secret import Seen
from bot.kit.decisions import Verb, just
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field.advantage import is_moving
from bot.titles.tide.field.names import for_reader
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OnTheWay, Step

A = TypeVar("A")


def end(play: Play, step: Step, action: do.Done | do.Hold) -> None:
    """Continue without this side."""
    play.emit(ev.Ended())


def says(seen: Seen[State], action: do.Done) -> str:
    """Return the order as a sentence."""
    step = seen.state.steps[-1] if seen.state.steps else None
    if not isinstance(step, OnTheWay):
        return "Finish here."
    return f"{for_reader(seen, step.unit)} continues its order."


def why(seen: Seen[State], action: do.Done) -> str:
    """Return the reason for ending a part of a step."""
    return "its goal is still the best one" if is_moving(seen) else "nothing here is worth its cost"


DONE: Verb[State, Event, Any, do.Done] = Verb(do.Done, candidates=just(do.Done()), resolve=end)
