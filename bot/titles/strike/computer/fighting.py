"""Which battles are fought and how: attack, defence, losses, withdrawals, advances, going on."""

from __future__ import annotations

from bot.kernel.secret import Seat, Seen
from bot.titles.strike import battles, combat, forces, orders, supply, withdrawal, worth
from bot.titles.strike.computer.marching import legal, post_worth
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit, UnitId
from bot.titles.strike.resolve.losses import losers

WORTH_ATTACKING = 0.3
"""The least that a battle must be worth to be fought at all."""


def combat_phase(seen: Seen[State], step: steps.Combat) -> do.Action:
    """Fight the battle that is worth most; those that must be fought come last."""
    state, seat = seen.state, seen.seat
    areas = battles.open_areas(state, step.areas)
    found = sorted(((_value(state, seat, area), area) for area in areas), reverse=True)
    for value, area in found:
        attack = _attack(seen, area)
        if value > WORTH_ATTACKING and legal(seen, attack):
            return attack
    must = battles.must_attack(state, areas)
    return _attack(seen, must) if must is not None else do.Done()


def _value(state: State, seat: Seat, area: AreaId) -> float:
    """Return what a battle in an area is worth."""
    found = worth.attack_terms(state, seat, area, forces.troops(state, area, seat), air=True)
    if found is None:
        return -9.0
    terms, price = found
    return worth.of_battle(terms, worth.ground_of(state, seat, area)) - worth.POINT * price


def _attack(seen: Seen[State], area: AreaId) -> do.Attack:
    """Attack with air support where it stands, and pay for supply where that pays."""
    state, seat = seen.state, seen.seat
    support = battles.supporters(state, area) if seat == "german" else ()
    air = support[0].id if support else UnitId("")
    price = supply.cost(supply.unsupplied(state, seat, area))
    plain = do.Attack(area, air=air)
    bought = do.Attack(area, supply=True, air=air)
    return bought if price > 0 and legal(seen, bought) and _pays(state, seat, area, price) else plain


def _pays(state: State, seat: Seat, area: AreaId, price: int) -> bool:
    """Say whether two columns are worth their price."""
    fight = combat.sides(state, area, seat)
    needy = not supply.unsupplied(state, fight.defender, area)
    method = combat.best_method(fight.attack, fight.defence)
    ground = worth.ground_of(state, seat, area)
    without, bought = (
        worth.of_battle(combat.terms(state, fight, method, combat.Supplied(paid, needy)), ground)
        for paid in (False, True)
    )
    return bought - without > worth.POINT * price


def battle(seen: Seen[State], step: steps.Battle) -> do.Action:
    """Answer whatever a battle asks."""
    state, seat = seen.state, seen.seat
    match step.moment:
        case "defence":
            return _defend(seen, step)
        case "press":
            return _press(seen, step)
        case "answer":
            price = supply.cost(forces.troops(state, step.area, seat))
            enemy = forces.other(seat)
            loses = _value(state, enemy, step.area)
            return do.Continue() if -loses - worth.POINT * price > 1.0 else do.Done()
        case _:
            return _attack(seen, step.area)


def _press(seen: Seen[State], step: steps.Battle) -> do.Action:
    state, seat = seen.state, seen.seat
    for area in battles.press_areas(state, step):
        price = supply.cost(forces.troops(state, area, seat))
        attack = do.Attack(area, air=_attack(seen, area).air)
        if _value(state, seat, area) - worth.POINT * price > 1.0 and legal(seen, attack):
            return attack
    return do.Done()


def _defend(seen: Seen[State], step: steps.Battle) -> do.Action:
    """Call reserves where they may turn the battle, and pay for supply as long as there are points."""
    state, seat = seen.state, seen.seat
    means = battles.means(state, step)
    leader, called = orders.best_reserves(state, seat, step.area, means)
    if called and _value(state, step.attacker, step.area) < 1.5:
        leader, called = orders.NOBODY, ()
    flights = orders.aircraft(state, means)
    spent = supply.cost(state.units[id] for id in called)
    lacking = supply.cost(supply.unsupplied(state, seat, step.area, flights=bool(flights.airlift)))
    buys = 0 < lacking <= state.points[seat] - spent
    defence = do.Defend(called, leader, buys, *flights)
    return defence if legal(seen, defence) else do.Defend()


def losses(seen: Seen[State], step: steps.Losses) -> do.Action:
    """Lose what is worth least."""
    return do.Lose(worth.cheapest(step, losers(seen.state, step)).id)


def withdraw(seen: Seen[State], step: steps.Withdrawal) -> do.Action:
    """Hold goals that can be held without losing half of the stack, else go back."""
    state, seat = seen.state, seen.seat
    goal = worth.goals(state, seat).get(step.area, 0.0)
    steps_there = withdrawal.corps_steps(forces.troops(state, step.area, seat))
    holds = goal > 0 and steps_there >= 2 * withdrawal.holding_price(step.distance)
    return orders.withdraw(state, step, holds=holds)


def advance(seen: Seen[State], step: steps.Advance) -> do.Action:
    """Advance the unit that gains most, if it gains anything for its price."""
    state, seat = seen.state, seen.seat
    best: tuple[float, do.Advance | None] = (0.4, None)
    for id in step.units:
        unit = state.units[id]
        for to in withdrawal.pursuit(state, step, unit):
            action = do.Advance((id,), to)
            gain = _gain(state, seat, unit, step.area, to) - worth.POINT * withdrawal.advance_price(step, (unit,))
            if gain > best[0] and legal(seen, action):
                best = (gain, action)
    return best[1] or do.Done()


def _gain(state: State, seat: Seat, unit: Unit, start: AreaId, to: AreaId) -> float:
    """Return what it gains to stand in another area: better ground, or a battle that can be won there."""
    if forces.is_kind(unit, "leader"):
        ahead, behind = (sum(map(forces.steps, forces.troops(state, area, seat))) for area in (to, start))
        return 3.0 if ahead and not behind else 0.5 if ahead > behind else 0.0
    if to in forces.held(state, forces.other(seat)):
        there = (*forces.troops(state, to, seat), unit)
        found = worth.attack_terms(state, seat, to, there)
        return worth.of_battle(found[0], worth.ground_of(state, seat, to)) - 1.0 if found is not None else -1.0
    return post_worth(state, unit, to) - post_worth(state, unit, start)
