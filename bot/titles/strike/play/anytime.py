"""Actions open at any time: standing orders and resignation."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.game import Outcome
from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen, private
from bot.kit.decisions import Fixed, Verb
from bot.kit.resignation import giving_up
from bot.kit.standing import changed, offers
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import NOBODY, REMOVED
from bot.titles.strike.play import Play
from bot.titles.strike.play.named import listed


@rule("11.8.2")
def names_a_leader(seen: Seen[State], action: do.Order) -> Wrong | None:
    """Orders for reserves name an own leader that is still in the game."""
    if not action.leader:
        return None
    leader = listed(seen, action.leader)
    if leader is None or not counters.is_kind(leader, "leader"):
        return Wrong("that is none of your leaders", "choose one of them, or leave `leader` out")
    if leader.place == REMOVED:
        return Wrong(f"{counters.record(leader).name} is out of the game", "choose another leader")
    return None


def orders(seen: Seen[State], fixed: Fixed) -> Iterator[do.Order]:
    """Return the orders with one more of them changed; points in useful steps."""
    leaders = [
        id for id, unit in seen.state.units.items() if unit.side == seen.seat and counters.is_kind(unit, "leader")
    ]
    return offers(do.Order, fixed, lambda field: leaders if field.is_name else (2, 4, 6, 8, 10, 15, 20))


def order(play: Play, step: object, action: do.Order) -> None:
    """Omitted fields keep their orders; new orders for reserves forget the leader."""
    orders = changed(counters.orders(play.state, play.seat), action)
    if action.leader and not action.reserves:
        orders = replace(orders, reserves="best")
    elif action.reserves and not action.leader:
        orders = replace(orders, leader=NOBODY)
    play.emit(ev.OrdersGiven(play.seat, private(orders, play.seat)))


def end(play: Play, outcome: Outcome) -> None:
    """End the game."""
    play.emit(ev.GameEnded(outcome))


def resign(play: Play, step: object, action: do.Resign) -> None:
    """End the game in favour of the other side."""
    winner = counters.other(play.seat)
    end(play, Outcome((winner,), f"The {play.seat.title()} side has given up."))


ORDER: Verb[State, ev.Event, None, do.Order] = Verb(
    do.Order,
    when="standing orders are given at any time",
    cite="2.0",
    rules=(names_a_leader,),
    candidates=orders,
    resolve=order,
)
RESIGN = giving_up(
    do.Resign,
    resign,
    counters.of,
    when="a side gives up at any time",
    cite="FP-resign",
    says="Give the campaign up.",
)
