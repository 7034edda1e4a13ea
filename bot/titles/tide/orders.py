"""Standing orders: what a player has said beforehand, answered like anybody's answer."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seen
from bot.titles.tide import asks, fire, flames, forces, underway, worth
from bot.titles.tide.forces import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Orders, UnitId, Vehicle
from bot.titles.tide.resolve import hits, marching, melee, status
from bot.titles.tide.tables import tables


def answer(seen: Seen[State]) -> do.Action | None:
    """Return what the seat's standing orders say to the question on top of the stack, `None` to ask him."""
    state, seat = seen.state, seen.seat
    if seat not in asks.asked(state):
        return None
    orders = forces.orders(state, seat)
    match state.steps[-1]:
        case steps.OpFireChance() as step:
            return _op_fire(seen, step, orders)
        case steps.OnTheWay() as step:
            return _on_the_way(state, step, orders)
        case steps.Losses() as step if orders.casualties == "cheapest":
            return cheapest_loss(state, step)
        case steps.Rout() as step if orders.retreat == "safest":
            return safest_retreat(state, step)
        case steps.Melee() as step if orders.join != "ask":
            hidden = melee.hidden_defenders(state, step, state.units[step.unit])
            return do.Join(tuple(hidden) if orders.join == "join" else ())
        case steps.Transferring() if orders.transfers != "ask":
            wanted = orders.transfers == "gaps" and status.gaps(state, seat)
            return None if wanted else do.Done()
        case steps.Arming() if orders.munitions == "never":
            return do.Done()
        case steps.Rerolling() as step if orders.reroll != "ask":
            return misses(step) if orders.reroll == "misses" else do.Reroll()
        case steps.Keeping() if orders.munitions != "ask":
            return do.Done()
        case _:
            return None


@case("TOI-6.1f")
def _on_the_way(state: State, step: steps.OnTheWay, orders: Orders) -> do.Action | None:
    """Go on or stop, as the unit's own order says, or else the standing order; ask where neither can be done."""
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


def _op_fire(seen: Seen[State], step: steps.OpFireChance, orders: Orders) -> do.Action | None:
    """Fire the best shot that the orders allow, or hold."""
    if orders.op_fire == "ask":
        return None
    target = seen.state.units[step.target]
    wanted = orders.at == "any" or (orders.at == "vehicles") == isinstance(target, Vehicle)
    if orders.op_fire == "hold" or not wanted:
        return do.Hold()
    here = forces.map_of(seen.state)
    best: tuple[float, do.Action] = (0.0, do.Hold())
    for shot, chance, value in shots(seen, step, target):
        near = here.distance(seen.state.units[shot.unit].hex, target.hex) <= orders.within
        mode_fits = orders.mode in ("best", shot.mode) or isinstance(target, Vehicle)
        if near and mode_fits and chance * 100 >= orders.chance and value > best[0]:
            best = (value, shot)
    return best[1]


def shots(seen: Seen[State], step: steps.OpFireChance, target: AnyUnit) -> list[tuple[do.Shoot, float, float]]:
    """Return the single shots that Op Fire could make, each with its chance of an effect and its worth.

    A machine gun that fires alone stays on Op Fire, which is worth something too.
    """
    found = []
    for unit in marching.op_fire_leads(seen.state, seen.seat, step.target, step.shooters):
        lead = seen.state.units[unit]
        modes = ("normal",) if isinstance(target, Vehicle) else ("normal", "suppressive")
        for using in ((), ("mg",)) if "mg" in forces.figures(lead) else ((),):
            for mode in modes:
                plan = fire.plan(seen.state, lead, target, mode, using=using)  # type: ignore[arg-type]
                if isinstance(plan, Wrong):
                    continue
                chance = worth.chance_of_effect(seen.state, target, plan)
                value = worth.of_attack(seen.state, target, plan) + 0.3 * bool(plan.steady)
                found.append((do.Shoot(unit, mode, using=using), chance, value))  # type: ignore[arg-type]
    return found


def cheapest_loss(state: State, step: steps.Losses) -> do.Remove:
    """Take the figure that is worth least, from the squad that has most; vehicles last."""

    def price(choice: tuple[UnitId, str]) -> tuple[float, int, str]:
        unit = state.units[choice[0]]
        if isinstance(unit, Vehicle):
            return (worth.of_unit(unit), 0, unit.id)
        return (worth.FIGURES[choice[1]], -len(forces.figures(unit)), unit.id)

    unit, figure = min(hits.loss_choices(state, step), key=price)
    return do.Remove(unit, figure)  # type: ignore[arg-type]


def misses(step: steps.Rerolling) -> do.Reroll:
    """Roll as many misses again as one may."""
    missed = sorted(face for face in step.faces if face < tables().numbers.molotov.face)
    return do.Reroll(tuple(flames.FACES[face - 1] for face in missed[: step.most]))


def safest_retreat(state: State, step: steps.Rout) -> do.Retreat | None:
    """Retreat the first unit to the hex with the most cover, then the least threat."""
    for each in step.units:
        unit = state.units.get(each)
        choices = melee.retreats(state, unit) if unit is not None else []
        if unit is not None and choices:
            seat, piece = unit.side, unit
            best = max(
                choices,
                key=lambda hex: (worth.cover(state, piece, hex) * 2 - worth.threat(state, seat, hex), hex),
            )
            return do.Retreat(each, best)
    return None
