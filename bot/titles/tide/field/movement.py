"""Paths over the ground: costs of hexes, forced stops and reach.

Costs count in thirds of a movement point, because a truck pays a third for each hex of road (TOI-3.2g).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat
from bot.kit.memo import Sides
from bot.kit.paths import Move, Reach
from bot.titles.tide.field import board, units
from bot.titles.tide.field.board import CARDS
from bot.titles.tide.field.units import POSITION, AnyUnit, crosses_wire
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId, Squad, UnitId, Vehicle
from bot.titles.tide.printed.effects import Skis, SnowCost
from bot.titles.tide.printed.tables import tables

POINT = 3
FAR = 1000 * POINT
HINDRANCES = ("obstacle", "fire")
"""The types of works that matter to moving units."""


class Way(Struct, frozen=True):
    """A path of a unit, with its cost in thirds of a point."""

    path: tuple[HexId, ...]
    cost: int


class Ways(Reach[HexId]):
    """All hexes in a unit's reach. The path to a neighbour is the single step."""

    def __init__(self, start: HexId, budget: int, moves: Callable[[HexId], Iterable[Move[HexId]]]) -> None:
        """Search at once, as `Reach` does."""
        super().__init__(start, budget, moves)
        self._steps = {move.to: move.cost for move in moves(start)}
        for to, cost in self._steps.items():
            if cost <= budget:
                self.cost[to] = cost
            else:
                self.cost.pop(to, None)

    def way(self, to: HexId) -> tuple[HexId, ...] | None:
        """Return the path to a hex without its start, or `None` if out of reach."""
        return (to,) if to in self._steps and to in self.cost else super().way(to)


@case("FB-snow-1", "TOI-2.2c", "TOI-2.3b", "TOI-3.5b", "TOI-3.5c", "TOI-4.4b")
@CARDS.keeps
def allowance(state: State, unit: AnyUnit, verb: str) -> tuple[int, tuple[Modifier, ...]]:
    """Return a unit's movement points for an action, in thirds, and their modifiers.

    The figures of a squad are not added up; an officer makes a squad faster.
    """
    penalty = tables().numbers.penalty
    parts = []
    if isinstance(unit, Squad):
        parts.append(Modifier("TOI-2.2c", "a squad", 4))
        if "officer" in units.figures(unit):
            parts.append(Modifier("TOI-2.3b", "its officer", 1))
        parts += (
            Modifier("FB-snow-1", name, skis.points) for name, skis in board.standing(state, unit.side, Skis)
        )
        if verb in ("fire-and-move", "assault"):
            parts.append(Modifier("TOI-4.4b", "it also attacks", -penalty.squads))
    else:
        parts.append(Modifier("TOI-3.1a", units.kind(unit).name, units.kind(unit).move))
        if verb == "fire-and-move":
            parts.append(Modifier("TOI-4.4b", "it also attacks", -penalty.vehicles))
        if unit.damage == "light":
            parts.append(Modifier("TOI-3.5b", "light damage", -1))
        parts += (
            Modifier("FB-sabotage-5", "sabotage", boon.n)
            for boon in state.boons
            if boon.kind == "vehicle move" and boon.side == unit.side
        )
    parts += units.boon_modifiers(state, "move", unit)
    if isinstance(unit, Vehicle) and unit.damage == "heavy":
        return 0, (Modifier("TOI-3.5c", "heavy damage", 0),)
    return max(0, sum(part.n for part in parts)) * POINT, tuple(parts)


@case("TOI-8.1", "FB-road-1", "FB-building-1", "FB-building-2", "FB-hill-4", "FB-hill-5", "FB-swamp-1")
@case("TOI-3.2g", "TOI-7.6", "FB-bridge-1", "FB-balka-1", "FB-balka-5", "FB-stream-1", "FB-snow-1", "FB-snow-2")
@cache
def ground_cost(
    scenario: str, on_foot: bool, on_wheels: bool, start: HexId, to: HexId, snow: int = 0
) -> int | Wrong:
    """Return the terrain cost of the next hex in thirds, or why it is closed.

    `snow` is the extra cost that cards add to a hex with snow, except by road.
    """
    here = board.of_scenario(scenario)
    spot = here[to]
    terrain = tables().terrain[spot.terrain]
    climb = spot.level - here[start].level
    if abs(climb) > 1:
        return Wrong(f"the cliff between {start} and {to} cannot be crossed", "go round by level 1", "TOI-7.6")
    if here.by_road(start, to):
        return 1 if on_wheels else POINT
    points = terrain.squads if on_foot else terrain.vehicles
    if points is None:
        who = "squads" if on_foot else "vehicles"
        return Wrong(f"{who} cannot enter {terrain.name} at {to}", "choose a way around it", "TOI-8.1")
    return (points + max(0, climb) * tables().numbers.costs.uphill + snow * spot.snow) * POINT


