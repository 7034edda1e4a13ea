"""Units are hurt, shaken and healed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kernel.roll import Roll
from bot.kernel.secret import Seen
from bot.kit.pieces import with_units
from bot.titles.tide.events.base import Event, squad_of, with_figures
from bot.titles.tide.field import names
from bot.titles.tide.field.names import article, called
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Damage, Figure, Morale, Squad, UnitId, Vehicle


class FigureLost(Event, frozen=True, tag="figure lost"):
    """A figure was removed."""

    unit: UnitId
    figure: Figure

    def apply(self, state: State) -> State:
        squad = squad_of(state, self.unit)
        figures = list(squad.base.open().figures)
        figures.remove(self.figure)
        state = with_units(state, [with_figures(squad, figures)])
        return replace(state, lost={**state.lost, squad.side: (*state.lost[squad.side], self.figure)})

    def tell(self, seen: Seen[State]) -> str:
        return f"{called(seen, self.unit)} loses {article(names.SINGULARS[self.figure])}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effect_on(seen, self.unit, "lost", "figure")


ENDS = {
    "wiped out": "is wiped out",
    "routed": "is routed and out of the battle",
    "could not retreat": "cannot retreat and is lost",
    "lost with its transport": "is lost with its transport",
    "sunk": "sinks through the ice",
}


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit left the game with everything it carried."""

    unit: UnitId
    why: str

    def apply(self, state: State) -> State:
        gone = state.units[self.unit]
        kinds = gone.base.open().figures if isinstance(gone, Squad) else (gone.kind,)
        return replace(
            state,
            munitions={unit: munition for unit, munition in state.munitions.items() if unit != self.unit},
            units={key: unit for key, unit in state.units.items() if key != self.unit},
            lost={**state.lost, gone.side: (*state.lost[gone.side], *kinds)},
        )

    def tell(self, seen: Seen[State]) -> str:
        return f"**{called(seen, self.unit)} {ENDS.get(self.why, 'is destroyed')}.**"

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effect_on(seen, self.unit, "destroyed", "was routed" if self.why == "routed" else "")


SHAKEN = {
    "overrun": " by the tank that rolls over it",
    "retreat": " by the retreat",
    "fire": " by the fire",
}


class Suppressed(Event, frozen=True, tag="suppressed"):
    """A squad was pinned or disrupted, or recovered."""

    unit: UnitId
    morale: Morale
    why: str = ""

    def apply(self, state: State) -> State:
        return with_units(state, [replace(squad_of(state, self.unit), morale=self.morale)])

    def tell(self, seen: Seen[State]) -> str:
        if not self.morale:
            return f"{called(seen, self.unit)} is steady again."
        if self.why == "recovery":
            return f"{called(seen, self.unit)} recovers and is only pinned."
        return f"{called(seen, self.unit)} is **{self.morale}**{SHAKEN.get(self.why, '')}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        if not self.morale or self.why == "recovery":
            return names.effect_on(seen, self.unit, "changed", "recovered")
        return names.effect_on(seen, self.unit, "became", f"was {self.morale}")


class Damaged(Event, frozen=True, tag="damaged"):
    """A vehicle was damaged, or repaired."""

    unit: UnitId
    damage: Damage

    def apply(self, state: State) -> State:
        vehicle = state.units[self.unit]
        assert isinstance(vehicle, Vehicle)
        return with_units(state, [replace(vehicle, damage=self.damage)])

    def _repairs(self, seen: Seen[State]) -> bool:
        before = seen.state.units[self.unit]
        return isinstance(before, Vehicle) and (before.damage == "heavy" or not self.damage)

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        if self._repairs(seen):
            return names.effect_on(seen, self.unit, "changed", "was repaired")
        return names.effect_on(seen, self.unit, "became", f"was {self._how} damaged")

    def tell(self, seen: Seen[State]) -> str:
        if self._repairs(seen):
            return f"{called(seen, self.unit)} is repaired{': only light damage is left' if self.damage else ''}."
        return f"{called(seen, self.unit)} is **{self._how} damaged**."

    @property
    def _how(self) -> str:
        return "lightly" if self.damage == "light" else "heavily"


class Healed(Event, frozen=True, tag="healed"):
    """A medic, or a card, brought a figure to a squad, or failed to."""

    unit: UnitId
    figure: Figure | Literal[""] = ""
    roll: Roll | None = None
    new: bool = False
    """The figure was not among the lost ones."""

    def apply(self, state: State) -> State:
        if not self.figure:
            return state
        squad = squad_of(state, self.unit)
        if squad.base.known:
            state = with_units(state, [with_figures(squad, (*squad.base.open().figures, self.figure))])
        if self.new:
            return state
        lost = list(state.lost[squad.side])
        lost.remove(self.figure)
        return replace(state, lost={**state.lost, squad.side: tuple(lost)})

    def tell(self, seen: Seen[State]) -> str:
        rolled = f" (🎲 {self.roll.faces[0]})" if self.roll else ""
        if self.figure:
            return f"{called(seen, self.unit)} gains {article(names.SINGULARS[self.figure])}{rolled}."
        return f"The medic cannot help {called(seen, self.unit)}{rolled}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        gains = f"gained {article(names.SINGULARS[self.figure])}" if self.figure else "could not be helped"
        return names.effect_on(seen, self.unit, "changed", gains)
