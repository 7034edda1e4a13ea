"""The computer's CAPs on artillery dice, if they gain more there than elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.kit.decisions import At
from bot.titles.firefight.computer.attacking import AIMED
from bot.titles.firefight.computer.paying import cap
from bot.titles.firefight.field.chances import on_unit
from bot.titles.firefight.field.economy import MOST_AIM
from bot.titles.firefight.field.shells import falls_on, shells
from bot.titles.firefight.field.units import side_of
from bot.titles.firefight.field.weighing import value
from bot.titles.firefight.model.actions import Action, Correct
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Landing, Shelling, Struck
from bot.titles.firefight.play.artillery import aim

FACES = 6
"""The number of faces of the die for artillery aim."""


def corrects(at: At[State, Landing]) -> Action:
    """Bring artillery nearer to its target if that is worth it; drift takes no CAPs."""
    state, step = at.state, at.step
    strike = next((each for each in state.strikes if each.seat == at.seat and each.round == step.noted), None)
    if step.drifts or strike is None or strike.smokes or not strike.hex.known:
        return Correct()
    side = side_of(state, at.seat)
    harm = sum(_harm(at, struck, 0) for struck in falls_on(state, side, strike.hex.open()))
    misses = aim(state, side) - 1
    return Correct(_best(at, lambda caps: -harm * max(0, misses - caps) / FACES))


def steadies(at: At[State, Shelling]) -> Action:
    """Help a shell against an enemy, and hinder a shell against a friend."""
    first = at.step.left[0]
    if first.work:
        return Correct()
    way = 1 if at.state.units[first.unit].side != side_of(at.state, at.seat) else -1
    return Correct(way * _best(at, lambda caps: _harm(at, first, way * caps)))


def _best(at: At[State, Any], gain: Callable[[int], float]) -> int:
    """Return the number of CAPs with the largest net gain; 0 if none gains."""
    most = min(MOST_AIM, at.state.players[at.seat].caps)
    return max(range(most + 1), key=lambda caps: gain(caps) - caps * cap(at) * (1 + AIMED))


def _harm(at: At[State, Any], struck: Struck, caps: int) -> float:
    """Return the value of a shell on a unit; it is negative for a friend."""
    if struck.work:
        return 0.0
    unit, side = at.state.units[struck.unit], side_of(at.state, at.seat)
    chance = on_unit(at.state, shells(side, struck.hex), unit, caps)
    worth = value(at.state, unit, float(chance.hit + chance.destroyed), float(chance.destroyed))
    return worth if unit.side != side else -worth
