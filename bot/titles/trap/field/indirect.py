"""Indirect fire: spotters, scatter and the minimum distance."""

from __future__ import annotations

from fractions import Fraction

from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.units import POSITION, at, flipped, inside, leaders, of, record
from bot.titles.trap.field.view import DARK, eyesight
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import RUSSIAN, HexId, Unit

HEAVY_INDIRECT, OFF_MAP = 4, 5
"""6.5.2: combat factors of indirect fire by heavy weapons and off-map artillery."""
BURATINO_IMPACT, BURATINO_AROUND = 9, 8


# TRAP-R61
@case("TRAP-6.5", "TRAP-8.6-2")
def indirect_reach(state: State) -> int:
    """Return how far heavy weapons fire indirectly."""
    return DARK if night(state) else 4


# TRAP-R19
@case("TRAP-6.5", "TRAP-8.5.1", "TRAP-8.5.2", "TRAP-6.3")
def spots(state: State, leader: Unit, hex: HexId) -> bool:
    """Return whether a leader can spot a hex: in fair order, in sight and unmoved."""
    if record(leader).kind != "leader" or leader.moved:
        return False
    far = eyesight(state, leader)
    return far > 0 and sight().sees(leader.hex, hex, far, state.rubble)


@POSITION.keeps
def spotters(state: State, side: Seat, hex: HexId) -> tuple[Unit, ...]:
    """Return the leaders of a side that see a hex well enough to spot."""
    return tuple(unit for unit in leaders(state, side) if spots(state, unit, hex))


@case("TRAP-6.5.1")
def holds(spotter: Unit | None) -> bool:
    """Return whether fire cannot scatter: its spotter is a leader in good order."""
    return spotter is not None and spotter.status == "normal"


SCATTER = Fraction(7, 10)
"""6.5.1: the chance that indirect fire scatters, on a die of 1 to 7."""


# TRAP-R80, TRAP-R23
@case("TRAP-6.5.2", "TRAP-8.3")
def too_near(state: State, hex: HexId, far: int) -> Unit | None:
    """Return a Russian unit closer to a target than this distance, even a lone leader."""
    around = ground().near(hex, far - 1)
    return next((unit for unit in of(state, RUSSIAN) if unit.hex in around), None)


# TRAP-R35
@case("TRAP-6.5.2")
def exposed(state: State, hex: HexId) -> list[Unit]:
    """Return the targets of indirect fire at a hex: all units but those in an APC."""
    return [unit for unit in at(state, hex) if not inside(state, unit)]


# TRAP-R84
def blast_modifiers(state: State, hex: HexId) -> tuple[Modifier, ...]:
    """Return the modifiers of a Buratino's die for a hex: its terrain and its units."""
    mods = []
    if hex in state.rubble:
        mods.append(Modifier("TRAP-6.4.2-09", "rubble", 2))
    elif ground().has_levels(hex):
        mods.append(Modifier("TRAP-6.4.2-10", "buildings", 1))
    elif ground().terrain[hex] == "woods":
        mods.append(Modifier("TRAP-6.4.2-05", "woods", 1))
    units = at(state, hex)
    if units and not any(map(flipped, units)):
        mods.append(Modifier("TRAP-6.4.2-07", "nobody there has acted or fired", 1))
    return tuple(mods)
