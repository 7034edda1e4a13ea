"""The title's computer player. It sees what its seat sees, weighs what it could do, and takes the best.

Worth counts in points of combat strength, see `worth`. It keeps nothing from one move to the next: each time it
makes its plan anew from the table and takes the first step of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.kernel.secret import Seen
from bot.titles.strike import asks, orders
from bot.titles.strike.computer import fighting, marching, rear
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State


def play(seen: Seen[State]) -> do.Action:
    """Return what the computer player does with what it is asked."""
    step = seen.state.steps[-1]
    return _PLAY[type(step)](seen, step)


def _movement(seen: Seen[State], step: steps.Movement) -> do.Action:
    if step.part == "rails":
        return rear.convert(seen) or rear.move_trucks(seen) or do.Done()
    return rear.fly(seen) or marching.march(seen) or do.Done()


def _redeployment(seen: Seen[State], step: steps.Redeployment) -> do.Action:
    """Redeploy what gains most by it, armour first."""
    return marching.redeploy(seen, step) or do.Done()


_PLAY: dict[type[steps.Step], Callable[[Seen[State], Any], do.Action]] = {
    steps.Arrival: rear.arrive,
    steps.Redeployment: _redeployment,
    steps.Movement: _movement,
    steps.Combat: fighting.combat_phase,
    steps.Battle: fighting.battle,
    steps.Losses: fighting.losses,
    steps.Withdrawal: fighting.withdraw,
    steps.Advance: fighting.advance,
    steps.Tie: lambda seen, step: do.Choose(orders.best_of(seen.state, step)),
    steps.Reorganization: rear.reorganize,
}
assert set(_PLAY) == {*asks.OPEN, steps.Battle}
