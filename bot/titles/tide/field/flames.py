"""Fires, flame fougasses and Molotov cocktails.

Nothing here opens a hidden secret: of an enemy's fougasse only its hex is known.
"""

from __future__ import annotations

from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat, private
from bot.titles.tide.field import board, units
from bot.titles.tide.field.board import DIRECTIONS, FOUGASSE
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Work, WorkId
from bot.titles.tide.printed.tables import tables


@case("FI-place-1", "FI-place-2", "FI-damage-1", "FI-damage-2")
def exposed(state: State, hex: HexId) -> tuple[AnyUnit, ...]:
    """Return the units that a fire in their hex harms.

    A transport shields its passengers.
    """
    return tuple(unit for unit in units.at(state, hex) if units.aboard(state, unit) is None)


def fougasse(work: WorkId, seat: Seat, hex: HexId, direction: int, round: int) -> Work:
    """Return a new flame fougasse: its hex is public, its direction is secret."""
    covers = tuple(private(each == direction, seat) for each in DIRECTIONS)
    return Work(work, FOUGASSE, hex, round, seat, covers)


@case("FI-fougasse-1")
def fougasse_wrong(state: State, seat: Seat, hex: HexId, direction: int) -> Wrong | None:
    """Return why a side cannot lay a flame fougasse, or `None` if it can.

    Direction 0 means that no direction has been chosen yet.
    """
    here = board.map_of(state)
    if hex not in here:
        return Wrong("that is not a hex of the map", "choose a hex")
    if units.enemies_at(state, hex, seat):
        return Wrong(f"there are enemies at {hex}", "choose a hex without enemies", "FI-fougasse-1")
    if board.works_at(state, hex, FOUGASSE):
        return Wrong(f"a flame fougasse already lies at {hex}", "choose another hex", "FI-fougasse-1")
    if direction and here.beyond(hex, direction, 1) is None:
        return Wrong(f"no hex lies in direction {direction} of {hex}", "choose another direction", "FI-fougasse-1")
    return None


@case("FI-fougasse-3")
def fougasse_parts() -> tuple[Modifier, ...]:
    """Return the modifiers of a flame fougasse's attack."""
    return (Modifier("FI-fougasse-3", "flame fougasse", tables().numbers.fougasse.dice),)
