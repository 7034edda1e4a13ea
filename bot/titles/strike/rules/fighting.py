"""How one may attack, defend, take losses, hold, withdraw and advance."""

from __future__ import annotations

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seat, Seen
from bot.titles.strike import asks, battles, combat, forces, supply, withdrawal
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Advance, Battle, Combat, Losses, Tie, Withdrawal
from bot.titles.strike.model.table import GERMAN, AreaId, Unit
from bot.titles.strike.resolve.losses import left_of, losers
from bot.titles.strike.rules.units import own


def attack_areas(state: State) -> tuple[AreaId, ...]:
    """Return where the side that is asked may attack now."""
    step = state.steps[-1]
    if isinstance(step, Combat):
        return battles.open_areas(state, step.areas)
    assert isinstance(step, Battle)
    return battles.press_areas(state, step) if step.moment == "press" else (step.area,)


def is_forced(state: State, area: AreaId) -> bool:
    """Say whether an attack has to be made, however weak: under the Commissar, or since the enemy goes on."""
    step = state.steps[-1]
    if isinstance(step, Combat):
        return battles.must_attack(state, (area,)) is not None
    return isinstance(step, Battle) and step.moment != "press"


@rule("11.1.3", "11.1.4", "11.10.1", "11.10.2", "11.10.4a")
def can_attack_there(seen: Seen[State], action: do.Attack) -> Wrong | None:
    """One attacks where both sides stand, once in a phase; who goes on needs a leader and points."""
    if action.area in attack_areas(seen.state):
        return None
    step = seen.state.steps[-1]
    if isinstance(step, Battle):
        where = ", ".join(attack_areas(seen.state)) or "nowhere"
        return Wrong(f"the battle cannot go on at {action.area}", f"it can go on at: {where}", "11.10.2")
    if action.area in seen.state.fought:
        return Wrong(f"{action.area} has been fought for in this phase", "attack elsewhere", "11.1.4")
    return Wrong(f"you do not share {action.area} with the enemy", "attack in an area where both sides stand")


@rule("11.2.3", "11.3.4", "11.1.6", "11.3.3")
def is_strong_enough(seen: Seen[State], action: do.Attack) -> Wrong | None:
    """An attack below the lowest column cannot be made unless it has to be."""
    fight = combat.sides(seen.state, action.area, seen.seat)
    methods = combat.METHODS if action.method == "best" else (action.method,)
    columns = [combat.column(method, fight.attack, fight.defence) for method in methods]
    if is_forced(seen.state, action.area) or any(column is not None for column in columns):
        return None
    cite = "11.3.4" if action.method == "odds" else "11.2.3"
    return Wrong(f"{fight.attack} against {fight.defence} is below the lowest column", "bring more strength", cite)


@rule("11.5.4")
def can_pay_supply(seen: Seen[State], action: do.Attack) -> Wrong | None:
    """Supply is paid for all units that lack it, out of what is left."""
    if not action.supply:
        return None
    state, step = seen.state, seen.state.steps[-1]
    spent = 0
    if isinstance(step, Battle) and step.moment == "press":
        spent = supply.cost(forces.troops(state, action.area, seen.seat))
    lacking = supply.unsupplied(state, seen.seat, action.area, flights=bool(action.airlift))
    return _too_dear(state, seen.seat, supply.cost(lacking), spent)


def _too_dear(state: State, seat: Seat, price: int, spent: int) -> Wrong | None:
    has = state.points[seat] - spent
    if price <= has:
        return None
    left = " after all else" if spent else ""
    return Wrong(f"supply costs {price} operations points, you have {has}{left}", "leave `supply` out", "11.5.4")


def _area(seen: Seen[State], action: do.Attack | do.Defend) -> AreaId:
    if isinstance(action, do.Attack):
        return action.area
    step = seen.state.steps[-1]
    assert isinstance(step, Battle)
    return step.area


@rule("9.2", "9.2.3", "9.2.4", "11.5.5")
def air_can_help(seen: Seen[State], action: do.Attack | do.Defend) -> Wrong | None:
    """An air unit supports the battle where it stands, or flies supply in; it has one mission at a time."""
    state, area = seen.state, _area(seen, action)
    for unit, field in ((action.air, "air"), (action.airlift, "airlift"), (action.bomb, "bomb")):
        if unit and seen.seat != GERMAN:
            return Wrong("only the Germans have air units", f"leave `{field}` out", "9.2")
    if action.air and action.air not in {unit.id for unit in battles.supporters(state, area)}:
        return Wrong(f"that is no free air unit at {area}", "choose one that stands there", "9.2.3")
    if not action.airlift:
        return None
    if action.airlift == action.air or action.airlift not in {u.id for u in battles.within_range(state, area)}:
        return Wrong(f"that is no free air unit within range of {area}", "choose another one", "9.2.4")
    if not supply.unsupplied(state, seen.seat, area):
        return Wrong("nobody there lacks supply", "leave `airlift` out", "11.5.5")
    return None


