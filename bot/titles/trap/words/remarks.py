"""Remarks on the values of an order: costs of ways, distances, enemies in sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.fields import Field
from bot.kernel.secret import Seen
from bot.kit.advice import Remark, enemy_away
from bot.kit.english import away, begun, join
from bot.titles.trap.field import fire, movement, names
from bot.titles.trap.field.arcs import aspect, leaves
from bot.titles.trap.field.danger import nearest, watchers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.order_words import activated_by, identified
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.units import of, on_map, other, record
from bot.titles.trap.field.view import eyesight
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS, HexId, Level, MarkerId, Unit, UnitId

MOVES = (do.Move, do.March)
FROM_AFAR = (do.Shell, do.Bombard, do.Strike, do.Interdict, do.Assault, do.Clear)
"""Orders for a hex in which their units do not stand as they give them."""


def where(seen: Seen[State], piece: Any) -> str:
    """Return the hex of a unit."""
    found = seen.state.units.get(piece)
    return found.hex if found is not None and found.hex in ground() else ""


def weigh(
    seen: Seen[State], kind: type[Any], known: Mapping[str, Any], field: Field, values: Sequence[Any]
) -> list[Remark]:
    """Remark on hexes (cost of the way, enemies in sight) and units (distance)."""
    ids: tuple[UnitId, ...] = known.get("units") or (known.get("unit") or known.get("lead") or UnitId(""),)
    units = identified(seen, ids)
    if field.type is HexId and not field.many:
        return [_of_hex(seen, kind, field, units, HexId(hex)) for hex in values]
    if kind is do.Turn and field.name == "facing":
        return [_of_facing(seen.state, units, FACINGS.index(facing)) for facing in values]
    if field.type is UnitId:
        return [_of_unit(seen, units, value) for value in values]
    if field.type is MarkerId:
        return [Remark(words=names.sorts(activated_by(seen, marker))) for marker in values]
    return []


def _of_unit(seen: Seen[State], units: tuple[Unit, ...], value: Any) -> Remark:
    """Return the distance to a target, or from an own unit to the enemy."""
    one = seen.state.units.get(value[0] if isinstance(value, tuple) and value else value)
    if one is None:
        return Remark()
    rank = names.rank(one)
    if not on_map(one) or one.hex not in ground():
        return Remark((0, rank))
    if units:
        far = ground().distance(units[0].hex, one.hex)
        return Remark((far, rank), away(far))
    far = nearest(seen.state, seen.seat, one.hex)
    return Remark((far, rank), enemy_away(far))


def _of_hex(seen: Seen[State], kind: type[Any], field: Field, units: tuple[Unit, ...], hex: HexId) -> Remark:
    state, cost = seen.state, None
    if hex not in ground():
        return Remark()
    if kind in MOVES and field.name == "to" and units:
        cost = movement.cost_to(state, units, hex)
    if kind is do.Move and units and hex == units[0].hex:
        return _of_stairs(state, units)
    if kind is do.Approach:
        far = nearest(state, other(seen.seat), hex)
        return Remark((float(far),), away(far) if far else "units of yours are there")
    eyes = len(watchers(state, seen.seat, hex, units)) if units and kind not in FROM_AFAR else 0
    said = (
        names.points(cost) if cost is not None else "",
        str(movement.terrain(state, hex)),
        *_there(seen, hex),
        f"{eyes} could fire there" if eyes else "",
    )
    order = (float(nearest(state, seen.seat, hex)), float(cost or 0))
    return Remark(order, ", ".join(filter(None, said)), names.halves(cost) if cost is not None else "")


def _of_stairs(state: State, units: tuple[Unit, ...]) -> Remark:
    """Remark that units in this hex change their level, and at which cost."""
    goal: Level = "ground" if units[0].level == "upper" else "upper"
    cost = movement.group_cost(state, units, (units[0].hex,), goal)
    whither = "upstairs" if goal == "upper" else "down to the street"
    return Remark((0.0, float(cost or 0)), f"{names.points(cost or 0)}, {whither}", names.halves(cost or 0))


def _there(seen: Seen[State], hex: HexId) -> Iterator[str]:
    """Yield what lies in the way in a hex."""
    yield "road block" if hex in seen.state.roadblocked else ""
    yield "wreck" if hex in seen.state.wrecks else ""
    yield "under artillery fire" if movement.interdicted(seen.state, hex) else ""


def _of_facing(state: State, units: tuple[Unit, ...], facing: int) -> Remark:
    """Count the targets of foot units at a new facing; for a vehicle, its weak sides."""
    if not units:
        return Remark()
    turned = replace(units[0], facing=FACINGS[facing])
    if record(turned).vehicle:
        return _of_armour(state, turned)
    foes = [foe for foe in of(state, other(turned.side)) if _is_target(state, turned, foe)]
    return Remark((-len(foes),), f"{len(foes) or 'nobody'} to fire at")


def _is_target(state: State, unit: Unit, foe: Unit) -> bool:
    """Say whether a unit could fire at an enemy as it faces."""
    return not fire.spared(state, unit, foe) and fire.facing_towards(state, unit, foe.hex)


def _of_armour(state: State, unit: Unit) -> Remark:
    """Count the enemies that could hit a vehicle in the flank or rear."""
    aspects = [
        aspect(FACINGS.index(unit.facing), leaves(ground(), line), vehicle=True)
        for foe in watchers(state, unit.side, unit.hex, (unit,))
        if (line := sight().line(unit.hex, foe.hex, eyesight(state, foe), state.rubble)).start != line.end
    ]
    worse = {side: n for side in ("rear", "flank") if (n := aspects.count(side))}
    told = join(f"{n} could hit its {side}" for side, n in worse.items())
    return Remark((sum(worse.values()), worse.get("rear", 0)), told or "nobody could hit its flank or rear")


def threats(seen: Seen[State], piece: Any) -> str:
    """Name the enemies that could fire at a unit in its hex."""
    unit = seen.state.units.get(piece)
    if unit is None or not on_map(unit) or unit.hex not in ground():
        return ""
    near = watchers(seen.state, unit.side, unit.hex, (unit,))
    foes = [foe for foe in near if not fire.spared(seen.state, foe, unit)]
    return f"{begun(names.where_they_stand(foes))} could fire at it." if foes else ""
