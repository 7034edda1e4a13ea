"""Standing orders: what a player has said beforehand, answered like anybody's answer."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.tide.field import fire, flames, underway, units, values
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Losses, Melee, OnTheWay, OpFireChance, Rerolling, Rout
from bot.titles.tide.model.table import UnitId, Vehicle
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.resolve import hits, marching, melee, status


@case("TOI-6.1f")
def on_the_way(at: At[State, OnTheWay]) -> do.Action | None:
    """Go on or stop, as the unit's own order says, or else the standing order; ask where neither can be done."""
    state, step, orders = at.state, at.step, units.orders(at.state, at.seat)
    march = underway.march_of(state)
    assert march is not None
    unit = state.units[step.unit]
    does = march.plan.open().after_fire or orders.after_fire
    can = {
        "go on": underway.cannot_go_on(state, march, unit) is None,
        "stop": underway.cannot_stop(state, unit) is None,
    }
    if does == "ask" or not any(can.values()):
        return None
    return do.Done() if can["go on"] and (does == "go on" or not can["stop"]) else do.Hold()


def op_fire(at: At[State, OpFireChance]) -> do.Action | None:
    """Fire the best shot that the orders allow, or hold."""
    orders = units.orders(at.state, at.seat)
    if orders.op_fire == "ask":
        return None
    target = at.state.units[at.step.target]
    wanted = orders.at == "any" or (orders.at == "vehicles") == isinstance(target, Vehicle)
    if orders.op_fire == "hold" or not wanted:
        return do.Hold()
    here = units.map_of(at.state)
    best: tuple[float, do.Action] = (0.0, do.Hold())
    for shot, chance, value in shots(at):
        near = here.distance(at.state.units[shot.unit].hex, target.hex) <= orders.within
        mode_fits = orders.mode in ("best", shot.mode) or isinstance(target, Vehicle)
        if near and mode_fits and chance * 100 >= orders.chance and value > best[0]:
            best = (value, shot)
    return best[1]


def shots(at: At[State, OpFireChance]) -> list[tuple[do.Shoot, float, float]]:
    """Return the single shots that Op Fire could make, each with its chance of an effect and its worth.

    A machine gun that fires alone stays on Op Fire, which is worth something too.
    """
    found = []
    step, target = at.step, at.state.units[at.step.target]
    for unit in marching.op_fire_leads(at.state, at.seat, step.target, step.shooters):
        lead = at.state.units[unit]
        modes = ("normal",) if isinstance(target, Vehicle) else ("normal", "suppressive")
        for using in ((), ("mg",)) if "mg" in units.figures(lead) else ((),):
            for mode in modes:
                plan = fire.plan(at.state, lead, target, mode, using=using)  # type: ignore[arg-type]
                if isinstance(plan, Wrong):
                    continue
                chance = values.chance_of_effect(at.state, target, plan)
                value = values.of_attack(at.state, target, plan) + 0.3 * bool(plan.steady)
                found.append((do.Shoot(unit, mode, using=using), chance, value))  # type: ignore[arg-type]
    return found


def cheapest_loss(state: State, step: Losses) -> do.Remove:
    """Take the figure that is worth least, from the squad that has most; vehicles last."""

    def price(choice: tuple[UnitId, str]) -> tuple[float, int, str]:
        unit = state.units[choice[0]]
        if isinstance(unit, Vehicle):
            return (values.of_unit(unit), 0, unit.id)
        return (values.FIGURES[choice[1]], -len(units.figures(unit)), unit.id)

    unit, figure = min(hits.loss_choices(state, step), key=price)
    return do.Remove(unit, figure)  # type: ignore[arg-type]


def misses(step: Rerolling) -> do.Reroll:
    """Roll as many misses again as one may."""
    missed = sorted(face for face in step.faces if face < tables().numbers.molotov.face)
    return do.Reroll(tuple(flames.FACES[face - 1] for face in missed[: step.most]))


def safest_retreat(state: State, step: Rout) -> do.Retreat | None:
    """Retreat the first unit to the hex with the most cover, then the least threat."""
    for each in step.units:
        unit = state.units.get(each)
        choices = melee.retreats(state, unit) if unit is not None else []
        if unit is not None and choices:
            seat, piece = unit.side, unit
            best = max(
                choices,
                key=lambda hex: (values.cover(state, piece, hex) * 2 - values.threat(state, seat, hex), hex),
            )
            return do.Retreat(each, best)
    return None


def losses(at: At[State, Losses]) -> do.Remove | None:
    """Lose what is worth least."""
    return cheapest_loss(at.state, at.step) if units.orders(at.state, at.seat).casualties == "cheapest" else None


def rout(at: At[State, Rout]) -> do.Retreat | None:
    """Retreat to where it is safest."""
    return safest_retreat(at.state, at.step) if units.orders(at.state, at.seat).retreat == "safest" else None


def assaulted(at: At[State, Melee]) -> do.Join | None:
    """Let all concealed squads of the hex join, or none."""
    does = units.orders(at.state, at.seat).join
    hidden = melee.hidden_defenders(at.state, at.step, at.state.units[at.step.unit])
    return None if does == "ask" else do.Join(tuple(hidden) if does == "join" else ())


def transfers(seen: Seen[State]) -> do.Done | None:
    """Exchange nothing, or only where a squad has room for more."""
    does = units.orders(seen.state, seen.seat).transfers
    wanted = does == "ask" or (does == "gaps" and status.gaps(seen.state, seen.seat))
    return None if wanted else do.Done()


def purchases(seen: Seen[State]) -> do.Done | None:
    """Buy no munitions."""
    return do.Done() if units.orders(seen.state, seen.seat).munitions == "never" else None


def discards(seen: Seen[State]) -> do.Done | None:
    """Keep what has not been used."""
    return do.Done() if units.orders(seen.state, seen.seat).munitions != "ask" else None


def rerolls(at: At[State, Rerolling]) -> do.Reroll | None:
    """Roll the misses again, or nothing."""
    does = units.orders(at.state, at.seat).reroll
    return None if does == "ask" else misses(at.step) if does == "misses" else do.Reroll()
