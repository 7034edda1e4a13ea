"""Units lose steps, recover, and change their form or their box."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kernel.roll import Roll
from bot.kernel.secret import Seen
from bot.kit.pieces import with_units
from bot.titles.strike.events.base import Event, put
from bot.titles.strike.field import names
from bot.titles.strike.field.names import all_names, dice, place_name, unit_name, verb_for
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, AreaId, UnitId


class StepLost(Event, frozen=True, tag="step lost"):
    """A unit was turned to its reduced side."""

    unit: UnitId
    corps: UnitId = UnitId("")
    """For an army: the corps that goes from the Breakdown Box to the Eliminated Box."""

    def apply(self, state: State) -> State:
        state = with_units(state, [replace(state.units[self.unit], down=True)])
        return put(state, self.corps, ELIMINATED) if self.corps else state

    def tell(self, seen: Seen[State]) -> str:
        box = f" {unit_name(seen, self.corps)} goes to the Eliminated Box." if self.corps else ""
        return f"{unit_name(seen, self.unit)} is reduced.{box}"

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effects_on(seen, [self.unit], "lost", "step")


LOST = {"combat": "is eliminated", "overrun": "are overrun", "stacking": "is given up: too many stand there"}


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A unit went to the Eliminated Box."""

    unit: UnitId
    why: Literal["combat", "overrun", "stacking"] = "combat"
    corps: UnitId = UnitId("")
    """For a reduced army: the corps that returns from there to the Breakdown Box."""

    def apply(self, state: State) -> State:
        state = put(state, self.unit, ELIMINATED)
        return put(state, self.corps, BREAKDOWN) if self.corps else state

    def tell(self, seen: Seen[State]) -> str:
        box = f" {unit_name(seen, self.corps)} goes back to the Breakdown Box." if self.corps else ""
        return f"**{unit_name(seen, self.unit)} {LOST[self.why]}.**{box}"

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effects_on(seen, [self.unit], "destroyed", "was eliminated")


TURNED = {
    "partisans": "are disrupted by partisans",
    "bombs": "are disrupted by bombs",
    "combat": "is reduced",
    "relocated": "is disrupted",
    "recovered": "has recovered",
    "rebuilt": "is at full strength again",
}


class Turned(Event, frozen=True, tag="turned"):
    """A unit was turned to its back, or to its front."""

    unit: UnitId
    down: bool
    why: Literal["partisans", "bombs", "combat", "relocated", "recovered", "rebuilt"]

    def apply(self, state: State) -> State:
        return with_units(state, [replace(state.units[self.unit], down=self.down)])

    def tell(self, seen: Seen[State]) -> str:
        return f"{unit_name(seen, self.unit)} {TURNED[self.why]}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        if self.why == "combat":
            return names.effects_on(seen, [self.unit], "lost", "step")
        if self.down:
            return names.effects_on(seen, [self.unit], "became", "was disrupted")
        how = "recovered" if self.why == "recovered" else "was rebuilt"
        return names.effects_on(seen, [self.unit], "changed", how)


class BrokenDown(Event, frozen=True, tag="broken down"):
    """Two corps replaced an army or panzer group, which went to the Breakdown Box.

    After losses, one corps may be left of it.
    """

    unit: UnitId
    into: tuple[UnitId, ...]
    down: bool | None = None
    """Whether one remaining corps is reduced; `None` if two corps stay as they were."""

    def apply(self, state: State) -> State:
        whole = state.units[self.unit]
        parts = [replace(whole, id=id, down=self._is_down(state, id)) for id in self.into]
        return _inherit(with_units(put(state, self.unit, BREAKDOWN), parts), (self.unit,), self.into)

    def _is_down(self, state: State, corps: UnitId) -> bool:
        return state.units[corps].down if self.down is None else self.down

    def tell(self, seen: Seen[State]) -> str:
        army = seen.state.units[self.unit]
        where, corps = f"{names.full(army)} at {place_name(seen, army.place)}", all_names(seen, self.into)
        if self.down is not None:
            return f"The rest of {where} is now {corps}{', reduced' if self.down else ''}."
        return f"{where} breaks down into {corps}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        if self.down is None:
            return names.effects_on(seen, [self.unit], "changed", "broke down into corps")
        return names.effects_on(seen, [self.unit], "became", "was reduced to a corps")


def _inherit(state: State, former: Iterable[UnitId], new: tuple[UnitId, ...]) -> State:
    """Note the units that replace others which have moved by rail this turn."""
    gone = {*state.by_rail, *state.railed}
    return replace(state, railed=(*state.railed, *new)) if not gone.isdisjoint(former) else state


class Combined(Event, frozen=True, tag="combined"):
    """An army or panzer group replaced two corps, which went to the Breakdown Box."""

    units: tuple[UnitId, ...]
    into: UnitId
    whole: bool = False
    """The corps lie in the box at full strength, even if they were reduced."""

    def apply(self, state: State) -> State:
        parts = [state.units[id] for id in self.units]
        slowest = max(parts, key=lambda unit: unit.spent)
        for part in parts:
            state = put(state, part.id, BREAKDOWN, down=part.down and not self.whole)
        return _inherit(with_units(state, [replace(slowest, id=self.into, down=False)]), self.units, (self.into,))

    def tell(self, seen: Seen[State]) -> str:
        where = place_name(seen, seen.state.units[self.units[0]].place)
        return f"{all_names(seen, self.units)} combine into {unit_name(seen, self.into)} at {where}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effects_on(seen, self.units, "changed", f"combined into {unit_name(seen, self.into)}")


class Swapped(Event, frozen=True, tag="swapped"):
    """An army or panzer group and two corps changed boxes."""

    army: UnitId
    corps: tuple[UnitId, ...]

    def apply(self, state: State) -> State:
        army = state.units[self.army]
        other = ELIMINATED if army.place == BREAKDOWN else BREAKDOWN
        here = army.place
        state = put(state, self.army, other)
        for id in self.corps:
            state = put(state, id, here)
        return state

    def tell(self, seen: Seen[State]) -> str:
        return f"{unit_name(seen, self.army)} and {all_names(seen, self.corps)} change boxes."


class Recovery(Event, frozen=True, tag="recovery"):
    """A leader or trucks tried to recover; `need` or less was needed."""

    unit: UnitId
    roll: Roll
    need: int
    recovered: bool
    leader: UnitId = UnitId("")
    """The leader who helped the trucks."""

    def apply(self, state: State) -> State:
        return with_units(state, [replace(state.units[self.unit], down=not self.recovered)])

    def tell(self, seen: Seen[State]) -> str:
        end = "recovered" if self.recovered else "still disrupted"
        by = f" with {unit_name(seen, self.leader)}" if self.leader else ""
        return f"{unit_name(seen, self.unit)}{by}: 🎲 {dice(self.roll)}, {self.need} or less: {end}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effects_on(seen, [self.unit], "changed", "recovered" if self.recovered else "did not recover")


class Replaced(Event, frozen=True, tag="replaced"):
    """A unit came back from the Eliminated Box."""

    unit: UnitId
    place: AreaId
    down: bool

    def apply(self, state: State) -> State:
        return put(state, self.unit, self.place, down=self.down)

    def tell(self, seen: Seen[State]) -> str:
        strength = ", reduced," if self.down else ""
        verb = verb_for(seen, (self.unit,), "comes", "come")
        return f"{unit_name(seen, self.unit)}{strength} {verb} back at {place_name(seen, self.place)}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effects_on(seen, [self.unit], "changed", "came back")
