"""What is worth knowing of an order before it is given."""

from __future__ import annotations

from typing import Any

from bot.kernel.secret import Seen
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model.state import State


def where(seen: Seen[State], piece: Any) -> str:
    """Return the hex of a unit."""
    found = seen.state.units.get(piece)
    return found.hex if found is not None and found.hex in ground() else ""
