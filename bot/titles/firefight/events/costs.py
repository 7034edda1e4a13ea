"""The costs of actions: action points, CAPs and spent units."""

from __future__ import annotations

from typing import Literal

from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Seen
from bot.kit.english import count, join
from bot.kit.pieces import change
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.events.changes import change_player, drawn, shuffled
from bot.titles.firefight.field import names
from bot.titles.firefight.field.names import thrown
from bot.titles.firefight.model.ids import OrderId, UnitId
from bot.titles.firefight.model.state import State


class Activated(Event, frozen=True, tag="activated"):
    """A unit became active, or a group that shares its action points."""

    seat: Seat
    units: tuple[UnitId, ...]
    ap: int
    dropped: tuple[UnitId, ...] = ()
    """The units that were active before and are now spent."""

    def apply(self, state: State) -> State:
        state = change(state, self.dropped, status="spent")
        state = change(state, self.units, status="used")
        return change_player(state, self.seat, active=self.units, ap=self.ap)

    def tell(self, seen: Seen[State]) -> str:
        if not self.dropped:
            return ""
        return f"-# {names.units(seen.state, self.dropped)} {names.does(self.dropped, 'is', 'are')} spent."


class Paid(Event, frozen=True, tag="paid"):
    """A player paid for an action."""

    seat: Seat
    ap: int = 0
    caps: int = 0
    why: str = ""

    def apply(self, state: State) -> State:
        player = state.players[self.seat]
        return change_player(state, self.seat, ap=player.ap - self.ap, caps=player.caps - self.caps)

    def tell(self, seen: Seen[State]) -> str:
        player = seen.state.players[self.seat]
        parts = []
        if self.ap:
            parts.append(f"{self.ap} AP ({player.ap - self.ap} left)")
        if self.caps:
            parts.append(f"{count(self.caps, 'CAP')} ({player.caps - self.caps} left)")
        price = join(parts) or "nothing"
        if self.why == "stall":
            return f"{names.player(seen.state, self.seat)} stalls for {price}."
        who = names.units(seen.state, player.active) if self.ap else names.player(seen.state, self.seat)
        pays = names.does(player.active, "pays", "pay") if self.ap else "pays"
        return f"-# {who} {pays} {price}{' for the barbed wire' if self.why == 'wire' else ''}."


class Spent(Event, frozen=True, tag="spent"):
    """Units became spent."""

    seat: Seat
    units: tuple[UnitId, ...]
    why: Literal["exhausted", "opportunity", "passed", "check", "confusion"]

    def apply(self, state: State) -> State:
        state = change(state, self.units, status="spent")
        player = state.players[self.seat]
        active = tuple(id for id in player.active if id not in self.units)
        return change_player(state, self.seat, active=active, ap=player.ap if active else 0)

    def tell(self, seen: Seen[State]) -> str:
        if self.why == "check":
            return ""
        who, is_ = names.units(seen.state, self.units), names.does(self.units, "is", "are")
        if self.why == "confusion":
            return f"{who} {is_} **spent** by Battlefield Confusion."
        return f"-# {who} {is_} spent{' after an opportunity action' if self.why == 'opportunity' else ''}."


class Checked(Event, frozen=True, tag="checked"):
    """A die decided whether units that acted are spent.

    Its faces are 1 1 2 3 3 4 5 5 6 7.
    """

    seat: Seat
    units: tuple[UnitId, ...]
    cost: int
    roll: Roll
    value: int
    """The value of the face."""
    stress: int = 0
    """The part of the cost that was stress."""
    card: OrderId = OrderId("")
    """The order card that replaced the die in a solo game; the roll is the draw of it."""

    def apply(self, state: State) -> State:
        return drawn(state, self.card) if self.card else state

    def tell(self, seen: Seen[State]) -> str:
        who, stress = names.units(seen.state, self.units), " with stress" if self.stress else ""
        spent = f"{names.does(self.units, 'is', 'are')} **spent**"
        result = (
            f"{who} {spent if self.value <= self.cost else names.does(self.units, 'stays fresh', 'stay fresh')}"
        )
        die = f"Order Card {self.card} counts {self.value}" if self.card else f"🎲 {self.value}"
        check = f"-# Spent check: {die} against a cost of {self.cost}{stress}: {result}."
        return "\n".join(filter(None, (shuffled(seen.state) if self.card else "", check)))


class CapsChanged(Event, frozen=True, tag="caps"):
    """A player gained or lost CAPs of this round, other than by paying them."""

    seat: Seat
    by: int
    why: str
    roll: Roll | None = None
    caps: int = 0
    """CAPs that changed the roll."""

    def apply(self, state: State) -> State:
        return change_player(state, self.seat, caps=max(0, state.players[self.seat].caps + self.by))

    def tell(self, seen: Seen[State]) -> str:
        who = names.player(seen.state, self.seat)
        does = "gains" if self.by > 0 else "loses"
        die = f" (🎲 {thrown(self.roll.faces, self.caps)})" if self.roll is not None else ""
        why = f": {self.why}" if self.why else ""
        if not self.by:
            return f"{who} neither gains nor loses CAPs{die}{why}."
        return f"{who} {does} {count(abs(self.by), 'CAP')} {'for' if self.by > 0 else 'of'} this round{die}{why}."
