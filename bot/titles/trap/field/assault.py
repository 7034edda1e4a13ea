"""Close assault: the combat factor, its modifiers, and the exact chance."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat
from bot.titles.trap.field.units import known
from bot.titles.trap.model.table import RUSSIAN, Level, Unit

RUSSIAN_CF, CHECHEN_CF = 4, 5


@case("TRAP-7.2")
def factor(seat: Seat) -> int:
    """Return the combat factor of the side that assaults."""
    return RUSSIAN_CF if seat == RUSSIAN else CHECHEN_CF


# TRAP-R26
def fighters(units: Sequence[Unit]) -> list[Unit]:
    """Return the combat units, which exclude leaders and snipers.

    An unknown unit counts as a combat unit.
    """
    return [unit for unit in units if (what := known(unit)) is None or what.fights]


# TRAP-R107
@case("TRAP-7.2")
def standing(defenders: Sequence[Unit]) -> list[Unit]:
    """Return the combat units of the defenders; passengers count with their vehicle."""
    return [unit for unit in fighters(defenders) if not unit.aboard]


# TRAP-R85
@case("TRAP-7.2-1", "TRAP-7.2-2")
def numbers(seat: Seat, attackers: int, defenders: int) -> tuple[Modifier, ...]:
    """Return the modifier for each attacker more than there are defenders."""
    if attackers <= defenders:
        return ()
    if seat == RUSSIAN:
        return (Modifier("TRAP-7.2-2", "more Russian units", defenders - attackers),)
    return (Modifier("TRAP-7.2-1", "more Chechen units", defenders - attackers),)


@case("TRAP-7.2-3")
def height(level: Level) -> tuple[Modifier, ...]:
    """Return the modifier of defenders upstairs, whom one attacks from below."""
    return (Modifier("TRAP-7.2-3", "defenders above all attackers", 1),) if level == "upper" else ()


# TRAP-R24
@case("TRAP-7.2-4")
def disorder(defenders: Sequence[Unit]) -> tuple[Modifier, ...]:
    """Return the modifier of the defender in the worst order; it helps the attackers."""
    statuses = {unit.status for unit in standing(defenders)}
    if "inactive" in statuses:
        return (Modifier("TRAP-7.2-4", "a defender is inactive", -3),)
    if "disrupted" in statuses:
        return (Modifier("TRAP-7.2-4", "a defender is disrupted", -2),)
    if statuses & {"suppressed", "pinned"}:
        return (Modifier("TRAP-7.2-4", "a defender is suppressed or pinned", -1),)
    return ()


def modifiers(
    seat: Seat, attackers: Sequence[Unit], defenders: Sequence[Unit], level: Level
) -> tuple[Modifier, ...]:
    """Return the modifiers of a close assault; dismounting attackers count too."""
    many, against = len(fighters(attackers)), len(standing(defenders))
    return (*numbers(seat, many, against), *height(level), *disorder(defenders))
