"""Who may fire at whom: concentrated fire, Fire and Movement, Op Fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At
from bot.titles.tide.field import fire, guns, names, smoke_rounds, units, whose
from bot.titles.tide.field.fire import BANDS
from bot.titles.tide.field.movement import Way
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.actions import Fire, FireAndMove, OpFire, Shoot
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OpFireChance
from bot.titles.tide.model.table import Band, Figure, HexId, Mode, ShelterId, Squad, TargetId, UnitId, Vehicle
from bot.titles.tide.resolve import marching, status
from bot.titles.tide.resolve.marching import ON_THE_MOVE
from bot.titles.tide.rules.moving import way
from bot.titles.tide.rules.units import is_hex, own


def target_wrong(state: State, seat: str, target: TargetId) -> Wrong | None:
    """Return why a unit cannot be fired at, wherever it is; `None` when it can."""
    enemy = state.units.get(UnitId(target))
    if enemy is None:
        return Wrong("that is not an enemy unit on the map", "choose an enemy unit", "TOI-4.2")
    if enemy.side == seat:
        return Wrong(f"{names.unit(enemy)} is your own", "choose an enemy unit", "TOI-4.2")
    if not enemy.hex:
        return Wrong(f"{names.full(enemy)} is not on the map yet", "choose another unit", "TOI-11.4")
    if units.aboard(state, enemy) is not None:
        return Wrong("passengers are not attacked", "fire at their transport", "TOI-3.6c")
    if isinstance(enemy, Squad) and enemy.concealed:
        return Wrong(
            "a concealed squad cannot be fired at", "attack its hex with a mortar, or assault it", "TOI-12.1a"
        )
    return None


def sight_wrong(state: State, start: HexId, end: HexId) -> Wrong | None:
    """Return what blocks the sight between two hexes."""
    here = units.map_of(state)
    limit = units.sight_limit(state)
    if here.distance(start, end) > limit:
        return Wrong(f"nobody sees farther than {limit} hexes now", "go nearer", "TOI-10.4")
    obstacle = units.obstacle(state, start, end)
    if obstacle is None:
        return None
    return Wrong(
        f"{start} does not see {end}: {obstacle.why}", "choose another target, or move first", obstacle.cite
    )


def support_wrong(
    state: State, lead: UnitId, support: Sequence[UnitId], seat: str, ready: tuple[str, ...], target: AnyUnit
) -> Wrong | None:
    """Return why units cannot join a combined attack; `ready` are the states in which they may."""
    if len(set(support)) < len(support) or lead in support:
        return Wrong("each unit takes part once", "name each supporting unit once")
    for each in support:
        unit = units.unit_at(state, each)
        if unit is None or unit.side != seat:
            return whose.not_yours(state, Seat(seat), each)
        wrong = _cannot_join(state, unit, ready) or guns.unserved(state, unit, "FB-equip-4")
        if wrong := wrong or sight_wrong(state, unit.hex, target.hex):
            return wrong
    return None


@case("TOI-5.6a", "TOI-5.4d", "TOI-5.4e", "TOI-3.6c")
def _cannot_join(state: State, unit: AnyUnit, ready: tuple[str, ...]) -> Wrong | None:
    """Return why a unit of one's own can join no attack at all, wherever the target is."""
    name = names.unit(unit)
    if isinstance(unit, Squad) and unit.morale:
        cite = "TOI-5.4d" if unit.morale == "pinned" else "TOI-5.4e"
        return Wrong(f"{name} is {unit.morale} and cannot support", "choose a steady unit", cite)
    if unit.activity not in ready:
        on_op_fire = "only units on Op Fire join an Op Fire attack" if ready == ("op fire",) else ""
        why = f"{name} is {unit.activity}" + f", and {on_op_fire}" * bool(on_op_fire)
        return Wrong(why, f"choose units that are {' or '.join(ready)}")
    if units.aboard(state, unit) is not None:
        return Wrong(f"{name} sits in a transport, and passengers do not fire", "choose another unit", "TOI-3.6c")
    if isinstance(unit, Squad) and set(units.figures(unit)) == {"mortar"}:
        return Wrong(f"{name} has only mortars, which join no other attack", "leave it out")
    if smoke_rounds.has(state, unit):
        return Wrong(f"{name} has a smoke round loaded, which is fired alone", "leave it out", "FB-munition-9")
    return None


