"""Squads are filled, placed, reinforced and exchange figures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.english import count, join
from bot.kit.pieces import with_units
from bot.titles.tide.events.base import Event, laid_open, squad_of, with_hq
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.names import called
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Base, HexId, ShelterId, Squad, UnitId, Vehicle


class Built(Event, frozen=True, tag="built"):
    """A side filled a base."""

    seat: Seat
    bases: Annotated[Secret[tuple[Base, ...]], Meta(description="the side that filled it")]

    def apply(self, state: State) -> State:
        muster = state.steps[-1]
        lists = {**getattr(muster, "lists", {}), self.seat: self.bases}
        return replace(state, steps=(*state.steps[:-1], replace(muster, lists=lists)))


class Mustered(Event, frozen=True, tag="mustered"):
    """A side is ready: its squads exist, under numbers that were dealt at random."""

    seat: Seat
    squads: tuple[Squad, ...]
    deal: Annotated[Secret[Roll], Meta(description="the side whose squads they are")]

    def apply(self, state: State) -> State:
        return _raised(state, self.seat, self.squads)

    def tell(self, seen: Seen[State]) -> str:
        if board.scenario(seen.state).fixed:
            return ""
        return f"The {names.nation(self.seat)} side is ready with {count(len(self.squads), 'squad')}."


def _raised(state: State, seat: Seat, units: tuple[Squad | Vehicle, ...]) -> State:
    hq = state.hq[seat]
    squads = hq.squads + sum(isinstance(unit, Squad) for unit in units)
    return with_hq(with_units(state, units), seat, replace(hq, squads=squads))


class Reinforced(Event, frozen=True, tag="reinforced"):
    """Units were promised for a round, or have come within reach of the map."""

    seat: Seat
    units: tuple[Squad | Vehicle, ...]

    def apply(self, state: State) -> State:
        return _raised(replace(state, serial=state.serial + len(self.units)), self.seat, self.units)

    def tell(self, seen: Seen[State]) -> str:
        arriving = [names.unit(unit) + _content(unit) for unit in self.units]
        return f"{names.nation(self.seat)} reinforcements: {join(arriving)}."


def _content(unit: Squad | Vehicle) -> str:
    content = units.known_base(unit)
    return f" ({names.base(content)})" if content.figures else ""


class Placed(Event, frozen=True, tag="placed"):
    """A unit was set on the map. Unless concealed, it is now open."""

    unit: UnitId
    hex: HexId
    within: ShelterId = ShelterId("")
    concealed: bool = False
    shown: Base | None = None
    """The base of a squad set down in the open."""

    def apply(self, state: State) -> State:
        unit = replace(state.units[self.unit], hex=self.hex)
        if isinstance(unit, Squad):
            base = unit.base if self.shown is None else laid_open(unit.base, self.shown)
            unit = replace(unit, within=self.within, concealed=self.concealed, base=base)
        return with_units(state, [unit])

    def tell(self, seen: Seen[State]) -> str:
        if board.scenario(seen.state).fixed and not seen.state.round:
            return ""
        piece = seen.state.units[self.unit]
        known = f" ({names.base(self.shown)})" if self.shown is not None else ""
        how = ", concealed," if self.concealed else known
        inside = f", in {names.shelter(seen.state, self.within)}" if self.within else ""
        return f"{names.full(piece)}{how} takes position {names.inside(seen.state, self.hex)}{inside}."


def placed(state: State, unit: UnitId, hex: HexId, into: ShelterId, concealed: bool) -> Placed:
    """Return the event of placing a unit, in the open or under a marker."""
    base = units.known_base(state.units[unit])
    return Placed(unit, hex, into, concealed, base if base.figures and not concealed else None)


class Revealed(Event, frozen=True, tag="revealed"):
    """A concealed squad was shown."""

    unit: UnitId
    base: Base

    def apply(self, state: State) -> State:
        squad = squad_of(state, self.unit)
        return with_units(state, [replace(squad, concealed=False, base=laid_open(squad.base, self.base))])

    def tell(self, seen: Seen[State]) -> str:
        return f"{called(seen, self.unit)} is revealed: {names.base(self.base)}."


class Transferred(Event, frozen=True, tag="transferred"):
    """Figures changed squads."""

    giver: UnitId
    taker: UnitId
    left: Annotated[Secret[Base], Meta(description="the side of the squads; everyone where that squad lies open")]
    """The giver's base afterwards."""
    right: Annotated[Secret[Base], Meta(description="the side of the squads; everyone where that squad lies open")]
    """The taker's base afterwards."""
    emptied: bool = False
    """The giver has no figure left, and its base leaves the table."""

    def apply(self, state: State) -> State:
        giver, taker = squad_of(state, self.giver), squad_of(state, self.taker)
        state = with_units(state, [replace(taker, base=self.right)])
        if not self.emptied:
            return with_units(state, [replace(giver, base=self.left)])
        return replace(state, units={key: unit for key, unit in state.units.items() if key != self.giver})

    def tell(self, seen: Seen[State]) -> str:
        sides = [(self.taker, self.right)] if self.emptied else [(self.taker, self.right), (self.giver, self.left)]
        known = [(seen.state.units[id], base.open()) for id, base in sides if base.known]
        now = ", ".join(f"{names.unit(unit)} now has {names.base(base)}" for unit, base in known)
        both = f"{called(seen, self.giver)} and {called(seen, self.taker)}"
        return f"{both} exchange figures{': ' * bool(now)}{now}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        taker = names.unit(seen.state.units[self.taker])
        return names.effect_on(seen, self.giver, "changed", f"joined {taker}") if self.emptied else ()
