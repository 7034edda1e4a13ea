"""Ways over the ground: what a hex costs, where a unit must stop, how far it comes.

Costs count in thirds of a movement point, since a truck pays a third for each hex of road (TOI-3.2g).
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
"""The types of works that matter to a unit on its way."""


class Way(Struct, frozen=True):
    """A way that a unit can take, with what it costs in thirds of a point."""

    path: tuple[HexId, ...]
    cost: int


class Ways(Reach[HexId]):
    """All hexes that a unit can come to. To a neighbour it takes the one step, never a cheaper way round."""

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
        """Return the hexes from the first after the start to `to`; `None` where it cannot be reached."""
        return (to,) if to in self._steps and to in self.cost else super().way(to)


@case("FB-snow-1", "TOI-2.2c", "TOI-2.3b", "TOI-3.5b", "TOI-3.5c", "TOI-4.4b")
@CARDS.keeps
def allowance(state: State, unit: AnyUnit, verb: str) -> tuple[int, tuple[Modifier, ...]]:
    """Return the movement points of a unit for an action, in thirds, and how they come about.

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
    """Return what the ground costs a unit that goes into the next hex, in thirds, or why it cannot.

    `snow` is what cards add to the points for a hex with snow, but by road.
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
    """Return 1 where the ground of a hex asks for a roll: ice of all units, the side of a balka of vehicles."""
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
    """Return what one step costs in thirds, on a move that began at `origin`, or why it is not possible."""
    ground = ground_cost(state.scenario, *_mobility(unit), start, to, snow_cost(state, unit))
    return ground if isinstance(ground, Wrong) else _cost_among(state, unit, origin, start, to, ground)


@case("TOI-3.2c", "TOI-12.2b", "TOI-9.6", "FB-equip-10")
def _cost_among(state: State, unit: AnyUnit, origin: HexId, start: HexId, to: HexId, ground: int) -> int | Wrong:
    """Return what a step costs with all that is in its hex, given what the ground costs, or why it is closed.

    A tank may pass through enemies; it pays one point more for each of them.
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
    """Return the case for which a unit must stop in the hex that it enters, "" where it need not."""
    kinds = {work.kind for work in board.works_at(state, to)}
    if "mines" in kinds or (start == origin and board.works_at(state, origin, "mines")):
        return "TOI-9.4"
    if "wire" in kinds and not crosses_wire(unit):
        return "TOI-9.5"
    return "TOI-9.6" if "trap" in kinds and isinstance(unit, Vehicle) else ""


@case("TOI-3.6a", "TOI-9.1", "FB-trench-1")
def leaving_cost(state: State, unit: AnyUnit) -> int:
    """Return what it costs a squad to leave what it is inside of, in thirds."""
    costs = tables().numbers.costs
    if units.aboard(state, unit) is not None:
        return costs.mount * POINT
    return costs.shelter * POINT if units.dug_in(state, unit) is not None else 0


@case("TOI-3.6a", "TOI-9.1", "FB-trench-1")
def entering_cost(state: State, into: ShelterId) -> int:
    """Return what it costs a squad to get into a shelter of its hex, in thirds; nothing for ""."""
    costs = tables().numbers.costs
    if not into:
        return 0
    return (costs.mount if UnitId(into) in state.units else costs.shelter) * POINT


def _mobility(unit: AnyUnit) -> tuple[bool, bool]:
    """Say whether a unit goes on foot, and whether it makes full use of roads."""
    return isinstance(unit, Squad), units.able(unit, "road")


def snow_cost(state: State, unit: AnyUnit) -> int:
    """Return what cards add, in points, to each hex with snow that a unit enters."""
    return _snow_cost(state, unit.side, isinstance(unit, Squad))


@case("FB-snow-1")
@CARDS.keeps
def _snow_cost(state: State, side: Seat, on_foot: bool) -> int:
    """Add up what cards make snow cost the squads or the vehicles of a side; skis make it nothing."""
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
    """Return the hexes where more than the ground counts: enemies, obstacles, fires, what a fougasse may cover.

    Fortifications and smoke hinder nobody who moves.
    """
    enemies = (each.hex for each in units.against(state, side))
    works = (work.hex for work in state.works.values() if tables().works[work.kind].type in HINDRANCES)
    return frozenset((*enemies, *works, *_feared(state, side)))


@POSITION.keeps
def _feared(state: State, side: Seat) -> Counter[HexId]:
    """Count for each hex the enemy's fougasses that lie there or may throw there, as far as everybody knows."""
    found: Counter[HexId] = Counter()
    for work in state.works.values():
        if work.kind == board.FOUGASSE and work.owner != side:
            found[work.hex] += 2  # Who enters its hex springs it; beside it one may be spared.
            found.update(board.may_cover(state, work))
    return found


