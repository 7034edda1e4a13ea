"""What a side may say at any time: its standing orders, and that it gives up."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.game import Outcome
from bot.kernel.secret import Seen, private
from bot.kit.decisions import Verb
from bot.kit.standing import changed
from bot.kit.words import count
from bot.titles.strike import candidates
from bot.titles.strike.field import counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import UnitId
from bot.titles.strike.play.contact import Play
from bot.titles.strike.rules.reorganizing import names_a_leader


def order(play: Play, step: object, action: do.Order) -> None:
    """Fields that were left out keep what was ordered before; new orders for reserves forget the leader."""
    orders = changed(counters.orders(play.state, play.seat), action)
    if action.leader and not action.reserves:
        orders = replace(orders, reserves="best")
    elif action.reserves and not action.leader:
        orders = replace(orders, leader=UnitId(""))
    play.emit(ev.OrdersGiven(play.seat, private(orders, play.seat)))


def resign(play: Play, step: object, action: do.Resign) -> None:
    """End the game in favour of the other side."""
    winner = counters.other(play.seat)
    play.emit(ev.GameEnded(Outcome((winner,), f"The {play.seat.title()} side has given up.")))


def remaining(seen: Seen[State], action: do.Resign) -> str:
    """Count the units of a side that gives up."""
    own = sum(1 for _ in counters.of(seen.state, seen.seat))
    return f"you still have {count(own, 'unit')} on the map" if own else ""


ORDER: Verb[State, ev.Event, None, do.Order] = Verb(
    do.Order,
    when="standing orders are given at any time",
    cite="2.0",
    rules=(names_a_leader,),
    candidates=candidates.orders,
    resolve=order,
)
RESIGN: Verb[State, ev.Event, None, do.Resign] = Verb(
    do.Resign,
    when="a side gives up at any time",
    cite="FP-resign",
    candidates=candidates.resigns,
    resolve=resign,
    warns=remaining,
)
