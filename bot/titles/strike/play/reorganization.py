"""A side reorganizes: recovery, exchanges, replacements and rebuilding."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from bot.kernel.game import Odds
from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count
from bot.titles.strike import events as ev
from bot.titles.strike.field import arrivals, boxes, communication, counters, names
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Reorganization
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, NOBODY, REMOVED, AreaId, Unit, UnitId
from bot.titles.strike.play import Play, contact, sketch
from bot.titles.strike.play.done import done
from bot.titles.strike.play.named import listed, no_area, no_unit, ours, own, verb
from bot.titles.strike.play.points import can_pay, pay

NAMES = ("recovery", "the exchange between the boxes", "buying replacements", "rebuilding")

WORDS = (
    "recover disrupted leaders and trucks", "swap units between the boxes", "replace eliminated units",
    "rebuild reduced corps",
)  # fmt: skip
"""The same for players, each beginning with the name of its button."""

Deed = do.Recover | do.Swap | do.Replace | do.Rebuild

PARTS: dict[type[do.Action], int] = {do.Recover: 0, do.Swap: 1, do.Replace: 2, do.Rebuild: 3}
"""12.2.1: the parts in order; a deed of a later part closes the earlier ones."""


@case("12.0", "2.0")
def begin(play: Play) -> None:
    """A side reorganizes."""
    play.emit(ev.Begun(Reorganization(play.state.seat)))


def _reach(play: Play, step: Reorganization, part: int, tried: tuple[UnitId, ...] = ()) -> None:
    if part > step.part or tried:
        play.emit(ev.Changed(replace(step, part=part, tried=(*step.tried, *tried))))


@rule("12.2.1", "2.0")
def in_order(at: At[State, Reorganization], action: Deed) -> Wrong | None:
    """The parts of the phase follow one another."""
    step = at.step
    part = PARTS[type(action)]
    if part < step.part:
        return Wrong(f"{NAMES[part]} comes before {NAMES[step.part]}", "do it first next turn")
    return None


def front_price(unit: Unit) -> int:
    """Return the operations rating on the front of a counter."""
    return counters.record(unit).full[1]


def question(at: At[State, Reorganization]) -> str:
    """Say what is left to spend, and which parts of the phase are still to come."""
    left = count(at.state.points[at.state.seat], "operations point")
    parts = WORDS[at.step.part :]
    order = f" The order is: {', '.join(parts[:-1])}, then {parts[-1]}." if len(parts) > 1 else ""
    return f"Reorganize: {left} left.{order}"


# Recovery.


def helper(state: State, trucks: Unit) -> Unit | None:
    """Return the best undisrupted leader near disrupted trucks."""
    return max(counters.leaders_near(state, trucks.side, trucks.place), key=counters.rating, default=None)


@rule("12.1.1", "12.1.2")
def can_recover(at: At[State, Reorganization], action: do.Recover) -> Wrong | None:
    """A disrupted leader tries once, trucks with a leader near."""
    unit, step = own(at, action.unit), at.step
    if unit is None:
        return no_unit(at, action.unit)
    name = counters.record(unit).name
    if not counters.is_kind(unit, "leader", "trucks"):
        return Wrong(f"{name} does not recover: leaders and trucks do", "choose one that is disrupted")
    alone = counters.is_kind(unit, "leader")
    cite = "12.1.1" if alone else "12.1.2"
    if unit.id in step.tried:
        return Wrong(f"{name} {'has' if alone else 'have'} tried in this phase", "try again next turn", cite)
    if not unit.down:
        return Wrong(f"{name} {'is' if alone else 'are'} not disrupted", "choose units that are", cite)
    if not alone and helper(at.state, unit) is None:
        return Wrong(
            "no undisrupted leader is in its area or next to it", "bring one there for the next turn", cite
        )
    return can_pay(at, front_price(unit), cite)


def recoveries(seen: Seen[State], fixed: Fixed) -> Iterator[do.Recover]:
    """Yield the disrupted leaders and trucks."""
    for unit in ours(seen, fixed):
        if unit.down and counters.is_kind(unit, "leader", "trucks"):
            yield do.Recover(unit.id)


@case("12.1.1", "12.1.2")
def recover(play: Play, step: Reorganization, action: do.Recover) -> None:
    """Pay and roll at most the leader's support rating; trucks use a nearby leader's."""
    unit = play.state.units[action.unit]
    leader = helper(play.state, unit) if counters.is_kind(unit, "trucks") else None
    _reach(play, step, 0, (action.unit,))
    pay(play, unit.side, front_price(unit), "recovery")
    roll = play.dice.roll("recovery", 1)
    need = counters.rating(leader) if leader is not None else counters.record(unit).rating[0]
    by = leader.id if leader is not None else NOBODY
    play.emit(ev.Recovery(unit.id, roll, need, roll.faces[0] <= need, by))


def of_recovery(seen: Seen[State], action: do.Recover) -> Odds | None:
    """Return the odds of a recovery, `None` for other units."""
    unit = counters.own(seen.state, seen.seat, action.unit)
    if unit is None or not unit.down or not counters.is_kind(unit, "leader", "trucks"):
        return None
    leader = helper(seen.state, unit) if counters.is_kind(unit, "trucks") else None
    need = counters.rating(leader) if leader is not None else counters.record(unit).rating[0]
    cite = "12.1.2" if leader is not None else "12.1.1"
    by = f" with {names.full(leader)}" if leader is not None else ""
    return Odds(
        f"{names.full(unit)} recovers{by} on {need} or less",
        (Modifier(cite, "support rating", need),),
        (("recovers", need / 6), ("stays disrupted", 1 - need / 6)),
        hope=("to recover", need / 6),
    )


# The boxes.


@rule("12.2.2", "12.2.3")
def can_swap(seen: Seen[State], action: do.Swap) -> Wrong | None:
    """An army in a box changes places with two corps in the other box."""
    army = listed(seen, action.army)
    parts = [part for id in action.corps if (part := listed(seen, id)) is not None]
    if army is None or len(parts) != len(action.corps):
        return Wrong("not all of those are your units", "choose an army in one box and two corps in the other")
    return boxes.swap_wrong(army, parts)


def swaps(seen: Seen[State], fixed: Fixed) -> Iterator[do.Swap]:
    """Yield the formations in the boxes with their possible exchanges."""
    for army in boxes.whole_in_boxes(seen.state, seen.seat):
        if fixed.get("army", army.id) == army.id:
            for pair in (fixed["corps"],) if "corps" in fixed else boxes.swaps(seen.state, army):
                yield do.Swap(army.id, pair)


@case("12.2.1", "12.2.2", "12.2.3")
def swap(play: Play, step: Reorganization, action: do.Swap) -> None:
    """Exchange an army for two corps."""
    _reach(play, step, 1)
    play.emit(ev.Swapped(action.army, action.corps))


# Replacements.


@rule("12.3.4", "12.3.3", "12.3.5", "12.3.6", "12.5", "9.3.3")
def can_replace(seen: Seen[State], action: do.Replace) -> Wrong | None:
    """An eliminated unit returns for its price on the edge, above the boxes' minimum."""
    unit = listed(seen, action.unit)
    if unit is None:
        return no_unit(seen, action.unit)
    if unit not in boxes.purchasable(seen.state, seen.seat):
        return _not_for_sale(unit)
    if unit.place != ELIMINATED:
        if action.at or action.full:
            return Wrong("an air unit is built up in its own box", "leave `at` and `full` out", "9.3.3")
        return can_pay(seen, front_price(unit))
    if action.full and counters.record(unit).reduced is None:
        return Wrong("it has one side only", "leave `full` out")
    if not boxes.keeps_minimum(seen.state, unit):
        least = counters.side(seen.state, seen.seat).minimum
        return Wrong(
            f"your boxes would hold less than {least} corps or their equal", "choose something smaller", "12.5"
        )
    return _arrives(seen, action) or can_pay(seen, boxes.replacement_price(unit, full=action.full))


