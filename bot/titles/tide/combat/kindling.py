"""Fires are lit and put out."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.tide import events as ev
from bot.titles.tide.combat import shock
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, flames
from bot.titles.tide.field.board import STRONG, WEAK
from bot.titles.tide.model.table import HexId, Morale, Squad, Work, WorkId


@case("FI-place-1", "FI-place-2")
def kindle(play: Play, hex: HexId, *, strong: bool = False) -> None:
    """Place a fire in a hex, or make a weak fire strong.

    Squads in the hex are pinned, or disrupted by a strong fire.
    """
    burning = board.fire_at(play.state, hex)
    if burning is None:
        work = WorkId(f"w{play.state.serial + 1}")
        play.emit(ev.WorkPlaced(Work(work, STRONG if strong else WEAK, hex, play.state.round)))
    elif burning.kind == WEAK:
        strong = True
        play.emit(ev.WorkTurned(burning.id, STRONG))
    else:
        return
    morale: Morale = "disrupted" if strong else "pinned"
    for unit in flames.exposed(play.state, hex):
        if isinstance(unit, Squad) and unit.morale in ("", "pinned" if strong else ""):
            shock.reveal(play, unit.id)
            shock.shake(play, unit, morale, "fire")


@case("FI-quench-1", "FI-quench-2")
def quench(play: Play, hex: HexId) -> None:
    """Put out a weak fire, or make a strong fire weak."""
    burning = board.fire_at(play.state, hex)
    assert burning is not None
    if burning.kind == STRONG:
        play.emit(ev.WorkTurned(burning.id, WEAK, "quenched"))
    else:
        play.emit(ev.WorkRemoved(burning.id, "quenched"))
