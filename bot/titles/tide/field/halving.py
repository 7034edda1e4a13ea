"""Reasons to halve an attack, and rerolls of experts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import Modifier, Wrong, case
from bot.titles.tide.field import board, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Squad, Vehicle


@case("TOI-4.4a", "TOI-2.3d", "TOI-9.4", "TOI-9.5", "TOI-9.7", "TOI-3.5c", "TOI-5.3a")
def halvings(state: State, unit: AnyUnit, *more: Modifier) -> tuple[Modifier, ...]:
    """Return all reasons to halve a unit's attack; `more` are reasons of the action."""
    reasons = list(more)
    if isinstance(unit, Squad) and unit.morale == "pinned":
        reasons.append(Modifier("TOI-2.3d", "pinned, rallied by an officer", 0))
    if isinstance(unit, Vehicle) and unit.damage == "heavy":
        reasons.append(Modifier("TOI-3.5c", "heavy damage", 0))
    kinds = {work.kind for work in board.works_at(state, unit.hex)}
    if "mines" in kinds:
        reasons.append(Modifier("TOI-9.4", "in a minefield", 0))
    if "wire" in kinds and isinstance(unit, Squad):
        reasons.append(Modifier("TOI-9.5", "in razor wire", 0))
    if "smoke" in kinds:
        reasons.append(Modifier("TOI-9.7", "in smoke", 0))
    return tuple(reasons)


def halved(n: int) -> int:
    """Return half of a strength, rounded up."""
    return (n + 1) // 2


def twice_halved(state: State, reasons: Sequence[Modifier]) -> Wrong | None:
    """Refuse an attack that would be halved twice, unless an option allows it."""
    if len(reasons) < 2 or state.options.get("halving") == "once":
        return None
    both = " and ".join(reason.why for reason in reasons[:2])
    return Wrong(
        f"the firepower would be halved twice: {both}",
        "let another unit do it, or leave that hex first",
        "TOI-9.7",
    )


def half_part(power: int, reasons: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """Return the loss of strength for the first halving reason."""
    return tuple(Modifier(reason.cite, f"{reason.why}: half", halved(power) - power) for reason in reasons[:1])


@case("FB-expert-1")
def rerolls_of(unit: AnyUnit) -> int:
    """Return the dice that an attacking squad may reroll: one for each expert figure."""
    return len(units.figures(unit)) if units.is_special(unit, "expert") else 0
