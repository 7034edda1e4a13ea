"""What is worked out for a position, and remembered."""

from __future__ import annotations

from typing import Any

from bot.kit.memo import Memo

PLACES: Memo[Any] = Memo("units", "field")
"""What follows from where the units are."""
WORKS: Memo[Any] = Memo("works")
"""What follows from where the works are."""
WEATHER: Memo[Any] = Memo("conditions", "round")
"""What follows from the weather."""
SIGHT: Memo[Any] = Memo("field", "smoke", "conditions", "round")
"""What follows from what lies between places, and from the weather."""
POSITION: Memo[Any] = Memo(
    "units", "field", "works", "smoke", "players", "options", "intrusions", "turn", "round", "record",
    "conditions", "steps",
)  # fmt: skip
"""What follows from the whole position."""
BOARDS: Memo[Any] = Memo("units", "field", "works", "smoke", "control", "record", "players", "solo")
"""What follows from what lies on the map and on the record boards while a battle is generated."""
