"""Events that get a picture: rounds, cards and attacks."""

from __future__ import annotations

from bot.kernel.game import Scene
from bot.kernel.secret import PUBLIC, Seen, redact
from bot.titles.firefight.field import names
from bot.titles.firefight.field.rolls import at_least
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model import events as ev
from bot.titles.firefight.model import fight_events as fight
from bot.titles.firefight.model import generator_events as cards
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES
from bot.titles.firefight.printed.cards import named
from bot.titles.firefight.printed.scenarios import scenarios
from bot.titles.firefight.words.generation import condition

RESULTS = {"missed": "missed", "hit": "hit", "destroyed": "destroyed"}


def scene(seen: Seen[State], event: Event) -> Scene | None:
    """Return the picture of an event, given the state before it; all players see it."""
    state = redact(seen.state, PUBLIC)
    match event:
        case ev.Opened():
            return Scene("phase", scenarios().found[event.scenario].name)
        case cards.CupEmptied():
            return Scene("phase", "The firefight is ready")
        case ev.RoundEnded():
            return Scene("phase", f"The end of round {event.round}")
        case ev.GameEnded():
            return Scene("phase", "The end of the battle")
        case cards.CardPlayed():
            card = event.played.card
            title = names.generator_card(card) if event.played.half == "top" else f"{named(card)}: units"
            return Scene("card", title, card=card)
        case cards.ConditionPlayed() if event.condition.half == "top":
            return Scene("card", condition(event.condition.card), card=event.condition.card)
        case cards.ActionCardPlayed():
            return Scene("card", names.action_card(event.card), card=event.card)
        case fight.Attacked() if event.roll is not None:
            return _attack(state, event)
        case _:
            return None


def _attack(state: State, event: fight.Attacked) -> Scene:
    assert event.roll is not None
    fallen = names.work(state.works[event.work]) if event.work in state.works else "what was dug there"
    target = names.unit(state, event.target) or fallen
    who = names.units(state, event.units) or {"artillery": "Artillery", "mines": "Mines"}.get(
        event.kind, "An attack"
    )
    start = _start(state, event)
    line = (start, event.hex) if start and start != event.hex else None
    chance = float(at_least(event.need - event.caps))
    missed = event.result == "missed"
    need = f"{event.need} or more" + (f", {event.caps:+} CAP" if event.caps else "")
    return Scene(
        "fight",
        f"{who} at {target}: {RESULTS[event.result]}",
        tuple(dict.fromkeys([*([start] if start else []), event.hex])),
        line,
        (event.roll,),
        (),
        (need,),
        1 - chance if missed else chance,
        "A miss" if missed else "A hit",
    )


def _start(state: State, event: fight.Attacked) -> HexId | None:
    """Return the hex from which an attack comes, if it is public."""
    hexes = [where(state.units[id]) for id in event.units if id in state.units]
    return next((hex for hex in hexes if hex not in BOXES), None)
