"""Actions that a player may take at any time: standing orders and resignation."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.secret import Seen, private
from bot.kit.decisions import Fixed, Verb
from bot.kit.resignation import giving_up
from bot.kit.standing import changed, offers
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.play import rounds


def orders(seen: Seen[State], fixed: Fixed) -> Iterator[do.Order]:
    """Yield the orders with one change each; numbers in useful steps."""
    steps = {"within": (2, 4, 6, 8, 10, 12, 16), "chance": (10, 20, 30, 40, 50, 60, 80)}
    return offers(do.Order, fixed, lambda field: steps[field.name])


def order(play: Play, step: None, action: do.Order) -> None:
    """Keep the earlier order for each field that is left out."""
    orders = changed(units.orders(play.state, play.seat), action)
    play.emit(ev.OrdersGiven(play.seat, private(orders, play.seat)))


def resign(play: Play, step: None, action: do.Resign) -> None:
    """Resign the battle."""
    rounds.resign(play, play.seat)


ORDER: Verb[State, Event, None, do.Order] = Verb(do.Order, candidates=orders, resolve=order)
RESIGN = giving_up(do.Resign, resign, units.of, says="Give the battle up.")
