"""Rules that many actions share: whose move it is, and which units can act at all."""

from __future__ import annotations

from typing import Protocol

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.titles.tide.field import units, whose
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, UnitId
from bot.titles.tide.resolve import turn


class WithUnit(Protocol):
    """An action that names a unit."""

    @property
    def unit(self) -> UnitId:
        """The unit."""


def own(seen: Seen[State], unit: UnitId) -> AnyUnit | None:
    """Return one of the seat's own units on the map."""
    found = units.unit_at(seen.state, unit)
    return found if found is not None and found.side == seen.seat else None


@rule("TOI-4.9", "FB-equip-9", "TOI-11.4")
def own_unit(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """A player acts with his own units."""
    return whose.not_yours(seen.state, seen.seat, action.unit) if own(seen, action.unit) is None else None


@rule("TOI-4.9")
def fresh(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """Only fresh units are activated."""
    unit = own(seen, action.unit)
    if unit is not None and unit.activity == "fatigued":
        return Wrong("the unit is fatigued", "choose a fresh unit")
    if unit is not None and unit.activity == "op fire":
        return Wrong("the unit is on Op Fire", "let it wait for its chance, or choose a fresh unit")
    return None


@rule("TOI-5.4d", "TOI-5.4e")
def steady(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """Pinned and disrupted squads are not activated."""
    unit = own(seen, action.unit)
    if unit is not None and units.is_suppressed(unit):
        return _suppressed(unit)
    return None


@rule("TOI-5.4d", "TOI-5.4e", "TOI-2.3d")
def steady_or_rallied(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """An officer lets a pinned squad of his hex concentrate its fire."""
    unit = own(seen, action.unit)
    if unit is None or not units.is_suppressed(unit) or turn.rallied(seen.state, unit):
        return None
    return _suppressed(unit)


def _suppressed(unit: AnyUnit) -> Wrong:
    morale = getattr(unit, "morale", "")
    cite = "TOI-5.4d" if morale == "pinned" else "TOI-5.4e"
    return Wrong(f"the squad is {morale}", "choose a steady unit; it recovers in the Status Phase", cite)


@rule("TOI-3.6c")
def not_aboard(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """Passengers neither attack nor are attacked."""
    unit = own(seen, action.unit)
    if unit is not None and units.aboard(seen.state, unit) is not None:
        return Wrong("the squad sits in a transport", "let it dismount with /tide advance first")
    return None


def is_hex(state: State, hex: HexId) -> bool:
    """Say whether a hex is on the map."""
    return hex in units.map_of(state)
