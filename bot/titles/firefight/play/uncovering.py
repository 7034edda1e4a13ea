"""Rumoured enemies: how they are revealed, and which units they are."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kit.lots import draw as by_lot
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.orders import solo
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.field import arcs, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import of, side_of
from bot.titles.firefight.field.view import sees
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.solo import AI, HUMAN, MINES, NOBODY, LotId, Rumour, RumourId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Work

NEAR = 2
"""The distance at which a unit that sees a rumoured enemy reveals it."""


# FF-R146
@case("G-6.2.german14", "G-6.2.soviet08")
def come_to_light(play: Play) -> None:
    """Reveal every rumoured enemy that a nearby unit sees."""
    if play.state.solo is None:
        return
    for id, rumour in list(play.state.solo.rumours.items()):
        if in_view(play.state, rumour):
            turn_up(play, id, "a Unit sees it from near by")


def in_view(state: State, rumour: Rumour) -> bool:
    """Return true if a nearby unit sees a rumoured enemy."""
    return any(_sees(state, hex, rumour) for hex in watchers(state))


def watchers(state: State) -> list[HexId]:
    """Return the hexes of the player's visible units."""
    return [unit.hex for unit in of(state, HUMAN) if unit.hex != HIDDEN]


def _sees(state: State, hex: HexId, rumour: Rumour) -> bool:
    return ground(state.field).distance(hex, rumour.hex) <= NEAR and sees(state, hex, rumour.hex)


@case("G-6.2.german14", "G-6.2.soviet08")
def turn_up(play: Play, id: RumourId, why: str) -> LotId:
    """Draw a lot for a rumoured enemy: a unit, mines or nothing."""
    table, land = solo(play.state), ground(play.state.field)
    rumour = table.rumours[id]
    if not table.rumour_cup:
        play.emit(ev.RumourTurned(id, NOBODY, why=why))
        return NOBODY
    lot, roll = by_lot(play.dice, "who the rumoured enemy is", table.rumour_cup)
    near = watchers(play.state)
    threat = min(near, key=lambda hex: land.distance(hex, rumour.hex), default=rumour.hex)
    play.emit(ev.RumourTurned(id, lot, roll, arcs.toward(play.state.field, rumour.hex, threat), why))
    if lot == MINES and works.at(play.state, rumour.hex) is None:
        mines = Work(works.unused(play.state), "mines", side_of(play.state, AI), AI, rumour.hex)
        play.emit(ev.WorkLaid(mines))
    return lot
