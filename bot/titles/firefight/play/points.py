"""Award of victory points."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import case
from bot.titles.firefight import events as ev
from bot.titles.firefight.model.table import Award
from bot.titles.firefight.play.base import Play


@case("COH-5.2a")
def give(play: Play, awards: Iterable[Award]) -> None:
    """Give sides the points that they have won."""
    play.emit(*(ev.Scored(each.side, each.points, each.cite, each.why) for each in awards))
