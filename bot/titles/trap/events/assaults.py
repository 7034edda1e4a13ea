"""Assaults, and their traces: wrecks, rubble and open roads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from bot.kernel.game import Effect, Luck, Scene
from bot.kernel.roll import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Seen
from bot.kit.english import begun, join, listed
from bot.kit.luck import of_one
from bot.kit.pieces import change
from bot.titles.trap.events.base import Event
from bot.titles.trap.events.changes import lay
from bot.titles.trap.field import names
from bot.titles.trap.field.hits import hit_chance
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import (
    CounterId,
    HexId,
    Level,
    Obstacle,
    UnitId,
)


class Assaulted(Event, frozen=True, tag="assaulted"):
    """A close assault was fought.

    The losers are eliminated next; victorious attackers advance into the hex.
    """

    seat: Seat
    hex: HexId
    level: Level
    units: tuple[UnitId, ...]
    counters: tuple[CounterId, ...]
    starts: tuple[HexId, ...]
    """Where each of the attackers came from."""
    defenders: tuple[UnitId, ...]
    defending: tuple[CounterId, ...]
    cf: int
    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    won: bool = False

    def apply(self, state: State) -> State:
        state = change(state, self.units, activated=True, fired=True)
        return change(state, self.defenders, activated=True)

    def tell(self, seen: Seen[State]) -> str:
        attackers = join(map(names.counter, self.counters))
        defenders = join(map(names.counter, self.defending)) or "nobody"
        roll = f"🎲 {names.thrown(self.roll, self.modifiers)}, {self.cf} or less to win"
        result = "**the defenders are destroyed**" if self.won else "**the attackers are destroyed**"
        where, small = names.spot(self.hex, self.level), names.small_print(self.modifiers)
        return f"⚔️ {attackers} {self._storms} {where} against {defenders}: {roll}: {result}.{small}"

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        where = names.spot(self.hex, self.level)
        end = "succeeded" if self.won else "failed"
        return [Effect("fight", f"The {names.side(self.seat)} assault on {where} {end}.")]

    def fortune(self, seen: Seen[State]) -> Iterable[Luck]:
        chance = hit_chance(self.cf, self.modifiers)
        yield of_one(names.side(self.seat), "assaults", "succeeded", chance, good=self.won)

    def scene(self, seen: Seen[State]) -> Scene | None:
        wins = hit_chance(self.cf, self.modifiers)
        near = next((hex for hex in self.starts if hex != self.hex), None)
        attackers, where = listed(map(names.counter, self.counters), 2), names.spot(self.hex, self.level)
        return Scene(
            "fight",
            f"{attackers} {self._storms} {where}: {'won' if self.won else 'lost'}",
            tuple(dict.fromkeys((self.hex, *self.starts))),
            rolls=(self.roll,),
            titles=(names.needed(self.cf, self.modifiers),),
            chance=float(wins if self.won else 1 - wins),
            likely="The assault succeeds" if self.won else "The assault fails",
            path=(near, self.hex) if near else (),
        )

    @property
    def _storms(self) -> str:
        return "storm" if len(self.counters) > 1 or names.is_many(self.counters[0]) else "storms"


class Cleared(Event, frozen=True, tag="cleared"):
    """A road block or a wreck is no more."""

    hex: HexId
    what: Obstacle
    how: Literal["fire", "hand", "assault"]
    seat: Seat

    def apply(self, state: State) -> State:
        if self.what == "wreck":
            return replace(state, wrecks=tuple(hex for hex in state.wrecks if hex != self.hex))
        return replace(state, roadblocked=tuple(hex for hex in state.roadblocked if hex != self.hex))

    def tell(self, seen: Seen[State]) -> str:
        if self.how == "fire":
            return ""
        return f"{names.the_side(self.seat)} clears away the {self.what} at {self.hex}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return [Effect("fight", f"The {self.what} at {self.hex} was cleared away.")]


class Wrecked(Event, frozen=True, tag="wrecked"):
    """A vehicle burns on its road."""

    hex: HexId

    def apply(self, state: State) -> State:
        return state if self.hex in state.wrecks else replace(state, wrecks=(*state.wrecks, self.hex))

    def tell(self, seen: Seen[State]) -> str:
        return f"🔥 A wreck blocks the road at {self.hex}."


class Rubbled(Event, frozen=True, tag="rubbled"):
    """A building came down. The units upstairs are now on the ground."""

    hex: HexId
    seat: Seat
    """Whose attack it was."""
    down: tuple[UnitId, ...] = ()
    """The units that came down."""

    def apply(self, state: State) -> State:
        state = replace(state, rubble=(*state.rubble, self.hex))
        return lay(state, [replace(state.units[id], level="ground") for id in self.down])

    def tell(self, seen: Seen[State]) -> str:
        down = names.shown(seen, self.down, own=False)
        falls = f" {begun(names.units(down))} {names.does(down, 'comes', 'come')} down with it." if down else ""
        return f"🏚️ {names.place(self.hex)} collapses into **rubble**.{falls}"

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return [Effect("fight", f"{names.place(self.hex)} collapsed.")]
