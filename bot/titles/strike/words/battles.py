"""What happens in battles, as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import Modifier
from bot.kernel.secret import Seen
from bot.kit.by_kind import ByKind
from bot.kit.english import count
from bot.titles.strike.field import combat, names
from bot.titles.strike.field.names import RESULTS
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Losses, fought
from bot.titles.strike.printed.tables import tables
from bot.titles.strike.words.sentence import all_names, dice, place_name, the_side, unit_name, verb_for

TELL: ByKind[Seen[State], str] = ByKind()
_on = TELL.on


@_on(ev.Declared)
def _declared(seen: Seen[State], e: ev.Declared) -> str:
    side, where = names.nation(e.attacker), place_name(seen, e.area)
    return {
        "attack": f"⚔️ {side} attack at **{where}**, by {e.method}.",
        "continuation": f"⚔️ The battle of **{where}** goes on, by {e.method}.",
        "thrust": f"⚔️ Blitzkrieg: the {side} armour goes on at **{where}**, by {e.method}.",
        "counter-attack": f"⚔️ The Commissar orders a counter-attack at **{where}**, by {e.method}.",
    }[e.why]


PAID = {
    "supply": "for combat supply",
    "reserves": "to call reserves",
    "continuation": "to go on",
    "advance": "to advance",
    "recovery": "to recover",
    "replacement": "for a replacement",
    "rebuilding": "to rebuild a corps",
}


@_on(ev.Paid)
def _paid(seen: Seen[State], e: ev.Paid) -> str:
    left = seen.state.points[e.seat] - e.points
    return f"-# {the_side(e.seat)} pays {e.points} {PAID[e.why]}; {count(left, 'point')} left."


@_on(ev.CannotGoOn)
def _cannot_go_on(seen: Seen[State], e: ev.CannotGoOn) -> str:
    return f"-# {the_side(e.seat)} cannot go on with the battle of {place_name(seen, e.area)}: {e.why}."


@_on(ev.Bombed)
def _bombed(seen: Seen[State], e: ev.Bombed) -> str:
    made = "".join(f" {m.n:+} {m.why}" for m in e.modifiers)
    hit = "hit" if e.hit else "missed"
    target = seen.state.units[e.target]
    where = place_name(seen, target.place)
    return (
        f"💣 {unit_name(seen, e.unit)} bombs {names.full(target)} at {where}: "
        f"🎲 {dice(e.roll)}{made}, {e.need} or less needed: {hit}."
    )


@_on(ev.ReserveCalled)
def _reserve(seen: Seen[State], e: ev.ReserveCalled) -> str:
    came = f"it comes to {place_name(seen, e.area)}" if e.came else "it does not come"
    calls = f"{unit_name(seen, e.leader)} calls {unit_name(seen, e.unit)}"
    return f"{calls}: 🎲 {dice(e.roll)}, {e.need} or less: {came}."


def parts(modifiers: Iterable[Modifier]) -> str:
    """List modifiers, each with its case."""
    return ", ".join(f"{m.why} {m.n:+} [{m.cite}]" for m in modifiers) or "none"


def column_shifts(modifiers: Iterable[Modifier]) -> str:
    """List column shifts as on the chart, each with its case."""
    return ", ".join(f"{m.why} {abs(m.n)}{'R' if m.n > 0 else 'L'} [{m.cite}]" for m in modifiers) or "none"


@_on(ev.Fought)
def _fought(seen: Seen[State], e: ev.Fought) -> str:
    modifier = sum(m.n for m in e.modifiers)
    total = f"{dice(e.roll)}{f' {modifier:+}' if modifier else ''} = {sum(e.roll.faces) + modifier}"
    distance = ""
    if e.withdrawal is not None:
        oxes = tables().numbers.withdrawal.distance[e.withdrawal.faces[0] - 1]
        distance = f" by {oxes} (🎲 {dice(e.withdrawal)})"
    elif e.result == "DW":
        distance = ", but the Commissar forbids it"
    lines = (
        f"{all_names(seen, e.attackers)} ({e.attack}) against {all_names(seen, e.defenders)} ({e.defence}).",
        f"🎲 {total} in the column {combat.label(e.column)}: **{e.result}**, {RESULTS[e.result]}{distance}.",
        f"-# Column {combat.label(e.base)}. Shifts: {column_shifts(e.shifts)}. Modifiers: {parts(e.modifiers)}.",
    )
    return "\n".join(lines)


@_on(ev.StepLost)
def _step_lost(seen: Seen[State], e: ev.StepLost) -> str:
    box = f" {unit_name(seen, e.corps)} goes to the Eliminated Box." if e.corps else ""
    return f"{unit_name(seen, e.unit)} is reduced.{box}"


LOST = {"combat": "is eliminated", "overrun": "are overrun", "stacking": "is given up: too many stand there"}


@_on(ev.Eliminated)
def _eliminated(seen: Seen[State], e: ev.Eliminated) -> str:
    box = f" {unit_name(seen, e.corps)} goes back to the Breakdown Box." if e.corps else ""
    return f"**{unit_name(seen, e.unit)} {LOST[e.why]}.**{box}"


@_on(ev.Begun)
def _begun(seen: Seen[State], e: ev.Begun) -> str:
    """Say who stays where they should have gone on, and at which price."""
    step = e.step
    if not isinstance(step, Losses) or not step.in_corps:
        return ""
    if step.area == fought(seen.state.steps).area:
        does = verb_for(seen, step.units, "stays at", "stay at")
    else:
        does = verb_for(seen, step.units, "goes no farther than", "go no farther than")
    pays = verb_for(seen, step.units, "pays", "pay")
    price = count(step.left, "step")
    return f"{all_names(seen, step.units)} {does} {place_name(seen, step.area)} and {pays} {price} of corps."


@_on(ev.Withdrew)
def _withdrew(seen: Seen[State], e: ev.Withdrew) -> str:
    verb = verb_for(seen, e.units, *(("retreats", "retreat") if e.retreat else ("withdraws", "withdraw")))
    by = f" by {names.way(seen.state, e.path[1:-1])}" if len(e.path) > 2 else ""
    start, end = place_name(seen, e.path[0]), place_name(seen, e.path[-1])
    return f"{all_names(seen, e.units)} {verb} from {start}{by} to {end}."


@_on(ev.Advanced)
def _advanced(seen: Seen[State], e: ev.Advanced) -> str:
    by = f" by {names.way(seen.state, e.path[1:-1])}" if len(e.path) > 2 else ""
    verb = verb_for(seen, e.units, "advances", "advance")
    return f"{all_names(seen, e.units)} {verb}{by} to {place_name(seen, e.path[-1])}."


@_on(ev.LeaderTested)
def _leader_tested(seen: Seen[State], e: ev.LeaderTested) -> str:
    end = "**he is lost**" if e.lost else "he gets away"
    return f"{unit_name(seen, e.unit)} has no troops with him: 🎲 {dice(e.roll)}: {end}."
