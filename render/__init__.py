"""Pictures of a game as a seat sees it. No other module draws."""

from __future__ import annotations

from render.dice import strip
from render.look import LOOKS, Look
from render.picture import Picture, Pictures

__all__ = ["LOOKS", "Look", "Picture", "Pictures", "strip"]
