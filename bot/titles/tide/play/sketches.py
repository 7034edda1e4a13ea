"""Sketches of orders on the map: units, paths, targets and obstacles."""

from __future__ import annotations

from bot.kernel.game import Sketch
from bot.kernel.secret import Seen
from bot.titles.tide.field import board, hazards, movement, underway, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, UnitId


def place(seen: Seen[State], action: do.Action) -> Sketch | None:
    """Show the unit of an order, and the hex that it names."""
    unit = units.unit_at(seen.state, getattr(action, "unit", UnitId("")))
    aim = aimed_at(seen.state, action)
    if unit is None:
        return Sketch((aim,)) if aim else None
    return Sketch((unit.hex, aim), None, (), aim) if aim else Sketch((unit.hex,))


def way(seen: Seen[State], action: do.Advance | do.FireAndMove | do.Assault) -> Sketch | None:
    """Draw the path of a unit, its hazards and its target."""
    state = seen.state
    unit, aim = units.unit_at(state, action.unit), aimed_at(state, action)
    if unit is None or action.to not in board.map_of(state):
        return shot(seen, action) if isinstance(action, do.FireAndMove) else place(seen, action)
    found = underway.way(state, unit, action.to, action.via)
    path = (unit.hex, *found.path) if isinstance(found, movement.Way) else (unit.hex, action.to)
    places = tuple(dict.fromkeys([*path, *([aim] if aim else [])]))
    return Sketch(places, None, path, aim, hazards.marks(state, unit, path[1:]))


def shot(seen: Seen[State], action: do.Fire | do.FireAndMove) -> Sketch | None:
    """Show the line of sight of an attack."""
    return line(seen.state, action.unit, aimed_at(seen.state, action))


def line(state: State, shooter: UnitId, aim: HexId | None) -> Sketch | None:
    """Draw the line of sight from a unit to a hex, and any obstacle."""
    unit = units.unit_at(state, shooter)
    if unit is None:
        return Sketch((aim,)) if aim else None
    if aim is None:
        return Sketch((unit.hex,))
    obstacle = board.obstacle(state, unit.hex, aim)
    return Sketch((unit.hex, aim), (unit.hex, aim), (), obstacle.hex if obstacle else None)


def aimed_at(state: State, action: do.Action) -> HexId | None:
    """Return the hex that an action is aimed at."""
    for name in ("target", "hex", "to"):
        value = getattr(action, name, "")
        piece = units.unit_at(state, UnitId(value))
        if piece is not None:
            return piece.hex
        if value in board.map_of(state):
            return HexId(value)
    return None
