"""Getting into vehicles and out of them, and towing guns."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import advantage, hits, names, phrases
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.movement import fare
from bot.titles.firefight.field.units import carried, kind, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Unit
from bot.titles.firefight.play import dangers, mines
from bot.titles.firefight.play.acting import able, on_the_map, payments
from bot.titles.firefight.play.arriving import arrived, leave_hole, through_wire
from bot.titles.firefight.play.base import Here, Play
from bot.titles.firefight.play.by_units import by_units
from bot.titles.firefight.play.revealing import betray
from bot.titles.firefight.printed.units import named


@rule("COH-6.5a", "COH-3.5c", "COH-3.5e")
def fits(at: Here, action: do.Load) -> Wrong | None:
    """The player's vehicle carries a foot unit or tows a gun from its hex or the next."""
    unit, vehicle = at.state.units[action.unit], at.state.units.get(action.into)
    mine = vehicle is not None and vehicle.owner == at.seat and kind(vehicle).vehicle
    if vehicle is None or not mine or where(vehicle) not in ground(at.state.field):
        return Wrong("that is no vehicle of yours on the map", "choose a truck, a wagon or another vehicle")
    if not (kind(unit).foot or kind(unit).gun) and (wrong := not_towed(at.state, unit, vehicle)) is not None:
        return wrong
    if carried(at.state, vehicle.id) is not None:
        return Wrong(f"{named(vehicle.counter)} is loaded already", "choose another vehicle")
    if vehicle.hiding is not None:
        return Wrong("a hidden vehicle takes nobody in", "show it first")
    return _reaches(at.state, unit, vehicle)


# FF-R73
@case("COH-6.5a")
def not_towed(state: State, unit: Unit, by: Unit) -> Wrong | None:
    """A vehicle may tow another that a hit immobilizes; tracks need a tracked tow."""
    if unit.id == by.id or hits.moves(unit):
        return Wrong(
            "foot units ride; guns are towed, and vehicles that a hit keeps from moving", "choose another unit"
        )
    if not hits.moves(by) or by.aboard:
        return Wrong(f"{named(by.counter)} does not move itself", "choose another vehicle")
    if kind(unit).mode == "tracks" and kind(by).mode != "tracks":
        return Wrong("tracked vehicles are towed by tracked ones", "choose another vehicle")
    if carried(state, unit.id) is not None:
        return Wrong(f"{named(unit.counter)} is loaded", "let its passenger get out first")
    return None


# FF-R65
def _reaches(state: State, unit: Unit, vehicle: Unit) -> Wrong | None:
    """The unit is in the vehicle's hex in any state, or moves in from the next hex."""
    start, to = where(unit), where(vehicle)
    if start == to:
        return None
    if ground(state.field).distance(start, to) > 1:
        return Wrong("the vehicle is too far off", "bring them together, into one hex or the next")
    if not hits.moves(unit):
        return hits.kept_from(unit, "does not move")
    cost = fare(state, unit.id, start, to)
    return cost if isinstance(cost, Wrong) else None


# FF-R65
@case("COH-6.5a")
def load_cost(state: State, action: do.Load) -> int:
    """Return the cost of loading, a move of the unit.

    Terrain counts only from the next hex.
    """
    unit, vehicle = state.units[action.unit], state.units[action.into]
    if where(unit) == where(vehicle):
        return kind(unit).move
    cost = fare(state, unit.id, where(unit), where(vehicle))
    assert not isinstance(cost, Wrong)
    return cost


@case("COH-6.5a", "COH-6.1g", "COH-6.1h", "COH-3.5b")
def load(play: Play, action: do.Load) -> None:
    """Load or tow a unit; from the next hex it first enters the vehicle's hex."""
    came, to = play.state.units[action.unit].hex, where(play.state.units[action.into])
    if came != to:
        betray(play, action.unit)
    if came != to and not through_wire(play, action.unit, to, load_cost(play.state, action)):
        return
    play.emit(ev.Loaded(action.unit, action.into))
    leave_hole(play, action.unit)
    if came != play.state.units[action.unit].hex:
        mines.set_off(play, action.unit, walks=True)


def loads(at: Here, fixed: Fixed) -> Iterator[do.Load]:
    """Yield every unit with each vehicle near it."""
    wanted = fixed.get("into")
    mine = [unit for unit in at.state.units.values() if unit.owner == at.seat and kind(unit).vehicle]
    for id in able(at, fixed):
        start = where(at.state.units[id])
        for vehicle in mine:
            near = where(vehicle) in ground(at.state.field) and start in ground(at.state.field)
            if vehicle.id in (wanted or vehicle.id,) and near:
                for paid in payments(at, (id,), fixed):
                    yield do.Load(id, vehicle.id, **paid)


def says_load(seen: Seen[State], action: do.Load) -> str:
    """Return the order as a sentence."""
    unit, vehicle = phrases.who(seen, (action.unit,)), phrases.who(seen, (action.into,))
    gets = "gets into" if phrases.walks(seen, action.unit) else "is hooked up to"
    return f"{unit} {gets} {vehicle}{phrases.PAID[action.by]}."


