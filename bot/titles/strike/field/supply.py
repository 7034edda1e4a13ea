"""Combat supply: by rail, by trucks, by air, in Finland, or for operations points."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.paths import Tree, spread, trace
from bot.titles.strike.field import counters
from bot.titles.strike.field.counters import HOME_OF_THE_FINNS, is_finnish
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, NOBODY, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables

# Railways that work.


@case("6.4.1", "6.4.2", "6.4.1e")
def is_gauge(state: State, seat: Seat, area: AreaId) -> bool:
    """Return whether an area has a railway of a side's gauge: German if converted."""
    return bool(counters.map_of(state)[area].rails) and (area in state.converted) == (seat == GERMAN)


@case("6.4.2", "6.4.2a", "6.4.2b", "8.1.1")
def works(state: State, seat: Seat, area: AreaId) -> bool:
    """Return whether a side's railway works: no enemy, partisans or cutting air unit."""
    cut = counters.cut_by_partisans(state) if seat == GERMAN else counters.interdicted(state)
    return (
        is_gauge(state, seat, area) and area not in counters.held(state, counters.other(seat)) and area not in cut
    )


@counters.FRONTS.keeps
def lines(state: State, seat: Seat, closed: frozenset[AreaId] = frozenset()) -> Tree[AreaId]:
    """Return the areas whose working railways lead home, each with its next area.

    No line leads through the `closed` areas.
    """
    here = counters.map_of(state)

    def is_open(area: AreaId) -> bool:
        return area not in closed and works(state, seat, area)

    exits = sorted(filter(is_open, here.exits[seat]))
    return spread(exits, lambda area: filter(is_open, here[area].rails))


# Sources of supply.


class Source(NamedTuple):
    """The supply of an area, and its way to the edge of the map."""

    how: Literal["rail", "trucks"]
    path: tuple[AreaId, ...]
    trucks: UnitId = NOBODY


@counters.POSITION.keeps
def source(state: State, seat: Seat, area: AreaId) -> Source | None:
    """Return the supply of a side's fighting units in an area, `None` without any."""
    return _by_rail(state, seat, area) or _by_trucks(state, seat, area)


@case("11.5.3")
def _by_rail(state: State, seat: Seat, area: AreaId) -> Source | None:
    """A railway supplies its own area and those next to it, if its line runs home."""
    back = lines(state, seat)
    for rail in (area, *counters.map_of(state)[area].next):
        if rail in back:
            way = trace(back, rail)
            return Source("rail", way if rail == area else (area, *way))
    return None


@case("11.5.2")
def _by_trucks(state: State, seat: Seat, area: AreaId) -> Source | None:
    """Trucks in or next to the area supply any units, if they reach a railway."""
    near = (area, *counters.map_of(state)[area].next)
    for trucks in counters.trucks(state, seat):
        if trucks.place in near and (way := truck_way(state, seat, trucks.place)):
            return Source("trucks", way if trucks.place == area else (area, *way), trucks.id)
    return None


@case("11.5.1", "11.5.2", "9.2.1")
def truck_way(state: State, seat: Seat, start: AreaId) -> tuple[AreaId, ...] | None:
    """Return the way of trucks to a railway and home, over at most three areas.

    Enemies block it, and air units block the Russians on the whole way, on the railway too and whatever their
    mission; diamonds count as areas. The area of the trucks need not be free.
    """
    here = counters.map_of(state)
    over = frozenset(unit.place for unit in counters.air(state)) - {start} if seat == RUSSIAN else frozenset()
    blocked = counters.held(state, counters.other(seat)) | over
    back = lines(state, seat, over)
    if start in back:
        return trace(back, start)
    ways: list[tuple[AreaId, ...]] = [(start,)]
    done = {start}
    for _ in range(tables().numbers.supply.overland + 1):
        longer = []
        for way in ways:
            for to in here[way[-1]].next:
                if to in back:
                    return (*way, *trace(back, to))
                if to not in done and to not in blocked:
                    done.add(to)
                    longer.append((*way, to))
        ways = longer
    return None


@case("11.5.6")
def supplied_in_finland(state: State, unit: Unit) -> bool:
    """Return whether a Finn is in or next to Finland, where supply is not needed."""
    if not is_finnish(unit):
        return False
    here = counters.map_of(state)
    finland = here.region(HOME_OF_THE_FINNS)
    return unit.place in finland or not set(finland).isdisjoint(here[unit.place].next)


MOST_CORPS = 2
"""9.2.4: the corps that an air unit supplies instead of an army or panzer group."""


@case("9.2.4", "11.5.5")
def flown_in(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the units an air unit supplies: the dearest army, or two dearest corps."""
    dearest = sorted(units, key=counters.price, reverse=True)
    big = [unit for unit in dearest if counters.size(unit) > 1][:1]
    small = [unit for unit in dearest if counters.size(unit) == 1][:MOST_CORPS]
    return tuple(max(big, small, key=lambda some: sum(map(counters.price, some))))


@case("11.5", "11.5.5")
def unsupplied(
    state: State, seat: Seat, area: AreaId, flights: int = 0, named: Collection[UnitId] = ()
) -> tuple[Unit, ...]:
    """Return a side's units without supply in a battle after further supply flights.

    Flights supply the named units, else the dearest.
    """
    if source(state, seat, area) is not None:
        return ()
    left = [unit for unit in counters.troops(state, area, seat) if not supplied_in_finland(state, unit)]
    if seat == GERMAN:
        there = [unit.supplies for unit in counters.air(state) if unit.place == area and unit.mission == "supply"]
        for wanted in (*there, *(named,) * flights):
            helped = [unit for unit in left if unit.id in wanted] if wanted else flown_in(left)
            left = [unit for unit in left if unit not in helped]
    return tuple(left)


@case("11.5.4")
def cost(units: Iterable[Unit]) -> int:
    """Return the operations points that bring units into supply for a battle."""
    return sum(map(counters.price, units))