@rule("9.2.2")
def can_bomb(seen: Seen[State], action: do.Attack | do.Defend) -> Wrong | None:
    """An air unit without another mission bombs Russian trucks within its range."""
    if not action.bomb:
        return None
    target = next((unit for unit in battles.bomb_targets(seen.state) if unit.id == action.bomb), None)
    if target is None:
        return Wrong("those are no Russian trucks that your aircraft can reach", "choose trucks within range")
    if battles.bomber(seen.state, target, (action.air, action.airlift)) is None:
        return Wrong("no other air unit is free for it", "use one air unit for one mission", "9.2")
    return None


# Defence.


@rule("11.8.2", "11.8.2a", "11.8.2b", "11.8.2c", "11.8")
def can_call_reserves(seen: Seen[State], action: do.Defend) -> Wrong | None:
    """A leader calls up to two units next to the battle, for the price of each, as far as there is room."""
    state, area = seen.state, _area(seen, action)
    if not action.reserves:
        if action.leader:
            return Wrong("no reserves are named", "name the units that the leader calls, or leave him out")
        return None
    leader = battles.caller(state, seen.seat, area, action.reserves, action.leader)
    if leader is None and action.leader:
        return Wrong(
            f"that is no undisrupted leader of yours at {area} or next to it", "choose one who is", "11.8.2"
        )
    if leader is None:
        return Wrong(f"no leader can call all of them to {area}", "choose others", "11.8.2a")
    if len(set(action.reserves)) != len(action.reserves) or len(action.reserves) > battles.MOST_RESERVES:
        return Wrong(f"a leader calls up to {battles.MOST_RESERVES} units, each once", "name fewer", "11.8.2b")
    callable_units = {unit.id: unit for unit in battles.reserves(state, leader, area)}
    for id in action.reserves:
        if id not in callable_units:
            tried = id in state.tried
            why = "it has been called in this phase" if tried else f"he cannot call it to {area}"
            mend = "choose a unit next to him and to the battle, free of enemies"
            return Wrong(why, mend, "11.8.2b" if tried else "11.8.2a")
    called = [callable_units[id] for id in action.reserves]
    if forces.stacked(called) > forces.room(state, area, seen.seat):
        return Wrong(f"{area} has no room for them", "call fewer", "11.8.2b")
    if supply.cost(called) > state.points[seen.seat]:
        return Wrong(
            f"they cost {supply.cost(called)} operations points, you have {state.points[seen.seat]}",
            "call fewer",
            "11.8.2c",
        )
    return None


@rule("11.5.4")
def can_pay_for_both(seen: Seen[State], action: do.Defend) -> Wrong | None:
    """Points are spent once: first on reserves, then on supply."""
    if not action.supply:
        return None
    state = seen.state
    spent = supply.cost(state.units[id] for id in action.reserves)
    lacking = supply.unsupplied(state, seen.seat, _area(seen, action), flights=bool(action.airlift))
    return _too_dear(state, seen.seat, supply.cost(lacking), spent)


# Losses.


@rule("11.9.2", "4.1.4")
def can_be_lost(seen: Seen[State], action: do.Lose) -> Wrong | None:
    """A loss is taken by a unit in the battle; elsewhere one only gives up what is too much in an area."""
    state, step = seen.state, seen.state.steps[-1]
    if isinstance(step, Losses):
        if action.unit in {unit.id for unit in losers(state, step)}:
            return _leaves_corps(state, step, action)
        return Wrong("that unit takes no loss here", f"choose one of yours at {step.area}")
    unit = own(seen, action.unit)
    if unit is not None and forces.fights(unit) and unit.place in forces.crowded(state, seen.seat):
        return None
    return Wrong("it stands where there is room for it", "give up only what is too much in an area", "4.1.4")


def _leaves_corps(state: State, step: Losses, action: do.Lose) -> Wrong | None:
    """Say why the corps that is named cannot be what is left of an army."""
    if not action.corps:
        return None
    army = state.units[action.unit]
    left = left_of(state, step, army)
    if not left:
        return Wrong(f"no corps is left of {forces.record(army).name} here", "leave `corps` out")
    if action.corps in left:
        return None
    name = forces.record(state.units[action.corps]).name if action.corps in state.units else action.corps
    able = ", ".join(forces.record(state.units[id]).name for id in left)
    return Wrong(f"{name} cannot be what is left of {forces.record(army).name}", f"choose one of {able}")


@rule("11.9.3")
def can_hold(seen: Seen[State], action: do.Hold) -> Wrong | None:
    """Defenders may buy off their withdrawal if somebody is left afterwards; beaten attackers may not."""
    step = seen.state.steps[-1]
    assert isinstance(step, Withdrawal)
    if not step.may_hold:
        return Wrong("you cannot stay", "choose where to go with /strike withdraw")
    price = withdrawal.holding_price(step.distance)
    if withdrawal.corps_steps(forces.troops(seen.state, step.area, seen.seat)) <= price:
        return Wrong(f"holding costs {price} steps, and nobody would be left", "withdraw")
    return None


