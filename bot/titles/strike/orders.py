"""Standing orders: what a player has said beforehand, answered like anybody's answer."""

from __future__ import annotations

from typing import NamedTuple

from bot.kernel.secret import Seat
from bot.kit.decisions import At
from bot.titles.strike.field import aircraft, battles, counters, retreats, supply, value
from bot.titles.strike.field.battles import Means
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Orders, Unit, UnitId

NOBODY = UnitId("")


def counter_attack(at: At[State, steps.Battle]) -> do.Attack | None:
    """Attack for the Commissar, and pay for supply as ordered."""
    state, seat, area = at.state, at.seat, at.step.area
    orders = counters.orders(state, seat)
    if orders.supply == "ask":
        return None
    price = supply.cost(supply.unsupplied(state, seat, area))
    return do.Attack(area, supply=orders.supply == "buy" and 0 < price <= _limit(state, seat, orders))


def press(at: At[State, steps.Battle]) -> do.Action | None:
    """Go on with the battle where that is possible first, or never."""
    match counters.orders(at.state, at.seat).press:
        case "never":
            return do.Done()
        case "always":
            return do.Attack(battles.press_areas(at.state, at.step)[0])
        case _:
            return None


def go_on(at: At[State, steps.Battle]) -> do.Action | None:
    """Go on with a battle that the attacker has left, or never."""
    orders = counters.orders(at.state, at.seat)
    if orders.press == "ask":
        return None
    return do.Continue() if orders.press == "always" else do.Done()


def _limit(state: State, seat: Seat, orders: Orders) -> int:
    return min(orders.points, state.points[seat])


def defend(at: At[State, steps.Battle]) -> do.Defend | None:
    """Defend as ordered, if every decision that is open has its order."""
    state, seat, step = at.state, at.seat, at.step
    orders = counters.orders(state, seat)
    means = battles.means(state, step)
    flies = bool(means.support or means.airlift or means.targets)
    open_now = ((means.reserves, orders.reserves), (means.unsupplied, orders.supply), (flies, orders.air))
    if any(there and order == "ask" for there, order in open_now):
        return None
    leader = NOBODY
    called: tuple[UnitId, ...] = ()
    if orders.reserves == "best":
        leader, called = best_reserves(state, seat, step.area, means, orders.leader)
    flights = missions(state, means) if orders.air == "always" else NO_FLIGHTS
    lacking = supply.unsupplied(state, seat, step.area, flights=bool(flights.airlift))
    spent = supply.cost(state.units[id] for id in called)
    buys = orders.supply == "buy" and 0 < supply.cost(lacking) <= min(orders.points, state.points[seat] - spent)
    return do.Defend(called, leader, buys, *flights)


def best_reserves(
    state: State, seat: Seat, area: AreaId, means: Means, only: UnitId = NOBODY
) -> tuple[UnitId, tuple[UnitId, ...]]:
    """Return the leader who can call the strongest reserves most surely, and whom he calls."""
    best: tuple[float, UnitId, tuple[UnitId, ...]] = (0.0, NOBODY, ())
    for id, units in means.reserves.items():
        if only and id != only:
            continue
        room, points = counters.room(state, area, seat), state.points[seat]
        called: list[Unit] = []
        for unit in sorted(units, key=counters.strength, reverse=True):
            fits = counters.stacked([*called, unit]) <= room and supply.cost([*called, unit]) <= points
            if fits and len(called) < means.most and counters.strength(unit):
                called.append(unit)
        value = sum(map(counters.strength, called)) * counters.rating(state.units[id])
        if value > best[0]:
            best = (value, id, tuple(unit.id for unit in called))
    return best[1], best[2]


class Flights(NamedTuple):
    """Which air unit supports a battle, which flies supply in, and which trucks are bombed."""

    air: UnitId = NOBODY
    airlift: UnitId = NOBODY
    bomb: UnitId = NOBODY


NO_FLIGHTS = Flights()


def missions(state: State, means: Means) -> Flights:
    """Give each air unit one mission: support first, then supply, then bombs."""
    air = means.support[0].id if means.support else NOBODY
    airlift = next((unit.id for unit in means.airlift if unit.id != air), NOBODY)
    target = next(iter(means.targets), None)
    free = target is not None and aircraft.bomber(state, target, (air, airlift)) is not None
    return Flights(air, airlift, target.id if target is not None and free else NOBODY)


def withdraw(state: State, step: steps.Withdrawal, *, holds: bool) -> do.Action:
    """Hold where that is wanted and possible, else go where most find room, best on a railway or in cover."""
    if holds and step.may_hold and retreats.outlasts(state, step):
        return do.Hold()
    groups = retreats.groups_back(state, step)

    def liked(to: AreaId) -> tuple[int, float, str]:
        troops = sum(counters.size(state.units[id]) for id in groups[to])
        shelter = value.cover(state, to) + 2.0 * (supply.source(state, step.seat, to) is not None)
        return troops, shelter + value.pull(state, step.seat, to), to

    return do.Withdraw(max(groups, key=liked))


def best_of(state: State, step: steps.Tie) -> AreaId:
    """Return the best of equally near areas: for a leader the safest, for the Commissar where he harms least."""
    unit = state.units[step.unit]
    if counters.is_kind(unit, "commissar"):
        return min(step.areas, key=lambda area: (value.threat(state, step.seat, area), area))
    return max(step.areas, key=lambda area: (counters.map_of(state).nearness(step.seat, area), area))
