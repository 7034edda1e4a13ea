"""Several units approach a hex, or several hexes, by one order.

Moving units draw no fire, so only the end hex matters. The first unit that can reach the target hex takes it. The
others weigh the distance against cover and company.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import begun, join
from bot.titles.trap.field import advantage, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.allowance import left
from bot.titles.trap.field.arcs import faces
from bot.titles.trap.field.battle import counts
from bot.titles.trap.field.danger import threats
from bot.titles.trap.field.farther import farther
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import NOWHERE, costs, foot_ways, vehicle_ways
from bot.titles.trap.field.stacking import levels
from bot.titles.trap.field.units import POSITION, known, of, other, record
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Level, Unit, UnitId
from bot.titles.trap.play.acting import Here, against, on_the_map
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.hindrances import taken
from bot.titles.trap.play.moves import can_still_move, off_course
from bot.titles.trap.play.series import (
    ORDERS,
    Deed,
    carry_out,
    could_be_fired_at,
    foreseen,
    here,
    named_may_act,
    ready,
)

WALLS, EYES, CROWD = 4, 4, 2
"""Half points of its way that a unit gives up for a better end hex.

The prices are for a building, for each enemy avoided and for each friend avoided. A half point is a hex of a
street, or half a hex in the open.

A half point is a hex of a street, or half a hex in the open.
"""
MANY = 2
"""The most enemies that count as danger to a place."""
PARTS: tuple[Literal["foot", "vehicles"], ...] = ("foot", "vehicles")


def goals(action: do.Approach) -> tuple[HexId, ...]:
    """Return the hexes towards which units go."""
    return tuple(dict.fromkeys((action.to, *action.also)))


class Prospect(NamedTuple):
    """A hex where a unit could end: the cost of the way, and the drawbacks of the hex."""

    hex: HexId
    cost: int
    risk: int
    """The half points of its way that a unit gives up to avoid fire there."""
    levels: Sequence[Level]
    """On which levels it can end there."""


Prospects = Mapping[UnitId, Sequence[Prospect]]


@POSITION.keeps
def prospects(state: State, unit: Unit) -> Sequence[Prospect]:
    """Return the hexes where a unit could end, ignoring room."""
    ways = vehicle_ways(state, unit) if record(unit).vehicle else foot_ways(state, (unit,))
    climbs = left(state, unit) - costs().level if record(unit).foot else -1
    foot, fire = record(unit).foot, threats(state, unit.side, unit)
    found = []
    for hex, cost in ways.costs.items():
        storeys = levels(state, hex)
        can = [level for level in storeys if level == "ground" or cost <= climbs]
        bare = foot and "upper" not in storeys
        found.append(Prospect(hex, cost, WALLS * bare + EYES * min(MANY, fire.get(hex, 0)), can))
    return found


def towards(action: do.Approach, known: Prospects | None = None) -> Deed:
    """Return the moves of a unit to the best reachable place nearer to a hex.

    Repeated calls pass the prospects: earlier moves change only the room that is left.
    """

    def deed(at: Here, unit: Unit) -> Sequence[do.Action]:
        ahead = known[unit.id] if known is not None and unit.id in known else prospects(at.state, unit)
        rest = _rest(at.state, unit, action, [each.hex for each in ahead])
        nearer = [each for each in ahead if each.hex in rest]

        def order(each: Prospect) -> tuple[bool, int, int, HexId]:
            friends = _friends(at, unit, each.hex)
            first = rest[each.hex] == 0 and not friends
            return not first, rest[each.hex] + each.risk + CROWD * friends, each.cost, each.hex

        for hex, *_, can in sorted(nearer, key=order):
            for level in sorted(can, key=lambda level: _storey(at, unit, hex, level, action.level)):
                move = do.Move((unit.id,), hex, level=level, facing=_front(at, unit, hex))
                free = taken(at.state, (unit,), hex, level) is None
                if free and (known is not None or ORDERS.allowed(at, [move])):
                    return (move,)
        return ()

    return deed


def _rest(state: State, unit: Unit, action: do.Approach, hexes: Sequence[HexId]) -> Mapping[HexId, int]:
    """Return the distance to a goal from each hex that is nearer to it than a unit."""
    found: dict[HexId, int] = {}
    for goal in goals(action):
        far = farther(state, unit, goal)
        nearest = far.get(unit.hex, NOWHERE)
        for hex in hexes:
            rest = far.get(hex, NOWHERE)
            if rest < nearest:
                found[hex] = min(rest, found.get(hex, rest))
    return found


def _way(state: State, unit: Unit, action: do.Approach) -> int:
    """Return how long the way of a unit is to the nearest of the hexes."""
    return min(farther(state, unit, goal).get(unit.hex, NOWHERE) for goal in goals(action))


def _storey(at: Here, unit: Unit, hex: HexId, level: Level, rather: Level) -> tuple[bool, int, bool]:
    """Return the sort key of a level; leaders and snipers avoid being alone below.

    Fewer friends are better, then the preferred level.
    """
    friends = _friends(at, unit, hex, level)
    return level == "ground" and not record(unit).fights and not friends, friends, level != rather


def _friends(at: Here, unit: Unit, hex: HexId, level: Level | None = None) -> int:
    """Count the other units of a side in a hex, by level if given, without passengers."""
    there = units_at(at.state, hex, level, at.seat)
    return sum(each.id != unit.id and not each.aboard for each in there)


def _front(at: Here, unit: Unit, hex: HexId) -> do.Turned:
    """Return a unit's facing after its move: on foot it faces the nearest enemy."""
    foes = of(at.state, other(at.seat))
    return faces(at.state, unit, hex) if foes and record(unit).foot else ""


