"""What is left undone when a side ends its turn, its phase or the battle."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.words import count
from bot.titles.tide import forces, guns
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State


def undone(seen: Seen[State], action: do.Action) -> str:
    """Say what could still be done before this action; empty where nothing could, or the action ends nothing."""
    state, seat = seen.state, seen.seat
    own = list(forces.of(state, seat))
    step = state.steps[-1] if state.steps else None
    match action:
        case do.Stop():
            fresh = sum(guns.ready(state, unit) for unit in own)
            are = "is" if fresh == 1 else "are"
            return f"{fresh} of your {count(len(own), 'unit')} {are} fresh" if fresh else ""
        case do.Done() if isinstance(step, steps.Arrival):
            left = sum(unit.side == seat and not unit.hex for unit in state.units.values())
            return f"{count(left, 'unit')} of yours still {'waits' if left == 1 else 'wait'}" if left else ""
        case do.Resign():
            return f"you still have {count(len(own), 'unit')} on the map" if own else ""
        case _:
            return ""
