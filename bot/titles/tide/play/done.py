"""The action by which a side ends its part of a step."""

from __future__ import annotations

from typing import Any, TypeVar

from bot.kit.decisions import Verb, just
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Step

A = TypeVar("A")


def end(play: Play, step: Step, action: do.Done | do.Hold) -> None:
    """Continue without this side."""
    play.emit(ev.Ended())


DONE: Verb[State, Event, Any, do.Done] = Verb(do.Done, candidates=just(do.Done()), resolve=end)
