"""Units, markers and defences are placed before the battle."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.english import FACES, count, join
from bot.kit.pieces import change, with_units, without
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.events.changes import with_entry
from bot.titles.firefight.field import names
from bot.titles.firefight.model.ids import DefenceId, Edge, Facing, GeneratorId, HexId, UnitId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Control, Work


class UnitsPlaced(Event, frozen=True, tag="units placed"):
    """Units were placed on the map, some of them in their own side's fortification."""

    units: tuple[UnitId, ...]
    hex: HexId
    facing: Facing
    inside: dict[UnitId, WorkId]

    def apply(self, state: State) -> State:
        state = change(state, self.units, hex=self.hex, facing=self.facing)
        for unit, work in self.inside.items():
            state = _inside(state, unit, work)
        return state

    def tell(self, seen: Seen[State]) -> str:
        who, is_ = names.units(seen.state, self.units), names.does(self.units, "is", "are")
        into = [unit for unit in self.units if self.inside.get(unit) in seen.state.works]
        works = f"in the {join(sorted({names.work(seen.state.works[self.inside[unit]]) for unit in into}))}"
        hex, facing = names.place(seen.state, self.hex), f"facing {FACES[self.facing]}"
        if len(into) == len(self.units):
            return f"{who} {is_} placed at {hex}, {works}, {facing}."
        some = f"; {names.units(seen.state, into)} {names.does(into, 'is', 'are')} {works}" if into else ""
        return f"{who} {is_} placed at {hex}, {facing}{some}."


def _inside(state: State, unit: UnitId, work: WorkId) -> State:
    """Put a unit into a fortification; in a bunker it faces as the bunker does."""
    it = state.works[work]
    if it.kind == "hasty":
        state = replace(state, works={**state.works, work: replace(it, digger=unit)})
    facing = {"facing": it.facing} if it.kind == "bunker" else {}
    return change(state, [unit], inside=work, **facing)


class UnitHid(Event, frozen=True, tag="unit placed hidden"):
    """A unit was placed hidden, or slipped away from enemies placed in its hex."""

    unit: UnitId
    hiding: Annotated[Secret[HexId], Meta(description="its owner")]
    slipped: bool = False

    def apply(self, state: State) -> State:
        return change(state, [self.unit], hex=HIDDEN, hiding=self.hiding)

    def tell(self, seen: Seen[State]) -> str:
        where = f" at {names.place(seen.state, self.hiding.open())}" if self.hiding.known else ""
        if self.slipped:
            return f"-# {names.unit(seen.state, self.unit)} slips away{where.replace(' at ', ' to ', 1)}."
        return f"{names.unit(seen.state, self.unit)} is placed in hiding{where}."


class HiddenMoved(Event, frozen=True, tag="hidden moved"):
    """The hexes of a player's hidden units and works changed after a placement.

    It also occurs when the battle begins. It names all hidden pieces, so that it does not show whether one made
    way.
    """

    seat: Seat
    units: dict[UnitId, Annotated[Secret[HexId], Meta(description="their owner")]]
    fled: dict[UnitId, Annotated[Secret[HexId], Meta(description="their owner")]]
    """The hexes from which units made way, "" for the other units."""
    works: dict[WorkId, Annotated[Secret[HexId], Meta(description="their owner")]]

    def apply(self, state: State) -> State:
        units = [
            replace(state.units[id], hiding=hiding, fled=self.fled.get(id, state.units[id].fled))
            for id, hiding in self.units.items()
        ]
        works = {id: replace(state.works[id], hiding=hiding) for id, hiding in self.works.items()}
        return replace(with_units(state, units), works={**state.works, **works})

    def tell(self, seen: Seen[State]) -> str:
        """Name the pieces that made way to their owner; others read nothing."""
        state = seen.state
        units = ((state.units[id].hiding, hiding, names.unit(state, id)) for id, hiding in self.units.items())
        works = [
            (state.works[id].hiding, hiding, f"The {names.work(state.works[id])} that you hide")
            for id, hiding in self.works.items()
        ]
        moved = [
            f"-# {what} makes way to {names.place(state, now.open())}."
            for before, now, what in (*units, *works)
            if now.known and before is not None and before.known and before.open() != now.open()
        ]
        return "\n".join(moved)


