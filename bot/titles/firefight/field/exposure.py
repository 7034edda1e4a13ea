"""Exposure of a hex: the distance to enemies, and the chance of their fire."""

from __future__ import annotations

from bot.kit.advice import FAR
from bot.titles.firefight.field import arcs, chances, firing, units
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.memo import POSITION
from bot.titles.firefight.field.shots import Shot
from bot.titles.firefight.field.view import sees
from bot.titles.firefight.model.ids import Facing, HexId, Side, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit


@POSITION.keeps
def nearest(state: State, side: Side, hex: HexId) -> int:
    """Return the distance to the nearest enemy of a side with a known hex."""
    here = ground(state.field)
    foes = (units.where(foe) for foe in units.of_side(state, units.other(side)))
    return min((here.distance(hex, foe) for foe in foes), default=FAR)


@POSITION.keeps
def shooters(state: State, side: Side, hex: HexId) -> tuple[UnitId, ...]:
    """Return the enemies of a side that could fire into a hex in their current facing."""
    foes = units.of_side(state, units.other(side))
    return tuple(foe.id for foe in foes if _could_fire(state, foe, hex))


def _could_fire(state: State, foe: Unit, hex: HexId) -> bool:
    if foe.aboard or firing.unable(state, foe) is not None:
        return False
    return bears_on(state, foe, foe.facing, hex)


def bears_on(state: State, unit: Unit, facing: Facing, hex: HexId) -> bool:
    """Return true if a unit with this facing has a hex in range, arc and sight."""
    what, start = units.kind(unit), units.where(unit)
    far = ground(state.field).distance(start, hex)
    if not what.minimum <= far <= 2 * what.range:
        return False
    bears = what.turret or far == 0 or arcs.in_arc(state.field, start, facing, hex)
    return bears and sees(state, start, hex)


def risk(state: State, foe: UnitId, target: UnitId) -> float:
    """Return the chance that an enemy alone hits a unit, without CAPs.

    It uses only known information.
    """
    shooter, hit = state.units[foe], state.units[target]
    start, end = units.where(shooter), units.where(hit)
    shot = Shot("close combat" if start == end else "fire", shooter.side, end, shooter, eye=start)
    return 1 - float(chances.on_unit(state, shot, hit).missed)
