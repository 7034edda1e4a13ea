"""Battles: attack, defence, losses, withdrawals, advances, continuation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.kernel.secret import Seat
from bot.kit.decisions import At
from bot.titles.strike.computer.posts import battle_value, ground_of, post_value
from bot.titles.strike.field import aircraft, battles, combat, commissar, counters, retreats, supply, value
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, NOBODY, AreaId, Unit, UnitId
from bot.titles.strike.play import support
from bot.titles.strike.play.advance import advance_price, goals
from bot.titles.strike.play.calling import best_reserves
from bot.titles.strike.play.combat import ATTACK, press_areas
from bot.titles.strike.play.defence import means_of
from bot.titles.strike.play.hits import losers
from bot.titles.strike.play.tie import best_of
from bot.titles.strike.play.withdrawal import go_back

WORTH_ATTACKING = 0.3
"""The least that a battle must be worth to be fought at all."""
WORTH_PRESSING = 0.6
"""The least value of a continuation, which follows losses."""
WORTH_ADVANCING = 0.2
"""The least that an advance must gain."""
RESERVES_TURN = 0.3
"""The share of an attack's value that uncertain reserves are expected to turn."""
WITH_HIS_TROOPS = 0.5
"""The value of a leader staying with the last troops."""


def combat_phase(at: At[State, steps.Combat]) -> do.Action:
    """Fight the battle that is worth most; those that must be fought come last."""
    state, seat, step = at.state, at.seat, at.step
    areas = battles.open_areas(state, step.areas)
    found = sorted(((_value(state, seat, area), area) for area in areas), reverse=True)
    for gain, area in found:
        attack = _attack(at, area)
        if gain > WORTH_ATTACKING and ATTACK.allows(at, attack):
            return attack
    must = commissar.must_attack(state, areas)
    return _attack(at, must) if must is not None else do.Done()


def _value(state: State, seat: Seat, area: AreaId) -> float:
    """Return the value of a battle in an area."""
    found = value.attack_terms(state, seat, area, counters.troops(state, area, seat), air=True)
    if found is None:
        return -9.0
    terms, price = found
    ground, last = ground_of(state, seat, area), value.last_move(state, seat)
    return value.of_battle(terms, ground, last=last) - value.point(state, seat) * price


def _attack(at: At[State, Any], area: AreaId) -> do.Attack:
    """Attack with idle aircraft, and pay for supply if it pays."""
    state, seat = at.state, at.seat
    flights = _flights(state, area) if seat == GERMAN else support.NO_MISSIONS
    price = supply.cost(supply.unsupplied(state, seat, area, flights=bool(flights.airlift)))
    plain, bought = (
        do.Attack(area, supply=buys, air=flights.air, airlift=flights.airlift, bomb=flights.bomb)
        for buys in (False, True)
    )
    if price and ATTACK.allows(at, bought) and _pays(state, seat, area, price):
        return bought
    return plain if ATTACK.allows(at, plain) else do.Attack(area)


def _flights(state: State, area: AreaId) -> support.Missions:
    """Give aircraft missions in an attack: support, supply for units without, bombs."""
    air = next((unit.id for unit in aircraft.supporters(state, area)), NOBODY)
    idle = [
        unit for unit in aircraft.within_range(state, area) if unit.id != air and not _awaited(state, unit, area)
    ]
    lacking = supply.unsupplied(state, GERMAN, area)
    airlift = next((unit.id for unit in idle if lacking), NOBODY)
    return support.Missions(air, airlift, _target(state, area, (air, airlift)))


def _awaited(state: State, unit: Unit, area: AreaId) -> bool:
    """Return whether an air unit is needed in its own area, in a battle to come."""
    return unit.place != area and unit.place in counters.shared(state) and unit.place not in state.fought


def _target(state: State, area: AreaId, busy: tuple[UnitId, ...]) -> UnitId:
    """Return the trucks to bomb: the defenders' supply first, else any in reach."""
    for target in (*support.trucks_of(state, area), *aircraft.bomb_targets(state)):
        bomber = aircraft.bomber(state, target, busy)
        if bomber is not None and not _awaited(state, bomber, area):
            return target.id
    return NOBODY


def _pays(state: State, seat: Seat, area: AreaId, price: int) -> bool:
    """Say whether two columns are worth their price."""
    fight = combat.sides(state, area, seat)
    needy = not supply.unsupplied(state, fight.defender, area)
    method = combat.best_method(fight.attack, fight.defence)
    ground = ground_of(state, seat, area)
    without, bought = (
        value.of_battle(combat.terms(state, fight, method, combat.Supplied(paid, needy)), ground)
        for paid in (False, True)
    )
    return bought - without > value.point(state, seat) * price


def attack(at: At[State, steps.Battle]) -> do.Action:
    """Attack in an area that requires it."""
    return _attack(at, at.step.area)


def answer(at: At[State, steps.Battle]) -> do.Action:
    """Continue as the defender if the enemy loses more than the price."""
    state, seat, area = at.state, at.seat, at.step.area
    price = supply.cost(counters.troops(state, area, seat))
    loses = _value(state, counters.other(seat), area)
    return do.Continue() if -loses - value.point(state, seat) * price > WORTH_PRESSING else do.Done()


