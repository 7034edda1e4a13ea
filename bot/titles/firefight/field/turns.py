"""The order of turns in a round, and its end."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field import terms
from bot.titles.firefight.field.units import team
from bot.titles.firefight.model.ids import Side
from bot.titles.firefight.model.state import State


# FF-R4, FF-R5
@case("COH-1.7b", "COH-1.3a")
def rotation(state: State, side: Side) -> tuple[Seat, ...]:
    """Return the order of turns in a round that a side begins, from its first force."""
    return terms.rotation(state, min(team(state, side), key=lambda seat: state.players[seat].force))


# FF-R6
@case("COH-1.3i", "COH-1.7c")
def over(state: State) -> bool:
    """Return true if the round is over.

    Both of two players have passed in a row, or all but one of more players. The round continues if a player still
    has a second turn.
    """
    if any(player.again for player in state.players.values()):
        return False
    players = len(state.players)
    return len(set(state.passed)) >= (players if players == 2 else players - 1)
