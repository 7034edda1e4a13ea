"""How exposed a hex is: how far the enemy is from it, who could fire into it, and with what chance."""

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
    """Return how far the nearest enemy of a side is whose place one knows."""
    here = ground(state.field)
    foes = (units.where(foe) for foe in units.of_side(state, units.other(side)))
    return min((here.distance(hex, foe) for foe in foes), default=FAR)


@POSITION.keeps
def shooters(state: State, side: Side, hex: HexId) -> tuple[UnitId, ...]:
    """Return the enemies of a side who could fire into a hex as they face now."""
    foes = units.of_side(state, units.other(side))
    return tuple(foe.id for foe in foes if _could_fire(state, foe, hex))


def _could_fire(state: State, foe: Unit, hex: HexId) -> bool:
    if foe.aboard or firing.unable(state, foe) is not None:
        return False
    return bears_on(state, foe, foe.facing, hex)


def bears_on(state: State, unit: Unit, facing: Facing, hex: HexId) -> bool:
    """Say whether a unit that faces so has a hex in range, arc and sight."""
    what, start = units.kind(unit), units.where(unit)
    far = ground(state.field).distance(start, hex)
    if not what.minimum <= far <= 2 * what.range:
        return False
    bears = what.turret or far == 0 or arcs.in_arc(state.field, start, facing, hex)
    return bears and sees(state, start, hex)


def risk(state: State, foe: UnitId, target: UnitId) -> float:
    """Return how likely an enemy alone hits a unit where it stands, as far as one may know and without CAPs."""
    shooter, hit = state.units[foe], state.units[target]
    start, end = units.where(shooter), units.where(hit)
    shot = Shot("close combat" if start == end else "fire", shooter.side, end, shooter, eye=start)
    return 1 - float(chances.on_unit(state, shot, hit).missed)
