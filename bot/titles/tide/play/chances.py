"""Exact odds of attacks and assaults, from where the asker sits, with every modifier and its case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from bot.kernel.game import Odds
from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seen
from bot.kit import odds
from bot.kit.odds import Distribution
from bot.kit.words import count
from bot.titles.tide.cards import barrage, strategy
from bot.titles.tide.field import (
    assault,
    defence,
    fire,
    flames,
    guns,
    hazards,
    names,
    smoke_rounds,
    underway,
    units,
)
from bot.titles.tide.field.fire import BANDS, Plan
from bot.titles.tide.field.movement import Way
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OpFireChance
from bot.titles.tide.model.table import HexId, How, Mode, Squad, TargetId, Vehicle
from bot.titles.tide.printed.tables import card, tables
from bot.titles.tide.resolve.hits import damage_after, net_distribution, suppression
from bot.titles.tide.resolve.marching import ON_THE_MOVE
from bot.titles.tide.rules.firing import standing_at


def of_fire(seen: Seen[State], action: do.Fire | do.FireAndMove | do.Shoot) -> Odds | None:
    """Give the odds of an attack by fire."""
    state = seen.state
    lead = units.unit_at(state, action.unit)
    target = units.unit_at(state, _target(state, action))
    if lead is None:
        return None
    if isinstance(lead, Vehicle) and smoke_rounds.has(state, lead):
        step = state.steps[-1] if state.steps else None
        mover = state.units[step.target].hex if isinstance(step, OpFireChance) else HexId("")
        hex = mover if isinstance(action, do.Shoot) else HexId(action.target)
        moving = isinstance(action, do.FireAndMove)
        return _of_smoke(seen, lead, hex, moving=moving) if hex in units.map_of(state) else None
    if target is None:
        return _of_shelling(seen, lead, action) if isinstance(action, do.Fire) else None
    plan = plan_of(state, lead, target, action)
    if isinstance(plan, Wrong):
        return None
    return Odds(
        f"{names.full(lead)} at {names.full(target)}: {count(plan.dice, 'die').replace('dies', 'dice')} "
        f"at {plan.reach or plan.band} range, {plan.hit} or better hits",
        (*plan.modifiers, *_cover_parts(state, target, plan)),
        outcomes(state, target, plan),
        (*_unknown(target), *(_on_the_way(state, lead, action) if isinstance(action, do.FireAndMove) else ())),
    )


def _target(state: State, action: do.Fire | do.FireAndMove | do.Shoot) -> TargetId:
    if not isinstance(action, do.Shoot):
        return action.target
    step = state.steps[-1] if state.steps else None
    return TargetId(step.target) if isinstance(step, OpFireChance) else TargetId("")


def plan_of(
    state: State, lead: AnyUnit, target: AnyUnit, action: do.Fire | do.FireAndMove | do.Shoot
) -> Plan | Wrong:
    """Work the attack of an action out; after a move it is made from where the unit will stand."""
    if isinstance(action, do.FireAndMove):
        if action.first == "move" and action.to in units.map_of(state):
            state = standing_at(state, lead, action.to, action.clear)
            lead = state.units[lead.id]
        return fire.plan(
            state, lead, target, action.mode, using=action.using, allowed=BANDS[:2], halves=(ON_THE_MOVE,)
        )
    friends = [unit for each in action.support if (unit := units.unit_at(state, each)) is not None]
    chosen = fire.chosen(action.only, action.mg_only if isinstance(action, do.Shoot) else ())
    return fire.plan(state, lead, target, action.mode, friends, action.using, chosen=chosen)


def _cover_parts(state: State, target: AnyUnit, plan: Plan) -> Iterable[Modifier]:
    for part in fire.against(state, target, plan):
        yield Modifier(part.cite, f"defence: {part.why}", part.n)


def outcomes(state: State, target: AnyUnit, plan: Plan) -> tuple[tuple[str, float], ...]:
    """Return what can become of a target, with the chance of each, worst last."""
    dice = defence.dice(fire.against(state, target, plan))
    return effects(target, net_distribution(target, plan, plan.hit, dice), plan.mode)


def effects(target: AnyUnit, net: Distribution, mode: Mode) -> tuple[tuple[str, float], ...]:
    """Return what numbers of hits do to a target, with the chance of each."""
    total: dict[str, Fraction] = {}
    for hits, chance in enumerate(net):
        name = _effect(target, hits, mode)
        total[name] = total.get(name, Fraction(0)) + chance
    return tuple((name, float(chance)) for name, chance in total.items())


def _effect(target: AnyUnit, hits: int, mode: Mode) -> str:
    if not hits:
        return "no effect"
    if isinstance(target, Vehicle):
        result = damage_after(target, hits)
        return result if result == "destroyed" else f"{result} damage"
    if mode == "suppressive":
        return suppression(target.morale, hits)
    figures = len(units.figures(target))
    if figures and hits >= figures:
        return "wiped out"
    return count(hits, "figure") + " lost"


def _unknown(target: AnyUnit) -> Iterable[str]:
    if isinstance(target, Squad) and not target.base.known:
        yield "What the squad carries is not known: its abilities may change this."


def _of_shelling(seen: Seen[State], lead: AnyUnit, action: do.Fire) -> Odds | None:
    hex = HexId(action.target)
    if hex not in units.map_of(seen.state):
        return None
    plan = fire.mortar_plan(seen.state, lead, hex, action.mode)
    if isinstance(plan, Wrong):
        return None
    title = f"{names.full(lead)} shells {hex}: {plan.dice} dice, {plan.hit} or better hits"
    return _area(seen, title, plan, plan.hit, 0)


def _area(seen: Seen[State], title: str, plan: Plan, hit: int, softened: int, share: float = 1.0) -> Odds:
    """Give the chances for each unit of a hex; `share` is the chance that the attack comes at all."""
    lines: list[tuple[str, float]] = []
    for each in barrage.area_targets(seen.state, plan.hex, plan.mode):
        unit = seen.state.units[each]
        dice = defence.dice(fire.against(seen.state, unit, plan))
        dice = max(0, dice - (softened if isinstance(unit, Vehicle) else 0))
        net = net_distribution(unit, plan, hit, dice)
        lines += (
            (f"{names.full(unit)}: {name}", chance * share) for name, chance in effects(unit, net, plan.mode)
        )
    return Odds(title, plan.modifiers, tuple(lines))


def of_card(seen: Seen[State], action: do.PlayCard) -> Odds | None:
    """Give the odds of a card that brings fire down."""
    if action.card not in units.open_cards(seen.state, seen.seat):
        return None
    effect = strategy.effect(action.card)
    if effect.barrage is None or action.hex not in units.map_of(seen.state):
        return None
    dice, mode, hit = effect.barrage
    record = card(action.card)
    share = 1.0
    notes: tuple[str, ...] = ()
    if effect.calls:
        share = float(barrage.contact_chance(seen.state, seen.seat, effect.calls)[1])
        notes = (f"Contact: {share:.0%}. Half of all shells drift; the chances hold when these do not.",)
    how: How = "barrage" if effect.calls else "air"
    plan, least = barrage.planned(seen.state, seen.seat, action.card, action.hex, dice, mode, hit, how)
    title = f"{record.name} on {action.hex}: {plan.dice} dice, {least} or better hits"
    worked = _area(seen, title, plan, least, effect.softened, share)
    return Odds(worked.title, worked.modifiers, worked.chances, notes)


def of_assault(seen: Seen[State], action: do.Assault) -> Odds | None:
    """Give the odds of an assault."""
    state = seen.state
    unit = units.unit_at(state, action.unit)
    if unit is None or action.target not in units.map_of(state):
        return None
    if action.to and action.to not in units.map_of(state):
        return None
    notes = list(_on_the_way(state, unit, action)) if action.to else []
    state = standing_at(state, unit, action.to or unit.hex, action.clear)
    unit = state.units[unit.id]
    support = [friend for each in action.support if (friend := units.unit_at(state, each)) is not None]
    sides = assault.strength(state, unit, action.target, support)
    on_defender, on_attacker = assault.distributions(sides)
    if any(isinstance(u, Squad) and u.concealed for u in units.enemies_at(state, action.target, unit.side)):
        notes.insert(0, "Concealed squads there may join the defence.")
    lines = [("the hex falls", float(assault.win_chance(sides)))]
    lines += _at_least("the defender loses", on_defender)
    lines += _at_least("you lose", on_attacker)
    return Odds(
        f"Assault on {action.target}: {sides.attack_dice} dice against {sides.defence_dice}, "
        f"{sides.cover_dice} for cover, {tables().numbers.assault.face} or better hits",
        (
            *sides.attack,
            *(Modifier(part.cite, f"defence: {part.why}", part.n) for part in sides.defence),
            *(Modifier(part.cite, f"cover: {part.why}", part.n) for part in sides.cover),
        ),
        tuple(lines),
        tuple(notes),
    )


def _on_the_way(state: State, unit: AnyUnit, action: do.FireAndMove | do.Assault) -> Iterator[str]:
    """Say what a unit has to roll for on its way, beside what it does there."""
    path = _path(state, unit, action)
    for what, chance in hazards.along(state, unit, path):
        yield f"On the way: {what}, {chance:.1%}."
    yield from hazards.told(state, unit, path)
    if path and units.works_at(state, action.to, "mines") and not units.is_special(unit, "engineer"):
        yield f"The minefield at {action.to} attacks it with {tables().numbers.mines.dice} dice."


def _path(
    state: State, unit: AnyUnit, action: do.Advance | do.FireAndMove | do.Assault, *, hauled: bool = False
) -> Sequence[HexId]:
    """Return the hexes that a unit would enter, none where there is no way; a gun is hauled to the next hex."""
    if not all(hex in units.map_of(state) for hex in (action.to, *action.via)):
        return ()
    way = Way((action.to,), 0) if hauled else underway.way(state, unit, action.to, action.via)
    return () if isinstance(way, Wrong) else way.path


def of_molotovs(seen: Seen[State], action: do.Special) -> Odds | None:
    """Give the odds of Molotov cocktails; no other special action has any."""
    if action.deed != "molotov":
        return None
    unit = units.unit_at(seen.state, action.unit)
    thrown = flames.throw(seen.state, unit, action.hex) if unit is not None else None
    if not isinstance(thrown, flames.Throw):
        return None
    weak, strong = flames.fires(thrown)
    return Odds(
        f"Molotov cocktails on {action.hex}: {thrown.dice} dice against {thrown.cover}, "
        f"{tables().numbers.molotov.face} or better hits",
        (*thrown.attack, *(Modifier(part.cite, f"defence: {part.why}", part.n) for part in thrown.defence)),
        (("no fire", float(1 - weak - strong)), ("a weak fire", float(weak)), ("a strong fire", float(strong))),
    )


def _of_smoke(seen: Seen[State], lead: AnyUnit, hex: HexId, *, moving: bool) -> Odds | None:
    bands, half = (BANDS[:2], (ON_THE_MOVE,)) if moving else (BANDS, ())
    plan = smoke_rounds.plan(seen.state, lead, hex, bands, half)
    if isinstance(plan, Wrong):
        return None
    least = tables().numbers.smoke_round.hits
    made = smoke_rounds.chances(plan)
    placed = float(odds.at_least(made, least))
    return Odds(
        f"A smoke round at {hex}: {plan.dice} dice, {plan.hit} or better hits",
        plan.modifiers,
        (("misfire", float(made[0])), ("smoke drifts", 1 - placed - float(made[0])), ("smoke in place", placed)),
    )


def _at_least(who: str, distribution: Distribution) -> list[tuple[str, float]]:
    return [
        (f"{who} {n} or more", float(odds.at_least(distribution, n))) for n in range(1, min(5, len(distribution)))
    ]


@case("TOI-6.1f")
def of_way(seen: Seen[State], action: do.Advance) -> Odds | None:
    """Give the chances of a move, and what it leads through by the mover's own choice."""
    unit = units.unit_at(seen.state, action.unit)
    odds = _of_mines(seen, action) or _of_ground(seen, action)
    if unit is None:
        return odds
    notes = tuple(hazards.told(seen.state, unit, _path(seen.state, unit, action, hauled=units.is_gun(unit))))
    if odds is not None:
        return replace(odds, notes=(*odds.notes, *notes))
    return Odds(f"The way to {action.to}", (), (), notes) if notes else None