@rule("11.9.3", "4.1.4")
def can_withdraw_there(seen: Seen[State], action: do.Withdraw) -> Wrong | None:
    """One withdraws towards home, as far as one should or can, where there is room."""
    state, step = seen.state, seen.state.steps[-1]
    assert isinstance(step, Withdrawal)
    groups = withdrawal.groups_back(state, step)
    if action.to not in groups:
        return Wrong(f"nobody can withdraw to {action.to}", f"choose one of {', '.join(groups)}")
    if not action.units:
        return None
    if len(set(action.units)) != len(action.units) or not set(action.units) <= set(step.units):
        return Wrong("those are not units that have to withdraw", "name each of yours once")
    units = [state.units[id] for id in action.units]
    if not any(map(forces.fights, units)):
        return Wrong("leaders and trucks withdraw with troops", "name troops as well")
    for unit in units:
        if action.to not in withdrawal.ways_back(state, unit, step.area, step.distance):
            return Wrong(f"{forces.record(unit).name} cannot go to {action.to}", "send it elsewhere")
    if forces.stacked(units) > forces.room(state, action.to, seen.seat):
        return Wrong(f"{action.to} has no room for all of them", "send some of them elsewhere", "4.1.4")
    return None


@rule("11.9.5", "4.1.4")
def can_advance_there(seen: Seen[State], action: do.Advance) -> Wrong | None:
    """Armour advances two areas, infantry one, leaders with them; into nothing that has no room."""
    state, step = seen.state, seen.state.steps[-1]
    assert isinstance(step, Advance)
    if wrong := _stays(seen, action):
        return wrong
    if not action.units or len(set(action.units)) != len(action.units) or not set(action.units) <= set(step.units):
        return Wrong("those are not units that may advance", "name each of them once")
    units = [state.units[id] for id in action.units]
    for unit in units:
        if action.to not in withdrawal.pursuit(state, step, unit):
            where = "along the way of the enemy" if step.ways else "one area, armour two"
            return Wrong(f"{forces.record(unit).name} cannot advance to {action.to}", f"advance {where}")
    return _advances_together(seen, step, units, action.to)


def _stays(seen: Seen[State], action: do.Advance) -> Wrong | None:
    """Say which of the leaders named cannot go, since he is disrupted or has nobody with him."""
    units = [unit for id in action.units if (unit := own(seen, id)) is not None]
    for unit in units:
        if unit.down and forces.is_kind(unit, "leader"):
            return Wrong(
                f"{forces.record(unit).name} is disrupted and stays where he is", "advance without him", "6.1.4"
            )
    if units and not any(map(forces.fights, units)):
        return Wrong("a leader does not advance alone", "name troops that go with him in the same order")
    return None


def _advances_together(seen: Seen[State], step: Advance, units: list[Unit], to: AreaId) -> Wrong | None:
    state = seen.state
    if forces.stacked(units) > forces.room(state, to, seen.seat):
        return Wrong(f"{to} has no room for all of them", "leave some of them where they are", "4.1.4")
    price = withdrawal.advance_price(step, tuple(units))
    if price > state.points[seen.seat]:
        return Wrong(
            f"that costs {price} operations points, you have {state.points[seen.seat]}", "advance with fewer units"
        )
    return None


@rule("7.1.3a", "11.8.3")
def can_choose(seen: Seen[State], action: do.Choose) -> Wrong | None:
    """One chooses among the areas that are equally near."""
    step = seen.state.steps[-1]
    assert isinstance(step, Tie)
    if action.area in step.areas:
        return None
    cite = "7.1.3a" if forces.is_kind(seen.state.units[step.unit], "commissar") else "11.8.3"
    return Wrong(f"{action.area} is not one of the nearest", f"choose one of {', '.join(step.areas)}", cite)


# Being done.


@rule("4.1.4", "7.2.2a", "11.1.2", "7.2.2b")
def may_be_done(seen: Seen[State], action: do.Done) -> Wrong | None:
    """Movement ends without crowds, and Russian combat not before the Commissar's attack."""
    state, step = seen.state, seen.state.steps[-1]
    if "lose" in asks.verbs(state, seen.seat):
        crowds = forces.crowded(state, seen.seat)
        if crowds:
            area = crowds[0]
            over = forces.stacked(forces.at(state, area, seen.seat))
            return Wrong(
                f"{over} corps stand at {area}, {forces.limit(state, area)} are allowed",
                "move units on, or choose with /strike lose what to give up",
                "4.1.4",
            )
    must = battles.must_attack(state, battles.open_areas(state, step.areas)) if isinstance(step, Combat) else None
    if must is not None:
        return Wrong(f"the Commissar is at {must}: you have to attack there", "use /strike attack", "7.2.2a")
    return None
