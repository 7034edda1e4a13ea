"""What happens to a unit in a hex that it comes to."""

from __future__ import annotations

from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.control import take_control


def arrived(play: Play, unit: UnitId, came: HexId) -> bool:
    """Let happen what a hex does to a unit that has come to it; false where it goes no further.

    Control markers are taken in passing too.
    """
    take_control(play)
    return play.state.units[unit].hex != came
