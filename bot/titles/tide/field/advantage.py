"""The advantage of an order, for hints: objectives, cover, enemies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.kernel.secret import Seen
from bot.kit.advice import FAR
from bot.kit.english import away, join
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.exposure import nearest, shooters
from bot.titles.tide.field.marches import march_of
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, UnitId, Vehicle
from bot.titles.tide.printed.tables import tables


def of_move(seen: Seen[State], action: do.Advance) -> str:
    """Return the advantage of a goal, as a clause."""
    unit = units.unit_at(seen.state, action.unit)
    if unit is None or action.to not in board.map_of(seen.state):
        return ""
    reasons = [*_towards(seen, unit.hex, action.to), *_shelter(seen, unit, action)]
    far = nearest(seen.state, seen.seat, action.to)
    if not reasons and far < FAR:
        reasons = [f"the enemy is then {away(far)}"]
    return join(reasons[:2]) or "no enemy is known on the map, and an objective may be beyond"


def _towards(seen: Seen[State], start: HexId, to: HexId) -> Iterable[str]:
    """Name the objective that a move takes or approaches, unless it is held already."""
    state, here = seen.state, board.map_of(seen.state)
    wanted = board.wanted(state, seen.seat)
    taken = [each for each in wanted if each.hex == to]
    if taken:
        return [f"it takes the objective {taken[0].name}"]
    nearer = [
        each for each in wanted if here.distance(to, HexId(each.hex)) < here.distance(start, HexId(each.hex))
    ]
    best = min(nearer, key=lambda each: here.distance(to, HexId(each.hex)), default=None)
    return [f"it comes nearer to the objective {best.name} at {best.hex}"] if best is not None else []


def _shelter(seen: Seen[State], unit: AnyUnit, action: do.Advance) -> Iterator[str]:
    """Say that a place has better cover, or that fewer enemies could fire there."""
    if action.into:
        yield f"{names.shelter(seen.state, action.into)} protects it"
    elif _cover(seen.state, action.to) > _cover(seen.state, unit.hex):
        yield "it finds better cover"
    before, after = (
        len(shooters(seen.state, unit.side, hex, armoured=isinstance(unit, Vehicle)))
        for hex in (unit.hex, action.to)
    )
    if after < before:
        yield f"{'fewer enemies' if after else 'no enemy'} could fire at it there"


def _cover(state: State, hex: HexId) -> int:
    return tables().terrain[board.map_of(state)[hex].terrain].cover


def nearest_to(seen: Seen[State], ids: Iterable[UnitId]) -> int:
    """Return the distance of the nearest enemy from any of these units."""
    hexes = [unit.hex for id in ids if (unit := units.unit_at(seen.state, id)) is not None]
    return min((nearest(seen.state, seen.seat, hex) for hex in hexes), default=FAR)


def is_moving(seen: Seen[State]) -> bool:
    """Return whether an own unit is on its way."""
    march = march_of(seen.state)
    return march is not None and march.unit in seen.state.units and seen.state.units[march.unit].side == seen.seat
