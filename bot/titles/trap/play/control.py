"""The last holder of each objective."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.trap import events as ev
from bot.titles.trap.field.battle import scenario
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.field.units import at, record, riders
from bot.titles.trap.model.table import RUSSIAN, SEATS, HexId, UnitId
from bot.titles.trap.play.base import Play


# TRAP-R51, TRAP-R46
@case("TRAP-11.2-15", "TRAP-10.3.2")
def take(play: Play, unit: UnitId, path: Sequence[HexId]) -> None:
    """Take the objectives that a unit passes or reaches, if no enemy is there.

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
    if new:
        _taken(play, moved.side, new)


# TRAP-R118
@case("TRAP-11.2-15")
def occupy(play: Play) -> None:
    """Give an objective to the only side in it, after its last enemy there is gone."""
    state = play.state
    for seat in SEATS:
        new = tuple(
            hex
            for hex, holder in state.control.items()
            if holder != seat
            and any(record(unit).stacks for unit in at(state, hex, seat=seat))
            and not enemies(state, seat, hex, None)
        )
        if new:
            _taken(play, seat, new)


def _taken(play: Play, seat: Seat, new: tuple[HexId, ...]) -> None:
    """Put the markers of a side on objectives."""
    state = play.state
    play.emit(ev.ControlTaken(seat, new))
    if seat == RUSSIAN and state.reinforces and scenario(state).chechen.until_landmark:
        play.emit(ev.ReinforcementsEnded(new[0]))
