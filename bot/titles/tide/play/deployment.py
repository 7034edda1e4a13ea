"""The deployment: a side places its units, one by one or all as suggested."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.decisions import At, Decision, Verb, just
from bot.kit.words import count
from bot.titles.tide.evolve import evolve
from bot.titles.tide.field import units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.play import Play
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Deployment
from bot.titles.tide.model.table import Base, HexId, ShelterId, Squad, UnitId, Vehicle, in_order
from bot.titles.tide.play import placing, sketches
from bot.titles.tide.play.placing import listed, markers_left, may_stand, placed, start_hexes, to_place
from bot.titles.tide.printed.records import SquadList, VehicleList


def question(at: At[State, Deployment]) -> str:
    """Say how many units are left."""
    left = sum(1 for unit in at.state.units.values() if unit.side == at.seat and not unit.hex)
    return f"Place your units: {count(left, 'unit')} left. You may deploy them all as suggested."


@case("TOI-13.1")
def begin(play: Play) -> None:
    """Sides place their units in the order of initiative."""
    for seat in reversed(units.seats_in_order(play.state)):
        if to_place(play.state, seat):
            play.emit(ev.Begun(Deployment(seat)))


def go(play: Play, step: Deployment) -> bool:
    """Wait until the side stands on the map; a unit for which no room is left waits for the first Status Phase."""
    waiting = any(
        may_stand(play.state, unit, hex)
        for unit in to_place(play.state, step.seat)
        for hex in start_hexes(play.state, unit)
    )
    if not waiting:
        play.emit(ev.Ended())
    return waiting


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


def deploy(play: Play, step: Deployment, action: do.Deploy) -> None:
    """Place all remaining units as the scenario suggests."""
    play.emit(*deployment_plan(play.state, play.seat))


DEPLOYMENT: Decision[State, Event, Deployment] = Decision(
    Deployment,
    question=question,
    does="places its units",
    go=go,
    verbs=(
        Verb(
            do.Place,
            when="units are placed before the battle, and reinforcements at the end of a round",
            cite="TOI-13.1",
            rules=(placing.can_be_placed, placing.can_be_concealed),
            candidates=placing.places,
            resolve=placing.place,
            sketch=sketches.place,
        ),
        Verb(
            do.Deploy,
            when="an army is deployed before the battle",
            cite="TOI-13.1",
            candidates=just(do.Deploy()),
            resolve=deploy,
        ),
    ),
)
