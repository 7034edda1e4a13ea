"""A side places units: in the set-up, as reinforcements, or its partisans."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.strike import events as ev
from bot.titles.strike.field import advantage, arrivals, counters, names
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Arrival
from bot.titles.strike.model.table import GERMAN, RUSSIAN, WAITING, AreaId, Unit, UnitId
from bot.titles.strike.play import Play, contact, sketch
from bot.titles.strike.play.done import done, leave
from bot.titles.strike.play.named import listed, name, verb
from bot.titles.strike.printed.tables import tables


def question(at: At[State, Arrival]) -> str:
    """Name the units, and the fate of unplaced units."""
    units = names.several(at.state.units[unit] for unit in at.step.units)
    if at.step.why == "set-up":
        return f"Place {units}, or press Done to set them up as suggested."
    later = "leave them out" if at.step.why == "partisans" else "wait until next turn"
    return f"Place {units}, or press Done to {later}."


def end(play: Play, step: Arrival, action: do.Done) -> None:
    """In the set-up the rest is placed as suggested; later it waits."""
    if step.why == "set-up":
        place_rest(play, step)
    else:
        leave(play, step, action)


def waiting(at: At[State, Arrival], action: do.Done) -> str:
    """Name the reinforcements that are not placed."""
    units = names.several(at.state.units[unit] for unit in at.step.units)
    return f"not placed yet: {units}" if units and at.step.why == "reinforcement" else ""


# The set-up.


def set_up(play: Play) -> None:
    """Let a side place what the set-up leaves to it."""
    seat = play.state.seat
    units = tuple(UnitId(unit) for choice in counters.side(play.state, seat).choices for unit in choice.units)
    if units:
        play.emit(ev.Begun(Arrival(seat, units, "set-up")))


def suggestion(state: State, seat: Seat, unit: UnitId) -> AreaId:
    """Return the scenario's suggested area for a unit, or the first legal area."""
    for choice in counters.side(state, seat).choices:
        for each, area in zip(choice.units, choice.at, strict=True):
            if each == unit:
                return AreaId(area)
    return arrivals.places(state, "set-up", state.units[unit])[0]


def place_rest(play: Play, step: Arrival) -> None:
    """Place everything that is left as the scenario suggests."""
    for unit in step.units:
        place_at_start(play, unit, suggestion(play.state, step.seat, unit))
    play.emit(ev.Ended())


@case("6.4.1a")
def place_at_start(play: Play, unit: UnitId, area: AreaId) -> None:
    """Place a unit in the set-up; under a railhead the railway is of the German gauge."""
    play.emit(ev.Placed(unit, area, "set-up"))
    if counters.is_kind(play.state.units[unit], "rail") and area not in play.state.converted:
        play.emit(ev.Converted(unit, (area,), (area,)))


# Reinforcements and partisans.


@case("2.0", "3.2.3")
def reinforce(play: Play) -> None:
    """A side begins to move: its units are fresh, and its reinforcements arrive."""
    seat = play.state.seat
    play.emit(ev.Readied(seat))
    units = arrivals.due(play.state, seat)
    if units:
        play.emit(ev.Begun(Arrival(seat, units, "reinforcement")))


@case("8.0", "8.1.2", "8.1.4", "8.1.5", "8.1.7")
def partisans(play: Play) -> None:
    """Partisans leave and railways are whole; then a die activates partisans again."""
    chart = tables().numbers.partisans
    if "partisans" in counters.scenario(play.state).without or play.state.turn < chart.from_turn:
        return
    roll = play.dice.roll("partisans", 1)
    active = arrivals.active_partisans(play.state, chart.table[roll.faces[0] - 1])
    play.emit(ev.PartisansRolled(roll, active))
    for unit in list(counters.of(play.state, RUSSIAN)):
        if counters.is_kind(unit, "partisans"):
            play.emit(ev.Placed(unit.id, WAITING, "off the map"))
    if active:
        play.emit(ev.Begun(Arrival(play.state.seat, active, "partisans")))


# Placing units.


def go(play: Play, step: Arrival) -> bool:
    """Ask for the next unit that can be placed; the others wait for another turn."""
    able = tuple(unit for unit in step.units if arrivals.places(play.state, step.why, play.state.units[unit]))
    if not able:
        play.emit(ev.Ended())
        return False
    if able != step.units:
        play.emit(ev.Changed(replace(step, units=able)))
    return True


