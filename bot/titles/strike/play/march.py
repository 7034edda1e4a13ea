"""Units march: alone, in stacks, and where the weather demands it with a leader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Fixed, Verb
from bot.titles.strike import events as ev
from bot.titles.strike.field import advantage, counters, movement, names
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit, UnitId
from bot.titles.strike.play import Play, contact
from bot.titles.strike.play.named import name, no_area, no_unit, own
from bot.titles.strike.play.phase import Moves, count_redeployed, in_turn, out_of_turn, too_many_redeploy
from bot.titles.strike.play.sketch import own_units, way


def _movers(seen: Seen[State], action: do.Move) -> tuple[Unit, ...]:
    return tuple(unit for id in action.units if (unit := own(seen, id)) is not None)


@rule("6.0")
def can_march(seen: Seen[State], action: do.Move) -> Wrong | None:
    """Troops, leaders and trucks move over ground; German trucks move first."""
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
    """The Redeployment Phase limits the number of moving units."""
    return too_many_redeploy(seen, _movers(seen, action))


@rule("6.2.2", "5.1.2", "6.1.1", "6.1.3", "6.3.3", "6.3.4", "6.4.6", "11.8.3")
def finds_a_way(seen: Seen[State], action: do.Move) -> Wrong | None:
    """Each unit needs a way that it can pay for and may take."""
    found = movement.plan(seen.state, _movers(seen, action), action.to, action.via)
    return found if isinstance(found, Wrong) else None


def moves(seen: Seen[State], fixed: Fixed) -> Iterator[do.Move]:
    """Yield moves of single units, of a leader with companions, and of stacks."""
    state, via = seen.state, fixed.get("via", ())
    groups = _named(seen, fixed["units"]) if "units" in fixed else _groups(state, seen.seat)
    here = counters.map_of(state)
    for group, most in groups:
        to = fixed.get("to", group[0].place)
        if not via and not (to in here and here.distance(group[0].place, to) <= most):
            continue
        if (reached := _reached(state, group)) is None:
            continue
        goals: Iterable[AreaId] = here.areas if via else reached
        if "to" in fixed:
            goals = (fixed["to"],) if via or fixed["to"] in reached else ()
        units = tuple(unit.id for unit in group)
        yield from (do.Move(units, to, via) for to in goals)


Group = tuple[tuple[Unit, ...], int]
"""Units that can move together, and how many areas they could pass at most."""


def _named(seen: Seen[State], ids: Sequence[UnitId]) -> Sequence[Group]:
    """Return the named units as a group, if each is on the map."""
    named = [counters.own(seen.state, seen.seat, id) for id in ids]
    units = tuple(unit for unit in named if unit is not None)
    return [(units, movement.farthest(seen.state, units))] if units and len(units) == len(named) else []


@counters.NOW.keeps
def _reached(state: State, group: tuple[Unit, ...]) -> Sequence[AreaId] | None:
    """Return where all units of a group come; `None` if it lacks a leader."""
    parties = movement.parties(state, group)
    if isinstance(parties, Wrong):
        return None
    escorted = any(map(counters.fights, group))
    first, *others = (movement.destinations(state, party, escorted=escorted) for party in parties)
    return tuple(area for area in first if all(area in each for each in others)) if others else first


@counters.NOW.keeps
def _groups(state: State, seat: Seat) -> Sequence[Group]:
    """Return units that can move together: singles, leaders with companions, stacks."""
    return tuple((units, movement.farthest(state, units)) for units in _grouped(Seen(seat, state)))


def _grouped(seen: Seen[State]) -> Iterator[tuple[Unit, ...]]:
    state = seen.state
    step = state.steps[-1]
    able = [unit for unit in movement.movable(state, counters.of(state, seen.seat)) if in_turn(seen, step, unit)]
    yield from ((unit,) for unit in able if not movement.needs_leader(state, unit))
    for area in dict.fromkeys(unit.place for unit in able):
        stack = [unit for unit in able if unit.place == area]
        leaders = [unit for unit in stack if counters.is_kind(unit, "leader")]
        led = [unit for unit in stack if movement.needs_leader(state, unit)]
        yield from ((leader, unit) for leader, unit in product(leaders, led))
        if len(stack) > 1 and (leaders or not led) and (len(stack) > 2 or not led):
            yield tuple(stack)


@case("6.0", "6.3.4", "3.2.2")
def move(play: Play, step: Moves, action: do.Move) -> None:
    """Move units to an area, troops first."""
    count_redeployed(play, action.units)
    legs = movement.plan(play.state, [play.state.units[unit] for unit in action.units], action.to, action.via)
    assert not isinstance(legs, Wrong)
    for leg in legs:
        gone = tuple(unit.id for unit in leg.units)
        play.emit(ev.Moved(gone, leg.path, leg.costs, leg.leader, leg.led))
        contact.come_through(play, leg.units, leg.path)
    contact.settle(play)


def sketch_march(seen: Seen[State], action: do.Move) -> Sketch | None:
    """Show the way of the units that go first."""
    state, units = seen.state, own_units(seen, action.units)
    if not units or any(area not in counters.map_of(state) for area in (action.to, *action.via)):
        return way(seen, units, action.to)
    legs = movement.plan(state, units, action.to, action.via)
    return way(seen, units, action.to, () if isinstance(legs, Wrong) else legs[0].path)


def says_move(seen: Seen[State], action: do.Move) -> str:
    """Say where units go, and by which areas if all take the same indirect path."""
    goes = names.they(seen, action.units, "goes", "go")
    return f"{goes} to {names.place(seen.state, action.to)}{_by(seen.state, action)}."


def _by(state: State, action: do.Move) -> str:
    units = [unit for id in action.units if (unit := state.units.get(id)) is not None and counters.on_map(unit)]
    goals = (*action.via, action.to)
    if not units or not all(area in counters.map_of(state) for area in goals):
        return ""
    legs = movement.plan(state, units, action.to, action.via)
    if isinstance(legs, Wrong) or len({leg.path for leg in legs}) != 1:
        return ""
    return names.passing(state, legs[0].path)


MOVE: Verb[State, ev.Event, Any, do.Move] = Verb(
    do.Move,
    when="units move in your movement phase, and when you redeploy",
    says=says_move,
    why=lambda seen, action: advantage.of_place(seen, action.units, action.to),
    cite="6.0",
    rules=(can_march, is_fit, may_redeploy, finds_a_way),
    candidates=moves,
    resolve=move,
    sketch=sketch_march,
)
