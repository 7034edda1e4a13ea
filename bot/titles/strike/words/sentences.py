"""Orders as sentences, and what speaks for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seen
from bot.kit.advice import Advice
from bot.kit.english import join
from bot.titles.strike.field import counters, movement, names, victory
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit, UnitId
from bot.titles.strike.words import remarks
from bot.titles.strike.words.sentence import verb_for


def spoken(seen: Seen[State], action: Any) -> str:
    """Say an order as a sentence; empty where its fields tell it by themselves."""
    place = _place(seen, _goal(action))
    match action:
        case do.Move():
            goes = f"{_do(seen, action.units, 'goes', 'go')} to {place}{_way(seen, action)}"
            return f"{_all(seen, action.units)} {goes}."
        case do.Rail():
            led = f", with {_one(seen, action.leader)}" if action.leader else ""
            return f"{_one(seen, action.unit)} goes by rail to {place}{led}."
        case do.Fly():
            return f"{_one(seen, action.unit)} flies to {place}."
        case do.Convert():
            return f"{_one(seen, action.railhead)} advances to {place}: the railway behind it is yours."
        case do.Place():
            return f"{_one(seen, action.unit)} comes to {place}."
        case do.Advance():
            return f"{_all(seen, action.units)} {_do(seen, action.units, 'advances', 'advance')} to {place}."
        case do.Withdraw():
            who = _all(seen, action.units) if action.units else "All that can go there"
            return f"{who} {_do(seen, action.units, 'withdraws', 'withdraw')} to {place}."
        case do.Attack() | do.Defend():
            return _battle(seen, action, place)
        case do.Choose():
            who = UnitId(getattr(seen.state.steps[-1], "unit", "")) if seen.state.steps else UnitId("")
            return f"{_one(seen, who)} goes to {place}." if who else f"You choose {place}."
        case _:
            return _plain(action) or _of_boxes(seen, action)


def _plain(action: Any) -> str:
    """Say what is the same wherever it is said."""
    match action:
        case do.Continue():
            return "You go on with the battle, and pay for all your units in it."
        case do.Hold():
            return "Your units hold where they are, and pay for it in steps."
        case do.Done():
            return "You do nothing more here."
        case do.Resign():
            return "You give the campaign up."
        case _:
            return ""


def _of_boxes(seen: Seen[State], action: Any) -> str:
    """Say what is broken down, combined, bought or lost."""
    match action:
        case do.Break():
            return f"{_one(seen, action.unit)} breaks down into {_all(seen, action.into)}."
        case do.Combine():
            return f"{_all(seen, action.units)} combine into {_one(seen, action.into)}."
        case do.Lose():
            left = f"; {_one(seen, action.corps)} is left of it" if action.corps else ""
            return f"{_one(seen, action.unit)} takes the loss{left}."
        case do.Recover():
            return f"{_one(seen, action.unit)} tries to recover."
        case do.Replace():
            where = f" at {_place(seen, action.at)}" if action.at else ""
            return f"{_one(seen, action.unit)} is bought back{where}{', at full strength' if action.full else ''}."
        case do.Rebuild():
            return f"{_one(seen, action.unit)} is restored to full strength."
        case do.Swap():
            return f"{_one(seen, action.army)} changes its box with {_all(seen, action.corps)}."
        case _:
            return ""


def _battle(seen: Seen[State], action: do.Attack | do.Defend, place: str) -> str:
    """Say what an attack or a defence brings into the battle."""
    brings = [
        *(["air support"] if action.air else []),
        *(["supply that you pay for"] if action.supply else []),
        *(["supply by air"] if action.airlift else []),
        *([f"bombs on {_one(seen, action.bomb)}"] if action.bomb else []),
    ]
    if isinstance(action, do.Attack):
        method = f", by {action.method}" if action.method != "best" else ""
        return f"You attack at {place}{f' with {join(brings)}' if brings else ''}{method}."
    if action.reserves:
        brings.insert(0, f"{_all(seen, action.reserves)} as {_do(seen, action.reserves, 'a reserve', 'reserves')}")
    return f"You defend with {join(brings)}." if brings else "You defend with what stands there."


def _goal(action: Any) -> AreaId:
    """Return the area that an order names."""
    return AreaId(getattr(action, "to", "") or getattr(action, "at", "") or getattr(action, "area", ""))


def _one(seen: Seen[State], id: UnitId) -> str:
    unit = seen.state.units.get(id)
    if unit is None:
        return id
    return names.unit(unit) if unit.side == seen.seat else names.full(unit)


def _all(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    return join(_one(seen, id) for id in ids)


def _do(seen: Seen[State], ids: Sequence[UnitId], one: str, several: str) -> str:
    """Return a verb as it goes with these units; trucks are several by themselves."""
    return verb_for(seen, ids, one, several) if all(id in seen.state.units for id in ids) else several


def _place(seen: Seen[State], area: AreaId) -> str:
    return names.place(seen.state, area)


def _way(seen: Seen[State], action: do.Move) -> str:
    """Say by which areas units go, where they go together and not straight."""
    state = seen.state
    units = [unit for id in action.units if (unit := state.units.get(id)) is not None and counters.on_map(unit)]
    goals = (*action.via, action.to)
    if not units or not all(area in counters.map_of(state) for area in goals):
        return ""
    legs = movement.plan(state, units, action.to, action.via)
    if isinstance(legs, Wrong) or len({leg.path for leg in legs}) != 1 or len(legs[0].path) < 3:
        return ""
    return f" by {names.way(state, legs[0].path[1:-1])}"


def why(seen: Seen[State], action: Any) -> str:
    """Say what speaks for an order; empty where its odds tell."""
    match action:
        case do.Done():
            return "Nothing else is worth its price now."
        case do.Lose():
            return "Of all who could take the loss it is worth least."
        case do.Replace():
            return "Whoever is bought back can fight again."
        case do.Move() | do.Rail() | do.Advance() | do.Fly() | do.Place():
            return _why_there(seen, action)
        case _:
            return ""


def _why_there(seen: Seen[State], action: do.Move | do.Rail | do.Advance | do.Fly | do.Place) -> str:
    """Say what speaks for a move: an objective, a battle to be joined, or how near the enemy is then."""
    ids: Iterable[UnitId] = getattr(action, "units", ()) or (getattr(action, "unit", UnitId("")),)
    unit = next((unit for id in ids if (unit := seen.state.units.get(id)) is not None), None)
    to, here = _goal(action), counters.map_of(seen.state)
    if unit is None or to not in here or unit.place not in here:
        return ""
    flies = isinstance(action, do.Fly)
    if to in (counters.shared(seen.state) if flies else counters.held(seen.state, counters.other(seen.seat))):
        return f"It joins the battle at {_place(seen, to)}."
    if commands := _why_command(seen, unit, to):
        return commands
    wanted = [
        (here.distance(to, area), name, area)
        for name in victory.objectives(seen.state, seen.seat)
        for area in here.objective(name)
        if (seen.state.control.get(area) != seen.seat or area == to)
        and here.distance(to, area) < here.distance(unit.place, area)
    ]
    if not wanted:
        return _why_nearer(seen, unit.place, to)
    away, _, goal = min(wanted)
    holds = "guards" if seen.state.control.get(goal) == seen.seat else "takes"
    return f"It {holds if not away else 'comes nearer to'} the objective {_place(seen, goal)}."


def _why_command(seen: Seen[State], unit: Unit, to: AreaId) -> str:
    """Say which battles a leader commands from the area beside them."""
    here = counters.map_of(seen.state)
    battles = [area for area in counters.shared(seen.state) if here.distance(to, area) == 1]
    if not battles or not counters.is_kind(unit, "leader"):
        return ""
    return f"It commands the battle at {join(_place(seen, area) for area in battles)} from there."


def _why_nearer(seen: Seen[State], start: AreaId, to: AreaId) -> str:
    """Say whether a move leads towards the enemy or away."""
    before, after = (remarks.nearest(seen.state, seen.seat, area) for area in (start, to))
    if after < before:
        return "It comes nearer to the enemy."
    return "It gets away from the enemy." if after > before else ""


ADVICE: Advice[State] = Advice(remarks.where, remarks.weigh, spoken, remarks.beforehand, remarks.threats, why)
