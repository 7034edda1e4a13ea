"""Interdiction: artillery that waits for whoever enters a hex (6.5.3, an option)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.titles.trap.model.table import HexId, UnitId
from bot.titles.trap.play.base import Play


def strike(play: Play, units: Sequence[UnitId], hex: HexId) -> None:
    """Fire at units that have just entered an interdicted hex."""
