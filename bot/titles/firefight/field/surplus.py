"""CAP surplus: the bonus of the Mission Track for the dice of an AI."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.solo import solo

SURPLUS = 1
"""The bonus for each die."""


# FF-R164
@case("G-5.3.2c")
def luck(state: State, seat: Seat) -> int:
    """Return the bonus for each die of an AI: 1 on a CAP surplus space, otherwise 0."""
    if not is_ai(state, seat) or state.solo is None or not state.solo.sheet:
        return 0
    space = solo().sheets[state.solo.sheet].spaces[state.solo.marker - 1]
    return SURPLUS if space.says is not None and space.says.do == "surplus" else 0
