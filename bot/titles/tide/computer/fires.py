"""The computer player's use of fires, fougasses and munitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.kernel.secret import Seat, Seen
from bot.titles.tide.field import arms, board, molotovs, munitions, units, values
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.field.values import of_fire
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, MunitionKind, Squad, UnitId, Vehicle

Choice = tuple[float, do.Action]


def with_fire(seen: Seen[State], unit: AnyUnit) -> Iterator[Choice]:
    """Yield a squad's actions with fire: Molotov cocktails, and firefighting."""
    if not isinstance(unit, Squad):
        return
    state, seat = seen.state, seen.seat
    near = board.map_of(state).neighbours[unit.hex]
    if units.molotovs(state, seat):
        for hex in near:
            thrown = molotovs.throw(state, unit, hex)
            if isinstance(thrown, molotovs.Throw) and units.enemies_at(state, hex, seat):
                weak, strong = molotovs.fires(thrown)
                value = of_fire(state, seat, hex) * (float(strong) + 0.5 * float(weak))
                yield value - 0.3, do.Special(unit.id, "molotov", hex=hex)
    for hex in (unit.hex, *near):
        fire = board.fire_at(state, hex)
        gain = -of_fire(state, seat, hex)
        if fire is None or gain <= 0:
            continue
        if fire.kind == board.WEAK and hex == unit.hex:
            yield gain * 0.3 - 0.5, do.Special(unit.id, "quench", hex=hex)
        elif fire.kind == board.STRONG:
            for helper in units.of(state, seat):
                if isinstance(helper, Squad) and helper.id != unit.id:
                    yield gain * 0.5 - 0.6, do.Special(unit.id, "quench", hex=hex, helper=helper.id)


SPRUNG = 2.5
"""The cost of setting off a fougasse."""


@board.WORKS.keeps
def fear(state: State, seat: Seat, hex: HexId) -> float:
    """Return the danger of enemy fougasses in a hex, their own or one in reach."""
    total = 0.0
    for work in state.works.values():
        if not work.covers or work.owner == seat:
            continue
        near = board.map_of(state).direction(work.hex, hex)
        if work.hex == hex:
            total += SPRUNG
        elif near and not work.covers[near - 1].known:
            total += SPRUNG / sum(not covered.known for covered in work.covers)
    return total


class Wish(NamedTuple):
    """A useful munition; higher values come first."""

    value: float
    unit: UnitId
    kind: MunitionKind


def wishes(seen: Seen[State]) -> Iterator[Wish]:
    """Yield rounds for guns that have a target in sight."""
    state, seat = seen.state, seen.seat
    here = board.map_of(state)
    for taker in munitions.takers(state, seat):
        unit = state.units[taker]
        assert isinstance(unit, Vehicle)
        record = units.kind(unit)
        for enemy in units.against(state, seat):
            armoured = isinstance(enemy, Vehicle)
            reach, power = arms.weapon(record, armoured=armoured)
            away = here.distance(unit.hex, enemy.hex)
            if not power or away > 2 * reach or not board.sees(state, unit.hex, enemy.hex):
                continue
            if armoured:
                yield Wish(values.of_unit(enemy) * 0.2, taker, "ap-c" if away <= 1 else "ap-b")
            elif 1 < away <= reach:
                yield Wish(power * 0.2, taker, "he")
