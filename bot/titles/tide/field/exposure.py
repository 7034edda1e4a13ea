"""Exposure of a hex: the distance to enemies, and their possible fire."""

from __future__ import annotations

from bot.kernel.secret import Seat
from bot.kit.advice import FAR
from bot.titles.tide.field import arms, board, crews, units
from bot.titles.tide.field.board import map_of
from bot.titles.tide.field.units import POSITION, AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Squad, UnitId
from bot.titles.tide.printed.tables import figure


@POSITION.keeps
def nearest(state: State, seat: Seat, hex: HexId) -> int:
    """Return the distance from a hex to the nearest enemy of a side."""
    here = map_of(state)
    return min((here.distance(enemy.hex, hex) for enemy in units.against(state, seat)), default=FAR)


@POSITION.keeps
def shooters(state: State, seat: Seat, hex: HexId, *, armoured: bool) -> tuple[UnitId, ...]:
    """Return the enemies whose known weapons could fire at a side's unit in a hex.

    Fatigued enemies cannot fire in this round.
    """
    return tuple(
        enemy.id
        for enemy in units.against(state, seat)
        if _could_fire(state, enemy, hex, armoured=armoured) and enemy.hex != hex
    )


def _could_fire(state: State, enemy: AnyUnit, hex: HexId, *, armoured: bool) -> bool:
    if units.is_suppressed(enemy) or enemy.activity == "fatigued" or units.aboard(state, enemy) is not None:
        return False
    if not crews.manned(state, enemy):
        return False
    unread = isinstance(enemy, Squad) and not enemy.base.known  # An unknown squad is assumed to be regulars.
    rifles = arms.weapon(figure("regular", enemy.side), armoured=armoured)
    reach = rifles[0] if unread else arms.farthest(enemy, armoured=armoured)
    far, higher = map_of(state).distance(enemy.hex, hex), arms.higher(state, enemy.hex, hex)
    return bool(reach) and arms.band_at(far, reach, higher) is not None and board.sees(state, enemy.hex, hex)
