"""Who was the last to have an objective."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import case
from bot.titles.trap.field.battle import scenario
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.field.units import record, riders
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.table import RUSSIAN, HexId, UnitId
from bot.titles.trap.play.base import Play


# TRAP-R51, TRAP-R46
@case("TRAP-11.2-15", "TRAP-10.3.2")
def take(play: Play, unit: UnitId, path: Sequence[HexId]) -> None:
    """Take the objectives on a unit's way, where no enemy is: those that it passes, and the one that it came to.

    Leaders and snipers take none. In the variant the first landmark of the Russians ends the reinforcements.
    """
    state = play.state
    moved = state.units[unit]
    if not any(record(each).stacks for each in (moved, *riders(state, unit))):
        return
    new = tuple(
        hex
        for hex in dict.fromkeys(path)
        if state.control.get(hex, moved.side) != moved.side and not enemies(state, moved.side, hex, None)
    )
    if not new:
        return
    play.emit(ev.ControlTaken(moved.side, new))
    if moved.side == RUSSIAN and state.reinforces and scenario(state).chechen.until_landmark:
        play.emit(ev.ReinforcementsEnded(new[0]))
