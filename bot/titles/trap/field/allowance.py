"""How many movement points a unit has, counted in halves."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.trap.field.units import awake, record
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import Unit

LESS = {"normal": 0, "suppressed": 2, "pinned": 4}


@case("TRAP-5.0", "TRAP-5.1.2", "TRAP-2.2.4")
def allowance(unit: Unit) -> int:
    """Return the half points of a unit; suppression and pinning reduce them."""
    return max(0, record(unit).mp * 2 - LESS[unit.status]) if awake(unit) else 0


def spent(state: State, unit: Unit) -> int:
    """Return the half points that a unit has spent in this activation."""
    return state.spent[unit.side].open().get(unit.id, 0)


def left(state: State, unit: Unit) -> int:
    """Return the half points left; a unit that has fired or dismounted has none."""
    return 0 if unit.fired or unit.got_out else max(0, allowance(unit) - spent(state, unit))


# TRAP-R143
@case("TRAP-5.1.3", "TRAP-4.3-3")
def may_fire_after(state: State, unit: Unit) -> bool:
    """Return whether a unit may fire after its move.

    It may spend at most half its allowance, rounded up.

    An APC that has let somebody in or out, and no more, has not moved.
    """
    half = (record(unit).mp + 1) // 2 * 2
    return not unit.moved or (unit.status == "normal" and spent(state, unit) <= half)
