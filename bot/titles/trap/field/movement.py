"""Movement: the cost of each step, and the reach of units.

All costs are half points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.kernel.secret import Seat, Secret, private
from bot.kit.paths import Move, Reach
from bot.titles.trap.field.allowance import allowance, left, spent
from bot.titles.trap.field.ground import Ground, ground
from bot.titles.trap.field.stacking import defended, enemies
from bot.titles.trap.field.units import POSITION, STEPS, known, of, other, record
from bot.titles.trap.field.view import eyesight, view
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, FACINGS, RUSSIAN, CounterId, Facing, HexId, Level, Unit
from bot.titles.trap.printed.tables import CostsRecord, tables
from bot.titles.trap.printed.tables import Ground as Terrain
from bot.titles.trap.printed.units import CounterRecord, counters

K = TypeVar("K")
Spot = tuple[HexId, int]
"""Where a vehicle is on its way, and the hexside before its front."""
KEPT = 1000
"""The number of cached answers about reach."""
NOWHERE = 1 << 20
"""A cost above every allowance."""


@cache
def costs() -> CostsRecord:
    """Return the chart of costs."""
    return tables().charts.costs


def terrain(state: State, hex: HexId) -> Terrain:
    """Return the present terrain of a hex for walkers."""
    return "rubble" if hex in state.rubble else ground().terrain[hex]


def side(facing: Facing) -> int:
    """Return the number of a hexside, 0 for the north and then clockwise."""
    return FACINGS.index(facing)


def obstacles(state: State) -> Collection[HexId]:
    """Return the hexes with a road block or a wreck."""
    return _both(state.roadblocked, state.wrecks)


@lru_cache(maxsize=64)
def _both(some: tuple[HexId, ...], others: tuple[HexId, ...]) -> frozenset[HexId]:
    return frozenset((*some, *others))


@case("TRAP-8.9")
def obstacle_case(state: State, hex: HexId) -> str:
    """Return the case of the road block or, without one, the wreck in a hex."""
    return "TRAP-8.4" if hex in state.roadblocked else "TRAP-8.9"


# TRAP-R65
@case("TRAP-5.1.1-8", "TRAP-8.8")
@STEPS.keeps
def sniped(state: State) -> Collection[HexId]:
    """Return the hexes in sight of known snipers."""
    known_ones = [
        unit for unit in of(state, CHECHEN) if (what := known(unit)) is not None and what.kind == "sniper"
    ]
    eyes = {unit.hex: limit for unit in known_ones if (limit := eyesight(state, unit))}
    return frozenset(hex for at, limit in eyes.items() for hex in view(state, at, limit))


# TRAP-R81
@case("TRAP-6.5.3")
def interdicted(state: State, hex: HexId) -> bool:
    """Say whether artillery interdicts a hex: it lies there, or beside it."""
    return hex in under_fire(state)


@STEPS.keeps
def under_fire(state: State) -> Collection[HexId]:
    """Return the hexes that artillery interdicts."""
    at = {battery.hex for battery in state.batteries.values() if battery.hex}
    return frozenset(hex for each in at for hex in (each, *ground().neighbours(each)))


# TRAP-R16, TRAP-R156
@case("TRAP-5.1.1-9")
def by_road(state: State, a: HexId, b: HexId) -> bool:
    """Return whether a step follows a road; rubble buries the roads through it."""
    return ground().road_joins(a, b) and a not in state.rubble and b not in state.rubble


class Walker(NamedTuple):
    """The properties of a unit that decide its costs on foot."""

    side: Seat
    laden: bool


# TRAP-R74
@case("TRAP-5.1.1-3")
def walker(what: CounterRecord) -> Walker:
    """Return how a unit walks: heavy weapons and Schmels are laden, RPGs are not."""
    return Walker(Seat(what.side), what.kind in ("heavy", "schmel"))


@case("TRAP-5.1.1", "TRAP-5.1.1-1", "TRAP-5.1.1-2", "TRAP-5.1.1-3", "TRAP-5.1.1-5")
def foot_terrain(state: State, who: Walker, a: HexId, b: HexId) -> int:
    """Return a foot unit's cost for the terrain it enters."""
    if by_road(state, a, b):
        return costs().road
    table = costs().heavy if who.laden else costs().foot
    return table[terrain(state, b)]


