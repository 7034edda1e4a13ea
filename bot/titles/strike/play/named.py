"""The units and areas that an order names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, REMOVED, WAITING, AreaId, Unit, UnitId


class WithUnit(Protocol):
    """An action that names a unit."""

    @property
    def unit(self) -> UnitId:
        """The unit."""


@rule("2.0")
def own_unit(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """Players act with their own units on the map."""
    return no_unit(seen, action.unit) if own(seen, action.unit) is None else None


def no_unit(seen: Seen[State], id: UnitId) -> Wrong:
    """Return why an id is no own unit on the map: an enemy, boxed, or lost."""
    unit, mend = seen.state.units.get(id), "choose one of your units on the map"
    if unit is None or unit.side != seen.seat:
        whose = "nothing on this table" if unit is None else "a unit of the enemy"
        return Wrong(f"that is {whose}", mend, "2.0")
    comes_and_goes = counters.is_kind(unit, "partisans", "commissar")
    why, cite = ("not on the map", "2.0") if comes_and_goes else AWAY.get(unit.place, ("not on the map", "2.0"))
    return Wrong(f"{name(unit)} {verb(unit, 'is', 'are')} {why}", mend, cite)


AWAY = {
    BREAKDOWN: ("in the Breakdown Box", "10.2.2"),
    ELIMINATED: ("in the Eliminated Box", "12.3.1"),
    WAITING: ("not in the game yet", "14.0"),
    REMOVED: ("out of the game", "11.8.3"),
}
"""The reason why a unit off the map cannot act."""


def own(seen: Seen[State], unit: UnitId) -> Unit | None:
    """Return one of the seat's own units on the map."""
    return counters.own(seen.state, seen.seat, unit)


def listed(seen: Seen[State], unit: UnitId) -> Unit | None:
    """Return one of the seat's own units wherever it is."""
    found = seen.state.units.get(unit)
    return found if found is not None and found.side == seen.seat else None


def no_area(seen: Seen[State], *areas: AreaId) -> Wrong | None:
    """Say which of some areas is not on the map."""
    for area in areas:
        if area not in counters.map_of(seen.state):
            why = f"there is no area {area!r} on this map" if area else "no area is named"
            return Wrong(why, "choose an octagon or a diamond, such as E5 or F5")
    return None


def verb(unit: Unit, one: str, more: str) -> str:
    """Return a verb that agrees with a unit: trucks and partisans are plural."""
    return more if counters.is_kind(unit, "trucks", "partisans") else one


def name(unit: Unit) -> str:
    """Return the name of a unit."""
    return counters.record(unit).name


def ours(seen: Seen[State], fixed: Fixed, field: str = "unit") -> Iterator[Unit]:
    """Yield the seat's units on the map, or the one that is fixed."""
    if field in fixed:
        unit = counters.own(seen.state, seen.seat, fixed[field])
        yield from (unit,) if unit is not None else ()
    else:
        yield from counters.of(seen.state, seen.seat)
