"""The streets of the columns, and the distances of hexes to them and to the enemy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from bot.kernel.secret import Seat
from bot.titles.trap.computer.value import foes
from bot.titles.trap.field.ground import Ground, ground
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.units import POSITION, record
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, HexId, Unit

ENTRIES = (HexId("0117"), HexId("0124"), HexId("0426"))
"""10.1.2: where columns come in."""
GOALS = ("palace", "station")
ROADLESS = 99
"""A hex without a road is as far away as that."""
DEPTH = 0.35
"""The share of the way before an ambush, which lets the column come in deep."""
CLINGS = 0.9
"""The weight of hexes near the enemy for Chechens, where guns do not fire (6.5)."""
CLOSES = 1.0
"""The weight of approaching visible enemies on foot, up to `KEEPS_OFF`."""
KEEPS_OFF = 3
DRIVES_UP = 0.5
"""How much vehicles want to come as near as they fire well."""


@cache
def _routes(here: Ground) -> Mapping[HexId, float]:
    """Return the hexes from the entries to the goals, with their progress from 0 to 1."""
    found: dict[HexId, float] = {}
    for entry in ENTRIES:
        for key in GOALS:
            way = here.road_way(entry, here.building(key))
            for n, hex in enumerate(way, 1):
                found[hex] = max(found.get(hex, 0.0), n / len(way))
    return found


def routes() -> Mapping[HexId, float]:
    """Return the hexes on the columns' ways, with their progress from 0 to 1."""
    return _routes(ground())


@cache
def by_road(here: Ground, start: HexId, goals: tuple[HexId, ...]) -> int:
    """Return how long the way by road is from a hex to the nearest of some others."""
    return len(here.road_way(start, goals)) or ROADLESS


@cache
def _ambushes(here: Ground) -> Mapping[HexId, float]:
    found: dict[HexId, float] = {}
    way = _routes(here)
    for hex, depth in way.items():
        if depth >= DEPTH:
            for spot in sight().seen_from(hex, 3):
                near = 1.2 - 0.2 * here.distance(hex, spot)
                found[spot] = found.get(spot, 0.0) + near * (0.5 + depth) * (spot not in way)
    return found


def ambush(hex: HexId) -> float:
    """Return the share of the columns' ways in sight of a hex, weighted by depth."""
    return _ambushes(ground()).get(hex, 0.0)


@POSITION.keeps
def fronts(state: State, seat: Seat) -> tuple[HexId, ...]:
    """Return the hexes in which a side knows enemies to be."""
    return tuple(dict.fromkeys(foe.hex for foe in foes(state, seat)))


@lru_cache(maxsize=64)
def _nearest(here: Ground, fronts: frozenset[HexId]) -> Mapping[HexId, int]:
    """Return the distance of each hex to the nearest of some hexes; cached."""
    queue = list(fronts)
    found = dict.fromkeys(queue, 0)
    for hex in queue:
        for to in here.neighbours(hex):
            if to not in found:
                found[to] = found[hex] + 1
                queue.append(to)
    return found


@POSITION.keeps
def _distances(state: State, seat: Seat) -> Mapping[HexId, int]:
    """Return the distance of each hex to the nearest known enemy; {} without any."""
    return _nearest(ground(), frozenset(fronts(state, seat)))


def nearness(state: State, unit: Unit, hex: HexId) -> float:
    """Return how good it is to be so near to the enemy."""
    near = _distances(state, unit.side).get(hex, 99)
    what = record(unit)
    if what.kind == "leader":
        return -0.3 * max(0, 3 - near) + 0.05 * max(0, 12 - near)
    if unit.side == CHECHEN:
        return CLINGS * max(0.0, 1 - abs(near - 2) / 10)
    if what.foot:
        return CLOSES * max(0.0, 1 - max(0, near - KEEPS_OFF) / 10)
    return DRIVES_UP * max(0.0, 1 - abs(near - 3) / 10)
