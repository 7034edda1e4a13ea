"""Events as sentences, given the state before them. The only sentences about what happened."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.english import sentences
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.words import battles, course

TELL = {**course.TELL, **battles.TELL}


def tell(seen: Seen[State], event: ev.Event) -> str:
    """Say what happened; "" for what needs no words."""
    say = TELL.get(type(event))
    return sentences(say(seen, event)) if say else ""
