"""Actions that might be legal: generous, lazy, in the order of the counters. The rules are the only judge.

Each generator honours the fields that are already fixed, so that asking for one unit costs one unit's work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Literal

from bot.kernel.secret import Seen
from bot.kit.decisions import At, Fixed
from bot.kit.standing import offers
from bot.titles.strike.field import (
    aircraft,
    arrivals,
    battles,
    boxes,
    counters,
    movement,
    railways,
    retreats,
    supply,
)
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Advance, Arrival, Battle, Losses, Movement, Tie, Withdrawal
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.play.hits import left_of, losers
from bot.titles.strike.rules.fighting import attack_areas

NONE = UnitId("")
METHODS: tuple[Literal["best", "differential", "odds"], ...] = ("best", "differential", "odds")


def _own(seen: Seen[State], fixed: Fixed, field: str = "unit") -> Iterator[Unit]:
    """Yield the seat's units on the map, or the one that is fixed."""
    if field in fixed:
        unit = counters.own(seen.state, seen.seat, fixed[field])
        yield from (unit,) if unit is not None else ()
    else:
        yield from counters.of(seen.state, seen.seat)


def places(at: At[State, Arrival], fixed: Fixed) -> Iterator[do.Place]:
    """Yield where each unit that waits may come."""
    step = at.step
    for unit in step.units:
        if fixed.get("unit", unit) == unit:
            for area in arrivals.places(at.state, step, at.state.units[unit]):
                yield do.Place(unit, area)


# Movement.


def moves(seen: Seen[State], fixed: Fixed) -> Iterator[do.Move]:
    """Yield moves of single units, of a leader with those whom he takes along, and of whole stacks."""
    via = fixed.get("via", ())
    for group in _groups(seen, fixed):
        divided = movement.parties(seen.state, group)
        if not isinstance(divided, Iterator):
            continue
        parties = list(divided)
        escorted = any(map(counters.fights, group))
        if "to" in fixed or via:
            goals: Iterable[AreaId] = (fixed["to"],) if "to" in fixed else counters.map_of(seen.state).areas
        else:
            reached = [list(movement.destinations(seen.state, p, escorted=escorted)) for p in parties]
            goals = [area for area in reached[0] if all(area in each for each in reached[1:])]
        for to in goals:
            yield do.Move(tuple(unit.id for unit in group), to, via)


def _groups(seen: Seen[State], fixed: Fixed) -> Iterator[tuple[Unit, ...]]:
    state = seen.state
    if "units" in fixed:
        named = [counters.own(state, seen.seat, id) for id in fixed["units"]]
        units = tuple(unit for unit in named if unit is not None)
        if units and len(units) == len(named):
            yield units
        return
    step = state.steps[-1]
    able = [unit for unit in movement.movable(state, counters.of(state, seen.seat)) if _in_turn(seen, step, unit)]
    yield from ((unit,) for unit in able if not movement.needs_leader(state, unit))
    for area in dict.fromkeys(unit.place for unit in able):
        stack = [unit for unit in able if unit.place == area]
        leaders = [unit for unit in stack if counters.is_kind(unit, "leader")]
        led = [unit for unit in stack if movement.needs_leader(state, unit)]
        yield from ((leader, unit) for leader, unit in product(leaders, led))
        if len(stack) > 1 and (leaders or not led) and (len(stack) > 2 or not led):
            yield tuple(stack)


def _in_turn(seen: Seen[State], step: object, unit: Unit) -> bool:
    """Say whether a unit moves in this part of the phase: German trucks first, then all the rest."""
    if not isinstance(step, Movement) or seen.seat != GERMAN:
        return True
    return counters.is_kind(unit, "trucks") == (step.part == "rails")


def trains(seen: Seen[State], fixed: Fixed) -> Iterator[do.Rail]:
    """Yield journeys of single units, each with every leader who could take it along."""
    if railways.trains_left(seen.state, seen.seat) <= 0:
        return
    for unit in _own(seen, fixed):
        if counters.marches(unit) and railways.is_safe(seen.state, seen.seat, unit.place):
            goals = (fixed["to"],) if "to" in fixed else railways.journeys(seen.state, unit)
            yield from (do.Rail(unit.id, to, leader) for leader, to in product(_escorts(seen, unit), goals))


