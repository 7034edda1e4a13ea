"""Readers of counters (3.6): the top of a stack is open to everybody.

The enemy reads the rest if it can fire there.
"""

from __future__ import annotations

from operator import attrgetter

from bot.kernel.rule import case
from bot.kernel.secret import EVERYONE, Seat
from bot.kit.pieces import grouped
from bot.titles.trap.field.units import CITY, EYES, awake, of, other, stack
from bot.titles.trap.field.view import firing_range, view
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import SEATS, HexId, UnitId


# TRAP-R57
@case("TRAP-3.6")
def inspected(state: State, seat: Seat) -> frozenset[HexId]:
    """Return the hexes that a side inspects, in sight and direct fire range of a unit."""
    return _overlooked(state, _watch(state, seat))


@EYES.keeps
def _watch(state: State, seat: Seat) -> frozenset[tuple[HexId, int]]:
    """Return where units of a side keep watch, and over how many hexes."""
    return frozenset((unit.hex, firing_range(state, unit)) for unit in of(state, seat) if awake(unit))


@CITY.keeps
def _overlooked(state: State, watch: frozenset[tuple[HexId, int]]) -> frozenset[HexId]:
    """Return the hexes that are seen from some places."""
    return frozenset[HexId]().union(*(view(state, hex, far) for hex, far in watch))


# TRAP-R98
@case("TRAP-3.6")
def readers(state: State) -> dict[UnitId, tuple[Seat, ...]]:
    """Return the readers of the counter of each unit on the map."""
    found: dict[UnitId, tuple[Seat, ...]] = {}
    for seat in SEATS:
        for (hex, level), units in grouped(of(state, seat), attrgetter("hex", "level")).items():
            top, *under = units if len(units) == 1 else stack(state, hex, level, seat)
            found[top.id] = (EVERYONE,)
            if under:
                seen = hex in inspected(state, other(seat))
                owners = tuple(sorted(SEATS)) if seen else (seat,)
                found.update((unit.id, owners) for unit in under)
    return found