def press(at: At[State, steps.Battle]) -> do.Action:
    """Continue the most valuable battle, if it is worth its price."""
    best: tuple[float, do.Attack | None] = (WORTH_PRESSING, None)
    for area in press_areas(at.state, at.step):
        attack, gain = _attack(at, area), _pressed(at.state, at.seat, area)
        if gain > best[0] and ATTACK.allows(at, attack):
            best = (gain, attack)
    return best[1] or do.Done()


def _pressed(state: State, seat: Seat, area: AreaId) -> float:
    """Return the value of a continued battle less its price."""
    price = supply.cost(counters.troops(state, area, seat))
    return _value(state, seat, area) - value.point(state, seat) * price


def defend(at: At[State, steps.Battle]) -> do.Action:
    """Call reserves if they may turn the battle, and pay for supply while points last."""
    state, seat, step = at.state, at.seat, at.step
    means = means_of(state, step)
    leader, called = best_reserves(state, seat, step.area, means.reserves, means.most)
    price = value.point(state, seat) * supply.cost(state.units[id] for id in called)
    if called and RESERVES_TURN * _value(state, step.attacker, step.area) < price:
        leader, called = NOBODY, ()
    flights = support.give_missions(state, means.support, means.airlift, means.targets)
    spent = supply.cost(state.units[id] for id in called)
    lacking = supply.cost(supply.unsupplied(state, seat, step.area, flights=bool(flights.airlift)))
    buys = 0 < lacking <= state.points[seat] - spent
    defence = do.Defend(called, leader, buys, *flights)
    return defence if at.allows(defence) else do.Defend()


def losses(at: At[State, steps.Losses]) -> do.Action:
    """Lose what is worth least."""
    return do.Lose(value.cheapest(at.step, losers(at.state, at.step)).id)


def withdraw(at: At[State, steps.Withdrawal]) -> do.Action:
    """Hold goals that can be held without losing half of the stack, else go back."""
    state, seat, step = at.state, at.seat, at.step
    goal = value.goals(state, seat).get(step.area, 0.0)
    steps_there = retreats.corps_steps(counters.troops(state, step.area, seat))
    holds = goal > 0 and steps_there >= 2 * retreats.holding_price(step.distance)
    return go_back(state, step, holds=holds)


def advance(at: At[State, steps.Advance]) -> do.Action:
    """Advance the group that gains most, if it gains more than its price."""
    state, seat, step = at.state, at.seat, at.step
    best: tuple[float, do.Advance | None] = (WORTH_ADVANCING, None)
    for party in _pursuers(state, step):
        price = value.point(state, seat) * advance_price(step, party)
        for to in set.intersection(*(set(goals(state, step, unit)) for unit in party)):
            action = do.Advance(tuple(unit.id for unit in party), to)
            gain = _gain(state, seat, party, step.area, to) - price
            if (gain, to) > (best[0], "") and at.allows(action):
                best = (gain, action)
    return best[1] or do.Done()


def _pursuers(state: State, step: steps.Advance) -> Iterator[tuple[Unit, ...]]:
    """Yield groups for an advance: single units, armour, all.

    With and without leaders.
    """
    units = [state.units[id] for id in step.units]
    troops = [unit for unit in units if counters.fights(unit)]
    leaders = [unit for unit in units if counters.is_kind(unit, "leader") and not unit.down][:1]
    armour = [unit for unit in troops if counters.is_armour(unit)]
    for party in dict.fromkeys((*((unit.id,) for unit in troops), _ids(armour), _ids(troops))):
        if party:
            some = [state.units[id] for id in party]
            yield tuple(some)
            if leaders:
                yield (*some, *leaders)


def _ids(units: list[Unit]) -> tuple[UnitId, ...]:
    return tuple(unit.id for unit in units)


def _gain(state: State, seat: Seat, party: tuple[Unit, ...], start: AreaId, to: AreaId) -> float:
    """Return the gain of another area: better ground, or a winnable battle."""
    troops = tuple(filter(counters.fights, party))
    leads = len(troops) < len(party)
    if to in counters.held(state, counters.other(seat)):
        return _thrust(state, seat, troops, to, led=leads)
    stay = any(unit not in party for unit in counters.troops(state, start, seat))
    company = WITH_HIS_TROOPS * (leads and not stay)
    return post_value(state, troops, to) - post_value(state, troops, start) + company


def _thrust(state: State, seat: Seat, party: tuple[Unit, ...], to: AreaId, *, led: bool) -> float:
    """Return the gain of a thrust into enemies; it needs a leader nearby and points."""
    friends = counters.troops(state, to, seat)
    near = led or next(counters.leaders_near(state, seat, to), None) is not None
    price = supply.cost((*friends, *party))
    if not near or price > state.points[seat]:
        return -1.0
    before = max(0.0, battle_value(state, seat, to, friends)) if friends else 0.0
    after = battle_value(state, seat, to, (*friends, *party), led=led)
    return after - before - value.point(state, seat) * price


def choose(at: At[State, steps.Tie]) -> do.Action:
    """Choose the best of several areas that are equally near."""
    return do.Choose(best_of(at.state, at.step))
