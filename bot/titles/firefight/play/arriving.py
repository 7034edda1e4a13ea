"""Movement along a path: the effects of each hex entered, and reasons to stop."""

from __future__ import annotations

from typing import Literal

from bot.kernel.rule import case
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import works
from bot.titles.firefight.field.movement import Way
from bot.titles.firefight.field.units import kind
from bot.titles.firefight.model.ids import Facing, HexId, UnitId
from bot.titles.firefight.model.table import BOXES
from bot.titles.firefight.play import mines
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.control import take_control
from bot.titles.firefight.play.cover import take_cover
from bot.titles.firefight.play.revealing import uncover
from bot.titles.firefight.play.settling import pay_up_to


def arrived(play: Play, unit: UnitId, came: HexId) -> bool:
    """Apply the effects of an entered hex; return false if the unit stops there.

    Passing units take control markers too.
    """
    leave_hole(play, unit)
    take_control(play)
    uncover(play)
    stopped = mines.set_off(play, unit)
    if play.state.units[unit].hex in BOXES:
        return False
    crush(play, unit)
    take_cover(play, unit)
    return not stopped and play.state.units[unit].hex != came


@case("COH-6.1b")
def leave_hole(play: Play, id: UnitId) -> None:
    """Remove a hasty defence when the unit that dug it moves or turns."""
    for work in [work for work in play.state.works.values() if work.digger == id]:
        play.emit(ev.WorkGone(work.id, "left"))


@case("COH-6.1h", "COH-6.1b")
def turned(play: Play, id: UnitId) -> None:
    """Apply the effects of turning in a hex: mines explode, a hasty defence is lost."""
    leave_hole(play, id)
    mines.set_off(play, id)


@case("COH-6.1g")
def crush(play: Play, id: UnitId) -> None:
    """Tracked vehicles crush barbed wire."""
    unit = play.state.units[id]
    work = works.at(play.state, unit.hex)
    if work is not None and work.kind == "wire" and kind(unit).mode == "tracks":
        play.emit(ev.WorkGone(work.id, "crushed"))


# Wire.


# FF-R63
@case("COH-6.1g")
def through_wire(play: Play, id: UnitId, to: HexId, cost: int) -> bool:
    """Roll for a foot unit that enters wire; return false if it cannot pay.

    The die adds to the cost of the move. A group pays for its most expensive unit.
    """
    work = works.at(play.state, to)
    if work is None or work.kind != "wire" or not kind(play.state.units[id]).foot:
        return True
    roll = play.dice.roll("wire", 1)
    passed = pay_up_to(play, cost + roll.faces[0])
    play.emit(ev.WireRolled(id, to, roll, not passed))
    return passed


def go(play: Play, id: UnitId, plan: Way, facing: Facing, bonus: bool = False, before: int = 0) -> bool:
    """Move a unit along a path; return false if something stops it.

    After a unit has entered the map, the whole path is a bonus move. `before` is the cost of its action so far.
    """
    for n, (start, to) in enumerate(zip(plan.path, plan.path[1:], strict=False)):
        last = n == len(plan.path) - 2
        if not through_wire(play, id, to, before + plan.cost):
            return False
        faces = facing if last else play.state.units[id].facing
        how: Literal["move", "bonus"] = "bonus" if n or bonus else "move"
        play.emit(ev.Moved(id, (start, to), faces, 0 if n else plan.cost, how, play.state.turn))
        if not arrived(play, id, start):
            return False
    return True
