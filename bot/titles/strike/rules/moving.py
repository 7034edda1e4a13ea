"""What may be placed, moved, flown, converted, broken down and combined."""

from __future__ import annotations

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.strike.field import arrivals, boxes, communication, counters, movement, railways
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Arrival, Movement
from bot.titles.strike.model.table import GERMAN, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables
from bot.titles.strike.rules.units import listed, no_area, no_unit, own, too_many_redeploy


@rule("14.0", "14.1", "14.2", "8.1.1", "8.1.2", "8.1.3")
def can_be_placed(at: At[State, Arrival], action: do.Place) -> Wrong | None:
    """A unit that waits is placed where it may come."""
    step = at.step
    cite = {"set-up": "14.0", "reinforcement": f"14.{1 + (at.seat == GERMAN)}", "partisans": "8.1.1"}[step.why]
    if action.unit not in step.units:
        return _is_not_placed(at, step, action.unit, cite)
    allowed = arrivals.places(at.state, step, at.state.units[action.unit])
    if action.at not in allowed:
        where = ", ".join(allowed[:12]) + ("…" if len(allowed) > 12 else "")
        why, cited = _no_place(at, step, at.state.units[action.unit], action.at)
        return Wrong(why, f"choose one of {where}", cited or cite)
    return None


def _is_not_placed(seen: Seen[State], step: Arrival, id: UnitId, cite: str) -> Wrong:
    """Say why a unit is none of those that are placed now."""
    unit, mend = listed(seen, id), "choose one that waits to be placed"
    if unit is None:
        return Wrong("that is no unit of yours", mend, cite)
    if step.why == "partisans" and counters.is_kind(unit, "partisans") and not counters.on_map(unit):
        return Wrong(f"{name(unit)} are not active this turn, or find no target", mend, "8.1.2")
    if counters.on_map(unit):
        return Wrong(f"{name(unit)} {_is(unit)} at {unit.place} already", mend, cite)
    return Wrong(f"{name(unit)} {_does(unit)} not come now", mend, cite)


def _is(unit: Unit) -> str:
    return "are" if counters.is_kind(unit, "trucks", "partisans") else "is"


def _does(unit: Unit) -> str:
    return "do" if counters.is_kind(unit, "trucks", "partisans") else "does"


def _no_place(seen: Seen[State], step: Arrival, unit: Unit, at: AreaId) -> tuple[str, str]:
    """Say why a unit is not placed in an area, with the case if it is a particular one."""
    state, here = seen.state, counters.map_of(seen.state)
    if at not in here:
        return f"there is no area {at!r} on this map", ""
    if step.why == "reinforcement" and counters.room(state, at, unit.side) < counters.size(unit):
        return f"{at} has no room", "4.1.4"
    if step.why != "partisans":
        return f"{name(unit)} cannot be placed at {at}", ""
    garrison = any(counters.is_kind(each, "garrison") for each in counters.at(state, at, GERMAN))
    if garrison:
        return f"the garrison is at {at} and keeps partisans away", "8.1.3"
    if counters.record(unit).trait == "trucks":
        down = any(counters.is_kind(each, "trucks") for each in counters.at(state, at, GERMAN))
        return f"the trucks at {at} are disrupted already" if down else f"no German trucks are at {at}", "8.1.1"
    if here[at].is_diamond:
        return f"{at} is a diamond", "8.1.1"
    if at in here.region("axis"):
        return f"the Germans controlled {at} from the start", "8.1.1"
    return f"the railway at {at} is not of the German gauge", "8.1.1"


# Movement over the ground.


def _movers(seen: Seen[State], action: do.Move) -> tuple[Unit, ...]:
    return tuple(unit for id in action.units if (unit := own(seen, id)) is not None)


@rule("6.0")
def can_march(seen: Seen[State], action: do.Move) -> Wrong | None:
    """Troops, leaders and trucks move over the ground, the trucks of the Germans before all else."""
    if not action.units or len(set(action.units)) != len(action.units):
        return Wrong("no units are named, or one of them twice", "name each unit once")
    for id in action.units:
        if own(seen, id) is None:
            return no_unit(seen, id)
    for unit in _movers(seen, action):
        if not counters.marches(unit):
            return Wrong(f"{name(unit)} does not move over the ground", "use /strike convert or /strike fly")
        if wrong := out_of_turn(seen, unit):
            return wrong
    return no_area(seen, action.to, *action.via)


