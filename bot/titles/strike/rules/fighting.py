"""How one may attack, defend, take losses, hold, withdraw and advance."""

from __future__ import annotations

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At
from bot.kit.words import count
from bot.titles.strike.field import (
    aircraft,
    battles,
    combat,
    commissar,
    counters,
    names,
    reserves,
    retreats,
    supply,
)
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Advance, Battle, Combat, Losses, Tie, Withdrawal
from bot.titles.strike.model.table import GERMAN, AreaId, Unit, UnitId
from bot.titles.strike.play.hits import left_of, losers
from bot.titles.strike.printed.tables import tables
from bot.titles.strike.rules.units import no_area, no_unit, own


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
        return commissar.must_attack(state, (area,)) is not None
    return isinstance(step, Battle) and step.moment != "press"


@rule("11.1.3", "11.1.4", "11.10.1", "11.10.2", "11.10.4a")
def can_attack_there(seen: Seen[State], action: do.Attack) -> Wrong | None:
    """One attacks where both sides stand, once in a phase; who goes on needs a leader and points."""
    if action.area in attack_areas(seen.state):
        return None
    if wrong := no_area(seen, action.area):
        return wrong
    step = seen.state.steps[-1]
    if isinstance(step, Battle):
        return _cannot_go_on(seen.state, step, action.area)
    return _no_attack(seen, action.area)


def _cannot_go_on(state: State, battle: Battle, area: AreaId) -> Wrong:
    """Say why a battle does not go on in an area, and where it can."""
    where = ", ".join(attack_areas(state))
    mend = f"it can go on at: {where}"
    if battle.moment != "press":
        return Wrong(f"the battle is at {battle.area}, not at {area}", mend, "11.10.1")
    if area not in (battle.area, *battle.thrusts):
        why = f"{area} is neither where the battle was nor where your armour has advanced into enemies"
        return Wrong(why, mend, "11.10.1")
    barred = battles.press_barred(state, battle.attacker, area, battle.attacker)
    return Wrong(barred.why, mend, barred.cite) if barred else Wrong("the battle cannot go on there", mend)


def _no_attack(seen: Seen[State], area: AreaId) -> Wrong:
    """Say why no attack can begin in an area in this phase."""
    state = seen.state
    if area in state.fought:
        return Wrong(f"{area} has been fought for in this phase", "attack elsewhere", "11.1.4")
    mend = "attack in an area where both sides stand"
    for seat, why in (
        (seen.seat, f"you have no troops at {area}"),
        (counters.other(seen.seat), f"there are no enemies at {area}"),
    ):
        if area not in counters.held(state, seat):
            return Wrong(why, mend)
    return Wrong(
        f"you share {area} only since this phase began", "attack there in your next combat phase", "11.1.4"
    )


@rule("11.2.3", "11.3.4", "11.1.6", "11.3.3")
def is_strong_enough(seen: Seen[State], action: do.Attack) -> Wrong | None:
    """An attack below the lowest column cannot be made unless it has to be."""
    fight = combat.sides(seen.state, action.area, seen.seat)
    methods = combat.METHODS if action.method == "best" else (action.method,)
    columns = [combat.column(method, fight.attack, fight.defence) for method in methods]
    if is_forced(seen.state, action.area) or any(column is not None for column in columns):
        return None
    cite = "11.3.4" if action.method == "odds" else "11.2.3"
    strengths = f"{fight.attack} against {fight.defence}"
    if combat.best_column(fight.attack, fight.defence) is not None:
        other = next(method for method in combat.METHODS if method != action.method)
        return Wrong(f"{strengths} is below the lowest column by {action.method}", f"attack by {other}", cite)
    return Wrong(f"{strengths} is below the lowest column", "bring more strength", cite)


@rule("11.5.4")
def can_pay_supply(seen: Seen[State], action: do.Attack) -> Wrong | None:
    """Supply is paid for all units that lack it, out of what is left."""
    if not action.supply:
        return None
    state, step = seen.state, seen.state.steps[-1]
    spent = 0
    if isinstance(step, Battle) and step.moment == "press":
        spent = supply.cost(counters.troops(state, action.area, seen.seat))
    lacking = supply.unsupplied(state, seen.seat, action.area, flights=bool(action.airlift), named=action.supplied)
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
    step = state.steps[-1]
    if action.air and isinstance(action, do.Defend) and isinstance(step, Battle) and step.air:
        return Wrong("an air unit helps in this battle already", "leave `air` out", "9.2.3")
    if action.air and (wrong := _no_flight(seen, action.air, area, "9.2.3")):
        return wrong
    if action.airlift and action.airlift == action.air:
        return Wrong("one air unit has one mission", "let another one fly supply", "9.2")
    if action.airlift and (wrong := _no_flight(seen, action.airlift, area, "9.2.4")):
        return wrong
    return _no_airlift(seen, action, area)


