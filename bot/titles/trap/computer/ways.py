"""The streets by which columns come, and how near a hex is to them and to the enemy."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cache

from bot.kernel.secret import Seat
from bot.titles.trap.computer.value import foes
from bot.titles.trap.field.ground import Ground, ground
from bot.titles.trap.field.memo import POSITION
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.units import record
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, HexId, Unit

ENTRIES = (HexId("0117"), HexId("0124"), HexId("0426"))
"""10.1.2: where columns come in."""
GOALS = ("palace", "station")
DEPTH = 0.35
"""Part of the way after which an ambush is sprung: late and deep, when the column is all in the streets."""
CLINGS = 0.9
"""How much Chechens want to be near the enemy: artillery does not fire next to Russians (6.5)."""
CLOSES = 0.35
"""How much Russians on foot want to come near an enemy whom they see."""


@cache
def _routes(here: Ground) -> Mapping[HexId, float]:
    """Return the hexes of the ways from the entries to the goals, and how far along each lies, from 0 to 1."""
    found: dict[HexId, float] = {}
    for entry in ENTRIES:
        for key in GOALS:
            way = _way(here, entry, here.building(key)[0])
            for n, hex in enumerate(way):
                found[hex] = max(found.get(hex, 0.0), n / max(1, len(way) - 1))
    return found


def _way(here: Ground, start: HexId, goal: HexId) -> list[HexId]:
    """Return the shortest way along roads."""
    back: dict[HexId, HexId] = {start: start}
    queue = deque([start])
    while queue and goal not in back:
        hex = queue.popleft()
        for to in here.road_next(hex):
            if to not in back:
                back[to] = hex
                queue.append(to)
    if goal not in back:
        return []
    way = [goal]
    while way[-1] != start:
        way.append(back[way[-1]])
    return way[::-1]


def routes() -> Mapping[HexId, float]:
    """Return the hexes of the ways by which columns come, and how far along each lies, from 0 to 1."""
    return _routes(ground())


@cache
def _ambushes(here: Ground) -> Mapping[HexId, float]:
    found: dict[HexId, float] = {}
    for hex, depth in _routes(here).items():
        if depth >= DEPTH:
            for spot in sight().seen_from(hex, 3):
                near = 1.2 - 0.2 * here.distance(hex, spot)
                found[spot] = found.get(spot, 0.0) + near * (0.5 + depth) * (spot not in _routes(here))
    return found


def ambush(hex: HexId) -> float:
    """Return how much of the columns' ways one sees from a hex, the deeper in the city the better."""
    return _ambushes(ground()).get(hex, 0.0)


@POSITION.keeps
def fronts(state: State, seat: Seat) -> tuple[HexId, ...]:
    """Return the hexes in which a side knows enemies to be."""
    return tuple(dict.fromkeys(foe.hex for foe in foes(state, seat)))


def nearness(state: State, unit: Unit, hex: HexId) -> float:
    """Return how good it is to be so near to the enemy."""
    near = min((ground().distance(hex, each) for each in fronts(state, unit.side)), default=99)
    what = record(unit)
    if what.kind == "leader":
        return -0.3 * max(0, 3 - near) + 0.05 * max(0, 12 - near)
    if unit.side == CHECHEN:
        return CLINGS * max(0.0, 1 - abs(near - 2) / 10)
    return CLOSES * max(0.0, 1 - max(0, near - 2) / 10) if what.foot else 0.1 * max(0.0, 1 - abs(near - 3) / 10)
