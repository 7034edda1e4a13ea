"""What is said of an order that is not open: what goes on instead, and why it cannot be at this very moment."""

from __future__ import annotations

from typing import Any

from bot.kernel.rule import Wrong
from bot.kit.decisions import At, Decision
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Battle
from bot.titles.strike.model.table import GERMAN, RUSSIAN
from bot.titles.strike.play.contents import asked

SIDES = {seat: f"the {seat.title()} side" for seat in (GERMAN, RUSSIAN)}


def now(at: At[State, Any], room: Decision[State, ev.Event, Any], action: do.Action) -> str:
    """Say what goes on, and on whose side."""
    sides = " and ".join(SIDES[seat] for seat in room.asked(at.state, at.step))
    return f"now {room.does}, on {sides}"


def closed(at: At[State, Any], action: do.Action) -> Wrong | None:
    """Return what keeps the side that is asked from an order at this very moment, where that says more."""
    if at.seat not in asked(at.state):
        return None
    match action, at.step:
        case do.Done(), Battle(moment="counter-attack"):
            return Wrong(f"the Commissar orders a counter-attack at {at.step.area}", "", "7.2.1b-1")
        case do.Done(), Battle(moment="again"):
            return Wrong(
                f"the enemy goes on with the battle of {at.step.area}, and you have to attack again", "", "11.10.3"
            )
        case do.Fly(), _ if at.seat == RUSSIAN:
            return Wrong("only the Germans have air units", "", "9.0")
        case do.Convert(), _ if at.seat == RUSSIAN:
            return Wrong("only the Germans have railheads", "", "6.4.1")
        case _:
            return None