def movers(at: Here, action: do.Approach) -> Iterator[Unit]:
    """Yield the units to move: the named units, or else all that have not moved."""
    for unit in ready(at, action):
        fresh = unit.id in action.units or not unit.moved
        part = action.who == "all" or record(unit).vehicle == (action.who == "vehicles")
        if fresh and part and left(at.state, unit) > 0:
            yield unit


def goers(at: Here, action: do.Approach) -> list[Unit]:
    """Return the units that approach a hex, in order of their distance."""
    return sorted(movers(at, action), key=lambda unit: _way(at.state, unit, action))


@rule("TRAP-2.1")
def leads_somewhere(at: Here, action: do.Approach) -> Wrong | None:
    """One goes towards hexes of the map."""
    astray = any(hex not in ground() for hex in goals(action))
    return Wrong("that hex is not on the map", "choose a hex of the map") if astray else None


@rule("TRAP-4.3", "TRAP-10.1.2", "TRAP-5.0")
def can_go(at: Here, action: do.Approach) -> Wrong | None:
    """A named unit must be on the map, have points left, and be free of a column."""
    one_by_one = (do.Move((id,), action.to) for id in action.units)
    tests = (against(each, at, move) for move in one_by_one for each in (on_the_map, off_course, can_still_move))
    return next((wrong for wrong in tests if wrong is not None), None)


@rule("TRAP-3.2")
def somebody_climbs(at: Here, action: do.Approach) -> Wrong | None:
    """Where only vehicles go, none would rather be upstairs."""
    going = list(movers(at, action)) if action.level == "upper" else []
    if not going or any(record(unit).foot for unit in going):
        return None
    return Wrong("vehicles do not climb stairs", "stay on the ground, or send a unit on foot")


@rule("TRAP-5.1")
def somebody_comes_nearer(at: Here, action: do.Approach) -> Wrong | None:
    """One at least comes nearer to the hex."""
    deed = towards(action)
    if any(deed(at, unit) for unit in movers(at, action)):
        return None
    return Wrong(
        f"none of these units can come nearer to {join(goals(action), 'or')}", "choose another hex, or other units"
    )


def offers(at: Here, fixed: Fixed) -> Iterator[do.Approach]:
    """Offer hexes with enemies and landmarks that score, for all or some units."""
    if next(movers(at, do.Approach(HexId(""), fixed.get("units", ()))), None) is None:
        return
    foes = (unit.hex for unit in of(at.state, other(at.seat)) if known(unit))
    landmarks = (hex for hex, key in ground().landmark_of.items() if counts(at.state, key))
    marks = tuple(dict.fromkeys((*foes, *landmarks)))
    if "to" in fixed:
        hexes: Sequence[HexId] = [fixed["to"]] if fixed["to"] in ground() else []
    else:
        hexes = marks
    units, who, level = fixed.get("units", ()), fixed.get("who", "all"), fixed.get("level", "ground")
    also = fixed.get("also", ())
    for hex in hexes:
        yield do.Approach(hex, units, who, level, also)
        if "to" in fixed:
            yield from (do.Approach(hex, units, part, level, also) for part in PARTS)
            yield do.Approach(hex, units, who, "upper", also)
            one_by_one = movers(at, do.Approach(hex)) if hex in ground() else ()
            yield from (do.Approach(hex, (unit.id,), who, level, also) for unit in one_by_one)
            others = (each for each in marks if each != hex) if not also else ()
            yield from (do.Approach(hex, units, who, level, (other,)) for other in others)


