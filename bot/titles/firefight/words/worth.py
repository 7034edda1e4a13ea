"""What is worth knowing of an order before it is given."""

from __future__ import annotations

from typing import Any

from bot.kernel.secret import Seen
from bot.titles.firefight.field import units
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES


def where(seen: Seen[State], piece: Any) -> str:
    """Return the hex of a unit or a work, as far as the seat may know it."""
    found = seen.state.units.get(piece) or seen.state.works.get(piece)
    hex = units.where(found) if found is not None else ""
    return "" if hex in BOXES else hex
