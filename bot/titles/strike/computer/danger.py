"""What the enemy could do in his next move: who comes where, and what he would gain there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from bot.kernel.secret import Seat
from bot.kit.paths import Move, Reach, trace
from bot.titles.strike.field import combat, communication, counters, movement, supply, value
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit
from bot.titles.strike.printed.tables import tables

LIFELINE = 2.0
"""What a railway is worth on which the supply of a front hangs."""
HOME = 25.0
"""What an ox of the home edge is worth through which such a railway leaves the map: an army group lives on it."""


class Stack(NamedTuple):
    """The strongest that a side can bring to an area."""

    strength: int
    worth: float
    steps: int
    combined: bool


def menace(state: State, seat: Seat, area: AreaId, units: Iterable[Unit]) -> float:
    """Return what the enemy can hope to gain in an area in his next move, if these units of a side stand there."""
    enemy = counters.other(seat)
    coming = strongest(state, enemy, area)
    if coming is None:
        return 0.0
    stake, there = at_stake(state, seat, area), tuple(units)
    if not there:
        return stake
    strength = sum(map(counters.strength, there))
    columns = [combat.column(method, coming.strength, strength) for method in combat.METHODS]
    base = max((column for column in columns if column is not None), default=None)
    if base is None:
        return 0.0
    column = base + coming.combined - combat.combined(there) - _shelter(state, seat, area)
    last = len(tables().numbers.combat.differential) - 1
    held, steps = sum(map(value.of_unit, there)), sum(map(counters.steps, there))
    return max(
        0.0,
        sum(
            chance * value.of_result(result, coming.worth, held, coming.steps, steps, stake)
            for result, chance in _results(max(0, min(last, column))).items()
        ),
    )


@cache
def _results(column: int) -> Mapping[str, float]:
    return {result: float(chance) for result, chance in combat.distribution(column, 0).items()}


def _shelter(state: State, seat: Seat, area: AreaId) -> int:
    """Return how many columns ground, weather and supply give to defenders."""
    numbers = tables().numbers
    weather = numbers.conditions[state.weather].shift
    lacks = supply.source(state, seat, area) is None
    return value.cover(state, area) + weather - lacks * numbers.shifts.unsupplied


def at_stake(state: State, seat: Seat, area: AreaId) -> float:
    """Return what a side loses with an area: a goal that it holds, and the railway behind its front."""
    held = value.goals(state, seat).get(area, 0.0) if state.control.get(area) == seat else 0.0
    if area not in lifelines(state, seat):
        return held
    return held + (HOME if area in counters.map_of(state).edge[seat] else LIFELINE)


@counters.POSITION.keeps
def lifelines(state: State, seat: Seat) -> frozenset[AreaId]:
    """Return the areas through which the railways of the Germans run from their railheads home."""
    back = supply.lines(state, seat)
    heads = [unit.place for unit in counters.of(state, seat) if counters.is_kind(unit, "rail")]
    return frozenset(area for head in heads if head in back for area in trace(back, head))


# Who comes.


@counters.POSITION.keeps
def strongest(state: State, seat: Seat, area: AreaId) -> Stack | None:
    """Return the strongest stack of a side that can stand in an area after its next move."""
    units: list[Unit] = []
    for unit in (*counters.troops(state, area, seat), *comers(state, seat).get(area, ())):
        if counters.stacked([*units, unit]) <= counters.limit(state, area):
            units.append(unit)
    if not units:
        return None
    return Stack(
        sum(map(counters.strength, units)),
        sum(map(value.of_unit, units)),
        sum(map(counters.steps, units)),
        combat.combined(units),
    )


@counters.POSITION.keeps
def comers(state: State, seat: Seat) -> Mapping[AreaId, tuple[Unit, ...]]:
    """Return for each area the troops of a side that can come there in its next move, the strongest first."""
    found: dict[AreaId, list[Unit]] = {}
    troops = [unit for unit in counters.of(state, seat) if counters.fights(unit)]
    for unit in sorted(troops, key=lambda each: (-counters.strength(each) / counters.size(each), each.id)):
        for area in _march(state, unit):
            free = not movement.disengages(state, unit) or communication.has_line(state, unit, area)
            if free and area != unit.place and counters.may_stand(state, unit, area):
                found.setdefault(area, []).append(unit)
    return {area: tuple(units) for area, units in found.items()}


def _march(state: State, unit: Unit) -> Iterable[AreaId]:
    """Return the areas within a fresh unit's march; the troops that stand there now stop it."""
    points = movement.allowance(state, unit)[0]
    if movement.needs_leader(state, unit):
        led = any(leader.place == unit.place for leader in counters.leaders(state, unit.side))
        points = points if led else 0
    book = counters.POSITION.book(state)
    key = ("march", unit.side, unit.place, counters.mover(unit), counters.is_kind(unit, "army"), points)
    if key not in book:
        here, enemies = counters.map_of(state), counters.held(state, counters.other(unit.side))

        def onward(area: AreaId) -> Iterable[Move[AreaId]]:
            for to in here[area].next:
                if not here[to].is_diamond or counters.may_pass(state, unit, to):
                    yield Move(to, movement.cost(state, unit, to), to in enemies)

        book[key] = tuple(Reach(unit.place, points, onward).cost)
    found: tuple[AreaId, ...] = book[key]
    return found