def _of_ground(seen: Seen[State], action: do.Advance) -> Odds | None:
    """Give the chances of what a unit has to roll for on its way, and the gun that it moves along."""
    state = seen.state
    unit = units.unit_at(state, action.unit)
    if unit is None:
        return None
    crew = guns.mover(state, unit, action.crew) if units.is_gun(unit) else None
    path = _path(state, unit, action, hauled=crew is not None)
    lines = [
        (f"{names.full(each)} {what}", chance)
        for each in (unit, crew)
        if isinstance(each, Squad | Vehicle)
        for what, chance in hazards.along(state, each, path)
    ]
    return Odds(f"The way to {action.to}", (), tuple(lines)) if lines else None


def _of_mines(seen: Seen[State], action: do.Advance) -> Odds | None:
    """An advance into a minefield is decided by dice too."""
    unit = units.unit_at(seen.state, action.unit)
    if unit is None or not units.works_at(seen.state, action.to, "mines"):
        return None
    if units.is_special(unit, "engineer"):
        return Odds(f"The minefield at {action.to}", (), (("no effect", 1.0),), ("Engineers take no casualties.",))
    printed = tables().numbers.mines
    net = odds.successes(printed.dice, odds.face(printed.face))
    parts = (Modifier("TOI-9.4", "minefield", printed.dice),)
    return Odds(f"The minefield at {action.to}: {printed.dice} dice", parts, effects(unit, net, "normal"))
