"""Questions at any time: sight, reach, facing and points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from bot.kernel.fields import Field
from bot.kernel.game import Sketch, Told
from bot.kernel.rule import case
from bot.kernel.secret import Seen
from bot.kit.english import FACES, begun, join
from bot.kit.english import hexes as count
from bot.kit.title import Question
from bot.titles.trap.field import fire, names
from bot.titles.trap.field.allowance import allowance, left
from bot.titles.trap.field.arcs import reach
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import foot_ways, vehicle_ways
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.units import inside, known, on_map
from bot.titles.trap.field.view import eyesight, farthest, firing_range
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS, HexId, Unit, UnitId


class Sees(Question, frozen=True, tag="sight"):
    """Which hexes one sees from a hex, along its streets and over open ground."""

    hex: Annotated[HexId, Meta(description="from which hex")]


class Arcs(Question, frozen=True, tag="arcs"):
    """Which aspect a unit turns to the hexes around it, and how far it sees."""

    unit: Annotated[UnitId, Meta(description="which unit")]


class Reach(Question, frozen=True, tag="reach"):
    """The hexes a unit of your own could move to now, and the costs."""

    unit: Annotated[UnitId, Meta(description="which unit")]


def topics(seen: Seen[State], kind: type[Question], field: Field) -> Iterable[Any]:
    """Yield the topics of a question: units on the map, and own units for their reach."""
    if field.type is HexId:
        return ground().terrain
    units = (unit for unit in seen.state.units.values() if on_map(unit))
    if kind is Reach:
        return [unit.id for unit in units if unit.side == seen.seat and known(unit)]
    return [unit.id for unit in units]


@case("TRAP-6.2.1")
def ask_sight(seen: Seen[State], question: Sees) -> Told:
    """List and draw the hexes in sight of a hex."""
    if question.hex not in ground():
        return Told("There is no such hex.", found=False)
    rubble = seen.state.rubble
    far = farthest(seen.state)
    hexes = [hex for hex in sight().seen_from(question.hex, far, rubble) if hex != question.hex]
    notes = []
    for hex in hexes:
        line = sight().line(question.hex, hex, far, rubble)
        notes.append((hex, str(line.length)))
    text = f"From {names.place(question.hex)} one sees {count(len(hexes))} up to {far} away"
    streets = [ground().streets[key].name for key in ground().streets_of.get(question.hex, ())]
    along = f", along {join(streets)}" if streets else ""
    return Told(f"{text}{along} [TRAP-6.2.1].", Sketch((question.hex,), mark=question.hex, notes=tuple(notes)))


@case("TRAP-3.4", "TRAP-6.1")
def ask_arcs(seen: Seen[State], question: Arcs) -> Told:
    """Tell and draw the aspects of a unit."""
    unit = seen.state.units.get(question.unit)
    if unit is None or not on_map(unit):
        return Told("That unit is not on the map.", found=False)
    what = known(unit)
    far = eyesight(seen.state, unit)
    name = names.unit(unit)
    if what is None:
        return Told(_covered(unit), Sketch((unit.hex,)))
    if what.kind == "leader":
        return Told(
            f"{name} is a leader, who has no facing, and sees {count(far)} [TRAP-3.4].", Sketch((unit.hex,))
        )
    if unit.aboard:
        return Told(_rides(seen.state, unit), Sketch((unit.hex,)))
    around = reach(ground(), unit.hex, FACINGS.index(unit.facing), what.vehicle, max(1, min(far, 2)))
    faces = names.does((unit,), "faces", "face")
    text = (
        f"{begun(name)} at {names.place(unit.hex)} {faces} {FACES[unit.facing]}, {_aim(seen.state, unit)} "
        f"[TRAP-3.4, {_range_case(seen.state, unit)}]."
    )
    return Told(text, Sketch((unit.hex,), mark=unit.hex, notes=tuple(around.items())))


# TRAP-R98
def _covered(unit: Unit) -> str:
    """Say that a covered unit hides its type and facing under the top of its stack."""
    status = "" if unit.status == "normal" else f", and is {unit.status}"
    where = names.spot(unit.hex, unit.level)
    return f"{begun(names.unit(unit))} lies covered at {where}{status}. You do not see what it is [TRAP-3.6]."


def _rides(state: State, unit: Unit) -> str:
    """Say that a unit is one with the vehicle that carries it."""
    carrier = state.units[unit.aboard]
    where = "in" if inside(state, unit) else "on"
    rides, goes = names.does((unit,), "rides", "ride"), names.does((unit,), "goes", "go")
    return (
        f"{begun(names.unit(unit))} {rides} {where} {names.unit(carrier)}, {goes} where that goes, and "
        f"{names.does((unit,), 'does', 'do')} not fire [{'TRAP-8.2' if where == 'in' else 'TRAP-8.10'}]."
    )


def _aim(state: State, unit: Unit) -> str:
    """Say whereto a unit fires, and how far it fires and sees."""
    what, far = known(unit), eyesight(state, unit)
    fires, sees = (names.does((unit,), f"{verb}s", verb) for verb in ("fire", "see"))
    if not far:
        return f"is {unit.status}, and neither {fires} nor {sees}"
    if what is None or not fire.armed(state, unit):
        return f"{names.does((unit,), 'does', 'do')} not fire as it is, and {sees} {count(far)}"
    aim = f"{fires} all round" if what.vehicle else f"{fires} through the three hexsides in front"
    shorter = f"{aim}, {count(firing_range(state, unit))} far" if firing_range(state, unit) < far else aim
    return f"{shorter}, and {sees} {count(far)}"


def _range_case(state: State, unit: Unit) -> str:
    """Return the case from which the range of a unit follows."""
    if not eyesight(state, unit):
        return "TRAP-6.3"
    if night(state):
        return "TRAP-8.6-2"
    what = known(unit)
    if what is not None and what.kind in ("schmel", "sniper"):
        return "TRAP-8.1" if what.kind == "schmel" else "TRAP-8.8"
    return "TRAP-6.1" if unit.status == "normal" else "TRAP-6.2.1"


@case("TRAP-5.1")
def ask_reach(seen: Seen[State], question: Reach) -> Told:
    """Tell and draw where a unit could move."""
    unit = seen.state.units.get(question.unit)
    if unit is None or not on_map(unit) or unit.side != seen.seat or known(unit) is None:
        return Told("That is no unit of yours on the map.", found=False)
    if unit.aboard:
        return Told(_rides(seen.state, unit), Sketch((unit.hex,)))
    found = _costs(seen.state, unit)
    if not found:
        return Told(f"{begun(names.unit(unit))} cannot move now.", Sketch((unit.hex,)))
    have = names.halves(left(seen.state, unit))
    has, reaches = (names.does((unit,), *verbs) for verbs in (("has", "have"), ("reaches", "reach")))
    text = f"{begun(names.unit(unit))} {has} {have} of {names.halves(allowance(unit))} movement points left"
    notes = tuple((hex, names.halves(cost)) for hex, cost in sorted(found.items()))
    return Told(
        f"{text} and {reaches} {count(len(found))} [TRAP-5.1].", Sketch((unit.hex,), mark=unit.hex, notes=notes)
    )


def _costs(state: State, unit: Unit) -> dict[HexId, int]:
    """Return the hexes a unit can reach, each with its cheapest cost in half points."""
    what = known(unit)
    ways = vehicle_ways(state, unit) if what is not None and what.vehicle else foot_ways(state, (unit,))
    best: dict[HexId, int] = {}
    for goal, cost in ways.costs.items():
        if goal != unit.hex:
            best[goal] = min(cost, best.get(goal, cost))
    return best


ANSWERS: Mapping[type[Struct], Callable[[Seen[State], Any], Told]] = {
    Sees: ask_sight,
    Arcs: ask_arcs,
    Reach: ask_reach,
}
