"""Why an order is not open: never in this battle, or not at this step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat
from bot.kit.decisions import At, Decision
from bot.titles.tide.field import names
from bot.titles.tide.model.actions import Action, PlaySabotage, Spend
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Muster
from bot.titles.tide.play.command import are_used, plays_with_sabotage


def sides(state: State) -> Mapping[Seat, str]:
    """Return the name of each side."""
    return {seat: f"the {seat.title()} side" for seat in state.hq}


def closed(at: At[State, Any], action: Action) -> Wrong | None:
    """Return why an order cannot be given in this battle at all."""
    if isinstance(action, Spend) and (wrong := are_used.test(at, action)):
        return Wrong(wrong.why, wrong.mend, "FB-munition-1")
    if isinstance(action, PlaySabotage) and (wrong := plays_with_sabotage.test(at, action)):
        return Wrong(wrong.why, wrong.mend, "FB-sabotage-1")
    return None


def now(at: At[State, Any], room: Decision[State, Any, Any], action: Action) -> str:
    """Describe the present step, and the own side's part in it."""
    state, step, asked = at.state, at.step, room.asked(at.state, at.step)
    if at.seat in asked:
        return room.you or f"your side {room.does}"
    if isinstance(step, Muster):
        return "you have said that you are ready"
    others = " and ".join(names.nation(seat) for seat in asked)
    goes_on = f"now the {others} side {room.does}"
    if state.phase == "action" and state.hq[at.seat].out:
        return f"your side takes no more actions in this round: {goes_on}"
    if not step.IN_TURN or room.verb(type(action)) is None:
        return goes_on
    to_come = any(type(each) is type(step) and getattr(each, "seat", "") == at.seat for each in state.steps)
    return f"{goes_on}, and yours follows" if to_come else f"{goes_on}, and yours is done with that"