@case("TRAP-5.1.1-6")
def river(a: HexId, b: HexId, *, road: bool) -> int:
    """Return the cost of a river hexside; a road crosses by a cheaper bridge."""
    if not ground().has_river(a, b):
        return 0
    return costs().bridge if road else costs().river


def foot_step(state: State, who: Walker, a: HexId, b: HexId) -> int:
    """Return a foot unit's cost of a step, without obstacles."""
    cost = _over_ground(state, who, a, b)
    return cost + surcharge(state, who, b)


def _over_ground(state: State, who: Walker, a: HexId, b: HexId) -> int:
    return foot_terrain(state, who, a, b) + river(a, b, road=ground().road_joins(a, b))


def _open_steps(state: State, kinds: Sequence[Walker], hex: HexId) -> Sequence[Move[HexId]]:
    """Return the steps that units of some kinds take together, without enemies.

    Each step has the cost of the slowest unit.
    """
    open_ones = (to for to in ground().neighbours(hex) if to not in obstacles(state))
    return tuple(Move(to, max(_over_ground(state, who, hex, to) for who in kinds)) for to in open_ones)


Extra = Mapping[HexId, int]
"""The extra cost of a step into each hex near enemies; `NOWHERE` if closed."""


@STEPS.keeps
def _held_up(state: State, who: Walker) -> Extra:
    """Return the extra costs on foot because of enemies."""
    dear = {hex: surcharge(state, who, hex) for hex in (*sniped(state), *under_fire(state))}
    shut = (unit.hex for unit in of(state, other(who.side)) if not foot_may_enter(state, who.side, unit.hex))
    return {**dear, **dict.fromkeys(shut, NOWHERE)}


@STEPS.keeps
def _slowed(state: State, seat: Seat) -> Extra:
    """Return the extra costs for vehicles because of enemies."""
    dear = (*under_fire(state), *(unit.hex for unit in of(state, other(seat))))
    return {hex: through(state, seat, hex) + costs().sniper * interdicted(state, hex) for hex in dear}


Stops = frozenset[tuple[HexId, int]]
"""The extra costs of some hexes because of enemies."""


def _in_the_way(extra: Extra, reached: Iterable[HexId]) -> Stops:
    """Return the extra costs of hexes that would be reached without enemies."""
    return frozenset((hex, extra[hex]) for hex in extra.keys() & reached if extra[hex])


def _dearer(moves: Sequence[Move[K]], extra: Extra, into: Callable[[K], HexId]) -> Iterable[Move[K]]:
    """Return steps at the prices that enemies make of them."""
    return [Move(move.to, move.cost + extra.get(into(move.to), 0)) for move in moves]


def surcharge(state: State, who: Walker, b: HexId) -> int:
    """Return the extra cost of a step on foot because of distant enemies."""
    taxed = who.side == RUSSIAN and b in sniped(state)
    return costs().sniper * taxed + costs().sniper * interdicted(state, b)


# TRAP-R73
@case("TRAP-5.1.4")
def foot_may_enter(state: State, seat: Seat, hex: HexId) -> bool:
    """Return whether foot units may enter a hex, which no enemy defends.

    An enemy upstairs does not keep them out.
    """
    return not defended(state, seat, hex)


def stairs_held(state: State, unit: Unit) -> bool:
    """Return whether the enemy holds the ground below a unit, which cannot come down."""
    return unit.level == "upper" and not foot_may_enter(state, unit.side, unit.hex)


# TRAP-R78
@case("TRAP-5.1.1-2", "TRAP-5.1.1-3", "TRAP-3.2", "TRAP-8.7", "TRAP-8.4", "TRAP-8.9")
def open_to_vehicles(state: State, a: HexId, b: HexId) -> bool:
    """Return whether a vehicle can drive from a hex into the next, at any facing.

    A vehicle enters and leaves buildings and woods by road, and crosses rivers by bridge.
    """
    here = ground()
    if b in state.rubble or b in obstacles(state):
        return False
    paved = here.road_joins(a, b)
    closed = a in state.rubble or here.terrain[a] != "clear" or here.terrain[b] != "clear"
    return paved or not (closed or here.has_river(a, b))


@case("TRAP-5.1.1-10")
def vehicle_step(state: State, seat: Seat, a: HexId, b: HexId) -> int:
    """Return a vehicle's cost of a step that is open to it."""
    return _driven(state, a, b) + through(state, seat, b) + costs().sniper * interdicted(state, b)


