"""Air units change their bases, and parachutists jump."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Fixed, Verb
from bot.titles.strike import events as ev
from bot.titles.strike.field import advantage, communication, counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, Unit
from bot.titles.strike.play import Play, contact
from bot.titles.strike.play.named import name, no_area, ours, own, own_unit
from bot.titles.strike.play.phase import Moves, count_redeployed, too_many_redeploy
from bot.titles.strike.play.sketch import own_units, unit_named, way
from bot.titles.strike.printed.tables import tables


@rule("9.0", "9.1.1")
def can_fly(seen: Seen[State], action: do.Fly) -> Wrong | None:
    """An air unit flies once in a phase, up to its range, in any weather."""
    unit = own(seen, action.unit)
    assert unit is not None
    if wrong := no_area(seen, action.to):
        return wrong
    if counters.fights(unit):
        return _can_jump(seen, unit, action)
    if not counters.is_kind(unit, "luftwaffe"):
        return Wrong(f"{name(unit)} cannot fly", "choose an air unit")
    reach = tables().numbers.air.range
    if unit.trail:
        return Wrong(f"{name(unit)} has flown in this phase", "let it fly in the next one")
    if action.to == unit.place:
        return Wrong(f"it is at {action.to} already", "choose another area within its range")
    far = counters.map_of(seen.state).distance(unit.place, action.to)
    if far > reach:
        return Wrong(
            f"it flies up to {reach} areas, and {action.to} is {far} away",
            "choose an area within its range",
            "9.1.1",
        )
    return too_many_redeploy(seen, (unit,))


def _can_jump(seen: Seen[State], unit: Unit, action: do.Fly) -> Wrong | None:
    """Parachutists jump once, in the Movement Phase, in fair weather or rain."""
    here = counters.map_of(seen.state)
    if counters.record(unit).trait != "parachute":
        return Wrong(f"{name(unit)} cannot fly", "choose an air unit", "9.0")
    if unit.mission or seen.state.phase != "movement":
        return Wrong("parachutists jump once, in the Movement Phase", "let them march", "1.2")
    if seen.state.weather not in ("fair", "rain") or unit.trail or unit.down:
        return Wrong(
            "they jump at full strength, before any march, in fair weather or rain", "let them march", "1.2"
        )
    safe = unit.place not in counters.held(seen.state, counters.other(unit.side))
    if not safe or not communication.has_line(seen.state, unit, unit.place):
        return Wrong("they jump from an area with communication and without enemies", "bring them there", "1.2")
    reach = tables().numbers.air.range
    if action.to == unit.place or here.distance(unit.place, action.to) > reach:
        return Wrong(f"they jump up to {reach} areas away", "choose something nearer", "1.2")
    return None


def flights(seen: Seen[State], fixed: Fixed) -> Iterator[do.Fly]:
    """Yield flights of air units and parachutists to every area."""
    for unit in ours(seen, fixed):
        if counters.is_kind(unit, "luftwaffe") or counters.record(unit).trait == "parachute":
            for to in (fixed["to"],) if "to" in fixed else counters.map_of(seen.state).areas:
                yield do.Fly(unit.id, to)


@case("9.1.1", "9.0")
def fly(play: Play, step: Moves, action: do.Fly) -> None:
    """Fly an air unit, or let parachutists jump."""
    unit, to = action.unit, action.to
    count_redeployed(play, (unit,))
    flyer = play.state.units[unit]
    jumps = counters.fights(flyer)
    play.emit(ev.Flown(unit, to, "dropped" if jumps else ""))
    if jumps:
        contact.come_through(play, (play.state.units[unit],), (flyer.place, to))
        contact.settle(play)


def sketch_flight(seen: Seen[State], action: do.Fly) -> Sketch | None:
    """Show a flight."""
    if action.to not in counters.map_of(seen.state):
        return unit_named(seen, action)
    return way(seen, own_units(seen, (action.unit,)), action.to)


def only_germans_fly(at: At[State, Any], action: do.Fly) -> Wrong | None:
    """Say that the Russians have nothing that flies."""
    return Wrong("only the Germans have air units", "", "9.0") if at.seat == RUSSIAN else None


FLY: Verb[State, ev.Event, Any, do.Fly] = Verb(
    do.Fly,
    when="aircraft change their bases in the German movement, and when the Germans redeploy",
    says="{unit:flies|fly} to {to}.",
    why=lambda seen, action: advantage.of_place(seen, (action.unit,), action.to, flying=True),
    cite="9.0",
    rules=(own_unit, can_fly),
    candidates=flights,
    resolve=fly,
    sketch=sketch_flight,
    open=lambda at: at.seat == GERMAN,
    closed=only_germans_fly,
)
