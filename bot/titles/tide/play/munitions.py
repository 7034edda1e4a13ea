"""Special munitions: sides buy them, and sort them at the end of a round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen, private
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import munitions, names, units, whose
from bot.titles.tide.field.units import own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Remove, Spend
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arming, Keeping
from bot.titles.tide.model.table import Munition, MunitionKind, UnitId, Vehicle
from bot.titles.tide.play import command, sketches
from bot.titles.tide.play.arming import can_buy
from bot.titles.tide.play.command import can_spend
from bot.titles.tide.play.done import DONE
from bot.titles.tide.printed.tables import tables


def question(at: At[State, Arming]) -> str:
    """Name the price of a munition and the side's command."""
    price, has = tables().numbers.munitions.price, at.state.hq[at.seat].command
    return f"Buy special munitions for your vehicles and guns, {price} command each? You have {has}."


def go_arming(play: Play, step: Arming) -> bool:
    """Wait while the side can buy another."""
    if can_buy(play.state, step.seat):
        return True
    play.emit(ev.Ended())
    return False


@case("FB-munition-2")
def buy(play: Play, step: Arming, action: do.Spend) -> None:
    """Pay for a munition and place it face down beside its unit."""
    assert action.munition
    bought = Munition(play.seat, private(action.munition, play.seat), play.state.round)
    play.emit(
        ev.Gained(play.seat, -tables().numbers.munitions.price, why="munitions"),
        ev.MunitionLaid(action.unit, bought),
    )


def go_keeping(play: Play, step: Keeping) -> bool:
    """Wait while there is something left to discard."""
    if munitions.unused(play.state, step.seat):
        return True
    play.emit(ev.Ended())
    return False


@case("FB-munition-5")
def discard(play: Play, step: Keeping, action: do.Remove) -> None:
    """Discard an unused munition."""
    play.emit(ev.MunitionGone(action.unit, "discarded"))


@rule("FB-munition-2")
def is_bought(at: At[State, Arming], action: Spend) -> Wrong | None:
    """In the Status Phase command is spent on munitions, not on the initiative."""
    if action.munition:
        return None
    return Wrong("the initiative is settled", "name a `munition` and its `unit`, or press Done")


@rule("FB-munition-2", "FB-munition-3")
def can_be_bought(seen: Seen[State], action: Spend) -> Wrong | None:
    """A vehicle or gun without a munition gets it at its price, up to three a nation."""
    price = tables().numbers.munitions.price
    if action.command != price:
        return Wrong(f"a munition costs {price} command", f"spend {price}")
    return _no_taker(seen, action.unit) or munitions.buy_wrong(seen.state, seen.seat)


@case("FB-munition-2")
def _no_taker(seen: Seen[State], id: UnitId) -> Wrong | None:
    """Return why a unit can get no munition, or `None` if it can."""
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
    """A munition bought in an earlier round and not used may be discarded."""
    if action.figure:
        return Wrong("a munition is no figure", "leave `figure` out")
    if action.unit in munitions.unused(seen.state, seen.seat):
        return None
    laid = seen.state.munitions.get(action.unit)
    if laid is None or laid.seat != seen.seat:
        return Wrong("that unit has no munition of yours", "choose one that has, or press Done")
    why = "has been fired" if laid.kind.out else "was bought in this round"
    return Wrong(f"its munition {why}", "choose an unused one of an earlier round, or press Done")


def discards(seen: Seen[State], fixed: Fixed) -> Iterator[do.Remove]:
    """Yield the unused munitions that could be discarded."""
    yield from (do.Remove(unit) for unit in munitions.unused(seen.state, seen.seat))


def purchases(seen: Seen[State], fixed: Fixed) -> Iterator[do.Spend]:
    """Yield munitions to buy."""
    price = tables().numbers.munitions.price
    kinds: tuple[MunitionKind, ...] = get_args(MunitionKind)
    takers = munitions.takers(seen.state, seen.seat)
    yield from (do.Spend(price, kind, unit) for unit, kind in product(takers, kinds))


def ordered_to_buy(seen: Seen[State]) -> do.Done | None:
    """Buy no munitions."""
    return do.Done() if units.orders(seen.state, seen.seat).munitions == "never" else None


def ordered_to_keep(seen: Seen[State]) -> do.Done | None:
    """Keep the unused munitions."""
    return do.Done() if units.orders(seen.state, seen.seat).munitions != "ask" else None


ARMING: Decision[State, Event, Arming] = Decision(
    Arming,
    question=question,
    does="buys munitions",
    go=go_arming,
    standing=ordered_to_buy,
    verbs=(
        Verb(
            do.Spend,
            rules=(command.are_used, is_bought, can_spend, can_be_bought),
            candidates=purchases,
            resolve=buy,
            sketch=sketches.place,
        ),
        DONE,
    ),
)
KEEPING: Decision[State, Event, Keeping] = Decision(
    Keeping,
    question=lambda at: "Which unused munitions do you discard? The others stay where they are.",
    does="sorts its munitions",
    go=go_keeping,
    standing=ordered_to_keep,
    verbs=(
        Verb(
            do.Remove,
            rules=(can_be_discarded,),
            candidates=discards,
            resolve=discard,
            sketch=sketches.place,
        ),
        DONE,
    ),
)
