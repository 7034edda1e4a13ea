"""What is left undone when a side ends a phase or the campaign."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.words import count, join
from bot.titles.strike import battles, forces, movement, names
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State


def undone(seen: Seen[State], action: do.Action) -> str:
    """Say what could still be done before this action; empty where nothing could, or the action ends nothing."""
    state, seat = seen.state, seen.seat
    own = list(forces.of(state, seat))
    if isinstance(action, do.Resign):
        return f"you still have {count(len(own), 'unit')} on the map" if own else ""
    if not isinstance(action, do.Done):
        return ""
    match state.steps[-1] if state.steps else None:
        case steps.Movement(part="units"):
            able = [unit for unit in own if forces.fights(unit)]
            still = sum(not unit.trail for unit in movement.movable(state, able))
            have = "has" if still == 1 else "have"
            return f"{still} of your {count(len(able), 'unit')} {have} not moved" if still else ""
        case steps.Movement(part="rails"):
            rested = [unit for unit in own if forces.is_kind(unit, "rail", "trucks") and not unit.trail]
            have = "has" if len(rested) == 1 else "have"
            return f"{count(len(rested), 'railhead or truck unit')} {have} not moved" if rested else ""
        case steps.Combat(areas=areas):
            still_open = join(names.place(state, area) for area in battles.open_areas(state, areas))
            return f"you have not attacked at {still_open}" if still_open else ""
        case steps.Arrival(units=units, why="reinforcement"):
            waiting = names.several(state.units[unit] for unit in units)
            return f"not placed yet: {waiting}" if waiting else ""
        case steps.Reorganization() if state.points[seat]:
            return f"you have {count(state.points[seat], 'operations point')} left"
        case _:
            return ""
