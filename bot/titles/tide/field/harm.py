"""The effects of hits: cancelled hits, squad morale and vehicle damage."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal

from bot.kernel.rule import case
from bot.kit import odds
from bot.kit.english import count
from bot.kit.odds import Distribution
from bot.titles.tide.field import units
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Mode, Morale, Squad, UnitId, Vehicle
from bot.titles.tide.printed.numbers import Wreck
from bot.titles.tide.printed.tables import tables


def defence_distribution(unit: AnyUnit, dice: int) -> odds.Distribution:
    """Return the chances of each number of hits that a unit's dice cancel."""
    return _saved(*_defence(unit, dice))


def _saved(dice: int, face: int, thick: bool) -> odds.Distribution:
    saved = odds.successes(dice, odds.face(face))
    return (Fraction(0), *saved[: dice - 1], saved[dice - 1] + saved[dice]) if thick else saved


def net_distribution(unit: AnyUnit, plan: Attack, hit: int, dice: int) -> odds.Distribution:
    """Return the chances of each number of hits that get through to a unit."""
    return _net(plan.dice, hit, plan.rerolls, *_defence(unit, dice))


def net_chances(unit: AnyUnit, plan: Attack, dice: int) -> tuple[float, ...]:
    """Return the chances of each number of hits on a unit as floats, for evaluation."""
    return _rounded(plan.dice, plan.hit, plan.rerolls, *_defence(unit, dice))


def _defence(unit: AnyUnit, dice: int) -> tuple[int, int, bool]:
    """Return the defence: dice, their lowest success, and whether a success is lost."""
    return dice, tables().numbers.defence.face, bool(dice) and units.able(unit, "thick armour")


@lru_cache(maxsize=4096)
def _net(dice: int, hit: int, rerolls: int, defence: int, face: int, thick: bool) -> odds.Distribution:
    return odds.cancelled(odds.rerolled(dice, odds.face(hit), rerolls), _saved(defence, face, thick))


@lru_cache(maxsize=4096)
def _rounded(dice: int, hit: int, rerolls: int, defence: int, face: int, thick: bool) -> tuple[float, ...]:
    return tuple(map(float, _net(dice, hit, rerolls, defence, face, thick)))


def suppression(morale: Morale, hits: int) -> Morale | Literal["routed"]:
    """Return a squad's morale after hits: "", "pinned", "disrupted" or "routed"."""
    least = tables().numbers.suppression
    if hits < least.pinned:
        return morale
    if hits >= least.routed or morale == "disrupted":
        return "routed"
    return "disrupted" if hits >= least.disrupted or morale == "pinned" else "pinned"


def damage_after(vehicle: Vehicle, hits: int) -> Wreck:
    """Return a vehicle's damage after at least one hit: light, heavy or destroyed."""
    printed = tables().numbers.damage
    row = {"": printed.undamaged, "light": printed.light, "heavy": printed.heavy}[vehicle.damage]
    result = row[min(hits, len(row)) - 1]
    return "destroyed" if result == "heavy" and units.able(vehicle, "fragile") else result


def fatal(vehicle: Vehicle) -> int:
    """Return the number of simultaneous hits that destroy a vehicle: at most four."""
    return next((hits for hits in (1, 2, 3) if damage_after(vehicle, hits) == "destroyed"), 4)


@case("TOI-5.5a", "TOI-3.6c", "TOI-3.1a")
def area_targets(state: State, hex: HexId, mode: Mode) -> tuple[UnitId, ...]:
    """Return the units that an area attack hits, friends too.

    Suppression spares vehicles.
    """
    return tuple(
        unit.id
        for unit in units.at(state, hex)
        if units.aboard(state, unit) is None and (mode == "normal" or isinstance(unit, Squad))
    )


def effects(target: AnyUnit, net: Distribution, mode: Mode) -> tuple[tuple[str, float], ...]:
    """Return the possible effects of hits on a target, with their chances."""
    total: dict[str, Fraction] = {}
    for hits, chance in enumerate(net):
        name = _effect(target, hits, mode)
        total[name] = total.get(name, Fraction(0)) + chance
    return tuple((name, float(chance)) for name, chance in total.items())


def _effect(target: AnyUnit, hits: int, mode: Mode) -> str:
    if not hits:
        return "no effect"
    if isinstance(target, Vehicle):
        result = damage_after(target, hits)
        return result if result == "destroyed" else f"{result} damage"
    if mode == "suppressive":
        return suppression(target.morale, hits)
    figures = len(units.figures(target))
    if figures and hits >= figures:
        return "wiped out"
    return count(hits, "figure") + " lost"
