"""The computer player's estimates of attacks, assaults and Op Fire."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seen
from bot.kit.memo import Alike
from bot.titles.tide.field import assault, board, defence, fire, units, values
from bot.titles.tide.field.aim import moved_to
from bot.titles.tide.field.attack import BANDS, Attack
from bot.titles.tide.field.fire import ON_THE_MOVE
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Mode


def attack(
    state: State,
    unit: AnyUnit,
    enemy: AnyUnit,
    support: tuple[AnyUnit, ...] = (),
    *,
    moving: bool = False,
) -> Attack | None:
    """Return a normal attack in place or on the move, or `None` if it is illegal."""
    bands, halves = (BANDS[:2], (ON_THE_MOVE,)) if moving else (BANDS, ())
    plan = fire.plan(state, unit, enemy, "normal", support, allowed=bands, halves=halves)
    return None if isinstance(plan, Wrong) else plan


def _arms(state: State) -> tuple[object, ...]:
    """Return the values that an attack depends on, besides its units."""
    return board.map_of(state), state.options, state.works, state.munitions, *board.in_force(state)


ARMS: Alike[State] = Alike(_arms)


def worth(
    state: State,
    unit: AnyUnit,
    enemy: AnyUnit,
    mode: Mode,
    support: tuple[AnyUnit, ...] = (),
    *,
    moving: bool = False,
) -> float | None:
    """Return the expected harm of an attack, or `None` if it is illegal.

    The unit may be in its position after a move.
    """
    beside = (units.medic_at if mode == "normal" else units.officer_at)(state, enemy.hex, enemy.side)
    return _worth(state, unit, enemy, mode, support, moving, beside)


@ARMS.keeps
def _worth(
    state: State,
    unit: AnyUnit,
    enemy: AnyUnit,
    mode: Mode,
    support: tuple[AnyUnit, ...],
    moving: bool,
    beside: bool,
) -> float | None:
    """Return the value of an attack on an enemy with a helper `beside` it, or without."""
    plan = attack(state, unit, enemy, support, moving=moving)
    if plan is None:
        return None
    cover = defence.of(state, enemy, mode, flame=plan.flame, lead=unit)
    return values.of_dice(enemy, plan.as_if(mode), defence.dice(cover))


@lru_cache(maxsize=1 << 12)
def _melee(sides: assault.Strength) -> tuple[float, float, float]:
    """Return the losses of defender and attacker in an assault, and the chance to win."""
    on_defender, on_attacker = assault.distributions(sides)
    takes = sum(float(p) * n for n, p in enumerate(on_defender))
    loses = sum(float(p) * n for n, p in enumerate(on_attacker))
    return takes, loses, float(assault.win_chance(sides))


def storm(
    seen: Seen[State], unit: AnyUnit, start: HexId, target: HexId, helpers: Sequence[AnyUnit], prize: float
) -> float:
    """Return the value of an assault from a hex: losses of both sides, and the prize."""
    everyone = tuple(u.id for u in units.enemies_at(seen.state, target, seen.seat))
    sides = assault.strength(seen.state, moved_to(seen.state, unit, start), target, helpers, everyone)
    takes, loses, wins = _melee(sides)
    return takes * 1.1 - loses * 1.2 + wins * prize


def op_fire_value(seen: Seen[State], unit: AnyUnit) -> float:
    """Return the value of waiting on Op Fire for near enemies that are still fresh."""
    state, here = seen.state, board.map_of(seen.state)
    near = [
        enemy
        for enemy in units.against(state, seen.seat)
        if enemy.activity == "fresh" and here.distance(enemy.hex, unit.hex) <= 8
    ]
    value = min(1.2, 0.3 * len(near))
    return value + (0.4 if "mg" in units.figures(unit) and near else 0.0)
