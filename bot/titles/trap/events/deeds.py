"""Deeds without a fight: units act, move, turn, mount and dismount."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.english import FACES, begun
from bot.kit.pieces import change, with_units
from bot.titles.trap.events.base import Deed, Event
from bot.titles.trap.events.changes import aboard, lay, pay
from bot.titles.trap.field import names
from bot.titles.trap.field.units import known, riders
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import (
    WAITING,
    Facing,
    HexId,
    Level,
    Status,
    Unit,
    UnitId,
)

Costs = Annotated[Secret[tuple[int, ...]], Meta(description="the side that moves")]


class Activated(Event, frozen=True, tag="activated"):
    """Units were turned to their activated side."""

    units: tuple[UnitId, ...]
    acting: bool = True
    """They act in this activation; passengers and units that fought elsewhere do not."""

    def apply(self, state: State) -> State:
        state = change(state, self.units, activated=True)
        new = tuple(id for id in self.units if id not in state.acted)
        return replace(state, acted=(*state.acted, *new)) if self.acting else state


class Halted(Deed, frozen=True, tag="halted"):
    """An order for several units stopped at an event its owner could not foresee."""

    seat: Seat
    left: Annotated[Secret[tuple[UnitId, ...]], Meta(description="its owner")]
    """The units that had still to act."""
    why: Annotated[Secret[str], Meta(description="its owner")]
    """The reason, as a clause."""

    def is_own(self, seen: Seen[State]) -> bool:
        return self.seat == seen.seat

    def tell(self, seen: Seen[State]) -> str:
        if not (self.left.known and self.why.known):
            return ""
        left = [seen.state.units[id] for id in self.left.open()]
        waits = f"{begun(names.units(left))} {names.does(left, 'waits', 'wait')}"
        return f"The order goes no further: {self.why.open()}. {waits}."


class Moved(Deed, frozen=True, tag="moved"):
    """Units of one hex moved along a way that begins in their hex, with passengers.

    A way of one hex is a change of level. From an upper level units come down first.
    """

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]
    level: Level
    facings: tuple[Facing, ...]
    """How each of them faces then."""
    costs: Costs
    """Half movement points that each of them paid."""
    how: Literal["move", "column", "reverse", "advance", "retreat"] = "move"

    def acting(self) -> tuple[UnitId, ...]:
        return self.units

    def apply(self, state: State) -> State:
        side = state.units[self.units[0]].side
        own = self.how != "retreat"
        went = [
            replace(
                unit,
                hex=self.path[-1],
                level=self.level,
                facing=facing,
                moved=unit.moved or own,
            )
            for unit, facing in zip((state.units[id] for id in self.units), self.facings, strict=True)
        ]
        riders = [
            replace(state.units[id], hex=self.path[-1], moved=state.units[id].moved or own)
            for id in aboard(state, self.units)
        ]
        state = with_units(lay(state, went), riders)
        return pay(state, side, _costs(self.units, self.costs)) if own else state

    def tell(self, seen: Seen[State]) -> str:
        some = names.shown(seen, self.units)
        start, who = self.path[0], _driving(seen, some)
        if self.how == "advance":
            return ""
        if len(self.path) == 1:
            goes = names.does(some, "goes", "go")
            stairs = "upstairs" if self.level == "upper" else "down to the street"
            return f"{who} {goes} {stairs} at {names.place(start)}."
        end = names.spot(self.path[-1], self.level)
        street = names.way(self.path)
        by = f" along {street}" if street and self.how != "column" else ""
        aboard = _aboard(seen, self.units)
        match self.how:
            case "column":
                return f"-# {who}{aboard} {names.does(some, 'follows', 'follow')} the column to {end}."
            case "reverse":
                return f"{who}{aboard} {names.does(some, 'backs', 'back')} from {start} to {end}."
            case "retreat":
                return f"{who} {names.does(some, 'gets', 'get')} out to {end}."
            case _:
                paid = f" ({_paid(self.costs)})" if self.costs.known else ""
                return f"{who}{aboard} {names.does(some, 'moves', 'move')} from {start}{by} to {end}{paid}."


def _costs(units: tuple[UnitId, ...], costs: Costs) -> Mapping[UnitId, int] | None:
    """Return the cost each unit paid, or `None` if it is unknown."""
    return dict(zip(units, costs.open(), strict=True)) if costs.known else None


def _paid(costs: Costs) -> str:
    each = " and ".join(names.halves(cost) for cost in dict.fromkeys(costs.open()))
    return f"{each} movement point{'' if each in ('½', '1') else 's'}"


def _aboard(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Name the known passengers; if none is known, say how many ride along."""
    inside = names.shown(seen, [rider.id for id in ids for rider in riders(seen.state, id)])
    if not inside:
        return ""
    covered = "a unit" if len(inside) == 1 else f"{len(inside)} units"
    return f", with {names.units(inside) if any(map(known, inside)) else covered} aboard,"


