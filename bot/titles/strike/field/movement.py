"""Ways over the ground: costs, stops, reach, and companions of leaders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat
from bot.kit.paths import Move, Reach
from bot.titles.strike.field import communication, counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import DROPPED, NOBODY, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.printed.ground import Ground
from bot.titles.strike.printed.records import Mover
from bot.titles.strike.printed.tables import tables


class Leg(NamedTuple):
    """A joint move of units: its way from their place, and the cost for each."""

    units: tuple[Unit, ...]
    path: tuple[AreaId, ...]
    costs: tuple[int, ...]
    leader: UnitId = NOBODY
    led: tuple[UnitId, ...] = ()


@case("6.3", "6.3.1", "6.3.3", "6.0", "3.1.1")
def allowance(state: State, unit: Unit) -> tuple[int, tuple[Modifier, ...]]:
    """Return the movement points of a unit in this weather, and how they come about."""
    weather = tables().numbers.conditions[state.weather]
    parts = [Modifier("6.0", "printed", counters.ratings(unit)[2])]
    if counters.fights(unit):
        if unit_class(unit) in weather.halted:
            return 0, (Modifier("6.3.3", f"{weather.name} halts all {unit_class(unit)}", 0),)
        if weather.slower:
            parts.append(Modifier("6.3.3", weather.name, -weather.slower))
    return max(0, sum(part.n for part in parts)), tuple(parts)


def unit_class(unit: Unit) -> str:
    """Return a unit's class on the weather chart."""
    return "armour" if counters.is_armour(unit) else "infantry" if counters.is_infantry(unit) else "other"


def left(state: State, unit: Unit) -> int:
    """Return the movement points that a unit has left in this phase."""
    return max(0, allowance(state, unit)[0] - unit.spent)


def farthest(state: State, units: Iterable[Unit]) -> int:
    """Return how many areas units could pass together, were each the cheapest."""
    terrain = tables().numbers.terrain.values()
    cheapest = min(min(each.infantry, each.armour, each.leader, each.trucks) for each in terrain)
    points = min(left(state, unit) for unit in units)
    return points // cheapest if cheapest > 0 else len(counters.map_of(state).areas)


@case("6.3.3")
def needs_leader(state: State, unit: Unit) -> bool:
    """Say whether the weather lets a unit move with a leader only."""
    return counters.fights(unit) and unit_class(unit) in tables().numbers.conditions[state.weather].led


@case("6.2", "6.2.1", "6.1.2")
def cost(state: State, unit: Unit, area: AreaId) -> int:
    """Return a unit's cost of an area: its dearest terrain, enemies or not."""
    return _price(counters.map_of(state), counters.mover(unit), area)


def _price(here: Ground, mover: Mover, area: AreaId) -> int:
    """Return the cost of an area for a class of units."""
    key = (mover, area)
    if key not in here.costs:
        terrain = tables().numbers.terrain
        here.costs[key] = max(int(getattr(terrain[each], key[0])) for each in here[area].record.terrain)
    return here.costs[key]


@case("5.1.2", "9.2.1")
def must_stop(state: State, unit: Unit, area: AreaId) -> bool:
    """Return whether enemies or railway-cutting aircraft stop a unit in an area."""
    if area in counters.held(state, counters.other(unit.side)):
        return True
    return unit.side == RUSSIAN and area in counters.interdicted(state)


@case("5.1.2", "9.2.1")
def _stopper(state: State, unit: Unit, area: AreaId) -> tuple[str, str]:
    """Name the stopper of a unit in an area, and its case."""
    if area in counters.held(state, counters.other(unit.side)):
        return "enemies are there", "5.1.2"
    return "enemy aircraft cut the railway there", "9.2.1"


def has_stopped(state: State, unit: Unit) -> bool:
    """Return whether a unit has had to stop, or was left behind by its leader."""
    return unit.rides == DROPPED or (bool(unit.trail) and must_stop(state, unit, unit.place))


def stopped(state: State, unit: Unit) -> Wrong:
    """Say why a unit that has stopped goes no farther."""
    if unit.rides == DROPPED:
        return Wrong("its leader has moved on without it", "leave it out of this move", "6.3.4")
    why, cite = _stopper(state, unit, unit.place)
    return Wrong(f"it has had to stop at {unit.place}: {why}", "leave it there", cite)


def start(unit: Unit) -> AreaId:
    """Return where a unit was when the phase began."""
    return unit.trail[0] if unit.trail else unit.place


@case("6.1.3")
def disengages(state: State, unit: Unit) -> bool:
    """Return whether a unit started among enemies, and so needs communication."""
    return start(unit) in counters.held(state, counters.other(unit.side))


