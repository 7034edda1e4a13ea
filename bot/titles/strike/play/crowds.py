"""Where too many stand when a side has moved, some are given up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.titles.strike import events as ev
from bot.titles.strike.field import boxes, counters, names
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.play import Play, contact, sketch
from bot.titles.strike.play.named import no_unit, own, verb
from bot.titles.strike.play.phase import Moves


@rule("4.1.4")
def leaves_no_crowd(seen: Seen[State], action: do.Done) -> Wrong | None:
    """Movement ends without crowds."""
    state = seen.state
    crowds = counters.crowded(state, seen.seat)
    if not crowds:
        return None
    area = crowds[0]
    over = counters.stacked(counters.at(state, area, seen.seat))
    return Wrong(
        f"{over} corps stand at {area}, {counters.limit(state, area)} are allowed",
        "move units on, or choose with /strike lose what to give up",
        "4.1.4",
    )


def ending(seen: Seen[State]) -> str:
    """Say how movement ends: first of all without crowds."""
    state = seen.state
    crowds = counters.crowded(state, seen.seat)
    if not crowds:
        return "Press Done when you have moved."
    area = crowds[0]
    over = counters.stacked(counters.at(state, area, seen.seat))
    return (
        f"{over} corps are at {names.place(state, area)}, and {counters.limit(state, area)} may stay: "
        "move units on, or press Lose to give some up."
    )


@rule("4.1.4")
def can_be_given_up(seen: Seen[State], action: do.Lose) -> Wrong | None:
    """Outside of a battle one only gives up what is too much in an area."""
    unit = own(seen, action.unit)
    if unit is None:
        return no_unit(seen, action.unit)
    if not counters.fights(unit):
        why = f"{counters.record(unit).name} {verb(unit, 'stacks', 'stack')} for free"
        return Wrong(why, "give up troops", "4.1.5")
    if unit.place in counters.crowded(seen.state, seen.seat):
        return None
    return Wrong(f"{unit.place} has room for all its units", "give up only what is too much in an area", "4.1.4")


def crowds(seen: Seen[State], fixed: Fixed) -> Iterator[do.Lose]:
    """Yield the troops that can be given up where too many stand."""
    for area in counters.crowded(seen.state, seen.seat):
        yield from (do.Lose(unit.id) for unit in counters.troops(seen.state, area, seen.seat))


@case("4.1.4", "11.9.4")
def give_up(play: Play, step: Moves, action: do.Lose) -> None:
    """Give up a surplus unit; a reduced army returns a corps."""
    corps = boxes.corps_won_with(play.state, play.state.units[action.unit])
    play.emit(ev.Eliminated(action.unit, "stacking", corps))
    contact.settle(play)


def says_lose(seen: Seen[State], action: do.Lose) -> str:
    """Name the unit that takes a loss, and the corps that is left of an army."""
    left = f"; {names.called(seen, (action.corps,))} is left of it" if action.corps else ""
    return f"{names.they(seen, (action.unit,), 'takes', 'take')} the loss{left}."


GIVE_UP: Verb[State, ev.Event, Any, do.Lose] = Verb(
    do.Lose,
    when="steps are lost when a battle costs your units some, and given up where you move",
    says=says_lose,
    why=lambda seen, action: "it is worth least of the units that could take the loss",
    cite="11.9.2",
    rules=(can_be_given_up,),
    candidates=crowds,
    resolve=give_up,
    sketch=sketch.unit_named,
)
