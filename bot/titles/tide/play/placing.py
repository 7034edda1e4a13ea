"""Units are placed on the map: before the battle, and as reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed
from bot.titles.tide import events as ev
from bot.titles.tide.combat import capture
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.deployment import markers_left, may_stand, start_hexes, to_place
from bot.titles.tide.field.shelters import shelter_wrong
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Place
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arrival, Deployment
from bot.titles.tide.model.table import HexId, Squad, UnitId
from bot.titles.tide.play.choices import shelters


@rule("TOI-13.1", "TOI-11.4", "FB-scenario-1")
def can_be_placed(seen: Seen[State], action: Place) -> Wrong | None:
    """A unit is placed on a starting or entry hex that it can enter and that has room."""
    unit = seen.state.units.get(action.unit)
    if unit is None or unit.side != seen.seat:
        return Wrong("that is not one of your units beside the map", "choose a unit that waits to be placed")
    if unit.hex:
        return Wrong(f"{names.unit(unit)} stands at {unit.hex} already", "choose a unit beside the map")
    if unit.arrives > seen.state.round:
        return Wrong(f"{names.unit(unit)} comes in round {unit.arrives}", "wait for it", "TOI-11.4")
    zone = start_hexes(seen.state, unit)
    if action.hex not in zone:
        return Wrong(f"{action.hex} is not one of its starting hexes", f"choose one of {', '.join(zone)}")
    enters = UnitId(action.into) in seen.state.units
    if not enters and not may_stand(seen.state, unit, action.hex):
        return _no_footing(seen.state, unit, action.hex)
    if action.into:
        return shelter_wrong(seen.state, unit, action.hex, action.into)
    return None


@case("TOI-13.1", "TOI-12.2a", "TOI-12.2b", "TOI-8.1")
def _no_footing(state: State, unit: units.AnyUnit, hex: HexId) -> Wrong:
    """Return why a unit cannot be placed on one of its starting hexes."""
    if burns := board.closed(state, hex):
        return burns
    if units.holders(state, hex, unit.side):
        return Wrong(f"there are enemies at {hex}", "choose another hex", "TOI-12.2b")
    if not units.has_room(state, hex, unit):
        return Wrong(f"{hex} already holds three units", "choose another hex", "TOI-12.2a")
    who = "squads" if isinstance(unit, Squad) else "vehicles"
    return Wrong(f"{who} cannot stand {names.inside(state, hex)}", "choose another hex", "TOI-8.1")


@rule("TOI-12.1a")
def can_be_concealed(seen: Seen[State], action: Place) -> Wrong | None:
    """Squads begin concealed while markers are left."""
    if not action.concealed:
        return None
    if not isinstance(seen.state.units.get(action.unit), Squad):
        return Wrong("only squads are concealed", "leave `concealed` out")
    if seen.state.phase != "set-up":
        return Wrong("reinforcements do not arrive concealed", "leave `concealed` out")
    if markers_left(seen.state, seen.seat) < 1:
        return Wrong("you have no concealed squad marker left", "leave `concealed` out")
    return None


def places(seen: Seen[State], fixed: Fixed) -> Iterator[do.Place]:
    """Yield the legal hexes of units beside the map."""
    for unit in to_place(seen.state, seen.seat):
        if fixed.get("unit", unit.id) != unit.id:
            continue
        for hex in start_hexes(seen.state, unit):
            if fixed.get("hex", hex) == hex:
                for into, concealed in product(shelters(seen, unit, hex), (False, True)):
                    yield do.Place(unit.id, hex, into, concealed)


def place(play: Play, step: Deployment | Arrival, action: do.Place) -> None:
    """Place a unit."""
    play.emit(ev.placed(play.state, action.unit, action.hex, action.into, action.concealed))
    capture.take_over(play, action.unit)
