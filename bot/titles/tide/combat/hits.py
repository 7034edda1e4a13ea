"""Effects of dice on units: lost figures, suppression and damage."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat
from bot.kit import odds
from bot.titles.tide import events as ev
from bot.titles.tide.combat.shock import reveal, shake
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, defence, munitions, units
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.field.harm import damage_after, fatal, net_distribution, suppression
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Losses
from bot.titles.tide.model.table import HexId, How, Mode, Squad, UnitId, Vehicle
from bot.titles.tide.printed.tables import tables


def attack(play: Play, plan: Attack, how: How, side: Seat, targets: tuple[UnitId, ...]) -> None:
    """Roll an attack as planned on these units of its hex, and apply its hits."""
    take_up(play, plan)
    roll = play.dice.roll("attack", plan.dice)
    again = reroll(play, roll, plan.hit, plan.rerolls)
    strike(play, plan, how, side, targets, roll, again, plan.hit)


@case("FB-munition-4")
def take_up(play: Play, plan: Attack) -> None:
    """Reveal the munitions of all units in an attack, and use up boons of cards."""
    for each in plan.by:
        kind = munitions.loaded(play.state, play.state.units[each])
        if kind is not None:
            play.emit(ev.MunitionShown(each, kind))
    spent = tuple(b for unit in plan.by for b in play.state.boons if b.kind == "firepower" and b.unit == unit)
    if spent:
        play.emit(ev.Used(spent))


@case("FB-expert-1")
def reroll(play: Play, roll: Roll, hit: int, figures: int) -> Roll | None:
    """Reroll the misses of expert squads once, one die for each of their figures."""
    misses = len(roll.faces) - roll.count(hit)
    return play.dice.roll("expert reroll", min(figures, misses)) if figures and misses else None


@case("TOI-5.3a", "TOI-5.3b", "TOI-5.5a", "TOI-5.2a")
def strike(
    play: Play,
    plan: Attack,
    how: How,
    side: Seat,
    targets: tuple[UnitId, ...],
    roll: Roll,
    again: Roll | None,
    hit: int,
    *,
    softened: int = 0,
    shared: bool = False,
) -> tuple[ev.Defence, ...]:
    """Let each target defend separately against the same roll.

    Vehicles have `softened` dice fewer. If the dice are `shared`, the same roll has already struck another hex.
    """
    reveal(play, *targets)
    hits = roll.count(hit) + (again.count(hit) if again else 0)
    stand = []
    for target in targets:
        unit = play.state.units[target]
        parts = defence.against(play.state, unit, plan)
        dice = max(0, defence.dice(parts) - (softened if isinstance(unit, Vehicle) else 0))
        stand.append(defend(play, unit, parts, dice, hits))
    chance = chance_of(play, plan, hit, stand[0]) if stand else 1.0
    play.emit(
        ev.Attacked(
            how=how, side=side, by=plan.by, hex=plan.hex, mode=plan.mode, band=plan.band, hit=hit, roll=roll,
            modifiers=plan.modifiers, defences=tuple(stand), again=again, hits=hits, chance=chance,
            reach=plan.reach if plan.reach != plan.band else "", shared=shared,
        )
    )  # fmt: skip
    if plan.band == "area":
        clear_wire(play, plan.hex, hits)
    for each in stand:
        suffer(play, each.unit, each.net, plan.mode)
    return tuple(stand)


@case("TOI-5.3b", "TOI-3.2e")
def defend(play: Play, unit: AnyUnit, parts: tuple[Modifier, ...], dice: int, hits: int) -> ev.Defence:
    """Roll the defence of a unit, if it was hit. Thick armour turns a die to a six."""
    if not hits or not dice:
        return ev.Defence(unit.id, parts, None, dice, False, hits)
    roll = play.dice.roll("defence", dice)
    saved = roll.count(tables().numbers.defence.face)
    thick = units.able(unit, "thick armour") and saved < dice
    return ev.Defence(unit.id, parts, roll, dice, thick, max(0, hits - saved - thick))


def chance_of(play: Play, plan: Attack, hit: int, stand: ev.Defence) -> float:
    """Return the chance of a result at least as good; for a miss, of a miss."""
    left = net_distribution(play.state.units[stand.unit], plan, hit, stand.dice)
    return float(odds.at_least(left, stand.net) if stand.net else left[0])


@case("TOI-5.5b")
def clear_wire(play: Play, hex: HexId, hits: int) -> None:
    """Remove razor wire after three hits by an area attack."""
    if hits >= 3:
        for work in board.works_at(play.state, hex, "wire"):
            play.emit(ev.WorkRemoved(work.id, "shelled"))


def suffer(play: Play, target: UnitId, net: int, mode: Mode) -> None:
    """Apply the hits that got through to a unit."""
    unit = play.state.units.get(target)
    if unit is None or net <= 0:
        return
    reveal(play, target)
    if isinstance(unit, Vehicle):
        damage(play, unit, net)
    elif mode == "suppressive":
        suppress(play, target, net)
    else:
        lose(play, unit.side, (target,), net)


@case("TOI-5.4a", "TOI-2.1d", "TOI-6.2e")
def lose(play: Play, seat: Seat, units: tuple[UnitId, ...], hits: int) -> None:
    """Apply hits to units of an owner, who chooses the losses if there is a choice."""
    losses = Losses(seat, units, hits)
    play.emit(ev.Begun(losses))
    settle_losses(play, losses)


def settle_losses(play: Play, step: Losses) -> bool:
    """Apply the forced losses of the top step; return true if the owner must choose."""
    choices = loss_choices(play.state, step)
    while step.left and choices:
        if len(choices) > 1 and step.left < toll(play.state, step):
            return True
        step = take(play, step, *choices[0])
        choices = loss_choices(play.state, step)
    play.emit(ev.Ended())
    for target, count in Counter(step.dealt).items():
        suffer(play, target, count, "normal")
    return False


def loss_choices(state: State, step: Losses) -> list[tuple[UnitId, str]]:
    """Return the possible losses of a hit: a figure, or a hit on a vehicle ("")."""
    choices: list[tuple[UnitId, str]] = []
    for each in step.units:
        unit = state.units.get(each)
        if isinstance(unit, Vehicle):
            choices += [(each, "")] * (step.dealt.count(each) < fatal(unit))
        elif unit is not None:
            choices += ((each, kind) for kind in dict.fromkeys(unit.base.open().figures))
    return choices


def toll(state: State, step: Losses) -> int:
    """Count the hits that would destroy all units that were hit."""
    return sum(
        fatal(unit) - step.dealt.count(each) if isinstance(unit, Vehicle) else len(unit.base.open().figures)
        for each in step.units
        if (unit := state.units.get(each)) is not None
    )


def take(play: Play, step: Losses, target: UnitId, figure: str) -> Losses:
    """Apply a hit where the owner wants it; return the losses that are left."""
    unit = play.state.units[target]
    if isinstance(unit, Vehicle):
        left = replace(step, left=step.left - 1, dealt=(*step.dealt, target))
        play.emit(ev.Changed(left))
        return left
    left = replace(step, left=step.left - 1)
    play.emit(ev.Changed(left))
    for kind in unit.base.open().figures:
        if kind == figure:
            play.emit(ev.FigureLost(target, kind))
            break
    if not units.figures(play.state.units[target]):
        destroy(play, target, "wiped out")
    return left


@case("TOI-5.4b", "TOI-5.4c", "TOI-4.9")
def suppress(play: Play, target: UnitId, hits: int) -> None:
    """Pin, disrupt or rout a squad; a suppressed squad gets a worse result."""
    squad = play.state.units[target]
    assert isinstance(squad, Squad)
    result = suppression(squad.morale, hits)
    if result == "routed":
        destroy(play, target, "routed")
    elif result and result != squad.morale:
        shake(play, squad, result)


@case("TOI-3.5a", "TOI-3.2f", "FB-equip-13")
def damage(play: Play, vehicle: Vehicle, hits: int) -> None:
    """Damage a vehicle by its hits; heavy damage destroys a fragile vehicle."""
    result = damage_after(vehicle, hits)
    if result == "destroyed":
        destroy(play, vehicle.id, "destroyed")
    else:
        play.emit(ev.Damaged(vehicle.id, result))


@case("TOI-3.6c", "TOI-2.1d")
def destroy(play: Play, target: UnitId, why: str) -> None:
    """Remove a unit from the game; passengers are lost with their transport."""
    for squad in units.passengers(play.state, play.state.units[target]):
        reveal(play, squad.id)
        play.emit(ev.Destroyed(squad.id, "lost with its transport"))
    reveal(play, target)
    play.emit(ev.Destroyed(target, why))
