"""Pictures: what a seat sees of a game, drawn; nothing else is known here."""

from __future__ import annotations

from render.dice import strip
from render.look import LOOKS, Look
from render.picture import Picture, Pictures

__all__ = ["LOOKS", "Look", "Picture", "Pictures", "strip"]