@case("FB-balka-2", "FB-stream-3")
def _ground_risk(scenario: str, on_foot: bool, start: HexId, to: HexId) -> int:
    """Return 1 if the terrain demands a roll: ice, or a balka's side for vehicles."""
    here = board.of_scenario(scenario)
    return int(here[to].terrain == "frozen-stream" or (not on_foot and here.over_the_side(start, to)))


@cache
def _open_ways(scenario: str, on_foot: bool, on_wheels: bool, snow: int) -> dict[HexId, tuple[Move[HexId], ...]]:
    """Return the steps from each hex over bare ground, without enemies and obstacles."""
    ways = {}
    for start, neighbours in board.of_scenario(scenario).neighbours.items():
        costs = ((to, ground_cost(scenario, on_foot, on_wheels, start, to, snow)) for to in neighbours)
        open_ones = [(to, cost) for to, cost in costs if isinstance(cost, int)]
        ways[start] = tuple(
            Move(to, cost, risk=_ground_risk(scenario, on_foot, start, to)) for to, cost in open_ones
        )
    return ways


def step_cost(state: State, unit: AnyUnit, origin: HexId, start: HexId, to: HexId) -> int | Wrong:
    """Return the cost of a step on a move from `origin` in thirds, or the refusal."""
    ground = ground_cost(state.scenario, *_mobility(unit), start, to, snow_cost(state, unit))
    return ground if isinstance(ground, Wrong) else _cost_among(state, unit, origin, start, to, ground)


@case("TOI-3.2c", "TOI-12.2b", "TOI-9.6", "FB-equip-10")
def _cost_among(state: State, unit: AnyUnit, origin: HexId, start: HexId, to: HexId, ground: int) -> int | Wrong:
    """Return the cost of a step with the pieces in its hex, or why it is closed.

    `ground` is the terrain cost. A tank may pass through enemies; it pays a point more for each of them.
    """
    cost = ground
    if burns := board.closed(state, to):
        return burns
    enemies = units.holders(state, to, unit.side)
    if enemies:
        if not units.able(unit, "overrun"):
            return Wrong(
                f"there are enemies at {to}", "only a tank may drive through them; go around", "TOI-12.2b"
            )
        if cite := must_stop(state, unit, origin, start, to):
            return Wrong(f"the unit would have to stop among the enemies at {to}", "go around", cite)
        cost += len(enemies) * tables().numbers.costs.overrun * POINT
    trapped = isinstance(unit, Vehicle) and board.works_at(state, to, "trap")
    if trapped and to not in board.map_of(state).neighbours[origin]:
        return Wrong(
            f"a vehicle enters the tank trap at {to} only when it began next to it",
            "stop beside it first",
            "TOI-9.6",
        )
    return cost


@case("TOI-9.4", "TOI-9.5", "TOI-9.6")
def must_stop(state: State, unit: AnyUnit, origin: HexId, start: HexId, to: HexId) -> str:
    """Return the case that forces a unit to stop in a hex, or "" if none does."""
    kinds = {work.kind for work in board.works_at(state, to)}
    if "mines" in kinds or (start == origin and board.works_at(state, origin, "mines")):
        return "TOI-9.4"
    if "wire" in kinds and not crosses_wire(unit):
        return "TOI-9.5"
    return "TOI-9.6" if "trap" in kinds and isinstance(unit, Vehicle) else ""


@case("TOI-3.6a", "TOI-9.1", "FB-trench-1")
def leaving_cost(state: State, unit: AnyUnit) -> int:
    """Return the cost for a squad to leave its shelter, in thirds."""
    costs = tables().numbers.costs
    if units.aboard(state, unit) is not None:
        return costs.mount * POINT
    return costs.shelter * POINT if units.dug_in(state, unit) is not None else 0


@case("TOI-3.6a", "TOI-9.1", "FB-trench-1")
def entering_cost(state: State, into: ShelterId) -> int:
    """Return the cost for a squad to enter a shelter, in thirds; 0 for ""."""
    costs = tables().numbers.costs
    if not into:
        return 0
    return (costs.mount if UnitId(into) in state.units else costs.shelter) * POINT


