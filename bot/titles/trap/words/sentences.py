"""Orders as sentences, and what speaks for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.secret import Seen
from bot.kit.english import FACES, begun, join, listed
from bot.titles.trap.field import movement, names
from bot.titles.trap.field.arcs import faces
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.field.units import known, on_map, seen_aboard
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHENS, MarkerId, UnitId
from bot.titles.trap.words import remarks

PLAIN: dict[type[do.Action], str] = {
    do.Evacuate: "Dudayev leaves the city.",
    do.Done: "You are done here.",
    do.Resign: "You give up.",
}


def spoken(seen: Seen[State], action: Any) -> str:
    """Say an order as a sentence; empty where its fields tell it by themselves."""
    if (plain := PLAIN.get(type(action))) is not None:
        return plain
    said = _of_way(seen, action) or _of_series(seen, action) or _of_fire(seen, action) or _of_other(seen, action)
    return begun(said)


def _of_way(seen: Seen[State], action: Any) -> str:
    match action:
        case do.Move() if not action.via and action.to == remarks.where(seen, action.units[0]):
            stairs = "upstairs" if action.level == "upper" else "down to the street"
            goal = f"{stairs} at {names.place(action.to)}{_faces(action.facing)}"
            return f"{_do(seen, action.units, 'goes', 'go')} {goal}."
        case do.Move():
            upstairs = ", upstairs" if action.level == "upper" else ""
            goal = f"to {names.place(action.to)}{_by(seen, action)}{upstairs}{_faces(action.facing)}"
            return f"{_do(seen, action.units, 'goes', 'go')} {goal}."
        case do.March():
            lead = _who(seen, (action.lead,))
            return f"{lead} drives to {names.place(action.to)} with all who follow."
        case do.Reverse():
            return f"{_do(seen, (action.unit,), 'backs', 'back')} into the hex behind."
        case do.Turn():
            return f"{_do(seen, action.units, 'turns', 'turn')} to face {FACES[action.facing]}."
        case do.Load():
            return f"{_boards(seen, action)} {_who(seen, (action.into,))}."
        case do.Unload():
            where = f" at {names.place(action.at)}" if action.at else ""
            return f"{_alights(seen, action)}{where}{_faces(action.facing)}."
        case do.Dismount():
            where = "to the best cover beside them" if action.where == "cover" else "where their vehicles stand"
            lead, few = _who(seen, (action.lead,)), action.vehicles < do.ALL_VEHICLES
            rode = f"the first {action.vehicles} vehicles from {lead} on" if few else f"the column of {lead}"
            rode = lead if action.vehicles == 1 else rode
            also = f", and in {_who(seen, action.others)}," if action.others else ""
            return f"all who ride in {rode}{also} get out {where}."
        case do.Exit():
            return f"{_do(seen, action.units, 'leaves', 'leave')} the map by its east edge."
        case do.Place():
            where = f"at {names.spot(action.at, action.level)}{_faces(_turned(seen, action))}"
            return f"{_do(seen, action.units, 'is placed', 'are placed')} {where}."
        case do.Enter():
            return _of_entry(seen, action)
        case do.Retreat():
            return f"{_do(seen, (action.unit,), 'goes', 'go')} back to {names.place(action.to)}."
        case _:
            return ""


def _of_entry(seen: Seen[State], action: do.Enter) -> str:
    """Say who comes in, and where."""
    also = f" Who finds no room there comes in at {listed(action.also)}." if action.also else ""
    who = _do(seen, action.units, "comes", "come") if action.units else "all who wait come"
    to = f", as far as {names.place(action.to)}" if action.to else ""
    return f"{who} in at {names.place(action.at)}{to}.{also}"


def _boards(seen: Seen[State], action: do.Load) -> str:
    """Say who gets into an APC, or climbs onto a tank."""
    if _is_tank(seen, action.into):
        return f"{_do(seen, action.units, 'climbs', 'climb')} onto"
    return f"{_do(seen, action.units, 'gets', 'get')} into"


def _alights(seen: Seen[State], action: do.Unload) -> str:
    """Say who gets out of an APC, or off a tank."""
    vehicle = seen.state.units[action.units[0]].aboard
    off = "off" if vehicle and _is_tank(seen, vehicle) else "out"
    return f"{_do(seen, action.units, 'gets', 'get')} {off}"


def _is_tank(seen: Seen[State], vehicle: UnitId) -> bool:
    what = known(seen.state.units[vehicle])
    return what is not None and what.kind == "tank"


def _of_series(seen: Seen[State], action: Any) -> str:
    match action:
        case do.Approach():
            upstairs = ", upstairs where they can" if action.level == "upper" else ""
            who = _do(seen, action.units, "goes", "go") if action.units else f"{ALL[action.who]} not moved yet go"
            part = PART[action.who] if action.units else ""
            hexes = [names.place(hex) for hex in dict.fromkeys((action.to, *action.also))]
            each = ", each where it comes nearest to one of these" if action.also else ""
            return f"{who} towards {join(hexes)}{each}{upstairs}{part}."
        case do.Engage():
            who = _do(seen, action.units, "fires", "fire") if action.units else "all who have a target fire"
            aim = f" at {names.place(action.at)}" if action.at else ""
            return f"{who}{aim}, each at whom it is likeliest to eliminate{HOLDS[action.chance]}."
        case do.Mount():
            who = _do(seen, action.units, "gets", "get") if action.units else "all who stand beside an APC get"
            return f"{who} in."
        case _:
            return ""


ALL = {"all": "all who have", "foot": "all on foot who have", "vehicles": "all vehicles that have"}
PART = {"all": "", "foot": ", those on foot alone", "vehicles": ", vehicles alone"}
HOLDS = {
    "any": "", "third": "; who hits less than once in three holds fire",
    "half": "; who hits less than once in two holds fire",
}  # fmt: skip


FEW = 4
"""So many units are named; more are counted."""


def _of_fire(seen: Seen[State], action: Any) -> str:
    hex = names.place(action.at) if getattr(action, "at", "") else ""
    spots = f"; {_who(seen, (action.spotter,))} spots" if getattr(action, "spotter", "") else ""
    match action:
        case do.Fire():
            foe = seen.state.units.get(action.target)
            aim = f"{_who(seen, (action.target,))} at {names.spot(foe.hex, foe.level)}" if foe else action.target
            helped = f"; {_who(seen, (action.sniper,))} helps" if action.sniper else ""
            return f"{_do(seen, action.units, 'fires', 'fire')} at {aim}{helped}."
        case do.Shell():
            return f"{_do(seen, (action.unit,), 'shells', 'shell')} {hex}{spots}."
        case do.Bombard():
            fire = "a battery fires" if action.batteries == 1 else f"{action.batteries} batteries fire"
            return f"{fire} at {hex}{spots}."
        case do.Strike():
            return f"a Buratino battery fires at {hex}{spots}."
        case do.Interdict():
            return f"artillery keeps {hex} and all around it under fire{spots}."
        case do.Assault():
            where = names.spot(action.at, action.level)
            foes = [foe for foe in enemies(seen.state, seen.seat, action.at, action.level) if not seen_aboard(foe)]
            whom = names.named_or_counted(foes, FEW)
            return f"{_do(seen, action.units, 'assaults', 'assault')} {whom or 'the enemies'} at {where}."
        case do.Clear():
            how = "by hand" if action.how == "hand" else "by fire"
            return f"{_do(seen, (action.unit,), 'clears', 'clear')} the road at {hex} {how}."
        case _:
            return ""


def _of_other(seen: Seen[State], action: Any) -> str:
    match action:
        case do.Block():
            return f"a road block goes up at {names.place(action.at)} instead of {_who(seen, (action.instead,))}."
        case do.Lose():
            return f"{_do(seen, (action.unit,), 'is', 'are')} given up."
        case do.Hold():
            whose = "a marker of yours" if action.marker == CHECHENS else _whose(seen, action.marker)
            return f"{whose} goes first."
        case do.Add():
            return f"{_whose(seen, action.marker)} goes into the cup."
        case _:
            return ""


def _whose(seen: Seen[State], marker: MarkerId) -> str:
    """Name a marker, with what it activates where that is a formation."""
    ready = remarks.activated_by(seen, marker)
    return f"{names.marker(marker)} ({names.sorts(ready)})" if ready else names.marker(marker)


def _who(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    return names.units(remarks.units_of(seen, ids))


def _do(seen: Seen[State], ids: Iterable[UnitId], one: str, more: str) -> str:
    """Name units with the verb that goes with them; more than a few are counted by what they are."""
    units = remarks.units_of(seen, ids)
    return f"{names.named_or_counted(units, FEW)} {names.does(units, one, more)}"


def _faces(facing: str) -> str:
    return f", facing {FACES[facing]}" if facing in FACES else ""


def _turned(seen: Seen[State], action: do.Place) -> str:
    """Return which way a unit faces that is placed: as it is told to, else towards the enemy."""
    units = [
        unit for unit in remarks.units_of(seen, action.units) if (what := known(unit)) and what.kind != "leader"
    ]
    if action.facing or len(units) != 1 or action.at not in ground():
        return action.facing
    return faces(seen.state, units[0], action.at)


def _by(seen: Seen[State], action: do.Move) -> str:
    """Say by which streets units go."""
    units = [unit for unit in remarks.units_of(seen, action.units) if on_map(unit) and unit.counter.known]
    if not units or action.via or action.to not in ground():
        return ""
    streets = names.way(movement.way_to(seen.state, tuple(units), action.to, action.level))
    return f" by {streets}" if streets else ""


OPTIONS = {
    ("who", "all"): "everybody", ("who", "foot"): "only on foot", ("who", "vehicles"): "only vehicles",
    ("chance", "any"): "whoever can hit", ("chance", "third"): "who hits once in three",
    ("chance", "half"): "who hits every other time", ("to", ""): "as far as it comes",
    ("where", "cover"): "into cover", ("where", "here"): "where their vehicles stand",
    ("level", "upper"): "upstairs", ("level", "ground"): "on the ground",
    ("how", "fire"): "by fire", ("how", "hand"): "by hand",
}  # fmt: skip


NAMED = {
    "at": "at {}", "units": "with {}", "others": "with {}", "sniper": "with {}", "spotter": "spotted by {}",
    "via": "by {}", "onto": "on {}", "also": "or {}", "to": "up to {}",
}  # fmt: skip
"""What it means for an order that an option of it names something."""


def option(field: Field, value: Any) -> str:
    """Say what an option of an order does; "" for one that its name and value tell."""
    if field.name == "facing":
        return f"facing {FACES.get(value, 'as usual')}"
    if field.name in NAMED and not field.required and value:
        return NAMED[field.name]
    return OPTIONS.get((field.name, value), "") if field.choices or field.name == "to" else ""
