"""Marches: joint attacks on beatable enemies, else better ground and supply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.kernel.secret import Seat
from bot.kit.decisions import At
from bot.titles.strike.computer.posts import (
    SHOCK,
    baring,
    battle_value,
    for_railways,
    garrisons,
    leaving,
    need_of_leader,
    ordered,
    post_value,
    strongest,
)
from bot.titles.strike.computer.rear import move_trucks
from bot.titles.strike.field import combat, counters, movement, railways, value
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Movement, Redeployment
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.play.flights import FLY
from bot.titles.strike.play.march import MOVE
from bot.titles.strike.play.trains import RAIL
from bot.titles.strike.printed.tables import tables

WORTH_FIGHTING = 0.8
"""The least that a battle must be worth before units are brought to it."""
CLOSE_LEADERS = 3.0
"""The cost of a leader's place where another already commands."""
ATTACKS = 0.4
"""The weight of attacks a Soviet leader commands, besides defence."""
AMONG_ENEMIES = 2.0
"""The cost of a Soviet leader's place among enemies; troops may be lost with him."""
COMING = 0.6
"""The share of a leader's command around him that remains if enemies can come."""
WORTH_WALKING = 0.25
"""The least by which new ground must be better than the old."""
WORTH_RAILING = 0.6
"""The least by which it must be better to go there by train."""
MARCH = 2
"""How far infantry comes on its feet."""
STATIONS = 6
"""How many places a train is thought of for: the nearest to what matters."""


def move(at: At[State, Movement]) -> do.Action:
    """Move aircraft, the best assault, needed leaders, then all other units.

    Soviet leaders follow their troops, to command most of the threatened front. In snow they move first, because
    otherwise they would have to lead other units. Soviet trucks go last, German ones have gone.
    """
    if at.seat == RUSSIAN and not tables().numbers.conditions[at.state.weather].led:
        return _gather(at) or _go(at) or _lead(at) or _clear(at) or move_trucks(at) or do.Done()
    if at.seat == RUSSIAN:
        return _gather(at) or _lead(at) or _go(at) or _clear(at) or move_trucks(at) or do.Done()
    return _fly(at) or _gather(at) or _lead(at) or _go(at) or _clear(at) or do.Done()


def redeploy(at: At[State, Redeployment]) -> do.Action:
    """Redeploy what gains most by it."""
    return _bring_up(at, at.step.left) or do.Done()


def _bring_up(at: At[State, Any], left: int) -> do.Action | None:
    """Bring up units that are far from where they matter."""
    if not left:
        return _clear(at)
    if (train := _entrain(at)) is not None:
        return train
    moves = sorted(_posts(at), key=lambda move: (-move[0], move[1].units))
    for gain, move in moves:
        if gain > 3 * WORTH_WALKING and len(move.units) <= left and MOVE.allows(at, move):
            return move
    return _clear(at)


def _able(state: State, seat: Seat) -> list[Unit]:
    """Return the troops that have not moved yet and still can, the strongest first."""
    units = movement.movable(state, counters.of(state, seat))
    fresh = [unit for unit in units if counters.fights(unit) and not unit.trail]
    return sorted(fresh, key=lambda unit: (-counters.strength(unit), unit.id))


# Assaults.


def _gather(at: At[State, Any]) -> do.Move | None:
    """Bring units together for the most valuable battle, with a leader if needed."""
    state, seat = at.state, at.seat
    best: tuple[float, do.Move | None] = (0.0, None)
    for leader, area, units in _assaults(state, seat):
        commander = leader or _commander(state, seat, area)
        value, group = _assault(state, seat, area, units, led=bool(commander))
        if group and value > best[0]:
            best = (value, do.Move((*commander, *(unit.id for unit in group)), area))
    move = best[1]
    return move if move is not None and MOVE.allows(at, move) else None


def _commander(state: State, seat: Seat, area: AreaId) -> tuple[UnitId, ...]:
    """Return the best free leader for an area without a commander.

    Soviet leaders stay behind their troops, where they command more of the front and are not lost with an attack.
    """
    if seat == RUSSIAN or combat.commander(state, seat, area) is not None:
        return ()
    able = [
        leader
        for leader in counters.leaders(state, seat)
        if not leader.trail
        and leader.place not in counters.shared(state)
        and area in movement.destinations(state, (leader,), escorted=True)
    ]
    return tuple(leader.id for leader in sorted(able, key=lambda each: (-counters.rating(each), each.id))[:1])