def _no_flight(seen: Seen[State], id: UnitId, area: AreaId, cite: str) -> Wrong | None:
    """Say why an air unit is not free for a mission in an area: to support a battle it has to stand there."""
    state, unit = seen.state, own(seen, id)
    if unit is None or not counters.is_kind(unit, "luftwaffe"):
        return Wrong("that is no air unit on the map", "choose one of your air units", cite)
    name = counters.record(unit).name
    if cite == "9.2.3" and unit.place != area:
        return Wrong(f"{name} is at {unit.place}, not at {area}", "choose one that stands there", cite)
    if unit.mission == "supply":
        return Wrong(f"{name} flies supply this turn", "choose another one", "9.2")
    if unit.id in state.tried:
        return Wrong(f"{name} has dropped bombs in this phase", "choose another one", "9.2")
    if counters.interdicts(state, unit):
        return Wrong(f"{name} cuts the railway at {unit.place}", "choose another one", "9.2")
    reach = tables().numbers.air.range
    if counters.map_of(state).distance(unit.place, area) > reach:
        return Wrong(
            f"{name} is at {unit.place}, more than {reach} areas away", "choose one that is nearer", "9.1.1"
        )
    return None


def _no_airlift(seen: Seen[State], action: do.Attack | do.Defend, area: AreaId) -> Wrong | None:
    """Say why supply cannot be flown in, or not to those who are named: an army, or two corps, that lack it."""
    if not action.airlift:
        return (
            Wrong("no air unit is named that flies", "name it as `airlift`", "9.2.4") if action.supplied else None
        )
    lacking = {unit.id: unit for unit in supply.unsupplied(seen.state, seen.seat, area)}
    if not lacking:
        return Wrong("nobody there lacks supply", "leave `airlift` out", "11.5.5")
    for id in action.supplied:
        if id not in lacking:
            name = counters.record(seen.state.units[id]).name
            return Wrong(f"{name} is not at {area}, or lacks no supply", "name who lacks it there", "11.5.5")
    named = [lacking[id] for id in action.supplied]
    if len(set(action.supplied)) != len(named) or (len(named) > 1 and counters.stacked(named) > len(named)):
        return Wrong("one air unit supplies an army, a panzer group or two corps", "name no more", "9.2.4")
    if len(named) > supply.MOST_CORPS:
        return Wrong("one air unit supplies an army, a panzer group or two corps", "name no more", "9.2.4")
    return None


@rule("9.2.2")
def can_bomb(seen: Seen[State], action: do.Attack | do.Defend) -> Wrong | None:
    """An air unit without another mission bombs Russian trucks within its range."""
    state = seen.state
    if not action.bomb:
        return Wrong("no trucks are named", "name them as `bomb`") if action.bomber else None
    target = state.units.get(action.bomb)
    if (
        target is None
        or target.side == seen.seat
        or not counters.is_kind(target, "trucks")
        or not counters.on_map(target)
    ):
        return Wrong("those are no Russian trucks on the map", "choose trucks within range")
    if target.down:
        return Wrong(f"{names.full(target)} are disrupted already", "choose other trucks")
    if action.bomber and action.bomber in (action.air, action.airlift):
        return Wrong("one air unit has one mission", "let another one bomb", "9.2")
    if action.bomber and (wrong := _no_flight(seen, action.bomber, target.place, "9.2.2")):
        return wrong
    if not aircraft.within_range(state, target.place):
        return Wrong(f"no free air unit reaches {target.place}", "choose trucks within range", "9.1.1")
    if aircraft.bomber(state, target, (action.air, action.airlift), action.bomber) is None:
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
    battle = state.steps[-1]
    assert isinstance(battle, Battle)
    most = reserves.MOST_RESERVES - battle.called
    if len(set(action.reserves)) != len(action.reserves) or len(action.reserves) > most:
        more = f", and {battle.called} has been called" if battle.called else ""
        return Wrong(
            f"a leader calls up to {reserves.MOST_RESERVES} units, each once{more}", "name fewer", "11.8.2b"
        )
    called = [unit for id in action.reserves if (unit := own(seen, id)) is not None and counters.fights(unit)]
    if len(called) != len(action.reserves):
        return Wrong("those are not troops of yours on the map", "choose your own troops", "11.8.2a")
    if wrong := _no_caller(seen, battle, action) or _none_calls(seen, battle, called, action.leader):
        return wrong
    if counters.stacked(called) > counters.room(state, area, seen.seat):
        return Wrong(f"{area} has no room for them", "call fewer", "11.8.2b")
    if supply.cost(called) > state.points[seen.seat]:
        return Wrong(
            f"they cost {supply.cost(called)} operations points, you have {state.points[seen.seat]}",
            "call fewer",
            "11.8.2c",
        )
    return None


