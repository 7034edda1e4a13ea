"""Arrivals, departures and revealed units."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.english import count, join
from bot.kit.pieces import with_units
from bot.titles.trap.events.base import Deed, Event, Pool
from bot.titles.trap.events.changes import lay, take_off
from bot.titles.trap.field import names
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Arrival
from bot.titles.trap.model.table import (
    CHECHEN,
    ELIMINATED,
    EXITED,
    REMOVED,
    RUSSIAN,
    CounterId,
    Facing,
    HexId,
    Level,
    Unit,
    UnitId,
)

WHY_DRAWN = {
    "set-up": ("stands ready in the city", "stand ready in the city"),
    "ambush": ("lies in ambush", "lie in ambush"),
    "reinforcement": ("joins the fight", "join the fight"),
    "replacement": ("comes as a replacement", "come as replacements"),
}


class UnitsDrawn(Event, frozen=True, tag="units drawn"):
    """Chechen units came out of the pool into their owner's hand."""

    units: tuple[Unit, ...]
    lots: Annotated[Secret[tuple[Roll, ...]], Meta(description="nobody")]
    pool: Pool
    undrawn: int
    why: Literal["set-up", "ambush", "reinforcement", "replacement"]
    number: Roll | None = None
    """How many were to be drawn."""
    replaced: int = 0
    """How many of them are replacements that had been waited for."""

    def apply(self, state: State) -> State:
        state = with_units(state, self.units)
        return replace(
            state,
            pool=self.pool,
            undrawn=self.undrawn,
            drawn=state.drawn + len(self.units),
            ambushed=state.ambushed or self.why == "ambush",
            replacements=state.replacements - self.replaced,
        )

    def tell(self, seen: Seen[State]) -> str:
        rolled = f" (🎲 {names.faces(self.number)})" if self.number is not None else ""
        if not self.units:
            return f"No Chechen unit is left to come{rolled}." if not seen.state.undrawn else ""
        who = f": {names.units(self.units)}" if any(each.counter.known for each in self.units) else ""
        verb = WHY_DRAWN[self.why][len(self.units) > 1]
        left = f" {self.undrawn} left to draw." if self.undrawn else ""
        return f"{count(len(self.units), 'Chechen unit')} {verb}{rolled}{who}.{left}"


class UnitsReturned(Event, frozen=True, tag="units returned"):
    """Chechen units went from their owner's hand back into the pool."""

    units: tuple[UnitId, ...]
    pool: Pool
    undrawn: int
    why: Literal["left", "road block"]

    def apply(self, state: State) -> State:
        for unit in self.units:
            state = take_off(state, unit, REMOVED)
        return replace(_placing(state, *self.units), pool=self.pool, undrawn=self.undrawn)

    def tell(self, seen: Seen[State]) -> str:
        some = names.shown(seen, self.units)
        why = " for the road block" if self.why == "road block" else ""
        return f"-# {names.units(some)} {names.does(some, 'goes', 'go')} back into the pool{why}."


def _placing(state: State, *units: UnitId) -> State:
    """Take units off the list of those that are still to be placed."""
    step = state.steps[-1] if state.steps else None
    if not isinstance(step, Arrival):
        return state
    left = tuple(id for id in step.units if id not in units)
    return replace(state, steps=(*state.steps[:-1], replace(step, units=left)))


class Placed(Deed, frozen=True, tag="placed"):
    """A unit reached the map without moving."""

    unit: UnitId
    hex: HexId
    level: Level
    facing: Facing
    why: Literal["set-up", "ambush", "reinforcement", "replacement", "return"]
    aboard: UnitId = UnitId("")

    def acting(self) -> tuple[UnitId, ...]:
        return (self.unit,)

    def apply(self, state: State) -> State:
        unit = replace(
            state.units[self.unit], hex=self.hex, level=self.level, facing=self.facing, aboard=self.aboard
        )
        return _placing(lay(state, [unit]), self.unit)

    def tell(self, seen: Seen[State]) -> str:
        some = names.shown(seen, [self.unit])
        verbs = {"return": ("returns", "return"), "replacement": ("joins", "join")}
        verb = names.does(some, *verbs.get(self.why, ("takes position", "take position")))
        on = f", riding on {names.units(names.shown(seen, [self.aboard]))}" if self.aboard else ""
        return f"{names.units(some)} {verb} at {names.spot(self.hex, self.level)}{on}."


class RoadBlockPlaced(Event, frozen=True, tag="road block placed"):
    """The Chechens put up a road block."""

    hex: HexId

    def apply(self, state: State) -> State:
        step = state.steps[-1] if state.steps else None
        if isinstance(step, Arrival):
            state = replace(state, steps=(*state.steps[:-1], replace(step, blocks=step.blocks - 1)))
        return replace(state, roadblocked=(*state.roadblocked, self.hex), roadblocks=state.roadblocks - 1)

    def tell(self, seen: Seen[State]) -> str:
        streets = [ground().streets[key].name for key in ground().streets_of.get(self.hex, ())]
        where = f" on {join(streets[:2])}" if streets else ""
        left = seen.state.roadblocks - 1
        return f"🚧 The Chechens put up a **road block** at {self.hex}{where}. {left} left."


