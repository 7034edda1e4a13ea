"""What lies on the way of units: snipers and leaders who are found alone, and objectives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.kernel.rule import case
from bot.titles.trap.field.stacking import enemies, helpless
from bot.titles.trap.model.table import HexId, Level, UnitId
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.control import take
from bot.titles.trap.play.results import eliminate


# TRAP-R86
@case("TRAP-8.8")
def after_moving(play: Play, units: Iterable[UnitId], path: Sequence[HexId], *, start: bool = False) -> None:
    """Take what lies on the way: snipers and leaders who are alone, and objectives.

    Who comes down first, or in from off the map, finds those where the way starts; who goes upstairs, those there.
    """
    units = tuple(units)
    end = play.state.units[units[0]]
    passed: list[tuple[HexId, Level]] = [(hex, "ground") for hex in dict.fromkeys(path if start else path[1:])]
    for hex, level in dict.fromkeys((*passed, (end.hex, end.level))):
        found = enemies(play.state, end.side, hex, level)
        if helpless(found):
            for unit in found:
                eliminate(play, unit.id, "overrun")
    for id in units:
        take(play, id, path)