def _mobility(unit: AnyUnit) -> tuple[bool, bool]:
    """Return whether a unit moves on foot, and whether it uses roads fully."""
    return isinstance(unit, Squad), units.able(unit, "road")


def snow_cost(state: State, unit: AnyUnit) -> int:
    """Return the points that cards add to each hex with snow that a unit enters."""
    return _snow_cost(state, unit.side, isinstance(unit, Squad))


@case("FB-snow-1")
@CARDS.keeps
def _snow_cost(state: State, side: Seat, on_foot: bool) -> int:
    """Return the points that cards add to snow for a side; skis make it 0."""
    if on_foot and board.standing(state, side, Skis):
        return 0
    added = 0
    for seat in state.hq:
        for _, snow in board.standing(state, seat, SnowCost):
            if snow.whom == "everybody" or seat != side:
                added += snow.squads if on_foot else snow.vehicles
    return added


@POSITION.keeps
def _delicate(state: State, side: Seat) -> frozenset[HexId]:
    """Return the hexes with enemies, obstacles, fires or possible fougasses.

    Fortifications and smoke do not hinder moving units.
    """
    enemies = (each.hex for each in units.against(state, side))
    works = (work.hex for work in state.works.values() if tables().works[work.kind].type in HINDRANCES)
    return frozenset((*enemies, *works, *_feared(state, side)))


@POSITION.keeps
def _feared(state: State, side: Seat) -> Counter[HexId]:
    """Count the enemy fougasses that may strike each hex, by public information."""
    found: Counter[HexId] = Counter()
    for work in state.works.values():
        if work.kind == board.FOUGASSE and work.owner != side:
            found[work.hex] += 2  # Entering its hex triggers it; an adjacent hex may be spared.
            found.update(board.may_cover(state, work))
    return found


@case("FB-mines-1", "FI-fougasse-2", "TOI-3.2c", "FI-type-1")
def _risk(state: State, unit: AnyUnit, hex: HexId) -> int:
    """Count the dangers in a hex that do not stop a unit: mines, fires, enemies."""
    kinds = [work.kind for work in board.works_at(state, hex)]
    mined = "instant-mines" in kinds and not units.is_special(unit, "engineer")
    burns = board.WEAK in kinds
    return mined + burns + _feared(state, unit.side)[hex] + len(units.holders(state, hex, unit.side))


def _moves(state: State, unit: AnyUnit, origin: HexId) -> Callable[[HexId], Iterable[Move[HexId]]]:
    """Return the legal steps of a unit from each hex, on a move from `origin`."""
    delicate = _delicate(state, unit.side)
    open_ways = _open_ways(state.scenario, *_mobility(unit), snow_cost(state, unit))
    neighbours = board.map_of(state).neighbours

    def moves(start: HexId) -> Iterable[Move[HexId]]:
        first = start == origin and origin in delicate
        if not first and delicate.isdisjoint(neighbours[start]):
            return open_ways[start]
        steps = (
            _step(state, unit, origin, start, bare) if first or bare.to in delicate else bare
            for bare in open_ways[start]
        )
        return [step for step in steps if step is not None]

    return moves


def _step(state: State, unit: AnyUnit, origin: HexId, start: HexId, bare: Move[HexId]) -> Move[HexId] | None:
    """Return a step with the pieces in its hex included, or `None` if it is closed."""
    cost = _cost_among(state, unit, origin, start, bare.to, bare.cost)
    if isinstance(cost, Wrong):
        return None
    stop = bool(must_stop(state, unit, origin, start, bare.to))
    if stop and not units.has_room(state, bare.to, unit):
        return None
    return Move(bare.to, cost, stop, bare.risk + _risk(state, unit, bare.to))


def reach(state: State, unit: AnyUnit, verb: str, spare: int = 0) -> Ways:
    """Return every hex in a unit's reach with its cost, with `spare` thirds left over.

    Hexes that it may only pass through are included; `units.has_room` checks if it can stop.
    """
    points, _ = allowance(state, unit, verb)
    return ways(state, unit, unit.hex, points - spare - leaving_cost(state, unit))


def ways(state: State, unit: AnyUnit, origin: HexId, budget: int) -> Ways:
    """Return every hex in reach from a unit's current hex, on a move from `origin`."""
    return _ways(state, unit.side, unit, origin, budget, snow_cost(state, unit))


