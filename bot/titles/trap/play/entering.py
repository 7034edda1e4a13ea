"""Units enter from off the map: columns in single file, with passengers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import begun, count, join, listed
from bot.titles.trap import events as ev
from bot.titles.trap.field import names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.allowance import allowance
from bot.titles.trap.field.battle import arrival_case, option, variant, wave_of
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import (
    foot_may_enter,
    foot_step,
    obstacles,
    open_to_vehicles,
    vehicle_step,
    walker,
)  # fmt: skip
from bot.titles.trap.field.stacking import Crowd, defended, room
from bot.titles.trap.field.units import POSITION, on_the_sheet, record, riders
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import FACINGS, WAITING, Facing, HexId, Unit, UnitId
from bot.titles.trap.play.acting import Here, act, commanded, idle, waiting, yet_to_come
from bot.titles.trap.play.base import Play, price
from bot.titles.trap.play.results import after_moving
from bot.titles.trap.printed.tables import Wave


# TRAP-R41, TRAP-R42, TRAP-R43
@case("TRAP-10.1.2", "TRAP-10.1.2-1", "TRAP-10.1.2-2", "TRAP-10.2.1", "TRAP-10.3.3", "TRAP-10.3.4")
@POSITION.keeps
def doors(state: State, wave: Wave, unit: Unit) -> tuple[HexId, ...]:
    """Return a unit's entry hexes; a free edge hex replaces a blocked one."""
    here = ground()
    printed = [hex for each in wave.entries for hex in (here.west if each == "west" else (each,))]
    found: dict[HexId, None] = {}
    for hex in printed:
        if not blocked(state, unit, hex):
            found[hex] = None
        elif "west" not in wave.entries:
            free = [rim for rim in here.rim if not blocked(state, unit, rim) and rim not in printed]
            near = min((here.distance(hex, rim) for rim in free), default=0)
            found.update((rim, None) for rim in free if here.distance(hex, rim) == near)
    return tuple(found)


# TRAP-R42
@case("TRAP-10.1.2")
def blocked(state: State, unit: Unit, hex: HexId) -> bool:
    """Return whether an obstacle, an enemy, rubble or missing road blocks an edge hex.

    Friendly units never do: if they fill the hex, the unit waits for room.
    """
    if hex in obstacles(state) or defended(state, unit.side, hex):
        return True
    drives_in = hex not in state.rubble and (ground().terrain[hex] == "clear" or ground().has_road(hex))
    return record(unit).vehicle and not drives_in


class Entrance(NamedTuple):
    """How a unit comes in: its way, which begins at the edge, and its price."""

    path: tuple[HexId, ...]
    cost: int
    facing: Facing


def objective(wave: Wave) -> tuple[HexId, ...]:
    """Return the hexes that a column heads for."""
    return ground().building(wave.objective)


# TRAP-R40, TRAP-R157
@case("TRAP-10.1.2", "TRAP-3.1.3")
def course(state: State, wave: Wave, unit: Unit, at: HexId, to: HexId) -> Entrance | None:
    """Return how far a unit enters at an edge hex; `None` if full or too costly.

    It follows the road until its points are spent, and ends in a hex with room.
    """
    if crowd(state, unit, at) is not None:
        return None
    toll = entry_price(state, at)
    what, here = record(unit), ground()
    rest = allowance(unit) - toll
    goals = (to,) if to else objective(wave)
    way = (at, *here.road_way(at, goals))
    best = 0 if rest >= 0 else -1
    spent = [toll]
    for n, (a, b) in enumerate(pairwise(way), 1):
        if what.vehicle and not open_to_vehicles(state, a, b):
            break
        if not what.vehicle and (b in obstacles(state) or not foot_may_enter(state, unit.side, b)):
            break
        cost = vehicle_step(state, unit.side, a, b) if what.vehicle else foot_step(state, walker(what), a, b)
        if cost > rest:
            break
        rest -= cost
        spent.append(cost)
        if crowd(state, unit, b) is None and not defended(state, unit.side, b):
            best = n
    if best < 0:
        return None
    return Entrance(way[: best + 1], sum(spent[: best + 1]), _facing(way, best))


# TRAP-R94, TRAP-R158
@case("TRAP-10.1.2")
def entry_price(state: State, hex: HexId) -> int:
    """Return the next unit's entry cost in half points: one more than the last."""
    free = option(state, "entry") and not state.restricted
    return 1 if free else state.entered.get(hex, 0) + 1


def crowd(state: State, unit: Unit, hex: HexId) -> Crowd | None:
    """Return why a unit finds no room on the ground of a hex, `None` if it does."""
    return room(state, unit.side, hex, "ground", [unit])


