"""Actions open at any time: standing orders and resignation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.kernel.game import Outcome
from bot.kernel.secret import private
from bot.kit.decisions import At, Fixed, Verb
from bot.kit.resignation import giving_up
from bot.kit.standing import changed
from bot.titles.trap import events as ev
from bot.titles.trap.field.units import of, other
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.play.base import Play


def orders(at: At[State, Any], fixed: Fixed) -> Iterable[do.Order]:
    """Offer each standing order."""
    return (do.Order("ask"), do.Order("stays"), do.Order("leaves"))


def order(play: Play, step: object, action: do.Order) -> None:
    """Fields that were left out keep what was ordered before."""
    orders = changed(play.state.orders[play.seat].open(), action)
    play.emit(ev.OrdersGiven(play.seat, private(orders, play.seat)))


def end(play: Play, outcome: Outcome) -> None:
    """End the game."""
    play.emit(ev.GameEnded(outcome))


def resign(play: Play, step: object, action: do.Resign) -> None:
    """End the game in favour of the other side."""
    end(play, Outcome((other(play.seat),), f"The {play.seat.title()} side has given up."))


ORDER: Verb[State, ev.Event, None, do.Order] = Verb(
    do.Order,
    when="standing orders are given at any time",
    cite="TRAP-4.0",
    candidates=orders,
    resolve=order,
)
RESIGN = giving_up(do.Resign, resign, of, says="Give up.", when="a side gives up at any time", cite="FP-resign")
