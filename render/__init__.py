"""Pictures: what a seat sees of a game, drawn; nothing else is known here."""

from __future__ import annotations

from collections.abc import Mapping

from render.dice import strip
from render.look import LOOKS, Look
from render.picture import Picture, Pictures
from render.strike import StrikePictures
from render.tide import TidePictures

PICTURES: Mapping[str, Pictures] = {"tide": TidePictures(), "strike": StrikePictures()}
"""Who draws a title, by its key."""

__all__ = ["LOOKS", "PICTURES", "Look", "Picture", "Pictures", "strip"]
