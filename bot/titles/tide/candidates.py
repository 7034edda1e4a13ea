"""Actions that might be legal: generous, lazy, in the order of units and hexes. The rules are the only judge.

Each generator honours the fields that are already fixed, so that asking for one unit costs one unit's work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Any, get_args

from bot.kernel.fields import fields as kernel_fields
from bot.kernel.game import verb
from bot.kernel.secret import Seen
from bot.titles.tide import asks, flames, forces, guns, movement, munitions, smoke_rounds
from bot.titles.tide.card_effects import LaySmoke
from bot.titles.tide.cards import strategy
from bot.titles.tide.evolve import FIGURE_ORDER
from bot.titles.tide.forces import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import (
    CardId,
    DeckId,
    Figure,
    HexId,
    Mode,
    MunitionKind,
    ShelterId,
    SlotId,
    Speciality,
    Squad,
    TargetId,
    UnitId,
    Vehicle,
)
from bot.titles.tide.resolve import hits, marching, melee, setup, status, turn
from bot.titles.tide.tables import spaces, tables

Fixed = Mapping[str, Any]


def candidates(seen: Seen[State], kind: type[do.Action], fixed: Fixed) -> Iterator[do.Action]:
    """Yield actions of a class that might be legal for the seat now and agree with the fixed fields."""
    if verb(kind) not in asks.verbs(seen.state, seen.seat) and kind not in (do.Order, do.Resign):
        return
    for action in _CANDIDATES[kind](seen, fixed):
        if all(getattr(action, name) == value for name, value in fixed.items()):
            yield action


def _units(seen: Seen[State], fixed: Fixed, field: str = "unit") -> Iterator[AnyUnit]:
    """Yield the seat's units on the map, or the one that is fixed."""
    for unit in forces.of(seen.state, seen.seat):
        if fixed.get(field, unit.id) == unit.id:
            yield unit


def _fresh(seen: Seen[State], fixed: Fixed) -> Iterator[AnyUnit]:
    return (unit for unit in _units(seen, fixed) if guns.ready(seen.state, unit))


def _enemies(seen: Seen[State], fixed: Fixed) -> Iterator[AnyUnit]:
    """Yield the enemies that can be fired at, or the one that is fixed."""
    for unit in forces.against(seen.state, seen.seat):
        hidden = isinstance(unit, Squad) and unit.concealed
        if fixed.get("target", unit.id) == unit.id and not hidden and forces.aboard(seen.state, unit) is None:
            yield unit


def _modes(target: AnyUnit, fixed: Fixed) -> tuple[Mode, ...]:
    """Return the modes against a target; vehicles are only fired at normally."""
    return ("normal",) if isinstance(target, Vehicle) else ("normal", "suppressive")


def _shelters(seen: Seen[State], unit: AnyUnit, hex: HexId) -> Iterator[ShelterId]:
    """Yield what a unit could be in at a hex; first nothing."""
    yield ShelterId("")
    if not isinstance(unit, Squad):
        return
    for work in forces.works_at(seen.state, hex):
        if tables().works[work.kind].type == "fortification":
            yield ShelterId(work.id)
    for vehicle in forces.at(seen.state, hex):
        if isinstance(vehicle, Vehicle) and vehicle.side == seen.seat and forces.kind(vehicle).transport:
            yield ShelterId(vehicle.id)


def _goals(seen: Seen[State], unit: AnyUnit, action: str, fixed: Fixed) -> Iterator[HexId]:
    """Yield where a unit can come to, its own hex first, or the hex that is fixed."""
    if "to" in fixed:
        yield fixed["to"]
        return
    spare = movement.clearing_cost(fixed.get("clear", ()))
    for hex in movement.reach(seen.state, unit, action, spare).cost:
        if hex == unit.hex or forces.has_room(seen.state, hex, unit) or _transport_waits(seen, unit, hex):
            yield hex


def _transport_waits(seen: Seen[State], unit: AnyUnit, hex: HexId) -> bool:
    return isinstance(unit, Squad) and any(
        isinstance(each, Vehicle) and each.side == unit.side for each in forces.at(seen.state, hex)
    )


