"""What is worked out for a position, and remembered."""

from __future__ import annotations

from bot.kit.memo import Memo
from bot.titles.trap.model.state import State

PLACES: Memo[State] = Memo("units", "scenario")
"""What follows from where the units are."""
POSITION: Memo[State] = Memo(
    "units", "turn", "rubble", "roadblocked", "wrecks", "batteries", "spent", "acted", "steps", "control",
    "entered", "restricted", "scenario", "options",
)  # fmt: skip
"""What follows from the whole position."""
