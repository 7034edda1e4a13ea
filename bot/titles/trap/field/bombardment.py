"""The exact effects of indirect fire on a hex, for one barrage or several."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import NamedTuple

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.titles.trap.field.battle import stacking
from bot.titles.trap.field.fire import indirect, modifiers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import hit_chance, results
from bot.titles.trap.field.indirect import HEAVY_INDIRECT, OFF_MAP
from bot.titles.trap.field.units import record
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Unit


class Danger(NamedTuple):
    """The chances that a unit is hit at all, and that it is eliminated."""

    hit: Fraction
    gone: Fraction


def factor(firer: Unit | None) -> int:
    """Return the combat factor of indirect fire."""
    return OFF_MAP if firer is None else HEAVY_INDIRECT


def danger(state: State, target: Unit, firer: Unit | None) -> Danger:
    """Return the chances of one barrage that does not scatter."""
    hit = hit_chance(factor(firer), modifiers(indirect(state, target, firer)))
    return Danger(hit, hit * results(True, False, record(target), target.status).get("eliminated", Fraction(0)))


# TRAP-R82
def together(
    state: State, hex: HexId, units: Sequence[Unit], firer: Unit | None, batteries: int, lands: Fraction
) -> list[Danger]:
    """Return the chances for each unit under several barrages that may scatter.

    A loss in a building brings it down, and the next barrages fall on rubble. They stop if it is then overstacked.
    """
    now = [danger(state, unit, firer) for unit in units]
    safe = [Danger(Fraction(1), Fraction(1))] * len(units)
    for count in range(batteries + 1):
        weight = comb(batteries, count) * lands**count * (1 - lands) ** (batteries - count)
        if ground().has_levels(hex) and hex not in state.rubble:
            rubble = replace(state, rubble=(*state.rubble, hex))
            later = [danger(rubble, replace(unit, level="ground"), firer) for unit in units]
            kept = [_in_a_building(n, units, now, later, count) for n in range(len(units))]
        else:
            each = (_borne(now, shares(units, n)) for n in range(len(units)))
            kept = [Danger((1 - one.hit) ** count, (1 - one.gone) ** count) for one in each]
        safe = [Danger(a.hit - weight * b.hit, a.gone - weight * b.gone) for a, b in zip(safe, kept, strict=True)]
    return safe


# TRAP-R35
@case("TRAP-8.10")
def shares(units: Sequence[Unit], n: int) -> list[int]:
    """Return the indexes of a unit and its tank: a hit on the tank affects its riders."""
    return [m for m, unit in enumerate(units) if m == n or unit.id == units[n].aboard]


def _borne(dangers: Sequence[Danger], places: Sequence[int]) -> Danger:
    """Return the chances that any of these units is hit, and is eliminated."""
    return Danger(
        1 - prod((1 - dangers[m].hit for m in places), start=Fraction(1)),
        1 - prod((1 - dangers[m].gone for m in places), start=Fraction(1)),
    )


def _in_a_building(
    n: int, units: Sequence[Unit], now: Sequence[Danger], later: Sequence[Danger], count: int
) -> Danger:
    """Return the chances that barrages neither hit nor eliminate a unit in a building."""
    own = shares(units, n)
    others = [each.gone for m, each in enumerate(now) if m not in own]
    stays = prod(((1 - gone) for gone in others), start=Fraction(1))
    goes_on, stops = _falls(own, units, others)
    chances = []
    for first, then in zip(_borne(now, own), _borne(later, own), strict=True):
        unharmed = ((1 - first) * stays) ** count
        for fall in range(1, count + 1):
            rest = goes_on * (1 - then) ** (count - fall) + stops
            unharmed += (1 - first) ** fall * stays ** (fall - 1) * rest
        chances.append(unharmed)
    return Danger(*chances)


def _falls(own: Sequence[int], units: Sequence[Unit], others: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the chances that a barrage eliminates other units.

    The first is the chance that fire continues, the second that it stops.

    It stops if units from upstairs find no room on the ground.
    """
    goes_on, stops = Fraction(0), Fraction(0)
    rest = [unit for m, unit in enumerate(units) if m not in own]
    for lost in product((True, False), repeat=len(rest)):
        if not any(lost):
            continue
        chance = prod(
            (gone if down else 1 - gone for gone, down in zip(others, lost, strict=True)), start=Fraction(1)
        )
        gone = {unit.id for unit, down in zip(rest, lost, strict=True) if down}
        left = [unit for unit in units if unit.id not in gone and unit.aboard not in gone]
        crowded = sum(record(unit).stacks for unit in left) > stacking(left[0].side)
        if crowded:
            stops += chance
        else:
            goes_on += chance
    return goes_on, stops
