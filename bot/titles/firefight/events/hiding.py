"""Units hide and are found."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.roll import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Secret, Seen
from bot.kit.english import FACES
from bot.kit.pieces import change
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import names
from bot.titles.firefight.field.names import thrown
from bot.titles.firefight.model.ids import Facing, HexId, UnitId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN


class Sighted(Event, frozen=True, tag="sighted"):
    """All players learn the hex of a hidden piece, just before it is shown."""

    hex: HexId
    unit: UnitId = UnitId("")
    work: WorkId = WorkId("")

    def apply(self, state: State) -> State:
        if self.work:
            work = state.works[self.work]
            known = replace(work, hiding=_known(work.hiding, self.hex))
            return replace(state, works={**state.works, work.id: known})
        return change(state, [self.unit], hiding=_known(state.units[self.unit].hiding, self.hex))


def _known(hiding: Secret[HexId] | None, hex: HexId) -> Secret[HexId] | None:
    return replace(hiding.reveal(), value=hex) if hiding is not None else None


class Shown(Event, frozen=True, tag="shown"):
    """A hidden unit was revealed."""

    unit: UnitId
    hex: HexId
    facing: Facing
    why: str = ""

    def apply(self, state: State) -> State:
        return change(state, [self.unit], hex=self.hex, hiding=None, facing=self.facing)

    def tell(self, seen: Seen[State]) -> str:
        hex = names.place(seen.state, self.hex)
        return f"👁️ {names.unit(seen.state, self.unit)} is revealed at {hex}, facing {FACES[self.facing]}."


class Hid(Event, frozen=True, tag="hid"):
    """A unit went into hiding, or moved hidden."""

    unit: UnitId
    hex: Annotated[Secret[HexId], Meta(description="the owner")]
    moved: bool = False
    """True if it was hidden before.

    It stays secret whether the unit moved while hiding.
    """

    def apply(self, state: State) -> State:
        return change(state, [self.unit], hex=HIDDEN, hiding=self.hex, inside=WorkId(""))

    def tell(self, seen: Seen[State]) -> str:
        where_ = f" at {names.place(seen.state, self.hex.open())}" if self.hex.known else ""
        how = "moves in hiding" if self.moved else "goes into hiding"
        to = where_.replace(" at ", " to ", 1) if self.moved else where_
        return f"{names.unit(seen.state, self.unit)} {how}{to}."


class Searched(Event, frozen=True, tag="searched"):
    """A unit fired into a hex to find what hides there."""

    unit: UnitId
    hex: HexId
    roll: Roll
    need: int
    caps: int = 0
    modifiers: tuple[Modifier, ...] = ()

    def tell(self, seen: Seen[State]) -> str:
        found = sum(self.roll.faces) + self.caps >= self.need
        result = "the hidden unit is revealed" if found else "nothing stirs"
        who, hex = names.unit(seen.state, self.unit), names.hex(seen.state, self.hex)
        roll = f"🎲 {thrown(self.roll.faces, self.caps)}, {self.need} or more to find"
        return f"{who} fires into {hex} to find what hides there: {roll}: {result}."
