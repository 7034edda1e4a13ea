"""Railways: working lines, lines home, trains and railheads."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.kit.paths import Tree, spread, trace
from bot.titles.strike.field import counters
from bot.titles.strike.field.supply import is_gauge, lines, works
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit
from bot.titles.strike.printed.tables import tables

# Trains.


@case("6.4.5")
def is_safe(state: State, seat: Seat, area: AreaId) -> bool:
    """Say whether a train may start or stop in an area: no enemy in it nor next to it."""
    enemies = counters.held(state, counters.other(seat))
    return area not in enemies and enemies.isdisjoint(counters.map_of(state)[area].next)


@case("6.4", "6.4.1e", "6.4.2b")
def journeys(state: State, unit: Unit) -> Tree[AreaId]:
    """Return the areas that working railways reach from a unit, with the ways back."""
    return _journeys(state, unit.side, unit.place)


@counters.FRONTS.keeps
def _journeys(state: State, seat: Seat, start: AreaId) -> Tree[AreaId]:
    here = counters.map_of(state)

    def onward(area: AreaId) -> Iterator[AreaId]:
        return (to for to in here[area].rails if works(state, seat, to))

    return spread((start,) if works(state, seat, start) else (), onward)


def stations(state: State, unit: Unit) -> tuple[AreaId, ...]:
    """Return the areas where a train from a unit may stop, away from the enemy."""
    return _stations(state, unit.side, unit.place)


@counters.FRONTS.keeps
def _stations(state: State, seat: Seat, start: AreaId) -> tuple[AreaId, ...]:
    return tuple(area for area in _journeys(state, seat, start) if is_safe(state, seat, area))


def rail_way(state: State, unit: Unit, to: AreaId) -> tuple[AreaId, ...] | None:
    """Return the railway by which a unit would go to an area, both ends included."""
    back = journeys(state, unit)
    return tuple(reversed(trace(back, to))) if to in back else None


def cutter(state: State, seat: Seat, area: AreaId) -> str:
    """Name the enemy that cuts a side's railway in an area, "" without any."""
    if area in counters.held(state, counters.other(seat)):
        return "enemies"
    cut = counters.cut_by_partisans(state) if seat == GERMAN else counters.interdicted(state)
    return ("partisans" if seat == GERMAN else "aircraft") if area in cut else ""


CUT_BY = {"partisans": "8.1.1", "aircraft": "6.4.2b"}
"""The case by which each of them stops trains."""


def no_journey(state: State, unit: Unit, to: AreaId) -> Wrong:
    """Return why no working railway joins a unit to an area: at its ends or between."""
    seat, here = unit.side, counters.map_of(state)
    for area in (unit.place, to):
        if not here[area].rails:
            return Wrong(f"no railway runs through {area}", "choose an area with a railway", "6.4")
        if not is_gauge(state, seat, area):
            gauge = "not converted to the German gauge" if seat == GERMAN else "of the German gauge"
            cite = "6.4.1e" if seat == GERMAN else "6.4.2"
            return Wrong(f"the railway at {area} is {gauge}", "trains run on railways of their own gauge", cite)
    ends = [unit.place, to]
    gauge_only = spread(
        (unit.place,), lambda area: (next for next in here[area].rails if is_gauge(state, seat, next))
    )
    way = [*reversed(trace(gauge_only, to))] if to in gauge_only else ends
    cite = "6.4.1e" if seat == GERMAN else "6.4.2"
    for area in (*ends, *way):
        if who := cutter(state, seat, area):
            cited = CUT_BY.get(who, "6.4.5" if area in ends else cite)
            return Wrong(f"{who} cut the railway at {area}", "choose an area on this side of them", cited)
    return Wrong(f"no railway of your gauge joins {unit.place} and {to}", "choose an area on the same line", cite)


@case("6.4.3", "6.4.3a", "6.4.3c")
def trains_left(state: State, seat: Seat) -> int:
    """Return how many units of a side may still move by rail this turn."""
    used = sum(state.units[unit].side == seat for unit in state.by_rail)
    return tables().numbers.rail.capacity - used


