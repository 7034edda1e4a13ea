"""The two economies of actions: action points, or spent checks."""

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
"""The most CAPs that change a roll."""
ORDERED_AIM = 5
"""The most that an order and a surplus add to a roll of an AI."""


def checks(state: State) -> bool:
    """Return true if units make spent checks instead of using action points.

    Units in a solo game always make spent checks.
    """
    return state.solo is not None or state.options.get("economy") == "spent checks"


@case("COH-1.5a")
def most_aim(state: State, seat: Seat) -> int:
    """Return the most CAPs that a player may put on a roll.

    The limit of an AI is the most that its orders give.
    """
    return ORDERED_AIM if is_ai(state, seat) else MOST_AIM


@case("COH-1.1c", "COH-5.1b")
def ceiling(state: State, seat: Seat) -> int:
    """Return a player's CAPs at the start of a round: the base less one a lost unit."""
    player = state.players[seat]
    return max(0, player.base - player.lost)


def exhausted(state: State, seat: Seat) -> bool:
    """Return true if only cards are left: no unit, or all spent and no CAPs."""
    caps = state.players[seat].caps
    return not any(caps or unit.status != "spent" for unit in present(state, seat))


def present(state: State, seat: Seat) -> Iterator[Unit]:
    """Yield a player's units on the map, hidden or not, and those that may enter now."""
    return (
        unit
        for unit in state.units.values()
        if unit.owner == seat
        and (unit.hex not in BOXES or unit.hiding is not None or waits(state, unit.round, unit.hex == WAITING))
    )


def waits(state: State, round: int, waiting: bool) -> bool:
    """Return true if a unit off the map may enter in this round."""
    return waiting and round <= state.round