def _assaults(state: State, seat: Seat) -> Iterator[tuple[tuple[UnitId, ...], AreaId, list[Unit]]]:
    """Yield enemy areas with the units that reach them, or in bad weather a leader's."""
    able, enemies = _able(state, seat), counters.held(state, counters.other(seat))
    reached: dict[AreaId, list[Unit]] = {}
    for unit in able:
        if not movement.needs_leader(state, unit):
            for area in enemies.intersection(movement.destinations(state, (unit,))):
                reached.setdefault(area, []).append(unit)
    yield from (((), area, reached[area]) for area in sorted(reached))
    for leader in movement.movable(state, list(counters.leaders(state, seat))):
        led = [unit for unit in able if unit.place == leader.place and movement.needs_leader(state, unit)]
        if led and not leader.trail:
            for area in sorted(enemies.intersection(movement.destinations(state, (leader, *led), escorted=True))):
                yield (leader.id,), area, led


def _assault(state: State, seat: Seat, area: AreaId, units: list[Unit], *, led: bool) -> tuple[float, list[Unit]]:
    """Return the gain of bringing some of these units to an area, and the units.

    The best are added one by one.
    """
    there = counters.troops(state, area, seat)
    room = counters.room(state, area, seat)
    before = max(0.0, battle_value(state, seat, area, there)) if there else 0.0
    lost = {
        unit.id: leaving(state, unit) + baring(state, unit) + for_railways(state, (unit,), unit.place)
        for unit in units
    }
    best: tuple[float, list[Unit]] = (_least(state, seat), [])
    group: list[Unit] = []
    left = list(units)

    def gain(unit: Unit) -> tuple[float, UnitId]:
        some = (*group, unit)
        whole = battle_value(state, seat, area, (*there, *some), led=led)
        return whole - before - sum(lost[each.id] for each in some), unit.id

    while fits := [unit for unit in left if counters.size(unit) <= room - counters.stacked(group)]:
        unit = max(fits, key=gain)
        gained = gain(unit)[0]
        group.append(unit)
        left.remove(unit)
        if gained > best[0]:
            best = (gained, list(group))
    return best if best[1] else (0.0, [])


def _least(state: State, seat: Seat) -> float:
    """Return the least value of a battle; in winter the Soviets take every chance."""
    return 0.0 if seat == RUSSIAN and value.winter_is_near(state) else WORTH_FIGHTING


# Leaders.


def _lead(at: At[State, Any]) -> do.Move | None:
    """Send leaders to where most troops of theirs are in contact and out of command."""
    state, seat = at.state, at.seat
    taken: set[AreaId] = set()
    for leader in counters.leaders(state, seat):
        if leader.trail or not movement.left(state, leader):
            taken |= {leader.place, *counters.map_of(state)[leader.place].next}
            continue
        goal = _best_post(state, leader, taken)
        taken |= {goal, *counters.map_of(state)[goal].next}
        if goal != leader.place:
            move = do.Move((leader.id,), goal)
            if MOVE.allows(at, move):
                return move
    return None


def _best_post(state: State, leader: Unit, taken: set[AreaId]) -> AreaId:
    def good(area: AreaId) -> tuple[float, str]:
        seat = leader.side
        friends = counters.troops(state, area, seat)
        enemies = area in counters.held(state, counters.other(seat))
        near = () if enemies else counters.map_of(state)[area].next
        commanded: float = sum(
            sum(map(counters.strength, counters.troops(state, each, seat)))
            for each in (area, *near)
            if each in counters.shared(state) and each not in taken
        )
        if seat == RUSSIAN:
            commanded = ATTACKS * commanded + _defends(state, seat, area, taken)
        commanded += 0.1 * sum(map(counters.strength, friends))
        if seat == RUSSIAN and value.winter_is_near(state):
            commanded += SHOCK * sum(counters.strength(unit) for unit in friends if counters.is_armour(unit))
        commanded -= CLOSE_LEADERS * (area in taken)
        safe = 0.0 if friends else -3.0
        fragile = -2.0 if friends and sum(map(counters.steps, friends)) < 3 and enemies else 0.0
        fragile -= AMONG_ENEMIES * (enemies and seat == RUSSIAN)
        return commanded + safe + fragile + 0.2 * value.pull(state, seat, area), area

    reach = [leader.place, *movement.destinations(state, (leader,))]
    return max(reach, key=good)


def _defends(state: State, seat: Seat, area: AreaId, taken: set[AreaId]) -> float:
    """Return the gain in defence of the troops around an area from a leader there.

    Among enemies he commands only his own area, and that may follow if they can come.
    """
    enemy = counters.other(seat)
    own = need_of_leader(state, seat, area) if area not in taken else 0.0
    if area in counters.held(state, enemy):
        return own
    near = (each for each in counters.map_of(state)[area].next if each not in taken)
    reach = COMING if strongest(state, enemy, area) is not None else 1.0
    return own + reach * sum(need_of_leader(state, seat, each) for each in near)


# Ground.


def _go(at: At[State, Any]) -> do.Action | None:
    """Guard open goals, then use trains, then move the unit with the best gain."""
    moves = sorted(_posts(at), key=lambda move: (-move[0], move[1].units))
    man = [each for each in moves if _mans(at.state, each[1])]
    return _first(at, man) or _entrain(at) or _first(at, moves)


