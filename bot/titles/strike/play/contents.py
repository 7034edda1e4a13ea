"""Every decision of the campaign, in the order in which a turn comes to them."""

from __future__ import annotations

from typing import Any

from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, part_of
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.play.advance import ADVANCE
from bot.titles.strike.play.anytime import ORDER, RESIGN
from bot.titles.strike.play.arrival import ARRIVAL
from bot.titles.strike.play.battle import DICE, MOMENTS
from bot.titles.strike.play.combat import COMBAT
from bot.titles.strike.play.losses import LOSSES
from bot.titles.strike.play.movement import RAILS, UNITS
from bot.titles.strike.play.redeployment import REDEPLOYMENT
from bot.titles.strike.play.reorganization import REORGANIZATION
from bot.titles.strike.play.tie import TIE
from bot.titles.strike.play.withdrawal import WITHDRAWAL

DECISIONS: tuple[Decision[State, ev.Event, Any], ...] = (
    ARRIVAL, REDEPLOYMENT, RAILS, UNITS, COMBAT, *MOMENTS, LOSSES, WITHDRAWAL, ADVANCE, TIE, REORGANIZATION,
)  # fmt: skip
WORKS = DICE
ANYTIME = (ORDER, RESIGN)

_ROOMS = {(room.step, room.part): room for room in DECISIONS}


def asked(state: State) -> tuple[Seat, ...]:
    """Return the seats that must act."""
    if not state.steps or state.outcome is not None:
        return ()
    step = state.steps[-1]
    room = _ROOMS.get((type(step), part_of(step)))
    return room.asked(state, step) if room is not None else ()


def allows(seen: Seen[State], action: do.Action) -> bool:
    """Say whether an action is legal at what the seat is asked; for the computer player."""
    step = seen.state.steps[-1]
    return _ROOMS[type(step), part_of(step)].allows(At(seen.seat, seen.state, step), action)