def _driving(seen: Seen[State], some: Sequence[Unit]) -> str:
    """Name the moving units; an unknown unit with passengers is called a vehicle."""
    if len(some) == 1 and known(some[0]) is None and riders(seen.state, some[0].id):
        return f"a {names.side(some[0].side)} vehicle"
    return names.units(some)


class Entered(Deed, frozen=True, tag="entered"):
    """A unit entered from off the map with its passengers, and drove along a way."""

    unit: UnitId
    path: tuple[HexId, ...]
    facing: Facing
    costs: Costs
    rank: int = 0
    """Its place in the column: the third vehicle of this activation at its entry hex."""
    heads: bool = False
    """It is the first unit of its order, even if other units entered there before.

    ADDED
    """

    def acting(self) -> tuple[UnitId, ...]:
        return (self.unit,)

    def apply(self, state: State) -> State:
        unit = replace(state.units[self.unit], hex=self.path[-1], level="ground", facing=self.facing, moved=True)
        riders = [
            replace(state.units[id], hex=self.path[-1], facing=self.facing, moved=True)
            for id in aboard(state, [self.unit])
        ]
        state = with_units(lay(state, [unit]), riders)
        if self.rank:
            state = replace(state, entered={**state.entered, self.path[0]: self.rank})
        return pay(state, unit.side, _costs((self.unit,), self.costs))

    def tell(self, seen: Seen[State]) -> str:
        """Report a following unit to its own side only; its counters are seen soon after."""
        some = names.shown(seen, [self.unit])
        follows = self.rank > 1 and not self.heads
        if follows and known(some[0]) is None:
            return ""
        who = f"{_driving(seen, some)}{_aboard(seen, [self.unit])}"
        if follows:
            return f"-# {who} {names.does(some, 'follows', 'follow')} to {names.place(self.path[-1])}."
        street = names.way(self.path)
        goes = f" and {names.does(some, 'goes', 'go')} on{f' along {street}' if street else ''} to {self.path[-1]}"
        return (
            f"{who} {names.does(some, 'enters', 'enter')} at {self.path[0]}{goes if len(self.path) > 1 else ''}."
        )


class Faced(Deed, frozen=True, tag="faced"):
    """Units turned to face another way."""

    units: tuple[UnitId, ...]
    facing: Facing

    def acting(self) -> tuple[UnitId, ...]:
        return self.units

    def apply(self, state: State) -> State:
        return change(state, self.units, facing=self.facing)

    def tell(self, seen: Seen[State]) -> str:
        """Nobody else sees which way a covered unit faces."""
        some = [unit for unit in names.shown(seen, self.units) if known(unit) is not None]
        return (
            f"-# {names.units(some)} {names.does(some, 'turns', 'turn')} to the {FACES[self.facing]}."
            if some
            else ""
        )