def closed(state: State, unit: Unit, area: AreaId, *, escorted: bool = False) -> Wrong | None:
    """Return why an area is closed to a unit at any cost; `None` if it is open.

    Leaders and trucks join enemies only if own troops are there, or come along (`escorted`).
    """
    if not counters.may_pass(state, unit, area):
        why = (
            "leaders stay out of diamonds by agreement"
            if counters.is_kind(unit, "leader")
            else "armies and trucks stay out of it"
        )
        return Wrong(f"{area} is a diamond; {why}", "choose a corps, or go round it", "6.1.1")
    if must_stop(state, unit, area):
        if not counters.may_stand(state, unit, area):
            why, _ = _stopper(state, unit, area)
            return Wrong(f"it would have to stop at {area}: {why}", "choose another way", "6.1.1")
        alone = not counters.fights(unit) and not counters.troops(state, area, unit.side)
        if alone and not escorted and area in counters.held(state, counters.other(unit.side)):
            cite = "11.8.3" if counters.is_kind(unit, "leader") else "6.4.6"
            return Wrong(f"there are only enemies at {area}", "send troops with it", cite)
    if disengages(state, unit) and not communication.has_line(state, unit, area):
        return Wrong(
            f"it stands among enemies and would have no line of communication at {area}",
            "choose an area from which free ground leads to a railway nearer home",
            "6.1.3",
        )
    return None


def _stepper(state: State, party: Sequence[Unit], escorted: bool) -> Callable[[AreaId], Iterator[Move[AreaId]]]:
    """Return a function that yields a party's steps; free areas need only their cost."""
    here, stops = counters.map_of(state), counters.stops(state, party[0].side)
    delicate = any(disengages(state, unit) for unit in party)
    movers = {counters.mover(unit) for unit in party}

    def steps(start: AreaId) -> Iterator[Move[AreaId]]:
        for to in here[start].next:
            plain = not delicate and to not in stops and not here[to].is_diamond
            if plain or all(closed(state, unit, to, escorted=escorted) is None for unit in party):
                yield Move(to, max(_price(here, mover, to) for mover in movers), to in stops)

    return steps


def _pace(state: State, unit: Unit) -> tuple[object, ...]:
    """Return the properties that decide a unit's ways; equal units share them."""
    printed = counters.record(unit)
    moved = (left(state, unit), start(unit), has_stopped(state, unit))
    return (unit.side, printed.kind, printed.arm, printed.nation, *moved)


def reach(state: State, party: Sequence[Unit], *, escorted: bool = False) -> Reach[AreaId]:
    """Return every area that units reach together, at the slowest unit's cost.

    It includes areas that some may only pass: `counters.may_stand` decides their end.
    """
    return _reach(state, party[0].side, tuple(party), escorted, _company(state, party, escorted))


def _company(state: State, party: Sequence[Unit], escorted: bool) -> frozenset[AreaId]:
    """Return the areas with own troops, if the party may join enemies only there."""
    alone = not escorted and not all(map(counters.fights, party))
    return counters.held(state, party[0].side) if alone else frozenset()


@case("6.2.2", "6.3.4")
@counters.FRONTS.keeps
def _reach(
    state: State, seat: Seat, party: tuple[Unit, ...], escorted: bool, company: frozenset[AreaId]
) -> Reach[AreaId]:
    """Search a party's ways, unless equal units have searched from the same place."""
    key = ("reach", tuple((unit.place, _pace(state, unit)) for unit in party), escorted, company)

    def search() -> Reach[AreaId]:
        stuck = any(has_stopped(state, unit) for unit in party)
        budget = 0 if stuck else min(left(state, unit) for unit in party)
        return Reach(party[0].place, budget, _stepper(state, party, escorted))

    return counters.FRONTS.of(seat).recall(state, key, search)


def destinations(state: State, party: Sequence[Unit], *, escorted: bool = False) -> tuple[AreaId, ...]:
    """Return the areas where units can end together, without their own."""
    return _destinations(state, party[0].side, tuple(party), escorted, _company(state, party, escorted))


@counters.FRONTS.keeps
def _destinations(
    state: State, seat: Seat, party: tuple[Unit, ...], escorted: bool, company: frozenset[AreaId]
) -> tuple[AreaId, ...]:
    return tuple(
        area
        for area in _reach(state, seat, party, escorted, company).cost
        if area != party[0].place and all(counters.may_stand(state, unit, area) for unit in party)
    )