def _driven(state: State, a: HexId, b: HexId) -> int:
    cost = costs().road if by_road(state, a, b) else costs().vehicle
    return cost + river(a, b, road=ground().road_joins(a, b))


# TRAP-R17, TRAP-R149
@case("TRAP-5.1.4")
def through(state: State, seat: Seat, hex: HexId) -> int:
    """Return a vehicle's cost for the enemies in a hex, on both levels.

    Passengers count with their vehicle.
    """
    return costs().enemy * sum(not unit.aboard for unit in enemies(state, seat, hex, None))


@case("TRAP-3.4.2")
def may_turn(state: State, here: Ground, hex: HexId, front: int, to: int) -> bool:
    """Say whether a vehicle with its front to one hexside may leave by another.

    In the open it turns as it likes. Among buildings and woods it follows its road, and cannot turn round.
    """
    return here.terrain[hex] == "clear" or to != (front + 3) % 6


def open_sides(state: State, hex: HexId) -> tuple[tuple[HexId, int], ...]:
    """Return the hexes a vehicle can drive to from a hex, each with its hexside."""
    here = ground()
    beside = ((to, here.direction(hex, to)) for to in here.neighbours(hex) if open_to_vehicles(state, hex, to))
    return tuple((to, way) for to, way in beside if way is not None)


def _open_moves(state: State, at: Spot) -> Sequence[Move[Spot]]:
    """Return the steps of a vehicle without enemies; open hexes ignore its facing."""
    hex, front = at
    here = ground()
    return tuple(
        Move((to, way if here.terrain[to] != "clear" else 0), _driven(state, hex, to))
        for to, way in open_sides(state, hex)
        if may_turn(state, here, hex, front, way)
    )


class Ways(NamedTuple):
    """The reach of units: the cheapest cost to each hex, and the way on request."""

    costs: Mapping[HexId, int]
    trace: Callable[[HexId], tuple[HexId, ...]]

    def to(self, hex: HexId) -> tuple[HexId, ...]:
        """Return the way to a hex from its start; empty if it is out of reach."""
        return self.trace(hex) if hex in self.costs else ()

    @property
    def ways(self) -> dict[HexId, tuple[HexId, ...]]:
        """Every way, by the hex to which it leads."""
        return {hex: self.trace(hex) for hex in self.costs}


class Lies(NamedTuple):
    """The rubble and obstacles that matter for some ways."""

    rubble: frozenset[HexId]
    obstacles: frozenset[HexId]

    def city(self) -> State:
        """Return a city in which nothing else lies."""
        return State(rubble=tuple(self.rubble), wrecks=tuple(self.obstacles))

    def changed(self) -> set[HexId]:
        """Return the hexes whose steps differ from the printed city."""
        return {
            *self.rubble,
            *(near for hex in (*self.rubble, *self.obstacles) for near in ground().neighbours(hex)),
        }


def _around(state: State, start: HexId, points: int) -> Lies:
    """Return the rubble and obstacles within reach of a hex."""
    if not state.rubble and not obstacles(state):
        return Lies(frozenset(), frozenset())
    cheapest, here = _cheapest(), ground()
    far = points // cheapest if cheapest else len(here.terrain)

    def near(hexes: Iterable[HexId]) -> frozenset[HexId]:
        return frozenset(hex for hex in hexes if here.distance(start, hex) <= far)

    return Lies(near(state.rubble), near(obstacles(state)))


def within_reach(state: State, units: Sequence[Unit], hex: HexId) -> bool:
    """Return whether units of one hex could reach a hex if every step cost the least.

    A unit may always move a single hex.
    """
    far = ground().distance(units[0].hex, hex) if hex in ground() else NOWHERE
    return far <= 1 or far * _cheapest() <= min(left(state, unit) for unit in units)


def _cheapest() -> int:
    """Return the least that any step costs."""
    return min(costs().road, costs().vehicle, *costs().foot.values(), *costs().heavy.values())


@lru_cache(maxsize=1 << 13)
def _as_printed(here: Ground, at: Spot) -> Sequence[Move[Spot]]:
    """Return the steps of a vehicle in the city as it is printed."""
    return _open_moves(State(), at)


@lru_cache(maxsize=1 << 13)
def _on_foot_as_printed(here: Ground, kinds: tuple[Walker, ...], at: HexId) -> Sequence[Move[HexId]]:
    """Return the steps on foot in the city as it is printed."""
    return _open_steps(State(), kinds, at)