def _not_for_sale(unit: Unit) -> Wrong:
    """Say why a unit is not bought back."""
    name, mend = counters.record(unit).name, "choose a unit in your Eliminated Box, or a reduced air unit"
    if unit.place == BREAKDOWN:
        return Wrong(
            f"{name} is in the Breakdown Box", "exchange it into the Eliminated Box with /strike swap", "12.3.1"
        )
    if unit.place == REMOVED:
        return Wrong(f"{name} is out of the game", mend, "11.8.3")
    if not counters.on_map(unit):
        return Wrong(f"{name} is not in the game yet", mend, "14.0")
    if counters.is_kind(unit, "luftwaffe"):
        return Wrong(f"{name} is not reduced", mend, "9.3.3")
    return Wrong(f"{name} is on the map", mend, "12.3.1")


def _arrives(seen: Seen[State], action: do.Replace) -> Wrong | None:
    allowed = arrivals.replacement_places(seen.state, seen.state.units[action.unit])
    if not allowed:
        return Wrong("the area of its arrival is full", "make room there first", "12.3.6")
    if not action.at:
        return Wrong("its area of arrival is missing", f"choose one of {', '.join(allowed)} as `at`", "12.3.5")
    if action.at not in allowed:
        return replace(_not_there(seen, action), mend=f"choose one of {', '.join(allowed)}")
    return None


