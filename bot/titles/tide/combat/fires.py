"""Harm by fires and fougasses."""

from __future__ import annotations

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.tide import events as ev
from bot.titles.tide.combat import hits
from bot.titles.tide.combat.kindling import kindle
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, flames
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.field.board import DIRECTIONS, FOUGASSE, STRONG
from bot.titles.tide.field.harm import area_targets
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.table import HexId, Squad, UnitId, Work
from bot.titles.tide.printed.tables import tables


@case("FI-type-1", "FI-damage-1", "FI-damage-2")
def burn(play: Play) -> None:
    """Let every fire harm the units in it, at the beginning of the Status Phase."""
    for work in list(play.state.works.values()):
        if tables().works[work.kind].type == "fire":
            for unit in flames.exposed(play.state, work.hex):
                _scorch(play, unit, strong=work.kind == STRONG)


def _scorch(play: Play, unit: AnyUnit, *, strong: bool) -> None:
    """Remove a figure of the owner's choice, or hit a vehicle, without defence dice."""
    if not strong and not (isinstance(unit, Squad) and unit.morale == "disrupted"):
        return
    play.emit(ev.Activated(unit.id, "burns"))
    hits.suffer(play, unit.id, 1, "normal")


@case("FI-fougasse-2")
def spring(play: Play, seat: Seat, entered: HexId) -> bool:
    """Set off enemy fougasses in or covering an entered hex; return true if any fired."""
    sprung = False
    for work in list(play.state.works.values()):
        if work.kind != FOUGASSE or work.owner == seat:
            continue
        toward = next((each for each in DIRECTIONS if work.covers[each - 1].open()), 0)
        near = board.map_of(play.state).direction(work.hex, entered)
        if work.hex == entered or near == toward:
            play.emit(ev.FougasseTried(work.id, toward, True))
            _go_off(play, work, toward)
            sprung = True
        elif near and not work.covers[near - 1].out:
            play.emit(ev.FougasseTried(work.id, near, False))
    return sprung


@case("FI-fougasse-3", "FI-fougasse-4")
def _go_off(play: Play, work: Work, toward: int) -> None:
    """Roll a single area attack on both hexes; a hit hex gets a strong fire."""
    numbers = tables().numbers.fougasse
    covered = board.map_of(play.state).beyond(work.hex, toward, 1)
    roll = play.dice.roll("flame fougasse", numbers.dice)
    for hex in (work.hex, covered):
        if hex is not None and _strike(play, work.owner, hex, roll, shared=hex != work.hex):
            kindle(play, hex, strong=True)
    play.emit(ev.WorkRemoved(work.id, "spent"))


@case("FI-fougasse-3")
def _strike(play: Play, owner: Seat, hex: HexId, roll: Roll, *, shared: bool) -> bool:
    """Let all units in a hex roll for defence; return true if the hex is hit.

    An empty hex has no defence.
    """
    numbers = tables().numbers.fougasse
    plan = Attack(
        UnitId(""), (), hex, "normal", "area", numbers.dice, flames.fougasse_parts(), seared=numbers.cover
    )  # fmt: skip
    targets = area_targets(play.state, hex, "normal")
    stand = hits.strike(play, plan, "fougasse", owner, targets, roll, None, numbers.face, shared=shared)
    return any(each.net for each in stand) if targets else roll.count(numbers.face) > 0
