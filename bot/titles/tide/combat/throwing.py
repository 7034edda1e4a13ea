"""Molotov cocktails are thrown."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.kit import odds
from bot.titles.tide import events as ev
from bot.titles.tide.combat.kindling import kindle
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import molotovs, units
from bot.titles.tide.field.molotovs import Throw
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.steps import Rerolling
from bot.titles.tide.model.table import Face, HexId, UnitId
from bot.titles.tide.printed.tables import tables


@case("FI-molotov-1", "FI-molotov-3", "FB-expert-1")
def throw(play: Play, unit: AnyUnit, hex: HexId) -> None:
    """Throw Molotov cocktails.

    Experts may reroll dice before the throw takes effect, since a fire can be too strong.
    """
    thrown = molotovs.throw(play.state, unit, hex)
    assert not isinstance(thrown, Wrong)
    roll = play.dice.roll("Molotov cocktails", thrown.dice)
    if most := min(thrown.rerolls, len(roll.faces)):
        play.emit(
            ev.Thrown(unit.id, hex, roll, tables().numbers.molotov.face),
            ev.Begun(Rerolling(unit.side, unit.id, hex, roll.faces, most)),
        )
    else:
        _set_on_fire(play, unit, thrown, roll, ())


@case("FB-expert-1")
def throw_again(play: Play, step: Rerolling, dice: tuple[Face, ...]) -> None:
    """Reroll these dice of a throw and apply it; the other dice stay."""
    unit = play.state.units[step.unit]
    thrown = molotovs.throw(play.state, unit, step.hex)
    assert not isinstance(thrown, Wrong)
    kept = Counter(step.faces) - Counter(molotovs.FACES.index(face) + 1 for face in dice)
    again = play.dice.roll("expert reroll", len(dice))
    _set_on_fire(play, unit, thrown, again, tuple(kept.elements()))


@case("FI-molotov-1", "FI-molotov-3")
def _set_on_fire(play: Play, unit: AnyUnit, thrown: Throw, roll: Roll, kept: tuple[int, ...]) -> None:
    """Apply a throw: hits that get through set the hex on fire, without other losses."""
    numbers = tables().numbers.molotov
    faces = (*kept, *roll.faces)
    made = sum(face >= numbers.face for face in faces)
    shelter = play.dice.roll("defence", thrown.cover) if made and thrown.cover else None
    net = max(0, made - (shelter.count(tables().numbers.defence.face) if shelter else 0))
    play.emit(
        ev.Attacked(
            how="molotov", side=unit.side, by=(unit.id,), hex=thrown.hex, mode="normal", band="close",
            hit=numbers.face, roll=roll, modifiers=thrown.attack, hits=made, chance=_chance(thrown, net),
            kept=kept,
            defences=(ev.Defence(UnitId(""), thrown.defence, shelter, thrown.cover, False, net),),
        )
    )  # fmt: skip
    if net:
        kindle(play, thrown.hex, strong=any(face >= numbers.strong for face in faces))


@case("FI-molotov-1")
def use_up(play: Play, seat: Seat) -> None:
    """Count one throw of a side's Molotov cocktails."""
    boon = units.molotovs(play.state, seat)
    assert boon is not None
    play.emit(ev.Used((boon,)))
    if boon.n > 1:
        play.emit(ev.Given(replace(boon, n=boon.n - 1)))


def _chance(thrown: Throw, net: int) -> float:
    left = molotovs.hits_left(thrown)
    return float(odds.at_least(left, net) if net else left[0])