def approach(play: Play, step: Any, action: do.Approach) -> None:
    """Let one after another go, the nearest first."""
    carry_out(play, step, goers(here(play, step), action), towards(action))


def ends(at: Here, action: do.Approach, known: Prospects | None = None) -> dict[tuple[HexId, Level], list[Unit]]:
    """Return the places that units would reach now."""
    found: dict[tuple[HexId, Level], list[Unit]] = {}
    if leads_somewhere.test(at, action) is not None:
        return found
    for unit, orders in foreseen(at, goers(at, action), towards(action, known)):
        for move in orders:
            assert isinstance(move, do.Move)
            found.setdefault((move.to, move.level), []).append(unit)
    return found


def tells(at: Here, action: do.Approach) -> Iterator[str]:
    """Describe the end hexes, the danger there, and the units that stay."""
    if not (found := ends(at, action)):
        return
    yield f"{begun('; '.join(f'{names.units(units)} to {names.spot(*spot)}' for spot, units in found.items()))}."
    if of(at.state, other(at.seat)):
        yield could_be_fired_at(at, ((hex, units) for (hex, _), units in found.items()))
    gone = {unit.id for units in found.values() for unit in units}
    if stay := [unit for unit in goers(at, action) if unit.id not in gone]:
        yield f"{begun(names.units(stay))} {names.does(stay, 'stays', 'stay')}."


def sketch(at: Here, action: do.Approach) -> Sketch | None:
    """Mark the end hexes with the number of units in each."""
    counted: dict[HexId, int] = {}
    for (hex, _), units in ends(at, action).items():
        counted[hex] = counted.get(hex, 0) + len(units)
    if not counted:
        return None
    notes = tuple((hex, str(n)) for hex, n in counted.items())
    return Sketch((*counted, *goals(action)), mark=action.to, notes=notes)


def says_approach(seen: Seen[State], action: do.Approach) -> str:
    """Name the units that go, and the hexes that they go towards."""
    upstairs = ", upstairs if they can" if action.level == "upper" else ""
    everybody = f"{ALL[action.who]} not moved yet go"
    who = say.they(seen, action.units, "goes", "go") if action.units else everybody
    part = PART[action.who] if action.units else ""
    hexes = [names.place(hex) for hex in dict.fromkeys((action.to, *action.also))]
    each = ", each where it comes nearest to one of these" if action.also else ""
    return f"{who} towards {join(hexes)}{each}{upstairs}{part}."


ALL = {"all": "all that have", "foot": "all on foot that have", "vehicles": "all vehicles that have"}
PART = {"all": "", "foot": ", those on foot alone", "vehicles": ", vehicles alone"}


def why_approach(seen: Seen[State], action: do.Approach) -> str:
    """Name the building that counts which several units reach or come nearer to."""
    units = [unit for unit in say.units_of(seen, action.units) if unit.hex in ground()]
    hexes = [hex for hex in (action.to, *action.also) if hex in ground()]
    far = ground().distance
    ways = (
        [(min(far(hex, goal) for hex in hexes), goal) for goal in advantage.buildings(seen.state)] if hexes else []
    )
    if not ways or not units:
        return "each comes as near as it can"
    near, goal = min(ways)
    if not near:
        return f"they go for {names.place(goal)}"
    nearer = all(far(unit.hex, goal) > near for unit in units)
    return f"they come nearer to {names.place(goal)}" if nearer else "each of them stands better there"


APPROACH = Verb(
    do.Approach,
    when="units go towards a hex when they are activated",
    says=says_approach,
    why=why_approach,
    cite="TRAP-4.3",
    rules=(leads_somewhere, named_may_act, can_go, somebody_climbs, somebody_comes_nearer),
    candidates=offers,
    resolve=approach,
    sketch=sketch,
    tells=tells,
)
"""The rules of `MOVE` judge each unit when its turn comes."""
