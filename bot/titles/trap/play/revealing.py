"""Fog of war: the readers of counters are worked out again after every event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from bot.kernel.rule import case
from bot.kernel.secret import EVERYONE, Secret, private
from bot.titles.trap import events as ev
from bot.titles.trap.field.fog import readers
from bot.titles.trap.model.table import UnitId
from bot.titles.trap.play.base import Play

T = TypeVar("T")


@case("TRAP-3.6")
def look(play: Play) -> None:
    """Let counters be read, or no longer be read, where stacks and sight have changed."""
    units = play.state.units
    changed = {
        id: Secret(seats, units[id].counter.value)
        for id, seats in readers(play.state).items()
        if units[id].counter.readers != seats
    }
    if changed:
        play.emit(ev.Looked(changed))


@case("TRAP-3.6")
def show(play: Play, units: Iterable[UnitId]) -> None:
    """Reveal units in a fight: neither the firer nor the target can stay hidden."""
    hidden = [play.state.units[id] for id in units if not play.state.units[id].counter.out]
    if hidden:
        shown = {unit.id: private(unit.counter.open(), EVERYONE) for unit in hidden}
        play.emit(ev.Looked(shown, fighting=True))


def looking(go: Callable[[Play, T], bool] = lambda play, step: True) -> Callable[[Play, T], bool]:
    """Return the automatic continuation of a decision: counters are revealed first."""

    def look_first(play: Play, step: T) -> bool:
        look(play)
        return go(play, step)

    return look_first
