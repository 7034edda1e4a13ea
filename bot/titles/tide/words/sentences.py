"""Orders as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.secret import Seen
from bot.kit.advice import Advice
from bot.kit.english import join
from bot.titles.tide.field import board, movement, names, underway, units
from bot.titles.tide.field.names import article
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Keeping, OnTheWay, OpFireChance
from bot.titles.tide.model.table import CardId, Figure, ShelterId, UnitId
from bot.titles.tide.printed.tables import key_of, tables
from bot.titles.tide.words import remarks
from bot.titles.tide.words.reasons import WHY

DEEDS = {
    "dig": "digs in", "heal": "heals", "smoke": "lays smoke", "quench": "puts out the fire",
    "molotov": "throws Molotov cocktails",
}  # fmt: skip
PLAIN: dict[type[do.Action], str] = {
    do.Deploy: "Your remaining units stand as the scenario suggests.",
    do.Stop: "You take no more actions in this Action Phase.",
    do.Done: "You do nothing more here.",
    do.Resign: "You give the battle up.",
}


def spoken(seen: Seen[State], action: Any) -> str:
    """Say an order as a sentence; "" if its fields already do."""
    step = seen.state.steps[-1] if seen.state.steps else None
    if isinstance(action, do.Done) and isinstance(step, OnTheWay):
        return f"{_who(seen, step.unit)} continues its order."
    if (plain := PLAIN.get(type(action))) is not None:
        return plain
    match action:
        case do.Advance():
            return f"{_who(seen, action.unit)} {_goes(seen, action)}."
        case do.Fire():
            return f"{_who(seen, action.unit)}{_with(seen, action.support)} {_fires(seen, action)}."
        case do.FireAndMove():
            fires, goes = _fires(seen, action), _goes(seen, action)
            first, then = (goes, fires) if action.first == "move" else (fires, goes)
            return f"{_who(seen, action.unit)} {first}, then {then}."
        case do.Assault():
            goes = f"{_goes(seen, action)} and " if action.to else ""
            storms = f"{goes}storms {action.target}{_with(seen, action.support)}".rstrip(",")
            return f"{_who(seen, action.unit)} {storms}."
        case do.Shoot():
            return f"{_who(seen, action.unit)}{_with(seen, action.support)} {_shoots(seen, action)}."
        case do.Hold():
            asked = isinstance(step, OpFireChance)
            return "Your units hold their fire." if asked else "Your unit stays where it is."
        case _:
            return _of_unit(seen, action)


def _of_unit(seen: Seen[State], action: Any) -> str:
    match action:
        case do.OpFire():
            who = join(_who(seen, unit) for unit in action.units)
            does, it, its = ("goes", "it", "its") if len(action.units) == 1 else ("go", "they", "their")
            return f"{who} {does} on Op Fire: {it} may fire when an enemy moves in {its} sight."
        case do.Fatigue():
            return f"{_who(seen, action.unit)} does nothing and is fatigued."
        case do.Special():
            helped = _with(seen, filter(None, (action.helper,)))
            aim = f" {_who(seen, action.patient)}" if action.patient else f" at {action.hex}" if action.hex else ""
            return f"{_who(seen, action.unit)}{helped} {DEEDS[action.deed]}{aim}."
        case do.Retreat():
            return f"{_who(seen, action.unit)} retreats to {action.to}."
        case do.Place():
            hidden = ", concealed" if action.concealed else ""
            return f"{_who(seen, action.unit)} stands at {action.hex}{_into(seen, action.into)}{hidden}."
        case do.Transfer():
            back = f", for {_some(action.back)} in exchange" if action.back else ""
            gives = f"{_some(action.figures)} to {_who(seen, action.taker)}"
            return f"{_who(seen, action.giver)} hands {gives}{back}."
        case do.Join():
            verb = "joins" if len(action.units) == 1 else "join"
            who = join(_who(seen, unit) for unit in action.units)
            return f"{who} {verb} the defence." if who else "Your concealed squads stay out of it."
        case do.Remove():
            if action.figure:
                return f"{_who(seen, action.unit)} loses {article(names.SINGULARS[action.figure])}."
            kept = isinstance(seen.state.steps[-1], Keeping)
            return f"{_who(seen, action.unit)} {'gives up its special round' if kept else 'takes the hit'}."
        case _:
            return _of_command(seen, action)


def _of_command(seen: Seen[State], action: Any) -> str:
    """Say what is done with cards and command."""
    match action:
        case do.PlayCard():
            aims = [
                *([f"on {_who(seen, action.unit)}"] if action.unit else []),
                *([f"at {action.hex}"] if action.hex else []),
                *([f"against {_card(action.against)}"] if action.against else []),
                *([f"in direction {action.direction}"] if action.direction else []),
            ]
            return f"You play {' '.join([_card(action.card), *aims])}."
        case do.Draw():
            return f"You draw a card from {names.deck(action.deck)}."
        case do.Subvert():
            return f"You pay 2 command to discard {_card(action.card)}."
        case do.Spend() if action.munition:
            return (
                f"{_who(seen, action.unit)} gets a special round, {names.ROUNDS[action.munition]}, for 1 command."
            )
        case do.Spend():
            return f"You put {action.command} command on your initiative card."
        case _:
            return ""


def _some(figures: Iterable[Figure]) -> str:
    """List figures as one hands them over: "an officer and 2 regulars"."""
    counts = Counter(figures)
    listed = join(
        article(names.SINGULARS[kind]) if n == 1 else f"{n} {names.PLURALS[kind]}" for kind, n in counts.items()
    )
    return listed or "nothing"


def _card(id: CardId) -> str:
    found = tables().cards.get(key_of(id))
    return found.name if found is not None else id


def _who(seen: Seen[State], id: str) -> str:
    """Name a unit; units of other sides are named with their side."""
    unit = seen.state.units.get(UnitId(id))
    if unit is None:
        return id
    return names.unit(unit) if unit.side == seen.seat else f"the {names.full(unit)}"


def _with(seen: Seen[State], support: Iterable[UnitId]) -> str:
    friends = [_who(seen, unit) for unit in support]
    return f", with {join(friends)}," if friends else ""


def _into(seen: Seen[State], into: ShelterId) -> str:
    return f" in {names.shelter(seen.state, into)}" if into else ""


def _goes(seen: Seen[State], action: do.Advance | do.FireAndMove | do.Assault) -> str:
    """Say where a unit goes, and by which hexes."""
    state = seen.state
    unit = units.unit_at(state, action.unit)
    goal = f"goes to {action.to}"
    if unit is not None and unit.hex == action.to:
        goal = f"stays at {action.to}"
    elif unit is not None and all(hex in board.map_of(state) for hex in (action.to, *action.via)):
        found = underway.way(state, unit, action.to, action.via)
        passed = found.path[:-1] if isinstance(found, movement.Way) else ()
        goal += f" by {join(passed)}" if passed else ""
    clears = f", clears the wire at {join(action.clear)}" if action.clear else ""
    into = "" if isinstance(action, do.Assault) or not action.into else action.into
    gets_in = f" and gets into {names.shelter(state, ShelterId(into))}" if into else ""
    crew = getattr(action, "crew", "")
    return f"{goal}{clears}{gets_in}{f', moved along by {_who(seen, crew)}' if crew else ''}"


def _fires(seen: Seen[State], action: do.Fire | do.FireAndMove) -> str:
    unit = units.unit_at(seen.state, action.target)
    aim = f"{_who(seen, action.target)} at {unit.hex}" if unit is not None else action.target
    return f"fires {_using(action.using)}at {aim}{_mode(action.mode)}"


def _shoots(seen: Seen[State], action: do.Shoot) -> str:
    step = seen.state.steps[-1] if seen.state.steps else None
    aim = f" at {_who(seen, step.target)}" if isinstance(step, OpFireChance) else ""
    return f"fires{f' {_using(action.using)}'.rstrip()}{aim}{_mode(action.mode)}"


def _using(figures: Iterable[str]) -> str:
    named = [names.SINGULARS.get(figure, figure) for figure in figures]
    return f"only with its {join(named)} " if named else ""


def _mode(mode: str) -> str:
    return ", to suppress" if mode == "suppressive" else ""


AFTER_FIRE: Mapping[str, str] = {
    "": "when fired at: as your standing orders say, or else you are asked",
    "ask": "when fired at: stop and ask me",
    "go on": "when fired at: continue",
    "stop": "when fired at: stop there",
}
"""A moving unit's reaction to fire or surprise."""
CHANGED: Mapping[tuple[str, Any], str] = {
    ("mode", "normal"): "to kill",
    ("mode", "suppressive"): "to suppress",
    ("first", "fire"): "fire first",
    ("first", "move"): "move first",
    ("concealed", True): "concealed",
    ("concealed", False): "not concealed",
}
NAMED: Mapping[str, str] = {
    "support": "with {}", "helper": "with {}", "crew": "moved along by {}", "only": "only the {}",
    "mg_only": "only the MG of {}", "clear": "clearing the wire at {}", "via": "by {}",
}  # fmt: skip
"""The role in the order of a thing that an option names."""


def option(field: Field, value: Any) -> str:
    """Describe an option's effect: fire mode, figures, support, reaction to fire."""
    if field.name == "after_fire" and value in AFTER_FIRE:
        return AFTER_FIRE[value]
    if field.name == "using":
        named = [names.PLURALS[kind] if kind in names.RIFLES else names.SINGULARS[kind] for kind in value]
        return f"only the {join(named)}" if named else "with all that helps"
    if field.name == "figure" and value:
        return article(names.SINGULARS[value])
    if field.name == "back" and value:
        return f"for {_some(value)}"
    if field.name == "to" and not field.required:
        return "from {}"
    return NAMED.get(field.name, "") or ("" if field.many else CHANGED.get((field.name, value), ""))


ADVICE: Advice[State] = Advice(
    remarks.where, remarks.weigh, spoken, remarks.beforehand, remarks.threats, WHY.why, option=option
)
