"""Moves to firing positions and scoring buildings, out of streets and vehicles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import takewhile
from typing import NamedTuple

from bot.kernel.secret import Seat
from bot.titles.trap.computer import value
from bot.titles.trap.computer.ways import by_road, fronts, nearness
from bot.titles.trap.field.allowance import left
from bot.titles.trap.field.battle import option, wave_of
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import costs, foot_ways, vehicle_ways
from bot.titles.trap.field.stacking import enemies, levels
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import record, riders
from bot.titles.trap.field.view import by_day
from bot.titles.trap.field.view import view as seen_from
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ARTILLERY, CHECHEN, RUSSIAN, WAITING, HexId, Level, Unit
from bot.titles.trap.play.acting import Here, able, column, loaded, waiting

WORTH_GOING = {RUSSIAN: 0.1, CHECHEN: 0.5}
"""The least by which a place must be better: Chechens have few activations."""
SHOOTS = 0.8
"""The weight of the best shot from a place."""
FEARS = {RUSSIAN: 1.0, CHECHEN: 0.55}
"""The weight of enemy danger: Russians see only a part of the enemies nearby."""
CROWD = {RUSSIAN: 0.5, CHECHEN: 0.45}
"""The cost of sharing a hex: a shell hits all, and a Chechen may storm the stack."""
SPOTS, ENOUGH, STAYS = 0.8, 3, 1.5
"""The value of a stack in a leader's sight, the most stacks, the bonus to wait."""
STRIKES, BURATINOS = 1.5, 2
"""The value of each Buratino target that a leader sees, and the most targets."""
EMPTY = 0.25
"""The pull of buildings on units that cannot hold them, as a share of the usual."""
DISMOUNT = 0.1
"""The danger at which passengers dismount."""
NEAR = 6
"""How near an enemy makes them get out too, before he fires."""
TRIED: Mapping[Seat, int | None] = {RUSSIAN: None, CHECHEN: 8}
"""The number of units considered for an order; a battalion moves as a whole.

And `BEST` places each.
"""
BEST = 6


class Go(NamedTuple):
    """A move, and by how much it is for the better."""

    gain: float
    action: do.Action


def march(at: Here) -> do.Action | None:
    """Return the next move: clearing the road, or the move with the highest gain."""
    return _clear(at) or _move(at)


def shot_from(state: State, unit: Unit, hex: HexId, level: Level, *, moved: bool) -> value.Shot:
    """Return the best shot of a unit from a place; a unit that has fired has none."""
    return value.NO_SHOT if unit.fired else value.best_shot(state, unit, hex, level, moved=moved)


def post(state: State, unit: Unit, hex: HexId, level: Level, shot: value.Shot) -> float:
    """Return the value of a place for a unit with a given best shot from there."""
    return _less(lure(state, unit, hex, shot), state, unit, hex, level)


def _less(lure: float, state: State, unit: Unit, hex: HexId, level: Level) -> float:
    """Return the lure of a place, less its dangers and costs."""
    friends = sum(other.id != unit.id and not other.aboard for other in units_at(state, hex, level, unit.side))
    return (
        lure
        - FEARS[unit.side] * value.danger(state, unit, hex, level)
        - CROWD[unit.side] * friends
        - value.unescorted(state, unit, hex)
        - value.shelled(state, unit, hex)
        - value.spoils(state, unit, hex)
    )


def lure(state: State, unit: Unit, hex: HexId, shot: value.Shot) -> float:
    """Return the lure of a place: the upper limit of its value."""
    return (
        SHOOTS * shot.value
        + _pull(state, unit, hex) * value.draw(state, unit.side, hex)
        + nearness(state, unit, hex)
        + _spots(state, unit, hex)
    )


