"""Reinforcements are placed."""

from __future__ import annotations

from dataclasses import replace

from bot.kernel.rule import case
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Decision, Verb
from bot.kit.english import count
from bot.titles.tide import events as ev
from bot.titles.tide.combat.reinforcing import reinforce
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, deployment, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arrival
from bot.titles.tide.model.table import HexId
from bot.titles.tide.play import arming, placing, sketches
from bot.titles.tide.play.done import DONE


def left_waiting(seen: Seen[State], action: do.Done) -> str:
    """Say how many units wait beside the map."""
    left = sum(unit.side == seen.seat and not unit.hex for unit in seen.state.units.values())
    return f"{count(left, 'unit')} of yours still {'waits' if left == 1 else 'wait'}" if left else ""


@case("TOI-11.4")
def begin(play: Play) -> None:
    """Bring in what the scenario sends in this round; boons of this round run out."""
    ended = tuple(boon for boon in play.state.boons if boon.through <= play.state.round)
    if ended:
        play.emit(ev.Used(ended))
    for column in board.scenario(play.state).reinforcements:
        if column.round == play.state.round:
            squads = [deployment.suggested_base(column.division, squad) for squad in column.squads]
            entry = tuple(HexId(hex) for hex in column.entry)
            reinforce(play, Seat(column.side), squads, [v.kind for v in column.vehicles], entry)
    arming.keep(play)
    for seat in reversed(units.seats_in_order(play.state)):
        if deployment.to_place(play.state, seat):
            play.emit(ev.Begun(Arrival(seat)))


def go(play: Play, step: Arrival) -> bool:
    """Wait while units stand beside the map."""
    waiting = bool(deployment.to_place(play.state, step.seat))
    if not waiting:
        play.emit(ev.Ended())
    return waiting


ARRIVAL: Decision[State, Event, Arrival] = Decision(
    Arrival,
    question=lambda at: "Place your reinforcements.",
    does="places reinforcements",
    go=go,
    verbs=(
        Verb(
            do.Place,
            rules=(placing.can_be_placed, placing.can_be_concealed),
            candidates=placing.places,
            resolve=placing.place,
            sketch=sketches.place,
        ),
        replace(DONE, warns=left_waiting),
    ),
)
