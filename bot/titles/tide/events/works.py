"""Works, fires, flame fougasses and special rounds."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.secret import Seen
from bot.kit.pieces import with_units
from bot.titles.tide.events.base import Event, laid_open
from bot.titles.tide.field import board, names
from bot.titles.tide.field.marches import marching
from bot.titles.tide.field.names import article, called
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Munition, MunitionKind, ShelterId, Squad, UnitId, Work, WorkId
from bot.titles.tide.printed.tables import tables


class WorkPlaced(Event, frozen=True, tag="work placed"):
    """A fortification, an obstacle or smoke came onto the map."""

    work: Work

    def apply(self, state: State) -> State:
        return replace(state, works={**state.works, self.work.id: self.work}, serial=state.serial + 1)

    def tell(self, seen: Seen[State]) -> str:
        noun = tables().works[self.work.kind].name
        covered = [way for way, secret in enumerate(self.work.covers, 1) if secret.value is True]
        if covered:
            return f"A flame fougasse is now at {self.work.hex}; it throws in direction {covered[0]}."
        what = noun if self.work.kind in ("smoke", "wire") else article(noun)
        return f"{what.capitalize()} is now at {self.work.hex}."


GONE = {
    "shelled": "is torn apart",
    "cleared": "is cleared",
    "drifted away": "drifts away",
    "quenched": "is put out",
    "spent": "is spent",
    "used up": "are used up",
}


class WorkRemoved(Event, frozen=True, tag="work removed"):
    """A fortification, an obstacle or smoke left the map."""

    work: WorkId
    why: str = ""

    def apply(self, state: State) -> State:
        inside = [
            replace(unit, within=ShelterId(""))
            for unit in state.units.values()
            if isinstance(unit, Squad) and unit.within == ShelterId(self.work)
        ]
        state = replace(state, works={key: work for key, work in state.works.items() if key != self.work})
        return with_units(state, inside)

    def tell(self, seen: Seen[State]) -> str:
        work = seen.state.works[self.work]
        return f"The {tables().works[work.kind].name} at {work.hex} {GONE.get(self.why, 'is gone')}."


class WorkTurned(Event, frozen=True, tag="work turned"):
    """A fire grew strong, or weak."""

    work: WorkId
    kind: str
    why: str = ""

    def apply(self, state: State) -> State:
        return replace(state, works={**state.works, self.work: replace(state.works[self.work], kind=self.kind)})

    def tell(self, seen: Seen[State]) -> str:
        hex = seen.state.works[self.work].hex
        return f"The fire at {hex} is {'brought down: it is weak' if self.why else '**strong**'} now."


class FougasseTried(Event, frozen=True, tag="fougasse tried"):
    """An enemy approached a flame fougasse, so its cover of this hex is now open."""

    work: WorkId
    direction: int
    sprung: bool

    def apply(self, state: State) -> State:
        work = state.works[self.work]
        covers = list(work.covers)
        covers[self.direction - 1] = laid_open(covers[self.direction - 1], self.sprung)
        return replace(state, works={**state.works, self.work: replace(work, covers=tuple(covers))})

    def tell(self, seen: Seen[State]) -> str:
        work = seen.state.works[self.work]
        toward = board.map_of(seen.state).beyond(work.hex, self.direction, 1) or "off the map"
        entering = _entering(seen)
        if self.sprung:
            owner = names.nation(work.owner)
            return f"{entering}**The {owner} flame fougasse at {work.hex} goes off towards {toward}.**"
        return f"{entering}The flame fougasse at {work.hex} does not cover {toward}."


def _entering(seen: Seen[State]) -> str:
    """Name the moving unit and its hex; its march is not reported before its end."""
    march = marching(seen.state)
    unit = seen.state.units.get(march.unit) if march is not None else None
    return f"{names.full(unit)} reaches {unit.hex}. " if unit is not None else ""


class MunitionLaid(Event, frozen=True, tag="munition laid"):
    """A side bought a special round and laid it face down beside a unit."""

    unit: UnitId
    munition: Munition

    def apply(self, state: State) -> State:
        return replace(state, munitions={**state.munitions, self.unit: self.munition})

    def tell(self, seen: Seen[State]) -> str:
        kind = self.munition.kind
        known = f" (**{names.ROUNDS[kind.open()]}**)" if kind.known else ""
        return f"{called(seen, self.unit)} gets a special round{known}, face down."


class MunitionShown(Event, frozen=True, tag="munition shown"):
    """A special round was turned over: it counts for the attack that follows."""

    unit: UnitId
    kind: MunitionKind

    def apply(self, state: State) -> State:
        munition = state.munitions[self.unit]
        shown = replace(munition, kind=laid_open(munition.kind, self.kind))
        return replace(state, munitions={**state.munitions, self.unit: shown})

    def tell(self, seen: Seen[State]) -> str:
        return f"{called(seen, self.unit)} turns its special round over: **{names.ROUNDS[self.kind]}**."


class MunitionGone(Event, frozen=True, tag="munition gone"):
    """A special round left the table."""

    unit: UnitId
    why: str

    def apply(self, state: State) -> State:
        left = {unit: munition for unit, munition in state.munitions.items() if unit != self.unit}
        return replace(state, munitions=left)

    def tell(self, seen: Seen[State]) -> str:
        if self.why == "misfired":
            return "The smoke round misfires."
        if self.why not in ("discarded", "captured"):
            return ""
        return f"The unused round of {called(seen, self.unit)} is discarded."