ALLIES = {"finnish": "12.3.7", "hungarian": "12.3.8", "rumanian": "12.3.9"}
"""The cases that say where the armies of other nations come back."""


def _not_there(seen: Seen[State], action: do.Replace) -> Wrong:
    """Return why a replacement cannot arrive: an area not its own, full, or enemies."""
    state, unit, at = seen.state, seen.state.units[action.unit], action.at
    if wrong := no_area(seen, at):
        return wrong
    record = counters.record(unit)
    if at not in arrivals.entry(state, unit):
        does = verb(unit, "does", "do")
        return Wrong(f"{record.name} {does} not come back at {at}", "", ALLIES.get(record.nation, "12.3.5"))
    if counters.room(state, at, unit.side) < counters.size(unit):
        return Wrong(f"{at} has no room for {record.name}", "", "4.1.4")
    return Wrong(f"enemies are at {at}, and it could arrive elsewhere without meeting any", "", "12.3.5")


def replacements(seen: Seen[State], fixed: Fixed) -> Iterator[do.Replace]:
    """Yield what can be bought back, each wherever it may arrive."""
    for unit in boxes.purchasable(seen.state, seen.seat):
        if fixed.get("unit", unit.id) != unit.id:
            continue
        places = arrivals.replacement_places(seen.state, unit) if not counters.on_map(unit) else (AreaId(""),)
        for area, full in product(places, (False, True)):
            yield do.Replace(unit.id, area, full)


@case("12.3.4", "12.3.5", "9.3.3")
def replace_unit(play: Play, step: Reorganization, action: do.Replace) -> None:
    """Buy a unit back, or build an air unit up where it is."""
    unit = play.state.units[action.unit]
    _reach(play, step, 2)
    if counters.is_kind(unit, "luftwaffe"):
        pay(play, unit.side, front_price(unit), "replacement")
        play.emit(ev.Turned(unit.id, False, "rebuilt"))
        return
    pay(play, unit.side, boxes.replacement_price(unit, full=action.full), "replacement")
    down = counters.record(unit).reduced is not None and not action.full
    play.emit(ev.Replaced(unit.id, action.at, down))
    contact.abandoned(play)
    contact.settle(play)


# Rebuilding.