def _escorts(seen: Seen[State], unit: Unit) -> tuple[UnitId, ...]:
    """Return the leaders who could take a unit along, or nobody where it needs none."""
    if not movement.needs_leader(seen.state, unit):
        return (NONE,)
    beside = counters.leaders(seen.state, seen.seat)
    return tuple(leader.id for leader in beside if leader.place == unit.place)


def conversions(seen: Seen[State], fixed: Fixed) -> Iterator[do.Convert]:
    """Yield the advances of each railhead."""
    for unit in _own(seen, fixed, "railhead"):
        if counters.is_kind(unit, "rail"):
            yield from (do.Convert(unit.id, to) for to in railways.conversions(seen.state, unit))


def flights(seen: Seen[State], fixed: Fixed) -> Iterator[do.Fly]:
    """Yield flights of air units and parachutists to every area."""
    for unit in _own(seen, fixed):
        if counters.is_kind(unit, "luftwaffe") or counters.record(unit).trait == "parachute":
            for to in (fixed["to"],) if "to" in fixed else counters.map_of(seen.state).areas:
                yield do.Fly(unit.id, to)


def breakdowns(seen: Seen[State], fixed: Fixed) -> Iterator[do.Break]:
    """Yield armies and panzer groups with the pairs of corps that they could become."""
    for unit in _own(seen, fixed):
        if counters.is_kind(unit, "army", "group") and not unit.down:
            for pair in (fixed["into"],) if "into" in fixed else boxes.breakdowns(seen.state, unit):
                yield do.Break(unit.id, pair)


def unions(seen: Seen[State], fixed: Fixed) -> Iterator[do.Combine]:
    """Yield pairs of corps in one area with the formations that they could become."""
    state = seen.state
    corps = [unit for unit in counters.of(state, seen.seat) if counters.is_kind(unit, "corps")]
    pairs = [fixed["units"]] if "units" in fixed else [
        (a.id, b.id) for a, b in combinations(corps, 2) if a.place == b.place
    ]  # fmt: skip
    for pair in pairs:
        for army in boxes.whole_in_boxes(state, seen.seat):
            if fixed.get("into", army.id) == army.id:
                yield do.Combine(pair, army.id)


# Combat.


def attacks(seen: Seen[State], fixed: Fixed) -> Iterator[do.Attack]:
    """Yield attacks wherever one may attack, with and without supply, by every method."""
    state = seen.state
    for area in attack_areas(state):
        if fixed.get("area", area) != area:
            continue
        for buys, flights in product(_supply(seen, area, fixed), _flying(seen, area, fixed)):
            yield from (do.Attack(area, method, buys, *flights) for method in METHODS)


def _supply(seen: Seen[State], area: AreaId, fixed: Fixed) -> tuple[bool, ...]:
    """Return whether supply may be paid: where somebody lacks it, or bombs may cut it before the dice."""
    endangered = seen.seat == RUSSIAN and supply.trucks_of(seen.state, area)
    lacking = supply.unsupplied(seen.state, seen.seat, area)
    return (False, True) if lacking or endangered or fixed.get("supply") else (False,)


Flights = tuple[UnitId, UnitId, UnitId, tuple[UnitId, ...], UnitId]
"""Who supports a battle, who flies supply in, which trucks are bombed, whom the supply goes to, who bombs."""


def _flying(seen: Seen[State], area: AreaId, fixed: Fixed) -> Iterator[Flights]:
    """Yield what air units could do in a battle, nothing first; details where what they belong to is named."""
    state = seen.state
    german = seen.seat == GERMAN
    support = [NONE, *(unit.id for unit in aircraft.supporters(state, area))] if german else [NONE]
    lifts = [NONE, *(unit.id for unit in aircraft.within_range(state, area))] if german else [NONE]
    hit = supply.trucks_of(state, area) if "bomb" not in fixed else aircraft.bomb_targets(state)
    bombs = [NONE, *(unit.id for unit in hit)] if german else [NONE]
    yield from product(support, lifts, bombs, _lifted(seen, area, fixed), _bombers(seen, fixed))


