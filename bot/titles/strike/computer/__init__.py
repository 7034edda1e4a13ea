"""The title's computer player. It sees what its seat sees, weighs what it could do, and takes the best.

Value is counted in points of combat strength, see `field.value`. It keeps nothing from one move to the next: each
time it makes its plan anew from the table and takes the first step of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.kit.decisions import At
from bot.titles.strike import orders
from bot.titles.strike.computer import fighting, marching, rear
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State


def move(at: At[State, steps.Movement]) -> do.Action:
    """Move railheads and trucks first, then aircraft, then all who march."""
    if at.step.part == "rails":
        return rear.convert(at) or rear.move_trucks(at) or do.Done()
    return rear.fly(at) or marching.march(at) or do.Done()


def redeploy(at: At[State, steps.Redeployment]) -> do.Action:
    """Redeploy what gains most by it, armour first."""
    return marching.redeploy(at, at.step) or do.Done()


def choose(at: At[State, steps.Tie]) -> do.Action:
    """Choose the best area."""
    return do.Choose(orders.best_of(at.state, at.step))


PLAYER: tuple[Callable[[Any], do.Action], ...] = (
    rear.arrive,
    redeploy,
    move,
    fighting.combat_phase,
    fighting.battle,
    fighting.losses,
    fighting.withdraw,
    fighting.advance,
    choose,
    rear.reorganize,
)
"""What it does at each step; the type of its first parameter names the step."""
