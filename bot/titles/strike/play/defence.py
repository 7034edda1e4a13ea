"""The defender chooses reserves, supply and aircraft."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count, join
from bot.kit.pieces import with_units
from bot.titles.strike import events as ev
from bot.titles.strike.field import combat, counters, names, reserves, supply
from bot.titles.strike.field.aircraft import supporters, within_range
from bot.titles.strike.field.combat import Supplied, Terms
from bot.titles.strike.field.reserves import MOST_RESERVES, callable_reserves
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Battle
from bot.titles.strike.model.table import GERMAN, NOBODY, AreaId, Unit, UnitId
from bot.titles.strike.play import Play, contact, support
from bot.titles.strike.play.calling import best_reserves, call_reserve, no_caller, none_calls
from bot.titles.strike.play.named import own
from bot.titles.strike.play.odds import _percent, _shown, success
from bot.titles.strike.play.sketch import area
from bot.titles.strike.play.support import (
    NO_MISSIONS,
    fly,
    give_missions,
    sorties,
    supply_choices,
    too_dear,
    trucks_of,
)


class Means(NamedTuple):
    """A defender's means before the dice."""

    reserves: dict[UnitId, tuple[Unit, ...]]
    unsupplied: tuple[Unit, ...]
    price: int
    """The price of their supply."""
    support: tuple[Unit, ...]
    airlift: tuple[Unit, ...]
    targets: tuple[Unit, ...]
    most: int = MOST_RESERVES
    """How many units can still be called."""

    @property
    def any(self) -> bool:
        """Whether there is anything to decide."""
        return bool(self.reserves or self.unsupplied or self.support or self.airlift or self.targets)


def means_of(state: State, battle: Battle) -> Means:
    """Return the defender's affordable means."""
    seat, area = counters.other(battle.attacker), battle.area
    lacking = supply.unsupplied(state, seat, area)
    price = supply.cost(lacking)
    german = seat == GERMAN
    found = callable_reserves(state, seat, area) if battle.called < MOST_RESERVES else {}
    if battle.caller:
        found = {leader: units for leader, units in found.items() if leader == battle.caller}
    buys = price <= state.points[seat] and not battle.defender_buys
    return Means(
        reserves=found,
        unsupplied=lacking if buys else (),
        price=price,
        support=supporters(state, area) if german and not battle.air else (),
        airlift=within_range(state, area) if german and lacking else (),
        targets=trucks_of(state, area) if german else (),
        most=MOST_RESERVES - battle.called,
    )


DOES = "a battle is fought"


def defender(state: State, step: Battle) -> tuple[Seat, ...]:
    """Ask the defender."""
    return (counters.other(step.attacker),)


def attacked(at: At[State, Battle]) -> str:
    """Describe the attack, the strengths of both sides, and the possible answers."""
    state, step = at.state, at.step
    fight = combat.sides(state, step.area, step.attacker)
    column = combat.column(step.method, fight.attack, fight.defence) or 0
    sides = f"{fight.attack} against {fight.defence}, column {combat.label(column)} before shifts"
    return f"You are attacked at {names.place(state, step.area)}, {sides}: {_can(at)}. How do you defend?"


def _can(at: At[State, Battle]) -> str:
    means = means_of(at.state, at.step)
    able = []
    if means.reserves:
        leaders = join(names.unit(at.state.units[leader]) for leader in means.reserves)
        able.append(f"{leaders} can call reserves")
    if means.unsupplied:
        able.append(f"supply costs {count(means.price, 'point')}")
    if means.support or means.airlift or means.targets:
        able.append("aircraft can help")
    return join(able) or "nothing to decide"


def go(play: Play, battle: Battle) -> bool:
    """Ask the defender if there is a choice."""
    if means_of(play.state, battle).any:
        return True
    play.emit(ev.Changed(replace(battle, moment="roll")))
    return False


# The defence.


