"""Which events people want to see: the ends of phases, and battles with their dice."""

from __future__ import annotations

from bot.kernel.game import Scene, Sketch
from bot.kernel.rule import Wrong
from bot.kernel.secret import Seen
from bot.titles.strike import combat, forces, movement, names, railways, withdrawal
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Advance, Battle, Withdrawal
from bot.titles.strike.model.table import AreaId, UnitId
from bot.titles.strike.tables import tables
from bot.titles.strike.tell import RESULTS

AFTER = {
    "german combat": "After the German movement of turn {turn}",
    "partisans": "After the German turn {turn}",
    "russian combat": "After the Russian movement of turn {turn}",
    "next turn": "After the Russian turn {turn}",
}


def scene(seen: Seen[State], event: ev.Event) -> Scene | None:
    """Return the picture that an event deserves, given the state before it."""
    match event:
        case ev.Opened():
            return Scene("phase", tables().scenarios[event.scenario].name)
        case ev.StageBegan() if event.name in AFTER:
            return Scene("phase", AFTER[event.name].format(turn=seen.state.turn))
        case ev.GameEnded():
            return Scene("phase", "The end of the campaign")
        case ev.Fought():
            return _battle(seen, event)
        case _:
            return None


def _battle(seen: Seen[State], event: ev.Fought) -> Scene:
    where = names.place(seen.state, event.area)
    modifier = sum(each.n for each in event.modifiers)
    rolls, titles = [event.roll], [f"2d6 {modifier:+}: {event.result}" if modifier else f"2d6: {event.result}"]
    if event.withdrawal is not None:
        rolls.append(event.withdrawal)
        titles.append("withdrawal")
    chance, likely = event.chance, "At least this good for the attacker"
    if chance > 0.5:
        chance, likely = 1 - chance, "Worse for the attacker"
    return Scene(
        "fight",
        f"{where}: {RESULTS[event.result]}. {_terms(event)}",
        (event.area,),
        None,
        tuple(rolls),
        (),
        tuple(titles),
        chance,
        likely,
    )


def _terms(event: ev.Fought) -> str:
    """Say how the strengths came to a column, shift by shift."""
    shifts = "".join(f", {each.why} {each.n:+}" for each in event.shifts)
    moved = f"{shifts}, so {combat.label(event.column)}" if shifts else ""
    strengths = f"{names.nation(event.attacker)} {event.attack} to {event.defence}"
    return f"{strengths} by {event.method}: {combat.label(event.base)}{moved}"


def sketch(seen: Seen[State], action: do.Action) -> Sketch | None:
    """Return how an action would look on the map."""
    state = seen.state
    path = _path(seen, action)
    if path:
        return Sketch(path, path=path if len(path) > 1 else (), mark=path[-1])
    step = state.steps[-1] if state.steps else None
    area: AreaId | None = getattr(action, "area", getattr(action, "at", None))
    if area is None and isinstance(action, do.Defend) and isinstance(step, Battle):
        area = step.area
    if area is None:
        unit = state.units.get(getattr(action, "unit", UnitId("")))
        area = unit.place if unit is not None else None
    return Sketch((area,), mark=area) if area is not None and area in forces.map_of(state) else None


def _path(seen: Seen[State], action: do.Action) -> tuple[AreaId, ...]:
    """Return the way that an action goes, its start included, or where it would have to go."""
    state = seen.state
    goal = AreaId(getattr(action, "to", ""))
    if goal not in forces.map_of(state):
        return ()
    units = [unit for id in _movers(action) if (unit := forces.own(state, seen.seat, id)) is not None]
    step = state.steps[-1] if state.steps else None
    if isinstance(action, do.Withdraw) and isinstance(step, Withdrawal):
        units = units or [state.units[id] for id in step.units]
    if not units:
        return (goal,)
    unit = units[0]
    straight = (unit.place, goal)
    match action:
        case do.Move() if all(area in forces.map_of(state) for area in action.via):
            legs = movement.plan(state, units, goal, action.via)
            return straight if isinstance(legs, Wrong) else legs[0].path
        case do.Rail():
            return railways.rail_way(state, unit, goal) or straight
        case do.Convert():
            return railways.conversions(state, unit).get(goal, straight)
        case do.Withdraw() if isinstance(step, Withdrawal):
            return withdrawal.ways_back(state, unit, step.area, step.distance, action.via).get(goal, straight)
        case do.Advance() if isinstance(step, Advance):
            return withdrawal.pursuit(state, step, unit, action.via).get(goal, straight)
        case _:
            return straight


def _movers(action: do.Action) -> tuple[UnitId, ...]:
    """Return the units that an action moves."""
    single = getattr(action, "unit", getattr(action, "railhead", None))
    return (single,) if single is not None else tuple(getattr(action, "units", ()))
