"""Units must leave an area; only defenders may stay and pay in steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count
from bot.titles.strike import events as ev
from bot.titles.strike.field import boxes, counters, names, retreats, supply, value
from bot.titles.strike.field.retreats import corps_steps, holding_price, ways_back
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Withdrawal, fought
from bot.titles.strike.model.table import NOBODY, AreaId, Unit, UnitId
from bot.titles.strike.play import Play, contact, hits
from bot.titles.strike.play.named import no_area
from bot.titles.strike.play.sketch import own_units, way


def can_go(state: State, step: Withdrawal) -> tuple[Unit, ...]:
    """Return the combat units of a withdrawal that have somewhere to go."""
    units = [state.units[id] for id in step.units]
    return tuple(
        unit for unit in units if counters.fights(unit) and ways_back(state, unit, step.area, step.distance)
    )


def groups_back(state: State, step: Withdrawal) -> dict[AreaId, tuple[UnitId, ...]]:
    """Return the areas of a withdrawal, each with the units that can go together."""
    found: dict[AreaId, list[Unit]] = {}
    for id in step.units:
        unit = state.units[id]
        for to in ways_back(state, unit, step.area, step.distance):
            group = found.setdefault(to, [])
            if counters.stacked([*group, unit]) <= counters.room(state, to, unit.side):
                group.append(unit)
    return {
        to: tuple(unit.id for unit in group) for to, group in found.items() if any(map(counters.fights, group))
    }


@case("11.9.3")
def outlasts(state: State, step: Withdrawal) -> bool:
    """Return whether a unit would remain to hold; a lone army needs a corps."""
    troops = counters.troops(state, step.area, step.seat)
    over = corps_steps(troops) - holding_price(step.distance)
    if over != 1 or any(counters.size(unit) == 1 for unit in troops):
        return over > 0
    lost = {unit: NOBODY if unit.down else boxes.corps_lost_with(state, unit) for unit in troops}
    return any(boxes.remnants(state, unit, gone) for unit, gone in lost.items())


def may_hold(state: State, step: Withdrawal) -> bool:
    """Return whether withdrawing units may hold; by agreement none need remain."""
    return step.may_hold and (state.options.get("hold") == "to the last" or outlasts(state, step))


def question(at: At[State, Withdrawal]) -> str:
    """Ask where units go back to, and name the price of staying."""
    state, step = at.state, at.step
    where = names.place(state, step.area)
    if not step.may_hold:
        return f"Your units leave {where}: choose where they go."
    price = count(retreats.holding_price(step.distance), "step")
    far = count(step.distance, "area")
    if may_hold(state, step):
        return f"Your units at {where} withdraw by {far}, or hold for {price} of corps; an army reduced pays two."
    return (
        f"Your units at {where} withdraw by {far}. To hold would cost {price} of corps, and nobody would be left."
    )


@case("11.9.3")
def go(play: Play, step: Withdrawal) -> bool:
    """Ask while a unit can go; units that cannot stay and pay the whole distance."""
    troops = tuple(unit for id in step.units if counters.fights(unit := play.state.units[id]))
    if troops and can_go(play.state, step):
        return True
    end(play, step)
    if troops:
        stay_and_pay(play, step, troops, step.distance)
    return False


def end(play: Play, step: Withdrawal) -> None:
    """Leave the withdrawal; the battle remembers the ways that were taken."""
    play.emit(ev.Ended())
    if step.ways:
        play.emit(ev.Changed(replace(fought(play.state.steps), ways=step.ways)))
    contact.settle(play)


def stay_and_pay(play: Play, step: Withdrawal, units: Sequence[Unit], missing: int) -> None:
    """Let units pay in steps for the areas that they did not go."""
    price = retreats.holding_price(missing)
    area = play.state.units[units[0].id].place
    ids = tuple(unit.id for unit in units)
    hits.ask_losses(play, step.seat, area, price, in_corps=True, units=ids)


# Going back.


@rule("11.9.3", "4.1.4")
def can_withdraw_there(at: At[State, Withdrawal], action: do.Withdraw) -> Wrong | None:
    """Units withdraw towards home, if there is room, the full or the possible way."""
    state, step = at.state, at.step
    groups = groups_back(state, step)
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
    """Return why no unit can withdraw to an area: its position, enemies, or room."""
    state, here = seen.state, counters.map_of(seen.state)
    mend = f"choose one of {', '.join(groups_back(state, step))}"
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
    if far == step.distance:
        return Wrong(f"no free way leads from {step.area} to {to}", mend)
    oxes = count(step.distance, "area")
    return Wrong(f"{to} is {count(far, 'area')} away, and you should withdraw by {oxes}", mend)


def withdrawals(at: At[State, Withdrawal], fixed: Fixed) -> Iterator[do.Withdraw]:
    """Yield withdrawals of groups, then of single units; then by their ways."""
    step = at.step
    groups = groups_back(at.state, step)
    for to, group in groups.items():
        parts: list[tuple[UnitId, ...]] = [()]
        if "units" in fixed:
            parts = [fixed["units"]]
        elif len(groups) > 1 or len(group) < len(step.units):
            parts += [(id,) for id in step.units]
        yield from (do.Withdraw(to, units) for units in parts)
        yield from (do.Withdraw(to, units, via) for units in parts for via in _passed(at, to))


def _passed(at: At[State, Withdrawal], to: AreaId) -> tuple[AreaId, ...]:
    """Return the areas to choose between on the way to an area, if there are several."""
    state, step = at.state, at.step

    def leads(via: AreaId) -> bool:
        units = (state.units[id] for id in step.units)
        return any(to in retreats.ways_back(state, unit, step.area, step.distance, via) for unit in units)

    return retreats.passed(state, step.area, to, leads)


@case("11.9.3")
def withdraw(play: Play, step: Withdrawal, action: do.Withdraw) -> None:
    """Withdraw; units that fall short pay for the missing distance."""
    to = action.to
    gone = [play.state.units[id] for id in action.units or groups_back(play.state, step)[to]]
    ways: dict[tuple[AreaId, ...], list[Unit]] = {}
    for unit in gone:
        back = retreats.ways_back(play.state, unit, step.area, step.distance, action.via)
        ways.setdefault(back[to], []).append(unit)
    retreat = fought(play.state.steps).attacker == step.seat
    for path, together in ways.items():
        play.emit(ev.Withdrew(tuple(unit.id for unit in together), path, retreat))
    left = tuple(id for id in step.units if id not in {unit.id for unit in gone})
    taken = tuple(dict.fromkeys((*step.ways, *ways)))
    play.emit(ev.Changed(replace(step, units=left, ways=taken, may_hold=False)))
    for path, together in ways.items():
        contact.come_through(play, together, path)
        troops = [unit for unit in together if counters.fights(unit)]
        missing = step.distance - (len(path) - 1)
        if missing and troops:
            stay_and_pay(play, step, troops, missing)


def sketch_withdrawal(seen: At[State, Any], action: do.Withdraw) -> Sketch | None:
    """Show the way back."""
    step, units = seen.step, own_units(seen, action.units)
    if not isinstance(step, Withdrawal):
        return way(seen, units, action.to)
    units = units or [seen.state.units[id] for id in step.units]
    ways = retreats.ways_back(seen.state, units[0], step.area, step.distance, action.via)
    return way(seen, units, action.to, ways.get(action.to))


# Holding.


@rule("11.9.3")
def can_hold(at: At[State, Withdrawal], action: do.Hold) -> Wrong | None:
    """Defenders may buy off a withdrawal if a unit remains; beaten attackers may not."""
    step = at.step
    if not step.may_hold:
        gone = (
            "some of your units have already withdrawn"
            if step.ways
            else "attackers that retreat cannot pay steps instead"
        )
        return Wrong(gone, "choose where to go with /strike withdraw")
    price = retreats.holding_price(step.distance)
    if not may_hold(at.state, step):
        return Wrong(f"holding costs {price} steps, and nobody would be left", "withdraw")
    return None


def holds(seen: Seen[State], fixed: Fixed) -> Iterator[do.Hold]:
    """Yield holding the area."""
    yield do.Hold()


@case("11.9.3")
def hold(play: Play, step: Withdrawal, action: do.Hold) -> None:
    """Stay and pay."""
    troops = counters.troops(play.state, step.area, step.seat)
    end(play, step)
    stay_and_pay(play, step, troops, step.distance)


# Standing orders.


def go_back(state: State, step: Withdrawal, *, holds: bool) -> do.Action:
    """Hold if wanted and possible, else go where most units find room."""
    if holds and step.may_hold and outlasts(state, step):
        return do.Hold()
    groups = groups_back(state, step)

    def liked(to: AreaId) -> tuple[int, float, str]:
        troops = sum(counters.size(state.units[id]) for id in groups[to])
        shelter = value.cover(state, to) + 2.0 * (supply.source(state, step.seat, to) is not None)
        return troops, shelter + value.pull(state, step.seat, to), to

    return do.Withdraw(max(groups, key=liked))


def ordered(at: At[State, Withdrawal]) -> do.Action | None:
    """Hold or withdraw, if that is ordered."""
    wanted = counters.orders(at.state, at.seat).withdrawal
    return go_back(at.state, at.step, holds=wanted == "hold") if wanted != "ask" else None


def says_withdraw(seen: Seen[State], action: do.Withdraw) -> str:
    """Say which units withdraw, and where to."""
    every = "all that can go there withdraw"
    goes = names.they(seen, action.units, "withdraws", "withdraw") if action.units else every
    return f"{goes} to {names.place(seen.state, action.to)}."


WITHDRAWAL: Decision[State, ev.Event, Withdrawal] = Decision(
    Withdrawal,
    question=question,
    does="units withdraw",
    go=go,
    standing=ordered,
    verbs=(
        Verb(
            do.Withdraw,
            when="units withdraw when a battle has gone against them",
            says=says_withdraw,
            why=lambda seen, action: "units that stay pay in steps, and there they can be in supply again",
            cite="11.9.3",
            rules=(can_withdraw_there,),
            candidates=withdrawals,
            resolve=withdraw,
            sketch=sketch_withdrawal,
        ),
        Verb(
            do.Hold,
            when="an area is held when your units have to withdraw from it",
            says="Your units hold where they are, and pay for it in steps.",
            why=lambda seen, action: "the ground is worth more than the steps that it costs to stay",
            cite="11.9.2",
            rules=(can_hold,),
            candidates=holds,
            resolve=hold,
        ),
    ),
)
