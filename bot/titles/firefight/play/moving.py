"""Moving and turning: one hex or one facing at a time, plus vehicles' bonus moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen, see
from bot.kit.decisions import Fixed, until_found
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import advantage, hits, names, phrases, weighing, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.groups import goals
from bot.titles.firefight.field.movement import Way, way, ways
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind, on_map, other, side_of, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import FACINGS, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play import dangers
from bot.titles.firefight.play.acting import acting, can_move, groups, hindrance, on_the_map, payments
from bot.titles.firefight.play.arriving import go, turned
from bot.titles.firefight.play.base import Anytime, Here, Play
from bot.titles.firefight.play.by_units import by_units
from bot.titles.firefight.play.deploying import deployments, farther, first_leg, may_deploy
from bot.titles.firefight.play.revealing import betray
from bot.titles.firefight.play.settling import settled

TURNING = 1
"""The cost of turning."""


@rule("COH-1.6a")
def says_where(at: Here, action: do.Move) -> Wrong | None:
    """The action names one hex for all units, or one for each."""
    if len(action.to) not in (1, len(action.units)):
        return Wrong(
            "it is not clear which unit goes where", "name one hex for all, or one for each in their order"
        )
    if len(action.units) > 1 and action.via and not action.card:
        return Wrong("a group moves one hex", "choose a single vehicle to set its path")
    return None


@rule(
    "COH-4.1a", "COH-4.1e", "COH-4.2a", "COH-4.2b", "COH-4.2c", "COH-4.2d", "COH-4.3a", "COH-3.4d", "COH-3.5c",
    "COH-3.5e", "COH-3.6a", "COH-3.6c", "COH-7.2b", "COH-1.6a",
)  # fmt: skip
def finds_a_way(at: Here, action: do.Move) -> Wrong | None:
    """Each unit has a legal path of one action.

    In a group some units may turn in their hexes instead.
    """
    legs = plans(at.state, action)
    idle = all(found is None and not turns(at.state, action, id) for id, found in legs)
    if idle:
        return Wrong("none of them moves or turns", "name a hex beside one of them")
    return next((found for _, found in legs if isinstance(found, Wrong)), None)


@case("COH-1.6a", "COH-4.3a")
def plans(state: State, action: do.Move) -> list[tuple[UnitId, Way | Wrong | None]]:
    """Return each unit's path, `None` if it stays, or why it cannot move.

    Each unit of a group sees the units before it in their new hexes.
    """
    ends, via = first_leg(action)
    found: list[tuple[UnitId, Way | Wrong | None]] = []
    jams = in_column(state, action.units)
    for id, to in goals(action.units, ends).items():
        unit = state.units[id]
        stays = where(unit) == to and len(action.units) > 1
        leg = None if stays else hindrance(unit) or way(state, id, to, via)
        found.append((id, leg))
        if jams and isinstance(leg, Way):
            state = replace(state, units={**state.units, id: replace(unit, hex=to, hiding=None)})
    return found


def in_column(state: State, units: tuple[UnitId, ...]) -> bool:
    """Return true if several vehicles move together and may block each other.

    On a road, wheels do not pass a hex with another vehicle.
    """
    vehicles = [what for what in (kind(state.units[id]) for id in units) if what.vehicle]
    return len(vehicles) > 1 and any(what.wheels for what in vehicles)


def turns(state: State, action: do.Move, id: UnitId) -> bool:
    """Return true if a unit that stays in its hex turns there.

    A unit that can neither move nor turn still takes part.
    """
    unit = state.units[id]
    fort = works.of(state, unit)
    free = hindrance(unit) is None and (fort is None or fort.kind != "bunker")
    return free and action.facing not in ("", unit.facing)


@case("COH-1.6a", "COH-4.1b")
def price(state: State, action: do.Move) -> int:
    """Return the cost for the most expensive of the units that move together."""
    costs = [
        leg.cost if isinstance(leg, Way) else turning(state.units[id]) if turns(state, action, id) else 0
        for id, leg in plans(state, action)
    ]
    return max(costs)


@case("COH-4.1b", "COH-3.5g")
def turning(unit: Unit) -> int:
    """Return the cost for a unit to turn."""
    return TURNING + hits.move_cost(unit)


# FF-R20
@case("COH-4.1a", "COH-4.1d", "COH-3.4a", "COH-4.3a")
def move(play: Play, action: do.Move) -> None:
    """Move units hex by hex along the paths that their player saw, then turn them."""
    for id, found in plans(see(play.state, play.seat).state, action):
        facing = action.facing or play.state.units[id].facing
        if isinstance(found, Way):
            if go(play, id, found, facing) and (more := farther(play, action)) is not None:
                go(play, id, more, facing, before=settled(play).dearest)
        elif turns(play.state, action, id):
            play.emit(ev.Faced((id,), facing))
            turned(play, id)
        else:
            continue
        betray(play, id)


def to_move(at: Here, fixed: Fixed) -> Iterator[do.Move]:
    """Yield each unit, and all units of a hex together, with every hex that all reach."""
    facing, via = fixed.get("facing", ""), fixed.get("via", ())
    for units in groups(at, fixed):
        for to in until_found(fixed, "units", units, destinations(at.state, units, fixed)):
            for paid in payments(at, units, fixed):
                yield do.Move(units, to, facing, via, **paid)
        yield from deployments(at, units, fixed)


def destinations(state: State, units: tuple[UnitId, ...], fixed: Fixed) -> Iterator[tuple[HexId, ...]]:
    """Yield the hexes that all these units reach, or the named hexes.

    A named group without a common hex gets a hex for each unit.
    """
    if "to" in fixed:
        yield fixed["to"]
        return
    reached = [ways(state, id) if where(state.units[id]) in ground(state.field) else {} for id in units]
    common = [(to,) for to in reached[0] if all(to in each for each in reached)]
    yield from common
    if not common and "units" in fixed and all(reached):
        yield tuple(next(iter(each)) for each in reached)


def drawn(at: Anytime, action: do.Move) -> Sketch | None:
    """Draw the path of a move."""
    if not action.units or any(id not in at.state.units for id in action.units):
        return None
    unit = at.state.units[action.units[0]]
    found = way(at.state, unit.id, action.to[0], action.via) if action.to and _stands(at.state, unit.id) else None
    return Sketch(found.path, path=found.path) if isinstance(found, Way) else None


def _stands(state: State, id: UnitId) -> bool:
    return where(state.units[id]) in ground(state.field)


def says_move(seen: Seen[State], action: do.Move) -> str:
    """Return the order as a sentence, with the hexes that a vehicle passes."""
    goes = phrases.goals(seen, action.units, action.to, "goes to", "go to")
    card = phrases.with_cards((action.card,) if action.card else ())
    return f"{goes}{_by(seen, action)}{phrases.faces(action.facing)}{card}{phrases.PAID[action.by]}."


def _by(seen: Seen[State], action: do.Move) -> str:
    """Name the hexes that a vehicle passes on its move."""
    passed: Sequence[HexId] = action.via
    if not passed and len(action.units) == 1 and action.units[0] in seen.state.units and len(action.to) == 1:
        unit = seen.state.units[action.units[0]]
        found = ways(seen.state, unit.id).get(action.to[0]) if on_map(unit) and not unit.aboard else None
        passed = found.path[1:-1] if found is not None else ()
    return f" by {phrases.row(seen, passed)}" if passed else ""


def meets(at: Anytime, action: do.Move) -> Iterator[str]:
    """Warn about enemies, fire and works at the goals, and about a hole that is left."""
    state, foe = at.state, other(side_of(at.state, at.seat))
    if all(hex in ground(state.field) for hex in (*action.to, *action.via)):
        foes = [unit.id for hex in dict.fromkeys(action.to) for unit in units_at(state, hex, foe)]
        if foes:
            yield f"Close combat with {names.units(state, foes)} begins there."
        facing = action.facing
        yield from dangers.on_arrival(state, action.units, action.to, lambda unit, hex: facing or unit.facing)
    yield from dangers.holes_left(state, action.units)


MOVE = by_units(
    do.Move,
    when="units move in their player's turn",
    says=says_move,
    why=advantage.of_move,
    cost=price,
    rules=(says_where, on_the_map, may_deploy, finds_a_way),
    candidates=to_move,
    deed=move,
    sketch=drawn,
    over=lambda action: (*action.to, *action.via),
    ends=lambda state, action: action.to,
    meets=meets,
)


@rule("COH-4.1b", "COH-6.1d")
def can_turn(at: Here, action: do.Pivot) -> Wrong | None:
    """A unit turns to a facing other than its own."""
    if all(unit.facing == action.facing for unit in acting(at.state, action)):
        return Wrong(f"it faces {action.facing} already", "choose another side")
    forts = (works.of(at.state, unit) for unit in acting(at.state, action))
    if any(fort is not None and fort.kind == "bunker" for fort in forts):
        return Wrong("in a bunker one faces as the bunker does", "let it come out first", "COH-6.1d")
    return None


@case("COH-4.1b")
def turn_price(state: State, action: do.Pivot) -> int:
    """Return the cost for the most expensive of the units that turn together."""
    return max(map(turning, acting(state, action)))


@case("COH-4.1b")
def turn(play: Play, action: do.Pivot) -> None:
    """Turn units in their hexes."""
    play.emit(ev.Faced(action.units, action.facing))
    for id in action.units:
        turned(play, id)
        betray(play, id)


def to_turn(at: Here, fixed: Fixed) -> Iterator[do.Pivot]:
    """Yield each unit, and all units of a hex together, with every facing."""
    for units in groups(at, fixed):
        for facing in FACINGS:
            for paid in payments(at, units, fixed):
                yield do.Pivot(units, facing, **paid)


def why_turn(seen: Seen[State], action: do.Pivot) -> str:
    """Name the enemy in front of the turned units."""
    turned = [replace(unit, facing=action.facing) for unit in advantage.known(seen, action.units)]
    for unit in turned:
        for foe in weighing.foes(seen.state, unit.side):
            if weighing.reaches(seen.state, unit, where(foe)):
                return f"{names.label(seen.state, foe.id)} is then before {advantage.them(turned)}"
    return "fire from the front hits less easily than from the flank"


TURN_ABOUT = by_units(
    do.Pivot,
    when="units turn in their player's turn",
    says="{units:turns|turn} to face {facing}{by}.",
    why=why_turn,
    cost=turn_price,
    rules=(on_the_map, can_move, can_turn),
    candidates=to_turn,
    deed=turn,
    meets=lambda at, action: dangers.holes_left(at.state, action.units),
)
