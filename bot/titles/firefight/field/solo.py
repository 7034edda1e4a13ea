"""The solo game: whom the player speaks for, and which units the AI has where."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field import entry
from bot.titles.firefight.model.ids import UnitId
from bot.titles.firefight.model.solo import AI, HUMAN
from bot.titles.firefight.model.state import State


def is_ai(state: State, seat: Seat) -> bool:
    """Say whether order cards and tiles move a player's units, and nobody is asked."""
    return seat == AI and state.solo is not None and bool(state.solo.sheet)


def generates(state: State) -> bool:
    """Say whether a battle for one player is being made, who knows everything and speaks for both sides."""
    return state.solo is not None and not state.solo.sheet


@case("G-5.1")
def speaks(state: State, step: object) -> tuple[Seat, ...]:
    """Ask the player of a step; while a solo game is made its one player speaks for both sides."""
    seat: Seat = step.seat  # type: ignore[attr-defined]
    return (HUMAN if generates(state) else seat,)


def for_whom(state: State, seat: Seat) -> str:
    """Begin a question: for which side a player is asked who makes a solo game."""
    return f"For the {state.players[seat].side.title()} side: " if generates(state) else ""


@case("G-5.6")
def entry_cup(state: State) -> tuple[UnitId, ...]:
    """Return the AI's units that may enter in this round: those that lie in its draw cup."""
    units = (unit for unit in state.units.values() if unit.owner == AI and entry.waiting(state, unit))
    return tuple(sorted(unit.id for unit in units))
