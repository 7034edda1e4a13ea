"""The scenario's deployment of the units that wait beside the map."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.tide import events as ev
from bot.titles.tide.field import board, units
from bot.titles.tide.field.deployment import (
    listed,
    markers_left,
    may_stand,
    start_hexes,
    suggested_base,
    to_place,
)
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId, Squad, UnitId, Vehicle
from bot.titles.tide.printed.records import SquadList, VehicleList


@case("TOI-13.1")
def deployment_plan(state: State, seat: Seat) -> list[ev.Placed]:
    """Return the placement of all waiting units of a side, as the scenario suggests.

    If a suggested hex has no room, a unit takes the first hex of its zone that has.
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
        plan.append(ev.placed(state, unit, hex, into, concealed))
        state = plan[-1].apply(state)
    return plan


def suggestions(state: State, seat: Seat) -> list[tuple[UnitId, SquadList | VehicleList]]:
    """Return the suggested place of each unit that is not on the map, vehicles first.

    A squad gets the place of a squad like it, or else a free place of its division. Numbers are random, so equal
    squads, and concealed squads in a fixed set-up, get their places at random.
    """
    plan: list[tuple[UnitId, SquadList | VehicleList]] = []
    squads = []
    for unit in to_place(state, seat):
        if isinstance(unit, Squad):
            squads.append(unit)
        elif (line := listed(state, unit)) is not None:
            plan.append((unit.id, line))
    for division in board.side(state, seat).divisions:
        own = [squad for squad in squads if units.known_base(squad).division == division.name]
        hidden = [suggested_base(division.name, place) for place in division.squads if place.concealed]
        left = []
        for place in division.squads:
            by_lot = place.concealed and board.scenario(state).fixed
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
    """Return a fortification or transport of a kind in a hex with room, or ""."""
    if not kind:
        return ShelterId("")
    forts = (work.id for work in board.works_at(state, hex, kind))
    free = [ShelterId(fort) for fort in forts if not units.inside(state, ShelterId(fort))]
    free += (
        ShelterId(unit.id)
        for unit in units.at(state, hex)
        if isinstance(unit, Vehicle)
        and kind in (unit.kind, "transport")
        and len(units.passengers(state, unit)) < units.kind(unit).transport
    )
    return next(iter(free), ShelterId(""))