@case("FB-mines-1", "FI-fougasse-2", "TOI-3.2c", "FI-type-1")
def _risk(state: State, unit: AnyUnit, hex: HexId) -> int:
    """Count what one would rather not meet in a hex, although it stops nobody: mines, fires, enemies."""
    kinds = [work.kind for work in board.works_at(state, hex)]
    mined = "instant-mines" in kinds and not units.is_special(unit, "engineer")
    burns = board.WEAK in kinds
    return mined + burns + _feared(state, unit.side)[hex] + len(units.holders(state, hex, unit.side))


def _moves(state: State, unit: AnyUnit, origin: HexId) -> Callable[[HexId], Iterable[Move[HexId]]]:
    """Return the steps that a unit can take from each hex, on a move that began at `origin`."""
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
    """Return what a step over bare ground becomes where there is more than ground; `None` where it is closed."""
    cost = _cost_among(state, unit, origin, start, bare.to, bare.cost)
    if isinstance(cost, Wrong):
        return None
    stop = bool(must_stop(state, unit, origin, start, bare.to))
    if stop and not units.has_room(state, bare.to, unit):
        return None
    return Move(bare.to, cost, stop, bare.risk + _risk(state, unit, bare.to))


def reach(state: State, unit: AnyUnit, verb: str, spare: int = 0) -> Ways:
    """Return every hex that a unit can come to, with its costs, when `spare` thirds are kept back.

    Hexes that it may only pass through are among them: ask `units.has_room` where it wants to stop.
    """
    points, _ = allowance(state, unit, verb)
    return ways(state, unit, unit.hex, points - spare - leaving_cost(state, unit))


def ways(state: State, unit: AnyUnit, origin: HexId, budget: int) -> Ways:
    """Return every hex that a unit can come to from where it is, on a move that began at `origin`."""
    return _ways(state, unit.side, unit, origin, budget, snow_cost(state, unit))


def _hindrances(state: State, seat: Seat) -> tuple[object, ...]:
    """Return what the ways of a side follow from: enemies, works, and the room where works may stop a unit."""
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
    """Return the ways over bare ground, without enemies and obstacles, and the hexes on which they depend."""
    found = Ways(start, budget, _open_ways(scenario, on_foot, on_wheels, snow).__getitem__)
    neighbours = board.of_scenario(scenario).neighbours
    return found, frozenset(near for hex in found.cost for near in (hex, *neighbours[hex]))


@case("FB-mines-1", "TOI-6.1f")
def way(
    state: State, unit: AnyUnit, to: HexId, via: Sequence[HexId] = (), origin: HexId | None = None
) -> Way | Wrong:
    """Return the cheapest way through all the hexes named, whatever it costs, or why there is none.

    A hex that is next to the one before it is entered from there. The move began at `origin`, or begins now.
    """
    points, _ = allowance(state, unit, "advance")
    near = points - leaving_cost(state, unit)
    return _way(state, unit.side, unit, (*via, to), origin or unit.hex, near, snow_cost(state, unit))


@WAYS.keeps
def _way(
    state: State, seat: Seat, unit: AnyUnit, goals: tuple[HexId, ...], origin: HexId, near: int, snow: int
) -> Way | Wrong:
    """Find a way; what lies near has been searched already."""
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
    """Return the ways to every hex of the map, from one that a unit comes to."""
    return Ways(start, FAR, _moves(state, unit, origin))


def _no_way(state: State, unit: AnyUnit, origin: HexId, start: HexId, goal: HexId) -> Wrong:
    """Find what closes the goal itself; else something on the way does."""
    steps = board.map_of(state).neighbours[goal]
    costs = [step_cost(state, unit, origin, step, goal) for step in steps]
    closed = [cost for cost in costs if isinstance(cost, Wrong)]
    if len(closed) == len(costs):
        return closed[0]
    if start == origin and board.works_at(state, start, "mines"):
        return Wrong(f"out of the minefield at {start} a unit goes one hex", "choose an adjacent hex", "TOI-9.4")
    return Wrong(f"no way leads from {start} to {goal}", "choose another hex")


def clearing_cost(clear: Iterable[HexId]) -> int:
    """Return what it costs to clear razor wire in these hexes, in thirds."""
    return sum(tables().numbers.costs.wire * POINT for _ in clear)


def points(thirds: int) -> str:
    """Write thirds of a point as players read them, such as "4" or "1 1/3"."""
    whole, rest = divmod(thirds, POINT)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/3" if whole else f"{rest}/3"
