"""Being done: one order at every decision that one may leave without a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from bot.kernel.rule import Rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Fixed, Verb
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.play import Play

T = TypeVar("T")


def dones(seen: Seen[State], fixed: Fixed) -> Iterator[do.Done]:
    """Yield being done."""
    yield do.Done()


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
        candidates=dones,
        resolve=resolve,
        warns=warns,
    )
