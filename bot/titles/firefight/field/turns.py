"""In which rotation players take turns."""

from __future__ import annotations

from itertools import cycle, islice

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field.units import other, team
from bot.titles.firefight.model.ids import Side
from bot.titles.firefight.model.state import State


# FF-R4, FF-R5
@case("COH-1.7b", "COH-1.3a")
def rotation(state: State, first: Side) -> tuple[Seat, ...]:
    """Return the players as they take turns, once round: sides alternate, and the members of a team take turns."""
    teams = (team(state, first), team(state, other(first)))
    rounds = max(map(len, teams))
    ranks = zip(*(islice(cycle(seats), rounds) for seats in teams), strict=True)
    return tuple(seat for rank in ranks for seat in rank)


# FF-R6
@case("COH-1.3i", "COH-1.7c")
def over(state: State) -> bool:
    """Say whether the round is over: both of two players have passed in a row, or all but one of more."""
    players = len(state.players)
    return len(set(state.passed)) >= (players if players == 2 else players - 1)
