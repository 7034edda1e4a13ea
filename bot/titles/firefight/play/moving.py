"""Moving, turning: one hex and one facing at a time, vehicles as far as their bonus moves take them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import see
from bot.kit.decisions import Fixed
from bot.titles.firefight.field import hits, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.groups import goals
from bot.titles.firefight.field.movement import Way, way, ways
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model import events as ev
from bot.titles.firefight.model.ids import FACINGS, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.acting import acting, by_units, can_move, groups, on_the_map, payments
from bot.titles.firefight.play.arriving import go, turned
from bot.titles.firefight.play.base import Here, Play
from bot.titles.firefight.play.deploying import deployments, farther, first_leg, may_deploy
from bot.titles.firefight.play.revealing import betray

TURNING = 1
"""What it costs to turn."""


@rule("COH-1.6a")
def says_where(at: Here, action: do.Move) -> Wrong | None:
    """A hex is named for all, or one for each."""
    if len(action.to) not in (1, len(action.units)):
        return Wrong("it is not clear who goes where", "name one hex for all, or one for each in their order")
    if len(action.units) > 1 and action.via and not action.card:
        return Wrong("a group moves one hex", "name a vehicle alone to lead it by certain hexes")
    return None


@rule("COH-4.1a", "COH-4.1e", "COH-4.2a", "COH-4.2b", "COH-4.2c", "COH-4.2d", "COH-4.3a", "COH-3.4d")
def finds_a_way(at: Here, action: do.Move) -> Wrong | None:
    """Each unit needs a way of one action; in a group some may turn where they are instead."""
    ends, via = first_leg(action)
    for id, to in goals(action.units, ends).items():
        unit = at.state.units[id]
        if where(unit) == to and len(action.units) > 1 and action.facing not in ("", unit.facing):
            continue
        found = way(at.state, id, to, via)
        if isinstance(found, Wrong):
            return found
    return None


@case("COH-1.6a", "COH-4.1b")
def price(state: State, action: do.Move) -> int:
    """Return the cost of the dearest of those that move together."""
    costs = []
    ends, via = first_leg(action)
    for id, to in goals(action.units, ends).items():
        found = way(state, id, to, via)
        costs.append(found.cost if isinstance(found, Way) else turning(state.units[id]))
    return max(costs)


@case("COH-4.1b", "COH-3.5g")
def turning(unit: Unit) -> int:
    """Return what it costs a unit to turn."""
    return TURNING + hits.move_cost(unit)


# FF-R20
@case("COH-4.1a", "COH-4.1d", "COH-3.4a", "COH-4.3a")
def move(play: Play, action: do.Move) -> None:
    """Move units hex by hex along the ways that their player has seen for them, and turn them at the end."""
    seen = see(play.state, play.seat).state
    ends, via = first_leg(action)
    for id, to in goals(action.units, ends).items():
        facing = action.facing or play.state.units[id].facing
        found = way(seen, id, to, via)
        if isinstance(found, Way):
            if go(play, id, found, facing) and (more := farther(play, action)) is not None:
                go(play, id, more, facing)
        else:
            play.emit(ev.Faced((id,), facing))
            turned(play, id)
        betray(play, id)


def to_move(at: Here, fixed: Fixed) -> Iterator[do.Move]:
    """Offer each unit, and those of one hex together, every hex that all of them reach."""
    facing, via = fixed.get("facing", ""), fixed.get("via", ())
    for units in groups(at, fixed):
        for to in destinations(at.state, units, fixed):
            for paid in payments(at, units, fixed):
                yield do.Move(units, to, facing, via, **paid)
        yield from deployments(at, units, fixed)


def destinations(state: State, units: tuple[UnitId, ...], fixed: Fixed) -> Iterator[tuple[HexId, ...]]:
    """Yield the hexes that all of these units reach, or what is named; of a named group, one for each."""
    if "to" in fixed:
        yield fixed["to"]
        return
    reached = [ways(state, id) if where(state.units[id]) in ground(state.field) else {} for id in units]
    common = [(to,) for to in reached[0] if all(to in each for each in reached)]
    yield from common
    if not common and "units" in fixed and all(reached):
        yield tuple(next(iter(each)) for each in reached)


def drawn(at: Here, action: do.Move) -> Sketch | None:
    """Draw the way of a move."""
    if not action.units or any(id not in at.state.units for id in action.units):
        return None
    unit = at.state.units[action.units[0]]
    found = way(at.state, unit.id, action.to[0], action.via) if action.to and _stands(at.state, unit.id) else None
    return Sketch(found.path, path=found.path) if isinstance(found, Way) else None


def _stands(state: State, id: UnitId) -> bool:
    return where(state.units[id]) in ground(state.field)


MOVE = by_units(
    do.Move,
    when="units move in their player's turn",
    cite="COH-1.3a",
    cost=price,
    rules=(says_where, on_the_map, can_move, may_deploy, finds_a_way),
    candidates=to_move,
    deed=move,
    sketch=drawn,
)


@rule("COH-4.1b", "COH-6.1d")
def can_turn(at: Here, action: do.Pivot) -> Wrong | None:
    """A unit turns to any side but the one that it faces."""
    if all(unit.facing == action.facing for unit in acting(at.state, action)):
        return Wrong(f"it faces {action.facing} already", "choose another side")
    forts = (works.of(at.state, unit) for unit in acting(at.state, action))
    if any(fort is not None and fort.kind == "bunker" for fort in forts):
        return Wrong("in a bunker one faces as the bunker does", "let it come out first", "COH-6.1d")
    return None


@case("COH-4.1b")
def turn(play: Play, action: do.Pivot) -> None:
    """Turn units where they are."""
    play.emit(ev.Faced(action.units, action.facing))
    for id in action.units:
        turned(play, id)
        betray(play, id)


def to_turn(at: Here, fixed: Fixed) -> Iterator[do.Pivot]:
    """Offer each unit, and those of one hex together, every side."""
    for units in groups(at, fixed):
        for facing in FACINGS:
            for paid in payments(at, units, fixed):
                yield do.Pivot(units, facing, **paid)


TURN_ABOUT = by_units(
    do.Pivot,
    when="units turn in their player's turn",
    cite="COH-4.1b",
    cost=lambda state, action: max(map(turning, acting(state, action))),
    rules=(on_the_map, can_move, can_turn),
    candidates=to_turn,
    deed=turn,
)
