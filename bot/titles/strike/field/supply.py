"""Combat supply: by rail, by trucks, by air, in Finland, or for operations points."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal, NamedTuple

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.strike.field import counters
from bot.titles.strike.field.communication import HOME_OF_THE_FINNS, is_finnish
from bot.titles.strike.field.railways import lines, trace
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables


class Source(NamedTuple):
    """What supplies an area, and the way from there to the edge of the map."""

    how: Literal["rail", "trucks"]
    path: tuple[AreaId, ...]
    trucks: UnitId = UnitId("")


def source(state: State, seat: Seat, area: AreaId) -> Source | None:
    """Return what supplies all units of a side that fight in an area, `None` when nothing does."""
    book = counters.kept(state)
    key = ("source", seat, area)
    if key not in book:
        book[key] = _by_rail(state, seat, area) or _by_trucks(state, seat, area)
    found: Source | None = book[key]
    return found


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
    """Trucks in the area or next to it supply any number of units, if they have a way to a railway."""
    near = (area, *counters.map_of(state)[area].next)
    for trucks in counters.trucks(state, seat):
        if trucks.place in near and (way := truck_way(state, seat, trucks.place)):
            return Source("trucks", way if trucks.place == area else (area, *way), trucks.id)
    return None


@case("11.5.1", "11.5.2", "9.2.1")
def truck_way(state: State, seat: Seat, start: AreaId) -> tuple[AreaId, ...] | None:
    """Return the way of trucks to a railway and along it home; at most three areas lie between them and it.

    Enemies block it, and air units block the Russians wherever they are; diamonds count as areas. Where the trucks
    stand themselves nothing has to be free.
    """
    back = lines(state, seat)
    here = counters.map_of(state)
    blocked = counters.held(state, counters.other(seat))
    if seat == RUSSIAN:
        blocked |= {unit.place for unit in counters.air(state)}
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
    """Say whether a Finn is in or next to Finland, where he needs nothing."""
    if not is_finnish(unit):
        return False
    here = counters.map_of(state)
    finland = here.region(HOME_OF_THE_FINNS)
    return unit.place in finland or not set(finland).isdisjoint(here[unit.place].next)


MOST_CORPS = 2
"""9.2.4: how many corps an air unit supplies, if it supplies no army or panzer group."""


@case("9.2.4", "11.5.5")
def flown_in(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return whom one air unit supplies: the dearest army or panzer group, or the two dearest corps."""
    dearest = sorted(units, key=counters.price, reverse=True)
    big = [unit for unit in dearest if counters.size(unit) > 1][:1]
    small = [unit for unit in dearest if counters.size(unit) == 1][:MOST_CORPS]
    return tuple(max(big, small, key=lambda some: sum(map(counters.price, some))))


@case("11.5", "11.5.5")
def unsupplied(
    state: State, seat: Seat, area: AreaId, flights: int = 0, named: Collection[UnitId] = ()
) -> tuple[Unit, ...]:
    """Return the units of a side that have no supply in a battle, when so many air units more fly it in.

    They supply those whom their owner names, else the dearest.
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


# Command.


@case("11.8.1", "9.2.1")
def command_range(state: State, leader: Unit) -> int:
    """Return how far a leader commands: one area, none beyond his own where enemies or air units are."""
    enemies = leader.place in counters.held(state, counters.other(leader.side))
    under_air = leader.side == RUSSIAN and any(unit.place == leader.place for unit in counters.air(state))
    return 0 if enemies or under_air else 1


@case("11.8.1", "11.8")
def commander(state: State, seat: Seat, area: AreaId) -> Unit | None:
    """Return the best leader in whose command the units of a side in an area are."""
    near = counters.map_of(state)[area].next
    return max(
        (
            leader
            for leader in counters.leaders(state, seat)
            if leader.place == area or (leader.place in near and command_range(state, leader))
        ),
        key=counters.rating,
        default=None,
    )


def leaders_near(state: State, seat: Seat, area: AreaId) -> Iterator[Unit]:
    """Yield the leaders of a side who are in an area or next to it and not disrupted."""
    near = (area, *counters.map_of(state)[area].next)
    return (leader for leader in counters.leaders(state, seat) if leader.place in near)
