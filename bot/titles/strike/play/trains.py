"""Units go by rail, and the railheads of the Germans advance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Fixed, Verb
from bot.titles.strike import events as ev
from bot.titles.strike.field import advantage, counters, movement, names, railways
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Movement
from bot.titles.strike.model.table import NOBODY, RUSSIAN, Unit, UnitId
from bot.titles.strike.play import Play, contact
from bot.titles.strike.play.named import name, no_area, ours, own, own_unit
from bot.titles.strike.play.phase import Moves, count_redeployed, out_of_turn, too_many_redeploy
from bot.titles.strike.play.sketch import own_units, unit_named, way
from bot.titles.strike.printed.tables import tables


@rule("6.4.3", "6.4.3b")
def goes_by_train(seen: Seen[State], action: do.Rail) -> Wrong | None:
    """Ground units go by rail once a turn; German trucks go first."""
    unit = own(seen, action.unit)
    assert unit is not None
    if not counters.marches(unit):
        return Wrong(f"{name(unit)} cannot go by train", "choose troops, a leader or trucks", "6.4.3")
    return _has_ridden(seen.state, unit) or out_of_turn(seen, unit)


def _has_ridden(state: State, unit: Unit) -> Wrong | None:
    """Say whether a unit has gone by rail this turn, or what it was made of."""
    if unit.id in state.by_rail:
        return Wrong(f"{name(unit)} has moved by rail this turn", "march, or wait for the next turn", "6.4.3b")
    if unit.id in state.railed and state.options.get("trains") != "each counter once":
        why = f"a part of {name(unit)} has moved by rail this turn"
        return Wrong(why, "march, or wait for the next turn", "6.4.3b")
    return None


@rule("6.4.4", "6.4.4a", "6.4.4b", "6.4.4c", "6.3.3")
def can_entrain(seen: Seen[State], action: do.Rail) -> Wrong | None:
    """Boarding and leaving a train cost a movement point each."""
    unit = own(seen, action.unit)
    assert unit is not None
    return _cannot_entrain(seen.state, unit) or _has_no_leader(seen, unit, action.leader)


def _cannot_entrain(state: State, unit: Unit) -> Wrong | None:
    if unit.down and not counters.fights(unit):
        return Wrong(f"{name(unit)} is disrupted", "recover it first", "6.4.4b")
    if movement.has_stopped(state, unit):
        return movement.stopped(state, unit)
    weather = tables().numbers.conditions[state.weather]
    if counters.fights(unit) and movement.unit_class(unit) in weather.halted:
        why = f"in {weather.name} {movement.unit_class(unit)} does not move at all"
        return Wrong(why, "wait for better weather", "6.4.4c")
    has, needs = movement.left(state, unit), tables().numbers.rail.cost
    if has >= needs:
        return None
    if weather.slower and not unit.spent and counters.is_infantry(unit):
        why = f"in {weather.name} infantry has {has} movement point, and a train takes {needs}"
        return Wrong(why, "wait for better weather", "6.4.4c")
    return Wrong(f"a train takes {needs} movement points, it has {has}", "choose a unit with more", "6.4.4")


def _has_no_leader(seen: Seen[State], unit: Unit, id: UnitId) -> Wrong | None:
    """Return the fault of the named leader, or that a leader is needed."""
    if not movement.needs_leader(seen.state, unit):
        why = f"{name(unit)} can go by rail without a leader"
        return Wrong(why, "leave `leader` out", "6.3.3") if id else None
    if not id:
        why = f"in {seen.state.weather} {movement.unit_class(unit)} moves only with a leader"
        return Wrong(why, "name one of its area as `leader`, who goes along", "6.3.3")
    leader = own(seen, id)
    if leader is None or not counters.is_kind(leader, "leader"):
        why = f"{name(leader)} is no leader" if leader is not None else "that is no leader of yours on the map"
        return Wrong(why, f"name a leader who is at {unit.place}", "6.3.3")
    if leader.place != unit.place:
        return Wrong(f"{name(leader)} is not in its area", f"name a leader who is at {unit.place}", "6.3.3")
    if leader.down:
        return Wrong(f"{name(leader)} is disrupted", "name a leader who is not", "6.4.4b")
    if unit.rides not in ("", leader.id):
        return Wrong("another leader has already taken it along", "leave it out of this move", "6.3.4")
    return _has_ridden(seen.state, leader) or _cannot_entrain(seen.state, leader)


@rule("6.4", "6.4.1e", "6.4.2", "6.4.2b")
def has_a_line(seen: Seen[State], action: do.Rail) -> Wrong | None:
    """A working railway must lead there."""
    unit = own(seen, action.unit)
    assert unit is not None
    if wrong := no_area(seen, action.to):
        return wrong
    if action.to == unit.place:
        return Wrong("it is there already", "choose another area", "6.4")
    if action.to not in railways.journeys(seen.state, unit):
        return railways.no_journey(seen.state, unit, action.to)
    for rider in _riders(seen, action):
        if not counters.may_stand(seen.state, rider, action.to):
            return Wrong(f"{name(rider)} cannot stop in the diamond {action.to}", "go on to an ox", "6.1.1")
    return None


def _riders(seen: Seen[State], action: do.Rail) -> tuple[Unit, ...]:
    return tuple(unit for id in (action.unit, action.leader) if (unit := own(seen, id)) is not None)


@rule("6.4.5")
def keeps_safe_distance(seen: Seen[State], action: do.Rail) -> Wrong | None:
    """Trains start and stop away from the enemy."""
    unit = own(seen, action.unit)
    assert unit is not None
    for area in (unit.place, action.to):
        if not railways.is_safe(seen.state, seen.seat, area):
            return Wrong(f"enemies are at {area} or next to it", "start and end farther away from them")
    return None


@rule("6.4.3", "6.4.3a", "6.4.3c")
def has_a_train(seen: Seen[State], action: do.Rail) -> Wrong | None:
    """Three units of a side go by rail in a turn, leaders included."""
    riders, left = _riders(seen, action), railways.trains_left(seen.state, seen.seat)
    if left <= 0:
        return Wrong("your trains of this turn are used up", "march instead", "6.4.3")
    if left < len(riders):
        why = f"it takes {len(riders)} trains, and you have {left} left this turn"
        return Wrong(why, "let them march", "6.4.3")
    return too_many_redeploy(seen, riders)


def journeys(seen: Seen[State], fixed: Fixed) -> Iterator[do.Rail]:
    """Yield journeys of single units, each with every leader who could take it along."""
    if railways.trains_left(seen.state, seen.seat) <= 0:
        return
    for unit in ours(seen, fixed):
        if _boards(seen, unit):
            goals = railways.stations(seen.state, unit)
            if "to" in fixed:
                goals = (fixed["to"],) if fixed["to"] in goals else ()
            yield from (do.Rail(unit.id, to, leader) for leader, to in product(_escorts(seen, unit), goals))


def _boards(seen: Seen[State], unit: Unit) -> bool:
    """Return whether a unit may take a train from where it is."""
    if not counters.marches(unit) or not railways.is_safe(seen.state, seen.seat, unit.place):
        return False
    tests = (_has_ridden(seen.state, unit), out_of_turn(seen, unit), _cannot_entrain(seen.state, unit))
    return not any(tests)


def _escorts(seen: Seen[State], unit: Unit) -> tuple[UnitId, ...]:
    """Return the leaders that can take a unit along, or `NOBODY` if it needs none."""
    if not movement.needs_leader(seen.state, unit):
        return (NOBODY,)
    beside = counters.leaders(seen.state, seen.seat)
    return tuple(leader.id for leader in beside if leader.place == unit.place)


@case("6.4", "6.4.4", "6.3.3")
def rail(play: Play, step: Moves, action: do.Rail) -> None:
    """Move a unit by rail, and before it the leader who takes it along."""
    unit, leader = action.unit, action.leader
    riders = (leader, unit) if leader else (unit,)
    count_redeployed(play, riders)
    mover = play.state.units[unit]
    way = railways.rail_way(play.state, mover, action.to)
    assert way is not None
    for rider in riders:
        by = leader if rider != leader else NOBODY
        play.emit(ev.Railed(rider, way, tables().numbers.rail.cost, by))
    contact.come_through(play, (mover,), way)
    contact.settle(play)


def sketch_rail(seen: Seen[State], action: do.Rail) -> Sketch | None:
    """Show the railway that a unit takes."""
    if action.to not in counters.map_of(seen.state):
        return unit_named(seen, action)
    units = own_units(seen, (action.unit,))
    return way(seen, units, action.to, railways.rail_way(seen.state, units[0], action.to) if units else ())


def says_rail(seen: Seen[State], action: do.Rail) -> str:
    """Say where a unit goes by rail, and with which leader."""
    led = f", with {names.called(seen, (action.leader,))}" if action.leader else ""
    goes = names.they(seen, (action.unit,), "goes", "go")
    return f"{goes} by rail to {names.place(seen.state, action.to)}{led}."


RAIL: Verb[State, ev.Event, Any, do.Rail] = Verb(
    do.Rail,
    when="units go by rail in your movement phase, and when you redeploy",
    says=says_rail,
    why=lambda seen, action: advantage.of_place(seen, (action.unit,), action.to),
    cite="6.4",
    rules=(
        own_unit,
        goes_by_train,
        can_entrain,
        has_a_line,
        keeps_safe_distance,
        has_a_train,
    ),
    candidates=journeys,
    resolve=rail,
    sketch=sketch_rail,
)


# Railheads.


@rule("6.4.1", "6.4.1a", "6.4.1b", "6.4.1c", "6.4.1d")
def can_convert(seen: Seen[State], action: do.Convert) -> Wrong | None:
    """A railhead advances one ox a turn, along its line, to where Germans stand alone."""
    railhead = own(seen, action.railhead)
    if railhead is None or not counters.is_kind(railhead, "rail"):
        return Wrong("that is not one of your railheads", "choose a railhead")
    if wrong := no_area(seen, action.to):
        return wrong
    if railhead.trail:
        return Wrong("it has advanced this turn", "advance another one", "6.4.1a")
    if "rail" in tables().numbers.conditions[seen.state.weather].halted:
        return Wrong("heavy snow halts the railheads", "wait for better weather", "6.4.1b")
    if action.to not in railways.conversions(seen.state, railhead):
        return railways.no_conversion(seen.state, railhead, action.to)
    return None


def conversions(seen: Seen[State], fixed: Fixed) -> Iterator[do.Convert]:
    """Yield the advances of each railhead."""
    for unit in ours(seen, fixed, "railhead"):
        if counters.is_kind(unit, "rail"):
            yield from (do.Convert(unit.id, to) for to in railways.conversions(seen.state, unit))


@case("6.4.1", "6.4.1a")
def convert(play: Play, step: Movement, action: do.Convert) -> None:
    """Advance a railhead."""
    way = railways.conversions(play.state, play.state.units[action.railhead])[action.to]
    play.emit(ev.Converted(action.railhead, way, railways.converted_by(play.state, way)))


def sketch_conversion(seen: Seen[State], action: do.Convert) -> Sketch | None:
    """Show how far a railhead comes."""
    units = own_units(seen, (action.railhead,))
    ways = railways.conversions(seen.state, units[0]) if units else {}
    return way(seen, units, action.to, ways.get(action.to))


def only_germans_convert(at: At[State, Any], action: do.Convert) -> Wrong | None:
    """Say that the Russians have no railheads."""
    return Wrong("only the Germans have railheads", "", "6.4.1") if at.seat == RUSSIAN else None


def why_convert(seen: Seen[State], action: do.Convert) -> str:
    """Name the area that supply and trains can reach then."""
    return f"the railway then carries supply and trains up to {names.place(seen.state, action.to)}"


CONVERT: Verb[State, ev.Event, Movement, do.Convert] = Verb(
    do.Convert,
    when="railheads advance in the first part of the German movement",
    says="{railhead:advances|advance} to {to}: the railway behind it is yours.",
    why=why_convert,
    cite="6.4.1a",
    rules=(can_convert,),
    candidates=conversions,
    resolve=convert,
    closed=only_germans_convert,
    sketch=sketch_conversion,
)
