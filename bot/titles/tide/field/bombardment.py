"""Bombardments: their strength, and contact with guns behind the lines."""

from __future__ import annotations

from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat
from bot.kit.odds import Distribution, face, successes
from bot.titles.tide.field import board, units
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, HexId, How, Mode, UnitId
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.tables import card as printed


@case("TOI-10.3c")
def planned(
    state: State, seat: Seat, card: CardId, hex: HexId, dice: int, mode: Mode, hit: int, how: How
) -> tuple[Attack, int]:
    """Return the area attack of a card, and the lowest face that hits.

    Fighters and flak hinder aircraft.
    """
    parts = (Modifier("TOI-5.7", printed(card).name, dice), *_air_defence(state, seat, how))
    plan = Attack(UnitId(""), (), hex, mode, "area", max(0, sum(part.n for part in parts)), parts)
    return plan, _air_hit(state, seat, how, hit)


def _air_defence(state: State, seat: Seat, how: How) -> tuple[Modifier, ...]:
    if how != "air":
        return ()
    covers = board.standing(state, units.other(state, seat), does.AirCover)
    return tuple(Modifier("TOI-10.3c", name, -cover.dice) for name, cover in covers)


def _air_hit(state: State, seat: Seat, how: How, hit: int) -> int:
    if how != "air":
        return hit
    faces = (flak.face for _, flak in board.standing(state, units.other(state, seat), does.Flak))
    return max((hit, *faces))


def contact_bonus(state: State, seat: Seat) -> int:
    """Return the modifier of a side's contact rolls."""
    jammed = sum(boon.n for boon in state.boons if boon.kind == "contact" and boon.side == seat)
    spotters = board.standing(state, seat, does.Spotters)
    return sum(effect.contact for _, effect in spotters) + jammed


def contact_chance(state: State, seat: Seat, need: int) -> Distribution:
    """Return the chances of failing and of establishing contact."""
    return successes(1, face(need - contact_bonus(state, seat)))
