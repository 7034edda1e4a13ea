"""What a unit may do with its movement, in an Advance, a Fire and Movement and before an assault."""

from __future__ import annotations

from bot.kernel.game import verb
from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.titles.tide.field import movement, names, underway, units
from bot.titles.tide.field.movement import Way, points
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.actions import Advance, Assault, Done, FireAndMove, Hold
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId, UnitId, Vehicle
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
    if units.is_gun(unit):
        return Way((goal(seen, action),), 0)
    return underway.way(seen.state, unit, goal(seen, action), action.via)


@rule("TOI-6.1f")
def is_on_its_way(seen: Seen[State], action: Advance) -> Wrong | None:
    """While the owner of a unit on its way is asked, nobody else moves."""
    march = underway.march_of(seen.state)
    if march is None or action.unit == march.unit:
        return None
    mover = names.unit(seen.state.units[march.unit])
    return Wrong(f"{mover} is on its way, and nobody else moves meanwhile", f"say first where {mover} goes")


@rule("TOI-9.4", "TOI-9.5", "TOI-9.6")
def goes_farther(seen: Seen[State], action: Advance) -> Wrong | None:
    """Who has come into an obstacle, or out of a minefield, leaves its hex no more in this activation."""
    march = underway.march_of(seen.state)
    unit = own(seen, action.unit)
    if march is None or unit is None or action.to == unit.hex:
        return None
    if cite := underway.held(seen.state, march, unit):
        return Wrong(f"the unit goes no farther than {unit.hex} in this activation", "hold it there", cite)
    return None


@rule("TOI-6.1f")
def can_go_on(seen: Seen[State], action: Done) -> Wrong | None:
    """A unit on its way goes on as it was ordered, while it can."""
    march = underway.march_of(seen.state)
    return None if march is None else underway.cannot_go_on(seen.state, march, seen.state.units[march.unit])


@rule("TOI-12.2a", "TOI-12.2b")
def can_stop(seen: Seen[State], action: Hold) -> Wrong | None:
    """A unit on its way does not stop among enemies, nor where there is no room."""
    march = underway.march_of(seen.state)
    return None if march is None else underway.cannot_stop(seen.state, seen.state.units[march.unit])


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
    if march := underway.march_of(seen.state):
        if march.plan.open().shot or march.plan.open().assault:
            return None
        return Wrong("the unit would stay where it is", "hold it there, or choose another hex", "TOI-6.1f")
    leaves = isinstance(action, Advance) or units.aboard(seen.state, unit) is not None
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
    needs = found.cost + movement.clearing_cost(action.clear) + movement.entering_cost(seen.state, shelter(action))
    if march := underway.march_of(seen.state):
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
    """Return what it costs a unit to get out of what it is inside of, when its order makes it do so."""
    aboard = units.aboard(seen.state, unit) is not None
    gets_out = way.path or shelter(action) or isinstance(action, Advance) or aboard
    return movement.leaving_cost(seen.state, unit) if gets_out else 0


@rule("TOI-12.2a", "TOI-12.2b", "TOI-3.2c")
def room_there(seen: Seen[State], action: Moving) -> Wrong | None:
    """A unit may not end its move among enemies, nor crowd a hex."""
    unit = own(seen, action.unit)
    to = goal(seen, action)
    stays = unit is not None and to == unit.hex and underway.march_of(seen.state) is None
    if unit is None or (stays and units.aboard(seen.state, unit) is None):
        return None
    if units.holders(seen.state, to, seen.seat):
        return Wrong(f"there are enemies at {to}", "end the move elsewhere, or assault them", "TOI-12.2b")
    boards = UnitId(shelter(action)) in seen.state.units
    if not boards and not units.has_room(seen.state, to, unit):
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
    march = underway.march_of(seen.state)
    shoots = march.plan.open().shot is not None if march else getattr(action, "first", "") == "move"
    if shoots and UnitId(action.into) in seen.state.units:
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
        if hex not in (unit.hex, *found.path) or not units.works_at(seen.state, hex, "wire"):
            return Wrong(f"there is no razor wire on the way at {hex}", "name hexes of the way that hold wire")
    return None
