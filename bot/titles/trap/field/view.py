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
    """Return how many hexes a unit sees: four by day, two when it is suppressed or pinned, one at night."""
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
    """Return the hexes that one sees from a hex over at most so many hexes, itself included."""
    return frozenset(sight().seen_from(hex, far, state.rubble))


@POSITION.keeps
def watchers(state: State, seat: Seat) -> dict[HexId, int]:
    """Return the hexes where units of a side keep watch, each with how far the best of them sees."""
    found: dict[HexId, int] = {}
    for unit in of(state, seat):
        if awake(unit):
            found[unit.hex] = max(found.get(unit.hex, 0), eyesight(state, unit))
    return found


@POSITION.keeps
def overseen(state: State, seat: Seat) -> frozenset[HexId]:
    """Return every hex that somebody of a side who keeps watch has in range and in sight."""
    views = (view(state, there, limit) for there, limit in watchers(state, seat).items())
    return frozenset[HexId]().union(*views)


# TRAP-R18
@case("TRAP-6.1", "TRAP-8.1", "TRAP-8.6-2", "TRAP-2.2.7")
def firing_range(state: State, unit: Unit) -> int:
    """Return how many hexes a unit fires directly: as far as it sees, a Schmel at most three.

    A unit that cannot be known might fire as far as it sees.
    """
    far, what = eyesight(state, unit), known(unit)
    return min(far, SCHMEL_RANGE) if what is not None and what.kind == "schmel" else far
