"""Special munitions: when they are bought and discarded."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.tide.field import munitions, names, whose
from bot.titles.tide.model.actions import Remove, Spend
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arming, Spending
from bot.titles.tide.model.table import UnitId, Vehicle
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.rules.units import own


@rule("FB-munition-1")
def are_used(seen: Seen[State], action: Spend) -> Wrong | None:
    """Both sides agree on special munitions, unless the scenario has settled it."""
    if not action.munition or munitions.used(seen.state):
        return None
    return Wrong("this battle is fought without special munitions", "leave `munition` out")


@rule("FB-munition-2")
def is_bought(at: At[State, Arming], action: Spend) -> Wrong | None:
    """In the Status Phase command buys munitions."""
    if action.munition:
        return None
    return Wrong("the initiative is settled", "name a `munition` and its `unit`, or say /tide done")


@rule("FB-munition-2")
def is_bid(at: At[State, Spending], action: Spend) -> Wrong | None:
    """In the Command Phase command goes on the initiative card."""
    if not action.munition and not action.unit:
        return None
    return Wrong("munitions are bought in the Status Phase", "leave `munition` and `unit` out, or wait for it")


@rule("FB-munition-2", "FB-munition-3")
def can_be_bought(seen: Seen[State], action: Spend) -> Wrong | None:
    """A munition costs its price, goes to a vehicle or gun without one, and a nation has at most three."""
    price = tables().numbers.munitions.price
    if action.command != price:
        return Wrong(f"a munition costs {price} command", f"spend {price}")
    return _no_taker(seen, action.unit) or munitions.buy_wrong(seen.state, seen.seat)


@case("FB-munition-2")
def _no_taker(seen: Seen[State], id: UnitId) -> Wrong | None:
    """Return why no munition is laid beside a unit, `None` when one can be."""
    if not id:
        return Wrong("no unit is named", "name the `unit`, a vehicle or a gun, that gets it")
    unit = own(seen, id)
    if unit is None:
        return whose.not_yours(seen.state, seen.seat, id)
    if not isinstance(unit, Vehicle):
        return Wrong("squads get no special munitions", "choose a vehicle or a gun")
    if id in seen.state.munitions:
        return Wrong(f"{names.unit(unit)} has a munition already", "choose one that has none yet")
    return None


@rule("FB-munition-5")
def can_be_discarded(seen: Seen[State], action: Remove) -> Wrong | None:
    """What was bought in an earlier round and not used may be discarded."""
    if action.figure:
        return Wrong("a munition is no figure", "leave `figure` out")
    if action.unit in munitions.unused(seen.state, seen.seat):
        return None
    laid = seen.state.munitions.get(action.unit)
    if laid is None or laid.seat != seen.seat:
        return Wrong("that unit has no munition of yours", "choose one that has, or say /tide done")
    why = "has been fired" if laid.kind.out else "was bought in this round"
    return Wrong(f"its munition {why}", "choose an unused one of an earlier round, or say /tide done")
