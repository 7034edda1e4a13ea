"""What a player may say at any time: standing orders, and that they give up."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.decisions import Verb
from bot.kit.words import count
from bot.titles.tide.candidates import answering
from bot.titles.tide.field import units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.resolve import actions


def left_standing(seen: Seen[State], action: do.Resign) -> str:
    """Say how many units could fight on."""
    own = sum(1 for _ in units.of(seen.state, seen.seat))
    return f"you still have {count(own, 'unit')} on the map" if own else ""


ORDER: Verb[State, Event, None, do.Order] = Verb(do.Order, candidates=answering.orders, resolve=actions.order)
RESIGN: Verb[State, Event, None, do.Resign] = Verb(
    do.Resign, candidates=answering.resigns, resolve=actions.resign, warns=left_standing
)
