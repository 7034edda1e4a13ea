"""The markers of a turn: the cup, and the activations that they begin."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from bot.kernel.game import Scene
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.english import count, join
from bot.kit.pieces import change, with_units
from bot.titles.trap.events.base import Event
from bot.titles.trap.field import names
from bot.titles.trap.field.battle import tips
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import (
    ARTILLERY,
    CHECHEN,
    MarkerId,
    UnitId,
)


class InitiativeRolled(Event, frozen=True, tag="initiative"):
    """A side won the initiative.

    Each roll is a die of the Russians and one of the Chechens; ties roll again.
    """

    seat: Seat
    rolls: tuple[Roll, ...] = ()

    def tell(self, seen: Seen[State]) -> str:
        if not self.rolls:
            return f"{names.the_side(self.seat)} has the initiative."
        ties = join(str(roll.faces[0]) for roll in self.rolls[:-1])
        russian, chechen = self.rolls[-1].faces
        thrown = f"🎲 {f'Both {ties}; ' if ties else ''}Russian {russian}, Chechen {chechen}"
        return f"{thrown}: {names.the_side(self.seat)} has the **initiative**."


class CupFilled(Event, frozen=True, tag="cup filled"):
    """The markers of the turn went into the cup, except those that stay outside."""

    markers: tuple[MarkerId, ...]
    outside: tuple[MarkerId, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, cup=self.markers, outside=self.outside, gone=(), held=MarkerId(""))

    def tell(self, seen: Seen[State]) -> str:
        outside = f" Still outside: {names.markers(self.outside)}." if self.outside else ""
        return f"-# In the cup: {names.markers(self.markers)}.{outside}"


class MarkerHeld(Event, frozen=True, tag="marker held"):
    """A side kept a marker out of the cup for the first activation."""

    seat: Seat
    marker: MarkerId

    def apply(self, state: State) -> State:
        if self.marker in state.cup:
            return replace(state, held=self.marker, cup=_without(state.cup, self.marker))
        return replace(state, held=self.marker, outside=_without(state.outside, self.marker))

    def tell(self, seen: Seen[State]) -> str:
        if self.seat == CHECHEN:
            return "The Chechen side begins."
        return f"{names.the_side(self.seat)} begins with {names.marker(self.marker)}."


def _without(markers: tuple[MarkerId, ...], marker: MarkerId) -> tuple[MarkerId, ...]:
    at = markers.index(marker)
    return (*markers[:at], *markers[at + 1 :])


class MarkerAdded(Event, frozen=True, tag="marker added"):
    """A marker that was outside went into the cup."""

    marker: MarkerId

    def apply(self, state: State) -> State:
        return replace(state, cup=(*state.cup, self.marker), outside=_without(state.outside, self.marker))

    def tell(self, seen: Seen[State]) -> str:
        return f"-# The marker of {names.marker(self.marker)} goes into the cup."


class MarkerLost(Event, frozen=True, tag="marker lost"):
    """A snafu took a marker out of the cup."""

    seat: Seat
    marker: MarkerId
    roll: Roll

    def apply(self, state: State) -> State:
        return replace(
            state,
            cup=_without(state.cup, self.marker),
            gone=(*state.gone, self.marker),
            loses=Seat(""),
            snafu=(*state.snafu, self.seat),
        )

    def tell(self, seen: Seen[State]) -> str:
        which = "a marker" if self.seat == CHECHEN else f"the marker of {names.marker(self.marker)}"
        return f"📻 Snafu: {names.the_side(self.seat)} loses {which} for this turn."


class MarkerDrawn(Event, frozen=True, tag="marker drawn"):
    """A marker was drawn by lot, or used from hand; the last in the cup needs no lot."""

    seat: Seat
    marker: MarkerId
    roll: Roll | None = None

    def apply(self, state: State) -> State:
        gone = (*state.gone, self.marker)
        if state.held:
            return replace(state, held=MarkerId(""), gone=gone)
        return replace(state, cup=_without(state.cup, self.marker), gone=gone)

    def tell(self, seen: Seen[State]) -> str:
        held = seen.state.held == self.marker
        left = len(seen.state.cup) - (not held)
        rest = f"{count(left, 'marker')} left in the cup." if left > 0 else "The cup is empty."
        comes = "is used first" if held else "comes out of the cup"
        lines = [f"🥤 **{_owner(self.marker)}** {comes}. {rest}"]
        first = self.marker not in seen.state.gone
        return "\n".join([*lines, *(tips(seen.state, seen.state.turn, self.marker) if first else ())])


def _owner(marker: MarkerId) -> str:
    return {"artillery": "The artillery", "chechen": "A Chechen marker"}.get(marker, f"The {marker}")


class BonusBegan(Event, frozen=True, tag="bonus"):
    """The bonus activation of a random event began; the side may move and fire again."""

    seat: Seat
    number: int

    def apply(self, state: State) -> State:
        own = [unit.id for unit in state.units.values() if unit.side == self.seat]
        rested = change(state, own, moved=False, fired=False, spotted=False, climbed=False)
        return replace(rested, bonus=None)

    def tell(self, seen: Seen[State]) -> str:
        side, few = names.the_side(self.seat), count(self.number, "unit")
        return f"All markers are used. **Bonus activation** of {side}: {few}."


ALL = {1: "It", 2: "Both of them"}
"""How few units are named."""


class ActivationBegan(Event, frozen=True, tag="activation began"):
    """Units of a side act; `apply` pushes the step on the stack."""

    seat: Seat
    marker: MarkerId = MarkerId("")
    number: int = 0
    roll: Roll | None = None

    def apply(self, state: State) -> State:
        return replace(state, acted=(), entered={}, spent=_rested(state))

    def tell(self, seen: Seen[State]) -> str:
        if self.roll is None:
            all_act = self.seat == CHECHEN and self.marker and self.number
            return f"{ALL.get(self.number, f'All {self.number} of them')} may act." if all_act else ""
        if not self.number:
            return f"🎲 {names.tens(self.roll)}: no Chechen unit may act."
        return f"🎲 {names.tens(self.roll)}: **up to {count(self.number, 'Chechen unit')}** may act."


def _rested(state: State) -> dict[Seat, Secret[dict[UnitId, int]]]:
    """Return no spending for each side that may know its own."""
    return {seat: Secret(was.readers, {} if was.known else UNSET) for seat, was in state.spent.items()}


class ActivationEnded(Event, frozen=True, tag="activation ended"):
    """A side is done with an activation, in which these have acted."""

    seat: Seat
    marker: MarkerId = MarkerId("")
    acted: tuple[UnitId, ...] = ()

    def apply(self, state: State) -> State:
        out = [replace(unit, got_out=False) for unit in state.units.values() if unit.got_out]
        return replace(with_units(state, out), acted=(), entered={}, spent=_rested(state))

    def tell(self, seen: Seen[State]) -> str:
        acted = count(len(self.acted), "unit") if self.acted else "nobody"
        have = "has" if len(self.acted) < 2 else "have"
        fired = sum(battery.used for battery in seen.state.batteries.values()) if self.marker == ARTILLERY else 0
        if fired:
            also = f" and {acted} {have} acted" if self.acted else ""
            guns = "1 battery has" if fired == 1 else f"{fired} batteries have"
            return f"-# The artillery is done: {guns} fired{also}."
        whose = "The bonus activation" if not self.marker else "The Chechen activation"
        who = f"{whose} is over" if self.seat == CHECHEN or not self.marker else f"{_owner(self.marker)} is done"
        return f"-# {who}: {acted} {have} acted."

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", self._scene_title()) if self.acted else None

    def _scene_title(self) -> str:
        if not self.marker:
            return f"After the bonus activation of {names.the_side(self.seat)}"
        if self.seat == CHECHEN:
            return "After the Chechen activation"
        return f"After the activation of {names.marker(self.marker)}"