def plan_wrong(
    state: State,
    lead: AnyUnit,
    target: AnyUnit,
    mode: Mode,
    support: Sequence[UnitId] = (),
    using: Sequence[Figure] = (),
    chosen: Mapping[UnitId, Sequence[Figure]] = {},
) -> Wrong | None:
    """Return what speaks against the attack as a whole: mode, weapons, ranges, halving."""
    for id in chosen:
        if id not in support:
            unit = state.units.get(id)
            who = names.unit(unit) if unit is not None else "a unit that is not there"
            return Wrong(f"figures of {who} are named, which does not support", "name it in `support`", "TOI-2.2a")
    if mode == "suppressive" and isinstance(target, Vehicle):
        return Wrong("vehicles are immune to suppressive fire", "fire normally", "TOI-3.1a")
    friends = [unit for each in support if (unit := units.unit_at(state, each)) is not None]
    plan = fire.plan(state, lead, target, mode, friends, using, chosen=chosen)
    return plan if isinstance(plan, Wrong) else None


@rule("TOI-5.1a", "TOI-12.1a", "TOI-3.6c")
def can_be_target(seen: Seen[State], action: Fire | FireAndMove) -> Wrong | None:
    """Direct fire needs an enemy unit that can be aimed at; hexes are for mortars."""
    shells = isinstance(action, Fire) or isinstance(own(seen, action.unit), Vehicle)
    if is_hex(seen.state, HexId(action.target)):
        return None if shells else Wrong("a squad on the move fires at a unit, not at a hex", "name an enemy unit")
    return target_wrong(seen.state, seen.seat, action.target)


@rule("TOI-7.2", "TOI-7.1", "TOI-7.3", "TOI-7.4", "TOI-7.5", "TOI-2.3i")
def sees_target(seen: Seen[State], action: Fire) -> Wrong | None:
    """The lead sees its target; the hex of a mortar's attack is seen by any friend."""
    unit = own(seen, action.unit)
    target = units.unit_at(seen.state, action.target)
    if unit is None:
        return None
    if target is not None:
        return sight_wrong(seen.state, unit.hex, target.hex)
    if isinstance(unit, Vehicle):
        return sight_wrong(seen.state, unit.hex, HexId(action.target))
    if fire.spotted(seen.state, seen.seat, HexId(action.target)):
        return None
    return Wrong(
        f"none of your units sees {action.target}", "choose a hex that one of your units sees", "TOI-2.3i"
    )


@rule("TOI-5.6a", "TOI-4.2", "FB-equip-4")
def supported(seen: Seen[State], action: Fire) -> Wrong | None:
    """Fresh units and units on Op Fire may join; nobody joins a mortar."""
    target, unit = units.unit_at(seen.state, action.target), own(seen, action.unit)
    if unit is None:
        return None
    if target is None and isinstance(unit, Vehicle):
        if (action.support or action.using or action.only) and smoke_rounds.has(seen.state, unit):
            return Wrong("a smoke round is fired alone", "leave `support` and `using` out", "FB-munition-9")
        return None
    if target is None:
        alone = not action.support and not action.only and action.using in ((), ("mortar",))
        if alone or "mortar" not in units.figures(unit):
            return None
        return Wrong("a mortar attacks a hex alone", "leave `support` and `using` out", "TOI-2.3h")
    return support_wrong(seen.state, action.unit, action.support, seen.seat, ("fresh", "op fire"), target)


@rule("TOI-5.1a", "TOI-5.3a", "TOI-3.1a", "TOI-2.3h", "TOI-5.3c", "TOI-2.2a")
def can_hit(seen: Seen[State], action: Fire) -> Wrong | None:
    """Range, weapons and halving must allow the attack."""
    unit = own(seen, action.unit)
    target = units.unit_at(seen.state, action.target)
    if unit is None:
        return None
    if target is None and isinstance(unit, Vehicle):
        return _smoke_wrong(seen.state, unit, action)
    if target is None:
        plan = fire.mortar_plan(seen.state, unit, HexId(action.target), action.mode)
        return plan if isinstance(plan, Wrong) else None
    chosen = fire.chosen(action.only)
    return plan_wrong(seen.state, unit, target, action.mode, action.support, action.using, chosen)


