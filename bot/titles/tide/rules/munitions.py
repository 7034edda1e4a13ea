"""Special munitions: when they are bought and discarded."""

from __future__ import annotations

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.titles.tide import munitions
from bot.titles.tide.model.actions import Remove, Spend
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arming, Keeping
from bot.titles.tide.tables import tables


@rule("FB-munition-2")
def bought_or_bid(seen: Seen[State], action: Spend) -> Wrong | None:
    """Command goes on the initiative card in the Command Phase, and buys munitions in the Status Phase."""
    arming = isinstance(seen.state.steps[-1], Arming)
    if arming and not action.munition:
        return Wrong("the initiative is settled", "name a `munition` and its `unit`, or say /tide done")
    if not arming and (action.munition or action.unit):
        return Wrong("munitions are bought in the Status Phase", "leave `munition` and `unit` out, or wait for it")
    return None


@rule("FB-munition-2", "FB-munition-3")
def can_be_bought(seen: Seen[State], action: Spend) -> Wrong | None:
    """A munition costs its price, goes to a vehicle or gun without one, and a nation has at most three."""
    if not action.munition:
        return None
    price = tables().numbers.munitions.price
    if action.command != price:
        return Wrong(f"a munition costs {price} command", f"spend {price}")
    if action.unit not in munitions.takers(seen.state, seen.seat):
        return Wrong("that is not a vehicle or gun of yours without a munition", "choose one that has none yet")
    return munitions.buy_wrong(seen.state, seen.seat)


@rule("FB-munition-5")
def can_be_discarded(seen: Seen[State], action: Remove) -> Wrong | None:
    """What was bought in an earlier round and not used may be discarded."""
    if not isinstance(seen.state.steps[-1], Keeping):
        return None
    if action.unit in munitions.unused(seen.state, seen.seat) and not action.figure:
        return None
    return Wrong("that is not a unit with an unused munition of an earlier round", "choose one, or say /tide done")
