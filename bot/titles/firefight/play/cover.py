"""Automatic entry into a fortification, on arrival or when a unit is revealed."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import works
from bot.titles.firefight.model.ids import UnitId
from bot.titles.firefight.play.base import Play


# FF-R62, FF-R170
@case("COH-6.1e")
def take_cover(play: Play, id: UnitId, found: bool = False) -> None:
    """Put a unit into a fortification that admits it; a bunker sets its facing.

    `found` marks a revealed unit, which does not move.
    """
    unit = play.state.units[id]
    work = works.fort(play.state, unit.hex)
    if work is not None and not unit.inside and works.open_to(play.state, work, unit):
        facing = work.facing if work.kind == "bunker" else unit.facing
        play.emit(ev.Took(id, work.id, facing, found))
