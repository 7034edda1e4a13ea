"""Crews of guns: squads in their hex, in the open or in an entrenchment."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.titles.tide.field import units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Squad, Vehicle

OPEN_TO_GUNS = ("", "entrenchment")
"""The shelters of a crew: the open or an entrenchment, not a pillbox or a trench."""


@case("FB-equip-7", "FB-equip-12")
def serves(state: State, unit: AnyUnit, gun: AnyUnit) -> bool:
    """Return true if a unit in a gun's hex can serve it."""
    if unit.hex != gun.hex or unit.side != gun.side or units.is_gun(unit) or units.is_suppressed(unit):
        return False
    if isinstance(unit, Vehicle):
        return unit.damage != "heavy"
    fort = units.dug_in(state, unit)
    return units.aboard(state, unit) is None and (fort.kind if fort is not None else "") in OPEN_TO_GUNS


@case("FB-equip-3", "FB-equip-4", "FB-equip-5")
def manned(state: State, unit: AnyUnit) -> bool:
    """Return true if a unit can fire; a gun needs a squad that can serve it.

    The squad is fresh or on Op Fire, and its state does not change.
    """
    return not units.is_gun(unit) or any(
        isinstance(each, Squad) and each.activity != "fatigued" and serves(state, each, unit)
        for each in units.at(state, unit.hex)
    )


@case("FB-equip-1")
def movers(state: State, gun: AnyUnit) -> Iterator[AnyUnit]:
    """Yield the fresh units in a gun's hex that could move it."""
    return (unit for unit in units.at(state, gun.hex) if unit.activity == "fresh" and serves(state, unit, gun))


def ready(state: State, unit: AnyUnit) -> bool:
    """Return true if a unit could be activated.

    A gun needs a unit to serve or move it.
    """
    if not units.activable(state, unit):
        return False
    return manned(state, unit) or any(True for _ in movers(state, unit))