class UnitsDelayed(Event, frozen=True, tag="units delayed"):
    """The round in which units may enter changed."""

    units: tuple[UnitId, ...]
    round: int

    def apply(self, state: State) -> State:
        return change(state, self.units, round=self.round)

    def tell(self, seen: Seen[State]) -> str:
        who = names.units(seen.state, self.units)
        return f"{who} {names.does(self.units, 'comes', 'come')} in round {self.round} at the earliest."


class EdgesGiven(Event, frozen=True, tag="edges given"):
    """Units may enter by these edges."""

    units: tuple[UnitId, ...]
    edges: tuple[Edge, ...]

    def apply(self, state: State) -> State:
        return change(state, self.units, edges=self.edges)

    def tell(self, seen: Seen[State]) -> str:
        return f"{names.units(seen.state, self.units)} may enter by {names.edges(self.edges)}."


class MarkerPlaced(Event, frozen=True, tag="marker placed"):
    """A control marker was placed."""

    control: Control
    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, control={**state.control, self.control.id: self.control}, serial=state.serial + 1)

    def tell(self, seen: Seen[State]) -> str:
        side, hex = names.side(self.control.side), names.place(seen.state, self.control.hex)
        return f"🚩 {names.player(seen.state, self.seat)} places a **{side} control marker** at {hex}."


class DefencesDrawn(Event, frozen=True, tag="defences drawn"):
    """Defence counters were drawn from the cup."""

    seat: Seat
    counters: tuple[DefenceId, ...]
    lots: tuple[Roll, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, cup=without(state.cup, *self.counters))

    def tell(self, seen: Seen[State]) -> str:
        who = names.player(seen.state, self.seat)
        alike = Counter(map(names.defence, self.counters))
        drawn = "; ".join(f"{n} times {what}" if n > 1 else what for what, n in alike.items())
        return f"{who} draws {count(len(self.counters), 'Defense Counter')}: {drawn or 'the cup is empty'}."


class DefencePlaced(Event, frozen=True, tag="defence placed"):
    """A fortification or an obstacle was placed; units in its hex are in it now."""

    work: Work
    inside: tuple[UnitId, ...] = ()

    def apply(self, state: State) -> State:
        state = replace(state, works={**state.works, self.work.id: self.work}, serial=state.serial + 1)
        for unit in self.inside:
            state = _inside(state, unit, self.work.id)
        return state

    def tell(self, seen: Seen[State]) -> str:
        work = self.work
        if work.hiding is None:
            where = f" at {names.place(seen.state, work.hex)}"
        else:
            where = f" at {names.hex(seen.state, work.hiding.open())}" if work.hiding.known else ""
        who, are = names.units(seen.state, self.inside), names.does(self.inside, "is", "are")
        inside = f"; {who} {are} in it" if self.inside else ""
        where += f", facing {FACES[work.facing]}" if work.kind == "bunker" else ""
        does = "places" if work.hiding is None else "hides"
        return f"{names.player(seen.state, work.owner)} {does} {names.a(names.work(work))}{where}{inside}."


class WorkSlipped(Event, frozen=True, tag="work slipped"):
    """Hidden mines made way for a counter placed in their hex."""

    work: WorkId
    hiding: Annotated[Secret[HexId], Meta(description="its owner")]

    def apply(self, state: State) -> State:
        slipped = replace(state.works[self.work], hiding=self.hiding)
        return replace(state, works={**state.works, self.work: slipped})

    def tell(self, seen: Seen[State]) -> str:
        """Only the owner of the hidden work reads of it."""
        if not self.hiding.known:
            return ""
        what = names.work(seen.state.works[self.work])
        return f"The {what} that you hide makes way to {names.place(seen.state, self.hiding.open())}."


class SmokePlaced(Event, frozen=True, tag="smoke placed"):
    """A smoke counter was placed."""

    seat: Seat
    hex: HexId
    card: GeneratorId = GeneratorId("")
    """The card for which it was drawn."""

    def apply(self, state: State) -> State:
        state = replace(state, smoke={**state.smoke, self.hex: "heavy"})
        drawn_for = (each for each in state.record if self.card and each.card == self.card)
        return next((with_entry(state, self.card, smoke=(*each.smoke, self.hex)) for each in drawn_for), state)

    def tell(self, seen: Seen[State]) -> str:
        return f"🌫️ {names.player(seen.state, self.seat)} places heavy smoke at {names.hex(seen.state, self.hex)}."
