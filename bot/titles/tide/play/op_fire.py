"""Op Fire: a side on Op Fire may attack the unit that has just moved in its sight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb, just
from bot.kit.english import join
from bot.titles.tide import events as ev
from bot.titles.tide.combat import hits, shock
from bot.titles.tide.combat.smoke import fire_round
from bot.titles.tide.events import Ended, Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import (
    advantage,
    board,
    crews,
    fire,
    foresight,
    guns,
    marches,
    munitions,
    names,
    phrases,
    smoke_rounds,
    units,
    values,
    whose,
)
from bot.titles.tide.field.aim import plan_wrong, sight_wrong, support_wrong
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.field.units import AnyUnit, own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Shoot
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OpFireChance
from bot.titles.tide.model.table import Figure, Mode, Squad, UnitId, Vehicle
from bot.titles.tide.play import chances, sketches
from bot.titles.tide.play.choices import firing_figures, modes, optional, parts, supports
from bot.titles.tide.play.done import end

WHEN = "when an enemy has moved in sight of your units on Op Fire"


def question(at: At[State, OpFireChance]) -> str:
    """Name the unit that has moved into sight, and ask."""
    mover = at.state.units[at.step.target]
    return f"{names.full(mover)} is at {mover.hex}. Do your units on Op Fire shoot?"


@case("TOI-6.1a", "TOI-6.1b", "TOI-6.1d")
def offer(play: Play, target: UnitId, shooters: tuple[UnitId, ...]) -> None:
    """Offer the enemy Op Fire at a unit, if one of its units could fire."""
    unit = play.state.units.get(target)
    if unit is not None and draws_fire(play.state, units.other(play.state, unit.side), target, shooters):
        play.emit(ev.Begun(OpFireChance(units.other(play.state, unit.side), target, shooters)))


def draws_fire(state: State, seat: Seat, target: UnitId, shooters: tuple[UnitId, ...]) -> bool:
    """Return true if a side is asked for Op Fire at a unit.

    A unit could fire, or hides something and so might. The question must not show a concealed squad's weapons, nor
    the effect of a face-down munition.
    """
    return any(
        (isinstance(unit, Squad) and unit.concealed)
        or munitions.face_down(state, unit)
        or _in_reach(state, unit, target)
        for unit in _watching(state, seat, target, shooters)
    )


@case("TOI-6.1a", "TOI-6.1d", "TOI-2.3g")
def op_fire_leads(state: State, seat: Seat, target: UnitId, shooters: tuple[UnitId, ...]) -> list[UnitId]:
    """Return a side's units on Op Fire that could fire at a unit and have not yet."""
    return [u.id for u in _watching(state, seat, target, shooters) if _in_reach(state, u, target)]


@case("FB-equip-5")
def _watching(state: State, seat: Seat, target: UnitId, shooters: tuple[UnitId, ...]) -> Iterator[AnyUnit]:
    """Yield a side's units on Op Fire that see a unit and have not fired at it.

    A gun needs a crew.
    """
    mover = state.units.get(target)
    if mover is None or units.aboard(state, mover) is not None or (isinstance(mover, Squad) and mover.concealed):
        return
    for unit in units.of(state, seat):
        ready = unit.activity == "op fire" and unit.id not in shooters and not units.is_suppressed(unit)
        ready = ready and crews.manned(state, unit) and units.aboard(state, unit) is None
        if ready and board.sees(state, unit.hex, mover.hex):
            yield unit


def _in_reach(state: State, unit: AnyUnit, target: UnitId) -> bool:
    if smoke_rounds.has(state, unit):
        return not isinstance(smoke_rounds.plan(state, unit, state.units[target].hex), Wrong)
    return not isinstance(fire.plan(state, unit, state.units[target], "normal"), Wrong)


def go(play: Play, step: OpFireChance) -> bool:
    """Ask while a unit could still fire, or appears to be able to."""
    if draws_fire(play.state, step.seat, step.target, step.shooters):
        return True
    play.emit(Ended())
    return False


@rule("TOI-6.1a", "TOI-6.1c", "TOI-6.1d", "TOI-2.3g", "FB-equip-5")
def can_shoot(at: At[State, OpFireChance], action: Shoot) -> Wrong | None:
    """The lead is on Op Fire, sees the mover in range, and has not fired at it yet."""
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
    if action.unit not in op_fire_leads(at.state, at.seat, step.target, step.shooters):
        return sight_wrong(at.state, unit.hex, target.hex) or _no_shot(at.state, unit, target, action.mode)
    return None


def _no_shot(state: State, unit: AnyUnit, target: AnyUnit, mode: Mode) -> Wrong | None:
    """Return why a unit on Op Fire that sees the mover still cannot fire at it."""
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


