"""The course of the game: its turns and stages, what the dice bring, and its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.game import Effect, Scene
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen, private
from bot.kit import events as base
from bot.kit.english import begun, count, join
from bot.titles.trap.events.base import Event, Pool
from bot.titles.trap.field import names
from bot.titles.trap.field.battle import hour, night, tips
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import AnyStep
from bot.titles.trap.model.table import (
    SEATS,
    Award,
    Battery,
    Bonus,
    HexId,
    MarkerId,
    Orders,
    Phase,
    RandomEvent,
    Status,
    Unit,
    UnitId,
)
from bot.titles.trap.printed.tables import tables

Lots = Annotated[Secret[tuple[Roll, ...]], Meta(description="whose units they are")]


class Opened(Event, frozen=True, tag="opened"):
    """The table was laid: everything that the scenario puts on it."""

    scenario: str
    options: dict[str, str]
    turn: int
    units: tuple[Unit, ...]
    lots: Lots
    """How the ids of the units were dealt."""
    pool: Pool
    undrawn: int
    roadblocks: int
    batteries: tuple[Battery, ...]
    control: dict[HexId, Seat]
    outside: tuple[MarkerId, ...] = ()
    restricted: bool = False

    def apply(self, state: State) -> State:
        return State(
            scenario=self.scenario,
            options=self.options,
            turn=self.turn,
            units={unit.id: unit for unit in self.units},
            serial=max((unit.height for unit in self.units), default=0),
            pool=self.pool,
            undrawn=self.undrawn,
            roadblocks=self.roadblocks,
            batteries={battery.id: battery for battery in self.batteries},
            control=self.control,
            outside=self.outside,
            restricted=self.restricted,
            spent={seat: private({}, seat) for seat in SEATS},
            orders={seat: private(Orders(), seat) for seat in SEATS},
        )

    def tell(self, seen: Seen[State]) -> str:
        record = tables().scenarios[self.scenario]
        lines = [f"**{record.name}.** {record.text}"]
        if self.restricted:
            lines.append(
                "The Russian columns drive on until they are blocked, "
                "and hold their fire until the Chechens attack [TRAP-10.1.2]."
            )
        return "\n".join(lines)

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", tables().scenarios[self.scenario].name)


STAGES = {"nightfall": "🌙 Night falls: nobody sees farther than the next hex, and the artillery is silent."}


class StageBegan(base.StageBegan[State, Phase], frozen=True, tag="stage"):
    """A stage of the sequence of play began."""

    def tell(self, seen: Seen[State]) -> str:
        state = seen.state
        lines = [_heading(state, state.turn)] if self.name == "set-up" else []
        lines += [STAGES[self.name]] if self.name in STAGES else []
        return "\n".join([*lines, *tips(state, state.turn, self.name)])


def _heading(state: State, turn: int) -> str:
    return f"**{begun(names.turn(state, turn))}: {hour(turn)}.**"


class Begun(base.Begun[State, AnyStep], frozen=True, tag="begun"):
    """A step was put on top of the stack."""


class Changed(base.Changed[State, AnyStep], frozen=True, tag="changed"):
    """The step on top of the stack changed."""


class Ended(base.Ended[State], frozen=True, tag="ended"):
    """The step on top of the stack is done."""


class TurnBegan(Event, frozen=True, tag="turn"):
    """A new turn."""

    turn: int

    def apply(self, state: State) -> State:
        return replace(
            state, turn=self.turn, event="none", bonus=None, loses=Seat(""), cup=(), gone=(), held=MarkerId("")
        )

    def tell(self, seen: Seen[State]) -> str:
        dawn = ["🌅 Day breaks."] if night(seen.state) else []
        return "\n".join([_heading(seen.state, self.turn), *dawn, *tips(seen.state, self.turn, "turn")])


RANDOM_EVENTS = {
    "none": "nothing happens",
    "chechen desperation": "Chechen desperation",
    "russian desperation": "Russian desperation",
    "snafu": "snafu",
    "return": "eliminated Chechens may return",
}


class EventRolled(Event, frozen=True, tag="event"):
    """The random event of the turn; `why` says why a "none" has no effect."""

    roll: Roll
    """One die of each player."""
    event: RandomEvent
    rolled: RandomEvent = "none"
    """The event that the total gives."""
    why: str = ""
    seat: Seat = Seat("")
    """The side it concerns."""
    number: int = 0
    """How many units."""
    die: Roll | None = None
    """The die for the seat or the number."""

    def apply(self, state: State) -> State:
        state = replace(state, event=self.event)
        match self.event:
            case "chechen desperation" | "russian desperation":
                return replace(state, bonus=Bonus(self.seat, self.number))
            case "snafu":
                return replace(state, loses=self.seat)
            case "return":
                return replace(state, returned=True)
            case _:
                return state

    def tell(self, seen: Seen[State]) -> str:
        rolled = self.rolled if self.event == "none" else self.event
        text = f"Random event: 🎲 {names.dice(self.roll)}, **{RANDOM_EVENTS[rolled]}**"
        if self.event == "none":
            return f"{text}, but {self.why}." if self.why else f"{text}."
        if self.event == "snafu":
            assert self.die is not None
            return f"{text}. 🎲 {names.dice(self.die)}: {names.the_side(self.seat)} loses a marker of this turn."
        rolled_again = f" (🎲 {names.faces(self.die)})" if self.die is not None else ""
        if self.event == "return":
            price = "for a Russian point" if self.number == 1 else "for a Russian point each"
            return f"{text}: {count(self.number, 'unit')}{rolled_again}, {price}."
        who = names.side(self.seat)
        few = f"{count(self.number, f'{who} unit')} in sight of a leader" if self.number else f"no {who} unit"
        return f"{text}: {few} may act once more after the last marker{rolled_again}."


class Recovered(Event, frozen=True, tag="recovered"):
    """End Phase: units recover one step; activation and fire are reset."""

    units: dict[UnitId, Status]

    def apply(self, state: State) -> State:
        units = {
            id: replace(
                unit,
                status=self.units.get(id, unit.status),
                activated=False,
                moved=False,
                fired=False,
                shot_at=False,
                spotted=False,
                climbed=False,
            )
            for id, unit in state.units.items()
        }
        batteries = {id: replace(each, used=False, hex="") for id, each in state.batteries.items()}
        return replace(state, units=units, batteries=batteries)

    def tell(self, seen: Seen[State]) -> str:
        by_status: dict[str, list[Unit]] = {}
        for id, status in self.units.items():
            by_status.setdefault(status, []).extend(names.shown(seen, [id], own=False))
        told = [
            f"{names.units(some)} {names.does(some, 'is', 'are')} now {status}"
            for status, some in sorted(by_status.items())
            if status != "normal"
        ]
        if well := by_status.get("normal"):
            told.insert(0, f"{names.units(well)} {names.does(well, 'is', 'are')} in good order again")
        return f"End Phase: {'; '.join(told)}." if told else ""

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effects_on(seen, self.units, "changed", "recovered")


class Released(Event, frozen=True, tag="released"):
    """The Russian columns are free to move and to fire as they like."""

    why: Literal["attack", "turn"]

    def apply(self, state: State) -> State:
        return replace(state, restricted=False)

    def tell(self, seen: Seen[State]) -> str:
        why = "The Chechens have attacked" if self.why == "attack" else "The first turn is over"
        return f"🚨 {why}: the Russian columns may drive and fire as they like."


class ReinforcementsEnded(Event, frozen=True, tag="reinforcements ended"):
    """The Russians have a landmark: no new Chechens come with their markers any more."""

    hex: HexId

    def apply(self, state: State) -> State:
        return replace(state, reinforces=False)

    def tell(self, seen: Seen[State]) -> str:
        return f"The Russians have {names.place(self.hex)}: no more Chechen reinforcements come [TRAP-10.3.2]."


class ControlTaken(Event, frozen=True, tag="control"):
    """A side was the last to have these objectives."""

    seat: Seat
    hexes: tuple[HexId, ...]

    def apply(self, state: State) -> State:
        return replace(state, control={**state.control, **dict.fromkeys(self.hexes, self.seat)})

    def tell(self, seen: Seen[State]) -> str:
        return f"🚩 {names.side_first(self.seat)} takes {join(map(names.place, self.hexes))}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        control = seen.state.control
        return [
            Effect(
                "place",
                side=names.side(self.seat),
                name=names.place(hex),
                key=hex,
                was=names.side(control.get(hex, "")),
            )
            for hex in self.hexes
        ]


class Awarded(Event, frozen=True, tag="awarded"):
    """A side won points when something happened; they are counted in halves."""

    seat: Seat
    halves: int
    cite: str
    why: str
    rolls: tuple[Roll, ...] = ()

    def apply(self, state: State) -> State:
        award = Award(self.seat, self.halves, self.cite, self.why, state.turn)
        return replace(state, awards=(*state.awards, award)) if self.halves else state

    def tell(self, seen: Seen[State]) -> str:
        rolled = f" (🎲 {', '.join(map(names.tens, self.rolls))})" if self.rolls else ""
        if not self.halves:
            return f"No points{rolled}: {self.why} [{self.cite}]."
        side, points = names.side_first(self.seat), names.points(self.halves)
        return f"🏅 {side} scores {points}{rolled}: {self.why} [{self.cite}]."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        side = names.side(self.seat)
        return [Effect("scored", "point", side, key=side, n=self.halves / 2)] if self.halves else ()


GivenOrders = Annotated[Secret[Orders], Meta(description="the side that gave them")]


class OrdersGiven(base.OrdersGiven[State, GivenOrders], frozen=True, tag="orders given"):
    """A player set standing orders."""


class GameEnded(base.GameEnded[State], frozen=True, tag="game ended"):
    """The battle is over."""

    def tell(self, seen: Seen[State]) -> str:
        winners = join(names.the_side(seat) for seat in self.outcome.winners)
        return f"🏁 **The battle is over.** {self.outcome.why} **{begun(winners) or 'Nobody'} has won.**"

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", "The end of the battle")
