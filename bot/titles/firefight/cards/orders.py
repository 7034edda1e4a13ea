"""Order cards: random draws for orders and spent checks, and losses with AI units."""

from __future__ import annotations

from typing import Literal

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kit.lots import draw as by_lot
from bot.kit.pieces import without
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.model.ids import OrderId
from bot.titles.firefight.model.solo import Solo
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.solo import solo as printed

FOUND = 2
"""The number of lost Command Order Cards that Command Experience returns."""


def solo(state: State) -> Solo:
    """Return the state of the solo game."""
    assert state.solo is not None
    return state.solo


# FF-R141
def lot(play: Play) -> tuple[OrderId, Roll]:
    """Draw an order card at random; an empty deck is replaced by the drawn cards."""
    table = solo(play.state)
    return by_lot(play.dice, "which order card comes", table.orders or table.used)


@case("COH-1.4g")
def draw(play: Play, why: Literal["order", "hexes"] = "order") -> OrderId:
    """Draw an order card for the AI to follow, or for the hexes that it names."""
    card, roll = lot(play)
    play.emit(ev.OrderDrawn(card, roll, why))
    return card


# FF-R142
@case("G-5.4b")
def lose(play: Play) -> None:
    """Remove a random Command Order Card from the deck for a lost AI unit."""
    table = solo(play.state)
    commands = tuple(sorted(card for card in (*table.orders, *table.used) if printed().cards[card].command))
    if commands:
        play.emit(ev.CommandLost(*by_lot(play.dice, "which Command Order Card is lost", commands)))


@case("G-5.3.2c")
def find(play: Play) -> None:
    """Return lost Command Order Cards to the deck."""
    cards: list[OrderId] = []
    rolls: list[Roll] = []
    left = solo(play.state).lost
    for _ in range(min(FOUND, len(left))):
        card, roll = by_lot(play.dice, "which Command Order Card comes back", left)
        left = without(left, card)
        cards.append(card)
        rolls.append(roll)
    if cards:
        play.emit(ev.CommandsFound(tuple(cards), tuple(rolls)))
