"""How far it still is from everywhere to a hex, for those who cannot reach it at once. Costs are half points."""

from __future__ import annotations

from collections.abc import Mapping

from bot.kit.paths import distances
from bot.titles.trap.field.ground import ground
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


@CITY.keeps
def _walks(state: State, who: Walker) -> Mapping[HexId, list[tuple[HexId, int]]]:
    """Return from where one walks into each hex, with what that costs."""
    here, blocked = ground(), obstacles(state)

    def cost(a: HexId, to: HexId) -> int:
        step = foot_terrain(state, who, a, to) + river(a, to, road=here.road_joins(a, to))
        return step + CLIMB * (to in blocked)

    return {to: [(a, cost(a, to)) for a in here.neighbours(to)] for to in here.terrain}


@CITY.keeps
def _drives(state: State) -> Mapping[HexId, list[tuple[HexId, int]]]:
    """Return from where vehicles drive into each hex, with what that costs."""
    here = ground()

    def cost(a: HexId, to: HexId) -> int:
        step = costs().road if by_road(state, a, to) else costs().vehicle
        return step + river(a, to, road=here.road_joins(a, to))

    return {
        to: [(a, cost(a, to)) for a in here.neighbours(to) if open_to_vehicles(state, a, to)]
        for to in here.terrain
    }


@CITY.keeps
def _stop(state: State, goal: HexId) -> HexId:
    """Return the hex for vehicles that is nearest to a goal: in the open, or with a road that is not blocked."""

    def order(hex: HexId) -> tuple[bool, int, HexId]:
        shut = hex in state.rubble or hex in obstacles(state)
        drives = ground().terrain[hex] == "clear" or ground().has_road(hex)
        return shut or not drives, ground().distance(hex, goal), hex

    return min(ground().terrain, key=order)
