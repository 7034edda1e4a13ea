"""Done: one order for every decision that a player may leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from bot.kernel.rule import Rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Verb, just
from bot.titles.strike import events as ev
from bot.titles.strike.field.arrivals import sets_up
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
        when="Done ends a step in which nothing must be chosen, such as a phase",
        says=_leaves,
        why=_nothing_left,
        cite="2.0",
        rules=rules,
        candidates=just(do.Done()),
        resolve=resolve,
        warns=warns,
    )


def _leaves(seen: Seen[State], action: do.Done) -> str:
    return "The rest is set up as suggested." if sets_up(seen.state) else "Finish here."


def _nothing_left(seen: Seen[State], action: do.Done) -> str:
    if sets_up(seen.state):
        return "the suggested places are good ones to begin from"
    return "nothing else is worth its price now"