def _spots(state: State, unit: Unit, hex: HexId) -> float:
    """Return a leader's value to the guns in a place; a moving leader cannot spot."""
    if unit.side != RUSSIAN or record(unit).kind != "leader":
        return 0.0
    seen = _seen(state, unit, hex, 1)
    waits = hex == unit.hex and not unit.moved and seen and ARTILLERY in state.cup
    strikes = min(BURATINOS, _seen(state, unit, hex, 2)) if option(state, "buratino") else 0
    return SPOTS * min(seen, ENOUGH) + STRIKES * strikes + STAYS * bool(waits)


def _seen(state: State, unit: Unit, hex: HexId, keeps: int) -> int:
    """Count the targets in a leader's sight that are far enough from Russians."""
    view = seen_from(state, hex, by_day(unit))
    targets = value.open_to_guns(state, keeps) & view if value.foes_near(state, unit.side, hex) else ()
    return sum(ground().distance(hex, each) > keeps for each in targets)


def _pull(state: State, unit: Unit, hex: HexId) -> float:
    """Return the pull of buildings on a unit: empty APCs and lone units hold nothing."""
    what = record(unit)
    empty = what.kind == "apc" and not riders(state, unit.id)
    return EMPTY if empty or not what.fights or value.unescorted(state, unit, hex) else 1.0


def movers(at: Here) -> list[Unit]:
    """Return the units that can still move, the most urgent first."""
    state = at.state
    units = [u for u in able(state, at.step) if u.hex != WAITING and u.hex in ground() and left(state, u) > 0]
    fresh = [unit for unit in units if unit.id not in state.acted]

    def urgent(unit: Unit) -> tuple[bool, float, str]:
        leads = record(unit).kind == "leader"
        return leads, -value.draw(state, unit.side, unit.hex) - nearness(state, unit, unit.hex), unit.id

    return sorted(fresh, key=urgent)[: TRIED[at.seat]]


def _move(at: Here) -> do.Action | None:
    """Move the first unit that finds a better place; for Chechens, the best of all."""
    best: Go | None = None
    for unit in movers(at):
        go = next((each for each in places(at, unit) if at.allows(each.action)), None)
        if go is not None and (best is None or go.gain > best.gain):
            best = go
            if at.seat == RUSSIAN:
                break
    return _leading(at, best.action) if best is not None else None


def _leading(at: Here, action: do.Action) -> do.Action:
    """Let a vehicle lead the column behind it, if no enemy can fire at the column."""
    if not isinstance(action, do.Move) or not record(at.state.units[action.units[0]]).vehicle:
        return action
    lead = at.state.units[action.units[0]]
    behind = column(at.state, at.step, lead)[1:]
    march = do.March(lead.id, action.to)
    safe = not any(value.foes_near(at.state, at.seat, unit.hex) for unit in behind)
    return march if behind and safe and at.allows(march) else action


def places(at: Here, unit: Unit) -> Iterator[Go]:
    """Yield the better places in a unit's reach, the best first.

    Its passengers can still dismount there.

    It faces its best target there, else as it comes. A place is weighed to the end only when no better one is left
    than it could be.
    """
    state, least = at.state, WORTH_GOING[unit.side]
    here = post(state, unit, unit.hex, unit.level, shot_from(state, unit, unit.hex, unit.level, moved=unit.moved))
    known: list[tuple[float, int, Go]] = []
    spots = [spot for spot in _spots_ahead(state, unit) if spot.lure - here > least]
    for n in sorted(range(len(spots)), key=lambda n: -spots[n].lure):
        spot = spots[n]
        while known and -known[0][0] > spot.lure - here:
            yield heappop(known)[2]
        gain = _less(spot.lure, state, unit, spot.hex, spot.level) - here
        if gain > least:
            facing: do.Turned = "" if record(unit).vehicle else spot.shot.facing or ""
            go = Go(gain, do.Move((unit.id,), spot.hex, level=spot.level, facing=facing))
            heappush(known, (-gain, n, go))
    while known:
        yield heappop(known)[2]


class Spot(NamedTuple):
    """A place in a unit's reach, its best shot from there, and its lure."""

    hex: HexId
    level: Level
    shot: value.Shot
    lure: float