@case("FB-munition-9")
def _smoke_wrong(
    state: State, unit: Vehicle, action: Fire | FireAndMove, allowed: tuple[Band, ...] = BANDS, *half: Modifier
) -> Wrong | None:
    """Return why a smoke round cannot be fired so, `None` when it can."""
    if action.mode != "normal" or action.using:
        return Wrong("a smoke round neither kills nor suppresses", "leave `mode` and `using` out", "FB-munition-9")
    plan = smoke_rounds.plan(state, unit, HexId(action.target), allowed, half)
    return plan if isinstance(plan, Wrong) else None


@rule("TOI-2.3f")
def no_heavy_weapon(seen: Seen[State], action: FireAndMove) -> Wrong | None:
    """Squads with machine guns or mortars do not fire on the move."""
    unit = own(seen, action.unit)
    if unit is not None and units.has_heavy_weapon(unit):
        return Wrong("a squad with a heavy weapon does not fire on the move", "let it advance, or fire in place")
    return None


@rule("TOI-3.6c", "TOI-3.6b")
def dismounts_first(seen: Seen[State], action: FireAndMove) -> Wrong | None:
    """Passengers get out before they fire."""
    unit = own(seen, action.unit)
    if action.first == "fire" and unit is not None and units.aboard(seen.state, unit) is not None:
        return Wrong("the squad sits in a transport", "let it get out and then fire: `first` is move")
    return None


def standing_at(state: State, unit: AnyUnit, hex: HexId, cleared: Sequence[HexId] = ()) -> State:
    """Return the state as it would be with a unit at a hex, in the open unless it stays where it has cover."""
    if cleared:
        left = {id: work for id, work in state.works.items() if work.kind != "wire" or work.hex not in cleared}
        state = replace(state, works=left)
    moved = replace(unit, hex=hex)
    if isinstance(moved, Squad) and (hex != unit.hex or units.aboard(state, unit) is not None):
        moved = replace(moved, within=ShelterId(""))
    return replace(state, units={**state.units, unit.id: moved})


@rule("TOI-4.4a", "TOI-5.1a", "TOI-7.2", "TOI-9.4", "TOI-9.5", "TOI-9.7")
def can_hit_on_the_move(seen: Seen[State], action: FireAndMove) -> Wrong | None:
    """The attack must be possible from where the unit stands before, or will stand after its move."""
    unit = own(seen, action.unit)
    target = units.unit_at(seen.state, action.target)
    if unit is None:
        return None
    state = seen.state
    if action.first == "move":
        found = way(seen, action)
        if isinstance(found, Way) and _blown_up(state, unit, found.path):
            return Wrong("a minefield ends the action before the attack", "fire first, or go around", "TOI-9.4")
        state = standing_at(state, unit, action.to, action.clear)
        unit = state.units[unit.id]
    if target is None:
        assert isinstance(unit, Vehicle)
        goal = HexId(action.target)
        return sight_wrong(state, unit.hex, goal) or _smoke_wrong(state, unit, action, BANDS[:2], ON_THE_MOVE)
    if action.mode == "suppressive" and isinstance(target, Vehicle):
        return Wrong("vehicles are immune to suppressive fire", "fire normally", "TOI-3.1a")
    if wrong := sight_wrong(state, unit.hex, target.hex):
        return wrong
    plan = fire.plan(
        state, unit, target, action.mode, using=action.using, allowed=BANDS[:2], halves=(ON_THE_MOVE,)
    )
    return plan if isinstance(plan, Wrong) else None


def _blown_up(state: State, unit: AnyUnit, path: Sequence[HexId]) -> bool:
    return any(units.works_at(state, hex, "mines") for hex in path)


@rule("TOI-4.3", "TOI-2.3j", "TOI-11.2", "FB-equip-5", "FB-stream-2")
def can_go_on_op_fire(seen: Seen[State], action: OpFire) -> Wrong | None:
    """Fresh, steady units with something to fire go on Op Fire: one as an action, any number later."""
    if not action.units or len(set(action.units)) < len(action.units):
        return Wrong("no unit is named, or one twice", "name each unit once")
    if seen.state.phase == "action" and len(action.units) > 1:
        return Wrong("an action puts one unit on Op Fire", "name one unit; the Status Phase takes any number")
    for each in action.units:
        unit = own(seen, each)
        if unit is None:
            return whose.not_yours(seen.state, seen.seat, each)
        if wrong := _cannot_watch(seen.state, unit):
            return wrong
    return None


