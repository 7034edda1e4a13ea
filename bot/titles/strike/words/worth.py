"""What is worth knowing of an order before it is given."""

from __future__ import annotations

from typing import Any

from bot.kernel.secret import Seen
from bot.titles.strike.field.counters import map_of
from bot.titles.strike.model.state import State


def where(seen: Seen[State], piece: Any) -> str:
    """Return the area of a unit."""
    found = seen.state.units.get(piece)
    return found.place if found is not None and found.place in map_of(seen.state) else ""
