"""The computer player takes the order with the best value in victory points.

It remembers nothing between orders. Chechens wait along the streets of the columns and spring the ambush late.
Russians leave vehicles in danger, clear the enemies they see, and go for the buildings.
"""

from __future__ import annotations

from bot.kit.decisions import At
from bot.titles.trap.computer import placing, value
from bot.titles.trap.computer.fighting import fight, try_a_shot
from bot.titles.trap.computer.marching import come_in, dismount, march
from bot.titles.trap.computer.ways import by_road, fronts
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import known, of, record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Collapse, Held, Next
from bot.titles.trap.model.table import ARTILLERY, RUSSIAN, MarkerId
from bot.titles.trap.play.acting import Here


def holds(at: At[State, Held]) -> do.Action:
    """Hold the marker of the formation with most units near the enemy."""
    markers = [action.marker for action in at.legal(do.Hold)]
    return do.Hold(max(markers, key=lambda marker: (_busy(at.state, marker), marker))) if markers else do.Done()


IN_A_TURN, FIRST = 9, 30
"""Turns a vehicle needs by road, and the weight of reaching a landmark first.

Only landmarks without Chechens count (10.3.2).
"""
BATTERIES = 4
"""How many units a target counts for that a leader sees for the guns."""


def _busy(state: State, marker: MarkerId) -> int:
    """Count a formation's units within four hexes of an enemy, or the guns' targets."""
    enemy = fronts(state, RUSSIAN)
    free = value.unguarded(state)
    if marker == ARTILLERY:
        return BATTERIES * len(value.targets(state).intersection(enemy))
    own = [unit for unit in of(state, RUSSIAN) if (what := known(unit)) and what.formation == marker]
    arrive = any(record(unit).vehicle and by_road(ground(), unit.hex, free) <= IN_A_TURN for unit in own)
    near = sum(any(ground().distance(unit.hex, hex) <= 4 for hex in enemy) for unit in own)
    return near + FIRST * arrive


def adds(at: At[State, Next]) -> do.Action:
    """Let a formation come next."""
    return next(at.legal(), do.Done())


def acts(at: Here) -> do.Action:
    """Fight if it pays, bring in units, move to better places, try a shot, or be done."""
    return dismount(at) or fight(at) or come_in(at) or march(at) or try_a_shot(at) or do.Done()


def falls(at: At[State, Collapse]) -> do.Action:
    """Get out of the rubble, or give a unit up."""
    return next(at.legal(), do.Done())


PLAYER = (holds, adds, placing.place, acts, falls)
"""The choice at each step; the type of the first parameter names the step."""
