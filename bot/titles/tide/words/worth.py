"""What is worth knowing of an order before it is given."""

from __future__ import annotations

from typing import Any

from bot.kernel.secret import Seen
from bot.titles.tide.field.units import map_of
from bot.titles.tide.model.state import State


def where(seen: Seen[State], piece: Any) -> str:
    """Return the hex of a unit or a fortification, or of a target that is a hex."""
    found = seen.state.units.get(piece) or seen.state.works.get(piece)
    hex = found.hex if found is not None else piece
    return hex if hex in map_of(seen.state) else ""
