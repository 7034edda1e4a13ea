"""Who must act, and which actions are open to him, read off the step on top of the stack."""

from __future__ import annotations

from bot.kernel.secret import Seat
from bot.titles.tide import munitions
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State

OPEN: dict[type[steps.Step], tuple[str, ...]] = {
    steps.Muster: ("build", "done"),
    steps.Deployment: ("place", "deploy"),
    steps.Turn: (
        "advance",
        "fire",
        "assault",
        "fire-and-move",
        "op-fire",
        "card",
        "special",
        "fatigue",
        "stop",
    ),
    steps.OnTheWay: ("done", "advance", "hold"),
    steps.OpFireChance: ("shoot", "hold"),
    steps.Losses: ("remove",),
    steps.Melee: ("join",),
    steps.Rout: ("retreat",),
    steps.Spending: ("spend", "card", "sabotage", "done"),
    steps.Drawing: ("draw", "subvert", "done"),
    steps.Arming: ("spend", "done"),
    steps.OpFirePlacing: ("op-fire", "done"),
    steps.Transferring: ("transfer", "done"),
    steps.Arrival: ("place", "done"),
    steps.Keeping: ("remove", "done"),
    steps.Rerolling: ("reroll",),
}


def asked(state: State) -> tuple[Seat, ...]:
    """Return the seats that must act; several at once in the muster."""
    if not state.steps or state.outcome is not None:
        return ()
    step = state.steps[-1]
    if isinstance(step, steps.Muster):
        return step.waiting
    if isinstance(step, steps.Melee):
        return tuple(seat for seat in state.hq if seat != state.units[step.unit].side)
    return (step.seat,) if not isinstance(step, steps.March) else ()


DELICATE = (steps.Turn, steps.OpFireChance, steps.Melee, steps.OpFirePlacing, steps.Transferring)
"""Where what is open may depend on what a concealed squad carries, or on what munition lies face down."""


def private(state: State, seat: Seat) -> bool:
    """Say whether an answer given for a seat that has no choice would tell something of what it hides."""
    own = (unit for unit in state.units.values() if unit.side == seat)
    hides = any(getattr(unit, "concealed", False) or munitions.face_down(state, unit) for unit in own)
    return isinstance(state.steps[-1], DELICATE) and hides


def verbs(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the actions that are open to a seat, in the order in which they are offered."""
    return OPEN[type(state.steps[-1])] if seat in asked(state) else ()
