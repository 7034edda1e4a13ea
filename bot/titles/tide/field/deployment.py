"""Legal hexes for placing units."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.tide.field import board, units
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Base, HexId, Squad, Vehicle, in_order
from bot.titles.tide.printed.records import Division, SquadList, VehicleList
from bot.titles.tide.printed.tables import tables


def to_place(state: State, seat: Seat) -> list[Squad | Vehicle]:
    """Return the units of a side that wait beside the map."""
    return [unit for unit in state.units.values() if unit.side == seat and not unit.hex]


@case("TOI-8.1", "TOI-12.2a", "FB-building-2")
def may_stand(state: State, unit: Squad | Vehicle, hex: HexId) -> bool:
    """Return true if a unit could be placed in a hex: open, with room, no enemies."""
    terrain = tables().terrain[board.map_of(state)[hex].terrain]
    cost = terrain.squads if isinstance(unit, Squad) else terrain.vehicles
    return cost is not None and board.closed(state, hex) is None and units.has_room(state, hex, unit)


@case("TOI-12.1a")
def markers_left(state: State, seat: Seat) -> int:
    """Return the number of concealed markers that a side can still use in its set-up."""
    used = sum(isinstance(unit, Squad) and unit.concealed for unit in units.of(state, seat))
    return board.side(state, seat).concealed - used


@case("TOI-13.1", "FB-scenario-1")
def start_hexes(state: State, unit: Squad | Vehicle) -> tuple[HexId, ...]:
    """Return a unit's start hexes: its entry hexes, its division's zone or its side's."""
    if unit.entry:
        return unit.entry
    side = board.side(state, unit.side)
    division = division_of(state, unit)
    zone = (division.start if division is not None else ()) or side.start
    return tuple(HexId(hex) for hex in zone)


def division_of(state: State, unit: Squad | Vehicle) -> Division | None:
    """Return the division that a unit came with; reinforcements belong to none."""
    divisions = board.side(state, unit.side).divisions
    if isinstance(unit, Squad):
        return next((d for d in divisions if d.name == units.known_base(unit).division), None)
    line = listed(state, unit)
    return next((d for d in divisions if any(vehicle is line for vehicle in d.vehicles)), None)


def listed(state: State, unit: Vehicle) -> VehicleList | None:
    """Return a vehicle's entry in the scenario's list."""
    if unit.arrives:
        return None
    lines = [v for d in board.side(state, unit.side).divisions for v in d.vehicles]
    return lines[int(unit.id.partition("v")[2]) - 1]


def suggested_base(division: str, squad: SquadList) -> Base:
    """Return the base of a squad as a scenario lists it."""
    return Base(division, in_order(squad.figures), squad.special)
