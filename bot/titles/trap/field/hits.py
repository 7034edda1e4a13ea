"""Exact chances: of a hit on the ten-sided die, of its result on the six-sided."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from bot.kernel.rule import Modifier, case
from bot.titles.trap.model.table import LADDER, Result, Status
from bot.titles.trap.printed.units import CounterRecord

TENTHS = tuple(Fraction(n, 10) for n in range(11))


def hit_chance(cf: int, mods: tuple[Modifier, ...]) -> Fraction:
    """Return the chance that a modified die of 0 to 9 is at most the combat factor."""
    return TENTHS[min(10, max(0, cf - sum(each.n for each in mods) + 1))]


@case("TRAP-6.4.3", "TRAP-6.4.3-1", "TRAP-6.4.3-2", "TRAP-8.1", "TRAP-8.8")
def result(heavy: bool, schmel: bool, whom: CounterRecord, status: Status, face: int) -> Result:
    """Return the result of a hit by the six-sided die; elimination is tested first.

    A sniper hit by heavy weapons is eliminated by any die.
    """
    if heavy:
        deadly = face - schmel <= (4 if whom.side == "russian" else 3) or whom.kind == "sniper"
    else:
        deadly = face <= (1 if whom.vehicle else 3 if whom.side == "russian" else 2)
    return "eliminated" if deadly else worse(status, heavy)


# TRAP-R20
@case("TRAP-6.4.3-3", "TRAP-6.4.3-4")
def worse(status: Status, heavy: bool) -> Result:
    """Return the new status of a unit that is hit; "none" if it is already as bad."""
    if heavy:
        return "inactive" if status == "disrupted" else "none" if status == "inactive" else "disrupted"
    return "suppressed" if status == "normal" else "pinned" if status == "suppressed" else "none"


@case("TRAP-8.8", "TRAP-6.4.3-3")
def sniped_result(status: Status, face: int) -> Result:
    """Return the effect of a sniper's hit on a leader: an even die kills.

    An odd die suppresses or pins.
    """
    return "eliminated" if face % 2 == 0 else worse(status, heavy=False)


# TRAP-R29, TRAP-R35
@case("TRAP-6.4.3-5", "TRAP-8.2")
def shared(carrier: Result, heavy: bool, status: Status) -> Result:
    """Return the effect of a hit on a vehicle on its passengers."""
    if carrier in ("eliminated", "none"):
        return carrier
    return worse(status, heavy)


@cache
def results(
    heavy: bool, schmel: bool, whom: CounterRecord, status: Status, *, sniper: bool = False
) -> Mapping[Result, Fraction]:
    """Return the chances of each result of a hit."""
    found: dict[Result, Fraction] = {}
    for face in range(1, 7):
        each = sniped_result(status, face) if sniper else result(heavy, schmel, whom, status, face)
        found[each] = found.get(each, Fraction(0)) + Fraction(1, 6)
    return found


def after(status: Status, done: Result) -> Status:
    """Return the status of a unit on which a result came that it survived."""
    return status if done in ("none", "eliminated") else LADDER[max(LADDER.index(status), LADDER.index(done))]
