"""Actions of units in a turn: their verb, and remarks before the order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Rule, Wrong, case
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import count, join, listed
from bot.kit.pieces import grouped
from bot.titles.firefight.field import economy, names
from bot.titles.firefight.field.entry import waiting
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import on_map, where
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play.acting import TURN, Bill, Cost, acted, bill, may_act, named, payable
from bot.titles.firefight.play.base import Anytime, Here, Play, TurnVerb

A = TypeVar("A")


def by_units(
    action: type[A],
    *,
    when: str,
    says: str | Callable[[Seen[State], A], str],
    why: Callable[[Seen[State], A], str] = lambda seen, action: "",
    cost: Cost,
    rules: tuple[Rule[Here, A], ...],
    candidates: Callable[[Here, Fixed], Iterable[A]],
    deed: Callable[[Play, A], None],
    quiet: bool = False,
    odds: Callable[[Here, A], Odds | None] = lambda at, action: None,
    sketch: Callable[[Here, A], Sketch | None] = lambda at, action: None,
    warns: Callable[[Here, A], str] = lambda at, action: "",
    over: Callable[[A], Sequence[HexId]] = lambda action: (),
    ends: Callable[[State, A], Sequence[HexId]] = lambda state, action: (),
    meets: Callable[[Anytime, A], Iterable[str]] = lambda at, action: (),
) -> TurnVerb[A]:
    """Return the verb of an action that units do in their player's turn.

    `cost` returns the cost, and `deed` carries the action out. All such actions share the rules for acting and
    paying. A `quiet` action does not reveal a hidden unit. Its price depends on the hexes `over` which it passes;
    `ends` returns the hexes that its units newly occupy, and `meets` the dangers that await them.
    """

    return Verb(
        action, when=when, says=says, why=why, cite=TURN, candidates=candidates,
        odds=odds, sketch=sketch, warns=warns,
        rules=(may_act, *rules, payable(cost)),
        resolve=acted(cost, deed, quiet),
        tells=foretold(cost, over, ends, meets, quiet),
    )  # fmt: skip


# Remarks before the order.


def foretold(
    cost: Cost,
    over: Callable[[A], Sequence[HexId]],
    ends: Callable[[State, A], Sequence[HexId]],
    meets: Callable[[Anytime, A], Iterable[str]],
    quiet: bool,
) -> Callable[[Anytime, A], Iterator[str]]:
    """Return the remarks on an order: payment, dangers and revealed units."""

    def tells(at: Anytime, order: A) -> Iterator[str]:
        ids = named(order)
        if not all(is_own(at, id) for id in ids):
            return
        if all(hex in ground(at.state.field) for hex in over(order)):
            price = cost(at.state, order)
            yield from paid(at, ids, price, bill(at.state, at.seat, order, price))
        yield from meets(at, order)
        yield from given_away(at, ids, ends(at.state, order), quiet=quiet)

    return tells


def is_own(seen: Seen[State], id: UnitId) -> bool:
    """Return true if the seat owns the unit, which is on the map or about to enter."""
    unit = seen.state.units.get(id)
    return unit is not None and unit.owner == seen.seat and (on_map(unit) or waiting(seen.state, unit))


def paid(seen: Seen[State], units: Sequence[UnitId], cost: int, found: Bill | Wrong) -> Iterator[str]:
    """Yield the payment of an order, its spent check, and newly spent units."""
    state = seen.state
    if isinstance(found, Wrong):
        return
    parts = []
    active = state.players[seen.seat].active
    if found.way == "activation":
        has = economy.POINTS if found.opens else state.players[seen.seat].ap
        whose = names.does(units, "its", "their")
        whose = whose if found.opens or {*active} <= {*units} else "the group's"
        parts.append(_of_all(found.ap, has, whose, "action point"))
    if found.caps:
        parts.append(_of_all(found.caps, state.players[seen.seat].caps, "your", "CAP"))
    if parts:
        yield f"It takes {join(parts)}."
    if found.way == "opportunity":
        yield f"Afterwards {names.does(units, 'it is', 'they are')} spent{_kept(state, seen.seat)}."
    if found.check:
        drawn = "a die" if state.solo is None else "an order card"
        it = names.does(units, "it", "them")
        stress = f", and {found.stress} for stress" if found.stress else ""
        yield f"It costs {cost}{stress}; {drawn} of {found.check} or less makes {it} spent."
    elif cost and found.caps and economy.checks(state):
        yield "There is no spent check."
    if found.opens and active:
        unused = f", with {count(left, 'action point')} unused" if (left := state.players[seen.seat].ap) else ""
        yield f"{names.units(state, active)} {names.does(active, 'becomes', 'become')} spent by it{unused}."


def _kept(state: State, seat: Seat) -> str:
    """Note that the active units stay active if others act without activation."""
    player = state.players[seat]
    if not (player.active and player.ap):
        return ""
    who, keeps = names.units(state, player.active), names.does(player.active, "keeps its", "keep their")
    return f"; {who} {keeps} {count(player.ap, 'action point')}"


def _of_all(price: int, has: int, whose: str, noun: str) -> str:
    """Name the paid share, as in "3 of its 7 action points" and "your last CAP"."""
    if price < has:
        return f"{price} of {whose} {has} {noun}s"
    all_ = {1: f"{whose} last {noun}", 2: f"both of {whose} {noun}s"}
    return all_.get(has, f"all {has} of {whose} {noun}s")


# FF-R60
@case("COH-6.4b", "COH-6.4d")
def given_away(
    seen: Seen[State], ids: Sequence[UnitId], ends: Sequence[HexId] = (), *, quiet: bool = False
) -> Iterator[str]:
    """Yield the player's hidden units that an action reveals.

    These are the acting units, unless it is `quiet`, and units that hide in hexes where others end.
    """
    state = seen.state
    shown = [] if quiet else [id for id in ids if state.units[id].hiding is not None]
    if shown:
        yield f"This shows {names.units(state, shown)} to the enemy."
    ends = ends or tuple(where(state.units[id]) for id in shown)
    others = tuple(
        unit.id
        for unit in state.units.values()
        if unit.owner == seen.seat and unit.hiding is not None and unit.id not in shown and where(unit) in ends
    )
    if others:
        yield f"This shows {_listed(state, others)} to the enemy: nobody hides in a hex with others who are seen."


def _listed(state: State, found: Sequence[UnitId]) -> str:
    """Name units with their hexes; units of one hex share an entry."""
    by_hex = grouped(found, lambda id: where(state.units[id])).items()
    return listed(f"{names.units(state, ids)} {names.at(state, hex)}" for hex, ids in by_hex)