@rule("12.4.1", "12.4.2", "10.1.6", "10.1.7")
def can_rebuild(seen: Seen[State], action: do.Rebuild) -> Wrong | None:
    """A reduced corps away from the enemy, with communication, is restored."""
    unit = own(seen, action.unit)
    if unit is None:
        return no_unit(seen, action.unit)
    name = counters.record(unit).name
    if counters.is_kind(unit, "army", "group"):
        return Wrong("armies and panzer groups are not rebuilt on the map", "exchange or replace them", "12.4.1")
    if counters.is_kind(unit, "militia", "garrison"):
        return Wrong(f"{name} stays as it is until it is eliminated", "choose a corps", "10.1.6")
    if not counters.is_kind(unit, "corps"):
        return Wrong(f"{name} is no corps", "choose a reduced corps")
    if not unit.down:
        return Wrong(f"{name} is at full strength", "choose a reduced corps")
    if counters.record(unit).nation in ("finnish", "hungarian"):
        return Wrong("reduced Finns and Hungarians stay reduced", "choose another corps", "10.1.7")
    if unit.place in counters.held(seen.state, counters.other(seen.seat)):
        return Wrong(f"enemies are at {unit.place}", "move it away from them first", "12.4.2")
    if not communication.has_line(seen.state, unit, unit.place):
        return Wrong(
            "it has no line of communication",
            "bring it where free ground leads to a railway nearer home",
            "12.4.2",
        )
    return can_pay(seen, front_price(unit))


def rebuildings(seen: Seen[State], fixed: Fixed) -> Iterator[do.Rebuild]:
    """Yield the reduced corps."""
    for unit in ours(seen, fixed):
        if unit.down and counters.is_kind(unit, "corps"):
            yield do.Rebuild(unit.id)


@case("12.4.1")
def rebuild(play: Play, step: Reorganization, action: do.Rebuild) -> None:
    """Restore a reduced corps."""
    unit = play.state.units[action.unit]
    _reach(play, step, 3)
    pay(play, unit.side, front_price(unit), "rebuilding")
    play.emit(ev.Turned(unit.id, False, "rebuilt"))


# The decision.


def unspent(at: At[State, Reorganization], action: do.Done) -> str:
    """Count the points that are left."""
    points = at.state.points[at.seat]
    return f"you have {count(points, 'operations point')} left" if points else ""


def says_replace(seen: Seen[State], action: do.Replace) -> str:
    """Say which unit is bought back, where, and at which strength."""
    unit = seen.state.units.get(action.unit)
    rebuilt = unit is not None and counters.on_map(unit)
    where = f" at {names.place(seen.state, action.at)}" if action.at else ""
    strength = ""
    if unit is not None and not rebuilt and counters.record(unit).reduced is not None:
        strength = ", at full strength" if action.full else ", reduced"
    back = "is built up again" if rebuilt else "is bought back"
    return f"{names.called(seen, (action.unit,))} {back}{where}{strength}."


def fights_again(seen: Seen[State], action: object) -> str:
    """Return the reason for every replacement."""
    return "units that are bought back can fight again"


REORGANIZATION: Decision[State, ev.Event, Reorganization] = Decision(
    Reorganization,
    question=question,
    does="units are reorganized",
    verbs=(
        Verb(
            do.Recover,
            when="leaders and trucks recover in your reorganization",
            says="{unit:tries|try} to recover.",
            cite="12.1.1",
            rules=(in_order, can_recover),
            candidates=recoveries,
            resolve=recover,
            odds=of_recovery,
            sketch=sketch.unit_named,
        ),
        Verb(
            do.Swap,
            when="corps are exchanged in your reorganization",
            says="{army} changes its box with {corps}.",
            why=lambda seen, action: "so they are worth more on the map",
            cite="12.2.1",
            rules=(in_order, can_swap),
            candidates=swaps,
            resolve=swap,
        ),
        Verb(
            do.Replace,
            when="replacements come in your reorganization",
            says=says_replace,
            why=fights_again,
            cite="12.3.3",
            rules=(in_order, can_replace),
            candidates=replacements,
            resolve=replace_unit,
            sketch=sketch.place,
        ),
        Verb(
            do.Rebuild,
            when="corps are rebuilt in your reorganization",
            says="{unit} is restored to full strength.",
            why=fights_again,
            cite="12.4.1",
            rules=(in_order, can_rebuild),
            candidates=rebuildings,
            resolve=rebuild,
            sketch=sketch.unit_named,
        ),
        done(warns=unspent),
    ),
)
