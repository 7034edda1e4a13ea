"""Digging in, and going into fortifications and out of them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import advantage, hits, phrases, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind, other, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import UnitId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Unit, Work
from bot.titles.firefight.play import revealing
from bot.titles.firefight.play.acting import able, on_the_map, payments
from bot.titles.firefight.play.base import Here, Play
from bot.titles.firefight.play.by_units import by_units
from bot.titles.firefight.printed.units import named

SPADES = 5
"""The cost of digging in."""


# FF-R64
@rule("COH-6.1b", "COH-6.1a", "COH-3.5e")
def can_dig(at: Here, action: do.Dig) -> Wrong | None:
    """Foot units dig in a hex without another work and without enemies."""
    unit = at.state.units[action.unit]
    if not kind(unit).foot:
        return Wrong(f"{named(unit.counter)} does not dig", "foot units do")
    return unfit(at.state, unit)


@case("COH-3.5e", "COH-3.6c")
def unfit(state: State, unit: Unit) -> Wrong | None:
    """Return why a unit cannot dig in, or why its hex has no room for it."""
    hex = where(unit)
    if hits.marker(unit).helpless:
        return hits.kept_from(unit, "does not dig")
    if works.at(state, hex) is not None:
        return Wrong("there is a work in its hex, which has room for one", "dig in another hex", "COH-6.1a")
    if any(foe.hex != HIDDEN for foe in units_at(state, hex, other(unit.side))):
        return Wrong("there is an enemy in its hex", "get rid of that one first")
    if ground(state.field)[hex].terrain == "water":
        return Wrong("nobody digs in the water", "let it come ashore first")
    return None


@case("COH-6.1b", "COH-6.1a")
def dig(play: Play, action: do.Dig) -> None:
    """Dig a hasty defence; a hidden work in the hex leaves no room for it."""
    dig_in(play, action.unit)


def dig_in(play: Play, id: UnitId) -> None:
    """Give a unit its own hasty defence, unless a hidden work is in the hex.

    The hidden work is revealed instead.
    """
    unit = play.state.units[id]
    lying = works.at(play.state, unit.hex)
    if lying is not None:
        revealing.lay_bare(play, lying)
        return
    work = works.unused(play.state)
    play.emit(ev.WorkLaid(Work(work, "hasty", unit.side, unit.owner, unit.hex, unit.facing, digger=id)))


def diggers(at: Here, fixed: Fixed) -> Iterator[do.Dig]:
    """Yield every unit that may dig."""
    for id in able(at, fixed):
        for paid in payments(at, (id,), fixed):
            yield do.Dig(id, **paid)


def why_dig(seen: Seen[State], action: do.Dig) -> str:
    """Return the reason for digging in: the fire on the hex."""
    return f"{advantage.under_fire(seen, (action.unit,))}, and a hasty defence covers it"


DIG = by_units(
    do.Dig,
    when="units dig in in their player's turn",
    says="{unit} digs in{by}.",
    why=why_dig,
    cost=lambda state, action: SPADES,
    rules=(on_the_map, can_dig),
    candidates=diggers,
    deed=dig,
)


# Going in and out.


@rule("COH-6.1e", "COH-6.1c", "COH-6.1d", "COH-3.5c", "COH-3.5e")
def can_change(at: Here, action: do.Occupy) -> Wrong | None:
    """A mobile unit enters a fortification open to it, or leaves its own."""
    unit = at.state.units[action.unit]
    if not hits.moves(unit):
        return hits.kept_from(unit, "does not move")
    if works.of(at.state, unit) is not None:
        return None
    work = works.fort(at.state, where(unit))
    if work is None:
        return Wrong("there is no fortification in its hex", "move to one, or dig in")
    if not works.admits(work, unit):
        cite = "COH-6.1d" if work.kind == "bunker" else "COH-6.1c"
        return Wrong(
            f"{named(unit.counter)} has no place in a {works.NAMES[work.kind]}", "choose another unit", cite
        )
    if not works.open_to(at.state, work, unit):
        return Wrong(f"the enemy holds the {works.NAMES[work.kind]}", "drive them out first")
    return None


# FF-R58
@case("COH-6.1e")
def change_cost(state: State, action: do.Occupy) -> int:
    """Return the cost, which equals a move in the open."""
    unit = state.units[action.unit]
    return kind(unit).move + hits.move_cost(unit)


@case("COH-6.1e", "COH-6.1d", "COH-6.1b")
def change(play: Play, action: do.Occupy) -> None:
    """Enter or leave a fortification; a hasty defence is removed when its unit leaves."""
    unit = play.state.units[action.unit]
    work = works.fort(play.state, unit.hex)
    revealing.betray(play, unit.id)
    if unit.inside or work is None:
        play.emit(ev.Took(unit.id, WorkId(""), action.facing or unit.facing))
        if work is not None and work.digger == unit.id:
            play.emit(ev.WorkGone(work.id, "left"))
    else:
        facing = work.facing if work.kind == "bunker" else action.facing or unit.facing
        play.emit(ev.Took(unit.id, work.id, facing))


def changes(at: Here, fixed: Fixed) -> Iterator[do.Occupy]:
    """Yield every unit that may change."""
    for id in able(at, fixed):
        for paid in payments(at, (id,), fixed):
            yield do.Occupy(id, fixed.get("facing", ""), **paid)


def says_change(seen: Seen[State], action: do.Occupy) -> str:
    """Return the order as a sentence."""
    unit = seen.state.units.get(action.unit)
    does = "leaves" if unit is not None and unit.inside else "goes into"
    return f"{phrases.who(seen, (action.unit,))} {does} the fortification{phrases.PAID[action.by]}."


OCCUPY = by_units(
    do.Occupy,
    when="units go into fortifications in their player's turn",
    says=says_change,
    cost=change_cost,
    rules=(on_the_map, can_change),
    candidates=changes,
    deed=change,
)
VERBS = (DIG, OCCUPY)
