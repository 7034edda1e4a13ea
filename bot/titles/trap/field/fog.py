"""Who may read which counters (3.6): the top of a stack everybody, the rest the enemy who can fire there."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import EVERYONE, Seat
from bot.titles.trap.field.units import POSITION, awake, of, on_map, other, stack
from bot.titles.trap.field.view import firing_range, view
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import SEATS, HexId, Level, UnitId


# TRAP-R57
@case("TRAP-3.6")
@POSITION.keeps
def inspected(state: State, seat: Seat) -> frozenset[HexId]:
    """Return the hexes that a side inspects: those in sight and in direct fire range of a unit of its own."""
    watch = {(unit.hex, firing_range(state, unit)) for unit in of(state, seat) if awake(unit)}
    return frozenset[HexId]().union(*(view(state, hex, far) for hex, far in watch))


# TRAP-R98
@case("TRAP-3.6")
def readers(state: State) -> dict[UnitId, tuple[Seat, ...]]:
    """Return who may read the counter of each unit on the map now."""
    found: dict[UnitId, tuple[Seat, ...]] = {}
    for seat in SEATS:
        watched = inspected(state, other(seat))
        places: dict[tuple[HexId, Level], None] = {
            (unit.hex, unit.level): None for unit in of(state, seat) if on_map(unit)
        }
        for hex, level in places:
            top, *under = stack(state, hex, level, seat)
            found[top.id] = (EVERYONE,)
            if under:
                seen = hex in watched
                owners = tuple(sorted(SEATS)) if seen else (seat,)
                found.update((unit.id, owners) for unit in under)
    return found