def _facing(way: Sequence[HexId], at: int) -> Facing:
    """Return the facing of a unit at a place on its way, along the way."""
    here = ground()
    a, b = (way[at - 1], way[at]) if at else (way[0], way[1] if len(way) > 1 else way[0])
    side = here.direction(a, b)
    return FACINGS[side] if side is not None else "NE"


@POSITION.keeps
def off_map(state: State, wave: Wave | None) -> tuple[Unit, ...]:
    """Return the units of a wave that have not entered, of every marker."""
    found = (unit for unit in state.units.values() if unit.hex == WAITING and unit.counter.known)
    return tuple(sorted((unit for unit in found if wave_of(state, unit) == wave), key=on_the_sheet))


@POSITION.keeps
def _apcs(state: State, wave: Wave | None) -> tuple[Unit, ...]:
    """Return the APCs of a wave that have not come in."""
    return tuple(unit for unit in off_map(state, wave) if record(unit).kind == "apc")


def boarding(state: State, step: Activation, wave: Wave | None) -> list[Unit]:
    """Return the units that mount entering APCs of a wave, the marker's own first.

    While columns are restricted, combat units of every battalion ride if there is room.
    """
    first = [unit for unit in waiting(state, step) if record(unit).foot and wave_of(state, unit) == wave]
    if not state.restricted:
        return first
    others = (unit for unit in off_map(state, wave) if record(unit).foot and record(unit).stacks)
    return [*first, *(unit for unit in others if unit not in first and not unit.aboard and not unit.activated)]


def to_enter(at: Here, fixed: Fixed) -> Iterator[do.Enter]:
    """Offer all units at each edge hex, each unit alone, and a second edge hex."""
    to, also = fixed.get("to", HexId("")), fixed.get("also", ())
    units, hexes = waiting(at.state, at.step), _by_door(at.state, at.step)
    chosen = [fixed["at"]] if "at" in fixed else list(hexes)
    for hex, some in ((hex, hexes[hex]) for hex in chosen if hex in hexes):
        yield do.Enter(hex, (), to, also)
        if len(units) > 1:
            yield from (do.Enter(hex, (unit.id,), to, also) for unit in some)
            others = (other for other in hexes if other != hex) if "at" in fixed and not also else ()
            yield from (do.Enter(hex, (), to, (other,)) for other in others)


@POSITION.keeps
def _by_door(state: State, step: Activation) -> dict[HexId, list[Unit]]:
    """Return the units waiting to enter at each edge hex."""
    found: dict[HexId, list[Unit]] = {}
    for unit in waiting(state, step):
        wave = wave_of(state, unit)
        for hex in doors(state, wave, unit) if wave else ():
            found.setdefault(hex, []).append(unit)
    return found


def comers(state: State, step: Activation, action: do.Enter) -> tuple[Unit, ...]:
    """Return the units that enter by an order, in order.

    Units that wait for an APC of another marker stay.
    """
    if action.units:
        return tuple(state.units[id] for id in action.units if id in state.units)
    return _all_who_come(state, step, action.at)


@POSITION.keeps
def _all_who_come(state: State, step: Activation, hex: HexId) -> tuple[Unit, ...]:
    """Return all units that can enter at an edge hex."""
    everybody = waiting(state, step)
    come = {unit.id for unit in everybody}
    return tuple(
        unit for unit in everybody
        if (wave := wave_of(state, unit)) and hex in doors(state, wave, unit)
        and come.issuperset(each.id for each in apcs_before(state, unit))
    )  # fmt: skip