def _lifted(seen: Seen[State], area: AreaId, fixed: Fixed) -> Iterable[tuple[UnitId, ...]]:
    """Return to whom supply could be flown: whom the referee would choose, then one unit, then two corps."""
    if "supplied" in fixed:
        return [fixed["supplied"]]
    if not fixed.get("airlift"):
        return [()]
    lacking = supply.unsupplied(seen.state, seen.seat, area)
    corps = [unit.id for unit in lacking if counters.size(unit) == 1]
    return [(), *((unit.id,) for unit in lacking), *combinations(corps, supply.MOST_CORPS)]


def _bombers(seen: Seen[State], fixed: Fixed) -> Iterable[UnitId]:
    free = [unit.id for unit in counters.air(seen.state)] if fixed.get("bomb") and seen.seat == GERMAN else []
    return (NONE, *free)


def defences(at: At[State, Battle], fixed: Fixed) -> Iterator[do.Defend]:
    """Yield reserves by each leader who can call them, with supply and aircraft."""
    step = at.step
    calls: dict[tuple[tuple[UnitId, ...], UnitId], None] = {((), NONE): None}
    means = battles.means(at.state, step)
    for leader, units in means.reserves.items():
        if fixed.get("leader", leader) in (leader, NONE):
            some = [unit.id for unit in units]
            groups = [group for n in range(1, means.most + 1) for group in combinations(some, n)]
            if "reserves" in fixed:
                groups = [fixed["reserves"]]
            calls |= dict.fromkeys((group, NONE) for group in groups)
            calls |= dict.fromkeys((group, leader) for group in groups)
    later = (False, True) if fixed.get("reserves") else (False,)
    for (group, leader), buys in product(calls, _supply(at, step.area, fixed)):
        for flights in _flying(at, step.area, fixed):
            yield from (do.Defend(group, leader, buys, *flights, more=more) for more in later)


def losses(at: At[State, Losses], fixed: Fixed) -> Iterator[do.Lose]:
    """Yield the units that can take the next step, and what can be left of them."""
    for unit in losers(at.state, at.step):
        yield from (do.Lose(unit.id, corps) for corps in (NONE, *left_of(at.state, at.step, unit)))


def crowds(seen: Seen[State], fixed: Fixed) -> Iterator[do.Lose]:
    """Yield the troops that can be given up where too many stand."""
    for area in counters.crowded(seen.state, seen.seat):
        yield from (do.Lose(unit.id) for unit in counters.troops(seen.state, area, seen.seat))


def holds(seen: Seen[State], fixed: Fixed) -> Iterator[do.Hold]:
    """Yield holding the area."""
    yield do.Hold()


def withdrawals(at: At[State, Withdrawal], fixed: Fixed) -> Iterator[do.Withdraw]:
    """Yield withdrawals of all that can go together, then of single units; each then by the areas on its way."""
    step = at.step
    groups = retreats.groups_back(at.state, step)
    for to, group in groups.items():
        parts: list[tuple[UnitId, ...]] = [()]
        if "units" in fixed:
            parts = [fixed["units"]]
        elif len(groups) > 1 or len(group) < len(step.units):
            parts += [(id,) for id in step.units]
        yield from (do.Withdraw(to, units) for units in parts)
        yield from (do.Withdraw(to, units, via) for units in parts for via in _passed(at, step, to))


def _passed(seen: Seen[State], step: Withdrawal | Advance, to: AreaId) -> tuple[AreaId, ...]:
    """Return the areas that one could pass on a way of two areas, where there is more than one such way."""
    state, here = seen.state, counters.map_of(seen.state)
    if to not in here or to in here[step.area].next:
        return ()

    def leads(via: AreaId, unit: Unit) -> bool:
        if isinstance(step, Advance):
            return to in retreats.pursuit(state, step, unit, via)
        return to in retreats.ways_back(state, unit, step.area, step.distance, via)

    units = [state.units[id] for id in step.units]
    found = tuple(via for via in here[step.area].next if any(leads(via, unit) for unit in units))
    return found if len(found) > 1 else ()