@case("TOI-4.3", "TOI-2.3j", "FB-equip-5", "FB-stream-2", "TOI-5.4d", "TOI-5.4e")
def _cannot_watch(state: State, unit: AnyUnit) -> Wrong | None:
    """Return why a unit of one's own cannot go on Op Fire, `None` when it can."""
    name = names.unit(unit)
    if isinstance(unit, Squad) and unit.morale:
        cite = "TOI-5.4d" if unit.morale == "pinned" else "TOI-5.4e"
        return Wrong(f"{name} is {unit.morale}", "choose a steady unit", cite)
    if unit.activity != "fresh":
        why = "already on Op Fire" if unit.activity == "op fire" else "fatigued"
        return Wrong(f"{name} is {why}", "choose a fresh unit", "TOI-4.9")
    if units.aboard(state, unit) is not None:
        return Wrong(f"{name} sits in a transport", "let it dismount first", "TOI-3.6c")
    if wrong := guns.unserved(state, unit, "FB-equip-5"):
        return wrong
    if status.on_ice(state, unit):
        return Wrong("nobody goes on Op Fire on the ice", "choose a unit on firm ground", "FB-stream-2")
    if status.op_fire_ready(state, unit):
        return None
    if isinstance(unit, Squad):
        return Wrong(f"{name} has only mortars, which take no part in Op Fire", "choose another unit", "TOI-2.3j")
    return Wrong(f"{name} has no weapon", "choose another unit")


@rule("TOI-6.1a", "TOI-6.1c", "TOI-6.1d", "TOI-2.3g", "FB-equip-5")
def can_shoot(at: At[State, OpFireChance], action: Shoot) -> Wrong | None:
    """The lead is on Op Fire, sees the mover within range, and has not fired at it in this activation."""
    step = at.step
    unit = own(at, action.unit)
    if unit is None:
        return whose.not_yours(at.state, at.seat, action.unit)
    if action.unit in step.shooters:
        return Wrong(
            "that unit has already fired at this enemy in this activation", "choose another unit", "TOI-6.1d"
        )
    if unit.activity != "op fire":
        return Wrong("that unit is not on Op Fire", "choose a unit on Op Fire, or hold your fire")
    if wrong := guns.unserved(at.state, unit, "FB-equip-5"):
        return wrong
    target = at.state.units[step.target]
    if action.unit not in marching.op_fire_leads(at.state, at.seat, step.target, step.shooters):
        return sight_wrong(at.state, unit.hex, target.hex) or _no_shot(at.state, unit, target, action.mode)
    return None


def _no_shot(state: State, unit: AnyUnit, target: AnyUnit, mode: Mode) -> Wrong | None:
    """Return why a unit on Op Fire that sees the mover cannot fire at it all the same."""
    if not smoke_rounds.has(state, unit):
        return plan_wrong(state, unit, target, mode)
    plan = smoke_rounds.plan(state, unit, target.hex)
    return plan if isinstance(plan, Wrong) else None


@rule("TOI-6.1c", "TOI-5.6a", "TOI-3.1a", "TOI-2.3g")
def can_shoot_together(at: At[State, OpFireChance], action: Shoot) -> Wrong | None:
    """Only units on Op Fire join an Op Fire attack, each once for each active enemy."""
    step = at.step
    target = at.state.units[step.target]
    wrong = support_wrong(at.state, action.unit, action.support, at.seat, ("op fire",), target)
    if wrong is not None:
        return wrong
    if set(action.support) & set(step.shooters):
        return Wrong("a supporting unit has already fired at this enemy", "choose others", "TOI-6.1d")
    unit = own(at, action.unit)
    assert unit is not None
    if smoke_rounds.has(at.state, unit):
        if action != Shoot(action.unit):
            return Wrong("a smoke round is fired alone", "name nothing but the `unit`", "FB-munition-9")
        return None
    if not set(action.mg_only) <= set(action.support):
        return Wrong("`mg_only` names a unit that does not support", "name it in `support` as well", "TOI-2.3g")
    chosen = fire.chosen(action.only, action.mg_only)
    return plan_wrong(at.state, unit, target, action.mode, action.support, action.using, chosen)
