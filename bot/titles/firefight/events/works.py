"""Fortifications, obstacles and smoke in the battle."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kernel.secret import Seen
from bot.kit.english import FACES, join
from bot.kit.pieces import change
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import names
from bot.titles.firefight.field.names import on_map
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model.ids import HexId, UnitId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Smoke, Work


class WorkLaid(Event, frozen=True, tag="work laid"):
    """A fortification or an obstacle was laid or dug."""

    work: Work

    def apply(self, state: State) -> State:
        state = replace(state, works={**state.works, self.work.id: self.work}, serial=state.serial + 1)
        return change(state, [self.work.digger], inside=self.work.id) if self.work.digger else state

    def tell(self, seen: Seen[State]) -> str:
        work, state = self.work, seen.state
        hex = where(work)
        what = names.a(names.work(work))
        if work.digger:
            return f"{names.unit(state, work.digger)} digs in{on_map(state, hex)}."
        faces = f", facing {FACES[work.facing]}" if work.kind == "bunker" else ""
        return f"{names.the_side(work.side)} lay {what}{on_map(state, hex) or ' in a secret hex'}{faces}."


class WorkShown(Event, frozen=True, tag="work shown"):
    """A hidden work was revealed."""

    work: WorkId
    hex: HexId

    def apply(self, state: State) -> State:
        shown = replace(state.works[self.work], hex=self.hex, hiding=None)
        return replace(state, works={**state.works, self.work: shown})

    def tell(self, seen: Seen[State]) -> str:
        return f"👁️ {names.a(names.work(seen.state.works[self.work]))} is revealed{on_map(seen.state, self.hex)}."


class WorkGone(Event, frozen=True, tag="work gone"):
    """A work was removed."""

    work: WorkId
    why: str = ""

    def apply(self, state: State) -> State:
        inside = [unit.id for unit in state.units.values() if unit.inside == self.work]
        state = change(state, inside, inside=WorkId(""))
        return replace(state, works={id: work for id, work in state.works.items() if id != self.work})

    def tell(self, seen: Seen[State]) -> str:
        work = seen.state.works[self.work]
        if self.why == "left":
            return f"-# The {names.work(work)}{on_map(seen.state, where(work))} is given up."
        return f"The {names.work(work)}{on_map(seen.state, where(work))} is gone."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        if self.why != "destroyed":
            return ()
        work = seen.state.works[self.work]
        return [Effect("fight", f"The {names.work(work)}{on_map(seen.state, where(work))} was destroyed.")]


class SmokeLaid(Event, frozen=True, tag="smoke laid"):
    """Smoke was laid."""

    hexes: tuple[HexId, ...]
    smoke: Smoke = "heavy"
    unit: UnitId = UnitId("")

    def apply(self, state: State) -> State:
        return replace(state, smoke={**state.smoke, **dict.fromkeys(self.hexes, self.smoke)})

    def tell(self, seen: Seen[State]) -> str:
        hexes = join(names.hex(seen.state, hex) for hex in self.hexes)
        if self.unit:
            return f"🌫️ {names.unit(seen.state, self.unit)} lays {self.smoke} smoke at {hexes}."
        return f"🌫️ {self.smoke.title()} smoke at {hexes}."