def _optional(fixed: Fixed, field: str, values: Iterable[Any] = ()) -> tuple[Any, ...]:
    """Return what an optional field may be: what is fixed, else empty and then some useful values."""
    return (fixed[field],) if field in fixed else ((), *values)


def _clearings(seen: Seen[State], unit: AnyUnit, to: HexId, fixed: Fixed) -> tuple[Any, ...]:
    wired = [(hex,) for hex in dict.fromkeys((unit.hex, to)) if forces.works_at(seen.state, hex, "wire")]
    return _optional(fixed, "clear", wired if movement.clears_wire(unit) else ())


def _advances(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    for unit in _fresh(seen, fixed):
        if forces.is_gun(unit):
            yield from _hauls(seen, unit)
            continue
        for to in _goals(seen, unit, "advance", fixed):
            for into, clear in product(_shelters(seen, unit, to), _clearings(seen, unit, to, fixed)):
                yield do.Advance(unit.id, to, into, fixed.get("via", ()), clear)


def _hauls(seen: Seen[State], gun: AnyUnit) -> Iterator[do.Action]:
    """Yield where a gun could be moved along, and with whom."""
    for crew, to in product(guns.movers(seen.state, gun), forces.map_of(seen.state).neighbours[gun.hex]):
        yield do.Advance(gun.id, to, crew=crew.id)


def _supports(
    seen: Seen[State], lead: AnyUnit, able: Iterable[AnyUnit], fixed: Fixed
) -> Iterator[tuple[UnitId, ...]]:
    """Yield who could support: nobody, each one, all; other choices are legal too when they are named."""
    if "support" in fixed:
        yield fixed["support"]
        return
    friends = tuple(unit.id for unit in able if unit.id != lead.id)
    yield ()
    yield from ((friend,) for friend in friends)
    if len(friends) > 1:
        yield friends


def _figures(unit: AnyUnit, fixed: Fixed) -> tuple[tuple[Figure, ...], ...]:
    """Return which figures could fire: the best choice, or each kind alone where there are several."""
    kinds = tuple(dict.fromkeys(kind for kind in forces.figures(unit) if kind != "mortar"))
    return _optional(fixed, "using", ((kind,) for kind in kinds) if len(kinds) > 1 else ())


def _fires(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    state = seen.state
    ready = [
        u
        for u in forces.of(state, seen.seat)
        if u.activity != "fatigued" and not forces.is_suppressed(u) and guns.manned(state, u)
    ]
    for unit in _units(seen, fixed):
        if unit.activity != "fresh" or not (forces.activable(state, unit) or turn.rallied(state, unit)):
            continue
        if not guns.manned(state, unit):
            continue
        for enemy in _enemies(seen, fixed):
            if not forces.sees(state, unit.hex, enemy.hex):
                continue
            able = [u for u in ready if forces.sees(state, u.hex, enemy.hex) and forces.aboard(state, u) is None]
            for mode, using in product(_modes(enemy, fixed), _figures(unit, fixed)):
                for support in _supports(seen, unit, able, fixed):
                    yield do.Fire(unit.id, TargetId(enemy.id), mode, support, using)
        if "mortar" in forces.figures(unit):
            yield from _mortar_fires(seen, unit, fixed)
        if smoke_rounds.has(state, unit):
            yield from (do.Fire(unit.id, TargetId(hex)) for hex in forces.map_of(state).spots)


def _mortar_fires(seen: Seen[State], unit: AnyUnit, fixed: Fixed) -> Iterator[do.Action]:
    hexes = dict.fromkeys(enemy.hex for enemy in forces.against(seen.state, seen.seat))
    if fixed.get("target") in forces.map_of(seen.state):
        hexes = dict.fromkeys((HexId(fixed["target"]),))
    for hex in hexes:
        for mode in ("normal", "suppressive"):
            yield do.Fire(unit.id, TargetId(hex), mode, (), fixed.get("using", ()))


def _op_fires(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    if "units" in fixed:
        yield do.OpFire(fixed["units"])
        return
    ready = tuple(u.id for u in forces.of(seen.state, seen.seat) if status.op_fire_ready(seen.state, u))
    for unit in ready:
        yield do.OpFire((unit,))
    if seen.state.phase == "status" and len(ready) > 1:
        yield do.OpFire(ready)


def _fires_and_moves(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    state = seen.state
    for unit in _fresh(seen, fixed):
        if forces.has_heavy_weapon(unit):
            continue
        goals = list(_goals(seen, unit, "fire-and-move", fixed))
        if smoke_rounds.has(state, unit):
            yield from _smokes_and_moves(seen, unit, goals, fixed)
        for enemy in _enemies(seen, fixed):
            sees = forces.sees(state, unit.hex, enemy.hex) and forces.aboard(state, unit) is None
            for to in goals:
                firsts = ["fire"] if sees else []
                if forces.sees(state, to, enemy.hex):
                    firsts.append("move")
                for first, mode in product(firsts, _modes(enemy, fixed)):
                    for into in _shelters(seen, unit, to):
                        yield do.FireAndMove(
                            unit.id, TargetId(enemy.id), to, first, mode, into,  # type: ignore[arg-type]
                            fixed.get("via", ()), fixed.get("clear", ()), fixed.get("using", ()),
                        )  # fmt: skip


def _smokes_and_moves(
    seen: Seen[State], unit: AnyUnit, goals: Iterable[HexId], fixed: Fixed
) -> Iterator[do.Action]:
    """Yield smoke rounds fired on the move, at the hexes of enemies, or at the one that is fixed."""
    hexes = dict.fromkeys(enemy.hex for enemy in forces.against(seen.state, seen.seat))
    if fixed.get("target") in forces.map_of(seen.state):
        hexes = dict.fromkeys((HexId(fixed["target"]),))
    for hex, to, first in product(hexes, goals, ("fire", "move")):
        yield do.FireAndMove(
            unit.id, TargetId(hex), to, first, via=fixed.get("via", ()),
            clear=fixed.get("clear", ()),
        )  # fmt: skip


def _assaults(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    state, here = seen.state, forces.map_of(seen.state)
    hexes = dict.fromkeys(
        enemy.hex for enemy in forces.against(state, seen.seat) if fixed.get("target", enemy.hex) == enemy.hex
    )
    for unit in _fresh(seen, fixed):
        if not isinstance(unit, Squad) or forces.has_heavy_weapon(unit):
            continue
        goals = [HexId("") if hex == unit.hex else hex for hex in _goals(seen, unit, "assault", fixed)]
        for target in hexes:
            near = here.neighbours[target]
            able = [
                u
                for u in forces.of(state, seen.seat)
                if isinstance(u, Squad) and u.hex in near and not u.morale and not forces.has_heavy_weapon(u)
            ]
            for to in goals:
                if (to or unit.hex) in near:
                    for support in _pairs(unit, able, fixed):
                        yield do.Assault(
                            unit.id, target, to, support, fixed.get("via", ()), fixed.get("clear", ())
                        )


def _pairs(lead: AnyUnit, able: Iterable[AnyUnit], fixed: Fixed) -> Iterator[tuple[UnitId, ...]]:
    """Yield nobody, each squad, each pair of squads that could support an assault."""
    if "support" in fixed:
        yield fixed["support"]
        return
    friends = [unit.id for unit in able if unit.id != lead.id]
    for size in range(3):
        yield from combinations(friends, size)


def _cards(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    for card in forces.open_cards(seen.state, seen.seat):
        if fixed.get("card", card) != card:
            continue
        effect = strategy.effect(card)
        for target in strategy.targets(seen.state, seen.seat, card):
            for direction in flames.DIRECTIONS if effect.aims else (0,):
                yield strategy.play(card, target, direction)


def _fatigues(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    return (do.Fatigue(unit.id) for unit in _fresh(seen, fixed))


def _specials(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    here = forces.map_of(seen.state)
    for unit in _fresh(seen, fixed):
        if forces.is_special(unit, "engineer"):
            yield do.Special(unit.id, "dig")
            if forces.standing(seen.state, seen.seat, LaySmoke):
                for hex in (unit.hex, *here.neighbours[unit.hex]):
                    yield do.Special(unit.id, "smoke", hex=hex)
        if forces.is_special(unit, "medic"):
            for patient in forces.at(seen.state, unit.hex):
                yield do.Special(unit.id, "heal", patient.id)
        if isinstance(unit, Squad):
            yield from _flames(seen, unit)


def _flames(seen: Seen[State], unit: Squad) -> Iterator[do.Action]:
    """Yield fires that a squad could fight, and hexes that it could set on fire."""
    state, near = seen.state, forces.map_of(seen.state).neighbours[unit.hex]
    for hex in (unit.hex, *near):
        fire = flames.fire_at(state, hex)
        if fire is not None and fire.kind == flames.WEAK and hex == unit.hex:
            yield do.Special(unit.id, "quench", hex=hex)
        elif fire is not None:
            helpers = (u for u in forces.of(state, seen.seat) if isinstance(u, Squad) and u.id != unit.id)
            yield from (do.Special(unit.id, "quench", hex=hex, helper=helper.id) for helper in helpers)
    if forces.molotovs(state, seen.seat):
        yield from (do.Special(unit.id, "molotov", hex=hex) for hex in near)


def _stops(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    yield do.Stop()


def _shots(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    step = seen.state.steps[-1]
    assert isinstance(step, steps.OpFireChance)
    leads = marching.op_fire_leads(seen.state, seen.seat, step.target, step.shooters)
    target = seen.state.units[step.target]
    able = [seen.state.units[lead] for lead in leads]
    for unit in able:
        if smoke_rounds.has(seen.state, unit):
            yield do.Shoot(unit.id)
        elif fixed.get("unit", unit.id) == unit.id:
            for mode, using in product(_modes(target, fixed), _figures(unit, fixed)):
                for support in _supports(seen, unit, able, fixed):
                    for mg_only in _mgs(seen, support, fixed):
                        yield do.Shoot(unit.id, mode, support, using, mg_only)


def _mgs(seen: Seen[State], support: tuple[UnitId, ...], fixed: Fixed) -> tuple[tuple[UnitId, ...], ...]:
    """Return of which squads in support only the machine guns could fire: of none, or of all that have others."""
    figures = {unit: forces.figures(seen.state.units[unit]) for unit in support if unit in seen.state.units}
    mixed = tuple(unit for unit, kinds in figures.items() if "mg" in kinds and set(kinds) > {"mg"})
    return _optional(fixed, "mg_only", (mixed,) if mixed else ())


def _holds(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    yield do.Hold()


def _removes(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    step = seen.state.steps[-1]
    if isinstance(step, steps.Keeping):
        yield from (do.Remove(unit) for unit in munitions.unused(seen.state, seen.seat))
        return
    assert isinstance(step, steps.Losses)
    for unit, figure in hits.loss_choices(seen.state, step):
        yield do.Remove(unit, figure)  # type: ignore[arg-type]


def _retreats(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    step = seen.state.steps[-1]
    assert isinstance(step, steps.Rout)
    for each in step.units:
        unit = seen.state.units.get(each)
        if unit is not None:
            yield from (do.Retreat(each, to) for to in melee.retreats(seen.state, unit))


def _joins(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    step = seen.state.steps[-1]
    assert isinstance(step, steps.Melee)
    hidden = melee.hidden_defenders(seen.state, step, seen.state.units[step.unit])
    for size in range(len(hidden) + 1):
        yield from (do.Join(some) for some in combinations(hidden, size))


def _spends(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    if isinstance(seen.state.steps[-1], steps.Arming):
        price = tables().numbers.munitions.price
        kinds: tuple[MunitionKind, ...] = get_args(MunitionKind)
        takers = munitions.takers(seen.state, seen.seat)
        yield from (do.Spend(price, kind, unit) for unit, kind in product(takers, kinds))
        return
    yield from (do.Spend(n) for n in range(1, seen.state.hq[seen.seat].command + 1))


def _sabotages(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    hand = [back for back, c in seen.state.sabotage.items() if c.owner == seen.seat and c.place == "hand"]
    yield from (do.PlaySabotage(back, deck) for back, deck in product(hand, seen.state.decks))


def _draws(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    yield from (do.Draw(DeckId(deck)) for deck in status.drawable(seen.state, seen.seat))


def _subversions(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    yield from (do.Subvert(CardId(card)) for card in status.subvertible(seen.state, seen.seat))


def _transfers(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    """Yield gifts of one figure and exchanges of one for one; more is legal when it is named."""
    for giver, taker in status.pairs(seen.state, seen.seat):
        if fixed.get("giver", giver.id) != giver.id or fixed.get("taker", taker.id) != taker.id:
            continue
        for figure in dict.fromkeys(forces.figures(giver)):
            yield do.Transfer(giver.id, taker.id, (figure,))
            for back in dict.fromkeys(forces.figures(taker)):
                if back != figure:
                    yield do.Transfer(giver.id, taker.id, (figure,), (back,))
        if "figures" in fixed or "back" in fixed:
            yield do.Transfer(giver.id, taker.id, fixed.get("figures", ()), fixed.get("back", ()))


def _builds(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    step = seen.state.steps[-1]
    assert isinstance(step, steps.Muster)
    bases = step.lists[seen.seat].open()
    side = forces.side(seen.state, seen.seat)
    specials: tuple[Speciality, ...] = ("", *dict.fromkeys(s for s in side.specialities if s))
    for n, base in enumerate(bases, start=1):
        if fixed.get("slot", str(n)) != str(n):
            continue
        division = next(d for d in side.divisions if d.name == base.division)
        fillings = [fixed["figures"]] if "figures" in fixed else _fillings(tuple(division.figures))
        for figures, special in product(fillings, specials):
            yield do.Build(SlotId(str(n)), figures, special)


def _fillings(kinds: tuple[Figure, ...]) -> Iterator[tuple[Figure, ...]]:
    """Yield every way to fill a base from these kinds of figures, full bases first."""
    ways = {
        tuple(sorted(some, key=FIGURE_ORDER.index))
        for size in range(1, 5)
        for some in product(kinds, repeat=size)
        if spaces(some) <= 4
    }
    yield from sorted(ways, key=lambda way: (-spaces(way), way))


def _places(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    for unit in setup.to_place(seen.state, seen.seat):
        if fixed.get("unit", unit.id) != unit.id:
            continue
        for hex in setup.start_hexes(seen.state, unit):
            if fixed.get("hex", hex) == hex:
                for into, concealed in product(_shelters(seen, unit, hex), (False, True)):
                    yield do.Place(unit.id, hex, into, concealed)


def _deploys(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    yield do.Deploy()


def _dones(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    yield do.Done()


def _orders(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    """Yield the orders with one more of them changed; numbers in useful steps."""
    yield do.Order(**fixed)
    for field in kernel_fields(do.Order):
        steps = (2, 4, 6, 8, 10, 12, 16) if field.name == "within" else (10, 20, 30, 40, 50, 60, 80)
        for value in filter(None, field.choices or steps):
            if field.name not in fixed:
                yield do.Order(**{**fixed, field.name: value})


def _resigns(seen: Seen[State], fixed: Fixed) -> Iterator[do.Action]:
    yield do.Resign()


_CANDIDATES: dict[type[do.Action], Callable[[Seen[State], Fixed], Iterator[do.Action]]] = {
    do.Build: _builds,
    do.Place: _places,
    do.Deploy: _deploys,
    do.Advance: _advances,
    do.Fire: _fires,
    do.OpFire: _op_fires,
    do.FireAndMove: _fires_and_moves,
    do.Assault: _assaults,
    do.PlayCard: _cards,
    do.Fatigue: _fatigues,
    do.Special: _specials,
    do.Stop: _stops,
    do.Shoot: _shots,
    do.Hold: _holds,
    do.Remove: _removes,
    do.Retreat: _retreats,
    do.Join: _joins,
    do.Spend: _spends,
    do.PlaySabotage: _sabotages,
    do.Draw: _draws,
    do.Subvert: _subversions,
    do.Transfer: _transfers,
    do.Done: _dones,
    do.Order: _orders,
    do.Resign: _resigns,
}
