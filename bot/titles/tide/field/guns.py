"""Equipment: guns that count as vehicles, but need a crew."""

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
    """Return why a gun cannot fire without a crew, or `None` if the unit can fire."""
    if manned(state, unit):
        return None
    return Wrong(
        f"nobody serves the gun: {_idle(state, unit)}",
        "choose another unit, or bring a steady squad that is fresh or on Op Fire and in no pillbox, trench or "
        "transport",
        cite,
    )


def _idle(state: State, gun: AnyUnit) -> str:
    """Explain for each squad in a gun's hex why it does not serve the gun."""
    squads = [unit for unit in units.at(state, gun.hex) if isinstance(unit, Squad) and unit.side == gun.side]
    reasons = (f"{names.unit(squad)} {_unfit(state, squad)}" for squad in squads)
    return join(list(reasons)) or "no squad of its side is in its hex"


def _unfit(state: State, unit: AnyUnit) -> str:
    """Return why a unit neither serves nor moves a gun in its hex, or "" if it could."""
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
    """Return why a gun and its crew cannot move to a hex, or `None` if they can."""
    here = board.map_of(state)
    if to not in here.neighbours[gun.hex]:
        return Wrong("a gun is moved to an adjacent hex", "choose a hex next to it", "FB-equip-1")
    if closed := _closed(state, gun, mover, to):
        return Wrong(closed, "choose another hex", "FB-equip-2")
    if units.stack(state, to) > tables().numbers.stacking.units - 2:
        return Wrong(f"{to} has no room for a gun and its crew", "choose a hex with fewer units", "FB-equip-2")
    return None


def _closed(state: State, gun: AnyUnit, mover: AnyUnit, to: HexId) -> str:
    """Return the reason that closes a hex to a gun or its crew, or "".

    A gun enters the same terrain as vehicles.
    """
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
    """Explain why the named unit, or each unit in the hex, cannot move a gun."""
    beside = [unit for unit in units.at(state, gun.hex) if unit.side == gun.side and not units.is_gun(unit)]
    named = [unit for unit in beside if crew in ("", unit.id)]
    if crew and not named:
        other = state.units.get(crew)
        return f"{names.unit(other)} is not there" if other is not None else "there is no such unit"
    return join([f"{names.unit(unit)} {_unfit(state, unit)}" for unit in named]) or "none is there"


@case("FB-equip-1", "FB-equip-7")
def mover(state: State, gun: AnyUnit, crew: UnitId) -> AnyUnit | Wrong:
    """Return the unit that moves a gun, the named or the only one; or the refusal."""
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
