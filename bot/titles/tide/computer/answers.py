"""The computer player's answers to questions outside its turn."""

from __future__ import annotations

from bot.kit.decisions import At
from bot.titles.tide.computer.weighing import op_fire_value
from bot.titles.tide.field import assault, board, units
from bot.titles.tide.field.retreats import safest_retreat
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId
from bot.titles.tide.play import losses, op_fire, op_fire_placing, rerolling

WAITS = 0.3
"""The least value of waiting on Op Fire.

A single near enemy is not enough, except for a machine gun.
"""
FIRES = 0.35
"""The least value of a shot, in infantry figures.

Below it, the unit waits for a better shot.
"""


def _on_objective(state: State, hex: HexId) -> bool:
    return any(objective.hex == hex for objective in board.scenario(state).objectives)


def places_op_fire(seen: At[State, steps.OpFirePlacing]) -> do.Action:
    """Put machine guns and guards of objectives on Op Fire.

    Other units stay free to act.
    """
    state = seen.state
    guards = tuple(
        unit.id
        for unit in units.of(state, seen.seat)
        if op_fire_placing.op_fire_ready(state, unit)
        and op_fire_value(seen, unit) > WAITS
        and (units.is_gun(unit) or "mg" in units.figures(unit) or _on_objective(state, unit.hex))
    )
    return do.OpFire(guards) if guards else do.Done()


def has_chance(at: At[State, steps.OpFireChance]) -> do.Action:
    """Take the best shot, if it is worth it."""
    shots = [each for each in op_fire.lone_shots(at) if each.value >= FIRES]
    return max(shots, key=lambda each: each.value).shot if shots else do.Hold()


def loses(at: At[State, steps.Losses]) -> do.Action:
    """Choose the least valuable loss."""
    return losses.cheapest_loss(at.state, at.step)


def is_assaulted(at: At[State, steps.Melee]) -> do.Action:
    """Let all concealed squads join the defence."""
    hidden = assault.hidden_defenders(at.state, at.step, at.state.units[at.step.unit])
    return do.Join(tuple(hidden))


def retreats(at: At[State, steps.Rout]) -> do.Action:
    """Retreat to the safest hex."""
    retreat = safest_retreat(at.state, at.step)
    assert retreat is not None
    return retreat


def brings_up(at: At[State, steps.Arrival]) -> do.Action:
    """Place the next unit."""
    return next(at.legal(do.Place), do.Done())


def musters(at: At[State, steps.Muster]) -> do.Action:
    """Take the suggested bases."""
    return do.Done()


def deploys(at: At[State, steps.Deployment]) -> do.Action:
    """Deploy as suggested."""
    return do.Deploy()


def exchanges(at: At[State, steps.Transferring]) -> do.Action:
    """Leave the squads as they are."""
    return do.Done()


def keeps(at: At[State, steps.Keeping]) -> do.Action:
    """Discard nothing."""
    return do.Done()


def rolls_again(at: At[State, steps.Rerolling]) -> do.Action:
    """Reroll the misses."""
    return rerolling.misses(at.step)
