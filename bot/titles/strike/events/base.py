"""The base of the events, and the changes of units that several of them make."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kit import events
from bot.kit.pieces import with_units
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit, UnitId

Event = events.Event[State]


def put(state: State, id: UnitId, place: AreaId, *, down: bool = False) -> State:
    """Put a unit in a box, or on the map as if it had just arrived."""
    return with_units(state, [Unit(id, state.units[id].side, place, down)])


def along(unit: Unit, path: tuple[AreaId, ...]) -> Unit:
    """Return a unit at the end of its path, with the path added to its trail."""
    return replace(unit, place=path[-1], trail=(*(unit.trail or (unit.place,)), *path[1:]))
