"""Units act, move, take shelter and meet the ground."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.kernel.game import Effect
from bot.kernel.roll import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Seen
from bot.kit.pieces import change, with_units
from bot.titles.tide.events.base import Event, squad_of
from bot.titles.tide.field import names
from bot.titles.tide.field.marches import marching
from bot.titles.tide.field.names import called, called_all
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import March, Rout
from bot.titles.tide.model.table import Activity, Befallen, Ground, HexId, ShelterId, Squad, TargetId, UnitId

VERBS = {
    "fire-and-move": "begins Fire and Movement",
    "assault": "begins an assault",
    "dig": "digs in",
    "heal": "tends the wounded",
    "smoke": "throws smoke",
    "quench": "fights the fire",
    "burns": "is in the fire",
}


class Activated(Event, frozen=True, tag="activated"):
    """A unit began an action."""

    unit: UnitId
    verb: str
    target: TargetId = TargetId("")

    def tell(self, seen: Seen[State]) -> str:
        return f"{called(seen, self.unit)} {VERBS[self.verb]}." if self.verb in VERBS else ""


class Moved(Event, frozen=True, tag="moved"):
    """A unit entered a hex, its passengers with it."""

    unit: UnitId
    hex: HexId
    back: bool = False
    """It fell back to a hex that it had come through."""

    def apply(self, state: State) -> State:
        mover = replace(state.units[self.unit], hex=self.hex)
        if isinstance(mover, Squad):
            return with_units(state, [mover])
        aboard = [
            replace(unit, hex=self.hex)
            for unit in state.units.values()
            if isinstance(unit, Squad) and unit.within == ShelterId(self.unit)
        ]
        return with_units(state, [mover, *aboard])

    def tell(self, seen: Seen[State]) -> str:
        if marching(seen.state) is not None:
            return ""
        step = seen.state.steps[-1] if seen.state.steps else None
        verb = "falls back" if self.back else "retreats" if isinstance(step, Rout) else "moves"
        return f"{called(seen, self.unit)} {verb} to {names.ground(seen.state, self.hex)}."


class Tested(Event, frozen=True, tag="tested"):
    """A unit rolled for the ground it reached: balka, ice, bridge, instant mines."""

    unit: UnitId
    hex: HexId
    what: Ground
    roll: Roll
    need: int
    """The lowest safe face in instant mines; elsewhere the lowest that does harm."""
    harmed: bool
    modifiers: tuple[Modifier, ...] = ()
    stops: bool = False
    """It declared that it stops among the instant mines."""

    def tell(self, seen: Seen[State]) -> str:
        who, rolled = called(seen, self.unit), " ".join(map(str, self.roll.faces))
        added = "".join(f" {part.n:+}" for part in self.modifiers)
        match self.what:
            case "balka":
                result = "it is damaged and stuck" if self.harmed else "it comes through"
                return f"{who} crosses the side of the balka at {self.hex}: 🎲 {rolled}: {result}."
            case "ice":
                result = "**the ice breaks**" if self.harmed else "the ice holds"
                return f"{who} goes onto the ice at {self.hex}: 🎲 {rolled}: {result}."
            case "bridge":
                result = "it slides and stops there" if self.harmed else "it keeps to the way"
                return f"{who} comes onto the icy bridge at {self.hex}: 🎲 {rolled}: {result}."
            case "cold engine":
                result = "its engine does not start" if self.harmed else "its engine starts"
                return f"{who} has to start in the cold: 🎲 {rolled}: {result}."
        does, result = "stops" if self.stops else "goes on", "not safe" if self.harmed else "safe"
        return (
            f"{who} {does} among the instant mines at {self.hex}: 🎲 {rolled}{added}, "
            f"{self.need} or better is safe: {result}."
        )


class Befell(Event, frozen=True, tag="befell"):
    """Something befell a unit on its way that its owner could not foresee."""

    unit: UnitId
    what: Befallen

    def apply(self, state: State) -> State:
        """The march is on the stack below the current step."""
        steps = (
            replace(step, befallen=(*step.befallen, self.what))
            if isinstance(step, March) and step.unit == self.unit
            else step
            for step in state.steps
        )
        return replace(state, steps=tuple(steps))


class Captured(Event, frozen=True, tag="captured"):
    """A piece of equipment passed to the side that entered its hex."""

    unit: UnitId
    seat: Seat

    def apply(self, state: State) -> State:
        return change(state, [self.unit], side=self.seat)

    def tell(self, seen: Seen[State]) -> str:
        return f"The {names.nation(self.seat)} side takes {called(seen, self.unit)} over."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        unit = seen.state.units[self.unit]
        was, side = names.nation(unit.side), names.nation(self.seat)
        return [Effect("place", side=side, name=names.unit(unit), key=self.unit, was=was)]


class Sheltered(Event, frozen=True, tag="sheltered"):
    """A squad went into a fortification or a transport, or came out of one."""

    unit: UnitId
    within: ShelterId = ShelterId("")

    def apply(self, state: State) -> State:
        return with_units(state, [replace(squad_of(state, self.unit), within=self.within)])

    def tell(self, seen: Seen[State]) -> str:
        squad = seen.state.units[self.unit]
        assert isinstance(squad, Squad)
        if self.within:
            return f"{names.full(squad)} gets into {names.shelter(seen.state, self.within)}."
        return f"{names.full(squad)} leaves {names.shelter(seen.state, squad.within)}."


class Marked(Event, frozen=True, tag="marked"):
    """Units got or lost a token: they became fatigued, fresh, or ready for Op Fire."""

    units: tuple[UnitId, ...]
    activity: Activity
    why: str = ""

    def apply(self, state: State) -> State:
        return change(state, self.units, activity=self.activity)

    def tell(self, seen: Seen[State]) -> str:
        if self.activity == "op fire":
            verb = "goes" if len(self.units) == 1 else "go"
            return f"{called_all(seen, self.units)} {verb} on Op Fire."
        if self.activity == "fresh":
            if not self.why:
                return "All units are fresh again."
            return f"{self.why}: {called_all(seen, self.units)} is fresh again."
        if self.why == "nothing":
            return f"{called_all(seen, self.units)} stands by and is fatigued."
        if self.why == "minefield":
            are = "is" if len(self.units) == 1 else "are"
            return f"{called_all(seen, self.units)} {are} in the minefield and fatigued."
        return ""
