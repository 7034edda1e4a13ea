"""The solo game: whom the player speaks for."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.model.ids import GeneratorId
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


@case("G-5.2")
def options(state: State, seat: Seat) -> tuple[GeneratorId, ...]:
    """Return the generator cards a player looks at: in the making of a solo mission those of the side in turn."""
    turn = getattr(state.steps[-1], "seat", seat) if generates(state) and state.steps else seat
    hand = state.players[turn].hand
    return hand.open() if hand.known else ()
