"""Who must act, and which actions are open to him, read off the step on top of the stack."""

from __future__ import annotations

from bot.kernel.secret import Seat
from bot.titles.strike import forces
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN

_MOVE = ("move", "rail", "fly", "break", "combine", "lose", "done")
OPEN: dict[type[steps.Step], tuple[str, ...]] = {
    steps.Arrival: ("place", "done"),
    steps.Redeployment: ("move", "rail", "fly", "lose", "done"),
    steps.Movement: _MOVE,
    steps.Combat: ("attack", "done"),
    steps.Losses: ("lose",),
    steps.Withdrawal: ("withdraw", "hold"),
    steps.Advance: ("advance", "done"),
    steps.Tie: ("choose",),
    steps.Reorganization: ("recover", "swap", "replace", "rebuild", "done"),
}
IN_BATTLE: dict[str, tuple[str, ...]] = {
    "defence": ("defend",),
    "counter-attack": ("attack",),
    "press": ("attack", "done"),
    "answer": ("continue", "done"),
    "again": ("attack",),
}
RAILS = ("convert", "move", "rail", "done")
"""The first part of the German movement."""


def asked(state: State) -> tuple[Seat, ...]:
    """Return the seats that must act."""
    if not state.steps or state.outcome is not None:
        return ()
    step = state.steps[-1]
    if isinstance(step, steps.Battle):
        if step.moment == "counter-attack":
            return (RUSSIAN,)
        defends = step.moment in ("defence", "answer")
        return (forces.other(step.attacker) if defends else step.attacker,)
    return (step.seat,)


def verbs(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the actions that are open to a seat, in the order in which they are offered."""
    if seat not in asked(state):
        return ()
    step = state.steps[-1]
    if isinstance(step, steps.Battle):
        return IN_BATTLE[step.moment]
    if isinstance(step, steps.Movement) and step.part == "rails":
        return RAILS
    open_now = OPEN[type(step)]
    if isinstance(step, steps.Redeployment) and state.options.get("breakdown") == "allowed":
        open_now = _MOVE
    return tuple(verb for verb in open_now if seat == GERMAN or verb != "fly")
