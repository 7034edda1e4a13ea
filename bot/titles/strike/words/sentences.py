"""Orders as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.rule import Wrong
from bot.kernel.secret import Seen
from bot.kit.advice import Advice
from bot.kit.english import begun, join
from bot.titles.strike.field import counters, movement, names
from bot.titles.strike.field.names import verb_for
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, UnitId
from bot.titles.strike.play.arrival import sets_up
from bot.titles.strike.words import remarks
from bot.titles.strike.words.reasons import WHY


def spoken(seen: Seen[State], action: Any) -> str:
    """Say an order as a sentence; "" if its fields already do."""
    return begun(_spoken(seen, action))


def _spoken(seen: Seen[State], action: Any) -> str:
    place = _place(seen, _goal(action))
    match action:
        case do.Move():
            goes = f"{_do(seen, action.units, 'goes', 'go')} to {place}{_way(seen, action)}"
            return f"{_all(seen, action.units)} {goes}."
        case do.Rail():
            led = f", with {_one(seen, action.leader)}" if action.leader else ""
            goes = _do(seen, (action.unit,), "goes", "go")
            return f"{_one(seen, action.unit)} {goes} by rail to {place}{led}."
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
        case do.Done() if sets_up(seen.state):
            return "The rest is set up as suggested."
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
            return f"{_one(seen, action.unit)} {_comes_back(seen, action)}{where}{_on_side(seen, action)}."
        case do.Rebuild():
            return f"{_one(seen, action.unit)} is restored to full strength."
        case do.Swap():
            return f"{_one(seen, action.army)} changes its box with {_all(seen, action.corps)}."
        case _:
            return ""


def _comes_back(seen: Seen[State], action: do.Replace) -> str:
    unit = seen.state.units.get(action.unit)
    return "is built up again" if unit is not None and counters.on_map(unit) else "is bought back"


def _on_side(seen: Seen[State], action: do.Replace) -> str:
    """Say at which strength a unit of two sides comes back."""
    unit = seen.state.units.get(action.unit)
    if unit is None or counters.on_map(unit) or counters.record(unit).reduced is None:
        return ""
    return ", at full strength" if action.full else ", reduced"


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
    """Return a verb that agrees with these units; trucks are plural."""
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


CHANGED: Mapping[tuple[str, Any], str] = {
    ("method", "best"): "by the better method",
    ("method", "odds"): "by odds",
    ("method", "differential"): "by differential",
    ("supply", True): "paying for supply",
    ("supply", False): "without paying for supply",
    ("full", True): "at full strength",
    ("full", False): "reduced",
}
NAMED: Mapping[str, str] = {
    "air": "with {}", "airlift": "with supply by {}", "bomb": "bombing {} first", "bomber": "bombs by {}",
    "reserves": "with {}", "leader": "with {}", "supplied": "supply for {}", "at": "at {}", "via": "by {}",
}  # fmt: skip
"""The role in the order of a thing that an option names."""


def option(field: Field, value: Any) -> str:
    """Describe an option's effect: method, support, payment or place."""
    return NAMED.get(field.name, "") if field.is_name else CHANGED.get((field.name, value), "")


ADVICE: Advice[State] = Advice(
    remarks.where,
    remarks.weigh,
    spoken,
    remarks.beforehand,
    remarks.threats,
    WHY.why,
    option=option,
    rests=remarks.rests,
)
