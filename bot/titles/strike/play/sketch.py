"""Sketches of orders: their area, or their way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from bot.kernel.game import Sketch
from bot.kernel.secret import Seen
from bot.titles.strike.field import counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit, UnitId


class WithUnit(Protocol):
    """An action that names a unit."""

    @property
    def unit(self) -> UnitId:
        """The unit."""


def area(state: State, area: AreaId) -> Sketch | None:
    """Show an area."""
    return Sketch((area,), mark=area) if area in counters.map_of(state) else None


def unit_named(seen: Seen[State], action: WithUnit) -> Sketch | None:
    """Show where the unit is that an action names."""
    found = seen.state.units.get(action.unit)
    return area(seen.state, found.place) if found is not None else None


def place(seen: Seen[State], action: do.Place | do.Replace) -> Sketch | None:
    """Show where a unit comes."""
    return area(seen.state, action.at)


def area_named(seen: Seen[State], action: do.Attack | do.Choose) -> Sketch | None:
    """Show the area that is named."""
    return area(seen.state, action.area)


def own_units(seen: Seen[State], ids: Iterable[UnitId]) -> list[Unit]:
    """Return the named own units that are on the map."""
    return [unit for id in ids if (unit := counters.own(seen.state, seen.seat, id)) is not None]


def way(
    seen: Seen[State], units: list[Unit], goal: AreaId, path: tuple[AreaId, ...] | None = None
) -> Sketch | None:
    """Show a way, or else the straight line of the first unit."""
    if goal not in counters.map_of(seen.state):
        return None
    whole = path or ((units[0].place, goal) if units else (goal,))
    return Sketch(whole, path=whole if len(whole) > 1 else (), mark=whole[-1])
