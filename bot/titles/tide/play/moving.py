"""Common rules of moves, for Advance, Fire and Movement, and assaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from msgspec.structs import replace

from bot.kernel.game import Odds, verb
from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit import odds
from bot.kit.decisions import Fixed, until_found
from bot.kit.english import in_dice
from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, guns, hazards, marches, movement, names, underway, units
from bot.titles.tide.field.board import is_hex
from bot.titles.tide.field.crews import movers
from bot.titles.tide.field.harm import effects
from bot.titles.tide.field.movement import Way, points
from bot.titles.tide.field.shelters import shelter_wrong
from bot.titles.tide.field.units import AnyUnit, own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Advance, Assault, FireAndMove
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Intent
from bot.titles.tide.model.table import HexId, ShelterId, Squad, UnitId, Vehicle
from bot.titles.tide.play.choices import after_fire, fresh, optional, shelters
from bot.titles.tide.play.marching import begin_march
from bot.titles.tide.printed.tables import tables

Moving = Advance | FireAndMove | Assault


def goal(seen: Seen[State], action: Moving) -> HexId:
    """Return the end of the move; an assault without a move stays in its hex."""
    if action.to or not isinstance(action, Assault):
        return action.to
    unit = own(seen, action.unit)
    return unit.hex if unit is not None else HexId("")


def shelter(action: Moving) -> ShelterId:
    """Return the shelter that the unit wants to enter."""
    return ShelterId("") if isinstance(action, Assault) else action.into


def way(seen: Seen[State], action: Moving) -> Way | Wrong:
    """Return the path of the move, or why there is none.

    A gun moves into the next hex at any terrain cost.
    """
    unit = own(seen, action.unit)
    assert unit is not None
    if units.is_gun(unit):
        return Way((goal(seen, action),), 0)
    return underway.way(seen.state, unit, goal(seen, action), action.via)


@rule("TOI-8.2")
def on_the_map(seen: Seen[State], action: Moving) -> Wrong | None:
    """Half hexes at the rim and hexes beyond it are not playable."""
    for hex in (goal(seen, action), *action.via, *action.clear):
        if not is_hex(seen.state, hex):
            return Wrong(f"there is no hex {hex}" if hex else "no hex is named", "choose a hex of the map")
    return None


@rule("TOI-3.5c")
def mobile(seen: Seen[State], action: Moving) -> Wrong | None:
    """A heavily damaged vehicle does not move."""
    unit = own(seen, action.unit)
    if isinstance(unit, Vehicle) and unit.damage == "heavy":
        return Wrong("the vehicle is heavily damaged and cannot move", "let it fire, or choose another unit")
    return None


@rule("TOI-4.1", "TOI-4.4a")
def moves_at_all(seen: Seen[State], action: Advance | FireAndMove) -> Wrong | None:
    """A move goes somewhere: to another hex, into a shelter, or out of one."""
    unit = own(seen, action.unit)
    if unit is None or action.to != unit.hex or action.via or action.into or action.clear:
        return None
    if march := marches.march_of(seen.state):
        if march.plan.open().shot or march.plan.open().assault:
            return None
        return Wrong("the unit would not move", "hold it there, or choose another hex", "TOI-6.1f")
    leaves = isinstance(action, Advance) or units.aboard(seen.state, unit) is not None
    if leaves and movement.leaving_cost(seen.state, unit):
        return None
    return Wrong("the unit would not move", "choose another hex, a shelter, or another action")


@rule("TOI-8.1", "TOI-7.6", "TOI-9.4", "TOI-9.6", "TOI-12.2b", "FB-building-2")
def passable(seen: Seen[State], action: Moving) -> Wrong | None:
    """There must be a way over ground that the unit can enter."""
    found = way(seen, action)
    return found if isinstance(found, Wrong) else None


@rule("TOI-4.1", "TOI-4.4b", "TOI-3.6a", "TOI-9.1", "TOI-3.5b")
def near_enough(seen: Seen[State], action: Moving) -> Wrong | None:
    """The whole move must be paid for out of the unit's movement points."""
    unit = own(seen, action.unit)
    found = way(seen, action)
    assert unit is not None and isinstance(found, Way)
    needs = found.cost + movement.clearing_cost(action.clear) + movement.entering_cost(seen.state, shelter(action))
    if march := marches.march_of(seen.state):
        has = max(0, underway.left(seen.state, march, unit))
    else:
        has, _ = movement.allowance(seen.state, unit, verb(type(action)))
        needs += _leaving(seen, action, unit, found)
    if needs <= has:
        return None
    return Wrong(
        f"that costs {points(needs)} movement points, the unit has {points(has)}{' left' if march else ''}",
        "choose something nearer",
        "TOI-4.1" if isinstance(action, Advance) else "TOI-4.4b",
    )


