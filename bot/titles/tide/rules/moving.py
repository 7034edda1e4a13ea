"""What a unit may do with its movement, in an Advance, a Fire and Movement and before an assault."""

from __future__ import annotations

from bot.kernel.game import verb
from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.titles.tide import forces, movement
from bot.titles.tide.model.actions import Advance, Assault, FireAndMove
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId, UnitId, Vehicle
from bot.titles.tide.movement import Way, points
from bot.titles.tide.resolve.marching import shelter_wrong
from bot.titles.tide.rules.units import is_hex, own

Moving = Advance | FireAndMove | Assault


def goal(seen: Seen[State], action: Moving) -> HexId:
    """Return where the move ends; an assault without a move stays where it is."""
    if action.to or not isinstance(action, Assault):
        return action.to
    unit = own(seen, action.unit)
    return unit.hex if unit is not None else HexId("")


def shelter(action: Moving) -> ShelterId:
    """Return what the unit wants to get into."""
    return ShelterId("") if isinstance(action, Assault) else action.into


def way(seen: Seen[State], action: Moving) -> Way | Wrong:
    """Return the way of the move, or why there is none. A gun goes to the next hex, whatever its ground costs."""
    unit = own(seen, action.unit)
    assert unit is not None
    if forces.is_gun(unit):
        return Way((goal(seen, action),), 0)
    return movement.way(seen.state, unit, goal(seen, action), action.via)


@rule("TOI-8.2")
def on_the_map(seen: Seen[State], action: Moving) -> Wrong | None:
    """Half hexes at the rim do not exist, nor does what lies beyond."""
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
    leaves = isinstance(action, Advance) or forces.aboard(seen.state, unit) is not None
    if leaves and movement.leaving_cost(seen.state, unit):
        return None
    return Wrong("the unit would stay where it is", "choose another hex, a shelter, or another action")


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
    has, _ = movement.allowance(seen.state, unit, verb(type(action)))
    needs = found.cost + movement.clearing_cost(action.clear) + movement.entering_cost(seen.state, shelter(action))
    aboard = forces.aboard(seen.state, unit) is not None
    if found.path or shelter(action) or isinstance(action, Advance) or aboard:
        needs += movement.leaving_cost(seen.state, unit)
    if needs <= has:
        return None
    return Wrong(
        f"that costs {points(needs)} movement points, the unit has {points(has)}",
        "choose something nearer",
        "TOI-4.1" if isinstance(action, Advance) else "TOI-4.4b",
    )


@rule("TOI-12.2a", "TOI-12.2b", "TOI-3.2c")
def room_there(seen: Seen[State], action: Moving) -> Wrong | None:
    """A unit may not end its move among enemies, nor crowd a hex."""
    unit = own(seen, action.unit)
    to = goal(seen, action)
    if unit is None or (to == unit.hex and forces.aboard(seen.state, unit) is None):
        return None
    if forces.holders(seen.state, to, seen.seat):
        return Wrong(f"there are enemies at {to}", "end the move elsewhere, or assault them", "TOI-12.2b")
    boards = UnitId(shelter(action)) in seen.state.units
    if not boards and not forces.has_room(seen.state, to, unit):
        return Wrong(f"{to} already holds three units", "choose another hex")
    return None


@rule("TOI-9.1", "TOI-3.6a", "TOI-3.2h")
def shelter_there(seen: Seen[State], action: Advance | FireAndMove) -> Wrong | None:
    """What a squad wants to get into must be there and have room."""
    unit = own(seen, action.unit)
    if unit is None or not action.into:
        return None
    if getattr(unit, "within", "") == action.into:
        return Wrong("the squad is already inside", "leave `into` out")
    if isinstance(action, FireAndMove) and action.first == "move" and UnitId(action.into) in seen.state.units:
        return Wrong("a squad cannot attack from inside a transport", "fire first, then mount", "TOI-3.6c")
    return shelter_wrong(seen.state, unit, action.to, action.into)


@rule("TOI-9.5", "TOI-2.4b")
def wire_to_clear(seen: Seen[State], action: Moving) -> Wrong | None:
    """Engineers and tanks clear razor wire on their way."""
    unit = own(seen, action.unit)
    found = way(seen, action)
    assert unit is not None and isinstance(found, Way)
    if action.clear and not movement.clears_wire(unit):
        return Wrong("only engineers and tanks clear razor wire", "leave `clear` out")
    for hex in action.clear:
        if hex not in (unit.hex, *found.path) or not forces.works_at(seen.state, hex, "wire"):
            return Wrong(f"there is no razor wire on the way at {hex}", "name hexes of the way that hold wire")
    return None
