"""How actions look on the map: the area that they are about, or the way that they go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong
from bot.kernel.secret import Seen
from bot.titles.strike.field import counters, movement, railways, retreats
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Advance, Battle, Withdrawal
from bot.titles.strike.model.table import AreaId, Unit, UnitId


class WithUnit(Protocol):
    """An action that names a unit."""

    @property
    def unit(self) -> UnitId:
        """The unit."""


def area(state: State, area: AreaId) -> Sketch | None:
    """Show an area."""
    return Sketch((area,), mark=area) if area in counters.map_of(state) else None


def unit(seen: Seen[State], action: WithUnit) -> Sketch | None:
    """Show where the unit is that an action names."""
    found = seen.state.units.get(action.unit)
    return area(seen.state, found.place) if found is not None else None


def place(seen: Seen[State], action: do.Place | do.Replace) -> Sketch | None:
    """Show where a unit comes."""
    return area(seen.state, action.at)


def attack(seen: Seen[State], action: do.Attack | do.Choose) -> Sketch | None:
    """Show the area that is named."""
    return area(seen.state, action.area)


def defend(seen: Seen[State], action: do.Defend) -> Sketch | None:
    """Show where the battle is."""
    step = _step(seen)
    return area(seen.state, step.area) if isinstance(step, Battle) else None


def move(seen: Seen[State], action: do.Move) -> Sketch | None:
    """Show the way of the units that go first."""
    state, units = seen.state, _own(seen, action.units)
    if not units or any(area not in counters.map_of(state) for area in (action.to, *action.via)):
        return _way(seen, units, action.to)
    legs = movement.plan(state, units, action.to, action.via)
    return _way(seen, units, action.to, () if isinstance(legs, Wrong) else legs[0].path)


def rail(seen: Seen[State], action: do.Rail) -> Sketch | None:
    """Show the railway that a unit takes."""
    if action.to not in counters.map_of(seen.state):
        return unit(seen, action)
    units = _own(seen, (action.unit,))
    return _way(seen, units, action.to, railways.rail_way(seen.state, units[0], action.to) if units else ())


def convert(seen: Seen[State], action: do.Convert) -> Sketch | None:
    """Show how far a railhead comes."""
    units = _own(seen, (action.railhead,))
    ways = railways.conversions(seen.state, units[0]) if units else {}
    return _way(seen, units, action.to, ways.get(action.to))


def fly(seen: Seen[State], action: do.Fly) -> Sketch | None:
    """Show a flight."""
    if action.to not in counters.map_of(seen.state):
        return unit(seen, action)
    return _way(seen, _own(seen, (action.unit,)), action.to)


def withdraw(seen: Seen[State], action: do.Withdraw) -> Sketch | None:
    """Show the way back."""
    step, units = _step(seen), _own(seen, action.units)
    if not isinstance(step, Withdrawal):
        return _way(seen, units, action.to)
    units = units or [seen.state.units[id] for id in step.units]
    ways = retreats.ways_back(seen.state, units[0], step.area, step.distance, action.via)
    return _way(seen, units, action.to, ways.get(action.to))


def advance(seen: Seen[State], action: do.Advance) -> Sketch | None:
    """Show the way of the first unit that advances."""
    step, units = _step(seen), _own(seen, action.units)
    if not units or not isinstance(step, Advance):
        return _way(seen, units, action.to)
    return _way(seen, units, action.to, retreats.pursuit(seen.state, step, units[0], action.via).get(action.to))


def _step(seen: Seen[State]) -> object:
    return seen.state.steps[-1] if seen.state.steps else None


def _own(seen: Seen[State], ids: Iterable[UnitId]) -> list[Unit]:
    return [unit for id in ids if (unit := counters.own(seen.state, seen.seat, id)) is not None]


def _way(
    seen: Seen[State], units: list[Unit], goal: AreaId, path: tuple[AreaId, ...] | None = None
) -> Sketch | None:
    """Show a way; where none is known, the straight line that the first unit would have to go."""
    if goal not in counters.map_of(seen.state):
        return None
    whole = path or ((units[0].place, goal) if units else (goal,))
    return Sketch(whole, path=whole if len(whole) > 1 else (), mark=whole[-1])
