"""Movement: the cost of a step, the hexes in reach of an action, and obstacles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.kernel.rule import Wrong, case
from bot.kit.memo import Alike
from bot.titles.firefight.field import arcs, hits, works
from bot.titles.firefight.field.conditions import mud
from bot.titles.firefight.field.economy import checks
from bot.titles.firefight.field.ground import Ground, ground
from bot.titles.firefight.field.memo import PLACES, POSITION
from bot.titles.firefight.field.units import at, kind, where
from bot.titles.firefight.model.ids import FACINGS, Facing, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.printed.movement import tolls
from bot.titles.firefight.printed.units import Kind


class Way(NamedTuple):
    """A unit's path, which begins in its own hex, and the cost of it."""

    path: tuple[HexId, ...]
    cost: int


# FF-R15
@case("COH-4.2a", "COH-4.2c", "COH-4.2d")
def toll(state: State, what: Kind, terrain: str) -> int | None:
    """Return the cost that terrain adds for a kind of unit, or `None` if it is closed."""
    printed = tolls().terrain[terrain]
    if terrain == "water":
        if not what.unburdened:
            return None
        return printed.waded if checks(state) else printed.foot
    return printed.of(what.mode)


# FF-R14
@case("COH-4.2b")
def climb(here: Ground, what: Kind, start: HexId, to: HexId) -> int | None:
    """Return the cost of a slope for feet and guns, or `None` if it stops a vehicle."""
    up = here[to].level - here[start].level
    if abs(up) >= 2:
        return None if what.vehicle else 2
    return 1 if up == 1 and not what.vehicle else 0


@POSITION.keeps
@case("COH-4.1c", "COH-4.1f", "COH-3.4d")
def fare(state: State, id: UnitId, start: HexId, to: HexId) -> int | Wrong:
    """Return the cost of a unit's step into the next hex, or why it is illegal."""
    unit, here = state.units[id], ground(state.field)
    what = kind(unit)
    ground_cost = withdrawal(state, unit, to) or works.closed(state, what, to) or crossing(state, what, start, to)
    if isinstance(ground_cost, Wrong):
        return ground_cost
    slope = climb(here, what, start, to)
    if slope is None:
        return Wrong("vehicles do not drive up or down two levels at once", "go another way", "COH-4.2b")
    backwards = to in arcs.behind(state.field, start, unit.facing)
    return what.move + ground_cost + slope + backwards + hits.move_cost(unit)


def crossing(state: State, what: Kind, start: HexId, to: HexId) -> int | Wrong:
    """Return the cost of terrain and walls, or why they are closed.

    Both are ignored along a road.
    """
    here = ground(state.field)
    if here.by_road(start, to):
        return 0
    slow = int(what.mode == "wheels" and mud(state))
    added = toll(state, what, here[to].terrain)
    if added is None:
        cite = "COH-4.2d" if here[to].terrain == "water" else "COH-4.2c"
        return Wrong(f"{here[to].terrain} is closed to this unit", "go another way, or along a road", cite)
    wall = toll(state, what, "wall") if here.wall(start, to) else 0
    if wall is None:
        return Wrong("wheels do not cross a wall", "go round it", "COH-4.2c")
    return added + wall + slow


# Bonus moves.


def easy(state: State, start: HexId, to: HexId) -> bool:
    """Return true if a step follows a road or enters open ground, without heavy smoke."""
    here = ground(state.field)
    firm = not mud(state)
    smooth = here.by_road(start, to) or (firm and here[to].terrain == "open" and not here.wall(start, to))
    return smooth and state.smoke.get(to) != "heavy" and works.smooth(state, to)


# FF-R76
@case("COH-4.3b")
def bonus_from(state: State, unit: Unit, start: HexId, to: HexId) -> bool:
    """Return true if a vehicle keeps its bonus moves after its first step.

    The step is along a road or into open ground, and not backwards.
    """
    return easy(state, start, to) and to not in arcs.behind(state.field, start, unit.facing)


@case("COH-4.3a", "COH-4.3b")
def bonus_moves(state: State, unit: Unit, facing: Facing, path: Sequence[HexId]) -> bool:
    """Return true if a vehicle's icons pay for all steps of a path after the first.

    Wheels follow roads, but not into a hex with a vehicle. Tracks follow roads and cross open ground. The vehicle
    turns only at the end of its move, so no step goes backwards.
    """
    what, head = kind(unit), Head(tuple(path[:2]), (facing,))
    for start, to in pairwise(path[1:]):
        roll = rolls(state, what, start, to, unit.id)
        more = longer(head, what, roll) if roll is not None else None
        if more is None:
            return False
        head = more
    return True