def places(at: At[State, Arrival], fixed: Fixed) -> Iterator[do.Place]:
    """Yield where each unit that waits may come."""
    step = at.step
    for unit in step.units:
        if fixed.get("unit", unit) == unit:
            for area in arrivals.places(at.state, step.why, at.state.units[unit]):
                yield do.Place(unit, area)


@rule("14.0", "14.1", "14.2", "8.1.1", "8.1.2", "8.1.3")
def can_be_placed(at: At[State, Arrival], action: do.Place) -> Wrong | None:
    """A waiting unit is placed in one of its arrival areas."""
    step = at.step
    cite = {"set-up": "14.0", "reinforcement": f"14.{1 + (at.seat == GERMAN)}", "partisans": "8.1.1"}[step.why]
    if action.unit not in step.units:
        return _is_not_placed(at, step, action.unit, cite)
    allowed = arrivals.places(at.state, step.why, at.state.units[action.unit])
    if action.at not in allowed:
        where = ", ".join(allowed[:12]) + ("…" if len(allowed) > 12 else "")
        why, cited = _no_place(at, step, at.state.units[action.unit], action.at)
        return Wrong(why, f"choose one of {where}", cited or cite)
    return None


def _is_not_placed(seen: Seen[State], step: Arrival, id: UnitId, cite: str) -> Wrong:
    """Say why a unit is none of those that are placed now."""
    unit, mend = listed(seen, id), "choose one that waits to be placed"
    if unit is None:
        return Wrong("that is no unit of yours", mend, cite)
    if step.why == "partisans" and counters.is_kind(unit, "partisans") and not counters.on_map(unit):
        return Wrong(f"{name(unit)} are not active this turn, or find no target", mend, "8.1.2")
    if counters.on_map(unit):
        return Wrong(f"{name(unit)} {verb(unit, 'is', 'are')} at {unit.place} already", mend, cite)
    return Wrong(f"{name(unit)} {verb(unit, 'does', 'do')} not come now", mend, cite)


def _no_place(seen: Seen[State], step: Arrival, unit: Unit, at: AreaId) -> tuple[str, str]:
    """Return why a unit is not placed in an area, with a particular case if any."""
    state, here = seen.state, counters.map_of(seen.state)
    if at not in here:
        return f"there is no area {at!r} on this map", ""
    if step.why == "reinforcement" and at in arrivals.arrival_areas(state, unit):
        if counters.room(state, at, unit.side) < counters.size(unit):
            return f"{at} has no room", "4.1.4"
        if at in counters.held(state, counters.other(unit.side)):
            return f"enemies are at {at}", ""
    if step.why != "partisans":
        return f"{name(unit)} cannot be placed at {at}", ""
    garrison = any(counters.is_kind(each, "garrison") for each in counters.at(state, at, GERMAN))
    if garrison:
        return f"the garrison is at {at} and keeps partisans away", "8.1.3"
    if counters.record(unit).trait == "trucks":
        down = any(counters.is_kind(each, "trucks") for each in counters.at(state, at, GERMAN))
        return f"the trucks at {at} are disrupted already" if down else f"no German trucks are at {at}", "8.1.1"
    if here[at].is_diamond:
        return f"{at} is a diamond", "8.1.1"
    if at in here.region("axis"):
        return f"the Germans controlled {at} from the start", "8.1.1"
    return f"the railway at {at} is not of the German gauge", "8.1.1"


def place(play: Play, step: Arrival, action: do.Place) -> None:
    """Place a unit; partisans on trucks disrupt them at once."""
    unit, area = action.unit, action.at
    play.emit(ev.Changed(replace(step, units=tuple(each for each in step.units if each != unit))))
    if step.why == "set-up":
        place_at_start(play, unit, area)
        return
    play.emit(ev.Placed(unit, area, step.why))
    if step.why == "partisans" and counters.record(play.state.units[unit]).trait == "trucks":
        trucks = next(each for each in counters.trucks(play.state, GERMAN) if each.place == area)
        play.emit(ev.Turned(trucks.id, True, "partisans"))
    contact.abandoned(play)
    contact.settle(play)


ARRIVAL: Decision[State, ev.Event, Arrival] = Decision(
    Arrival,
    question=question,
    does="units are placed",
    go=go,
    verbs=(
        Verb(
            do.Place,
            when="units are placed in the set-up, as reinforcements, and as partisans",
            says="{unit:comes|come} to {at}.",
            why=lambda seen, action: advantage.of_place(seen, (action.unit,), action.at),
            cite="14.0",
            rules=(can_be_placed,),
            candidates=places,
            resolve=place,
            sketch=sketch.place,
        ),
        done(end, warns=waiting),
    ),
)