def _no_caller(seen: Seen[State], battle: Battle, action: do.Defend) -> Wrong | None:
    """Say why the leader who is named cannot call reserves to a battle, or that there is none."""
    state, area = seen.state, battle.area
    near = {leader.id for leader in counters.leaders_near(state, seen.seat, area)}
    if battle.caller and action.leader not in ("", battle.caller):
        chief = counters.record(state.units[battle.caller]).name
        return Wrong(f"{chief} has called reserves in this battle", "one leader calls them all", "11.8.2b")
    if not near:
        return Wrong(f"no leader of yours who could call is at {area} or next to it", "defend without", "11.8.2")
    if not action.leader or action.leader in near:
        return None
    leader = own(seen, action.leader)
    if leader is None or not counters.is_kind(leader, "leader"):
        return Wrong("that is no leader of yours on the map", f"choose one at {area} or next to it", "11.8.2")
    name = counters.record(leader).name
    if leader.down:
        return Wrong(f"{name} is disrupted", "choose a leader who is not", "11.8")
    return Wrong(f"{name} is at {leader.place}, not next to {area}", "choose a leader who is", "11.8.2")


def _none_calls(seen: Seen[State], battle: Battle, units: list[Unit], named: UnitId) -> Wrong | None:
    """Say why no leader, or not the one who is named, can call these units."""
    state, area = seen.state, battle.area
    only = battle.caller or named
    leaders = [each for each in counters.leaders_near(state, seen.seat, area) if only in ("", each.id)]
    for unit in units:
        wrongs = [reserves.cannot_be_called(state, leader, unit, area) for leader in leaders]
        if all(wrongs):
            return wrongs[0]
    if reserves.caller(state, seen.seat, area, tuple(unit.id for unit in units), only) is None:
        return Wrong("no leader can call all of them", "one leader calls them all: choose others", "11.8.2b")
    return None


@rule("11.5.4")
def can_pay_for_both(seen: Seen[State], action: do.Defend) -> Wrong | None:
    """Points are spent once: first on reserves, then on supply."""
    if not action.supply:
        return None
    state = seen.state
    spent = supply.cost(state.units[id] for id in action.reserves)
    lacking = supply.unsupplied(
        state, seen.seat, _area(seen, action), flights=bool(action.airlift), named=action.supplied
    )
    return _too_dear(state, seen.seat, supply.cost(lacking), spent)


# Losses.


@rule("11.9.2")
def can_be_lost(at: At[State, Losses], action: do.Lose) -> Wrong | None:
    """A loss is taken by a unit in the battle."""
    if action.unit in {unit.id for unit in losers(at.state, at.step)}:
        return _leaves_corps(at.state, at.step, action)
    return _takes_no_loss(at, at.step, action)


@rule("4.1.4")
def can_be_given_up(seen: Seen[State], action: do.Lose) -> Wrong | None:
    """Outside of a battle one only gives up what is too much in an area."""
    unit = own(seen, action.unit)
    if unit is None:
        return no_unit(seen, action.unit)
    if not counters.fights(unit):
        why = f"{counters.record(unit).name} stacks for free"
        return Wrong(why, "give up troops", "4.1.5")
    if unit.place in counters.crowded(seen.state, seen.seat):
        return None
    return Wrong(
        f"{unit.place} has room for all who stand there", "give up only what is too much in an area", "4.1.4"
    )


def _takes_no_loss(seen: Seen[State], step: Losses, action: do.Lose) -> Wrong:
    """Say why a unit takes none of the losses that are asked for."""
    unit, mend = own(seen, action.unit), f"choose one of your troops at {step.area}"
    if unit is None:
        return no_unit(seen, action.unit)
    name = counters.record(unit).name
    if unit.place != step.area:
        return Wrong(f"{name} is at {unit.place}, not in the battle", mend)
    if not counters.fights(unit):
        return Wrong(f"{name} takes no step losses", mend)
    return Wrong(f"{name} does not pay for this", mend, "11.9.3")


