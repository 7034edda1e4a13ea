"""Done: one order for every decision that a player may leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.kernel.rule import Rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Verb, just
from bot.titles.trap import events as ev
from bot.titles.trap.field.units import awake, of
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ARTILLERY
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
        when="an activation can end, and so can a placement that may leave units out",
        says="Finish here.",
        why=_nothing_left,
        cite="TRAP-4.3.3",
        rules=rules,
        candidates=just(do.Done()),
        resolve=resolve,
        warns=warns,
    )


def _nothing_left(seen: Seen[State], action: do.Done) -> str:
    mine = [unit for unit in of(seen.state, seen.seat) if not (unit.aboard or unit.activated)]
    if seen.state.steps and getattr(seen.state.steps[-1], "marker", "") == ARTILLERY:
        return "no remaining battery has a worthwhile target"
    if not any(awake(unit) for unit in mine):
        return "everybody has acted"
    return "no remaining unit has a better place to go or a target worth firing at"