def _first(at: At[State, Any], moves: list[tuple[float, do.Move]]) -> do.Move | None:
    return next((move for _, move in moves if MOVE.allows(at, move)), None)


def _mans(state: State, move: do.Move) -> bool:
    """Say whether units march to a goal of theirs that the enemy could walk into."""
    return garrisons(state, tuple(state.units[id] for id in move.units), move.to) > 0


def _posts(at: At[State, Any]) -> Iterator[tuple[float, do.Move]]:
    """Yield moves to better ground with their gains."""
    state, seat = at.state, at.seat
    enemies = counters.held(state, counters.other(seat))
    for party in _parties(state, seat):
        troops = tuple(filter(counters.fights, party))
        here = post_value(state, troops, party[0].place) + sum(leaving(state, unit) for unit in troops)
        here += ordered(state, troops)
        for area in movement.destinations(state, party, escorted=True):
            if area in enemies or counters.stacked(party) > counters.room(state, area, seat):
                continue
            gain = post_value(state, troops, area) - here
            if gain > WORTH_WALKING * len(troops):
                yield gain, do.Move(tuple(each.id for each in party), area)


def _parties(state: State, seat: Seat) -> Iterator[tuple[Unit, ...]]:
    """Yield groups that march together: single units, stacks, or a leader's units."""
    stacks: dict[AreaId, list[Unit]] = {}
    for unit in _able(state, seat):
        stacks.setdefault(unit.place, []).append(unit)
    leaders = {leader.place: leader for leader in counters.leaders(state, seat) if not leader.trail}
    for area, stack in stacks.items():
        free = [unit for unit in stack if not movement.needs_leader(state, unit)]
        yield from ((unit,) for unit in free)
        if len(free) > 1:
            yield tuple(free)
        if len(free) < len(stack) and area in leaders:
            yield (leaders[area], *(unit for unit in stack if unit not in free))


# Trains.


def _entrain(at: At[State, Any]) -> do.Rail | None:
    """Send by train the unit that gains most by it, farther than it could march."""
    state, seat = at.state, at.seat
    if railways.trains_left(state, seat) <= 0:
        return None
    found = []
    for unit in _able(state, seat):
        if railways.is_safe(state, seat, unit.place) and unit.id not in state.by_rail:
            here = post_value(state, (unit,), unit.place) + leaving(state, unit)
            found += [
                (gain, do.Rail(unit.id, to))
                for to in _stations(state, unit)
                if (gain := post_value(state, (unit,), to) - here) > WORTH_RAILING
            ]
    found.sort(key=lambda each: (-each[0], each[1].unit, each[1].to))
    return next((train for _, train in found if RAIL.allows(at, train)), None)


def _stations(state: State, unit: Unit) -> list[AreaId]:
    """Return the best areas by rail that are beyond a march and away from enemies."""
    here, seat = counters.map_of(state), unit.side
    safe = (
        area
        for area in railways.journeys(state, unit)
        if here.distance(unit.place, area) > MARCH
        and railways.is_safe(state, seat, area)
        and counters.may_stand(state, unit, area)
        and counters.room(state, area, seat) >= counters.size(unit)
    )
    return sorted(safe, key=lambda area: (-value.pull(state, seat, area), area))[:STATIONS]


def _clear(at: At[State, Any]) -> do.Action | None:
    """Leave overstacked areas: a unit that can moves, else the weakest is given up."""
    state, seat = at.state, at.seat
    for area in counters.crowded(state, seat):
        units = sorted(counters.troops(state, area, seat), key=lambda unit: (value.of_unit(unit), unit.id))
        for unit in units:
            for to in movement.destinations(state, (unit,)):
                move = do.Move((unit.id,), to)
                if counters.room(state, to, seat) >= counters.size(unit) and MOVE.allows(at, move):
                    return move
        return do.Lose(units[0].id)
    return None


# The air.


def _fly(at: At[State, Any]) -> do.Fly | None:
    """Fly to the battle that matters most."""
    state, seat = at.state, at.seat
    if seat != GERMAN:
        return None
    here, reach = counters.map_of(state), tables().numbers.air.range
    taken = {unit.place for unit in counters.air(state) if unit.trail}
    for unit in counters.air(state):
        if unit.trail:
            continue
        areas = [
            area
            for area in counters.shared(state)
            if area not in taken and here.distance(unit.place, area) <= reach
        ]
        goal = max(areas, key=lambda area: (_air_value(state, area), area), default=unit.place)
        taken.add(goal)
        action = do.Fly(unit.id, goal)
        if goal != unit.place and FLY.allows(at, action):
            return action
    return None


def _air_value(state: State, area: AreaId) -> float:
    strength = sum(map(counters.strength, counters.troops(state, area, GERMAN)))
    return strength + 2 * value.ground_of(state, GERMAN, area)