def _leaves_corps(state: State, step: Losses, action: do.Lose) -> Wrong | None:
    """Say why the corps that is named cannot be what is left of an army."""
    if not action.corps:
        return None
    army = state.units[action.unit]
    left = left_of(state, step, army)
    if not left:
        return Wrong(f"no corps is left of {counters.record(army).name} here", "leave `corps` out")
    if action.corps in left:
        return None
    name = counters.record(state.units[action.corps]).name if action.corps in state.units else action.corps
    able = ", ".join(counters.record(state.units[id]).name for id in left)
    return Wrong(f"{name} cannot be what is left of {counters.record(army).name}", f"choose one of {able}")


@rule("11.9.3")
def can_hold(at: At[State, Withdrawal], action: do.Hold) -> Wrong | None:
    """Defenders may buy off their withdrawal if somebody is left afterwards; beaten attackers may not."""
    step = at.step
    if not step.may_hold:
        gone = "some of your units have gone already" if step.ways else "attackers who retreat cannot buy it off"
        return Wrong(gone, "choose where to go with /strike withdraw")
    price = retreats.holding_price(step.distance)
    if not retreats.may_hold(at.state, step):
        return Wrong(f"holding costs {price} steps, and nobody would be left", "withdraw")
    return None


@rule("11.9.3", "4.1.4")
def can_withdraw_there(at: At[State, Withdrawal], action: do.Withdraw) -> Wrong | None:
    """One withdraws towards home, as far as one should or can, where there is room."""
    state, step = at.state, at.step
    groups = retreats.groups_back(state, step)
    if len(set(action.units)) != len(action.units) or not set(action.units) <= set(step.units):
        return Wrong("those are not units that have to withdraw", "name each of yours once")
    if action.to not in groups:
        return _no_way_back(at, step, action.to)
    units = [state.units[id] for id in action.units or groups[action.to]]
    if not any(map(counters.fights, units)):
        return Wrong("leaders and trucks withdraw with troops", "name troops as well")
    for unit in units:
        if action.to not in retreats.ways_back(state, unit, step.area, step.distance):
            return Wrong(f"{counters.record(unit).name} cannot go to {action.to}", "send it elsewhere")
        if action.to not in retreats.ways_back(state, unit, step.area, step.distance, action.via):
            why = f"{counters.record(unit).name} cannot go by {action.via} to {action.to}"
            return Wrong(why, "choose another area to pass, or leave `via` out")
    if counters.stacked(units) > counters.room(state, action.to, at.seat):
        return Wrong(f"{action.to} has no room for all of them", "send some of them elsewhere", "4.1.4")
    return None


def _no_way_back(seen: Seen[State], step: Withdrawal, to: AreaId) -> Wrong:
    """Say why nobody withdraws to an area: where it lies, who is there, or what it holds."""
    state, here = seen.state, counters.map_of(seen.state)
    mend = f"choose one of {', '.join(retreats.groups_back(state, step))}"
    if to not in here:
        return no_area(seen, to) or Wrong("there is no such area", mend)
    if to in counters.held(state, counters.other(seen.seat)):
        return Wrong(f"enemies are at {to}", mend)
    if here.nearness(seen.seat, to) <= here.nearness(seen.seat, step.area):
        return Wrong(f"{to} is not nearer your edge of the map than {step.area}", mend)
    troops = [unit for id in step.units if counters.fights(unit := state.units[id])]
    if not any(counters.may_stand(state, unit, to) for unit in troops):
        return Wrong(f"{to} is a diamond, which holds corps only", mend, "6.1.1")
    if counters.room(state, to, seen.seat) < min((counters.size(unit) for unit in troops), default=0):
        return Wrong(f"{to} has no room", mend, "4.1.4")
    far = here.distance(step.area, to)
    oxes = count(step.distance, "area")
    return Wrong(f"{to} is {count(far, 'area')} away, and you should withdraw by {oxes}", mend)