@rule("11.8.2", "11.8.2a", "11.8.2b", "11.8.2c", "11.8")
def can_call_reserves(at: At[State, Battle], action: do.Defend) -> Wrong | None:
    """A leader calls up to two adjacent units at their price, if there is room."""
    state, battle, area = at.state, at.step, at.step.area
    if not action.reserves:
        if action.leader:
            return Wrong("no reserves are named", "name the units that the leader calls, or leave him out")
        return None
    most = reserves.MOST_RESERVES - battle.called
    if len(set(action.reserves)) != len(action.reserves) or len(action.reserves) > most:
        more = f", and {battle.called} has been called" if battle.called else ""
        return Wrong(
            f"a leader calls up to {reserves.MOST_RESERVES} units, each once{more}", "name fewer", "11.8.2b"
        )
    called = [unit for id in action.reserves if (unit := own(at, id)) is not None and counters.fights(unit)]
    if len(called) != len(action.reserves):
        return Wrong("those are not troops of yours on the map", "choose your own troops", "11.8.2a")
    if wrong := no_caller(at, area, battle.caller, action) or none_calls(
        at, area, called, battle.caller or action.leader
    ):
        return wrong
    if counters.stacked(called) > counters.room(state, area, at.seat):
        return Wrong(f"{area} has no room for them", "call fewer", "11.8.2b")
    if supply.cost(called) > state.points[at.seat]:
        return Wrong(
            f"they cost {supply.cost(called)} operations points, you have {state.points[at.seat]}",
            "call fewer",
            "11.8.2c",
        )
    return None


@rule("11.5.4")
def can_pay_for_both(at: At[State, Battle], action: do.Defend) -> Wrong | None:
    """Points are spent once: first on reserves, then on supply."""
    if not action.supply:
        return None
    state = at.state
    spent = supply.cost(state.units[id] for id in action.reserves)
    lacking = supply.unsupplied(state, at.seat, at.step.area, flights=bool(action.airlift), named=action.supplied)
    return too_dear(state, at.seat, supply.cost(lacking), spent)


def defences(at: At[State, Battle], fixed: Fixed) -> Iterator[do.Defend]:
    """Yield reserves by each leader who can call them, with supply and aircraft.

    A leader is named only if another one would call without a name.
    """
    step = at.step
    calls: dict[tuple[tuple[UnitId, ...], UnitId], None] = {((), NOBODY): None}
    means = means_of(at.state, step)
    for leader, units in means.reserves.items():
        if fixed.get("leader", leader) in (leader, NOBODY):
            some = [unit.id for unit in units]
            groups = [group for n in range(1, means.most + 1) for group in combinations(some, n)]
            if "reserves" in fixed:
                groups = [fixed["reserves"]]
            for group in groups:
                usual = reserves.caller(at.state, at.seat, step.area, group, step.caller)
                calls[group, NOBODY] = None
                if "leader" in fixed or usual is None or usual.id != leader:
                    calls[group, leader] = None
    later = (False, True) if fixed.get("reserves") else (False,)
    for (group, leader), buys in product(calls, supply_choices(at, step.area, fixed)):
        for flights in sorties(at, step.area, fixed):
            yield from (do.Defend(group, leader, buys, *flights, more=more) for more in later)


@case("11.8.2", "11.8.2b", "11.8.2c", "11.10.6")
def defend(play: Play, battle: Battle, action: do.Defend) -> None:
    """Carry out the defence: bombs, reserves and air units; supply is paid last.

    A player who wants to see how the reserves fare before deciding on the rest is asked again.
    """
    air = fly(play, battle.area, action)
    leader = reserves.caller(play.state, play.seat, battle.area, action.reserves, battle.caller or action.leader)
    for id in action.reserves:
        assert leader is not None
        call_reserve(play, leader, id, battle.area)
    play.emit(
        ev.Changed(
            replace(
                battle,
                air=(*battle.air, *air),
                defender_buys=battle.defender_buys or action.supply,
                caller=leader.id if leader is not None and action.reserves else battle.caller,
                called=battle.called + len(action.reserves),
                moment="defence" if action.more else "roll",
            )
        )
    )
    contact.settle(play)


def of_defence(at: At[State, Any], action: do.Defend) -> Odds | None:
    """Show the battle without the reserves that are called.

    The dice of the reserves fall first, and the chance to hold counts them.
    """
    state, battle = at.state, at.step
    if not isinstance(battle, Battle):
        return None
    seat = counters.other(battle.attacker)
    notes, chance = [], 0.0
    leader = reserves.caller(state, seat, battle.area, action.reserves, battle.caller or action.leader)
    rating = counters.rating(leader) if leader is not None and action.reserves else 0
    if rating:
        ours = supply.unsupplied(state, seat, battle.area, flights=bool(action.airlift), named=action.supplied)
        notes.append(f"Each reserve comes in {_percent(rating / 6)}; these are the chances when none does.")
        notes += _too_many_to_supply(state, ours, action)
    called = action.reserves if rating else ()
    for come in product((False, True), repeat=len(called)):
        likely = prod(rating / 6 if each else 1 - rating / 6 for each in come)
        then = _joined(state, seat, battle.area, called, come)
        chance += likely * _unhurt(then, _terms_of(then, battle, action))
    shown = _shown(state, _terms_of(state, battle, action), tuple(notes))
    return replace(shown, hope=("to hold unhurt", chance))


