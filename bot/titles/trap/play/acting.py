"""The units that may act in an activation, and the start of their action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bot.kernel.rule import Rule, Wrong, case, judge, rule
from bot.kernel.secret import Seat
from bot.kit.decisions import At
from bot.kit.english import count
from bot.titles.trap import events as ev
from bot.titles.trap.field import names
from bot.titles.trap.field.allowance import left
from bot.titles.trap.field.battle import arrival_case, coming_wave, wave_of, when
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.units import POSITION, awake, leaders, on_map, on_the_sheet, record, riders
from bot.titles.trap.field.view import eyesight
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, WAITING, HexId, MarkerId, Unit, UnitId
from bot.titles.trap.play.base import Play

Here = At[State, Activation]
"""The view of a side while it acts."""
Anytime = At[State, Any]
"""The view of a side at any step, for odds and sketches ahead of time."""


def named(action: Any) -> tuple[UnitId, ...]:
    """Return the units that an action names to act."""
    for field in ("units", "unit", "lead", "into", "vehicle"):
        value = getattr(action, field, None)
        if value is not None:
            return value if isinstance(value, tuple) else (value,)
    return ()


# TRAP-R8, TRAP-R9, TRAP-R10
@case("TRAP-4.3.1", "TRAP-4.3.1-1", "TRAP-4.3.1-2", "TRAP-4.3.1-4")
@case("TRAP-2.2.3", "TRAP-2.2.8", "TRAP-8.1", "TRAP-8.2")
def commanded(unit: Unit, marker: MarkerId) -> bool:
    """Return whether a Russian marker activates a unit.

    It activates its battalion, units of its regiment, and Schmels.
    """
    what = record(unit)
    battalion, _, regiment = marker.partition("/")
    return what.kind == "schmel" or what.formation in (marker, regiment if battalion else "")


# TRAP-R88, TRAP-R148
@case("TRAP-9.0-1", "TRAP-9.0-2")
def desperate(state: State, unit: Unit) -> bool:
    """Return whether a unit sees a leader of its side, for a bonus activation."""
    others = (leader for leader in leaders(state, unit.side) if leader.id != unit.id) if on_map(unit) else ()
    return any(sight().sees(unit.hex, leader.hex, eyesight(state, unit), state.rubble) for leader in others)


# TRAP-R155
def idle(state: State, step: Activation, unit: Unit) -> Wrong | None:
    """Return why a unit of the side that acts does not act now; `None` where it may."""
    if not awake(unit):
        does = names.does((unit,), "is", "are")
        return Wrong(
            f"{names.unit(unit)} {does} {unit.status} and cannot act", "choose another unit", "TRAP-5.1.2"
        )
    if unit.spotted:
        return Wrong(
            f"{names.unit(unit)} has spotted, and does nothing else this turn", "choose another unit", "TRAP-4.3"
        )
    if unit.climbed:
        return Wrong(
            f"{names.unit(unit)} climbed onto a tank this turn, and has therefore acted",
            "let it ride on, or stand where it got off",
            "TRAP-4.3.3",
        )
    if unit.id in state.acted or unit.got_out:
        return None
    counted = step.number or step.seat == CHECHEN or not step.marker
    if not step.marker and (unit.status != "normal" or not desperate(state, unit)):
        return Wrong(
            "a bonus activation is for units in good order that see one of their leaders", "choose another unit",
            "TRAP-9.0-1" if step.seat == CHECHEN else "TRAP-9.0-2",
        )  # fmt: skip
    if step.marker and unit.activated:
        does = names.does((unit,), "has", "have")
        return Wrong(f"{names.unit(unit)} {does} acted this turn", "choose another unit", "TRAP-4.3.3")
    if step.only and unit.id not in step.only:
        return Wrong("only the units that have just come act now", "choose one of them", "TRAP-10.1.1")
    if counted and len(state.acted) >= step.number:
        acting = f"{count(step.number, 'unit')} {'acts' if step.number == 1 else 'act'} now"
        return Wrong(f"{acting}, and no more can begin", "continue with the acting units", "TRAP-4.3.2")
    if step.seat == RUSSIAN and step.marker and not commanded(unit, step.marker):
        return Wrong(
            f"the marker of {names.marker(step.marker)} does not activate {names.unit(unit)}",
            "wait for its own marker",
            "TRAP-4.3.1",
        )
    return None


@rule("TRAP-4.3.1", "TRAP-4.3", "TRAP-2.2.8")
def may_act(at: Here, action: Any) -> Wrong | None:
    """Only units of the side whose marker it is act, as the marker says."""
    return _may_act(at.state, at.step, at.seat, named(action))


@POSITION.keeps
def _may_act(state: State, step: Activation, seat: Seat, units: tuple[UnitId, ...]) -> Wrong | None:
    if not units or len(set(units)) < len(units):
        return Wrong("no unit is named", "name a unit of yours, and none twice")
    for id in units:
        unit = state.units.get(id)
        if unit is None or unit.side != seat:
            return Wrong("that is no unit of yours", "choose a unit of your own", "TRAP-4.3")
        if not on_map(unit) and unit.hex != WAITING:
            return Wrong("that unit is not in play", "choose another unit", "TRAP-4.3")
        if (wrong := idle(state, step, unit)) is not None:
            return wrong
    return enough(At(seat, state, step), units)


def against(one: Rule[Here, Any], at: Here, action: Any) -> Wrong | None:
    """Return a rule's objection to an action, with its case, for use by another rule."""
    found = judge((one,), at, action)
    return Wrong(found.why, found.mend, found.cite) if found is not None else None


def counts(state: State, id: UnitId) -> bool:
    """Return whether a unit counts against the die; passengers count with the vehicle."""
    unit = state.units.get(id)
    return unit is None or not (unit.aboard or unit.got_out)