def name(unit: Unit) -> str:
    """Return the name of a unit."""
    return counters.record(unit).name


def out_of_turn(seen: Seen[State], unit: Unit) -> Wrong | None:
    """Say why a unit does not move in this part of the movement phase."""
    step = seen.state.steps[-1]
    if not isinstance(step, Movement) or seen.seat != GERMAN:
        return None
    is_trucks = counters.is_kind(unit, "trucks")
    if step.part == "rails" and not is_trucks:
        return Wrong(
            "railheads and trucks move first", "say /strike done when they have, then move the rest", "2.0"
        )
    if step.part == "units" and is_trucks:
        return Wrong("trucks have moved before all other units", "move it next turn", "2.0")
    return None


@rule("6.1.4", "12.1.2")
def is_fit(seen: Seen[State], action: do.Move) -> Wrong | None:
    """Disrupted leaders and trucks stay where they are."""
    for unit in _movers(seen, action):
        if unit.down and not counters.fights(unit):
            cite = "6.1.4" if counters.is_kind(unit, "leader") else "12.1.2"
            return Wrong(f"{name(unit)} cannot move, being disrupted", "recover in the Reorganization Phase", cite)
    return None


@rule("3.2.1")
def may_redeploy(seen: Seen[State], action: do.Move) -> Wrong | None:
    """In the Redeployment Phase only so many units move."""
    return too_many_redeploy(seen, _movers(seen, action))


@rule("6.2.2", "5.1.2", "6.1.1", "6.1.3", "6.3.3", "6.3.4", "6.4.6")
def finds_a_way(seen: Seen[State], action: do.Move) -> Wrong | None:
    """Each unit needs a way that it can pay for and may take."""
    found = movement.plan(seen.state, _movers(seen, action), action.to, action.via)
    return found if isinstance(found, Wrong) else None


# Rails.


@rule("6.4.3", "6.4.3b")
def goes_by_train(seen: Seen[State], action: do.Rail) -> Wrong | None:
    """What marches goes by rail, each unit once in a turn, the trucks of the Germans before all else."""
    unit = own(seen, action.unit)
    assert unit is not None
    if not counters.marches(unit):
        return Wrong(f"{name(unit)} does not go by train", "choose troops, a leader or trucks", "6.4.3")
    return _has_ridden(seen.state, unit) or out_of_turn(seen, unit)


def _has_ridden(state: State, unit: Unit) -> Wrong | None:
    """Say whether a unit has gone by rail this turn, or what it was made of."""
    if unit.id in state.by_rail:
        return Wrong(f"{name(unit)} has moved by rail this turn", "march, or wait for the next turn", "6.4.3b")
    if unit.id in state.railed and state.options.get("trains") != "each counter once":
        why = f"what {name(unit)} was made of has moved by rail this turn"
        return Wrong(why, "march, or wait for the next turn", "6.4.3b")
    return None


@rule("6.4.4", "6.4.4a", "6.4.4b", "6.4.4c", "6.3.3")
def can_entrain(seen: Seen[State], action: do.Rail) -> Wrong | None:
    """To entrain and to detrain takes a movement point each; who is disrupted or slowed down has not enough."""
    unit = own(seen, action.unit)
    assert unit is not None
    return _cannot_entrain(seen.state, unit) or _has_no_leader(seen, unit, action.leader)


def _cannot_entrain(state: State, unit: Unit) -> Wrong | None:
    if unit.down and not counters.fights(unit):
        return Wrong(f"{name(unit)} is disrupted", "recover it first", "6.4.4b")
    if movement.has_stopped(state, unit):
        return movement.stopped(unit)
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
    """Say what is wrong with the leader who takes a unit along, or that one is needed."""
    if not movement.needs_leader(seen.state, unit):
        return Wrong(f"{name(unit)} needs no leader to go by rail", "leave `leader` out", "6.3.3") if id else None
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
        return Wrong("another leader has already taken it along", "leave it where it is", "6.3.4")
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
    """Three units of a side go by rail in a turn, a leader who takes another along among them."""
    riders, left = _riders(seen, action), railways.trains_left(seen.state, seen.seat)
    if left <= 0:
        return Wrong("your trains of this turn are used up", "march instead", "6.4.3")
    if left < len(riders):
        why = f"it takes {len(riders)} trains, and you have {left} left this turn"
        return Wrong(why, "let them march", "6.4.3")
    return too_many_redeploy(seen, riders)


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


