"""Concentrated Fire: an attack at full firepower with support, or by mortars."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb, until_found
from bot.kit.english import in_dice
from bot.titles.tide import events as ev
from bot.titles.tide.combat import hits, shock
from bot.titles.tide.combat.smoke import fire_round
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import (
    arms,
    attack,
    board,
    crews,
    fire,
    foresight,
    harm,
    names,
    phrases,
    smoke_rounds,
    units,
)
from bot.titles.tide.field.aim import plan_wrong, sight_wrong, support_wrong
from bot.titles.tide.field.names import for_reader
from bot.titles.tide.field.units import AnyUnit, own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Fire
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, TargetId, Vehicle
from bot.titles.tide.play import activation, chances, sketches
from bot.titles.tide.play.activation import ACTIVATED, InTurn, takes_an_action
from bot.titles.tide.play.aiming import can_be_target, round_wrong
from bot.titles.tide.play.choices import enemies, firing_figures, modes, ours, parts, supports


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
    """Fresh units and units on Op Fire may support; a mortar has no support."""
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
        return round_wrong(seen.state, unit, action)
    if target is None:
        plan = fire.mortar_plan(seen.state, unit, HexId(action.target), action.mode)
        return plan if isinstance(plan, Wrong) else None
    chosen = fire.chosen(action.only)
    return plan_wrong(seen.state, unit, target, action.mode, action.support, action.using, chosen)


def fires(seen: Seen[State], fixed: Fixed) -> Iterator[do.Fire]:
    """Yield concentrated fire at every legal target, alone and with support.

    Mortar attacks and smoke rounds are included.
    """
    state = seen.state
    ready = [
        u
        for u in units.of(state, seen.seat)
        if u.activity != "fatigued" and not units.is_suppressed(u) and crews.manned(state, u)
    ]

    @cache
    def able(enemy: AnyUnit) -> tuple[AnyUnit, ...]:
        return tuple(u for u in ready if _reaches(state, u, enemy) and units.aboard(state, u) is None)

    targets = tuple(enemies(seen, fixed))
    for unit in ours(seen, fixed):
        if unit.activity != "fresh" or not (units.activable(state, unit) or units.rallied(state, unit)):
            continue
        if not crews.manned(state, unit):
            continue
        for enemy in until_found(fixed, "unit", unit.id, targets):
            if not _reaches(state, unit, enemy):
                continue
            for mode, using in product(modes(enemy, fixed), firing_figures(unit, fixed)):
                for support in supports(seen, unit, able(enemy), fixed):
                    for only in parts(seen, support, fixed):
                        yield do.Fire(unit.id, TargetId(enemy.id), mode, support, using, only)
        if "mortar" in units.figures(unit):
            yield from _mortar_fires(seen, unit, fixed)
        if smoke_rounds.has(state, unit):
            yield from (do.Fire(unit.id, TargetId(hex)) for hex in board.map_of(state).spots)


def _reaches(state: State, unit: AnyUnit, enemy: AnyUnit) -> bool:
    """Return true if a unit sees an enemy that may be in its long range or adjacent."""
    reach = 2 * (arms.farthest(unit, armoured=isinstance(enemy, Vehicle)) + 1)  # A hill extends the range.
    distance = board.map_of(state).distance(unit.hex, enemy.hex)
    return distance <= reach and board.sees(state, unit.hex, enemy.hex)


def _mortar_fires(seen: Seen[State], unit: AnyUnit, fixed: Fixed) -> Iterator[do.Fire]:
    hexes = dict.fromkeys(enemy.hex for enemy in units.against(seen.state, seen.seat))
    if fixed.get("target") in board.map_of(seen.state):
        hexes = dict.fromkeys((HexId(fixed["target"]),))
    for hex in hexes:
        for mode in ("normal", "suppressive"):
            yield do.Fire(unit.id, TargetId(hex), mode, (), fixed.get("using", ()))


@case("TOI-4.2", "TOI-5.6a", "TOI-2.3d", "TOI-5.3c")
def concentrate(play: Play, action: do.Fire) -> None:
    """Carry out Concentrated Fire."""
    play.emit(ev.Activated(action.unit, "fire", action.target))
    shock.reveal(play, action.unit, *action.support)
    state = play.state
    lead = state.units[action.unit]
    target = units.unit_at(state, action.target)
    plan: attack.Attack | Wrong
    if target is None and isinstance(lead, Vehicle):
        fire_round(play, play.seat, lead, HexId(action.target))
        return
    if target is None:
        plan = fire.mortar_plan(state, lead, HexId(action.target), action.mode)
        aimed_at = harm.area_targets(state, HexId(action.target), action.mode)
    else:
        support = [state.units[unit] for unit in action.support]
        plan = fire.plan(state, lead, target, action.mode, support, action.using, chosen=fire.chosen(action.only))
        aimed_at = (target.id,)
    assert not isinstance(plan, Wrong)
    play.emit(ev.Marked(plan.by, "fatigued"))
    hits.attack(play, plan, "fire", play.seat, aimed_at)


def chance(seen: Seen[State], action: do.Fire) -> Odds | None:
    """Return the odds of an attack: on a unit, on a hex by mortars, or with smoke."""
    state = seen.state
    lead, target = units.unit_at(state, action.unit), units.unit_at(state, action.target)
    if lead is None:
        return None
    if isinstance(lead, Vehicle) and smoke_rounds.has(state, lead):
        return chances.of_smoke_round(state, lead, HexId(action.target))
    if target is None:
        return _chance_of_shelling(seen, lead, action)
    friends = [unit for each in action.support if (unit := units.unit_at(state, each)) is not None]
    plan = fire.plan(state, lead, target, action.mode, friends, action.using, chosen=fire.chosen(action.only))
    return chances.of_shot(state, lead, target, plan)


def _chance_of_shelling(seen: Seen[State], lead: AnyUnit, action: do.Fire) -> Odds | None:
    hex = HexId(action.target)
    if hex not in board.map_of(seen.state):
        return None
    plan = fire.mortar_plan(seen.state, lead, hex, action.mode)
    if isinstance(plan, Wrong):
        return None
    title = f"{names.full(lead)} shells {hex}: {in_dice(plan.dice)}, {plan.hit} or better to hit"
    return chances.of_area(seen, title, plan, plan.hit, 0)


def says_fire(seen: Seen[State], action: do.Fire) -> str:
    """Return the order as a sentence."""
    with_it = phrases.supported(seen, action.support)
    return f"{for_reader(seen, action.unit)}{with_it} {phrases.fires(seen, action)}."


FIRE: InTurn[do.Fire] = Verb(
    do.Fire,
    when="Concentrated Fire takes place in your turn of the Action Phase",
    says=says_fire,
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        activation.steady_or_rallied,
        activation.not_aboard,
        activation.served,
        can_be_target,
        sees_target,
        supported,
        can_hit,
    ),
    tells=lambda seen, action: foresight.revealed(seen, "Firing", action.unit, action.support),
    candidates=fires,
    resolve=takes_an_action(concentrate),
    odds=chance,
    sketch=sketches.shot,
)
