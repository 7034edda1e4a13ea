"""Readers of counters (3.6): the top of a stack is open to everybody.

The enemy reads the rest if it can fire there.
"""

from __future__ import annotations

from operator import attrgetter

from bot.kernel.rule import case
from bot.kernel.secret import EVERYONE, Seat
from bot.kit.pieces import grouped
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.units import WATCH, awake, of, other, stack
from bot.titles.trap.field.view import farthest, firing_range
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import SEATS, HexId, UnitId


# TRAP-R57
@case("TRAP-3.6")
def inspects(state: State, seat: Seat, hex: HexId) -> bool:
    """Return whether a hex is in sight and direct fire range of a unit of a side."""
    watch = _watch(state, seat)
    return any(
        at in watch and sight().sees(at, hex, watch[at], state.rubble)
        for at in ground().near(hex, farthest(state))
    )


@WATCH.keeps
def _watch(state: State, seat: Seat) -> dict[HexId, int]:
    """Return where units of a side keep watch, and over how many hexes."""
    found: dict[HexId, int] = {}
    for unit in of(state, seat):
        if awake(unit):
            found[unit.hex] = max(found.get(unit.hex, 0), firing_range(state, unit))
    return found


# TRAP-R98
@case("TRAP-3.6")
def readers(state: State) -> dict[UnitId, tuple[Seat, ...]]:
    """Return the readers of the counter of each unit on the map."""
    found: dict[UnitId, tuple[Seat, ...]] = {}
    for seat in SEATS:
        for (hex, level), units in grouped(of(state, seat), attrgetter("hex", "level")).items():
            if len(units) == 1:
                found[units[0].id] = (EVERYONE,)
                continue
            top, *under = stack(state, hex, level, seat)
            found[top.id] = (EVERYONE,)
            owners = tuple(sorted(SEATS)) if inspects(state, other(seat), hex) else (seat,)
            found.update((unit.id, owners) for unit in under)
    return found
