"""Being done: one order at every decision that one may leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.kernel.rule import Rule
from bot.kit.decisions import At, Verb, just
from bot.titles.trap import events as ev
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.play.base import Play, leave

T = TypeVar("T")


def done(
    resolve: Callable[[Play, T, do.Done], None] = leave,
    *,
    rules: tuple[Rule[At[State, T], do.Done], ...] = (),
    warns: Callable[[At[State, T], do.Done], str] = lambda at, action: "",
) -> Verb[State, ev.Event, T, do.Done]:
    """Return how a decision is left."""
    return Verb(
        do.Done,
        when="one is done at the end of an activation, and where units need not all be placed",
        cite="TRAP-4.3.3",
        rules=rules,
        candidates=just(do.Done()),
        resolve=resolve,
        warns=warns,
    )
