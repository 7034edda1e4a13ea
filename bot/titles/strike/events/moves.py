"""Units arrive and move: over the ground, by rail and in the air."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kernel.secret import Seen
from bot.kit.pieces import with_units
from bot.titles.strike.events.base import Event, along
from bot.titles.strike.field import names
from bot.titles.strike.field.names import all_names, place_name, unit_name, verb_for
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import DROPPED, AreaId, UnitId


class Placed(Event, frozen=True, tag="placed"):
    """A unit was placed in an area, or left the map, without moving there."""

    unit: UnitId
    place: AreaId
    why: Literal["set-up", "reinforcement", "partisans", "cancelled", "commissar", "relocated", "off the map"]

    def apply(self, state: State) -> State:
        return with_units(state, [replace(state.units[self.unit], place=self.place, trail=(), spent=0)])

    def tell(self, seen: Seen[State]) -> str:
        unit, where = unit_name(seen, self.unit), place_name(seen, self.place)
        match self.why:
            case "set-up":
                return f"{unit} {verb_for(seen, (self.unit,), 'begins', 'begin')} at {where}."
            case "reinforcement":
                return f"{unit} arrives at {where}."
            case "partisans":
                return f"{unit} are active at {where}."
            case "cancelled":
                return f"The garrison drives {unit} out of {place_name(seen, seen.state.units[self.unit].place)}."
            case "commissar":
                return f"**The Commissar arrives at {where}.**"
            case "relocated":
                return f"{unit} reaches {where}."
            case "off the map":
                leaves = verb_for(seen, (self.unit,), "leaves", "leave")
                return f"{'The ' * (unit == 'Commissar')}{unit} {leaves} the map."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        gone = {"cancelled": "was driven out", "off the map": "left the map"}.get(self.why)
        return names.effects_on(seen, [self.unit], "changed", gone) if gone else ()


class Moved(Event, frozen=True, tag="moved"):
    """Units went together along a path, which begins in the area that they left."""

    units: tuple[UnitId, ...]
    path: tuple[AreaId, ...]
    costs: tuple[int, ...]
    """The movement points that each of them paid."""
    leader: UnitId = UnitId("")
    """The leader who took units along."""
    led: tuple[UnitId, ...] = ()
    """Units that the weather lets move only with a leader."""

    def apply(self, state: State) -> State:
        gone = []
        for id, cost in zip(self.units, self.costs, strict=True):
            unit = state.units[id]
            rides = self.leader if id in self.led else unit.rides
            gone.append(along(replace(unit, spent=unit.spent + cost, rides=rides), self.path))
        left = [
            replace(unit, rides=DROPPED)
            for unit in state.units.values()
            if unit.rides in self.units and unit.id not in self.units
        ]
        return with_units(state, [*gone, *left])

    def tell(self, seen: Seen[State]) -> str:
        costs = " and ".join(str(n) for n in dict.fromkeys(self.costs))
        led = f"{unit_name(seen, self.leader)} leads {all_names(seen, self.led)}" if self.led else ""
        moves = f"{all_names(seen, self.units)} {verb_for(seen, self.units, 'moves', 'move')}"
        paid = f"{costs} movement point{'' if costs == '1' else 's'}"
        return f"{led or moves} {names.journey(seen.state, self.path)} ({paid})."


class Railed(Event, frozen=True, tag="railed"):
    """A unit moved by rail."""

    unit: UnitId
    path: tuple[AreaId, ...]
    cost: int
    leader: UnitId = UnitId("")
    """The leader who took it along, after going the same way."""

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        moved = replace(unit, spent=unit.spent + self.cost, rides=self.leader or unit.rides)
        state = with_units(state, [along(moved, self.path)])
        return replace(state, by_rail=(*state.by_rail, self.unit))

    def tell(self, seen: Seen[State]) -> str:
        led = f" with {unit_name(seen, self.leader)}" if self.leader else ""
        goes = verb_for(seen, (self.unit,), "goes", "go")
        return f"🚆 {unit_name(seen, self.unit)} {goes} by rail{led} {names.journey(seen.state, self.path)}."


class Converted(Event, frozen=True, tag="converted"):
    """A railhead advanced; these areas now have railways of the German gauge."""

    railhead: UnitId
    path: tuple[AreaId, ...]
    areas: tuple[AreaId, ...]

    def apply(self, state: State) -> State:
        state = with_units(state, [along(state.units[self.railhead], self.path)])
        return replace(state, converted=(*state.converted, *self.areas))

    def tell(self, seen: Seen[State]) -> str:
        if len(self.path) < 2:
            return f"The railway at {names.way(seen.state, self.areas)} is of the German gauge."
        here = self.areas == self.path[-1:]
        what = "the railway there" if here else f"the railways at {names.way(seen.state, self.areas)}"
        new = f" and converts {what}" if self.areas else ""
        return f"🛤️ {unit_name(seen, self.railhead)} advances to {place_name(seen, self.path[-1])}{new}."


class Flown(Event, frozen=True, tag="flown"):
    """An air unit flew to another area, or parachutists jumped there."""

    unit: UnitId
    place: AreaId
    mission: Literal["", "supply", "dropped"] = ""
    supplied: tuple[UnitId, ...] = ()
    """The units that its owner wants to supply."""

    def apply(self, state: State) -> State:
        unit = replace(state.units[self.unit], mission=self.mission, supplies=self.supplied)
        return with_units(state, [along(unit, (unit.place, self.place))])

    def tell(self, seen: Seen[State]) -> str:
        where = place_name(seen, self.place)
        if self.mission == "dropped":
            return f"🪂 {unit_name(seen, self.unit)} jumps over {where}."
        supply = "supply " if self.mission == "supply" else ""
        whom = f", for {all_names(seen, self.supplied)}" if self.supplied else ""
        return f"✈️ {unit_name(seen, self.unit)} flies {supply}to {where}{whom}."
