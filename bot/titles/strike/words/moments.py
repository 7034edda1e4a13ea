"""The explanation of a closed order: the present step."""

from __future__ import annotations

from typing import Any

from bot.kit.decisions import At, Decision
from bot.titles.strike import events as ev
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN

SIDES = {seat: f"the {seat.title()} side" for seat in (GERMAN, RUSSIAN)}


def now(at: At[State, Any], room: Decision[State, ev.Event, Any], action: do.Action) -> str:
    """Describe the present step and its side."""
    sides = " and ".join(SIDES[seat] for seat in room.asked(at.state, at.step))
    return f"now {room.does}, on {sides}"
