"""The account of a move: sentences and pictures of events, and revelations."""

from __future__ import annotations

from bot.kernel.game import Scene
from bot.kernel.rule import case
from bot.kernel.secret import Seen
from bot.kit.events import has_picture, openly, tell_openly
from bot.titles.firefight import events as ev
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit, Work


def tell(seen: Seen[State], event: ev.Event) -> str:
    """Return the sentences for an event, or "" if it needs none.

    All players read the same text, except for secrets that an event itself shows to a player.
    """
    return tell_openly(seen, event)


def scene(seen: Seen[State], event: ev.Event) -> Scene | None:
    """Return the picture of an event, given the state before it; all players see it."""
    return event.scene(openly(seen)) if has_picture(event) else None


COMING = (ev.Moved, ev.Entered, ev.Loaded, ev.Unloaded, ev.Hid, ev.Shown, ev.UnitsPlaced)
"""Events that move a unit near hidden pieces or into their sight.

The pieces may also be mines.
"""
STIRRING = (ev.Faced, ev.WorkLaid, ev.DefencePlaced)
"""Events that may set a unit or counter on mines in its hex."""


@case("COH-6.4b", "COH-6.4d", "COH-6.1h")
def searches(seen: Seen[State], event: ev.Event) -> bool:
    """Return true if an event may have revealed a piece hidden from a player."""
    pieces: tuple[Unit | Work, ...] = tuple(seen.state.works.values())
    if isinstance(event, COMING):
        pieces = (*pieces, *seen.state.units.values())
    elif not isinstance(event, STIRRING):
        return False
    return any(piece.hiding is not None and not piece.hiding.known for piece in pieces)
