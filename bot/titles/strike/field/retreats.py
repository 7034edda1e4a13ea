"""Ways after a battle: withdrawals of the beaten, and advances of the winners."""

from __future__ import annotations

from collections.abc import Callable

from bot.kernel.rule import case
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit
from bot.titles.strike.printed.tables import tables

ANYWHERE = AreaId("")


@case("11.9.3", "9.2.1")
def ways_back(
    state: State, unit: Unit, start: AreaId, distance: int, via: AreaId = ANYWHERE
) -> dict[AreaId, tuple[AreaId, ...]]:
    """Return a unit's withdrawal areas: the full distance, or else the farthest.

    Each step leads nearer home and farther away, without enemies, and the end needs room. Aircraft that cut a
    railway stop Russians. The way leads through the area that is named, if any is.
    """
    here, enemies = counters.map_of(state), counters.held(state, counters.other(unit.side))
    stops = counters.stops(state, unit.side)
    found: dict[AreaId, tuple[AreaId, ...]] = {}
    ways: list[tuple[AreaId, ...]] = [(start,)]
    for _ in range(distance):
        longer = [
            (*way, to)
            for way in ways
            if len(way) == 1 or way[-1] not in stops
            for to in here[way[-1]].next
            if here.nearness(unit.side, to) > here.nearness(unit.side, way[-1])
            and to not in enemies
            and counters.may_pass(state, unit, to)
        ]
        ends: dict[AreaId, tuple[AreaId, ...]] = {}
        for way in longer:
            straight = here.distance(start, way[-1]) == len(way) - 1 and via in (ANYWHERE, *way[1:-1])
            if straight and _may_end(state, unit, way[-1]):
                ends.setdefault(way[-1], way)
        found = ends or found
        ways = longer
    return found


def holding_price(distance: int) -> int:
    """Return the steps that buy off a withdrawal of this distance."""
    return tables().numbers.withdrawal.price[distance - 1]


def corps_steps(units: tuple[Unit, ...]) -> int:
    """Count the steps of units in corps: an army or panzer group has twice as many."""
    return sum(counters.steps(unit) * counters.size(unit) for unit in units)


@case("6.1.4", "11.9.5")
def leads(unit: Unit) -> bool:
    """Return whether a unit is a leader that can advance; disrupted leaders stay."""
    return counters.is_kind(unit, "leader") and not unit.down


@case("11.9.5", "9.2.1")
@counters.NOW.keeps
def pursuit(
    state: State, unit: Unit, start: AreaId, followed: tuple[tuple[AreaId, ...], ...], via: AreaId = ANYWHERE
) -> dict[AreaId, tuple[AreaId, ...]]:
    """Return a unit's advance areas: armour and leaders two areas, infantry one.

    It follows the withdrawn units, or goes anywhere if none is left. Enemies stop it, and Russians are stopped by
    aircraft that cut a railway. The way leads through the area that is named, if any is.
    """
    here, stops = counters.map_of(state), counters.stops(state, unit.side)
    far = 1 if counters.is_infantry(unit) else 2
    found: dict[AreaId, tuple[AreaId, ...]] = {}
    ways: list[tuple[AreaId, ...]] = [(start,)]
    for n in range(1, far + 1):
        longer = []
        for way in ways:
            if n > 1 and way[-1] in stops:
                continue
            onward = here[way[-1]].next
            if followed:
                onward = tuple(dict.fromkeys(each[n] for each in followed if each[:n] == way and len(each) > n))
            longer += [(*way, to) for to in onward if to not in way and counters.may_pass(state, unit, to)]
        for way in longer:
            if via in (ANYWHERE, *way[1:-1]) and _may_end(state, unit, way[-1]):
                found.setdefault(way[-1], way)
        ways = longer
    return found


def _may_end(state: State, unit: Unit, area: AreaId) -> bool:
    """Return whether an advance may end in an area with room."""
    return counters.may_stand(state, unit, area) and counters.room(state, area, unit.side) >= counters.size(unit)


def passed(state: State, start: AreaId, to: AreaId, leads: Callable[[AreaId], bool]) -> tuple[AreaId, ...]:
    """Return the middle areas of a way of two areas, if there are several."""
    here = counters.map_of(state)
    if to not in here or to in here[start].next:
        return ()
    found = tuple(via for via in here[start].next if leads(via))
    return found if len(found) > 1 else ()