def _joined(state: State, seat: Seat, area: AreaId, called: tuple[UnitId, ...], come: tuple[bool, ...]) -> State:
    """Return the state after reserves have been paid for, and some of them have come."""
    units = [state.units[id] for id in called if id in state.units]
    left = max(0, state.points[seat] - supply.cost(units))
    arrived = [replace(unit, place=area) for unit, comes in zip(units, come, strict=False) if comes]
    return with_units(replace(state, points=state.points | {seat: left}), arrived)


def _terms_of(state: State, battle: Battle, action: do.Defend) -> Terms:
    """Return the terms of a battle with a defence, which pays its supply last."""
    fight = combat.sides(state, battle.area, battle.attacker)
    price = supply.cost(supply.unsupplied(state, fight.attacker, battle.area))
    lacking = supply.unsupplied(
        state, fight.defender, battle.area, flights=bool(action.airlift), named=action.supplied
    )
    pays = battle.buys and price <= state.points[fight.attacker]
    bought = action.supply and supply.cost(lacking) <= state.points[fight.defender]
    air = (*battle.air, *((action.air,) if action.air else ()))
    return combat.terms(state, fight, battle.method, Supplied(not price or pays, not lacking or bought), air)


def _unhurt(state: State, terms: Terms) -> float:
    """Return the chance that the defenders stay and lose no step."""
    return 1 - success(state, terms) - float(terms.results.get("EX", 0))


@case("11.5.4", "11.8.2c")
def _too_many_to_supply(state: State, lacking: tuple[Unit, ...], action: do.Defend) -> list[str]:
    """Warn that arriving reserves also need supply, if the points are too few."""
    called = [state.units[id] for id in action.reserves]
    price, left = supply.cost((*lacking, *called)), state.points[called[0].side] - supply.cost(called)
    if not (lacking and action.supply and price > left):
        return []
    points = count(price, "operations point")
    return [f"If all come, supply costs {points}, and only {left} would be left: nobody gets any then."]


def sketch_defence(seen: At[State, Any], action: do.Defend) -> Sketch | None:
    """Show where the battle is."""
    step = seen.step
    return area(seen.state, step.area) if isinstance(step, Battle) else None


# Standing orders.


def ordered(at: At[State, Battle]) -> do.Defend | None:
    """Defend as ordered, if every decision that is open has its order."""
    state, seat, step = at.state, at.seat, at.step
    orders = counters.orders(state, seat)
    means = means_of(state, step)
    flies = bool(means.support or means.airlift or means.targets)
    open_now = ((means.reserves, orders.reserves), (means.unsupplied, orders.supply), (flies, orders.air))
    if any(there and order == "ask" for there, order in open_now):
        return None
    leader = NOBODY
    called: tuple[UnitId, ...] = ()
    if orders.reserves == "best":
        leader, called = best_reserves(state, seat, step.area, means.reserves, means.most, orders.leader)
    flights = (
        give_missions(state, means.support, means.airlift, means.targets)
        if orders.air == "always"
        else NO_MISSIONS
    )
    lacking = supply.unsupplied(state, seat, step.area, flights=bool(flights.airlift))
    spent = supply.cost(state.units[id] for id in called)
    buys = orders.supply == "buy" and 0 < supply.cost(lacking) <= min(orders.points, state.points[seat] - spent)
    return do.Defend(called, leader, buys, *flights)


def says_defend(seen: Seen[State], action: do.Defend) -> str:
    """Say with which reserves and support a side defends."""
    brings = support.brought(seen, action)
    if action.reserves:
        brings.insert(0, names.they(seen, action.reserves, "as a reserve", "as reserves"))
    return f"Defend with {join(brings)}." if brings else "Defend with the units that are there."


DEFENCE: Decision[State, ev.Event, Battle] = Decision(
    Battle,
    part="defence",
    question=attacked,
    does=DOES,
    asked=defender,
    go=go,
    standing=ordered,
    verbs=(
        Verb(
            do.Defend,
            when="a defence is chosen when your units are attacked",
            says=says_defend,
            cite="11.8.2b",
            rules=(can_call_reserves, support.air_can_help, support.can_bomb, can_pay_for_both),
            candidates=defences,
            resolve=defend,
            odds=of_defence,
            sketch=sketch_defence,
        ),
    ),
)
