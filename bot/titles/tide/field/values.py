"""Values of losses, suppression and terrain, in infantry figures.

Standing orders and computer players use them.
"""

from __future__ import annotations

from functools import lru_cache

from bot.kernel.secret import Seat, Seen
from bot.kit.memo import Sides
from bot.titles.tide.field import board, defence, flames, units
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.field.harm import area_targets, damage_after, net_chances, net_distribution, suppression
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Figure, HexId, Mode, Morale, Squad, Vehicle
from bot.titles.tide.printed.tables import tables

FIGURES = {"regular": 1.0, "elite": 1.6, "officer": 2.2, "mortar": 2.6, "mg": 3.0}
MORALE: dict[Morale | str, float] = {"": 0.0, "pinned": 0.25, "disrupted": 0.45, "routed": 1.0}
DAMAGE = {"": 0.0, "light": 0.25, "heavy": 0.65, "destroyed": 1.0}
UNKNOWN_SQUAD = 4.0


def threatening(state: State, seat: Seat) -> tuple[object, ...]:
    """Return the threats to a side: undisrupted enemies and their sight."""
    steady = (each for each in units.against(state, seat) if getattr(each, "morale", "") != "disrupted")
    return *board.light(state), tuple((each.hex, isinstance(each, Squad)) for each in steady)


THREATS: Sides[State] = Sides(threatening)


def of_unit(unit: AnyUnit) -> float:
    """Return the value of a whole unit."""
    if isinstance(unit, Vehicle):
        record = units.kind(unit)
        return 1.5 + record.armour + (record.infantry[1] + record.vehicles[1]) / 4
    return _of_figures(units.figures(unit)) or UNKNOWN_SQUAD


@lru_cache(maxsize=1 << 12)
def _of_figures(figures: tuple[Figure, ...]) -> float:
    return sum(FIGURES[kind] for kind in figures)


@lru_cache(maxsize=1 << 12)
def _lost(figures: tuple[Figure, ...], hits: int) -> float:
    """Return the value of a squad's losses by hits: its cheapest figures."""
    return sum(sorted(FIGURES[kind] for kind in figures)[:hits])


def cheapest(unit: AnyUnit) -> float:
    """Return the value of a unit's next loss."""
    if isinstance(unit, Vehicle):
        return of_unit(unit) / 3
    return min((FIGURES[kind] for kind in units.figures(unit)), default=1.0)


def of_hits(unit: AnyUnit, hits: int, mode: Mode) -> float:
    """Return the value that hits cost a unit's owner."""
    if not hits:
        return 0.0
    whole = of_unit(unit)
    if isinstance(unit, Vehicle):
        return whole * (DAMAGE[damage_after(unit, hits)] - DAMAGE[unit.damage])
    if mode == "suppressive":
        lost = MORALE[suppression(unit.morale, hits)] - MORALE[unit.morale]
        return whole * lost * (1.3 if unit.activity != "fatigued" else 0.8)
    figures = units.figures(unit)
    return _lost(figures, hits) if figures else min(float(hits), whole)


def of_attack(state: State, target: AnyUnit, plan: Attack) -> float:
    """Return the expected value that an attack costs its target's owner."""
    return of_dice(target, plan, defence.dice(defence.against(state, target, plan)))


def of_dice(target: AnyUnit, plan: Attack, dice: int) -> float:
    """Return the expected value of an attack's harm against a number of defence dice."""
    chances = net_chances(target, plan, dice)
    return sum(chance * of_hits(target, hits, plan.mode) for hits, chance in enumerate(chances))


def chance_of_effect(state: State, target: AnyUnit, plan: Attack) -> float:
    """Return the chance that a planned attack has any effect."""
    dice = defence.dice(defence.against(state, target, plan))
    return 1 - float(net_distribution(target, plan, plan.hit, dice)[0])


def cover(state: State, unit: AnyUnit, hex: HexId) -> int:
    """Return the cover dice that the terrain of a hex gives a unit."""
    terrain = tables().terrain[board.map_of(state)[hex].terrain]
    fort = units.dug_in(state, unit) if unit.hex == hex else None
    return terrain.cover + (tables().works[fort.kind].cover if fort is not None else 0)


@THREATS.keeps
def threat(state: State, seat: Seat, hex: HexId) -> float:
    """Return the enemy dice that threaten a hex, weighted by range."""
    here = board.map_of(state)
    total = 0.0
    for enemy in units.against(state, seat):
        if isinstance(enemy, Squad) and enemy.morale == "disrupted":
            continue
        away = here.distance(enemy.hex, hex)
        if away <= 10 and board.sees(state, enemy.hex, hex):
            power = 4.0 if isinstance(enemy, Squad) else 5.0
            total += power * (0.5 if away <= 1 else 0.33 if away <= 5 else 0.16)
    return total


def of_area(seen: Seen[State], plan: Attack) -> float:
    """Return the value of an area attack: harm to enemies, less harm to friends."""
    total = 0.0
    for each in area_targets(seen.state, plan.hex, plan.mode):
        unit = seen.state.units[each]
        value = of_attack(seen.state, unit, plan)
        total += value if unit.side != seen.seat else -1.5 * value
    return total


def of_fire(state: State, seat: Seat, hex: HexId) -> float:
    """Return the value of a strong fire: harm to enemies, less harm to friends."""
    total = 0.0
    for unit in flames.exposed(state, hex):
        harm = cheapest(unit)
        if isinstance(unit, Squad):
            harm += of_unit(unit) * (MORALE["disrupted"] - MORALE[unit.morale])
        total += harm if unit.side != seat else -harm
    return total
