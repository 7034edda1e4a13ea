"""Smoke rounds: a gun fires at a hex with its dice against vehicles."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import Modifier, Wrong, case
from bot.kit import odds
from bot.titles.tide.field import arms, halving, munitions
from bot.titles.tide.field.attack import BANDS, Attack
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.field.works import smoke_wrong
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Band, HexId


def has(state: State, unit: AnyUnit) -> bool:
    """Return true if a unit is known to fire a smoke round next."""
    return munitions.loaded(state, unit) == "smoke"


@case("FB-munition-9")
def plan(
    state: State, unit: AnyUnit, hex: HexId, allowed: tuple[Band, ...] = BANDS, halves: Sequence[Modifier] = ()
) -> Attack | Wrong:
    """Return the attack of a smoke round on a hex, with its dice against vehicles."""
    if not has(state, unit) and not munitions.used(state):
        why = "this battle is fought without special munitions, and only a smoke round is fired at a hex"
        return Wrong(why, "name an enemy unit as the target", "FB-munition-1")
    if not has(state, unit):
        return Wrong("no smoke round is loaded", "name an enemy unit as the target", "FB-munition-9")
    if hex == unit.hex:
        return Wrong("a gun does not fire at its own hex", "choose another hex", "FB-munition-9")
    if wrong := smoke_wrong(state, hex):
        return wrong
    brought = arms.gun_at_hex(state, unit, hex, allowed)
    if isinstance(brought, Wrong):
        return brought
    reasons = halving.halvings(state, unit, *halves)
    if wrong := halving.twice_halved(state, reasons):
        return wrong
    parts = (*brought.modifiers, *halving.half_part(brought.firepower, reasons))
    return Attack(unit.id, (unit.id,), hex, "normal", brought.band, sum(part.n for part in parts), parts)


def chances(plan: Attack) -> odds.Distribution:
    """Return the chances of each number of hits."""
    return odds.successes(plan.dice, odds.face(plan.hit))


def chance(plan: Attack, hits: int) -> float:
    """Return the chance of at least a number of hits; for 0, of no hit."""
    made = chances(plan)
    return float(odds.at_least(made, hits) if hits else made[0])
