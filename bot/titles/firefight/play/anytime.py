"""Actions that a player may take at any time: standing orders and resignation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bot.kernel.game import Outcome
from bot.kernel.rule import case
from bot.kernel.secret import Seat, Seen, private
from bot.kit.decisions import At, Fixed, Verb
from bot.kit.english import join
from bot.kit.resignation import giving_up, remaining
from bot.kit.standing import changed, offers
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field.solo import generates
from bot.titles.firefight.field.units import gone, of, other, team
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play.base import Play


def orders(at: At[State, Any], fixed: Fixed) -> Iterable[do.Order]:
    """Yield every single standing order."""
    return offers(do.Order, fixed, lambda field: ())


def order(play: Play, step: object, action: do.Order) -> None:
    """Keep the earlier order for each field that is left out."""
    given = changed(play.state.players[play.seat].orders.open(), action)
    play.emit(ev.OrdersGiven(play.seat, private(given, play.seat)))


def end(play: Play, outcome: Outcome) -> None:
    """End the game."""
    play.emit(ev.GameEnded(outcome))


@case("FP-resign")
def resign(play: Play, step: object, action: do.Resign) -> None:
    """Leave the rest to a team mate; without a team mate the other side wins."""
    side = play.state.players[play.seat].side
    play.emit(ev.GaveUp(play.seat))
    if side and remaining(team(play.state, side), gone(play.state)):
        return
    others = tuple(seat for seat in play.state.players if seat != play.seat)
    winners = team(play.state, other(side)) if side else others
    called = f"The {side.title()} side has" if side and not generates(play.state) else "A player has"
    end(play, Outcome(winners, f"{called} given up."))


def may_resign(state: State, seat: Seat) -> bool:
    """A player who has resigned cannot resign again."""
    return seat not in gone(state)


BIDS = {"none": "no CAPs", "one": "1 CAP", "two": "2 CAPs"}


def says_order(seen: Seen[State], action: do.Order) -> str:
    """Return the standing orders as a sentence."""
    return f"From now on {join(_standing(action)) or 'all is as before'}."


def _standing(action: do.Order) -> Iterator[str]:
    if action.bid == "ask":
        yield "you are asked how many CAPs you add to the roll for the first turn"
    elif action.bid:
        yield f"you add {BIDS[action.bid]} to each roll for the first turn"
    if action.passing:
        how = "continues automatically" if action.passing == "on" else "is asked of you each time"
        yield f"passing {how}, once you have passed with all units spent and no CAPs"


ORDER: Verb[State, Event, None, do.Order] = Verb(
    do.Order,
    when="standing orders are given at any time",
    says=says_order,
    why=lambda seen, action: "you are not asked the same in every round, and may take it back at any time",
    cite="COH-1.2b",
    candidates=orders,
    resolve=order,
)
RESIGN = giving_up(
    do.Resign,
    resign,
    of,
    when="a player gives up at any time, once",
    cite="FP-resign",
    may=may_resign,
    says="Give up.",
)
