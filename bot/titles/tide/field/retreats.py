"""Retreats of the losers of an assault, and units lost without a refuge."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.tide.field import board, movement, units, values
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Rout
from bot.titles.tide.model.table import HexId, Squad, Vehicle


def cannot_flee(state: State, unit: AnyUnit) -> bool:
    """Return true if a retreating unit is lost: disrupted, immobile or trapped."""
    if isinstance(unit, Squad) and unit.morale == "disrupted":
        return True
    if isinstance(unit, Vehicle) and unit.damage == "heavy":
        return True
    return not refuges(state, unit)


@case("TOI-6.2f")
def refuges(state: State, unit: AnyUnit) -> list[HexId]:
    """Return the adjacent hexes that a unit could retreat to."""
    return [
        to
        for to in board.map_of(state).neighbours[unit.hex]
        if isinstance(movement.step_cost(state, unit, unit.hex, unit.hex, to), int)
        and units.has_room(state, to, unit)
    ]


def safest_retreat(state: State, step: Rout) -> do.Retreat | None:
    """Return the first unit's retreat to the hex with most cover, then least threat."""
    for each in step.units:
        unit = state.units.get(each)
        choices = refuges(state, unit) if unit is not None else []
        if unit is not None and choices:
            seat, piece = unit.side, unit
            best = max(
                choices,
                key=lambda hex: (values.cover(state, piece, hex) * 2 - values.threat(state, seat, hex), hex),
            )
            return do.Retreat(each, best)
    return None