def _hindrances(state: State, seat: Seat) -> tuple[object, ...]:
    """Return the values that a side's paths depend on: enemies, works, and room there."""
    enemies = {hex: len(there) for hex, there in units.held(state, seat).items()}
    crowds = tuple(units.stack(state, work.hex) for work in state.works.values())
    guns_too = {each.hex for each in units.against(state, seat)}
    return board.map_of(state), state.works, enemies, guns_too, crowds


WAYS: Sides[State] = Sides(_hindrances)


@WAYS.keeps
def _ways(state: State, seat: Seat, unit: AnyUnit, origin: HexId, budget: int, snow: int) -> Ways:
    bare, touched = _bare_ways(state.scenario, *_mobility(unit), snow, unit.hex, budget)
    undisturbed = _delicate(state, seat).isdisjoint(touched)
    return bare if undisturbed else Ways(unit.hex, budget, _moves(state, unit, origin))


@lru_cache(maxsize=1 << 10)
def _bare_ways(
    scenario: str, on_foot: bool, on_wheels: bool, snow: int, start: HexId, budget: int
) -> tuple[Ways, frozenset[HexId]]:
    """Return the paths over bare ground, and the hexes that they depend on."""
    found = Ways(start, budget, _open_ways(scenario, on_foot, on_wheels, snow).__getitem__)
    neighbours = board.of_scenario(scenario).neighbours
    return found, frozenset(near for hex in found.cost for near in (hex, *neighbours[hex]))


@case("FB-mines-1", "TOI-6.1f")
def way(
    state: State, unit: AnyUnit, to: HexId, via: Sequence[HexId] = (), origin: HexId | None = None
) -> Way | Wrong:
    """Return the cheapest path through all named hexes at any cost, or the refusal.

    An adjacent hex is entered directly from the hex before it. The move began at `origin`, or begins now.
    """
    points, _ = allowance(state, unit, "advance")
    near = points - leaving_cost(state, unit)
    return _way(state, unit.side, unit, (*via, to), origin or unit.hex, near, snow_cost(state, unit))


@WAYS.keeps
def _way(
    state: State, seat: Seat, unit: AnyUnit, goals: tuple[HexId, ...], origin: HexId, near: int, snow: int
) -> Way | Wrong:
    """Return a path; nearby hexes have already been searched."""
    path: tuple[HexId, ...] = ()
    cost, start = 0, unit.hex
    for goal in goals:
        if goal == start:
            continue
        before = path[-2] if len(path) > 1 else unit.hex
        if path and (cite := must_stop(state, unit, origin, before, start)):
            return Wrong(f"the unit must stop at {start}", "let it stop there, or go another way", cite)
        legs = _ways(state, seat, unit, unit.hex, near, snow)
        if path or origin != unit.hex or goal not in legs.cost:
            legs = _far_ways(state, seat, unit, origin, start, snow)
        leg = legs.way(goal)
        if leg is None:
            return _no_way(state, unit, origin, start, goal)
        path += leg
        cost += legs.cost[goal]
        start = goal
    return Way(path, cost)


@WAYS.keeps
def _far_ways(state: State, seat: Seat, unit: AnyUnit, origin: HexId, start: HexId, snow: int) -> Ways:
    """Return the paths to every hex of the map, from a hex of the unit's move."""
    return Ways(start, FAR, _moves(state, unit, origin))


def _no_way(state: State, unit: AnyUnit, origin: HexId, start: HexId, goal: HexId) -> Wrong:
    """Return the refusal for a goal out of reach: the goal is closed, or its path is."""
    steps = board.map_of(state).neighbours[goal]
    costs = [step_cost(state, unit, origin, step, goal) for step in steps]
    closed = [cost for cost in costs if isinstance(cost, Wrong)]
    if len(closed) == len(costs):
        return closed[0]
    if start == origin and board.works_at(state, start, "mines"):
        return Wrong(f"out of the minefield at {start} a unit goes one hex", "choose an adjacent hex", "TOI-9.4")
    return Wrong(f"no way leads from {start} to {goal}", "choose another hex")


def clearing_cost(clear: Iterable[HexId]) -> int:
    """Return the cost of clearing razor wire in these hexes, in thirds."""
    return sum(tables().numbers.costs.wire * POINT for _ in clear)


def points(thirds: int) -> str:
    """Write thirds of a point as players read them, such as "4" or "1 1/3"."""
    whole, rest = divmod(thirds, POINT)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/3" if whole else f"{rest}/3"
