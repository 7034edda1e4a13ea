"""What the computer player makes of attacks, assaults and Op Fire before it decides."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seen
from bot.titles.tide.field import assault, board, fire, units
from bot.titles.tide.field.aim import standing_at
from bot.titles.tide.field.attack import BANDS, Attack
from bot.titles.tide.field.fire import ON_THE_MOVE
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId


def attack(
    state: State,
    unit: AnyUnit,
    enemy: AnyUnit,
    support: tuple[AnyUnit, ...] = (),
    *,
    moving: bool = False,
) -> Attack | None:
    """Return a normal attack as it would be made, in place or on the move; `None` where none can be made."""
    bands, halves = (BANDS[:2], (ON_THE_MOVE,)) if moving else (BANDS, ())
    plan = fire.plan(state, unit, enemy, "normal", support, allowed=bands, halves=halves)
    return None if isinstance(plan, Wrong) else plan


def storm(
    seen: Seen[State], unit: AnyUnit, start: HexId, target: HexId, helpers: Sequence[AnyUnit], prize: float
) -> float:
    """Return what an assault from a hex is worth: what both sides lose, and the prize when it is won."""
    there = standing_at(seen.state, unit, start)
    everyone = tuple(u.id for u in units.enemies_at(seen.state, target, seen.seat))
    sides = assault.strength(there, there.units[unit.id], target, helpers, everyone)
    on_defender, on_attacker = assault.distributions(sides)
    loses = sum(float(p) * n for n, p in enumerate(on_attacker))
    takes = sum(float(p) * n for n, p in enumerate(on_defender))
    return takes * 1.1 - loses * 1.2 + float(assault.win_chance(sides)) * prize


def op_fire_value(seen: Seen[State], unit: AnyUnit) -> float:
    """Return what it is worth that a unit waits for enemies who are still fresh and near."""
    state, here = seen.state, board.map_of(seen.state)
    near = [
        enemy
        for enemy in units.against(state, seen.seat)
        if enemy.activity == "fresh" and here.distance(enemy.hex, unit.hex) <= 8
    ]
    value = min(1.2, 0.3 * len(near))
    return value + (0.4 if "mg" in units.figures(unit) and near else 0.0)
