"""Which events people want to see: the ends of phases, and battles with their dice."""

from __future__ import annotations

from bot.kernel.game import Scene
from bot.kernel.secret import Seen
from bot.titles.strike.field import combat, names
from bot.titles.strike.field.names import RESULTS
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.printed.tables import tables

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
