"""Capture of guns."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import units
from bot.titles.tide.model.table import UnitId


@case("FB-equip-9")
def take_over(play: Play, id: UnitId) -> None:
    """Let a unit that stays in a hex capture the guns there.

    A gun on Op Fire becomes fatigued, so it does not fire for its captor at once.
    """
    unit = play.state.units.get(id)
    if unit is None:
        return
    for gun in list(units.taken_by(play.state, unit)):
        play.emit(ev.Captured(gun.id, unit.side))
        if gun.activity == "op fire":
            play.emit(ev.Marked((gun.id,), "fatigued", "captured"))
