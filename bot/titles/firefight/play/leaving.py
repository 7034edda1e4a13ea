"""Leaving the map, which a card must allow."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import Fixed
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import hits
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.scoring import exits, for_exit
from bot.titles.firefight.field.units import carried, kind, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.acting import able, can_move, on_the_map, payments
from bot.titles.firefight.play.arriving import leave_hole
from bot.titles.firefight.play.base import Here, Play
from bot.titles.firefight.play.by_units import by_units
from bot.titles.firefight.play.losses import all_returned
from bot.titles.firefight.play.points import give
from bot.titles.firefight.play.revealing import betray
from bot.titles.firefight.printed.units import named


@case("COH-4.1e")
def at_an_exit(state: State, unit: Unit) -> bool:
    """Return true if a unit is at an edge by which a card lets it leave."""
    here = ground(state.field)
    return any(where(unit) in here.rim(edge) for edge in exits(state, unit))


@rule("COH-4.1e")
def may_leave(at: Here, action: do.Leave) -> Wrong | None:
    """Units leave the map only if a card allows it."""
    unit = at.state.units[action.unit]
    if not exits(at.state, unit):
        return Wrong("no unit leaves the map unless a card says so", "stay and fight")
    if not at_an_exit(at.state, unit):
        return Wrong("it does not stand at the edge by which it may leave", "go there first")
    rider = carried(at.state, unit.id)
    if rider is not None and not exits(at.state, rider):
        return Wrong(f"no card lets {named(rider.counter)} leave, which it carries", "let that one get out first")
    return None


def cost(state: State, action: do.Leave) -> int:
    """Return the cost of leaving, which equals a move."""
    unit = state.units[action.unit]
    return kind(unit).move + hits.move_cost(unit)


@case("COH-6.1b")
def leave(play: Play, action: do.Leave) -> None:
    """Take a unit and its passenger off the map.

    Its hasty defence is removed, and hit markers return to their piles.
    """
    betray(play, action.unit)
    leave_hole(play, action.unit)
    unit = play.state.units[action.unit]
    gone = [unit, *(each for each in play.state.units.values() if each.aboard == unit.id)]
    play.emit(ev.Left(unit.id, where(unit), all_returned(play, [each.id for each in gone])))
    for each in gone:
        give(play, for_exit(play.state, each))


def to_leave(at: Here, fixed: Fixed) -> Iterator[do.Leave]:
    """Yield each unit at such an edge."""
    for id in able(at, fixed):
        if at_an_exit(at.state, at.state.units[id]):
            for paid in payments(at, (id,), fixed):
                yield do.Leave(id, **paid)


LEAVE = by_units(
    do.Leave,
    when="units leave the map in their player's turn, where a card lets them",
    says="{unit:leaves|leave} the map{by}.",
    why=lambda seen, action: "a card gives victory points for that",
    cost=cost,
    rules=(on_the_map, can_move, may_leave),
    candidates=to_leave,
    deed=leave,
)