@case("TRAP-5.1")
@POSITION.keeps
def vehicle_ways(state: State, unit: Unit) -> Ways:
    """Return the reach of a vehicle with its remaining points."""
    start, points = (unit.hex, side(unit.facing)), left(state, unit)
    lies = _around(state, unit.hex, points)
    free = _drives(ground(), start, points, lies, frozenset())
    stops = _in_the_way(_slowed(state, unit.side), (unit.hex, *free.costs))
    return _drives(ground(), start, points, lies, stops) if stops else free


@lru_cache(maxsize=KEPT)
def _drives(here: Ground, start: Spot, points: int, lies: Lies, stops: Stops) -> Ways:
    """Return the reach of a vehicle with some points, past obstacles and enemies."""
    city, changed, extra = lies.city(), lies.changed(), dict(stops)

    def moves(at: Spot) -> Iterable[Move[Spot]]:
        steps = _open_moves(city, at) if at[0] in changed else _as_printed(here, at)
        return _dearer(steps, extra, itemgetter(0)) if extra else steps

    reach = Reach(start, points, moves)
    prices: dict[HexId, int] = {}
    spots: dict[HexId, Spot] = {}
    for spot, cost in reach.cost.items():
        hex = spot[0]
        if hex != start[0] and cost < prices.get(hex, NOWHERE):
            spots[hex], prices[hex] = spot, cost
    return Ways(prices, lambda hex: (start[0], *(each[0] for each in reach.way(spots[hex]) or ())))


# TRAP-R154
@case("TRAP-3.6", "TRAP-5.1")
@POSITION.keeps
def foot_ways(state: State, units: tuple[Unit, ...]) -> Ways:
    """Return how far units of one hex come together on foot, on the ground.

    Hidden ones go as heavy weapons would, where these could come there: their way does not tell what they are.
    """
    own = _walks(state, units)
    feigned = tuple(unit if unit.counter.out else replace(unit, counter=_heavy(unit.side)) for unit in units)
    if feigned == units:
        return own
    as_heavy, rest = _walks(state, feigned), min(left(state, unit) for unit in units)
    ways = {hex: as_heavy.to(hex) or own.to(hex) for hex in own.costs}
    kinds = tuple({walker(record(unit)) for unit in units})
    return Ways({hex: min(rest, _paid(state, kinds, way)) for hex, way in ways.items()}, ways.__getitem__)


@cache
def _heavy(side: Seat) -> Secret[CounterId]:
    """Return a counter of heavy weapons of a side."""
    records = counters().units.items()
    return private(next(id for id, what in records if what.side == side and what.kind == "heavy"), side)


# TRAP-R15, TRAP-R77
@case("TRAP-5.1", "TRAP-5.1.1-10")
def _walks(state: State, units: tuple[Unit, ...]) -> Ways:
    """Return the cheapest ways on foot.

    Units that have spent nothing may always move a hex, for their whole allowance. That is how they climb over
    road blocks.
    """
    seat, start = units[0].side, units[0].hex
    if stairs_held(state, units[0]):
        return Ways({}, lambda hex: ())
    budget = max(0, min(left(state, unit) - coming_down(unit) for unit in units))
    kinds = tuple(dict.fromkeys(walker(record(unit)) for unit in units))
    lies = _around(state, start, budget)
    found = _goes(ground(), start, budget, kinds, lies, frozenset())
    if stops := _in_the_way(_held_up(state, kinds[0]), found.costs):
        found = _goes(ground(), start, budget, kinds, lies, stops)
    if all(untouched(state, unit) and left(state, unit) and unit.level == "ground" for unit in units):
        beside = (to for to in ground().neighbours(start) if to not in found.costs)
        if others := [to for to in beside if foot_may_enter(state, seat, to)]:
            costs_all = {**found.costs, **dict.fromkeys(others, min(left(state, unit) for unit in units))}
            return Ways(costs_all, lambda hex: found.to(hex) or (start, hex))
    return found