class Head(NamedTuple):
    """The path of a vehicle up to its latest bonus move."""

    path: tuple[HexId, ...]
    facings: tuple[Facing, ...]
    """The facings in which no step of the path is backwards."""
    cost: int = 0
    wheels: int = 0
    """The steps that wheels have paid for, or tracks could."""
    tracks: int = 0


class Roll(NamedTuple):
    """A bonus move into the next hex."""

    to: HexId
    by_wheels: bool
    """True if wheels pay for it, false if only tracks do."""
    ahead: tuple[Facing, ...]
    """The facings in which it is not backwards."""


def rolls(state: State, what: Kind, start: HexId, to: HexId, but: UnitId | None = None) -> Roll | None:
    """Return a vehicle's bonus move into the next hex, or `None` if it has none.

    Wheels or tracks must pay for the move.
    """
    here = ground(state.field)
    if not easy(state, start, to) or climb(here, what, start, to) is None:
        return None
    jammed = any(kind(other).vehicle and other.id != but for other in at(state, to))
    ahead = tuple(each for each in FACINGS if to not in arcs.behind(state.field, start, each))
    return Roll(to, here.by_road(start, to) and not jammed, ahead)


def longer(head: Head, what: Kind, roll: Roll) -> Head | None:
    """Return a vehicle's path with one more bonus move, or `None` if it cannot pay."""
    facings = tuple([each for each in head.facings if each in roll.ahead])
    wheels, tracks = head.wheels + roll.by_wheels, head.tracks + (not roll.by_wheels)
    if not facings or tracks > what.tracks or wheels + tracks > what.tracks + what.wheels:
        return None
    return Head((*head.path, roll.to), facings, head.cost, wheels, tracks)


def _rolling(state: State) -> tuple[object, ...]:
    """Return the values that bonus moves depend on: ground, works, smoke and vehicles."""
    return ground(state.field), state.works, state.smoke, mud(state), _jams(state)


ROLLING: Alike[State] = Alike(_rolling)


@PLACES.keeps
def _jams(state: State) -> frozenset[HexId]:
    """Return the hexes with roads that hold vehicles."""
    vehicles = {where(unit) for unit in state.units.values() if kind(unit).vehicle}
    here = ground(state.field)
    return frozenset(hex for hex in vehicles if hex in here and here[hex].roads)


@ROLLING.keeps
def _rolls(state: State, what: Kind, start: HexId) -> tuple[Roll, ...]:
    """Return all bonus moves of a kind of vehicle from a hex that it enters."""
    found = (rolls(state, what, start, to) for to in ground(state.field).neighbours[start])
    return tuple(roll for roll in found if roll is not None)


@ROLLING.keeps
def led_on(state: State, what: Kind, heads: tuple[Head, ...]) -> tuple[Head, ...]:
    """Return all longer paths of a vehicle by bonus moves, shortest first.

    No path passes a hex twice. A path is left out if an earlier path to the same hex costs no more and has all its
    continuations.
    """
    best: dict[HexId, list[Head]] = {}
    found: list[Head] = []
    latest = [head for head in heads if _is_new(head, best)]
    for _ in range(what.wheels + what.tracks):
        latest = [
            more
            for head in latest
            for roll in _rolls(state, what, head.path[-1])
            if roll.to not in head.path and (more := longer(head, what, roll)) is not None and _is_new(more, best)
        ]
        found += latest
    return tuple(found)


def _is_new(head: Head, best: dict[HexId, list[Head]]) -> bool:
    """Record a path; return true if no earlier path to the same hex is as good."""
    earlier = best.setdefault(head.path[-1], [])
    if any(
        each.cost <= head.cost
        and each.tracks <= head.tracks
        and each.wheels + each.tracks <= head.wheels + head.tracks
        and all(facing in each.facings for facing in head.facings)
        for each in earlier
    ):
        return False
    earlier.append(head)
    return True