# The air.


@rule("9.0", "9.1.1")
def can_fly(seen: Seen[State], action: do.Fly) -> Wrong | None:
    """An air unit flies once in a phase, up to its range, in any weather."""
    unit = own(seen, action.unit)
    assert unit is not None
    if wrong := no_area(seen, action.to):
        return wrong
    if counters.fights(unit):
        return _can_jump(seen, unit, action)
    if not counters.is_kind(unit, "luftwaffe"):
        return Wrong(f"{name(unit)} does not fly", "choose an air unit")
    reach = tables().numbers.air.range
    if unit.trail:
        return Wrong(f"{name(unit)} has flown in this phase", "let it fly in the next one")
    if action.to == unit.place or counters.map_of(seen.state).distance(unit.place, action.to) > reach:
        return Wrong(f"it flies up to {reach} areas", "choose another area within its range")
    return too_many_redeploy(seen, (unit,))


def _can_jump(seen: Seen[State], unit: Unit, action: do.Fly) -> Wrong | None:
    """Parachutists jump once, in the Movement Phase, in fair weather or rain, from where they are safe."""
    here = counters.map_of(seen.state)
    if counters.record(unit).trait != "parachute":
        return Wrong(f"{name(unit)} does not fly", "choose an air unit", "9.0")
    if unit.mission or not isinstance(seen.state.steps[-1], Movement):
        return Wrong("parachutists jump once, in the Movement Phase", "let them march", "1.2")
    if seen.state.weather not in ("fair", "rain") or unit.trail or unit.down:
        return Wrong(
            "they jump at full strength, before any march, in fair weather or rain", "let them march", "1.2"
        )
    safe = unit.place not in counters.held(seen.state, counters.other(unit.side))
    if not safe or not communication.has_line(seen.state, unit, unit.place):
        return Wrong("they jump from an area with communication and without enemies", "bring them there", "1.2")
    reach = tables().numbers.air.range
    if action.to == unit.place or here.distance(unit.place, action.to) > reach:
        return Wrong(f"they jump up to {reach} areas away", "choose something nearer", "1.2")
    return None


# Exchanges on the map.


@rule("10.0", "10.1.1", "10.1.2", "10.1.3", "10.1.4", "10.2.2", "10.3.2")
def can_break_down(seen: Seen[State], action: do.Break) -> Wrong | None:
    """An army or panzer group becomes two corps of its arm, no stronger than it, from one box."""
    unit = own(seen, action.unit)
    assert unit is not None
    parts = [part for id in action.into if (part := listed(seen, id)) is not None]
    if len(parts) != len(action.into):
        return Wrong("those are not your corps", "choose two of your corps from one box", "10.2.2")
    if (counters.size(unit) < 2 or unit.down) and (wrong := boxes.breaks_into(seen.state, unit, parts)):
        return wrong
    for part in parts:
        if wrong := boxes.no_half(unit, part):
            return wrong
    return boxes.breaks_into(seen.state, unit, parts)


@rule("10.0", "10.1.5", "10.1.6", "10.1.7", "10.2.1", "10.3.1")
def can_combine(seen: Seen[State], action: do.Combine) -> Wrong | None:
    """Two corps of one area become an army or panzer group that is no stronger than they are."""
    parts = [part for id in action.units if (part := own(seen, id)) is not None]
    army = listed(seen, action.into)
    for id in action.units:
        if own(seen, id) is None:
            return no_unit(seen, id)
    if army is None:
        return Wrong("that is no army or panzer group of yours", "choose one from a box", "10.2.1")
    for part in parts:
        if wrong := boxes.no_half(army, part):
            return wrong
    return boxes.combines_into(seen.state, parts, army)
