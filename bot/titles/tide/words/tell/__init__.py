"""Events as sentences, from the state before them as a seat sees it.

No other sentences report events.
"""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.words.tell import cards, course, fights, works
from bot.titles.tide.words.tell.phrases import TELL

__all__ = ["cards", "course", "fights", "tell", "works"]


def tell(seen: Seen[State], event: ev.Event) -> str:
    """Report an event; "" if it needs no words."""
    say = TELL.get(type(event))
    return say(seen, event) if say else ""