def _leaving(seen: Seen[State], action: Moving, unit: AnyUnit, way: Way) -> int:
    """Return the cost of leaving a shelter, if the order makes the unit leave it."""
    aboard = units.aboard(seen.state, unit) is not None
    gets_out = way.path or shelter(action) or isinstance(action, Advance) or aboard
    return movement.leaving_cost(seen.state, unit) if gets_out else 0


@rule("TOI-12.2a", "TOI-12.2b", "TOI-3.2c")
def room_there(seen: Seen[State], action: Moving) -> Wrong | None:
    """A unit may not end its move among enemies, nor crowd a hex."""
    unit = own(seen, action.unit)
    to = goal(seen, action)
    stays = unit is not None and to == unit.hex and marches.march_of(seen.state) is None
    if unit is None or (stays and units.aboard(seen.state, unit) is None):
        return None
    if units.holders(seen.state, to, seen.seat):
        return Wrong(f"there are enemies at {to}", "end the move elsewhere, or assault them", "TOI-12.2b")
    boards = UnitId(shelter(action)) in seen.state.units
    if not boards and not units.has_room(seen.state, to, unit):
        return Wrong(f"{to} already holds three units", "choose another hex")
    return None


@rule("TOI-9.1", "TOI-3.6a", "TOI-3.2h", "TOI-9.4")
def shelter_there(seen: Seen[State], action: Advance | FireAndMove) -> Wrong | None:
    """The shelter that a squad wants to enter is in the hex and has room."""
    unit = own(seen, action.unit)
    if unit is None or not action.into:
        return None
    if getattr(unit, "within", "") == action.into:
        return Wrong("the squad is already inside", "leave `into` out")
    march = marches.march_of(seen.state)
    shoots = march.plan.open().shot is not None if march else getattr(action, "first", "") == "move"
    if shoots and UnitId(action.into) in seen.state.units:
        return Wrong("a squad cannot attack from inside a transport", "fire first, then mount", "TOI-3.6c")
    if mines := _mined(seen.state, unit, action.to):
        return Wrong(f"{mines} before it gets into anything", "leave `into` out, or go elsewhere", "TOI-9.4")
    return shelter_wrong(seen.state, unit, action.to, action.into)


def _mined(state: State, unit: AnyUnit, hex: HexId) -> str:
    """Return the minefield that ends a unit's move in a hex, or ""."""
    entered = hex != unit.hex and board.works_at(state, hex, "mines")
    return f"the minefield at {hex} ends the unit's move" if entered else ""


@rule("TOI-9.5", "TOI-2.4b", "TOI-9.4")
def wire_to_clear(seen: Seen[State], action: Moving) -> Wrong | None:
    """Engineers and tanks clear razor wire on their way."""
    unit = own(seen, action.unit)
    found = way(seen, action)
    assert unit is not None and isinstance(found, Way)
    if action.clear and not units.clears_wire(unit):
        return Wrong("only engineers and tanks clear razor wire", "leave `clear` out")
    for hex in action.clear:
        if hex not in (unit.hex, *found.path) or not board.works_at(seen.state, hex, "wire"):
            return Wrong(f"there is no razor wire on the way at {hex}", "name hexes of the way that hold wire")
        if mines := _mined(seen.state, unit, hex):
            return Wrong(f"{mines} before it clears the wire", "leave `clear` out, or go elsewhere", "TOI-9.4")
    return None


