"""Reasons why a side cannot command a unit: owner and place."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.titles.tide.field import names, units
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Squad, TargetId, UnitId, Vehicle


@case("TOI-4.9", "TOI-11.4", "FB-equip-9")
def not_yours(state: State, seat: Seat, id: str) -> Wrong:
    """Return why a side cannot command a unit: unknown, off the map, or the enemy's."""
    unit = state.units.get(UnitId(id))
    if unit is None:
        return Wrong("that is not one of your units on the map", "choose one of your units", "TOI-4.9")
    if unit.side == seat:
        when = f"wait for round {unit.arrives}" if unit.arrives > state.round else "place it first"
        return Wrong(f"{names.unit(unit)} is not on the map yet", when, "TOI-11.4")
    if isinstance(unit, Vehicle) and units.is_gun(unit) and seat in units.kind(unit).nations:
        return Wrong(
            f"the enemy has captured {names.unit(unit)}", f"take {unit.hex} to have it back", "FB-equip-9"
        )
    return Wrong(f"{names.full(unit)} is an enemy unit", "choose one of your units", "TOI-4.9")


def target_wrong(state: State, seat: str, target: TargetId) -> Wrong | None:
    """Return why a unit cannot be a target, wherever it is, or `None` if it can."""
    enemy = state.units.get(UnitId(target))
    if enemy is None:
        return Wrong("that is not an enemy unit on the map", "choose an enemy unit", "TOI-4.2")
    if enemy.side == seat:
        return Wrong(f"{names.unit(enemy)} is your own", "choose an enemy unit", "TOI-4.2")
    if not enemy.hex:
        return Wrong(f"{names.full(enemy)} is not on the map yet", "choose another unit", "TOI-11.4")
    if units.aboard(state, enemy) is not None:
        return Wrong("passengers are not attacked", "fire at their transport", "TOI-3.6c")
    if isinstance(enemy, Squad) and enemy.concealed:
        return Wrong(
            "a concealed squad cannot be fired at", "attack its hex with a mortar, or assault it", "TOI-12.1a"
        )
    return None