@case("6.3.4")
def parties(state: State, units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]] | Wrong:
    """Divide units into singles and groups with a leader, the leader first."""
    left_over = list(units)
    found: list[tuple[Unit, ...]] = []
    for unit in units:
        if unit not in left_over or not needs_leader(state, unit):
            continue
        leader = next(
            (each for each in left_over if counters.is_kind(each, "leader") and each.place == unit.place), None
        )
        if leader is None:
            weather = tables().numbers.conditions[state.weather].name
            return Wrong(
                f"in {weather} {unit_class(unit)} moves only with a leader",
                "name a leader of the same area who is not disrupted among the units",
                "6.3.3",
            )
        led = [each for each in left_over if each.place == leader.place and needs_leader(state, each)]
        astray = next((each for each in led if each.rides not in ("", leader.id)), None)
        if astray is not None:
            return Wrong("another leader has already taken it along", "leave it out of this move", "6.3.4")
        found.append((leader, *led))
        left_over = [each for each in left_over if each not in found[-1]]
    return iter([*found, *((unit,) for unit in left_over)])


def plan(state: State, units: Sequence[Unit], to: AreaId, via: Sequence[AreaId] = ()) -> tuple[Leg, ...] | Wrong:
    """Return the cheapest ways of units to an area through named areas, or a refusal."""
    divided = parties(state, units)
    if isinstance(divided, Wrong):
        return divided
    escorted = any(map(counters.fights, units))
    legs: list[Leg] = []
    alone: dict[tuple[AreaId, ...], list[Unit]] = {}
    for party in divided:
        path = _way(state, party, to, via, escorted)
        if isinstance(path, Wrong):
            return path
        if len(party) == 1:
            alone.setdefault(path, []).extend(party)
        else:
            legs.append(_leg(state, party, path)._replace(leader=party[0].id, led=tuple(u.id for u in party[1:])))
    legs += (_leg(state, together, path) for path, together in alone.items())
    return tuple(sorted(legs, key=lambda leg: not any(map(counters.fights, leg.units))))


def _leg(state: State, units: Sequence[Unit], path: tuple[AreaId, ...]) -> Leg:
    return Leg(tuple(units), path, tuple(sum(cost(state, unit, area) for area in path[1:]) for unit in units))


def _way(
    state: State, party: Sequence[Unit], to: AreaId, via: Sequence[AreaId], escorted: bool
) -> tuple[AreaId, ...] | Wrong:
    """Return a party's cheapest way through named areas, with its start."""
    whole = reach(state, party, escorted=escorted)
    path: tuple[AreaId, ...] = (party[0].place,)
    spent = 0
    for goal in (*via, to):
        if goal == path[-1]:
            continue
        if len(path) > 1 and any(must_stop(state, unit, path[-1]) for unit in party):
            why, cite = _stopper(state, party[0], path[-1])
            return Wrong(f"it must stop at {path[-1]}: {why}", "let it stop there, or go another way", cite)
        legs = whole
        if len(path) > 1:
            budget = min(left(state, unit) for unit in party) - spent
            legs = Reach(path[-1], budget, _stepper(state, party, escorted))
        leg = legs.way(goal)
        if leg is None:
            return _no_way(state, party, path[-1], goal, escorted, spent)
        path += leg
        spent += legs.cost[goal]
    if len(path) == 1:
        return Wrong("it is there already", "choose another area", "6.0")
    for unit in party:
        if not counters.may_stand(state, unit, to):
            return Wrong(f"it may pass through the diamond {to}, but not stop there", "go on to an ox", "6.1.1")
    return path


def _no_way(state: State, party: Sequence[Unit], start: AreaId, goal: AreaId, escorted: bool, spent: int) -> Wrong:
    """Return why a party cannot reach its goal: itself, the goal, or the distance."""
    for unit in party:
        if has_stopped(state, unit):
            return stopped(state, unit)
        shut = closed(state, unit, goal, escorted=escorted)
        if shut is not None:
            return shut
    slowest = min(party, key=lambda unit: left(state, unit))
    points = left(state, slowest)
    far = Reach(start, 1000, _stepper(state, party, escorted), goal)
    if goal not in far.cost:
        return Wrong(f"no way leads from {start} to {goal} but through enemies", "choose another area", "5.1.2")
    price = spent + far.cost[goal]
    why = f"that costs {price} movement point{'' if price == 1 else 's'}, it has {points}"
    if not points and unit_class(slowest) in tables().numbers.conditions[state.weather].halted:
        why = f"in {state.weather} {unit_class(slowest)} does not move at all"
    return Wrong(why, "choose something nearer", "6.3.3" if "does not move" in why else "6.2.2")


def movable(state: State, units: Iterable[Unit]) -> Iterator[Unit]:
    """Yield units that can still move in this phase, alone or with a leader."""
    for unit in units:
        if counters.marches(unit) and left(state, unit) and not has_stopped(state, unit):
            yield unit
