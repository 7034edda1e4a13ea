"""Which economy of actions is played: seven action points a unit, or spent checks; and who still can act."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, WAITING, Unit

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


def exhausted(state: State, seat: Seat) -> bool:
    """Say whether a player has nothing left but cards: no unit is there, or all are spent and no CAP is left."""
    caps = state.players[seat].caps
    return not any(caps or unit.status != "spent" for unit in present(state, seat))


def present(state: State, seat: Seat) -> Iterator[Unit]:
    """Yield a player's units on the map, hidden ones too, and those that may enter in this round."""
    return (
        unit
        for unit in state.units.values()
        if unit.owner == seat
        and (unit.hex not in BOXES or unit.hiding is not None or waits(state, unit.round, unit.hex == WAITING))
    )


def waits(state: State, round: int, waiting: bool) -> bool:
    """Say whether a unit off the map may enter in this round."""
    return waiting and round <= state.round
