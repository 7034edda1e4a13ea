"""Units are placed on the map: before the battle, and as reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.titles.tide.combat import footing
from bot.titles.tide.field import flames, names, units
from bot.titles.tide.field.shelters import shelter_wrong
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.actions import Place
from bot.titles.tide.model.play import Play
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arrival, Deployment
from bot.titles.tide.model.table import HexId, ShelterId, Squad, UnitId, Vehicle
from bot.titles.tide.play.choices import Fixed, shelters
from bot.titles.tide.printed.records import Division, VehicleList
from bot.titles.tide.printed.tables import tables


def to_place(state: State, seat: Seat) -> list[Squad | Vehicle]:
    """Return the units of a side that stand ready beside the map."""
    return [unit for unit in state.units.values() if unit.side == seat and not unit.hex]


@case("TOI-8.1", "TOI-12.2a", "FB-building-2")
def may_stand(state: State, unit: Squad | Vehicle, hex: HexId) -> bool:
    """Say whether a unit could be set down in a hex: ground that it can enter, no enemies, and room."""
    terrain = tables().terrain[units.map_of(state)[hex].terrain]
    cost = terrain.squads if isinstance(unit, Squad) else terrain.vehicles
    return cost is not None and flames.closed(state, hex) is None and units.has_room(state, hex, unit)


@case("TOI-12.1a")
def markers_left(state: State, seat: Seat) -> int:
    """Return how many concealed squad markers a side can still use in its set-up."""
    used = sum(isinstance(unit, Squad) and unit.concealed for unit in units.of(state, seat))
    return units.side(state, seat).concealed - used


@case("TOI-13.1", "FB-scenario-1")
def start_hexes(state: State, unit: Squad | Vehicle) -> tuple[HexId, ...]:
    """Return where a unit may be placed: its entry hexes, its division's zone, or its side's."""
    if unit.entry:
        return unit.entry
    side = units.side(state, unit.side)
    division = division_of(state, unit)
    zone = (division.start if division is not None else ()) or side.start
    return tuple(HexId(hex) for hex in zone)


def division_of(state: State, unit: Squad | Vehicle) -> Division | None:
    """Return the division that a unit came with; reinforcements belong to none."""
    divisions = units.side(state, unit.side).divisions
    if isinstance(unit, Squad):
        return next((d for d in divisions if d.name == units.known_base(unit).division), None)
    line = listed(state, unit)
    return next((d for d in divisions if any(vehicle is line for vehicle in d.vehicles)), None)


def listed(state: State, unit: Vehicle) -> VehicleList | None:
    """Return the line of the scenario's list that a vehicle stands for."""
    if unit.arrives:
        return None
    lines = [v for d in units.side(state, unit.side).divisions for v in d.vehicles]
    return lines[int(unit.id.partition("v")[2]) - 1]


def placed(state: State, unit: UnitId, hex: HexId, into: ShelterId, concealed: bool) -> ev.Placed:
    """Return the event of setting a unit on the map, in the open or under a marker."""
    base = units.known_base(state.units[unit])
    return ev.Placed(unit, hex, into, concealed, base if base.figures and not concealed else None)


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
    """Return why a unit cannot be set down on one of its starting hexes."""
    if burns := flames.closed(state, hex):
        return burns
    if units.holders(state, hex, unit.side):
        return Wrong(f"there are enemies at {hex}", "choose another hex", "TOI-12.2b")
    if not units.has_room(state, hex, unit):
        return Wrong(f"{hex} already holds three units", "choose another hex", "TOI-12.2a")
    who = "squads" if isinstance(unit, Squad) else "vehicles"
    return Wrong(f"{who} cannot stand {names.inside(state, hex)}", "choose another hex", "TOI-8.1")


@rule("TOI-12.1a")
def can_be_concealed(seen: Seen[State], action: Place) -> Wrong | None:
    """Squads begin concealed while there are markers for them."""
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
    """Yield where units beside the map could stand."""
    for unit in to_place(seen.state, seen.seat):
        if fixed.get("unit", unit.id) != unit.id:
            continue
        for hex in start_hexes(seen.state, unit):
            if fixed.get("hex", hex) == hex:
                for into, concealed in product(shelters(seen, unit, hex), (False, True)):
                    yield do.Place(unit.id, hex, into, concealed)


def place(play: Play, step: Deployment | Arrival, action: do.Place) -> None:
    """Place a unit."""
    play.emit(placed(play.state, action.unit, action.hex, action.into, action.concealed))
    footing.take_over(play, action.unit)
