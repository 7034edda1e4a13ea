"""Equipment: guns that count as vehicles, but do nothing without somebody who serves them."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.kit.english import join
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.crews import OPEN_TO_GUNS, manned, movers
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Squad, UnitId, Vehicle
from bot.titles.tide.printed.tables import tables


def unserved(state: State, unit: AnyUnit, cite: str = "") -> Wrong | None:
    """Return why a gun cannot fire for want of a crew, `None` for everything that can."""
    if manned(state, unit):
        return None
    return Wrong(
        f"nobody serves the gun: {_idle(state, unit)}",
        "choose another unit, or bring a steady squad that is fresh or on Op Fire and in no pillbox, trench or "
        "transport",
        cite,
    )


def _idle(state: State, gun: AnyUnit) -> str:
    """Say of each squad beside a gun why it does not serve it."""
    squads = [unit for unit in units.at(state, gun.hex) if isinstance(unit, Squad) and unit.side == gun.side]
    reasons = (f"{names.unit(squad)} {_unfit(state, squad)}" for squad in squads)
    return join(list(reasons)) or "no squad of its side is in its hex"


def _unfit(state: State, unit: AnyUnit) -> str:
    """Say why a unit beside a gun neither serves nor moves it; "" for one that could."""
    fort = units.dug_in(state, unit)
    if isinstance(unit, Squad) and unit.morale:
        return f"is {unit.morale}"
    if isinstance(unit, Vehicle) and unit.damage == "heavy":
        return "is heavily damaged"
    if units.aboard(state, unit) is not None:
        return "sits in a transport"
    if fort is not None and fort.kind not in OPEN_TO_GUNS:
        return f"is in the {tables().works[fort.kind].name}"
    return "is fatigued" if unit.activity == "fatigued" else "is on Op Fire" if unit.activity == "op fire" else ""


@case("FB-equip-2")
def way_wrong(state: State, gun: AnyUnit, mover: AnyUnit, to: HexId) -> Wrong | None:
    """Return why a gun and its crew cannot go to a hex, `None` when they can."""
    here = board.map_of(state)
    if to not in here.neighbours[gun.hex]:
        return Wrong("a gun is moved to an adjacent hex", "choose a hex next to it", "FB-equip-1")
    if closed := _closed(state, gun, mover, to):
        return Wrong(closed, "choose another hex", "FB-equip-2")
    if units.stack(state, to) > tables().numbers.stacking.units - 2:
        return Wrong(f"{to} has no room for a gun and its crew", "choose a hex with fewer units", "FB-equip-2")
    return None


def _closed(state: State, gun: AnyUnit, mover: AnyUnit, to: HexId) -> str:
    """Return what closes a hex to a gun, which goes where vehicles do, or to its crew; "" for nothing."""
    here = board.map_of(state)
    terrain = tables().terrain[here[to].terrain]
    shut = terrain.vehicles is None or (isinstance(mover, Squad) and terrain.squads is None)
    if shut and not here.by_road(gun.hex, to):
        return f"{terrain.name} at {to} is closed to the gun or to its crew"
    if abs(here[to].level - here[gun.hex].level) > 1:
        return f"the cliff between {gun.hex} and {to} cannot be crossed"
    if units.holders(state, to, gun.side):
        return f"there are enemies at {to}"
    burns = board.closed(state, to)
    return burns.why if burns is not None else ""


def _no_mover(state: State, gun: AnyUnit, crew: UnitId) -> str:
    """Say what is wrong with the unit that should move a gun, or with each of those beside it."""
    beside = [unit for unit in units.at(state, gun.hex) if unit.side == gun.side and not units.is_gun(unit)]
    named = [unit for unit in beside if crew in ("", unit.id)]
    if crew and not named:
        other = state.units.get(crew)
        return f"{names.unit(other)} is not there" if other is not None else "there is no such unit"
    return join([f"{names.unit(unit)} {_unfit(state, unit)}" for unit in named]) or "none is there"


@case("FB-equip-1", "FB-equip-7")
def mover(state: State, gun: AnyUnit, crew: UnitId) -> AnyUnit | Wrong:
    """Return who moves a gun along: the unit that is named, or the only one that can; or why nobody does."""
    able = list(movers(state, gun))
    named = [unit for unit in able if crew in ("", unit.id)]
    if len(named) == 1:
        return named[0]
    if crew or not able:
        return Wrong(
            f"a gun moves only with a fresh unit beside it that can serve it: {_no_mover(state, gun, crew)}",
            "name such a unit of its hex as its `crew`",
            "FB-equip-1",
        )
    return Wrong("several units could move the gun", "name one of them as its `crew`", "FB-equip-1")
