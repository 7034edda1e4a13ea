"""Changes that several events share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from bot.kernel.secret import EVERYONE, Seat, Secret, private
from bot.kit.pieces import with_units
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CounterId, HexId, Unit, UnitId


def aboard(state: State, vehicles: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Return the passengers of these vehicles."""
    carriers = frozenset(vehicles)
    return tuple(unit.id for unit in state.units.values() if unit.aboard in carriers)


def lay(state: State, units: Iterable[Unit]) -> State:
    """Put units on top of the stacks in their hexes, in this order."""
    units = tuple(units)
    laid = [replace(unit, height=state.serial + n) for n, unit in enumerate(units, 1)]
    return replace(with_units(state, laid), serial=state.serial + len(units))


def take_off(state: State, unit: UnitId, box: HexId, counter: CounterId | None = None) -> State:
    """Put a unit into a box, reset; everybody may read a counter that is given."""
    before = state.units[unit]
    readable = before.counter if counter is None else private(counter, EVERYONE)
    return with_units(state, [Unit(unit, before.side, readable, box)])


def pay(state: State, seat: Seat, costs: Mapping[UnitId, int] | None) -> State:
    """Add the costs that units paid in this activation; unknown costs change nothing."""
    before = state.spent.get(seat)
    if before is None or not before.known or costs is None:
        return state
    known = before.open()
    spent = {**known, **{unit: known.get(unit, 0) + cost for unit, cost in costs.items()}}
    return replace(state, spent={**state.spent, seat: Secret(before.readers, spent)})
