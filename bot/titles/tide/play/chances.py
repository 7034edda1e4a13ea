"""Exact odds of attacks by the seat's information, with all modifiers and cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.kernel.game import Odds
from bot.kernel.rule import Modifier, Wrong
from bot.kernel.secret import Seen
from bot.kit import odds
from bot.kit.english import in_dice
from bot.titles.tide.field import (
    board,
    defence,
    harm,
    names,
    smoke_rounds,
)
from bot.titles.tide.field.attack import BANDS, Attack
from bot.titles.tide.field.harm import effects, net_distribution
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Band, HexId, Squad, Vehicle
from bot.titles.tide.printed.tables import tables


def of_shot(
    state: State, lead: AnyUnit, target: AnyUnit, plan: Attack | Wrong, notes: Iterable[str] = ()
) -> Odds | None:
    """Give the odds of an attack by fire on a unit."""
    if isinstance(plan, Wrong):
        return None
    return Odds(
        f"{names.full(lead)} at {names.full(target)}: {in_dice(plan.dice)} "
        f"at {plan.reach or plan.band} range, {plan.hit} or better to hit",
        (*plan.modifiers, *_cover_parts(state, target, plan)),
        found := outcomes(state, target, plan),
        (*_unknown(target), *notes),
        hope("to suppress" if plan.mode == "suppressive" else "to hit", found),
    )


def hope(what: str, chances: Iterable[tuple[str, float]]) -> tuple[str, float]:
    """Return the desired result, which is any effect, with its chance."""
    return what, 1 - sum(chance for name, chance in chances if name == "no effect")


def _cover_parts(state: State, target: AnyUnit, plan: Attack) -> Iterable[Modifier]:
    for part in defence.against(state, target, plan):
        yield Modifier(part.cite, f"defence: {part.why}", part.n)


def outcomes(state: State, target: AnyUnit, plan: Attack) -> tuple[tuple[str, float], ...]:
    """Return the possible results for a target with their chances, worst last."""
    dice = defence.dice(defence.against(state, target, plan))
    return effects(target, net_distribution(target, plan, plan.hit, dice), plan.mode)


def _unknown(target: AnyUnit) -> Iterable[str]:
    if isinstance(target, Squad) and not target.base.known:
        yield "The squad's figures are unknown: its abilities may change this."


def of_area(seen: Seen[State], title: str, plan: Attack, hit: int, softened: int, share: float = 1.0) -> Odds:
    """Return the odds for each unit of a hex.

    `share` is the chance that the attack happens at all.
    """
    lines: list[tuple[str, float]] = []
    best = 0.0
    for each in harm.area_targets(seen.state, plan.hex, plan.mode):
        unit = seen.state.units[each]
        dice = defence.dice(defence.against(seen.state, unit, plan))
        dice = max(0, dice - (softened if isinstance(unit, Vehicle) else 0))
        net = net_distribution(unit, plan, hit, dice)
        found = effects(unit, net, plan.mode)
        lines += ((f"{names.full(unit)}: {name}", chance * share) for name, chance in found)
        if unit.side != seen.seat:
            best = max(best, hope("", found)[1] * share)
    return Odds(title, plan.modifiers, tuple(lines), hope=("to hit", best))


def of_smoke_round(
    state: State, lead: AnyUnit, hex: HexId, bands: tuple[Band, ...] = BANDS, halves: Sequence[Modifier] = ()
) -> Odds | None:
    """Give the odds of a smoke round."""
    if hex not in board.map_of(state):
        return None
    plan = smoke_rounds.plan(state, lead, hex, bands, halves)
    if isinstance(plan, Wrong):
        return None
    least = tables().numbers.smoke_round.hits
    made = smoke_rounds.chances(plan)
    placed = float(odds.at_least(made, least))
    return Odds(
        f"A smoke round at {hex}: {in_dice(plan.dice)}, {plan.hit} or better to hit",
        plan.modifiers,
        (("misfire", float(made[0])), ("smoke drifts", 1 - placed - float(made[0])), ("smoke in place", placed)),
        hope=("for smoke in place", placed),
    )