def _spots_ahead(state: State, unit: Unit) -> Iterator[Spot]:
    """Yield the places that a unit reaches and that are worth a thought."""
    vehicle = record(unit).vehicle
    ways = vehicle_ways(state, unit) if vehicle else foot_ways(state, (unit,))
    budget = left(state, unit) - (costs().carry if riders(state, unit.id) else 0)
    rough = sorted(
        (
            (value.draw(state, unit.side, hex) + nearness(state, unit, hex) + _spots(state, unit, hex), hex)
            for hex, cost in ways.costs.items()
            if cost <= budget
        ),
        reverse=True,
    )
    near = [hex for _, hex in rough[: 2 * BEST]]
    covered = [hex for _, hex in rough if hex in ground().near(unit.hex, 1)]
    for hex in dict.fromkeys((*near, *covered, unit.hex)):
        if enemies(state, unit.side, hex):
            continue
        for level in levels(state, hex) if not vehicle else ("ground",):
            if (hex, level) != (unit.hex, unit.level):
                shot = shot_from(state, unit, hex, level, moved=True)
                yield Spot(hex, level, shot, lure(state, unit, hex, shot))


# Out of the vehicles.


def dismount(at: Here) -> do.Action | None:
    """Unload passengers if the vehicle is in danger or at a building that scores.

    If several adjacent vehicles unload, one order does it.
    """
    if at.seat != RUSSIAN:
        return None
    for vehicle in able(at.state, at.step):
        if vehicle.hex not in ground() or not riders(at.state, vehicle.id) or not gets_out(at, vehicle):
            continue
        column = loaded(at, vehicle)
        together = list(takewhile(lambda unit: gets_out(at, unit), column))
        all_of_them = len(together) == len(column)
        order = do.Dismount(vehicle.id, "cover", do.ALL_VEHICLES if all_of_them else len(together))
        if len(together) > 1 and at.allows(order):
            return order
        inside = tuple(rider.id for rider in riders(at.state, vehicle.id))
        allowed = [way for way in at.legal(do.Unload) if way.units == inside]
        if allowed:
            rider = at.state.units[allowed[0].units[0]]
            return max(allowed, key=lambda way: _exit(at, rider, way))
    return None


def gets_out(at: Here, carrier: Unit) -> bool:
    """Return whether passengers are better off outside."""
    if value.danger(at.state, carrier, carrier.hex, "ground") >= DISMOUNT:
        return True
    near = any(ground().distance(carrier.hex, hex) <= NEAR for hex in fronts(at.state, at.seat))
    return near or value.at_building(at.state, at.seat, carrier.hex)


def _exit(at: Here, rider: Unit, way: do.Unload) -> float:
    """Return how good the place is to which a unit gets out."""
    hex = way.at or rider.hex
    return post(at.state, rider, hex, "ground", shot_from(at.state, rider, hex, "ground", moved=True))


# Onto the map.


def come_in(at: Here) -> do.Enter | None:
    """Bring in all waiting units at the shortest road with the fewest arrivals."""
    return at.best(entries(at))


def entries(at: Here) -> list[tuple[float, do.Enter]]:
    """Return how units could come in, and how good that is."""
    units = {unit.id: unit for unit in waiting(at.state, at.step)}
    found = []
    for action in at.offered(do.Enter):
        first = units[action.units[0]] if action.units else next(iter(units.values()))
        wave = wave_of(at.state, first)
        if wave is not None:
            far = by_road(ground(), action.at, ground().building(wave.objective))
            cost = far + at.state.entered.get(action.at, 0)
            found.append((-float(cost) - bool(action.units), action))
    return found


# Obstacles.


def _clear(at: Here) -> do.Action | None:
    """Clear the road ahead of a column, by fire if possible."""
    if at.seat != RUSSIAN:
        return None
    ways: Iterator[do.Clear] = at.legal(do.Clear)
    found = sorted(ways, key=lambda each: (each.how != "fire", each.unit, each.at))
    return found[0] if found else None
