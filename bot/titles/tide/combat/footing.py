"""Rolls for entered hexes: balkas, ice, bridges in winter, mines, fougasses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat
from bot.titles.tide import events as ev
from bot.titles.tide.combat import fires, hits, shock
from bot.titles.tide.combat.capture import take_over
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, hazards, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.table import Ground, HexId, UnitId, Vehicle
from bot.titles.tide.printed.tables import tables


def tread(play: Play, movers: Sequence[UnitId], origin: HexId, *, stops: bool) -> tuple[UnitId, ...]:
    """Roll for the hex that units have entered; return the units that must stop.

    The units came from `origin`. `stops` is true if they meant to end their move there.
    """
    first = play.state.units[movers[0]]
    before = {each: getattr(play.state.units[each], "damage", "") for each in movers}
    stuck = [each for each in movers if _balka(play, each, origin)]
    for each in movers:
        _ice(play, each)
    stuck += (each for each in movers if _bridge(play, each))
    _instant_mines(play, movers, stops=stops)
    for each in movers:
        unit = play.state.units.get(each)
        if unit is not None and board.works_at(play.state, unit.hex, "mines"):
            mine(play, unit)
    if fires.spring(play, first.side, first.hex):
        shock.befall(play, first.id, "fougasse")
    hurt = [id for id in movers if id in play.state.units and before[id] != _damage(play.state.units[id])]
    return tuple(each for each in dict.fromkeys((*stuck, *hurt)) if each in play.state.units)


def _damage(unit: AnyUnit) -> str:
    return unit.damage if isinstance(unit, Vehicle) else ""


def _test(play: Play, unit: AnyUnit, what: Ground, dice: int, need: int) -> bool:
    """Roll for the terrain; return true if any die means harm."""
    roll = play.dice.roll(what, dice)
    harmed = roll.count(need) > 0
    play.emit(ev.Tested(unit.id, unit.hex, what, roll, need, harmed))
    return harmed


@case("FB-balka-3")
def _balka(play: Play, id: UnitId, origin: HexId) -> bool:
    """Roll for a vehicle on the side of a balka; return true if it is stuck."""
    unit = play.state.units[id]
    if not isinstance(unit, Vehicle) or not hazards.crosses_balka(play.state, unit, origin, unit.hex):
        return False
    if not _test(play, unit, "balka", 1, tables().numbers.slip.balka):
        return False
    hits.damage(play, unit, 1)
    return True


@case("FB-stream-4")
def _ice(play: Play, id: UnitId) -> None:
    """Roll for the ice of a frozen stream, and for harm if it breaks."""
    unit, numbers = play.state.units.get(id), tables().numbers.ice
    if unit is None:
        return
    dice, breaks = hazards.ice(play.state, unit, unit.hex)
    if not dice or not _test(play, unit, "ice", dice, breaks):
        return
    net = _blow(play, unit, "ice", Modifier("FB-stream-4", "broken ice", numbers.dice), numbers.face)
    if isinstance(unit, Vehicle) and net >= numbers.sinks:
        hits.destroy(play, id, "sunk")
    else:
        hits.suffer(play, id, net, "normal")


@case("FB-bridge-2")
def _bridge(play: Play, id: UnitId) -> bool:
    """Roll for a truck on a bridge in winter; return true if it slides and stops."""
    unit = play.state.units.get(id)
    if unit is None or not hazards.slides(play.state, unit, unit.hex):
        return False
    return _test(play, unit, "bridge", 1, tables().numbers.slip.bridge)


@case("FB-mines-1", "FB-mines-2", "FB-mines-5", "FB-mines-6", "TOI-2.4b")
def _instant_mines(play: Play, movers: Sequence[UnitId], *, stops: bool) -> None:
    """Roll for safe passage through instant mines.

    A unit that stops there uses the mines up, harmed or not.
    """
    there = [unit for each in movers if (unit := play.state.units.get(each)) is not None]
    mines = [work for unit in there[:1] for work in board.works_at(play.state, unit.hex, "instant-mines")]
    if not mines:
        return
    numbers = tables().numbers
    bonus = (Modifier("FB-mines-2", "it stops there", numbers.passage.stopping),) if stops else ()
    for unit in there:
        if units.is_special(unit, "engineer"):
            shock.reveal(play, unit.id)
            continue
        need = hazards.passage(play.state, unit, unit.hex)
        roll = play.dice.roll("safe passage", 1)
        harmed = roll.faces[0] + sum(part.n for part in bonus) < need
        play.emit(ev.Tested(unit.id, unit.hex, "instant mines", roll, need, harmed, bonus, stops))
        if harmed:
            parts = Modifier("FB-mines-5", "instant mines", numbers.mines.dice)
            hits.suffer(play, unit.id, _blow(play, unit, "instant mines", parts, numbers.mines.face), "normal")
    if stops:
        play.emit(ev.WorkRemoved(mines[0].id, "used up"))


@case("TOI-9.4", "TOI-2.4b")
def mine(play: Play, unit: AnyUnit) -> None:
    """Roll a minefield against a unit; engineers pass it unharmed."""
    if units.is_special(unit, "engineer"):
        shock.reveal(play, unit.id)
        return
    printed = tables().numbers.mines
    net = _blow(play, unit, "mines", Modifier("TOI-9.4", "minefield", printed.dice), printed.face)
    hits.suffer(play, unit.id, net, "normal")


Underfoot = Literal["mines", "instant mines", "ice"]


def _blow(play: Play, unit: AnyUnit, how: Underfoot, part: Modifier, face: int) -> int:
    """Roll dice without defence, and return the hits."""
    shock.befall(play, unit.id, how)
    roll = play.dice.roll(part.why, part.n)
    net = roll.count(face)
    play.emit(
        ev.Attacked(
            how=how, side=Seat(""), by=(), hex=unit.hex, mode="normal", band="area", hit=face, roll=roll,
            modifiers=(part,), defences=(ev.Defence(unit.id, net=net),), hits=net,
        )
    )  # fmt: skip
    return net


@case("TOI-9.4")
def set_foot(play: Play, id: UnitId, origin: HexId, hex: HexId) -> None:
    """Apply the hazards of a hex to a unit that an assault moved there.

    The unit also captures the guns in the hex.
    """
    tread(play, (id,), origin, stops=True)
    take_over(play, id)
    mined = bool(board.works_at(play.state, hex, "mines"))
    if mined and id in play.state.units and play.state.units[id].activity != "fatigued":
        play.emit(ev.Marked((id,), "fatigued", "minefield"))
