"""Where units are set down, and how a scenario would deploy them."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.tide.evolve import evolve
from bot.titles.tide.field import flames, units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Base, HexId, ShelterId, Squad, UnitId, Vehicle, in_order
from bot.titles.tide.printed.records import Division, SquadList, VehicleList
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


def suggested_base(division: str, squad: SquadList) -> Base:
    """Return the base of a squad as a scenario lists it."""
    return Base(division, in_order(squad.figures), squad.special)


@case("TOI-13.1")
def deployment_plan(state: State, seat: Seat) -> list[ev.Placed]:
    """Return how all units of a side that still wait would be placed, as the scenario suggests where it can be.

    Where a suggested hex has no room any more, a unit takes the first one of its zone that has.
    """
    plan = []
    for unit, place in suggestions(state, seat):
        piece, hex = state.units[unit], HexId(place.hex)
        into, concealed = ShelterId(""), False
        if isinstance(place, SquadList):
            into = shelter(state, hex, place.into)
            concealed = place.concealed and markers_left(state, seat) > 0
        if not into and not may_stand(state, piece, hex):
            room = [hex for hex in start_hexes(state, piece) if may_stand(state, piece, hex)]
            if not room:
                continue
            hex = room[0]
        plan.append(placed(state, unit, hex, into, concealed))
        state = evolve(state, plan[-1])
    return plan


def suggestions(state: State, seat: Seat) -> list[tuple[UnitId, SquadList | VehicleList]]:
    """Return where the scenario would place each unit of a side that is not on the map yet, vehicles first.

    A squad goes where a squad like it is suggested, else where there is a place left for its division. Numbers
    are random, so that equal squads, and in a fixed set-up the concealed ones, fall to their places by lot.
    """
    plan: list[tuple[UnitId, SquadList | VehicleList]] = []
    squads = []
    for unit in to_place(state, seat):
        if isinstance(unit, Squad):
            squads.append(unit)
        elif (line := listed(state, unit)) is not None:
            plan.append((unit.id, line))
    for division in units.side(state, seat).divisions:
        own = [squad for squad in squads if units.known_base(squad).division == division.name]
        hidden = [suggested_base(division.name, place) for place in division.squads if place.concealed]
        left = []
        for place in division.squads:
            by_lot = place.concealed and units.scenario(state).fixed
            wanted = hidden if by_lot else [suggested_base(division.name, place)]
            squad = next((squad for squad in own if units.known_base(squad) in wanted), None)
            if squad is None:
                left.append(place)
            else:
                own.remove(squad)
                plan.append((squad.id, place))
        plan += ((squad.id, place) for squad, place in zip(own, left, strict=False))
    return plan


def shelter(state: State, hex: HexId, kind: str) -> ShelterId:
    """Return a fortification or a transport of this kind in a hex that still has room, "" for none."""
    if not kind:
        return ShelterId("")
    forts = (work.id for work in units.works_at(state, hex, kind))
    free = [ShelterId(fort) for fort in forts if not units.inside(state, ShelterId(fort))]
    free += (
        ShelterId(unit.id)
        for unit in units.at(state, hex)
        if isinstance(unit, Vehicle)
        and kind in (unit.kind, "transport")
        and len(units.passengers(state, unit)) < units.kind(unit).transport
    )
    return next(iter(free), ShelterId(""))
