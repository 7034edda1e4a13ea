"""The computer player."""

from __future__ import annotations

from typing import Any

from bot.kit.decisions import At, Decision
from bot.titles.trap.model import actions as do
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation, Arrival, Collapse, Held, Next
from bot.titles.trap.play.activation import ACTIVATION
from bot.titles.trap.play.arrival import ARRIVAL
from bot.titles.trap.play.collapse import LOSE, RETREAT
from bot.titles.trap.play.cup import HELD, NEXT


def _first(at: At[State, Any], room: Decision[State, ev.Event, Any]) -> do.Action:
    """Return the first legal action."""
    for each in room.verbs:
        for action in room.legal(at, each.action):
            found: do.Action = action
            return found
    return do.Done()


def holds(at: At[State, Held]) -> do.Action:
    """Keep a marker."""
    return _first(at, HELD)


def adds(at: At[State, Next]) -> do.Action:
    """Let a formation come next."""
    return _first(at, NEXT)


def places(at: At[State, Arrival]) -> do.Action:
    """Place a unit."""
    return _first(at, ARRIVAL)


def acts(at: At[State, Activation]) -> do.Action:
    """Bring in who waits, then be done."""
    enters = ACTIVATION.legal(at, do.Enter)
    return next(enters, do.Done())


def falls(at: At[State, Collapse]) -> do.Action:
    """Get out of the rubble, or give a unit up."""
    return _first(at, RETREAT if at.step.part == "retreat" else LOSE)


PLAYER = (holds, adds, places, acts, falls)
