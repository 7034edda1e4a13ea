"""Which economy of actions is played: seven action points a unit, or spent checks; and who still can act."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, WAITING

POINTS = 7
"""The action points of a unit that becomes active."""
MOST_AIM = 2
"""The most CAPs that change one roll."""
ORDERED_AIM = 5
"""The most that an order and a surplus give to one roll of an AI."""


def checks(state: State) -> bool:
    """Say whether units make spent checks instead of having action points; in a solo game they always do."""
    return state.solo is not None or state.options.get("economy") == "spent checks"


@case("COH-1.5a")
def most_aim(state: State, seat: Seat) -> int:
    """Return the most CAPs that a player may put on one roll; an AI has those that its order says."""
    return ORDERED_AIM if is_ai(state, seat) else MOST_AIM


@case("COH-1.1c", "COH-5.1b")
def ceiling(state: State, seat: Seat) -> int:
    """Return the CAPs with which a player's rounds begin: the base less one for each unit lost, never below 0."""
    player = state.players[seat]
    return max(0, player.base - player.lost)


def idle(state: State, seat: Seat) -> bool:
    """Say whether everybody can see that a player can do nothing but pass: all units are spent, and no CAP or
    card is left.
    """
    return not state.players[seat].card_count and exhausted(state, seat)


def exhausted(state: State, seat: Seat) -> bool:
    """Say whether a player has nothing left but cards: all units are spent, and no CAP is left."""
    return not (
        state.players[seat].caps
        or any(
            unit.owner == seat
            and unit.status != "spent"
            and (unit.hex not in BOXES or unit.hiding is not None or waits(state, unit.round, unit.hex == WAITING))
            for unit in state.units.values()
        )
    )


def waits(state: State, round: int, waiting: bool) -> bool:
    """Say whether a unit off the map may enter in this round."""
    return waiting and round <= state.round
