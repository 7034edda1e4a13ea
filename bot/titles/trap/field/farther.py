"""How far it still is from everywhere to a hex, for those who cannot reach it at once. Costs are half points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache

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
from bot.titles.trap.field.units import CITY, record
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Unit

CLIMB = 8
"""What an obstacle on the way counts for on foot: about a whole allowance."""


def farther(state: State, unit: Unit, goal: HexId) -> Mapping[HexId, int]:
    """Return what the way to a hex costs from each other one, if no enemy were there."""
    what = record(unit)
    return _by_wheel(state, _stop(state, goal)) if what.vehicle else _on_foot(state, walker(what), goal)


@CITY.keeps
def _on_foot(state: State, who: Walker, goal: HexId) -> Mapping[HexId, int]:
    return distances(goal, _walks(state, who).__getitem__)


@CITY.keeps
def _by_wheel(state: State, goal: HexId) -> Mapping[HexId, int]:
    return distances(goal, _drives(state).__getitem__)


Steps = Mapping[HexId, list[tuple[HexId, int]]]
"""From where units come into hexes, with what that costs."""


@CITY.keeps
def _walks(state: State, who: Walker) -> Steps:
    """Return from where one walks into each hex, with what that costs."""
    return {**_walked(ground(), who), **_on_foot_into(state, who, _touched(state))}


@CITY.keeps
def _drives(state: State) -> Steps:
    """Return from where vehicles drive into each hex, with what that costs."""
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
    """Return the hexes into which a step may cost something else than in the city as it is printed."""
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
    """Return the hex for vehicles that is nearest to a goal: in the open, or with a road that is not blocked."""
    shut = {*state.rubble, *obstacles(state)}
    stops, others = _stops(ground(), goal)
    return next((hex for hex in stops if hex not in shut), min(stops[:1] + others[:1], key=_order(goal)))


def _order(goal: HexId) -> Callable[[HexId], tuple[int, HexId]]:
    """Sort hexes by how near they are to a goal."""
    return lambda hex: (ground().distance(hex, goal), hex)


@lru_cache(maxsize=64)
def _stops(here: Ground, goal: HexId) -> tuple[list[HexId], list[HexId]]:
    """Return where vehicles can stop in the city as it is printed, and where not, the nearest first."""
    nearest = sorted(here.terrain, key=_order(goal))
    drives = {hex: here.terrain[hex] == "clear" or here.has_road(hex) for hex in nearest}
    return [hex for hex in nearest if drives[hex]], [hex for hex in nearest if not drives[hex]]
