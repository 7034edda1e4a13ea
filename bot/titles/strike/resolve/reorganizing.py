"""Reorganization: recovery, exchanges between the boxes, replacements, rebuilding."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.titles.strike.field import boxes, counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Reorganization
from bot.titles.strike.model.table import Unit, UnitId
from bot.titles.strike.play import contact
from bot.titles.strike.play.contact import Play
from bot.titles.strike.resolve.battle import pay

PARTS: dict[type[do.Action], int] = {do.Recover: 0, do.Swap: 1, do.Replace: 2, do.Rebuild: 3}
"""12.2.1: the parts in their order; a deed of a later part closes the earlier ones."""


@case("12.0", "2.0")
def begin(play: Play) -> None:
    """A side reorganizes."""
    play.emit(ev.Begun(Reorganization(play.state.seat)))


def _reach(play: Play, step: Reorganization, part: int, tried: tuple[UnitId, ...] = ()) -> None:
    if part > step.part or tried:
        play.emit(ev.Changed(replace(step, part=part, tried=(*step.tried, *tried))))


def helper(state: State, trucks: Unit) -> Unit | None:
    """Return the best leader who can help disrupted trucks: in their area or next to it, not disrupted himself."""
    return max(counters.leaders_near(state, trucks.side, trucks.place), key=counters.rating, default=None)


def front_price(unit: Unit) -> int:
    """Return the operations rating on the front of a counter."""
    return counters.record(unit).full[1]


@case("12.1.1", "12.1.2")
def recover(play: Play, step: Reorganization, action: do.Recover) -> None:
    """Pay and roll: at most the support rating of the leader, for trucks that of the leader who helps them."""
    unit = play.state.units[action.unit]
    leader = helper(play.state, unit) if counters.is_kind(unit, "trucks") else None
    _reach(play, step, 0, (action.unit,))
    pay(play, unit.side, front_price(unit), "recovery")
    roll = play.dice.roll("recovery", 1)
    need = counters.rating(leader) if leader is not None else counters.record(unit).rating[0]
    by = leader.id if leader is not None else UnitId("")
    play.emit(ev.Recovery(unit.id, roll, need, roll.faces[0] <= need, by))


@case("12.2.1", "12.2.2", "12.2.3")
def swap(play: Play, step: Reorganization, action: do.Swap) -> None:
    """Exchange an army for two corps."""
    _reach(play, step, 1)
    play.emit(ev.Swapped(action.army, action.corps))


@case("12.3.4", "12.3.5", "9.3.3")
def replace_unit(play: Play, step: Reorganization, action: do.Replace) -> None:
    """Buy a unit back, or build an air unit up where it is."""
    unit = play.state.units[action.unit]
    _reach(play, step, 2)
    if counters.is_kind(unit, "luftwaffe"):
        pay(play, unit.side, front_price(unit), "replacement")
        play.emit(ev.Turned(unit.id, False, "rebuilt"))
        return
    pay(play, unit.side, boxes.replacement_price(unit, full=action.full), "replacement")
    down = counters.record(unit).reduced is not None and not action.full
    play.emit(ev.Replaced(unit.id, action.at, down))
    contact.abandoned(play)
    contact.settle(play)


@case("12.4.1")
def rebuild(play: Play, step: Reorganization, action: do.Rebuild) -> None:
    """Restore a reduced corps."""
    unit = play.state.units[action.unit]
    _reach(play, step, 3)
    pay(play, unit.side, front_price(unit), "rebuilding")
    play.emit(ev.Turned(unit.id, False, "rebuilt"))
