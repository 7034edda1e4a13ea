"""What units could do in an action turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any

from bot.kernel.secret import Seen
from bot.titles.tide.candidates.choices import (
    Fixed,
    after_fire,
    enemies,
    firing_figures,
    fresh,
    modes,
    optional,
    ours,
    parts,
    shelters,
    supports,
)
from bot.titles.tide.cards import strategy
from bot.titles.tide.field import fire, flames, guns, movement, smoke_rounds, underway, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import (
    First,
    HexId,
    Squad,
    TargetId,
    UnitId,
    Vehicle,
)
from bot.titles.tide.printed.effects import LaySmoke
from bot.titles.tide.resolve import status, turn


def _goals(seen: Seen[State], unit: AnyUnit, action: str, fixed: Fixed) -> Iterator[HexId]:
    """Yield where a unit can come to, its own hex first, or the hex that is fixed."""
    if "to" in fixed:
        yield fixed["to"]
        return
    spare = movement.clearing_cost(fixed.get("clear", ()))
    march = underway.march_of(seen.state)
    found = (
        underway.ways(seen.state, march, unit, spare) if march else movement.reach(seen.state, unit, action, spare)
    )
    for hex in found.cost:
        if hex == unit.hex or units.has_room(seen.state, hex, unit) or _transport_waits(seen, unit, hex):
            yield hex


def _transport_waits(seen: Seen[State], unit: AnyUnit, hex: HexId) -> bool:
    return isinstance(unit, Squad) and any(
        isinstance(each, Vehicle) and each.side == unit.side for each in units.at(seen.state, hex)
    )


def _clearings(seen: Seen[State], unit: AnyUnit, to: HexId, fixed: Fixed) -> tuple[Any, ...]:
    wired = [(hex,) for hex in dict.fromkeys((unit.hex, to)) if units.works_at(seen.state, hex, "wire")]
    return optional(fixed, "clear", wired if movement.clears_wire(unit) else ())


def advances(seen: Seen[State], fixed: Fixed) -> Iterator[do.Advance]:
    """Yield moves to every hex in reach, into what is there, clearing wire; and of guns to the next hex."""
    march = underway.march_of(seen.state)
    for unit in fresh(seen, fixed) if march is None else (seen.state.units[march.unit],):
        if units.is_gun(unit):
            yield from _hauls(seen, unit, fixed)
            continue
        for to in _goals(seen, unit, "advance", fixed):
            ends = product(shelters(seen, unit, to), _clearings(seen, unit, to, fixed), after_fire(fixed))
            for into, clear, after in ends:
                yield do.Advance(unit.id, to, into, fixed.get("via", ()), clear, after_fire=after)


def _hauls(seen: Seen[State], gun: AnyUnit, fixed: Fixed) -> Iterator[do.Advance]:
    """Yield where a gun could be moved along, and with whom; where there is only one, he need not be named."""
    crews = [unit.id for unit in guns.movers(seen.state, gun)]
    unnamed = [UnitId("")] if len(crews) == 1 else []
    for crew, to in product((*unnamed, *crews), units.map_of(seen.state).neighbours[gun.hex]):
        yield do.Advance(gun.id, to, crew=crew, after_fire=fixed.get("after_fire", ""))


def fires(seen: Seen[State], fixed: Fixed) -> Iterator[do.Fire]:
    """Yield concentrated fire at every enemy that can be aimed at, alone and with support; mortars and smoke."""
    state = seen.state
    ready = [
        u
        for u in units.of(state, seen.seat)
        if u.activity != "fatigued" and not units.is_suppressed(u) and guns.manned(state, u)
    ]
    for unit in ours(seen, fixed):
        if unit.activity != "fresh" or not (units.activable(state, unit) or turn.rallied(state, unit)):
            continue
        if not guns.manned(state, unit):
            continue
        for enemy in enemies(seen, fixed):
            if not _reaches(state, unit, enemy):
                continue
            able = [u for u in ready if _reaches(state, u, enemy) and units.aboard(state, u) is None]
            for mode, using in product(modes(enemy, fixed), firing_figures(unit, fixed)):
                for support in supports(seen, unit, able, fixed):
                    for only in parts(seen, support, fixed):
                        yield do.Fire(unit.id, TargetId(enemy.id), mode, support, using, only)
        if "mortar" in units.figures(unit):
            yield from _mortar_fires(seen, unit, fixed)
        if smoke_rounds.has(state, unit):
            yield from (do.Fire(unit.id, TargetId(hex)) for hex in units.map_of(state).spots)


def _reaches(state: State, unit: AnyUnit, enemy: AnyUnit) -> bool:
    """Say whether a unit sees an enemy that may lie within its long range, or beside it."""
    reach = 2 * (fire.farthest(unit, armoured=isinstance(enemy, Vehicle)) + 1)  # A hill makes a range longer.
    distance = units.map_of(state).distance(unit.hex, enemy.hex)
    return distance <= reach and units.sees(state, unit.hex, enemy.hex)


def _mortar_fires(seen: Seen[State], unit: AnyUnit, fixed: Fixed) -> Iterator[do.Fire]:
    hexes = dict.fromkeys(enemy.hex for enemy in units.against(seen.state, seen.seat))
    if fixed.get("target") in units.map_of(seen.state):
        hexes = dict.fromkeys((HexId(fixed["target"]),))
    for hex in hexes:
        for mode in ("normal", "suppressive"):
            yield do.Fire(unit.id, TargetId(hex), mode, (), fixed.get("using", ()))


def op_fires(seen: Seen[State], fixed: Fixed) -> Iterator[do.OpFire]:
    """Yield each unit that could wait for the enemy, and in the Status Phase all of them."""
    if "units" in fixed:
        yield do.OpFire(fixed["units"])
        return
    ready = tuple(u.id for u in units.of(seen.state, seen.seat) if status.op_fire_ready(seen.state, u))
    for unit in ready:
        yield do.OpFire((unit,))
    if seen.state.phase == "status" and len(ready) > 1:
        yield do.OpFire(ready)


def fires_and_moves(seen: Seen[State], fixed: Fixed) -> Iterator[do.FireAndMove]:
    """Yield every move with a shot before or after it."""
    state = seen.state
    for unit in fresh(seen, fixed):
        if units.has_heavy_weapon(unit):
            continue
        goals = list(_goals(seen, unit, "fire-and-move", fixed))
        if smoke_rounds.has(state, unit):
            yield from _smokes_and_moves(seen, unit, goals, fixed)
        for enemy in enemies(seen, fixed):
            for to, first in _shots(state, unit, goals, enemy.hex, armoured=isinstance(enemy, Vehicle)):
                for mode, into, after in product(modes(enemy, fixed), shelters(seen, unit, to), after_fire(fixed)):
                    yield do.FireAndMove(
                        unit.id, TargetId(enemy.id), to, first, mode, into,
                        fixed.get("via", ()), fixed.get("clear", ()), fixed.get("using", ()), after,
                    )  # fmt: skip


def _shots(
    state: State, unit: AnyUnit, goals: Iterable[HexId], target: HexId, *, armoured: bool
) -> Iterator[tuple[HexId, First]]:
    """Yield each move with what can come first of it and a shot, where that sees the target and is near enough."""
    reach = fire.farthest(unit, armoured=armoured) + 1  # A hill makes a range longer by a hex.
    distance = units.map_of(state).distance

    def bears(start: HexId) -> bool:
        return distance(start, target) <= reach and units.sees(state, start, target)

    from_here = units.aboard(state, unit) is None and bears(unit.hex)
    for to in goals:
        if from_here:
            yield to, "fire"
        if bears(to):
            yield to, "move"


def _smokes_and_moves(
    seen: Seen[State], unit: AnyUnit, goals: Iterable[HexId], fixed: Fixed
) -> Iterator[do.FireAndMove]:
    """Yield smoke rounds fired on the move, at the hexes of enemies, or at the one that is fixed."""
    hexes = dict.fromkeys(enemy.hex for enemy in units.against(seen.state, seen.seat))
    if fixed.get("target") in units.map_of(seen.state):
        hexes = dict.fromkeys((HexId(fixed["target"]),))
    for hex in hexes:
        for to, first in _shots(seen.state, unit, goals, hex, armoured=True):
            yield do.FireAndMove(
                unit.id, TargetId(hex), to, first, via=fixed.get("via", ()), clear=fixed.get("clear", ()),
                after_fire=fixed.get("after_fire", ""),
            )  # fmt: skip


def assaults(seen: Seen[State], fixed: Fixed) -> Iterator[do.Assault]:
    """Yield assaults on enemy hexes from where a squad stands or could go."""
    state, here = seen.state, units.map_of(seen.state)
    hexes = dict.fromkeys(
        enemy.hex for enemy in units.against(state, seen.seat) if fixed.get("target", enemy.hex) == enemy.hex
    )
    for unit in fresh(seen, fixed):
        if not isinstance(unit, Squad) or units.has_heavy_weapon(unit):
            continue
        goals = [HexId("") if hex == unit.hex else hex for hex in _goals(seen, unit, "assault", fixed)]
        for target in hexes:
            near = here.neighbours[target]
            able = [
                u
                for u in units.of(state, seen.seat)
                if isinstance(u, Squad) and u.hex in near and not u.morale and not units.has_heavy_weapon(u)
            ]
            for to in goals:
                if (to or unit.hex) in near:
                    for support, after in product(_pairs(unit, able, fixed), after_fire(fixed)):
                        yield do.Assault(
                            unit.id, target, to, support, fixed.get("via", ()), fixed.get("clear", ()), after
                        )


def _pairs(lead: AnyUnit, able: Iterable[AnyUnit], fixed: Fixed) -> Iterator[tuple[UnitId, ...]]:
    """Yield nobody, each squad, each pair of squads that could support an assault."""
    if "support" in fixed:
        yield fixed["support"]
        return
    friends = [unit.id for unit in able if unit.id != lead.id]
    for size in range(3):
        yield from combinations(friends, size)


def cards(seen: Seen[State], fixed: Fixed) -> Iterator[do.PlayCard]:
    """Yield the cards of the HQ with every target that they could have."""
    for card in units.open_cards(seen.state, seen.seat):
        if fixed.get("card", card) != card:
            continue
        effect = strategy.effect(card)
        for target in strategy.targets(seen.state, seen.seat, card):
            for direction in flames.DIRECTIONS if effect.aims else (0,):
                yield strategy.play(card, target, direction)


def fatigues(seen: Seen[State], fixed: Fixed) -> Iterator[do.Fatigue]:
    """Yield the units that could stand by."""
    return (do.Fatigue(unit.id) for unit in fresh(seen, fixed))


def specials(seen: Seen[State], fixed: Fixed) -> Iterator[do.Special]:
    """Yield what specialists could do, and what fire asks for."""
    here = units.map_of(seen.state)
    for unit in fresh(seen, fixed):
        if units.is_special(unit, "engineer"):
            yield do.Special(unit.id, "dig")
            if units.standing(seen.state, seen.seat, LaySmoke):
                for hex in (unit.hex, *here.neighbours[unit.hex]):
                    yield do.Special(unit.id, "smoke", hex=hex)
        if units.is_special(unit, "medic"):
            for patient in units.at(seen.state, unit.hex):
                yield do.Special(unit.id, "heal", patient.id)
        if isinstance(unit, Squad):
            yield from _flames(seen, unit)


def _flames(seen: Seen[State], unit: Squad) -> Iterator[do.Special]:
    """Yield fires that a squad could fight, and hexes that it could set on fire."""
    state, near = seen.state, units.map_of(seen.state).neighbours[unit.hex]
    for hex in (unit.hex, *near):
        burning = flames.fire_at(state, hex)
        if burning is not None and burning.kind == flames.WEAK and hex == unit.hex:
            yield do.Special(unit.id, "quench", hex=hex)
        elif burning is not None:
            helpers = (u for u in units.of(state, seen.seat) if isinstance(u, Squad) and u.id != unit.id)
            yield from (do.Special(unit.id, "quench", hex=hex, helper=helper.id) for helper in helpers)
    if units.molotovs(state, seen.seat):
        yield from (do.Special(unit.id, "molotov", hex=hex) for hex in near)


def stops(seen: Seen[State], fixed: Fixed) -> Iterator[do.Stop]:
    """Yield the end of the phase for this side."""
    yield do.Stop()
