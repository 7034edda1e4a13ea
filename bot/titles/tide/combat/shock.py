"""Revealed squads, interrupted marches and suppressed squads."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.field.marches import marches
from bot.titles.tide.model.table import Befallen, Morale, Squad, UnitId


@case("TOI-12.1b")
def reveal(play: Play, *units: UnitId) -> None:
    """Reveal squads that can no longer hide: attackers, supporters and targets."""
    for unit in units:
        squad = play.state.units.get(unit)
        if isinstance(squad, Squad) and squad.concealed:
            play.emit(ev.Revealed(unit, squad.base.open()))
            _surprise(play, squad)


@case("TOI-6.1f")
def _surprise(play: Play, shown: Squad) -> None:
    """Record that a squad was revealed during an enemy's march."""
    for march in marches(play.state):
        mover = play.state.units.get(march.unit)
        if mover is not None and mover.side != shown.side:
            befall(play, mover.id, "revealed")


@case("TOI-6.1f")
def befall(play: Play, unit: UnitId, what: Befallen) -> None:
    """Record an interruption of a marching unit. Its owner is then asked for its move."""
    if any(march.unit == unit for march in marches(play.state)):
        play.emit(ev.Befell(unit, what))


@case("TOI-4.9", "TOI-5.4d", "TOI-5.4e")
def shake(play: Play, squad: Squad, morale: Morale, why: str = "") -> None:
    """Pin or disrupt a squad; a squad on Op Fire also becomes fatigued."""
    play.emit(ev.Suppressed(squad.id, morale, why))
    if squad.activity == "op fire":
        play.emit(ev.Marked((squad.id,), "fatigued", "suppressed"))