@rule("FB-equip-1", "FB-equip-2", "FB-equip-7")
def moved_along(seen: Seen[State], action: Advance) -> Wrong | None:
    """A gun moves one hex with a fresh unit of its hex; other units name no crew."""
    gun = own(seen, action.unit)
    if gun is None or not units.is_gun(gun):
        return Wrong("only a gun is moved along by others", "leave `crew` out") if action.crew else None
    if action.into or action.via or action.clear:
        return Wrong("a gun goes to the next hex and does nothing else", "leave `into`, `via` and `clear` out")
    mover = guns.mover(seen.state, gun, action.crew)
    return mover if isinstance(mover, Wrong) else guns.way_wrong(seen.state, gun, mover, action.to)


def goals(seen: Seen[State], unit: AnyUnit, action: str, fixed: Fixed) -> Iterator[HexId]:
    """Yield the hexes in a unit's reach, its own hex first, or the fixed hex."""
    if "to" in fixed:
        yield fixed["to"]
        return
    spare = movement.clearing_cost(fixed.get("clear", ()))
    march = marches.march_of(seen.state)
    found = (
        underway.ways(seen.state, march, unit, spare) if march else movement.reach(seen.state, unit, action, spare)
    )
    open_ones = units.roomy(seen.state, unit)
    for hex in found.cost:
        if hex == unit.hex or open_ones(hex) or _transport_waits(seen, unit, hex):
            yield hex


def _transport_waits(seen: Seen[State], unit: AnyUnit, hex: HexId) -> bool:
    return isinstance(unit, Squad) and any(
        isinstance(each, Vehicle) and each.side == unit.side for each in units.at(seen.state, hex)
    )


def _clearings(seen: Seen[State], unit: AnyUnit, to: HexId, fixed: Fixed) -> tuple[Any, ...]:
    hexes = dict.fromkeys((unit.hex, to)) if units.clears_wire(unit) else ()
    return optional(fixed, "clear", ((hex,) for hex in hexes if board.works_at(seen.state, hex, "wire")))


def advances(seen: Seen[State], fixed: Fixed) -> Iterator[do.Advance]:
    """Yield moves to every hex in reach, into shelters, clearing wire.

    Guns move only to the next hex.
    """
    march = marches.march_of(seen.state)
    for unit in fresh(seen, fixed) if march is None else (seen.state.units[march.unit],):
        if units.is_gun(unit):
            yield from _hauls(seen, unit, fixed)
            continue
        for to in until_found(fixed, "unit", unit.id, goals(seen, unit, "advance", fixed)):
            ends = product(shelters(seen, unit, to), _clearings(seen, unit, to, fixed), after_fire(seen, fixed))
            for into, clear, after in ends:
                yield do.Advance(unit.id, to, into, fixed.get("via", ()), clear, after_fire=after)


def _hauls(seen: Seen[State], gun: AnyUnit, fixed: Fixed) -> Iterator[do.Advance]:
    """Yield moves of a gun with each crew; a single possible crew need not be named."""
    crews = [unit.id for unit in movers(seen.state, gun)]
    unnamed = [UnitId("")] if len(crews) == 1 else []
    for crew, to in product((*unnamed, *crews), board.map_of(seen.state).neighbours[gun.hex]):
        yield do.Advance(gun.id, to, crew=crew, after_fire=fixed.get("after_fire", ""))