class Loaded(Deed, frozen=True, tag="loaded"):
    """Units got into an APC or onto a tank; off the map without a price."""

    units: tuple[UnitId, ...]
    into: UnitId
    cost: int = 0
    """Half movement points that the vehicle paid."""
    costs: Costs | None = None
    """Half movement points that the units paid, where they do."""

    def acting(self) -> tuple[UnitId, ...]:
        return self.units

    def apply(self, state: State) -> State:
        vehicle = state.units[self.into]
        climbed = self.costs is not None and not self.cost
        state = change(state, self.units, aboard=self.into, hex=vehicle.hex, level="ground", climbed=climbed)
        state = pay(state, vehicle.side, {self.into: self.cost})
        return pay(state, vehicle.side, _costs(self.units, self.costs)) if self.costs is not None else state

    def tell(self, seen: Seen[State]) -> str:
        """Units that come in from off the map are named when they enter."""
        if seen.state.units[self.into].hex == WAITING:
            return ""
        some, vehicle = names.shown(seen, self.units), names.shown(seen, [self.into])[0]
        what = known(vehicle)
        if what is not None and what.kind == "tank":
            return f"{names.units(some)} {names.does(some, 'climbs', 'climb')} onto {_vehicle(vehicle)}."
        return f"{names.units(some)} {names.does(some, 'gets', 'get')} into {_vehicle(vehicle)}."


def _vehicle(unit: Unit) -> str:
    """Name a vehicle, or say "a vehicle" if the reader does not know it."""
    return names.unit(unit) if known(unit) is not None else "a vehicle"


class Unloaded(Deed, frozen=True, tag="unloaded"):
    """Units got out of their vehicle."""

    units: tuple[UnitId, ...]
    vehicle: UnitId
    hex: HexId
    facing: Facing
    cost: int = 0
    """Half movement points that the vehicle paid."""
    how: Literal["unload", "assault", "lost"] = "unload"
    costs: Costs | None = None
    """Half movement points that this took from the units: all that they have."""

    def acting(self) -> tuple[UnitId, ...]:
        return self.units

    def apply(self, state: State) -> State:
        out = [
            replace(
                state.units[id],
                aboard=UnitId(""),
                hex=self.hex,
                level="ground",
                facing=self.facing,
                got_out=self.how == "unload",
            )
            for id in self.units
        ]
        side = state.units[self.vehicle].side
        state = pay(lay(state, out), side, {self.vehicle: self.cost})
        return pay(state, side, _costs(self.units, self.costs)) if self.costs is not None else state

    def tell(self, seen: Seen[State]) -> str:
        some, vehicle = names.shown(seen, self.units), names.shown(seen, [self.vehicle])[0]
        verb = names.does(some, "gets", "get")
        if self.how == "lost":
            return f"{names.units(some)} {verb} clear of {_vehicle(vehicle)}."
        at = f" at {names.place(self.hex)}"
        charge = " and charge" if names.plural(some) else " and charges"
        what = known(vehicle)
        off = "off" if what is not None and what.kind == "tank" else "out of"
        return (
            f"{names.units(some)} {verb} {off} {_vehicle(vehicle)}{at}{charge if self.how == 'assault' else ''}."
        )


class StatusChanged(Event, frozen=True, tag="status"):
    """A unit became suppressed, pinned, disrupted or inactive."""

    unit: UnitId
    status: Status
    why: str = ""
    also: tuple[UnitId, ...] = ()
    """Passengers that got the same status. ADDED"""

    def apply(self, state: State) -> State:
        return change(state, [self.unit, *self.also], status=self.status)

    def tell(self, seen: Seen[State]) -> str:
        some = [unit for unit in names.shown(seen, [self.unit, *self.also], own=False) if unit.aboard]
        if not some:
            return ""
        return f"-# Aboard it {names.units(some)} {names.does(some, 'is', 'are')} {self.status} too."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effects_on(seen, [self.unit, *self.also], "became", f"was {self.status}")