def apcs_before(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Return the APCs of any marker that enter before a foot unit under restrictions."""
    if not state.restricted or record(unit).vehicle:
        return ()
    return _apcs(state, wave_of(state, unit))


def could_come(state: State, step: Activation) -> list[Unit]:
    """Return the units that can enter now, without those that must follow a vehicle."""
    found = [unit for unit in waiting(state, step) if _finds_room(state, unit)]
    if not state.restricted:
        return found
    vehicles = [unit for unit in found if record(unit).vehicle]
    return vehicles or [unit for unit in found if not apcs_before(state, unit)]


def _finds_room(state: State, unit: Unit) -> bool:
    wave = wave_of(state, unit)
    hexes = doors(state, wave, unit) if wave is not None else ()
    return any(wave and course(state, wave, unit, hex, HexId("")) for hex in hexes)


@rule("TRAP-10.1.2", "TRAP-10.2.1", "TRAP-10.3.4")
def wait_off_the_map(at: Here, action: do.Enter) -> Wrong | None:
    """Units come in that wait off the map, once their wave has come."""
    if not action.units:
        return None if waiting(at.state, at.step) else _nobody_waits(at)
    for id in action.units:
        unit = at.state.units.get(id)
        if unit is None or unit.side != at.seat:
            return Wrong("that is no unit of yours", "choose a unit of your own", "TRAP-4.3")
        if unit.hex != WAITING:
            return Wrong(f"{names.unit(unit)} {names.does((unit,), 'does', 'do')} not wait off the map",
                         "name units that do")  # fmt: skip
        if unit.aboard:
            return Wrong("that unit comes in aboard its vehicle", "name the vehicle", "TRAP-8.2")
        if (wrong := yet_to_come(at.state, unit)) is not None:
            return wrong
    return None


def _nobody_waits(at: Here) -> Wrong:
    """Return why the acting marker brings in no units: none wait, or a later wave."""
    later = (
        yet_to_come(at.state, unit)
        for unit in at.state.units.values()
        if unit.side == at.seat and unit.hex == WAITING and commanded(unit, at.step.marker)
    )
    nobody = Wrong("no unit waits off the map for this marker", "act with units on the map")
    return next((wrong for wrong in later if wrong is not None), nobody)


@rule("TRAP-10.1.2", "TRAP-10.2.1", "TRAP-10.3.3", "TRAP-10.3.4")
def comes_in_there(at: Here, action: do.Enter) -> Wrong | None:
    """Units that wait come in at the hexes that are printed for them."""
    return next((wrong for each in one_by_one(action) if (wrong := _come_in_at(at, each)) is not None), None)


def one_by_one(action: do.Enter) -> list[do.Enter]:
    """Return an order as one for each edge hex that it names."""
    return [replace(action, at=hex, also=()) for hex in dict.fromkeys((action.at, *action.also))]


def _come_in_at(at: Here, action: do.Enter) -> Wrong | None:
    """Return why units cannot enter at an edge hex; unnamed units need one that can."""
    named = [at.state.units[id] for id in action.units]
    wrongs = [_shut(at.state, unit, action.at) for unit in named or waiting(at.state, at.step)]
    if named or all(wrongs):
        return next(filter(None, wrongs), None)
    if comers(at.state, at.step, action):
        return None
    return Wrong("those on foot come in after all vehicles", "bring the vehicles in first", "TRAP-10.1.2")


def _shut(state: State, unit: Unit, hex: HexId) -> Wrong | None:
    """Return why a unit cannot enter at an edge hex: it is not its own, or blocked."""
    wave = wave_of(state, unit)
    assert wave is not None
    if hex not in ground():
        return Wrong("that hex is not on the map", "choose an entry hex", "TRAP-2.1")
    if hex in (open_ones := doors(state, wave, unit)):
        return None
    if hex in wave.entries:
        return Wrong(f"the way in at {hex} is blocked", f"come in at {join(open_ones, 'or') or 'another time'}",
                     "TRAP-10.1.2")  # fmt: skip
    places = join(("the west edge" if each == "west" else each for each in wave.entries), "or")
    why = f"{names.unit(unit)} {names.does((unit,), 'does', 'do')} not come in at {hex}"
    return Wrong(why, f"choose {places}", arrival_case(state, wave.turn) if variant(state) else "TRAP-10.1.2")


@rule("TRAP-4.3.1", "TRAP-10.1.2")
def may_come(at: Here, action: do.Enter) -> Wrong | None:
    """Only units that the marker activates enter with it."""
    reasons = (idle(at.state, at.step, unit) for unit in comers(at.state, at.step, action))
    return next((wrong for wrong in reasons if wrong is not None), None)


@rule("TRAP-10.1.2")
def keeps_order(at: Here, action: do.Enter) -> Wrong | None:
    """While columns are restricted, vehicles enter first and drive the full distance."""
    if not at.state.restricted:
        return None
    units = comers(at.state, at.step, action)
    listed = {unit.id for unit in units}
    on_foot = [unit for unit in units if not record(unit).vehicle]
    left = [each for each in waiting(at.state, at.step) if record(each).vehicle]
    left += [each for unit in on_foot for each in apcs_before(at.state, unit)]
    if on_foot and not listed.issuperset(each.id for each in left):
        return Wrong("those on foot come in after all vehicles", "bring the vehicles in first")
    wave = wave_of(at.state, units[0])
    if action.to and wave is not None and wave.bound:
        return Wrong("the column drives its full distance towards its objective", "leave out the goal")
    return None


@rule("TRAP-10.1.2")
def finds_a_way_in(at: Here, action: do.Enter) -> Wrong | None:
    """The first unit must find room; the others follow while there is room."""
    unit = comers(at.state, at.step, action)[0]
    wave = wave_of(at.state, unit)
    if action.to and (action.to not in ground() or (action.to != action.at and not ground().road_way(
        action.at, (action.to,)
    ))):  # fmt: skip
        return Wrong(f"no road leads from {action.at} to {action.to}", "choose a hex on a road")
    if wave is not None and course(at.state, wave, unit, action.at, action.to) is not None:
        return None
    if (full := crowd(at.state, unit, action.at)) is not None:
        return Wrong(f"there is no room at {action.at} yet: {full.why}", "wait until the units ahead move on")
    toll = names.points(entry_price(at.state, action.at))
    why = f"coming in at {action.at} now costs {toll}, more than {names.unit(unit)} can spend"
    return Wrong(why, "choose another hex, or wait for the next turn")


@case("TRAP-8.2", "TRAP-10.1.2-1", "TRAP-10.1.2-2")
def fill(play: Play, step: Activation, vehicle: Unit) -> None:
    """Let waiting units mount an empty APC that enters: a combat unit and a leader."""
    if record(vehicle).kind != "apc":
        return
    seated = [record(rider).kind for rider in riders(play.state, vehicle.id)]
    getting_in: list[UnitId] = []
    for unit in boarding(play.state, step, wave_of(play.state, vehicle)):
        what = record(unit)
        leader = what.kind == "leader"
        taken = any((kind == "leader") == leader for kind in seated)
        if not taken:
            seated.append(what.kind)
            getting_in.append(unit.id)
    if getting_in:
        play.emit(ev.Loaded(tuple(getting_in), vehicle.id))


def enter(play: Play, step: Activation, action: do.Enter) -> None:
    """Bring units in at each hex, until room or points run out."""
    for each in one_by_one(action):
        _enter(play, step, each)


def _enter(play: Play, step: Activation, action: do.Enter) -> None:
    """Bring in one after another at an edge hex."""
    heads = True
    for named_unit in comers(play.state, step, action):
        unit = play.state.units[named_unit.id]
        if unit.aboard or unit.hex != WAITING:
            continue
        wave = wave_of(play.state, unit)
        rank = play.state.entered.get(action.at, 0) + 1
        found = course(play.state, wave, unit, action.at, action.to) if wave is not None else None
        if found is None:
            return
        fill(play, step, unit)
        act(play, (unit.id,))
        play.emit(ev.Entered(unit.id, found.path, found.facing, price(unit.side, found.cost), rank, heads))
        heads = False
        after_moving(play, [unit.id], found.path, start=True)


def tells(at: Here, action: do.Enter) -> Iterator[str]:
    """Name the first unit and its end hex, and count the units that follow."""
    first, *others = comers(at.state, at.step, action)
    wave = wave_of(at.state, first)
    found = course(at.state, wave, first, action.at, action.to) if wave else None
    if found is None:
        return
    who = begun(names.unit(first))
    on = f"{names.does([first], 'goes', 'go')} on to {names.place(found.path[-1])}" if found.path[1:] else ""
    if others:
        comes = f"{names.does([first], 'comes', 'come')} in first at {names.place(action.at)}"
        yield f"{who} {' and '.join(filter(None, (comes, on)))}."
        follow = "follows" if len(others) == 1 else "follow"
        yield f"{count(len(others), 'more unit')} {follow} while there is room."
    elif on:
        yield f"{who} {on}."


def says_enter(seen: Seen[State], action: do.Enter) -> str:
    """Name the units that come in, and where."""
    also = f" Units without room there come in at {listed(action.also)}." if action.also else ""
    who = say.they(seen, action.units, "comes", "come") if action.units else "all waiting units come"
    to = f", up to {names.place(action.to)}" if action.to else ""
    return f"{who} in at {names.place(action.at)}{to}.{also}"


def why_enter(seen: Seen[State], action: do.Enter) -> str:
    """The way from there is the shortest."""
    return f"from {names.place(action.at)} their way is shortest" if action.at in ground() else ""


ENTER: Verb[State, ev.Event, Activation, do.Enter] = Verb(
    do.Enter,
    when="units come in from off the map when their marker activates them",
    says=says_enter,
    why=why_enter,
    cite="TRAP-10.1.2",
    rules=(wait_off_the_map, comes_in_there, may_come, keeps_order, finds_a_way_in),
    candidates=to_enter,
    resolve=enter,
    tells=tells,
)
