"""Who serves a gun: squads beside it, from the open or out of an entrenchment."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.titles.tide.field import units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Squad, Vehicle

OPEN_TO_GUNS = ("", "entrenchment")
"""Where the squads that serve a gun are: in the open or in an entrenchment, not in a pillbox or a trench."""


@case("FB-equip-7", "FB-equip-12")
def serves(state: State, unit: AnyUnit, gun: AnyUnit) -> bool:
    """Say whether a unit is beside a gun of its side and in a condition to serve it."""
    if unit.hex != gun.hex or unit.side != gun.side or units.is_gun(unit) or units.is_suppressed(unit):
        return False
    if isinstance(unit, Vehicle):
        return unit.damage != "heavy"
    fort = units.dug_in(state, unit)
    return units.aboard(state, unit) is None and (fort.kind if fort is not None else "") in OPEN_TO_GUNS


@case("FB-equip-3", "FB-equip-4", "FB-equip-5")
def manned(state: State, unit: AnyUnit) -> bool:
    """Say whether a unit can fire: a gun needs a squad beside it that is fresh or on Op Fire, and stays so."""
    return not units.is_gun(unit) or any(
        isinstance(each, Squad) and each.activity != "fatigued" and serves(state, each, unit)
        for each in units.at(state, unit.hex)
    )


@case("FB-equip-1")
def movers(state: State, gun: AnyUnit) -> Iterator[AnyUnit]:
    """Yield the fresh units beside a gun that could move it along."""
    return (unit for unit in units.at(state, gun.hex) if unit.activity == "fresh" and serves(state, unit, gun))


def ready(state: State, unit: AnyUnit) -> bool:
    """Say whether a unit could be activated for an action at all; a gun only with somebody to serve it."""
    if not units.activable(state, unit):
        return False
    return manned(state, unit) or any(True for _ in movers(state, unit))
