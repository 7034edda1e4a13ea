"""CAP surplus: what the Mission Track adds to the dice of an AI."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.solo import solo

SURPLUS = 1
"""What it adds to each die."""


# FF-R164
@case("G-5.3.2c")
def luck(state: State, seat: Seat) -> int:
    """Return what is added to each die of a player: of an AI 1 while the marker lies on a space of CAP surplus."""
    if not is_ai(state, seat) or state.solo is None or not state.solo.sheet:
        return 0
    space = solo().sheets[state.solo.sheet].spaces[state.solo.marker - 1]
    return SURPLUS if space.says is not None and space.says.do == "surplus" else 0