def shots(at: At[State, OpFireChance], fixed: Fixed) -> Iterator[do.Shoot]:
    """Yield the legal Op Fire attacks on the unit that has moved into sight."""
    step = at.step
    leads = op_fire_leads(at.state, at.seat, step.target, step.shooters)
    target = at.state.units[step.target]
    able = [at.state.units[lead] for lead in leads]
    for unit in able:
        if smoke_rounds.has(at.state, unit):
            yield do.Shoot(unit.id)
        elif fixed.get("unit", unit.id) == unit.id:
            for mode, using in product(modes(target, fixed), firing_figures(unit, fixed)):
                for support in supports(at, unit, able, fixed):
                    for mg_only, only in product(_mgs(at, support, fixed), parts(at, support, fixed)):
                        yield do.Shoot(unit.id, mode, support, using, mg_only, only)


def _mgs(seen: Seen[State], support: tuple[UnitId, ...], fixed: Fixed) -> tuple[tuple[UnitId, ...], ...]:
    """Return the supporting squads that could fire only their machine guns.

    The choices are none, or all squads that also have other figures.
    """
    figures = {unit: units.figures(seen.state.units[unit]) for unit in support if unit in seen.state.units}
    mixed = tuple(unit for unit, kinds in figures.items() if "mg" in kinds and set(kinds) > {"mg"})
    return optional(fixed, "mg_only", (mixed,) if mixed else ())


@case("TOI-6.1a", "TOI-6.1c", "TOI-6.1d", "TOI-6.1e", "TOI-3.2a", "TOI-2.3g")
def shoot(play: Play, step: OpFireChance, action: do.Shoot) -> None:
    """Make an Op Fire attack."""
    play.emit(ev.Ended())
    march = marches.marches(play.state)[-1]  # The shooter interrupted this march, which now continues.
    play.emit(ev.Changed(replace(march, shooters=(*march.shooters, action.unit, *action.support))))
    shock.befall(play, step.target, "op fire")
    shock.reveal(play, action.unit, *action.support)
    state = play.state
    target, lead = state.units[step.target], state.units[action.unit]
    if isinstance(lead, Vehicle) and smoke_rounds.has(state, lead):
        fire_round(play, play.seat, lead, target.hex)
        return
    support = [state.units[unit] for unit in action.support]
    chosen = fire.chosen(action.only, action.mg_only)
    plan = fire.plan(state, lead, target, action.mode, support, action.using, chosen=chosen)
    assert not isinstance(plan, Wrong)
    tired = tuple(unit for unit in plan.by if unit not in plan.steady)
    if tired:
        play.emit(ev.Marked(tired, "fatigued"))
    hits.attack(play, plan, "op fire", play.seat, (target.id,))
    _slow_down(play, target)


@case("TOI-3.2a", "TOI-6.1e")
def _slow_down(play: Play, before: Squad | Vehicle) -> None:
    """Fatigue a vehicle that Op Fire damaged.

    A sturdy vehicle with light damage continues at a lower allowance; see `movement.allowance`.
    """
    after = play.state.units.get(before.id)
    if not isinstance(before, Vehicle) or not isinstance(after, Vehicle) or after.damage == before.damage:
        return
    goes_on = after.damage == "light" and units.able(after, "sturdy")
    if not goes_on and after.activity != "fatigued":
        play.emit(ev.Marked((after.id,), "fatigued", "damaged"))


def ordered(at: At[State, OpFireChance]) -> do.Action | None:
    """Fire the best shot that the orders allow, or hold."""
    orders = units.orders(at.state, at.seat)
    if orders.op_fire == "ask":
        return None
    target = at.state.units[at.step.target]
    wanted = orders.at == "any" or (orders.at == "vehicles") == isinstance(target, Vehicle)
    if orders.op_fire == "hold" or not wanted:
        return do.Hold()
    here = board.map_of(at.state)
    best: tuple[float, do.Action] = (0.0, do.Hold())
    for shot, effect, value in lone_shots(at):
        near = here.distance(at.state.units[shot.unit].hex, target.hex) <= orders.within
        mode_fits = orders.mode in ("best", shot.mode) or isinstance(target, Vehicle)
        if near and mode_fits and effect * 100 >= orders.chance and value > best[0]:
            best = (value, shot)
    return best[1]


class LoneShot(NamedTuple):
    """A shot of a single unit, with its chance of an effect and its value in figures."""

    shot: do.Shoot
    effect: float
    value: float


STAYS = 0.3
"""The value of a machine gun that stays on Op Fire because it fires alone."""


