"""Movement: foot units, single vehicles, columns, backing, turning and exits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen, see
from bot.kit.decisions import Fixed, Verb, until_found
from bot.kit.english import begun
from bot.titles.trap.field import advantage, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.allowance import left, may_fire_after
from bot.titles.trap.field.danger import watchers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import (
    cost_to,
    foot_may_enter,
    foot_ways,
    group_cost,
    may_turn,
    obstacles,
    open_to_vehicles,
    side,
    stairs_held,
    total_cost,
    vehicle_ways,
    way_to,
    within_reach,
)
from bot.titles.trap.field.stacking import enemies, helpless, levels
from bot.titles.trap.field.units import record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Level, Unit
from bot.titles.trap.play.acting import Anytime, Here, act, may_act, on_the_map
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.hindrances import closed_to_vehicles, comes_to, taken
from bot.titles.trap.play.moves import (
    Route,
    can_still_move,
    far,
    go,
    groups,
    last_side,
    off_course,
)

# On foot, and single vehicles.


def together(at: Here, action: do.Move) -> list[Unit]:
    """Return the units that an order names."""
    return [at.state.units[id] for id in action.units]


@rule("TRAP-5.1", "TRAP-3.4.2")
def of_one_hex(at: Here, action: do.Move) -> Wrong | None:
    """Units that move together start in one place; a vehicle moves alone."""
    units = together(at, action)
    if len({(unit.hex, unit.level) for unit in units}) > 1:
        return Wrong("only units of one hex and one level move together", "move them one after another")
    if len(units) > 1 and any(record(unit).vehicle for unit in units):
        return Wrong("a vehicle moves alone, or leads a column", "name it alone, or use march")
    return None


@rule("TRAP-3.2", "TRAP-5.1.1-7", "TRAP-5.1.1-4")
def level_is_there(at: Here, action: do.Move) -> Wrong | None:
    """There is an upper level in buildings that stand, for those on foot."""
    if action.to not in ground():
        return Wrong("that hex is not on the map", "choose a hex of the map", "TRAP-2.1")
    if action.level not in levels(at.state, action.to):
        return Wrong(f"there is no upper level at {action.to}", "stay on the ground")
    if action.level == "upper" and record(together(at, action)[0]).vehicle:
        return Wrong("vehicles do not climb stairs", "stay on the ground")
    return None


@rule("TRAP-5.1.1", "TRAP-5.1", "TRAP-5.1.4", "TRAP-8.4", "TRAP-8.9", "TRAP-5.1.1-10", "TRAP-3.4.2")
def finds_a_way(at: Here, action: do.Move) -> Wrong | None:
    """A move needs an affordable way."""
    plan = planned(at.state, together(at, action), action)
    if isinstance(plan, Wrong):
        return plan
    return None


@rule("TRAP-3.1", "TRAP-3.1.1", "TRAP-3.1.2", "TRAP-3.1.4")
# TRAP-R17
def ends_well(at: Here, action: do.Move) -> Wrong | None:
    """At the end of a move stacking holds, and nobody stands among enemies."""
    return taken(at.state, together(at, action), action.to, action.level)


@rule("TRAP-3.4", "TRAP-3.4.2")
def faces_well(at: Here, action: do.Move) -> Wrong | None:
    """Among buildings and woods a vehicle faces as its road has led it."""
    unit = together(at, action)[0]
    if not action.facing or not record(unit).vehicle or ground().terrain[action.to] == "clear":
        return None
    return Wrong("among buildings and woods a vehicle faces as its road leads", "leave its facing out",
                 "TRAP-3.4.2")  # fmt: skip


def planned(state: State, units: Sequence[Unit], action: do.Move) -> Route | Wrong:
    """Return how units move by an order, or why they cannot."""
    start = units[0]
    if action.to == start.hex and not action.via:
        return climbed(state, units, action)
    path: tuple[HexId, ...]
    if action.via:
        path = (start.hex, *action.via, action.to)
        if any(a not in ground() or b not in ground().neighbours(a) for a, b in pairwise(path)):
            return Wrong("the hexes to pass do not lie side by side", "name every hex on the way, in order")
        wrong = barred(state, start, path)
        if wrong is not None:
            return wrong
    else:
        path = way_to(state, tuple(units), action.to, action.level)
    if not path:
        slow = (unit for unit in units if not comes_to(state, unit, action.to))
        return far(state, next(slow, start), action.to)
    for unit in units:
        if total_cost(state, unit, path, action.level) > left(state, unit):
            return _too_dear(state, unit, path, action)
    return Route(path, action.level, last_side(path))


def _too_dear(state: State, unit: Unit, path: Sequence[HexId], action: do.Move) -> Wrong:
    """Return why a unit cannot pay for a way: its length, or the stairs at its end."""
    if action.level == "upper" and total_cost(state, unit, path, "ground") <= left(state, unit):
        return Wrong(f"no movement point is left to go upstairs at {action.to}", "stay on the ground there",
                     "TRAP-5.1.1-7")  # fmt: skip
    return far(state, unit, action.to)


def climbed(state: State, units: Sequence[Unit], action: do.Move) -> Route | Wrong:
    """Return how units change their level where they are."""
    if units[0].level == action.level:
        return Wrong(
            "they are there already", "choose another hex or level; turn changes their facing", "TRAP-5.1"
        )
    for unit in units:
        if total_cost(state, unit, (unit.hex,), action.level) > left(state, unit):
            return Wrong("going up or down costs one movement point", "choose units that have it", "TRAP-5.1.1-7")
    return Route((units[0].hex,), action.level, None)


ROUND = Wrong("a vehicle cannot turn round among buildings and woods", "reverse, or drive on", "TRAP-3.4.2")


def barred(state: State, unit: Unit, path: Sequence[HexId]) -> Wrong | None:
    """Say what on a way that the player names cannot be passed."""
    here, front = ground(), side(unit.facing)
    vehicle = record(unit).vehicle
    if stairs_held(state, unit):
        return far(state, unit, path[-1])
    for n, (a, b) in enumerate(pairwise(path)):
        turn = here.direction(a, b)
        assert turn is not None
        if vehicle:
            if not open_to_vehicles(state, a, b):
                return closed_to_vehicles(state, a, b) or far(state, unit, b)
            if not may_turn(state, here, a, front, turn):
                return ROUND
        elif not foot_may_enter(state, unit.side, b) or (b in obstacles(state) and len(path) > 2 and n >= 0):
            return far(state, unit, b)
        front = turn
    return None


def to_move(at: Here, fixed: Fixed) -> Iterator[do.Move]:
    """Offer each unit and group each hex in reach, on both levels."""
    facing, via = fixed.get("facing", ""), fixed.get("via", ())
    for units in groups(at, fixed):
        if "to" in fixed and not within_reach(at.state, units, fixed["to"]):
            continue
        ids = tuple(unit.id for unit in units)
        vehicle = record(units[0]).vehicle
        ways = vehicle_ways(at.state, units[0]) if vehicle else foot_ways(at.state, units)
        hexes = [hex for hex in (units[0].hex, *ways.costs) if fixed.get("to", hex) == hex]
        goals = hexes if not via else [fixed.get("to", units[0].hex)]
        for hex in until_found(fixed, "units", ids, goals):
            for level in levels(at.state, hex) if hex in ground() and not vehicle else ("ground",):
                yield do.Move(ids, hex, via, level, facing)


@case("TRAP-4.3-1")
def move(play: Play, step: object, action: do.Move) -> None:
    """Move units along the way that their side has seen for them."""
    units = [play.state.units[id] for id in action.units]
    plan = planned(see(play.state, play.seat).state, units, action)
    assert not isinstance(plan, Wrong)
    act(play, action.units)
    go(play, units, plan, action.facing or plan.facing)


def way_of(at: Anytime, action: do.Move) -> Sketch | None:
    """Draw the way of a move."""
    if not action.units or any(id not in at.state.units for id in action.units):
        return None
    units = together(at, action)
    if not all(unit.counter.known and unit.hex in ground() for unit in units):
        return None
    plan = planned(at.state, units, action) if len({unit.hex for unit in units}) == 1 else None
    if not isinstance(plan, Route):
        return None
    return Sketch(plan.path, path=plan.path)


def says_move(seen: Seen[State], action: do.Move) -> str:
    """Say where units go, and by which streets."""
    units = say.units_of(seen, action.units)
    here = bool(units) and units[0].hex == action.to and action.to in ground()
    goes, end = say.they(seen, action.units, "goes", "go"), say.facing(action.facing)
    if not action.via and here:
        stairs = "upstairs" if action.level == "upper" else "down to the street"
        return f"{goes} {stairs} at {names.place(action.to)}{end}."
    upstairs = ", upstairs" if action.level == "upper" else ""
    return f"{goes} to {names.place(action.to)}{_by(seen, action)}{upstairs}{end}."


def _by(seen: Seen[State], action: do.Move) -> str:
    """Say by which streets units go."""
    units = say.identified(seen, action.units)
    if not units or action.via or action.to not in ground():
        return ""
    streets = names.way(way_to(seen.state, units, action.to, action.level))
    return f" by {streets}" if streets else ""


def foretold(seen: Seen[State], action: do.Move) -> Iterator[str]:
    """Report the cost of a move, the enemies it destroys, and those that see its end."""
    units = say.own(seen, action.units)
    if not units:
        return
    state = seen.state
    cost = _price(state, units, action)
    if cost is not None:
        has = min(left(state, unit) for unit in units)
        yield f"The way costs {names.halves(cost)} of {names.points(has)}."
        if not all(_fires_after(state, unit, cost) for unit in units if record(unit).fights):
            yield "After that it is too late to fire."
    levels: tuple[Level, ...] = ("ground", action.level) if action.to != units[0].hex else (action.level,)
    for foes in (enemies(state, seen.seat, action.to, level) for level in dict.fromkeys(levels)):
        if helpless(foes):
            yield f"{begun(names.units(foes))} {names.does(foes, 'is', 'are')} lost then."
    if foes := watchers(state, seen.seat, action.to, units):
        yield f"{begun(names.where_they_stand(foes))} could fire there."


def _price(state: State, units: tuple[Unit, ...], action: do.Move) -> int | None:
    """Return the cost of a legal move: by its hexes, the stairs or the best way."""
    start = units[0].hex
    if action.via or action.to == start:
        way = (start, *action.via, action.to) if action.via else (start,)
        return group_cost(state, units, way, action.level)
    return cost_to(state, units, action.to, action.level)


def _fires_after(state: State, unit: Unit, cost: int) -> bool:
    spent = {**state.spent[unit.side].open()}
    spent[unit.id] = spent.get(unit.id, 0) + cost
    book = {**state.spent, unit.side: replace(state.spent[unit.side], value=spent)}
    return may_fire_after(replace(state, spent=book), replace(unit, moved=True))


MOVE = Verb(
    do.Move,
    when="units move when they are activated",
    says=says_move,
    why=lambda seen, action: advantage.of_place(seen, action.units, action.to),
    cite="TRAP-4.3",
    rules=(
        may_act, on_the_map, off_course, can_still_move, of_one_hex, level_is_there, faces_well, finds_a_way,
        ends_well,
    ),
    candidates=to_move,
    resolve=move,
    sketch=way_of,
    tells=foretold,
)  # fmt: skip
