"""Results that are computed for a position and remembered."""

from __future__ import annotations

from typing import Any

from bot.kit.memo import Memo

PLACES: Memo[Any] = Memo("units", "field")
"""Results that depend on the units' hexes."""
WORKS: Memo[Any] = Memo("works")
"""Results that depend on the works' hexes."""
WEATHER: Memo[Any] = Memo("conditions", "round")
"""Results that depend on the weather."""
SIGHT: Memo[Any] = Memo("field", "smoke", "conditions", "round")
"""Results that depend on the ground, smoke and weather between hexes."""
POSITION: Memo[Any] = Memo(
    "units", "field", "works", "smoke", "players", "options", "intrusions", "turn", "round", "record",
    "conditions", "steps",
)  # fmt: skip
"""Results that depend on the whole position."""
BOARDS: Memo[Any] = Memo("units", "field", "works", "smoke", "control", "record", "players", "solo")
"""Results that depend on the map and the record boards during generation."""
