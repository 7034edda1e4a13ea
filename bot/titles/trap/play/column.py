"""Columns: vehicles that follow one another along a road in single file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat
from bot.kit.decisions import Fixed, Verb, until_found
from bot.kit.english import begun, count
from bot.titles.trap import events as ev
from bot.titles.trap.field import advantage, names
from bot.titles.trap.field.allowance import left
from bot.titles.trap.field.danger import watchers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import (
    total_cost,
    vehicle_ways,
)
from bot.titles.trap.field.stacking import defended, room
from bot.titles.trap.field.units import known, of, record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import WAITING, HexId, Unit
from bot.titles.trap.play.acting import Here, able, act, column, may_act, on_the_map
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.moves import How, Route, can_still_move, far, go, last_side, off_course

FAR = 1000
"""More than any drive costs."""


class Driven(NamedTuple):
    """A vehicle of a column and its way."""

    unit: Unit
    path: tuple[HexId, ...]


@case("TRAP-10.1.2", "TRAP-5.1.1-9")
def driven(state: State, step: Activation, lead: Unit, to: HexId) -> list[Driven]:
    """Return the drive of a column: its first vehicle to a hex, the others behind it.

    Each ends in a hex of its own.

    A vehicle that is nearer to the goal than the place left for it does not follow.
    """
    ways = vehicle_ways(state, lead)
    way = ways.to(to)
    if not way:
        return []
    whole = ways.costs[to]
    rest = {hex: whole - ways.costs.get(hex, 0) for hex in way}
    members = column(state, step, lead)
    follow = [unit for unit in members[1:] if unit.hex not in way[1:]]
    moving = {lead.id, *(unit.id for unit in follow)}
    taken = {to, *(unit.hex for unit in vehicles(state, lead.side) if unit.id not in moving)}
    trail = (*reversed(way), *(unit.hex for unit in follow))
    found = [Driven(lead, way)]
    for unit in follow:
        path = behind(state, unit, trail, taken)
        if path and vehicle_ways(state, unit).costs.get(to, FAR) <= rest.get(path[-1], whole):
            path = ()
        found += [Driven(unit, path)] if path else []
        taken.add(path[-1] if path else unit.hex)
    return found


def vehicles(state: State, seat: Seat) -> Iterator[Unit]:
    """Yield the known vehicles of a side on the map."""
    return (unit for unit in of(state, seat) if (what := known(unit)) is not None and what.vehicle)


def behind(state: State, unit: Unit, trail: Sequence[HexId], taken: Collection[HexId]) -> tuple[HexId, ...]:
    """Return a vehicle's way to the foremost free hex of a trail; () if it stays."""
    ways = vehicle_ways(state, unit)
    for hex in trail:
        if hex == unit.hex:
            return ()
        path = ways.to(hex)
        if path and hex not in taken and not defended(state, unit.side, hex):
            return path
    return ()


def to_march(at: Here, fixed: Fixed) -> Iterator[do.March]:
    """Offer each vehicle that others can follow, each hex that it reaches."""
    for unit in able(at.state, at.step):
        if unit.hex == WAITING or not record(unit).vehicle or fixed.get("lead", unit.id) != unit.id:
            continue
        if left(at.state, unit) > 0 and len(column(at.state, at.step, unit)) > 1:
            ways = vehicle_ways(at.state, unit)
            for hex in until_found(fixed, "lead", unit.id, ways.costs):
                yield do.March(unit.id, hex)


@rule("TRAP-10.1.2", "TRAP-5.1")
def leads_a_column(at: Here, action: do.March) -> Wrong | None:
    """A column is led by a vehicle to a hex that it reaches, with others behind it."""
    lead = at.state.units[action.lead]
    if not record(lead).vehicle:
        return Wrong("only vehicles form columns", "move units on foot with move")
    if len(column(at.state, at.step, lead)) < 2:
        return Wrong("no unit behind it could follow", "move it alone")
    if action.to not in ground():
        return Wrong("that hex is not on the map", "choose a hex of the map", "TRAP-2.1")
    train = driven(at.state, at.step, lead, action.to)
    if not train:
        return far(at.state, lead, action.to)
    if len(train) < 2:
        return Wrong("no vehicle could follow it there", "move it alone")
    return None


@rule("TRAP-3.1.3", "TRAP-3.1.4")
# TRAP-R17
def head_ends_well(at: Here, action: do.March) -> Wrong | None:
    """The head of the column needs a hex without vehicles and enemies on the ground."""
    lead = at.state.units[action.lead]
    if defended(at.state, at.seat, action.to):
        return Wrong(f"the enemy stands at {action.to}", "choose another hex", "TRAP-3.1.4")
    crowd = room(at.state, at.seat, action.to, "ground", [lead])
    return crowd.refuses("choose another hex") if crowd else None


def march(play: Play, step: Activation, action: do.March) -> None:
    """Let one after another drive, the head first."""
    for unit, path in driven(play.state, step, play.state.units[action.lead], action.to):
        now = play.state.units[unit.id]
        act(play, (unit.id,))
        cost = total_cost(play.state, now, path, "ground")
        crowd = room(play.state, now.side, path[-1], "ground", [now])
        if crowd or cost > left(play.state, now):
            continue
        how: How = "move" if unit.id == action.lead else "column"
        go(play, [now], Route(path, "ground", last_side(path)), last_side(path), how)


def tells(at: Here, action: do.March) -> Iterator[str]:
    """Describe the vehicles that follow or stay, and the enemies that could fire."""
    lead = at.state.units[action.lead]
    train = driven(at.state, at.step, lead, action.to)
    more = train[1:]
    if more:
        yield f"{count(len(more), 'vehicle')} {'follows' if len(more) == 1 else 'follow'}, {_as_far_as(more)}."
    moving = [each.unit for each in train]
    stay = [unit for unit in column(at.state, at.step, lead) if unit not in moving]
    if stay:
        yield f"{begun(names.units(stay))} {names.does(stay, 'keeps its place', 'keep their places')}."
    shown = {each.unit: watchers(at.state, at.seat, each.path[-1], [each.unit]) for each in train}
    foes = dict.fromkeys(foe for found in shown.values() for foe in found)
    if foes:
        seen = [unit for unit, found in shown.items() if found]
        whom = "all of them" if len(seen) == len(moving) > 1 else names.units(seen)
        yield f"{begun(names.where_they_stand(foes))} could fire at {whom} then."


def _as_far_as(more: Sequence[Driven]) -> str:
    last = names.place(more[-1].path[-1])
    return f"up to {last}" if len(more) == 1 else f"the last of them up to {last}"


MARCH: Verb[State, ev.Event, Activation, do.March] = Verb(
    do.March,
    when="columns drive when their vehicles are activated",
    says="{lead} drives to {to}, and its column follows.",
    why=lambda seen, action: advantage.of_place(seen, (action.lead,), action.to),
    cite="TRAP-4.3",
    rules=(may_act, on_the_map, off_course, can_still_move, leads_a_column, head_ends_well),
    candidates=to_march,
    resolve=march,
    tells=tells,
)