def set_out(play: Play, action: do.Advance | do.FireAndMove | do.Assault, to: HexId, **attack: Any) -> None:
    """Begin a march; its plan is the owner's secret."""
    unit = play.state.units[action.unit]
    way = movement.way(play.state, unit, to, action.via)
    assert not isinstance(way, Wrong)
    into = ShelterId("") if isinstance(action, do.Assault) else action.into
    plan = Intent(way.path, action.clear, into, after_fire=action.after_fire, **attack)
    play.emit(ev.Activated(unit.id, verb(type(action))))
    begin_march(play, unit, verb(type(action)), plan, UnitId(""))


MOVE = (on_the_map, mobile, passable)
MOVE_ITSELF = (moves_at_all, wire_to_clear, near_enough, room_there, shelter_there)


def told_on_the_way(state: State, unit: AnyUnit, action: do.FireAndMove | do.Assault) -> Iterator[str]:
    """List the rolls that a unit must make on its way."""
    path = _path(state, unit, action)
    for what, chance in hazards.along(state, unit, path):
        yield f"On the way: {what}, {chance:.1%}."
    yield from hazards.told(state, unit, path)
    if path and board.works_at(state, action.to, "mines") and not units.is_special(unit, "engineer"):
        yield f"The minefield at {action.to} attacks it with {in_dice(tables().numbers.mines.dice)}."


def _path(
    state: State, unit: AnyUnit, action: do.Advance | do.FireAndMove | do.Assault, *, hauled: bool = False
) -> Sequence[HexId]:
    """Return the hexes that a unit would enter, or none if it has no path."""
    if not all(hex in board.map_of(state) for hex in (action.to, *action.via)):
        return ()
    way = Way((action.to,), 0) if hauled else underway.way(state, unit, action.to, action.via)
    return () if isinstance(way, Wrong) else way.path


@case("TOI-6.1f")
def of_way(seen: Seen[State], action: do.Advance) -> Odds | None:
    """Return the odds of a move, with notes on the hazards of its path."""
    unit = units.unit_at(seen.state, action.unit)
    odds = _of_mines(seen, action) or _of_ground(seen, action)
    if unit is None:
        return odds
    notes = tuple(hazards.told(seen.state, unit, _path(seen.state, unit, action, hauled=units.is_gun(unit))))
    if odds is not None:
        return replace(odds, notes=(*odds.notes, *notes))
    return Odds(f"The way to {action.to}", (), (), notes) if notes else None


def _of_ground(seen: Seen[State], action: do.Advance) -> Odds | None:
    """Return the odds of rolls on the way, for the unit and the crew of a gun."""
    state = seen.state
    unit = units.unit_at(state, action.unit)
    if unit is None:
        return None
    crew = guns.mover(state, unit, action.crew) if units.is_gun(unit) else None
    path = _path(state, unit, action, hauled=crew is not None)
    lines = [
        (f"{names.full(each)} {what}", chance)
        for each in (unit, crew)
        if isinstance(each, Squad | Vehicle)
        for what, chance in hazards.along(state, each, path)
    ]
    return Odds(f"The way to {action.to}", (), tuple(lines)) if lines else None


def _of_mines(seen: Seen[State], action: do.Advance) -> Odds | None:
    """Return the odds of an advance into a minefield."""
    unit = units.unit_at(seen.state, action.unit)
    if unit is None or not board.works_at(seen.state, action.to, "mines"):
        return None
    if units.is_special(unit, "engineer"):
        return Odds(f"The minefield at {action.to}", (), (("no effect", 1.0),), ("Engineers take no casualties.",))
    printed = tables().numbers.mines
    net = odds.successes(printed.dice, odds.face(printed.face))
    parts = (Modifier("TOI-9.4", "minefield", printed.dice),)
    crew = guns.mover(seen.state, unit, action.crew) if units.is_gun(unit) else None
    harmed = [crew] if isinstance(crew, Squad | Vehicle) and not units.is_special(crew, "engineer") else []
    notes = tuple(f"It attacks {names.full(each)} in the same way." for each in harmed)
    return Odds(
        f"The minefield at {action.to}: {in_dice(printed.dice)}", parts, effects(unit, net, "normal"), notes
    )
