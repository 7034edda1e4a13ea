"""Distances to a hex beyond the present reach. Costs are half points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache

from bot.kit.memo import Alike
from bot.kit.paths import distances
from bot.titles.trap.field.ground import Ground, ground
from bot.titles.trap.field.movement import (
    Walker,
    by_road,
    costs,
    foot_terrain,
    obstacles,
    open_to_vehicles,
    river,
    walker,
)
from bot.titles.trap.field.units import CITY, city, record
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Unit

CLIMB = 8
"""The cost of an obstacle on foot: about a whole allowance."""
FARTHER: Alike[State] = Alike(city, most=128)
"""Cached distances from every hex of a city to some goals."""


def farther(state: State, unit: Unit, goal: HexId) -> Mapping[HexId, int]:
    """Return the cost from each hex to a goal, without enemies."""
    what = record(unit)
    return _by_wheel(state, _stop(state, goal)) if what.vehicle else _on_foot(state, walker(what), goal)


@FARTHER.keeps
def _on_foot(state: State, who: Walker, goal: HexId) -> Mapping[HexId, int]:
    return distances(goal, _walks(state, who).__getitem__)


@FARTHER.keeps
def _by_wheel(state: State, goal: HexId) -> Mapping[HexId, int]:
    return distances(goal, _drives(state).__getitem__)


Steps = Mapping[HexId, list[tuple[HexId, int]]]
"""The hexes from which units enter each hex, with the costs."""


@CITY.keeps
def _walks(state: State, who: Walker) -> Steps:
    """Return the hexes from which a walker enters each hex, with the costs."""
    return {**_walked(ground(), who), **_on_foot_into(state, who, _touched(state))}


@CITY.keeps
def _drives(state: State) -> Steps:
    """Return the hexes from which vehicles enter each hex, with the costs."""
    return {**_driven(ground()), **_by_wheel_into(state, _touched(state))}


@cache
def _walked(here: Ground, who: Walker) -> Steps:
    """Return how one walks in the city as it is printed."""
    return _on_foot_into(State(), who, here.terrain)


@cache
def _driven(here: Ground) -> Steps:
    """Return how vehicles drive in the city as it is printed."""
    return _by_wheel_into(State(), here.terrain)


def _touched(state: State) -> set[HexId]:
    """Return the hexes where a step may cost more or less than in the printed city."""
    fallen = (near for hex in state.rubble for near in ground().neighbours(hex))
    return {*state.rubble, *fallen, *obstacles(state)}


def _on_foot_into(state: State, who: Walker, hexes: Iterable[HexId]) -> Steps:
    here, blocked = ground(), obstacles(state)

    def cost(a: HexId, to: HexId) -> int:
        step = foot_terrain(state, who, a, to) + river(a, to, road=here.road_joins(a, to))
        return step + CLIMB * (to in blocked)

    return {to: [(a, cost(a, to)) for a in here.neighbours(to)] for to in hexes}


def _by_wheel_into(state: State, hexes: Iterable[HexId]) -> Steps:
    here = ground()

    def cost(a: HexId, to: HexId) -> int:
        step = costs().road if by_road(state, a, to) else costs().vehicle
        return step + river(a, to, road=here.road_joins(a, to))

    return {to: [(a, cost(a, to)) for a in here.neighbours(to) if open_to_vehicles(state, a, to)] for to in hexes}


@CITY.keeps
def _stop(state: State, goal: HexId) -> HexId:
    """Return the hex nearest to a goal where vehicles can go: open, or an open road."""
    shut = {*state.rubble, *obstacles(state)}
    stops, others = _stops(ground(), goal)
    return next((hex for hex in stops if hex not in shut), min(stops[:1] + others[:1], key=_order(goal)))


def _order(goal: HexId) -> Callable[[HexId], tuple[int, HexId]]:
    """Sort hexes by how near they are to a goal."""
    return lambda hex: (ground().distance(hex, goal), hex)


@lru_cache(maxsize=64)
def _stops(here: Ground, goal: HexId) -> tuple[list[HexId], list[HexId]]:
    """Return the hexes where vehicles can stop, and the others, the nearest first."""
    nearest = sorted(here.terrain, key=_order(goal))
    drives = {hex: here.terrain[hex] == "clear" or here.has_road(hex) for hex in nearest}
    return [hex for hex in nearest if drives[hex]], [hex for hex in nearest if not drives[hex]]
