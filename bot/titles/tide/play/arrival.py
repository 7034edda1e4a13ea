"""Reinforcements are placed."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.decisions import Decision, Verb
from bot.kit.words import count
from bot.titles.tide.candidates import answering
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arrival
from bot.titles.tide.resolve import actions, status
from bot.titles.tide.rules import setting_up
from bot.titles.tide.words.scenes import sketch


def left_waiting(seen: Seen[State], action: do.Done) -> str:
    """Say how many units wait beside the map."""
    left = sum(unit.side == seen.seat and not unit.hex for unit in seen.state.units.values())
    return f"{count(left, 'unit')} of yours still {'waits' if left == 1 else 'wait'}" if left else ""


ARRIVAL: Decision[State, Event, Arrival] = Decision(
    Arrival,
    question=lambda at: "Place your reinforcements.",
    does="places reinforcements",
    go=status.go_arrival,
    verbs=(
        Verb(
            do.Place,
            rules=(setting_up.can_be_placed, setting_up.can_be_concealed),
            candidates=answering.places,
            resolve=actions.place,
            sketch=sketch,
        ),
        Verb(do.Done, candidates=answering.dones, resolve=actions.end, warns=left_waiting),
    ),
)