def advances(at: At[State, Advance], fixed: Fixed) -> Iterator[do.Advance]:
    """Yield advances of single units, of leaders with one, of all together; each then by the areas on its way."""
    step = at.step
    able: dict[AreaId, list[UnitId]] = {}
    for id in step.units:
        for to in retreats.pursuit(at.state, step, at.state.units[id]):
            able.setdefault(to, []).append(id)
    for to, units in able.items():
        parts = [fixed["units"]] if "units" in fixed else list(dict.fromkeys(_parties(at, units)))
        yield from (do.Advance(part, to) for part in parts)
        yield from (do.Advance(part, to, via) for part in parts for via in _passed(at, step, to))


def _parties(seen: Seen[State], units: list[UnitId]) -> Iterator[tuple[UnitId, ...]]:
    """Yield those who could go together; a pair of troops and leader may be all of them as well."""
    troops = [id for id in units if counters.fights(seen.state.units[id])]
    leaders = [id for id in units if id not in troops]
    yield from ((id,) for id in troops)
    yield from product(troops, leaders)
    if len(units) > 1 and troops:
        yield tuple(units)


def continuations(seen: Seen[State], fixed: Fixed) -> Iterator[do.Continue]:
    """Yield going on."""
    yield do.Continue()


def choices(at: At[State, Tie], fixed: Fixed) -> Iterator[do.Choose]:
    """Yield the areas that are equally near."""
    step = at.step
    yield from (do.Choose(area) for area in step.areas)


# Reorganization.


def recoveries(seen: Seen[State], fixed: Fixed) -> Iterator[do.Recover]:
    """Yield the disrupted leaders and trucks."""
    for unit in _own(seen, fixed):
        if unit.down and counters.is_kind(unit, "leader", "trucks"):
            yield do.Recover(unit.id)


def swaps(seen: Seen[State], fixed: Fixed) -> Iterator[do.Swap]:
    """Yield the formations in the boxes with the pairs of corps for which they could be exchanged."""
    for army in boxes.whole_in_boxes(seen.state, seen.seat):
        if fixed.get("army", army.id) == army.id:
            for pair in (fixed["corps"],) if "corps" in fixed else boxes.swaps(seen.state, army):
                yield do.Swap(army.id, pair)


def replacements(seen: Seen[State], fixed: Fixed) -> Iterator[do.Replace]:
    """Yield what can be bought back, each wherever it may arrive."""
    for unit in boxes.purchasable(seen.state, seen.seat):
        if fixed.get("unit", unit.id) != unit.id:
            continue
        places = arrivals.replacement_places(seen.state, unit) if not counters.on_map(unit) else (AreaId(""),)
        for area, full in product(places, (False, True)):
            yield do.Replace(unit.id, area, full)


def rebuildings(seen: Seen[State], fixed: Fixed) -> Iterator[do.Rebuild]:
    """Yield the reduced corps."""
    for unit in _own(seen, fixed):
        if unit.down and counters.is_kind(unit, "corps"):
            yield do.Rebuild(unit.id)


def dones(seen: Seen[State], fixed: Fixed) -> Iterator[do.Done]:
    """Yield being done."""
    yield do.Done()


def orders(seen: Seen[State], fixed: Fixed) -> Iterator[do.Order]:
    """Return the orders with one more of them changed; points in useful steps."""
    leaders = [
        id for id, unit in seen.state.units.items() if unit.side == seen.seat and counters.is_kind(unit, "leader")
    ]
    return offers(do.Order, fixed, lambda field: leaders if field.is_name else (2, 4, 6, 8, 10, 15, 20))


def resigns(seen: Seen[State], fixed: Fixed) -> Iterator[do.Resign]:
    """Yield giving up."""
    yield do.Resign()
