"""What hits do to a unit: how many get through, what they make of a squad's morale and of a vehicle."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from bot.kit import odds
from bot.titles.tide.field import units
from bot.titles.tide.field.arms import Attack
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.table import Morale, Vehicle
from bot.titles.tide.printed.numbers import Wreck
from bot.titles.tide.printed.tables import tables


def defence_distribution(unit: AnyUnit, dice: int) -> odds.Distribution:
    """Return the chances of each number of hits that a unit's dice cancel."""
    chance = odds.face(tables().numbers.defence.face)
    saved = odds.successes(dice, chance)
    if not dice or not units.able(unit, "thick armour"):
        return saved
    return (Fraction(0), *saved[: dice - 1], saved[dice - 1] + saved[dice])


def net_distribution(unit: AnyUnit, plan: Attack, hit: int, dice: int) -> odds.Distribution:
    """Return the chances of each number of hits that get through to a unit."""
    attack = odds.rerolled(plan.dice, odds.face(hit), plan.rerolls)
    return odds.cancelled(attack, defence_distribution(unit, dice))


def suppression(morale: Morale, hits: int) -> Morale | Literal["routed"]:
    """Return what hits make of a squad's morale: "", "pinned", "disrupted" or "routed"."""
    least = tables().numbers.suppression
    if hits < least.pinned:
        return morale
    if hits >= least.routed or morale == "disrupted":
        return "routed"
    return "disrupted" if hits >= least.disrupted or morale == "pinned" else "pinned"


def damage_after(vehicle: Vehicle, hits: int) -> Wreck:
    """Return what 1 or more hits make of a vehicle: "light", "heavy" or "destroyed"."""
    printed = tables().numbers.damage
    row = {"": printed.undamaged, "light": printed.light, "heavy": printed.heavy}[vehicle.damage]
    result = row[min(hits, len(row)) - 1]
    return "destroyed" if result == "heavy" and units.able(vehicle, "fragile") else result


def fatal(vehicle: Vehicle) -> int:
    """Return how many hits at once destroy a vehicle: four, or fewer."""
    return next((hits for hits in (1, 2, 3) if damage_after(vehicle, hits) == "destroyed"), 4)
