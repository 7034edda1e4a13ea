"""The beginning of a march, changes of its plan, and its early end."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.kernel.secret import Secret, private
from bot.titles.tide import events as ev
from bot.titles.tide.combat import capture
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.steps import Intent, March
from bot.titles.tide.model.table import UnitId


def planned(step: March, **changes: Any) -> March:
    """Return a march with a changed plan."""
    return replace(step, plan=Secret(step.plan.readers, replace(step.plan.open(), **changes)))


def halt(play: Play, step: March, unit: AnyUnit) -> None:
    """End a march early: the unit is fatigued, and steps back if it cannot stay."""
    play.emit(ev.Ended())
    if not units.has_room(play.state, unit.hex, unit) and units.aboard(play.state, unit) is None:
        play.emit(ev.Moved(unit.id, step.last_free, back=True))
    use_up_mines(play, step, play.state.units[unit.id])
    capture.take_over(play, unit.id)
    tire(play, step)


@case("FB-mines-6")
def use_up_mines(play: Play, step: March, unit: AnyUnit) -> None:
    """Remove the instant mines of a hex that a unit meant to cross but stopped in."""
    for work in board.works_at(play.state, unit.hex, "instant-mines"):
        if step.meant_to_cross(unit.hex):
            play.emit(ev.WorkRemoved(work.id, "used up"))


def tire(play: Play, step: March) -> None:
    """Fatigue the marching unit, and the gun that moved with it."""
    units = (unit for each in (step.unit, step.gun) if (unit := play.state.units.get(each)) is not None)
    if tired := tuple(unit.id for unit in units if unit.activity != "fatigued"):
        play.emit(ev.Marked(tired, "fatigued"))


def begin_march(play: Play, unit: AnyUnit, verb: str, plan: Intent, gun: UnitId) -> None:
    """Begin the march of a unit, with the gun that it moves."""
    play.emit(ev.Begun(March(unit.id, verb, private(plan, unit.side), unit.hex, unit.hex, gun=gun)))
