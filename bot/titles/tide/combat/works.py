"""Works come onto the map."""

from __future__ import annotations

from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.model.table import HexId, Work, WorkId


def build(play: Play, kind: str, hex: HexId) -> WorkId:
    """Place a work on the map and return its id."""
    work = WorkId(f"w{play.state.serial + 1}")
    play.emit(ev.WorkPlaced(Work(work, kind, hex, play.state.round)))
    return work