# Railheads.


@case("6.4.1a", "6.4.1c")
def conversions(state: State, railhead: Unit) -> dict[AreaId, tuple[AreaId, ...]]:
    """Return the oxes a railhead can advance to, held by Germans, with the ways."""
    friends = counters.held(state, GERMAN)
    return {to: way for to, way in ahead(state, railhead).items() if to in friends}


@case("6.4.1a", "6.4.1c")
def ahead(state: State, railhead: Unit) -> dict[AreaId, tuple[AreaId, ...]]:
    """Return the next oxes on the railways of a railhead, each with the way there.

    No Russians are on the way, and its own line runs home without Russians or partisans on it.
    """
    if railhead.place not in lines(state, GERMAN):
        return {}
    enemies = counters.held(state, RUSSIAN)
    found: dict[AreaId, tuple[AreaId, ...]] = {}
    for way in onward(state, railhead):
        if enemies.isdisjoint(way[1:]):
            found.setdefault(way[-1], way)
    return found


@case("6.4.1a")
def onward(state: State, railhead: Unit) -> Iterator[tuple[AreaId, ...]]:
    """Yield a railhead's ways to the next oxes, over at most one diamond."""
    here = counters.map_of(state)
    for first in here[railhead.place].rails:
        for to in here[first].rails if here[first].is_diamond else (first,):
            if to != railhead.place and not here[to].is_diamond:
                yield tuple(dict.fromkeys((railhead.place, first, to)))


@case("6.4.1a")
def converted_by(state: State, way: tuple[AreaId, ...]) -> tuple[AreaId, ...]:
    """Return the areas a railhead converts on its way, with joining diamonds."""
    here = counters.map_of(state)
    ours = {*state.converted, *way}
    joined = [
        diamond
        for diamond in here[way[-1]].rails
        if here[diamond].is_diamond
        and diamond not in counters.held(state, RUSSIAN)
        and sum(to in ours for to in here[diamond].rails) > 1
    ]
    return tuple(area for area in dict.fromkeys((*way, *joined)) if area not in state.converted)


def no_conversion(state: State, railhead: Unit, to: AreaId) -> Wrong:
    """Say why a railhead cannot advance to an area."""
    here = counters.map_of(state)
    if railhead.place not in lines(state, GERMAN):
        return _no_line_home(state, railhead.place)
    if here[to].is_diamond:
        return Wrong(f"{to} is a diamond; railheads stop in oxes only", "choose the next ox on the line", "6.4.1a")
    if all(way[-1] != to for way in onward(state, railhead)):
        why = f"{to} is not the next ox on a railway from {railhead.place}"
        return Wrong(why, "advance one ox at a time", "6.4.1a")
    if to in counters.held(state, RUSSIAN):
        return Wrong(f"enemies are at {to}", "drive them out first", "6.4.1a")
    if to not in counters.held(state, GERMAN):
        return Wrong(f"no troops of yours are at {to}", "bring some there first", "6.4.1a")
    return Wrong(f"enemies are on the railway from {railhead.place} to {to}", "drive them out first", "6.4.1a")


def _no_line_home(state: State, area: AreaId) -> Wrong:
    """Return the cutter of the shortest German line from a railhead to the west edge.

    Without a line it says so.
    """
    here, mend = counters.map_of(state), "clear the line behind it first"
    gauge = spread((area,), lambda place: (to for to in here[place].rails if is_gauge(state, GERMAN, to)))
    ways = [tuple(reversed(trace(gauge, edge))) for edge in sorted(here.exits[GERMAN]) if edge in gauge]
    for place in min(ways, key=len, default=()):
        match cutter(state, GERMAN, place):
            case "partisans":
                return Wrong(f"partisans sit on its line at {place}", mend, "6.4.1c")
            case "enemies":
                return Wrong(f"enemies are on its line at {place}", mend, "6.4.1a")
    return Wrong("its line does not run home to the west edge", mend, "6.4.1a")
