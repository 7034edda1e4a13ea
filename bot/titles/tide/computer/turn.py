"""The computer player's turn: it takes the best action of all units."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.tide.computer import cards, crews, fires
from bot.titles.tide.computer.fires import Choice
from bot.titles.tide.computer.ground import Prospect
from bot.titles.tide.computer.weighing import op_fire_value, storm, worth
from bot.titles.tide.field import board, fire, movement, units, values
from bot.titles.tide.field.aim import moved_to
from bot.titles.tide.field.crews import manned, ready
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Mode, ShelterId, Squad, TargetId, Vehicle
from bot.titles.tide.play import op_fire_placing
from bot.titles.tide.printed.tables import tables

TIRED = 0.3
"""The cost of fatigue while other units are still fresh."""


NOTHING = ShelterId("")


def has_turn(at: At[State, steps.Turn]) -> do.Action:
    """Take the best action of all units."""
    return at.best(_turn_choices(at)) or next(at.legal(do.Fatigue, do.PlayCard, do.Stop))


def _turn_choices(seen: Seen[State]) -> Iterator[Choice]:
    state = seen.state
    enemies = [u for u in units.against(state, seen.seat) if units.aboard(state, u) is None]
    if not any(ready(state, unit) for unit in units.of(state, seen.seat)):
        yield 0.0, do.Stop()
    for unit in units.of(state, seen.seat):
        if units.rallied(state, unit):
            yield from _fires(seen, unit, enemies)
        if not ready(state, unit):
            continue
        ground = Prospect(seen, unit)
        if units.aboard(state, unit) is None:
            yield from _fires(seen, unit, enemies)
            yield from _fires_and_moves(seen, unit, enemies, ground)
            yield from _assaults(seen, unit, enemies, ground)
            yield from _op_fires(seen, unit, ground)
            yield from fires.with_fire(seen, unit)
        yield from _advances(seen, unit, ground)
        yield -0.2, do.Fatigue(unit.id)
    yield from cards.action_cards(seen)


def _modes(enemy: AnyUnit) -> tuple[Mode, ...]:
    return ("normal",) if isinstance(enemy, Vehicle) else ("normal", "suppressive")


def _can_aim(state: State, start: HexId, enemy: AnyUnit) -> bool:
    return not (isinstance(enemy, Squad) and enemy.concealed) and board.sees(state, start, enemy.hex)


def _fires(seen: Seen[State], unit: AnyUnit, enemies: list[AnyUnit]) -> Iterator[Choice]:
    """Yield fire alone, and with each friend that adds more than its own shot."""
    state = seen.state
    if "mortar" in units.figures(unit):
        yield from _shellings(seen, unit)
    friends = [
        u
        for u in units.of(state, seen.seat)
        if u.id != unit.id
        and u.activity == "fresh"
        and not units.is_suppressed(u)
        and units.aboard(state, u) is None
        and manned(state, u)
    ]
    for enemy in enemies if manned(state, unit) else ():
        for mode in _modes(enemy) if _can_aim(state, unit.hex, enemy) else ():
            value = worth(state, unit, enemy, mode)
            if value is None:
                break
            yield value - TIRED, do.Fire(unit.id, TargetId(enemy.id), mode)
            support: tuple[AnyUnit, ...] = ()
            for friend in friends:
                if len(support) < 2 and _can_aim(state, friend.hex, enemy):
                    gain = worth(state, unit, enemy, mode, (*support, friend))
                    if gain is not None and gain > value + 0.6:
                        support, value = (*support, friend), gain
            if support:
                ids = tuple(friend.id for friend in support)
                yield value - TIRED * (1 + len(ids)), do.Fire(unit.id, TargetId(enemy.id), mode, ids)


def _shellings(seen: Seen[State], unit: AnyUnit) -> Iterator[Choice]:
    state = seen.state
    for hex in dict.fromkeys(enemy.hex for enemy in units.against(state, seen.seat)):
        for mode in ("normal", "suppressive"):
            plan = fire.mortar_plan(state, unit, hex, mode)
            if not isinstance(plan, Wrong):
                yield values.of_area(seen, plan) - TIRED, do.Fire(unit.id, TargetId(hex), plan.mode)


def _ways(seen: Seen[State], unit: AnyUnit, verb: str) -> list[HexId]:
    open_ones = units.roomy(seen.state, unit)
    return [hex for hex in movement.reach(seen.state, unit, verb).cost if hex != unit.hex and open_ones(hex)]


def _fires_and_moves(
    seen: Seen[State], unit: AnyUnit, enemies: list[AnyUnit], ground: Prospect
) -> Iterator[Choice]:
    """Yield fire before a move to the best hex, and after it."""
    state = seen.state
    if units.has_heavy_weapon(unit):
        return
    hexes = _ways(seen, unit, "fire-and-move")
    best = sorted(hexes, key=lambda hex: -ground.value(hex))[:3]
    moved = {hex: moved_to(state, unit, hex) for hex in best}
    for enemy in enemies:
        aims = _can_aim(state, unit.hex, enemy)
        aimed = [hex for hex in best if _can_aim(state, hex, enemy)]
        for mode in _modes(enemy):
            value = worth(state, unit, enemy, mode, moving=True) if aims else None
            if value is not None:
                for hex in best[:1]:
                    gain = ground.value(hex) - ground.here
                    yield value + gain - TIRED, do.FireAndMove(unit.id, TargetId(enemy.id), hex, "fire", mode)
            for hex in aimed:
                value = worth(state, moved[hex], enemy, mode, moving=True)
                if value is not None:
                    value += ground.value(hex) - ground.here
                    yield value - TIRED, do.FireAndMove(unit.id, TargetId(enemy.id), hex, "move", mode)


def _assaults(seen: Seen[State], unit: AnyUnit, enemies: list[AnyUnit], ground: Prospect) -> Iterator[Choice]:
    """Yield assaults that are likely to succeed, with available support."""
    state, here = seen.state, board.map_of(seen.state)
    if not isinstance(unit, Squad) or units.has_heavy_weapon(unit):
        return
    hexes = [unit.hex, *_ways(seen, unit, "assault")]
    for target in dict.fromkeys(enemy.hex for enemy in enemies):
        near = here.neighbours[target]
        starts = [hex for hex in hexes if hex in near]
        if not starts or any(units.is_heavy(u) for u in units.enemies_at(state, target, seen.seat)):
            continue
        start = max(starts, key=lambda hex: (hex == unit.hex, -values.threat(state, seen.seat, hex)))
        helpers = [
            u
            for u in units.of(state, seen.seat)
            if isinstance(u, Squad) and u.id != unit.id and u.hex in near and not u.morale
            and not units.has_heavy_weapon(u) and units.aboard(state, u) is None
        ][:2]  # fmt: skip
        value = storm(seen, unit, start, target, helpers, 1.0 + ground.value(target) - ground.here)
        to = HexId("") if start == unit.hex else start
        ids = tuple(u.id for u in helpers)
        yield value - TIRED, do.Assault(unit.id, target, to, ids)


def _op_fires(seen: Seen[State], unit: AnyUnit, ground: Prospect) -> Iterator[Choice]:
    """Yield Op Fire, to wait for fresh enemies that may move into sight."""
    if not op_fire_placing.op_fire_ready(seen.state, unit):
        return
    yield op_fire_value(seen, unit), do.OpFire((unit.id,))


def _advances(seen: Seen[State], unit: AnyUnit, ground: Prospect) -> Iterator[Choice]:
    for hex, haul in crews.hauls(seen, unit) if units.is_gun(unit) else ():
        yield 0.5 * (ground.value(hex) - ground.here) - 2 * TIRED, haul
    for hex in _ways(seen, unit, "advance"):
        into = _free_fort(seen, unit, hex)
        bonus = 0.0
        if into:
            served = crews.crew_value(seen.state, unit, hex, NOTHING)
            bonus = 0.6 - (served - crews.crew_value(seen.state, unit, hex, into))
        yield ground.value(hex) - ground.here - 0.15 + bonus, do.Advance(unit.id, hex, into)
        if into:
            yield ground.value(hex) - ground.here - 0.15, do.Advance(unit.id, hex)


def _free_fort(seen: Seen[State], unit: AnyUnit, hex: HexId) -> ShelterId:
    if not isinstance(unit, Squad):
        return ShelterId("")
    for work in board.works_at(seen.state, hex):
        fort = ShelterId(work.id)
        if tables().works[work.kind].type == "fortification" and not units.inside(seen.state, fort):
            return fort
    return ShelterId("")
