"""Interdiction: artillery that waits for whoever enters a hex (6.5.3, an option)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import case
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import riders
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.table import HexId, UnitId
from bot.titles.trap.play.base import Play, tens
from bot.titles.trap.play.results import set_back

DISRUPTS = 2
"""Half of the combat factor of a battery, its fraction dropped."""


# TRAP-R81
@case("TRAP-6.5.3")
def strike(play: Play, units: Sequence[UnitId], hex: HexId) -> None:
    """Fire at units that have just entered an interdicted hex, once for each battery; who is hit is disrupted.

    Whoever rides is disrupted with the vehicle.
    """
    hurt: dict[UnitId, None] = {}
    for battery in play.state.batteries.values():
        if battery.hex and ground().distance(battery.hex, hex) <= 1:
            rolls = tuple(play.dice.roll("interdiction", 1, 10) for _ in units)
            hits = tuple(id for id, roll in zip(units, rolls, strict=True) if tens(roll) <= DISRUPTS)
            play.emit(ev.Harassed(tuple(units), hex, rolls, hits))
            hurt.update(dict.fromkeys(hits))
    for id in hurt:
        for unit in (*riders(play.state, id), play.state.units[id]):
            set_back(play, unit, "disrupted")