@lru_cache(maxsize=KEPT)
def _goes(here: Ground, start: HexId, budget: int, kinds: tuple[Walker, ...], lies: Lies, stops: Stops) -> Ways:
    """Return the reach of foot units with some points, past obstacles and enemies."""
    city, changed, extra = lies.city(), lies.changed(), dict(stops)

    def moves(at: HexId) -> Iterable[Move[HexId]]:
        steps = _open_steps(city, kinds, at) if at in changed else _on_foot_as_printed(here, kinds, at)
        return _dearer(steps, extra, lambda to: to) if extra else steps

    reach = Reach(start, budget, moves)
    prices = {hex: cost for hex, cost in reach.cost.items() if hex != start}
    return Ways(prices, lambda hex: (start, *(reach.way(hex) or ())))


def _paid(state: State, kinds: Sequence[Walker], way: Sequence[HexId]) -> int:
    """Return the cost of a way for units of some kinds that go together."""
    return sum(max(foot_step(state, who, a, b) for who in kinds) for a, b in pairwise(way))


def coming_down(unit: Unit) -> int:
    """Return the cost for a unit upstairs of coming down first."""
    return costs().level if unit.level == "upper" else 0


def untouched(state: State, unit: Unit) -> bool:
    """Say whether a unit still has its whole allowance, and one at all."""
    return spent(state, unit) == 0 and allowance(unit) > 0 and not unit.fired


@case("TRAP-5.1.1-7", "TRAP-5.1.1-4")
def foot_costs(state: State, unit: Unit, path: Sequence[HexId], level: Level) -> list[int]:
    """Return a unit's true cost for each step of a way, and for going upstairs.

    An unspent unit that cannot pay the first step pays all it has.
    """
    who = walker(record(unit))
    paid: list[int] = []
    rest = left(state, unit) - coming_down(unit)
    closed = obstacles(state)
    for n, (a, b) in enumerate(pairwise(path)):
        cost = foot_step(state, who, a, b)
        first = n == 0 and untouched(state, unit) and unit.level == "ground"
        if first and (cost > rest or b in closed):
            cost = rest
        paid.append(cost)
        rest -= cost
    if level == "upper" and (len(path) > 1 or unit.level == "ground"):
        climb = costs().level
        paid.append(min(climb, rest) if len(path) == 1 and untouched(state, unit) else climb)
    return paid


def total_cost(state: State, unit: Unit, path: Sequence[HexId], level: Level) -> int:
    """Return a unit's cost of a way, stairs at both ends included."""
    if record(unit).vehicle:
        return sum(vehicle_step(state, unit.side, a, b) for a, b in pairwise(path))
    return sum(foot_costs(state, unit, path, level)) + coming_down(unit)


# TRAP-R154
@case("TRAP-5.1", "TRAP-5.1.1-7")
def way_to(state: State, units: tuple[Unit, ...], hex: HexId, level: Level = "ground") -> tuple[HexId, ...]:
    """Return the way of units of a hex to a level of another; empty without any.

    Hidden units use their own cheapest way upstairs if the shared way leaves no points for the stairs. Heavy
    weapons could not get there by it.
    """
    if record(units[0]).vehicle:
        return vehicle_ways(state, units[0]).to(hex)
    way = foot_ways(state, units).to(hex)
    if level == "ground" or all(total_cost(state, unit, way, level) <= left(state, unit) for unit in units):
        return way
    return _walks(state, units).to(hex)


# TRAP-R76
@case("TRAP-3.4.2")
def rear(state: State, unit: Unit) -> HexId | None:
    """Return the hex that a vehicle backs into; in a bend it follows the road.

    Returns `None` if it cannot back.
    """
    here = ground()
    back = (side(unit.facing) + 3) % 6
    behind = here.beside(unit.hex, back)
    if behind is not None and open_to_vehicles(state, unit.hex, behind):
        return behind
    for turn in (1, 5):
        bent = here.beside(unit.hex, (back + turn) % 6)
        if bent is not None and here.road_joins(unit.hex, bent) and open_to_vehicles(state, unit.hex, bent):
            return bent
    return None


def cost_to(state: State, units: tuple[Unit, ...], hex: HexId, level: Level = "ground") -> int | None:
    """Return the cost of the best way for units of a hex in half points, with stairs."""
    return group_cost(state, units, way_to(state, units, hex, level), level)


def group_cost(state: State, units: tuple[Unit, ...], way: tuple[HexId, ...], level: Level) -> int | None:
    """Return the highest cost of a way among the units; `None` if there is no way."""
    return max(total_cost(state, unit, way, level) for unit in units) if way else None
