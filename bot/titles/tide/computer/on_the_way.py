"""The computer player's decision for a march that was interrupted."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.tide.computer.fires import Choice
from bot.titles.tide.computer.ground import Prospect
from bot.titles.tide.computer.weighing import attack, storm
from bot.titles.tide.field import marches, underway, units, values
from bot.titles.tide.field.aim import standing_at
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId


def is_on_the_way(seen: At[State, steps.OnTheWay]) -> do.Action:
    """Continue, stop or move elsewhere, by the best value now."""
    step = seen.step
    state, march = seen.state, marches.march_of(seen.state)
    assert march is not None
    unit, plan = state.units[step.unit], march.plan.open()
    ground = Prospect(seen, unit)
    goal = plan.path[-1] if plan.path else unit.hex
    choices: list[Choice] = [
        (ground.value(goal) + _ordered_attack(seen, unit, goal, plan, ground) + 0.6 * bool(plan.into), do.Done()),
        (ground.here, do.Hold()),
    ]
    choices += (
        (ground.value(hex) - 0.15, do.Advance(unit.id, hex))
        for hex in underway.ways(state, march, unit).cost
        if hex != unit.hex and units.has_room(state, hex, unit)
    )
    return seen.best(choices) or next(seen.legal(do.Advance))


def _ordered_attack(seen: Seen[State], unit: AnyUnit, start: HexId, plan: steps.Intent, ground: Prospect) -> float:
    """Return the value of the attack ordered for the end of the path."""
    if plan.assault:
        friends = [friend for each in plan.support if (friend := seen.state.units.get(each)) is not None]
        prize = 1.0 + ground.value(plan.assault) - ground.value(start)
        return storm(seen, unit, start, plan.assault, friends, prize)
    there = standing_at(seen.state, unit, start)
    enemy = units.unit_at(there, plan.shot.target) if plan.shot is not None else None
    if plan.shot is None or enemy is None:
        return 0.0
    shot = attack(there, there.units[unit.id], enemy, moving=True)
    return values.of_attack(there, enemy, shot.as_if(plan.shot.mode)) if shot is not None else 0.0