class Evacuated(Event, frozen=True, tag="evacuated"):
    """Dudayev left the city as he was drawn."""

    unit: UnitId
    counter: CounterId

    def apply(self, state: State) -> State:
        return _placing(take_off(state, self.unit, REMOVED, self.counter), self.unit)

    def tell(self, seen: Seen[State]) -> str:
        return "President Dudayev is brought out of the city; nobody scores for him."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effects_on(seen, [self.unit], "changed", "was brought out of the city", self.counter)


class ReplacementsRolled(Event, frozen=True, tag="replacements"):
    """At nightfall a side replaces eliminated units.

    A die and the landmarks that the side holds alone give the number.

    Russian units are placed at once. Chechen counters go back into the pool; `arrive` units come with the next
    Chechen marker, and a replaced road block lies beside the map again.
    """

    seat: Seat
    roll: Roll
    landmarks: int
    units: tuple[UnitId, ...]
    """Those on whom the lot fell."""
    lots: tuple[Roll, ...] = ()
    pool: Pool | None = None
    undrawn: int = 0
    roadblocks: int = 0
    arrive: int = 0
    arrives: Roll | None = None

    def apply(self, state: State) -> State:
        if self.seat != CHECHEN:
            return state
        for unit in self.units:
            state = take_off(state, unit, REMOVED)
        return replace(
            state,
            pool=state.pool if self.pool is None else self.pool,
            undrawn=self.undrawn,
            roadblocks=state.roadblocks + self.roadblocks,
            replacements=self.arrive,
        )

    def tell(self, seen: Seen[State]) -> str:
        number = self.roll.faces[0] + self.landmarks
        held = f" and {count(self.landmarks, 'landmark')}" if self.landmarks else ""
        side = names.the_side(self.seat)
        head = f"Replacements of {side}: 🎲 {names.dice(self.roll)}{held}, up to {number}."
        if not self.units and not self.roadblocks:
            return f"{head} There is nobody to replace."
        blocks = [count(self.roadblocks, "road block")] if self.roadblocks else []
        who = join([*(names.unit(unit) for unit in names.shown(seen, self.units)), *blocks])
        if self.seat == RUSSIAN:
            return f"{head} Back in the ranks: {who}."
        coming = count(self.arrive, "unit") if self.arrive else "none of them"
        rolled = f" 🎲 {names.tens(self.arrives)}: " if self.arrives is not None else ""
        arrive = f"{rolled}{coming} will come with the next Chechen marker." if rolled else ""
        return f"{head} Back in the pool: {who}.{arrive}"


GONE = {
    "carrier": ("perishes inside", "perish inside"),
    "overrun": ("is overrun", "are overrun"),
    "stacking": ("finds no room and is lost", "find no room and are lost"),
    "collapse": ("is lost in the ruins", "are lost in the ruins"),
}
"""Sentences for losses that no shot or assault has reported."""


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A unit went to the box of the eliminated, open to everybody."""

    unit: UnitId
    counter: CounterId
    why: Literal["fire", "indirect fire", "assault", "carrier", "overrun", "stacking", "collapse", "buratino"]

    def apply(self, state: State) -> State:
        return take_off(state, self.unit, ELIMINATED, self.counter)

    def tell(self, seen: Seen[State]) -> str:
        if self.why not in GONE:
            return ""
        unit = seen.state.units[self.unit]
        where = f" at {names.spot(unit.hex, unit.level)}" if self.why != "carrier" else ""
        return f"💀 **{names.counter(self.counter)}** {GONE[self.why][names.is_many(self.counter)]}{where}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effects_on(seen, [self.unit], "destroyed", open=self.counter)


class Exited(Event, frozen=True, tag="exited"):
    """Units left the map by its east edge."""

    units: tuple[UnitId, ...]
    counters: tuple[CounterId, ...]

    def apply(self, state: State) -> State:
        for unit, counter in zip(self.units, self.counters, strict=True):
            state = take_off(state, unit, EXITED, counter)
        return state

    def tell(self, seen: Seen[State]) -> str:
        who = join(names.counter(key) for key in self.counters)
        return f"{who} {'leaves' if len(self.counters) == 1 else 'leave'} the city by its east edge."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        left = zip(self.units, self.counters, strict=True)
        return [each for id, key in left for each in names.effects_on(seen, [id], "changed", "left the city", key)]


SEEN = "-# Everybody sees now: "
"""Begins the line that names newly readable counters, once an order."""


class Looked(Event, frozen=True, tag="looked"):
    """The readers of counters changed: stacks came into view, were covered or left it.

    Each counter is listed with its new readers.
    """

    counters: dict[UnitId, Annotated[Secret[CounterId], Meta(description="its owner; the enemy who sees it")]]
    fighting: bool = False
    """A fight revealed them, and its account names them."""

    def apply(self, state: State) -> State:
        return with_units(
            state, [replace(state.units[id], counter=counter) for id, counter in self.counters.items()]
        )

    def tell(self, seen: Seen[State]) -> str:
        """Counters that only one side inspects are shown on its map, not named."""
        if self.fighting:
            return ""
        before = seen.state.units
        new = [
            id
            for id, counter in self.counters.items()
            if counter.out and id in before and not before[id].counter.out
        ]
        called = {id: names.counter(self.counters[id].open()) for id in new}
        new.sort(key=lambda id: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", called[id])])
        spots = (f"{called[id]} at {names.spot(before[id].hex, before[id].level)}" for id in new)
        return f"{SEEN}{'; '.join(spots)}." if new else ""