@POSITION.keeps
def ways(state: State, id: UnitId) -> dict[HexId, Way]:
    """Return the cheapest and shortest path to each hex in reach of an action."""
    unit, here = state.units[id], ground(state.field)
    start, what = where(unit), kind(unit)
    found: dict[HexId, Way] = {}
    for to in here.neighbours[start]:
        cost = fare(state, id, start, to)
        if not isinstance(cost, Wrong):
            found[to] = Way((start, to), cost)
    icons = what.wheels + what.tracks
    first = [way for to, way in found.items() if icons and bonus_from(state, unit, start, to)]
    heads = tuple(Head(way.path, (unit.facing,), way.cost) for way in first)
    for head in led_on(state, what, heads) if heads else ():
        known = found.get(head.path[-1])
        if known is None or known.cost > head.cost:
            found[head.path[-1]] = Way(head.path, head.cost)
    return found


def way(state: State, id: UnitId, to: HexId, via: Sequence[HexId] = ()) -> Way | Wrong:
    """Return a unit's path to a hex with one action, or why it has none.

    `via` holds the hexes that the player names on the way.
    """
    unit, here = state.units[id], ground(state.field)
    start = where(unit)
    if to not in here:
        return Wrong("that hex is not on the map", "choose a hex of the map", "COH-4.1e")
    if not via:
        return ways(state, id).get(to) or astray(state, unit, to)
    path = (start, *via, to)
    if any(b not in here or b not in here.neighbours[a] for a, b in pairwise(path)):
        return Wrong("the hexes to pass do not lie side by side", "name every hex on the way, in order")
    cost = fare(state, id, start, path[1])
    if isinstance(cost, Wrong):
        return cost
    if not bonus_from(state, unit, start, path[1]) or not bonus_moves(state, unit, unit.facing, path):
        return no_bonus(state, unit, path)
    return Way(path, cost)


def _slowed_by(state: State, hex: HexId) -> str:
    """Return the work or smoke that stops bonus moves into a hex, even on a road.

    The result is empty if nothing does.
    """
    work = works.at(state, hex)
    if work is not None and not works.smooth(state, hex):
        return works.NAMES[work.kind]
    return "heavy smoke" if state.smoke.get(hex) == "heavy" else ""


@case("COH-4.3b")
def no_bonus(state: State, unit: Unit, path: Sequence[HexId]) -> Wrong:
    """Return why bonus moves do not follow a path to its end."""
    here = ground(state.field)
    if not kind(unit).wheels + kind(unit).tracks:
        return Wrong("a move is one hex", "choose the next hex", "COH-4.1a")
    if any(to in arcs.behind(state.field, start, unit.facing) for start, to in pairwise(path)):
        return Wrong("it has no bonus moves when it goes backwards", "turn first, or go one hex", "COH-4.3b")
    for hex in path[1:]:
        if what := _slowed_by(state, hex):
            return Wrong(
                f"no bonus move leads through the {what} at {here.label(hex)}",
                "go there by a move of one hex", "COH-4.3b",
            )  # fmt: skip
    if mud(state) and not all(here.by_road(a, b) for a, b in pairwise(path)):
        return Wrong("in the mud no bonus move leads off the roads", "go there hex by hex", "G-1.2")
    return Wrong(
        "its bonus moves do not take it there: wheels keep to free roads, tracks to roads and open ground, "
        "and neither goes backwards",
        "choose a nearer hex", "COH-4.3a",
    )  # fmt: skip


@case("COH-4.1a")
def astray(state: State, unit: Unit, to: HexId) -> Wrong:
    """Return why one action does not take a unit to a hex."""
    start = where(unit)
    if to == start:
        return Wrong("it is there already", "choose the next hex; turn changes its facing")
    if ground(state.field).distance(start, to) == 1:
        cost = fare(state, unit.id, start, to)
        assert isinstance(cost, Wrong)
        return cost
    if kind(unit).wheels + kind(unit).tracks:
        return no_bonus(state, unit, (start, to))
    return Wrong("a move is one hex", "choose the next hex")


# FF-R21, FF-R22
@case("COH-3.4d")
def withdrawal(state: State, unit: Unit, to: HexId) -> Wrong | None:
    """Refuse a retreat toward the hexes from which an enemy has just entered.

    It applies to enemies that entered the unit's hex since its own last turn.
    """
    here = ground(state.field)
    for intrusion in state.intrusions:
        intruder = state.units[intrusion.unit]
        recent = intrusion.turn > state.players[unit.owner].last
        fresh = recent and where(unit) == intrusion.hex == intruder.hex
        if fresh and intruder.side != unit.side and here.distance(intrusion.came, to) <= 1:
            return Wrong(
                "the enemy has just come from there, or from beside it", "withdraw to another side",
                "COH-3.4d",
            )  # fmt: skip
    return None