def enough(at: Here, units: Iterable[UnitId]) -> Wrong | None:
    """Return the refusal if more units would begin to act than the die allows."""
    new = {id for id in units if id and id not in at.state.acted and counts(at.state, id)}
    if at.step.number and len(at.state.acted) + len(new) > at.step.number:
        left = at.step.number - len(at.state.acted)
        return Wrong(f"{count(left, 'more unit')} can begin to act", "name fewer units", "TRAP-4.3.2")
    return None


# TRAP-R39
@rule("TRAP-10.1.2-3")
def has_been_attacked(at: Here, action: object) -> Wrong | None:
    """On the first turn no Russian fires before the Chechens have attacked."""
    return holding_fire(at)


def holding_fire(at: Here) -> Wrong | None:
    """Return why a side may not fire yet, on the first turn; `None` where it may."""
    if at.seat == RUSSIAN and at.state.restricted:
        return Wrong("your columns may not fire before a Chechen unit attacks", "drive on", "TRAP-10.1.2-3")
    return None


@rule("TRAP-4.3")
def on_the_map(at: Here, action: Any) -> Wrong | None:
    """Units act on the map; those that ride act with their vehicle."""
    for id in named(action):
        unit = at.state.units[id]
        if not on_map(unit):
            return yet_to_come(at.state, unit) or Wrong(
                "that unit is not on the map yet", "bring it in first", "TRAP-10.1.2"
            )
        if unit.aboard:
            cite = "TRAP-8.10" if record(at.state.units[unit.aboard]).kind == "tank" else "TRAP-8.2"
            return Wrong("that unit rides in a vehicle", "let it get out first, or move the vehicle", cite)
    return None


@case("TRAP-10.2.1", "TRAP-10.3.4")
def yet_to_come(state: State, unit: Unit) -> Wrong | None:
    """Return why a unit off the map cannot enter yet: its wave comes in a later turn."""
    wave = coming_wave(state, unit)
    if wave is None:
        return Wrong("no unit comes in from off the map in this battle", "move those on the map", "TRAP-10.0")
    if wave.turn <= state.turn:
        return None
    return Wrong(
        f"{names.unit(unit)} {names.does((unit,), 'comes', 'come')} on {when(wave.turn)}",
        "bring in the units that wait now",
        arrival_case(state, wave.turn),
    )


def acts(at: At[State, Any]) -> bool:
    """Say whether a side acts now."""
    return isinstance(at.step, Activation)


@POSITION.keeps
def able(state: State, step: Activation) -> tuple[Unit, ...]:
    """Return the known units of the acting side that may act, without passengers."""
    side = (unit for unit in state.units.values() if unit.side == step.seat and unit.counter.known)
    there = (unit for unit in side if not unit.aboard and (on_map(unit) or unit.hex == WAITING))
    return tuple(unit for unit in there if idle(state, step, unit) is None)


@POSITION.keeps
def waiting(state: State, step: Activation) -> tuple[Unit, ...]:
    """Return the units that may enter now: APCs, then tanks, then units on foot."""
    order = {"apc": 0, "tank": 1}
    found = [unit for unit in able(state, step) if unit.hex == WAITING and wave_of(state, unit)]
    return tuple(sorted(found, key=lambda unit: (order.get(record(unit).kind, 2), on_the_sheet(unit))))


# TRAP-R75, TRAP-R88
@case("TRAP-4.3.3")
def act(play: Play, units: Iterable[UnitId]) -> None:
    """Turn units and their passengers over as they begin to act.

    Dismounted units were turned over before.
    """
    new = tuple(id for id in units if id not in play.state.acted and not play.state.units[id].got_out)
    along = tuple(rider.id for id in new for rider in riders(play.state, id))
    if new:
        play.emit(ev.Activated(new))
    if along:
        play.emit(ev.Activated(along, acting=False))


@POSITION.keeps
def _free_to_drive(state: State, step: Activation) -> dict[HexId, Unit]:
    """Return a vehicle of each hex that may act and has points left."""
    there = (unit for unit in able(state, step) if unit.hex != WAITING and record(unit).vehicle)
    return {unit.hex: unit for unit in there if left(state, unit) > 0}


def column(state: State, step: Activation, lead: Unit) -> list[Unit]:
    """Return the vehicles that follow a vehicle, hex by hex along the road behind it."""
    free = _free_to_drive(state, step)
    found, queue = [lead], [lead.hex]
    seen = {lead.hex}
    for hex in queue:
        for to in ground().road_next(hex):
            if to in free and to not in seen:
                seen.add(to)
                queue.append(to)
                found.append(free[to])
    return list(as_many_as_act(state, step, found))


@case("TRAP-4.3.2")
def as_many_as_act(state: State, step: Activation, units: Iterable[Unit]) -> Iterator[Unit]:
    """Yield the first of some units, as many as the die still lets act."""
    more = step.number - len(state.acted)
    for unit in units:
        more -= unit.id not in state.acted
        if more < 0 and step.number:
            return
        yield unit


# TRAP-R135
@case("TRAP-8.2")
def group(at: Here, lead: Unit) -> list[Unit]:
    """Return the vehicles that may act, from the first on, each beside one before it."""
    near = {unit.hex: unit for unit in able(at.state, at.step) if on_map(unit) and record(unit).vehicle}
    found = {lead.hex: lead}
    queue = [lead.hex]
    for hex in queue:
        for to in ground().neighbours(hex):
            if to in near and to not in found:
                found[to] = near[to]
                queue.append(to)
    return list(found.values())


def loaded(at: Here, lead: Unit) -> list[Unit]:
    """Return the vehicles of a column in which somebody rides."""
    return [unit for unit in group(at, lead) if riders(at.state, unit.id)]
