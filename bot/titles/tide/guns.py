"""Equipment: guns that count as vehicles, but do nothing without somebody who serves them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case
from bot.titles.tide import flames, forces
from bot.titles.tide.forces import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Squad, UnitId, Vehicle
from bot.titles.tide.tables import tables

OPEN_TO_GUNS = ("", "entrenchment")
"""From where guns are served: from the open, and out of an entrenchment, but not out of a pillbox or a trench."""


@case("FB-equip-7", "FB-equip-12")
def serves(state: State, unit: AnyUnit, gun: AnyUnit) -> bool:
    """Say whether a unit is beside a gun of its side and in a condition to serve it."""
    if unit.hex != gun.hex or unit.side != gun.side or forces.is_gun(unit) or forces.is_suppressed(unit):
        return False
    if isinstance(unit, Vehicle):
        return unit.damage != "heavy"
    fort = forces.dug_in(state, unit)
    return forces.aboard(state, unit) is None and (fort.kind if fort is not None else "") in OPEN_TO_GUNS


@case("FB-equip-3", "FB-equip-4", "FB-equip-5")
def manned(state: State, unit: AnyUnit) -> bool:
    """Say whether a unit can fire: a gun needs a squad beside it that is fresh or on Op Fire, and stays so."""
    return not forces.is_gun(unit) or any(
        isinstance(each, Squad) and each.activity != "fatigued" and serves(state, each, unit)
        for each in forces.at(state, unit.hex)
    )


def unserved(state: State, unit: AnyUnit, cite: str = "") -> Wrong | None:
    """Return why a gun cannot fire for want of a crew, `None` for everything that can."""
    if manned(state, unit):
        return None
    return Wrong(
        "nobody serves the gun: it needs a squad of its side in its hex, fresh or on Op Fire, steady, and in no "
        "pillbox, trench or transport",
        "choose another unit, or bring such a squad",
        cite,
    )


@case("FB-equip-1")
def movers(state: State, gun: AnyUnit) -> Iterator[AnyUnit]:
    """Yield the fresh units beside a gun that could move it along."""
    return (unit for unit in forces.at(state, gun.hex) if unit.activity == "fresh" and serves(state, unit, gun))


def ready(state: State, unit: AnyUnit) -> bool:
    """Say whether a unit could be activated for an action at all; a gun only with somebody to serve it."""
    if not forces.activable(state, unit):
        return False
    return manned(state, unit) or any(True for _ in movers(state, unit))


@case("FB-equip-2")
def way_wrong(state: State, gun: AnyUnit, mover: AnyUnit, to: HexId) -> Wrong | None:
    """Return why a gun and who moves it cannot go to a hex, `None` when they can."""
    here = forces.map_of(state)
    if to not in here.neighbours[gun.hex]:
        return Wrong("a gun is moved to an adjacent hex", "choose a hex next to it", "FB-equip-1")
    if closed := _closed(state, gun, mover, to):
        return Wrong(closed, "choose another hex", "FB-equip-2")
    if forces.stack(state, to) > tables().numbers.stacking.units - 2:
        return Wrong(f"{to} has no room for a gun and its crew", "choose a hex with fewer units", "FB-equip-2")
    return None


def _closed(state: State, gun: AnyUnit, mover: AnyUnit, to: HexId) -> str:
    """Return what closes a hex to a gun, which goes where vehicles do, or to who moves it; "" for nothing."""
    here = forces.map_of(state)
    terrain = tables().terrain[here[to].terrain]
    shut = terrain.vehicles is None or (isinstance(mover, Squad) and terrain.squads is None)
    if shut and not here.by_road(gun.hex, to):
        return f"{terrain.name} at {to} is closed to the gun or to its crew"
    if abs(here[to].level - here[gun.hex].level) > 1:
        return f"the cliff between {gun.hex} and {to} cannot be crossed"
    if forces.holders(state, to, gun.side):
        return f"there are enemies at {to}"
    burns = flames.closed(state, to)
    return burns.why if burns is not None else ""


@case("FB-equip-1", "FB-equip-7")
def mover(state: State, gun: AnyUnit, crew: UnitId) -> AnyUnit | Wrong:
    """Return who moves a gun along: the unit that is named, or the only one that can; or why nobody does."""
    able = list(movers(state, gun))
    named = [unit for unit in able if crew in ("", unit.id)]
    if len(named) == 1:
        return named[0]
    if crew or not able:
        return Wrong(
            "a gun moves only with a fresh unit of yours in its hex that can serve it",
            "name such a unit as its `crew`",
            "FB-equip-1",
        )
    return Wrong("several units could move the gun", "name one of them as its `crew`", "FB-equip-1")
