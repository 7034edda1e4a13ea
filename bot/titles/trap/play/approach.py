"""Several units go towards a hex by one order, each by its own best way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, rule
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import begun
from bot.titles.trap.field import names
from bot.titles.trap.field.allowance import left
from bot.titles.trap.field.arcs import faces
from bot.titles.trap.field.farther import farther
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import NOWHERE, Ways, foot_ways, vehicle_ways
from bot.titles.trap.field.stacking import levels
from bot.titles.trap.field.units import known, of, other, record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.table import HexId, Level, Unit
from bot.titles.trap.play.acting import Here, on_the_map
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.moves import can_still_move, off_course
from bot.titles.trap.play.series import ORDERS, Deed, carry_out, foreseen, here, named_may_act, ready

WALLS = 4
"""What a building is worth to those who end their way there, in half points: two hexes of open ground."""
PARTS: tuple[Literal["foot", "vehicles"], ...] = ("foot", "vehicles")


def towards(action: do.Approach) -> Deed:
    """Return how a unit comes as near to a hex as it can, and nearer than it is."""

    def deed(at: Here, unit: Unit) -> Sequence[do.Action]:
        far = farther(at.state, unit, action.to)
        ways = _ways(at, unit)
        nearer = [hex for hex in ways.ways if far.get(hex, NOWHERE) < far.get(unit.hex, NOWHERE)]

        def order(hex: HexId) -> tuple[bool, int, int, HexId]:
            return hex != action.to, far[hex] - _shelter(at, unit, hex), ways.costs[hex], hex

        for hex in sorted(nearer, key=order):
            for level in _levels(at, unit, hex, action.level):
                move = do.Move((unit.id,), hex, level=level, facing=_front(at, unit, hex))
                if ORDERS.allowed(at, [move]):
                    return (move,)
        return ()

    return deed


def _shelter(at: Here, unit: Unit, hex: HexId) -> int:
    """Return how many half points of their way those on foot rather leave for later, to end in a building."""
    return WALLS if record(unit).foot and "upper" in levels(at.state, hex) else 0


def _levels(at: Here, unit: Unit, hex: HexId, rather: Level) -> Sequence[Level]:
    """Return on which levels of a hex a unit could end, the one first on which it would rather be."""
    return sorted(levels(at.state, hex), key=lambda level: level != rather) if record(unit).foot else ("ground",)


def _front(at: Here, unit: Unit, hex: HexId) -> do.Turned:
    """Return which way a unit faces then: on foot towards the nearest enemy, else as its way leads."""
    foes = of(at.state, other(at.seat))
    return faces(at.state, unit, hex) if foes and record(unit).foot else ""


def _ways(at: Here, unit: Unit) -> Ways:
    return vehicle_ways(at.state, unit) if record(unit).vehicle else foot_ways(at.state, (unit,))


def movers(at: Here, action: do.Approach) -> Iterator[Unit]:
    """Yield who is told to go: those that are named, else all who have not moved yet."""
    for unit in ready(at, action):
        fresh = unit.id in action.units or not unit.moved
        part = action.who == "all" or record(unit).vehicle == (action.who == "vehicles")
        if fresh and part and left(at.state, unit) > 0:
            yield unit


def goers(at: Here, action: do.Approach) -> list[Unit]:
    """Return who goes towards a hex, those first who have the shortest way."""
    return sorted(movers(at, action), key=lambda unit: farther(at.state, unit, action.to).get(unit.hex, NOWHERE))


@rule("TRAP-2.1")
def leads_somewhere(at: Here, action: do.Approach) -> Wrong | None:
    """One goes towards a hex of the map."""
    return None if action.to in ground() else Wrong("that hex is not on the map", "choose a hex of the map")


@rule("TRAP-4.3", "TRAP-10.1.2", "TRAP-5.0")
def can_go(at: Here, action: do.Approach) -> Wrong | None:
    """Whoever is named to go is on the map, has points left, and is not bound to drive on."""
    one_by_one = (do.Move((id,), action.to) for id in action.units)
    tests = (each.test(at, move) for move in one_by_one for each in (on_the_map, off_course, can_still_move))
    return next((wrong for wrong in tests if wrong is not None), None)


@rule("TRAP-5.1")
def somebody_comes_nearer(at: Here, action: do.Approach) -> Wrong | None:
    """One at least comes nearer to the hex."""
    deed = towards(action)
    if any(deed(at, unit) for unit in movers(at, action)):
        return None
    return Wrong(f"nobody comes nearer to {action.to}", "choose another hex, or other units")


def goals(at: Here, fixed: Fixed) -> Iterator[do.Approach]:
    """Offer the hexes with enemies and all landmarks; of one hex also parts of those who could go."""
    if "to" in fixed:
        hexes = [fixed["to"]] if fixed["to"] in ground() else []
    else:
        foes = (unit.hex for unit in of(at.state, other(at.seat)) if known(unit))
        hexes = list(dict.fromkeys((*foes, *ground().landmark_of)))
    units, who, level = fixed.get("units", ()), fixed.get("who", "all"), fixed.get("level", "ground")
    for hex in hexes:
        yield do.Approach(hex, units, who, level)
        if "to" in fixed:
            yield from (do.Approach(hex, units, part, level) for part in PARTS)
            yield do.Approach(hex, units, who, "upper")
            yield from (do.Approach(hex, (unit.id,), who, level) for unit in movers(at, do.Approach(hex)))


def approach(play: Play, step: Any, action: do.Approach) -> None:
    """Let one after another go, the nearest first."""
    carry_out(play, step, goers(here(play, step), action), towards(action))


def ends(at: Here, action: do.Approach) -> dict[tuple[HexId, Level], list[Unit]]:
    """Return where units would come as things stand."""
    found: dict[tuple[HexId, Level], list[Unit]] = {}
    for unit, orders in foreseen(at, goers(at, action), towards(action)) if action.to in ground() else ():
        for move in orders:
            assert isinstance(move, do.Move)
            found.setdefault((move.to, move.level), []).append(unit)
    return found


def tells(at: Here, action: do.Approach) -> Iterator[str]:
    """Tell who would come where, and who stays."""
    if not (found := ends(at, action)):
        return
    yield f"{begun('; '.join(f'{names.units(units)} to {names.spot(*spot)}' for spot, units in found.items()))}."
    gone = {unit.id for units in found.values() for unit in units}
    if stay := [unit for unit in goers(at, action) if unit.id not in gone]:
        yield f"{begun(names.units(stay))} {names.does(stay, 'stays', 'stay')}."


def sketch(at: Here, action: do.Approach) -> Sketch | None:
    """Mark where they would come, with how many."""
    counted: dict[HexId, int] = {}
    for (hex, _), units in ends(at, action).items():
        counted[hex] = counted.get(hex, 0) + len(units)
    if not counted:
        return None
    return Sketch((*counted, action.to), mark=action.to, notes=tuple((hex, str(n)) for hex, n in counted.items()))


APPROACH = Verb(
    do.Approach,
    when="units go towards a hex when they are activated",
    cite="TRAP-4.3",
    rules=(leads_somewhere, named_may_act, can_go, somebody_comes_nearer),
    candidates=goals,
    resolve=approach,
    sketch=sketch,
    tells=tells,
)
"""Its units are judged one by one, as it comes to them, by the rules of `MOVE`."""
