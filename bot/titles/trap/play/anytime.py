"""What a side may say at any time: its standing orders, and that it gives up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.kernel.game import Outcome
from bot.kernel.secret import Seen, private
from bot.kit.decisions import At, Fixed, Verb
from bot.kit.standing import changed
from bot.kit.words import count
from bot.titles.trap.field.units import of, other
from bot.titles.trap.model import actions as do
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.play.base import Play


def orders(at: At[State, Any], fixed: Fixed) -> Iterable[do.Order]:
    """Offer every standing order by itself."""
    return (do.Order("ask"), do.Order("stays"), do.Order("leaves"))


def order(play: Play, step: object, action: do.Order) -> None:
    """Fields that were left out keep what was ordered before."""
    orders = changed(play.state.orders[play.seat].open(), action)
    play.emit(ev.OrdersGiven(play.seat, private(orders, play.seat)))


def resigns(at: At[State, Any], fixed: Fixed) -> Iterable[do.Resign]:
    """Offer to give up."""
    return (do.Resign(),)


def resign(play: Play, step: object, action: do.Resign) -> None:
    """End the game in favour of the other side."""
    play.emit(ev.GameEnded(Outcome((other(play.seat),), f"The {play.seat.title()} side has given up.")))


def remaining(seen: Seen[State], action: do.Resign) -> str:
    """Count the units of a side that gives up."""
    own = sum(1 for _ in of(seen.state, seen.seat))
    return f"you still have {count(own, 'unit')} on the map" if own else ""


ORDER: Verb[State, ev.Event, None, do.Order] = Verb(
    do.Order,
    when="standing orders are given at any time",
    cite="TRAP-4.0",
    candidates=orders,
    resolve=order,
)
RESIGN: Verb[State, ev.Event, None, do.Resign] = Verb(
    do.Resign,
    when="a side gives up at any time",
    cite="FP-resign",
    candidates=resigns,
    resolve=resign,
    warns=remaining,
)
