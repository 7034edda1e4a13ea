"""Done: one order for every decision that a player may leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from bot.kernel.rule import Rule
from bot.kit.decisions import At, Verb, just
from bot.titles.strike import events as ev
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.play import Play

T = TypeVar("T")


def leave(play: Play, step: object, action: do.Done) -> None:
    """Leave a decision."""
    play.emit(ev.Ended())


def done(
    resolve: Callable[[Play, T, do.Done], None] = leave,
    *,
    rules: tuple[Rule[At[State, T], do.Done], ...] = (),
    warns: Callable[[At[State, T], do.Done], str] = lambda at, action: "",
) -> Verb[State, ev.Event, T, Any]:
    """Return how a decision is left."""
    return Verb(
        do.Done,
        when="one is done where nothing has to be chosen, as at the end of a phase",
        cite="2.0",
        rules=rules,
        candidates=just(do.Done()),
        resolve=resolve,
        warns=warns,
    )
