"""How far units see and fire, and which hexes a side keeps in sight."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.units import CITY, POSITION, awake, known, of
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Unit

FAR, SHORT, DARK = 4, 2, 1
SCHMEL_RANGE = 3


# TRAP-R18
@case("TRAP-6.1", "TRAP-8.6-2")
def eyesight(state: State, unit: Unit) -> int:
    """Return a unit's sight range: four by day, less if shaken or at night."""
    return min(DARK, by_day(unit)) if night(state) else by_day(unit)


def farthest(state: State) -> int:
    """Return how many hexes anybody sees."""
    return DARK if night(state) else FAR


def by_day(unit: Unit) -> int:
    """Return how many hexes a unit sees by day."""
    if not awake(unit):
        return 0
    return FAR if unit.status == "normal" else SHORT


@CITY.keeps
def view(state: State, hex: HexId, far: int) -> frozenset[HexId]:
    """Return the hexes in sight of a hex within a range, itself included."""
    return frozenset(sight().seen_from(hex, far, state.rubble))


@POSITION.keeps
def watchers(state: State, seat: Seat) -> dict[HexId, int]:
    """Return the hexes of watching units of a side, with their longest sight."""
    found: dict[HexId, int] = {}
    for unit in of(state, seat):
        if awake(unit):
            found[unit.hex] = max(found.get(unit.hex, 0), eyesight(state, unit))
    return found


@POSITION.keeps
def overseen(state: State, seat: Seat) -> frozenset[HexId]:
    """Return the hexes in sight and range of the watching units of a side."""
    views = (view(state, there, limit) for there, limit in watchers(state, seat).items())
    return frozenset[HexId]().union(*views)


# TRAP-R18
@case("TRAP-6.1", "TRAP-8.1", "TRAP-8.6-2", "TRAP-2.2.7")
def firing_range(state: State, unit: Unit) -> int:
    """Return a unit's direct fire range: its sight, at most three for a Schmel.

    An unknown unit might fire at any hex it sees.
    """
    far, what = eyesight(state, unit), known(unit)
    return min(far, SCHMEL_RANGE) if what is not None and what.kind == "schmel" else far
