"""Fires: how they come about, what they do to units, how they are put out; fougasses that go off."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.kit import odds
from bot.titles.tide.cards.barrage import area_targets
from bot.titles.tide.field import flames, units
from bot.titles.tide.field.fire import Plan
from bot.titles.tide.field.flames import DIRECTIONS, FOUGASSE, STRONG, WEAK, Throw
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.steps import Rerolling
from bot.titles.tide.model.table import Face, HexId, Morale, Squad, UnitId, Work, WorkId
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.resolve import hits
from bot.titles.tide.resolve.hits import Play


@case("FI-place-1", "FI-place-2")
def kindle(play: Play, hex: HexId, *, strong: bool = False) -> None:
    """Place a fire in a hex; on a weak one it makes the fire strong. Squads there are pinned, or disrupted."""
    burning = flames.fire_at(play.state, hex)
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
            hits.reveal(play, unit.id)
            hits.shake(play, unit, morale, "fire")


@case("FI-type-1", "FI-damage-1", "FI-damage-2")
def burn(play: Play) -> None:
    """Let every fire harm what is in it, at the beginning of the Status Phase."""
    for work in list(play.state.works.values()):
        if tables().works[work.kind].type == "fire":
            for unit in flames.exposed(play.state, work.hex):
                _scorch(play, unit, strong=work.kind == STRONG)


def _scorch(play: Play, unit: AnyUnit, *, strong: bool) -> None:
    """A figure of a squad's owner's choice, or one hit without defence dice on a vehicle."""
    if not strong and not (isinstance(unit, Squad) and unit.morale == "disrupted"):
        return
    play.emit(ev.Activated(unit.id, "burns"))
    hits.suffer(play, unit.id, 1, "normal")


@case("FI-quench-1", "FI-quench-2")
def quench(play: Play, hex: HexId) -> None:
    """Put a weak fire out, or bring a strong one down."""
    burning = flames.fire_at(play.state, hex)
    assert burning is not None
    if burning.kind == STRONG:
        play.emit(ev.WorkTurned(burning.id, WEAK, "quenched"))
    else:
        play.emit(ev.WorkRemoved(burning.id, "quenched"))


@case("FI-fougasse-2")
def spring(play: Play, seat: Seat, entered: HexId) -> bool:
    """Set off the fougasses that lie in the hex that a unit of their owner's enemy has entered, or cover it.

    Return whether any went off.
    """
    sprung = False
    for work in list(play.state.works.values()):
        if work.kind != FOUGASSE or work.owner == seat:
            continue
        toward = next((each for each in DIRECTIONS if work.covers[each - 1].open()), 0)
        near = units.map_of(play.state).direction(work.hex, entered)
        if work.hex == entered or near == toward:
            play.emit(ev.FougasseTried(work.id, toward, True))
            _go_off(play, work, toward)
            sprung = True
        elif near and not work.covers[near - 1].out:
            play.emit(ev.FougasseTried(work.id, near, False))
    return sprung


@case("FI-fougasse-3", "FI-fougasse-4")
def _go_off(play: Play, work: Work, toward: int) -> None:
    """Roll one area attack on both hexes; where it hits, a strong fire is left."""
    numbers = tables().numbers.fougasse
    covered = units.map_of(play.state).beyond(work.hex, toward, 1)
    roll = play.dice.roll("flame fougasse", numbers.dice)
    for hex in (work.hex, covered):
        if hex is not None and _strike(play, work.owner, hex, roll, shared=hex != work.hex):
            kindle(play, hex, strong=True)
    play.emit(ev.WorkRemoved(work.id, "spent"))


@case("FI-fougasse-3")
def _strike(play: Play, owner: Seat, hex: HexId, roll: Roll, *, shared: bool) -> bool:
    """Let everybody in a hex defend himself; say whether it was hit. An empty hex has nothing to defend it."""
    numbers = tables().numbers.fougasse
    plan = Plan(
        UnitId(""), (), hex, "normal", "area", numbers.dice, flames.fougasse_parts(), seared=numbers.cover
    )  # fmt: skip
    targets = area_targets(play.state, hex, "normal")
    stand = hits.strike(play, plan, "fougasse", owner, targets, roll, None, numbers.face, shared=shared)
    return any(each.net for each in stand) if targets else roll.count(numbers.face) > 0


@case("FI-molotov-1", "FI-molotov-3", "FB-expert-1")
def throw(play: Play, unit: AnyUnit, hex: HexId) -> None:
    """Throw Molotov cocktails. Experts may roll dice again before these take effect: a fire can be too strong."""
    thrown = flames.throw(play.state, unit, hex)
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
    """Roll these dice of a throw again and let it take effect; the others stay as they fell."""
    unit = play.state.units[step.unit]
    thrown = flames.throw(play.state, unit, step.hex)
    assert not isinstance(thrown, Wrong)
    kept = Counter(step.faces) - Counter(flames.FACES.index(face) + 1 for face in dice)
    again = play.dice.roll("expert reroll", len(dice))
    _set_on_fire(play, unit, thrown, again, tuple(kept.elements()))


@case("FI-molotov-1", "FI-molotov-3")
def _set_on_fire(play: Play, unit: AnyUnit, thrown: Throw, roll: Roll, kept: tuple[int, ...]) -> None:
    """Let a throw take effect: what gets through sets the hex on fire and costs nobody a figure."""
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
    left = flames.hits_left(thrown)
    return float(odds.at_least(left, net) if net else left[0])