@rule("11.9.5", "4.1.4")
def can_advance_there(at: At[State, Advance], action: do.Advance) -> Wrong | None:
    """Armour advances two areas, infantry one, leaders with them; into nothing that has no room."""
    state, step = at.state, at.step
    if wrong := _stays(at, action):
        return wrong
    if not action.units or len(set(action.units)) != len(action.units):
        return Wrong("no units are named, or one of them twice", "name each of them once")
    stranger = next((id for id in action.units if id not in state.units), None)
    if stranger is not None:
        return no_unit(at, stranger)
    units = [state.units[id] for id in action.units]
    for unit in units:
        if wrong := _no_advance(at, step, unit, action):
            return wrong
    return _advances_together(at, step, units, action.to)


def _no_advance(seen: Seen[State], step: Advance, unit: Unit, action: do.Advance) -> Wrong | None:
    """Say why a unit does not advance to an area: it did not fight, or the area is closed to it or too far."""
    state, name, to = seen.state, counters.record(unit).name, action.to
    if unit.id not in step.units:
        gone = own(seen, unit.id) is not None and unit.place != step.area
        why = f"{name} is at {unit.place}, not at {step.area}" if gone else f"{name} did not fight in this attack"
        return Wrong(why, "name units that attacked and have not advanced")
    if to in retreats.pursuit(state, step, unit, action.via):
        return None
    if to not in counters.map_of(state):
        return no_area(seen, to)
    if to in retreats.pursuit(state, step, unit):
        return Wrong(
            f"{name} cannot go by {action.via} to {to}", "choose another area to pass, or leave `via` out"
        )
    if not counters.may_stand(state, unit, to):
        return Wrong(f"{name} cannot stop in the diamond {to}", "go on to an ox, or stay", "6.1.1")
    if counters.room(state, to, seen.seat) < counters.size(unit):
        return Wrong(f"{to} has no room for {name}", "advance elsewhere", "4.1.4")
    where = "along the way of the enemy" if step.ways else "one area, armour two"
    return Wrong(f"{name} cannot advance to {to}", f"advance {where}")


def _stays(seen: Seen[State], action: do.Advance) -> Wrong | None:
    """Say which of the leaders named cannot go, since he is disrupted or has nobody with him."""
    units = [unit for id in action.units if (unit := own(seen, id)) is not None]
    for unit in units:
        if unit.down and counters.is_kind(unit, "leader"):
            return Wrong(
                f"{counters.record(unit).name} is disrupted and stays where he is", "advance without him", "6.1.4"
            )
    if units and not any(map(counters.fights, units)):
        return Wrong("a leader does not advance alone", "name troops that go with him in the same order")
    return None


def _advances_together(seen: Seen[State], step: Advance, units: list[Unit], to: AreaId) -> Wrong | None:
    state = seen.state
    if counters.stacked(units) > counters.room(state, to, seen.seat):
        return Wrong(f"{to} has no room for all of them", "leave some of them where they are", "4.1.4")
    price = retreats.advance_price(step, tuple(units))
    if price > state.points[seen.seat]:
        return Wrong(
            f"that costs {price} operations points, you have {state.points[seen.seat]}", "advance with fewer units"
        )
    return None


@rule("7.1.3a", "11.8.3")
def can_choose(at: At[State, Tie], action: do.Choose) -> Wrong | None:
    """One chooses among the areas that are equally near."""
    step = at.step
    if action.area in step.areas:
        return None
    cite = "7.1.3a" if counters.is_kind(at.state.units[step.unit], "commissar") else "11.8.3"
    return Wrong(f"{action.area} is not one of the nearest", f"choose one of {', '.join(step.areas)}", cite)


# Being done.


@rule("4.1.4")
def leaves_no_crowd(seen: Seen[State], action: do.Done) -> Wrong | None:
    """Movement ends without crowds."""
    state = seen.state
    crowds = counters.crowded(state, seen.seat)
    if not crowds:
        return None
    area = crowds[0]
    over = counters.stacked(counters.at(state, area, seen.seat))
    return Wrong(
        f"{over} corps stand at {area}, {counters.limit(state, area)} are allowed",
        "move units on, or choose with /strike lose what to give up",
        "4.1.4",
    )


@rule("7.2.2a", "11.1.2", "7.2.2b")
def has_obeyed(at: At[State, Combat], action: do.Done) -> Wrong | None:
    """Russian combat does not end before the Commissar's attack."""
    must = commissar.must_attack(at.state, battles.open_areas(at.state, at.step.areas))
    if must is None:
        return None
    return Wrong(f"the Commissar is at {must}: you have to attack there", "use /strike attack", "7.2.2a")
