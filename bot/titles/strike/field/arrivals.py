"""Arrivals of units: set-up, reinforcements, partisans and replacements."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Arrival
from bot.titles.strike.model.table import GERMAN, RUSSIAN, WAITING, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables

PARACHUTISTS_ARRIVE = 2
"""The turn of the variant parachutists, if the players agreed on them."""


def places(state: State, why: str, unit: Unit) -> tuple[AreaId, ...]:
    """Return where a unit may be placed."""
    if why == "partisans":
        return partisan_places(state, unit)
    if why == "set-up":
        return _chosen(state, unit)
    return reinforcement_places(state, unit)


@case("14.1", "14.2")
def _chosen(state: State, unit: Unit) -> tuple[AreaId, ...]:
    """Trucks and railheads start as printed or in controlled areas.

    Air units start near their own units.
    """
    here, enemies = counters.map_of(state), counters.held(state, counters.other(unit.side))
    choice = next(c for c in counters.side(state, unit.side).choices if unit.id in c.units)
    if choice.areas:
        return tuple(AreaId(area) for area in choice.areas)
    if counters.is_kind(unit, "luftwaffe"):
        own, reach = counters.held(state, unit.side), tables().numbers.air.range
        return tuple(area for area in here.areas if any(here.distance(area, each) <= reach for each in own))
    return tuple(
        id
        for id, area in here.areas.items()
        if not area.is_diamond and state.control.get(id) == unit.side and id not in enemies
    )


@case("14.1", "14.2")
def due(state: State, seat: Seat) -> tuple[UnitId, ...]:
    """Return the reinforcements of a side that are due and have not arrived."""
    listed = [(arrival.turn, unit) for arrival in counters.side(state, seat).arrivals for unit in arrival.units]
    if seat == GERMAN and state.options.get("parachutists") == "with":
        listed += [(PARACHUTISTS_ARRIVE, id) for id, unit in tables().units.items() if unit.trait == "parachute"]
    return tuple(
        UnitId(unit) for turn, unit in listed if turn <= state.turn and state.units[UnitId(unit)].place == WAITING
    )


@case("4.1.4", "14.1", "14.2")
def reinforcement_places(state: State, unit: Unit) -> tuple[AreaId, ...]:
    """Return a reinforcement's areas: as listed, else its edge, without enemies first.

    Listed areas need no room, since limits count after movement. If all of them are full, the edge is open too.
    """
    named, edge = _listed(state, unit), counters.map_of(state).entry[unit.side]
    enemies = counters.held(state, counters.other(unit.side))
    quiet = tuple(area for area in named if area not in enemies)
    if _roomy(state, unit, quiet):
        return quiet
    either = tuple(dict.fromkeys((*quiet, *_free(state, unit, edge))))
    return either or _roomy(state, unit, (*named, *edge))


def arrival_areas(state: State, unit: Unit) -> tuple[AreaId, ...]:
    """Return the areas where a reinforcement may appear at all, whatever stands there."""
    return (*_listed(state, unit), *counters.map_of(state).entry[unit.side])


def _listed(state: State, unit: Unit) -> tuple[AreaId, ...]:
    listed = next((a.areas for a in counters.side(state, unit.side).arrivals if unit.id in a.units), ())
    return tuple(AreaId(area) for area in listed)


@case("12.3.5", "12.3.7", "12.3.8", "12.3.9")
def replacement_places(state: State, unit: Unit) -> tuple[AreaId, ...]:
    """Return a replacement's areas: its nation's home edge, better without enemies."""
    home = entry(state, unit)
    return _free(state, unit, home) or _roomy(state, unit, home)


ENTRIES = {"finnish": ("G1",), "hungarian": ("A7",), "rumanian": ("A8", "A9", "A10")}


def entry(state: State, unit: Unit) -> tuple[AreaId, ...]:
    """Return the arrival areas of a unit's nation, whatever is there."""
    here = counters.map_of(state)
    own = ENTRIES.get(counters.record(unit).nation)
    return tuple(AreaId(area) for area in own if area in here) if own else here.entry[unit.side]


def _free(state: State, unit: Unit, areas: Iterable[AreaId]) -> tuple[AreaId, ...]:
    enemies = counters.held(state, counters.other(unit.side))
    return tuple(area for area in _roomy(state, unit, areas) if area not in enemies)


@case("12.3.5")
def _roomy(state: State, unit: Unit, areas: Iterable[AreaId]) -> tuple[AreaId, ...]:
    needed = counters.size(unit)
    return tuple(area for area in dict.fromkeys(areas) if counters.room(state, area, unit.side) >= needed)


@case("8.1.1", "8.1.3")
def partisan_places(state: State, partisans: Unit) -> tuple[AreaId, ...]:
    """Return the areas where partisans do harm: converted railways, or sound trucks.

    Areas with the garrison are safe from them.
    """
    guarded = {unit.place for unit in counters.of(state, GERMAN) if counters.is_kind(unit, "garrison")}
    if counters.record(partisans).trait == "trucks":
        found = dict.fromkeys(trucks.place for trucks in counters.trucks(state, GERMAN))
        return tuple(area for area in found if area not in guarded)
    here = counters.map_of(state)
    home = here.region("axis")
    return tuple(
        area
        for area in here.areas
        if area in state.converted and area not in home and area not in guarded and not here[area].is_diamond
    )


@case("8.1.2", "8.0")
def active_partisans(state: State, kinds: Iterable[str]) -> tuple[UnitId, ...]:
    """Return the partisans of these kinds."""
    return tuple(
        id
        for id, unit in state.units.items()
        if unit.side == RUSSIAN and counters.is_kind(unit, "partisans") and counters.record(unit).trait in kinds
    )


def sets_up(state: State) -> bool:
    """Return whether a side is setting up."""
    return any(isinstance(step, Arrival) and step.why == "set-up" for step in state.steps[-1:])