def why_load(seen: Seen[State], action: do.Load) -> str:
    """Return the reason for riding: the distance of the enemy."""
    near = advantage.enemy_near(seen, action.unit)
    return f"on its own it is slow{f', and {near}' if near else ''}"


def works_at(state: State, action: do.Load) -> Iterator[str]:
    """Warn about works in the vehicle's hex, which a unit from the next hex enters."""
    to = where(state.units[action.into])
    hexes = (to,) if to != where(state.units[action.unit]) else ()
    return dangers.in_the_way(state, (action.unit,), hexes, walks=True)


LOAD = by_units(
    do.Load,
    when="units get in in their player's turn",
    says=says_load,
    why=why_load,
    cost=load_cost,
    rules=(on_the_map, fits),
    candidates=loads,
    deed=load,
    meets=lambda at, action: works_at(at.state, action),
)


@rule("COH-6.5a", "COH-3.5e")
def can_get_out(at: Here, action: do.Unload) -> Wrong | None:
    """A passenger gets out in the vehicle's hex or the next, unless it is stunned."""
    unit = at.state.units[action.unit]
    if not unit.aboard:
        return Wrong("that unit is neither carried nor towed", "choose one that is")
    if hits.marker(unit).helpless:
        return hits.kept_from(unit, "does not get out")
    to = action.at or unit.hex
    if to == unit.hex:
        return None
    if to not in ground(at.state.field) or ground(at.state.field).distance(unit.hex, to) > 1:
        return Wrong("units get out in the vehicle's hex or the next", "choose a nearer hex")
    if not hits.moves(unit):
        return hits.kept_from(unit, "gets out in its own hex alone")
    cost = fare(at.state, unit.id, unit.hex, to)
    return cost if isinstance(cost, Wrong) else None


@case("COH-6.5a")
def unload_cost(state: State, action: do.Unload) -> int:
    """Return the cost of unloading, a move of the unit.

    Terrain counts only into the next hex.
    """
    unit = state.units[action.unit]
    to = action.at or unit.hex
    cost = fare(state, unit.id, unit.hex, to) if to != unit.hex else kind(unit).move
    assert not isinstance(cost, Wrong)
    return cost


@case("COH-6.5a", "COH-6.1g", "COH-3.5b")
def unload(play: Play, action: do.Unload) -> None:
    """Unload or unhook a unit."""
    unit = play.state.units[action.unit]
    to = action.at or unit.hex
    if to != unit.hex:
        betray(play, unit.id)
        if not through_wire(play, unit.id, to, unload_cost(play.state, action)):
            return
    play.emit(ev.Unloaded(unit.id, unit.aboard, to, action.facing or unit.facing))
    arrived(play, unit.id, HexId("") if to == unit.hex else unit.hex)


def unloads(at: Here, fixed: Fixed) -> Iterator[do.Unload]:
    """Yield every passenger with its vehicle's hex and the adjacent hexes."""
    for unit in at.state.units.values():
        if unit.owner != at.seat or not unit.aboard or unit.hex not in ground(at.state.field):
            continue
        if fixed.get("unit", unit.id) != unit.id or unit.hex == HIDDEN:
            continue
        for to in [fixed["at"]] if "at" in fixed else ["", *ground(at.state.field).neighbours[unit.hex]]:
            for paid in payments(at, (unit.id,), fixed):
                yield do.Unload(unit.id, HexId(to), fixed.get("facing", ""), **paid)


def says_unload(seen: Seen[State], action: do.Unload) -> str:
    """Return the order as a sentence."""
    there = f" at {names.hex(seen.state, action.at)}" if action.at else ""
    gets = "gets out" if phrases.walks(seen, action.unit) else "is unhooked"
    extra = f"{phrases.faces(action.facing)}{phrases.PAID[action.by]}"
    return f"{phrases.who(seen, (action.unit,))} {gets}{there}{extra}."


def why_unload(seen: Seen[State], action: do.Unload) -> str:
    """Return the reason for getting out: fire."""
    near = advantage.enemy_near(seen, action.unit)
    return f"{f'{near}, and ' if near else ''}only units on the ground can fire"


def exit_hex(state: State, action: do.Unload) -> tuple[HexId]:
    """Return the hex in which a unit gets out."""
    return (action.at or where(state.units[action.unit]),)


UNLOAD = by_units(
    do.Unload,
    when="units get out in their player's turn",
    says=says_unload,
    why=why_unload,
    cost=unload_cost,
    rules=(can_get_out,),
    candidates=unloads,
    deed=unload,
    over=lambda action: (action.at,) if action.at else (),
    ends=exit_hex,
    meets=lambda at, action: dangers.in_the_way(at.state, (action.unit,), exit_hex(at.state, action), walks=True),
)
VERBS = (LOAD, UNLOAD)
