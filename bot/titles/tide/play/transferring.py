"""Squads of one hex exchange figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Decision, Fixed, Verb
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import names, units, whose
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.field.units import own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Transfer
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Transferring
from bot.titles.tide.model.table import HEAVY_WEAPONS, Base, Figure, Squad, UnitId, in_order
from bot.titles.tide.play.done import DONE
from bot.titles.tide.printed.tables import spaces


@case("TOI-11.3")
def begin(play: Play) -> None:
    """Let sides exchange figures between squads of a hex, in order of initiative."""
    for seat in reversed(units.seats_in_order(play.state)):
        if any(True for _ in pairs(play.state, seat)):
            play.emit(ev.Begun(Transferring(seat)))


@case("TOI-11.3")
def pairs(state: State, seat: Seat) -> Iterator[tuple[Squad, Squad]]:
    """Yield a side's squads that could exchange figures: steady and in the same hex.

    Both or neither are in the same transport.
    """
    squads = [unit for unit in units.of(state, seat) if isinstance(unit, Squad) and not unit.morale]
    for giver in squads:
        for taker in squads:
            together = giver.hex == taker.hex and units.aboard(state, giver) == units.aboard(state, taker)
            if giver.id != taker.id and together:
                yield giver, taker


def gaps(state: State, seat: Seat) -> bool:
    """Return true if a side may want to exchange figures.

    A squad has room for more figures, or is concealed.
    """
    return any(taker.concealed or spaces(units.figures(taker)) < 4 for _, taker in pairs(state, seat))


def after_transfer(giver: Base, taker: Base, figures: tuple[Figure, ...], back: tuple[Figure, ...]) -> (
    tuple[Base, Base] | None
):  # fmt: skip
    """Return both bases after an exchange, or `None` if it is impossible.

    Figures may be missing, or a base may overflow.
    """
    left, right = list(giver.figures), list(taker.figures)
    for source, goal, moved in ((left, right, figures), (right, left, back)):
        for figure in moved:
            if figure not in source:
                return None
            source.remove(figure)
            goal.append(figure)
    if spaces(tuple(left)) > 4 or spaces(tuple(right)) > 4 or not right:
        return None
    return replace(giver, figures=in_order(left)), replace(taker, figures=in_order(right))


@rule("TOI-11.3")
def can_transfer(seen: Seen[State], action: Transfer) -> Wrong | None:
    """Steady squads of one hex exchange figures, four spaces to a base."""
    giver, taker = own(seen, action.giver), own(seen, action.taker)
    for id, unit in ((action.giver, giver), (action.taker, taker)):
        if wrong := _takes_no_part(seen, id, unit):
            return wrong
    assert giver is not None and taker is not None
    if wrong := _not_together(seen.state, giver, taker):
        return wrong
    if not action.figures:
        return Wrong("no figure is named", "name the figures that change squads")
    for unit, figures in ((giver, action.figures), (taker, action.back)):
        if missing := Counter(figures) - Counter(units.figures(unit)):
            what = names.figures(tuple(missing.elements()))
            return Wrong(f"{names.unit(unit)} lacks {what}", "name figures that it has")
    bases = after_transfer(units.known_base(giver), units.known_base(taker), action.figures, action.back)
    if bases is None:
        return Wrong("a base would hold more than 4 spaces", "move fewer figures, or some `back`", "TOI-2.1a")
    return _keeps_rules(bases)


@case("TOI-11.3")
def _takes_no_part(seen: Seen[State], id: UnitId, unit: units.AnyUnit | None) -> Wrong | None:
    """Return why a unit cannot exchange figures: its owner, kind or condition."""
    if unit is None:
        return whose.not_yours(seen.state, seen.seat, id)
    if not isinstance(unit, Squad):
        return Wrong(f"{names.unit(unit)} is no squad", "choose two squads")
    if unit.morale:
        return Wrong(f"{names.unit(unit)} is {unit.morale}", "choose two steady squads")
    return None


@case("TOI-11.3")
def _not_together(state: State, giver: units.AnyUnit, taker: units.AnyUnit) -> Wrong | None:
    """Return why two squads of a side are not together in a hex or a transport."""
    if giver.id == taker.id:
        return Wrong("a squad exchanges figures with another one", "name two squads")
    if giver.hex != taker.hex:
        return Wrong(
            f"{names.unit(giver)} is at {giver.hex}, {names.unit(taker)} at {taker.hex}",
            "choose two squads in one hex",
        )
    if units.aboard(state, giver) != units.aboard(state, taker):
        rider = giver if units.aboard(state, giver) is not None else taker
        return Wrong(f"{names.unit(rider)} sits in a transport without the other", "choose two together")
    return None


def _keeps_rules(bases: tuple[Base, Base]) -> Wrong | None:
    for base in bases:
        if base.special and not HEAVY_WEAPONS.isdisjoint(base.figures):
            return Wrong("a squad with a specialization takes no heavy weapon", "move other figures", "TOI-2.4a")
    if not bases[0].figures and bases[0].special:
        return Wrong("the specialization would be lost with its base", "leave it a figure", "TOI-2.4a")
    return None


def transfers(seen: Seen[State], fixed: Fixed) -> Iterator[do.Transfer]:
    """Yield gifts of a figure and exchanges of two.

    Larger exchanges are legal if they are named.
    """
    for giver, taker in pairs(seen.state, seen.seat):
        if fixed.get("giver", giver.id) != giver.id or fixed.get("taker", taker.id) != taker.id:
            continue
        for figure in dict.fromkeys(units.figures(giver)):
            yield do.Transfer(giver.id, taker.id, (figure,))
            for back in dict.fromkeys(units.figures(taker)):
                if back != figure:
                    yield do.Transfer(giver.id, taker.id, (figure,), (back,))
        if "figures" in fixed or "back" in fixed:
            yield do.Transfer(giver.id, taker.id, fixed.get("figures", ()), fixed.get("back", ()))


@case("TOI-11.3")
def transfer(play: Play, step: Transferring, action: do.Transfer) -> None:
    """Exchange figures."""
    giver, taker = (play.state.units[unit] for unit in (action.giver, action.taker))
    bases = after_transfer(units.known_base(giver), units.known_base(taker), action.figures, action.back)
    assert bases is not None
    assert isinstance(giver, Squad) and isinstance(taker, Squad)
    left, right = (replace(unit.base, value=base) for unit, base in zip((giver, taker), bases, strict=True))
    play.emit(ev.Transferred(giver.id, taker.id, left, right, not bases[0].figures))
    if not any(True for _ in pairs(play.state, play.seat)):
        play.emit(ev.Ended())


def ordered(seen: Seen[State]) -> do.Done | None:
    """Exchange nothing, or ask the player if the standing orders say so."""
    does = units.orders(seen.state, seen.seat).transfers
    wanted = does == "ask" or (does == "gaps" and gaps(seen.state, seen.seat))
    return None if wanted else do.Done()


def says_transfer(seen: Seen[State], action: do.Transfer) -> str:
    """Return the order as a sentence."""
    back = f", for {names.some(action.back)} in exchange" if action.back else ""
    giver, taker = names.for_reader(seen, action.giver), names.for_reader(seen, action.taker)
    return f"{giver} hands {names.some(action.figures)} to {taker}{back}."


TRANSFERRING: Decision[State, Event, Transferring] = Decision(
    Transferring,
    question=lambda at: "Do you exchange figures between squads in one hex? Press Done when you are ready.",
    does="exchanges figures",
    private=hides,
    standing=ordered,
    verbs=(
        Verb(
            do.Transfer,
            when="squads exchange figures in the Status Phase",
            says=says_transfer,
            cite="TOI-11.3",
            rules=(can_transfer,),
            candidates=transfers,
            resolve=transfer,
        ),
        DONE,
    ),
)
