"""The solo game: the player who answers for each side."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.model.ids import GeneratorId
from bot.titles.firefight.model.solo import AI, HUMAN
from bot.titles.firefight.model.state import State


def is_ai(state: State, seat: Seat) -> bool:
    """Return true if order cards and tiles move a player's units."""
    return seat == AI and state.solo is not None and bool(state.solo.sheet)


def generates(state: State) -> bool:
    """Return true while a solo battle is generated; its player then sees both sides."""
    return state.solo is not None and not state.solo.sheet


@case("G-5.1")
def speaks(state: State, step: object) -> tuple[Seat, ...]:
    """Return the player to ask; the player of a solo game generates for both sides."""
    seat: Seat = step.seat  # type: ignore[attr-defined]
    return (HUMAN if generates(state) else seat,)


def for_whom(state: State, seat: Seat) -> str:
    """Return the prefix of a question that names the side, while a solo game is made."""
    return f"For the {state.players[seat].side.title()} side: " if generates(state) else ""


@case("G-5.2")
def options(state: State, seat: Seat) -> tuple[GeneratorId, ...]:
    """Return the generator cards that a player sees.

    While a solo mission is generated, these are the cards of the active side.
    """
    turn = getattr(state.steps[-1], "seat", seat) if generates(state) and state.steps else seat
    hand = state.players[turn].hand
    return hand.open() if hand.known else ()