def lone_shots(at: At[State, OpFireChance]) -> list[LoneShot]:
    """Return the shots of single units, without smoke rounds, which harm no unit."""
    found = []
    step, target = at.step, at.state.units[at.step.target]
    for unit in op_fire_leads(at.state, at.seat, step.target, step.shooters):
        lead = at.state.units[unit]
        firing: tuple[tuple[Figure, ...], ...] = ((), ("mg",)) if "mg" in units.figures(lead) else ((),)
        for using, mode in product(firing, modes(target, {})):
            plan = fire.plan(at.state, lead, target, mode, using=using)
            if not isinstance(plan, Wrong):
                effect = values.chance_of_effect(at.state, target, plan)
                value = values.of_attack(at.state, target, plan) + STAYS * bool(plan.steady)
                found.append(LoneShot(do.Shoot(unit, mode, using=using), effect, value))
    return found


def shot_odds(at: At[State, Any], action: do.Shoot) -> Odds | None:
    """Give the odds of a shot at the unit that has come into sight."""
    state, step = at.state, at.step
    lead = units.unit_at(state, action.unit)
    target = units.unit_at(state, step.target) if isinstance(step, OpFireChance) else None
    if lead is None or target is None:
        return None
    if isinstance(lead, Vehicle) and smoke_rounds.has(state, lead):
        return chances.of_smoke_round(state, lead, target.hex)
    return chances.of_shot(state, lead, target, _planned(state, lead, target, action))


def _planned(state: State, lead: AnyUnit, target: AnyUnit, action: do.Shoot) -> Attack | Wrong:
    friends = [unit for each in action.support if (unit := units.unit_at(state, each)) is not None]
    chosen = fire.chosen(action.only, action.mg_only)
    return fire.plan(state, lead, target, action.mode, friends, action.using, chosen=chosen)


def foretold(at: At[State, Any], action: do.Shoot) -> list[str]:
    """Name the units that stay on Op Fire, and the squads that the shot reveals."""
    asked = isinstance(at.step, OpFireChance) and at.step.seat == at.seat
    return [
        *(staying(at, action) if asked else ()),
        *foresight.revealed(at, "Firing", action.unit, action.support),
    ]


@case("TOI-2.3g")
def staying(at: At[State, OpFireChance], action: do.Shoot) -> Iterator[str]:
    """Name the units that stay on Op Fire because they fire only machine guns."""
    lead, target = at.state.units[action.unit], at.state.units[at.step.target]
    plan = None if smoke_rounds.has(at.state, lead) else _planned(at.state, lead, target, action)
    if isinstance(plan, Attack) and plan.steady:
        stay = [names.full(at.state.units[unit]) for unit in plan.steady]
        yield f"{join(stay)} {'stays' if len(stay) == 1 else 'stay'} on Op Fire."


def line(at: At[State, Any], action: do.Shoot) -> Sketch | None:
    """Draw the line of sight from the lead of the attack to the mover."""
    aim = at.state.units[at.step.target].hex if isinstance(at.step, OpFireChance) else None
    return sketches.line(at.state, action.unit, aim)


def says_shoot(seen: Seen[State], action: do.Shoot) -> str:
    """Return the order as a sentence."""
    step = seen.state.steps[-1] if seen.state.steps else None
    with_it = phrases.supported(seen, action.support)
    using = f" {phrases.using(action.using)}".rstrip()
    aim = f" at {names.for_reader(seen, step.target)}" if isinstance(step, OpFireChance) else ""
    return f"{names.for_reader(seen, action.unit)}{with_it} fires{using}{aim}{phrases.mode(action.mode)}."


def says_hold(seen: Seen[State], action: do.Hold) -> str:
    """Return the order as a sentence."""
    asked = bool(seen.state.steps) and isinstance(seen.state.steps[-1], OpFireChance)
    return "Your units hold their fire." if asked else "Your unit stays where it is."


def why_hold(seen: Seen[State], action: do.Hold) -> str:
    """Return the reason for holding fire, or for stopping on the way."""
    if advantage.is_moving(seen):
        return "its goal is worse than its present hex"
    return "no shot is good enough here, and a unit that fires now cannot fire at the next target"


CHANCE: Decision[State, Event, OpFireChance] = Decision(
    OpFireChance,
    question=question,
    does="is asked for its Op Fire",
    you="you are asked for Op Fire",
    go=go,
    private=hides,
    standing=ordered,
    verbs=(
        Verb(
            do.Shoot,
            when=f"Op Fire is made {WHEN}",
            says=says_shoot,
            cite="TOI-6.1a",
            rules=(can_shoot, can_shoot_together),
            candidates=shots,
            resolve=shoot,
            odds=shot_odds,
            sketch=line,
            tells=foretold,
        ),
        Verb(
            do.Hold,
            when=f"Op Fire is held {WHEN}",
            says=says_hold,
            why=why_hold,
            cite="TOI-6.1a",
            candidates=just(do.Hold()),
            resolve=end,
        ),
    ),
)
