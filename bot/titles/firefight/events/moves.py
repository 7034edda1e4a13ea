"""Units move, turn, take cover, ride, and take control markers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import field
from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kernel.roll import Roll
from bot.kernel.secret import Seen
from bot.kit.english import FACES
from bot.kit.pieces import change
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.events.changes import bring, carried, change_player, met
from bot.titles.firefight.field import names
from bot.titles.firefight.field.names import on_map, thrown
from bot.titles.firefight.field.units import kind
from bot.titles.firefight.model.ids import Facing, HexId, MarkerId, Side, UnitId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import REMOVED, Hits, Pile


class Moved(Event, frozen=True, tag="moved"):
    """A unit moved along a path, which begins in its hex; its passenger moved too."""

    unit: UnitId
    path: tuple[HexId, ...]
    facing: Facing
    cost: int = 0
    how: Literal["move", "bonus", "placed"] = "move"
    turn: int = 0
    """The number of the turn in the game; 0 in old games."""

    def apply(self, state: State) -> State:
        state = bring(state, self.unit, self.path[-1], facing=self.facing, moved=self.turn)
        return met(state, self.unit, self.path[-2]) if len(self.path) > 1 else state

    def tell(self, seen: Seen[State]) -> str:
        state, unit = seen.state, seen.state.units[self.unit]
        if self.how == "placed":
            return ""
        faces = f" and faces {FACES[self.facing]}" if self.facing != unit.facing else ""
        if self.how == "bonus":
            return f"It drives on to {names.place(state, self.path[-1])}{faces}."
        start, end = names.hex(state, self.path[0]), names.place(state, self.path[-1])
        return f"{names.unit(state, self.unit)}{_rider(state, self.unit)} moves from {start} to {end}{faces}."


def _rider(state: State, vehicle: UnitId) -> str:
    """Name the unit that a vehicle carries or tows."""
    riders = [unit.id for unit in state.units.values() if unit.aboard == vehicle]
    return f", with {names.row([state.units[id] for id in riders])}," if riders else ""


class Entered(Event, frozen=True, tag="entered"):
    """A unit and its passenger entered the map by their entry edge."""

    unit: UnitId
    hex: HexId
    facing: Facing
    turn: int = 0
    """The number of the turn in the game; 0 in old games."""

    def apply(self, state: State) -> State:
        return bring(state, self.unit, self.hex, facing=self.facing, moved=self.turn)

    def tell(self, seen: Seen[State]) -> str:
        where, rider = names.place(seen.state, self.hex), _rider(seen.state, self.unit)
        return f"{names.unit(seen.state, self.unit)}{rider} enters at {where}, facing {FACES[self.facing]}."


class Left(Event, frozen=True, tag="left"):
    """A unit and its passenger left the map as a card allows."""

    unit: UnitId
    hex: HexId
    piles: dict[Pile, Hits] = field(default_factory=dict)
    """The piles to which their hit markers returned."""

    def apply(self, state: State) -> State:
        for id in (self.unit, *carried(state, self.unit)):
            owner = state.players[state.units[id].owner]
            active = tuple(other for other in owner.active if other != id)
            state = change_player(state, owner.seat, active=active, ap=owner.ap if active else 0)
            hit = state.units[id].hit
            hit = None if hit is not None and hit.pile in self.piles else hit
            state = change(state, [id], hex=REMOVED, status="fresh", hit=hit, aboard=UnitId(""), inside=WorkId(""))
        return replace(state, piles={**state.piles, **self.piles})

    def tell(self, seen: Seen[State]) -> str:
        who = f"{names.unit(seen.state, self.unit)}{_rider(seen.state, self.unit)}"
        return f"{who} leaves the map {names.at(seen.state, self.hex)}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        gone = (self.unit, *carried(seen.state, self.unit))
        return [each for id in gone for each in names.effect_on(seen.state, id, "changed", "left the map")]


class Faced(Event, frozen=True, tag="faced"):
    """Units turned to another facing."""

    units: tuple[UnitId, ...]
    facing: Facing

    def apply(self, state: State) -> State:
        riders = [rider for id in self.units for rider in carried(state, id)]
        return change(state, [*self.units, *riders], facing=self.facing)

    def tell(self, seen: Seen[State]) -> str:
        turn = names.does(self.units, "turns", "turn")
        return f"{names.units(seen.state, self.units)} {turn} to the {FACES[self.facing]}."


class MarkerTurned(Event, frozen=True, tag="marker turned"):
    """A control marker was turned to another side."""

    marker: MarkerId
    side: Side
    unit: UnitId = UnitId("")
    """The unit that took it."""

    def apply(self, state: State) -> State:
        turned = replace(state.control[self.marker], side=self.side)
        return replace(state, control={**state.control, self.marker: turned})

    def tell(self, seen: Seen[State]) -> str:
        marker = seen.state.control[self.marker]
        by = f": {names.unit(seen.state, self.unit)} takes it" if self.unit else ""
        return (
            f"🚩 The control marker at {names.hex(seen.state, marker.hex)} is now **{names.side(self.side)}**{by}."
        )

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        marker = seen.state.control[self.marker]
        name = f"the marker at {names.hex(seen.state, marker.hex)}"
        was = names.side(marker.side) if marker.side else ""
        return [Effect("place", side=names.side(self.side), name=name, key=self.marker, was=was)]


class Loaded(Event, frozen=True, tag="loaded"):
    """A unit got into a vehicle, or was hooked up to it."""

    unit: UnitId
    into: UnitId

    def apply(self, state: State) -> State:
        vehicle = state.units[self.into]
        came = state.units[self.unit].hex
        fields = {"hex": vehicle.hex, "facing": vehicle.facing, "inside": WorkId("")}
        return met(change(state, [self.unit], aboard=self.into, **fields), self.unit, came)

    def tell(self, seen: Seen[State]) -> str:
        goes = "is hooked up to" if not kind(seen.state.units[self.unit]).foot else "gets onto"
        return f"{names.unit(seen.state, self.unit)} {goes} {names.one(seen.state.units[self.into])}."


class Unloaded(Event, frozen=True, tag="unloaded"):
    """A unit got out of its vehicle, or was unhooked."""

    unit: UnitId
    vehicle: UnitId
    hex: HexId
    facing: Facing
    how: Literal["unload", "lost"] = "unload"

    def apply(self, state: State) -> State:
        came = state.units[self.unit].hex
        state = change(state, [self.unit], aboard=UnitId(""), hex=self.hex, facing=self.facing)
        return met(state, self.unit, came)

    def tell(self, seen: Seen[State]) -> str:
        who, vehicle = names.unit(seen.state, self.unit), names.one(seen.state.units[self.vehicle])
        if self.how == "lost":
            return f"{who} gets clear of {vehicle}."
        goes = "is unhooked from" if not kind(seen.state.units[self.unit]).foot else "gets off"
        return f"{who} {goes} {vehicle}{on_map(seen.state, self.hex)}, facing {FACES[self.facing]}."


class Took(Event, frozen=True, tag="took cover"):
    """A unit went into a fortification, or came out of it."""

    unit: UnitId
    work: WorkId
    """Empty if the unit came out."""
    facing: Facing = "N"
    found: bool = False
    """The unit was revealed there, and does not move."""

    def apply(self, state: State) -> State:
        return change(state, [self.unit], inside=self.work, facing=self.facing)

    def tell(self, seen: Seen[State]) -> str:
        state, unit = seen.state, seen.state.units[self.unit]
        if self.work:
            comes, work = "is in" if self.found else "goes into", names.work(state.works[self.work])
            return f"{names.unit(state, self.unit)} {comes} the {work}, facing {FACES[self.facing]}."
        left = f" the {names.work(state.works[unit.inside])}" if unit.inside in state.works else " cover"
        return f"{names.unit(state, self.unit)} leaves{left}."


class WireRolled(Event, frozen=True, tag="wire"):
    """A die decided the extra cost of wire for a move."""

    unit: UnitId
    hex: HexId
    roll: Roll
    stopped: bool = False
    """The unit could not pay, and stays in its hex."""

    def tell(self, seen: Seen[State]) -> str:
        result = "it is stuck and stays in its hex" if self.stopped else f"the way costs {self.roll.faces[0]} more"
        return f"Barbed wire{on_map(seen.state, self.hex)}: 🎲 {self.roll.faces[0]}: {result}."


class Bogged(Event, frozen=True, tag="bogged"):
    """A vehicle that had moved may be bogged down for the rest of the round."""

    unit: UnitId
    roll: Roll
    need: int
    stuck: bool
    caps: int = 0
    """CAPs that changed the roll."""

    def apply(self, state: State) -> State:
        return change(state, [self.unit], bogged=self.stuck)

    def tell(self, seen: Seen[State]) -> str:
        what = "is stuck for the rest of the round" if self.stuck else "drives on"
        roll = f"🎲 {thrown(self.roll.faces, self.caps)}, {self.need} or more"
        return f"{roll}: {names.unit(seen.state, self.unit)} {what}."
