"""The course of the campaign: turns, stages, rolls of the turn, and the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.game import Effect, Scene
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen, private
from bot.kit import events as base
from bot.kit.english import count, join
from bot.kit.pieces import with_units
from bot.titles.strike.events.base import Event
from bot.titles.strike.field import arrivals, combat, counters, names
from bot.titles.strike.field.names import all_names, dice, place_name, side, the_side, verb_for
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import AnyStep, Losses, fought
from bot.titles.strike.model.table import NOBODY, AreaId, Orders, Phase, Unit, UnitId, Weather
from bot.titles.strike.printed.tables import tables


class Opened(Event, frozen=True, tag="opened"):
    """The game was set up, with everything that the scenario puts on the table."""

    scenario: str
    options: dict[str, str]
    turn: int
    units: tuple[Unit, ...]
    control: dict[AreaId, Seat]
    converted: tuple[AreaId, ...]
    objectives: dict[Seat, tuple[str, ...]]
    losses: Literal["ask", "cheapest"] = "cheapest"
    """The first standing order for losses; old games were set up with "cheapest"."""

    def apply(self, state: State) -> State:
        seats = tuple(self.objectives)
        return State(
            scenario=self.scenario,
            options=self.options,
            turn=self.turn,
            units={unit.id: unit for unit in self.units},
            points=dict.fromkeys(seats, 0),
            objectives=self.objectives,
            control=self.control,
            converted=self.converted,
            orders={seat: private(Orders(losses=self.losses), seat) for seat in seats},
        )

    def tell(self, seen: Seen[State]) -> str:
        record = tables().scenarios[self.scenario]
        return "\n".join([f"**{record.name}.** {record.text}", *self._goals()])

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", tables().scenarios[self.scenario].name)

    def _goals(self) -> list[str]:
        """Name the objectives of each side, or once if both have the same."""
        goals = self.objectives
        if len(goals) > 1 and any(goals.values()) and len(set(map(tuple, goals.values()))) == 1:
            return [f"Objectives of both sides: {join(next(iter(goals.values())))}."]
        return [f"Objectives of {side(seat)}: {join(some)}." for seat, some in goals.items() if some]


STAGES = {
    "russian set-up": "The Russian side places its remaining units.",
    "german set-up": "The German side places its remaining units.",
    "railways and trucks": "**German player turn.** Railheads and trucks move first.",
    "german movement": "German movement.",
    "german combat": "German combat.",
    "german reorganization": "German reorganization.",
    "partisans": "**Russian player turn.**",
    "russian movement": "Russian movement.",
    "russian combat": "Russian combat.",
    "russian reorganization": "Russian reorganization.",
}
AFTER = {
    "german combat": "After the German movement of turn {turn}",
    "partisans": "After the German turn {turn}",
    "russian combat": "After the Russian movement of turn {turn}",
    "next turn": "After the Russian turn {turn}",
}
"""The picture that closes the stages before."""


class StageBegan(base.StageBegan[State, Phase], frozen=True, tag="stage"):
    """A stage of the sequence of play began; `seat` is "" in the mutual stages."""

    seat: Seat = Seat("")

    def apply(self, state: State) -> State:
        return replace(super().apply(state), seat=self.seat, tried=(), fought=())

    def tell(self, seen: Seen[State]) -> str:
        state = seen.state
        lines = []
        if self.name == "weather":
            last = counters.scenario(state).turns[1]
            lines.append(f"**Turn {state.turn} of {last}: {names.date(state.turn)}.**")
        elif self.name in STAGES and not (self.phase == "set-up" and not counters.side(state, self.seat).choices):
            lines.append(STAGES[self.name])
        tips = counters.scenario(state).tips
        now = (tip for tip in tips if tip.turn == state.turn and tip.stage == self.name)
        return "\n".join([*lines, *base.tip_lines(state.options, now)])

    def scene(self, seen: Seen[State]) -> Scene | None:
        if self.name not in AFTER:
            return None
        return Scene("phase", AFTER[self.name].format(turn=seen.state.turn))


class TurnBegan(Event, frozen=True, tag="turn"):
    """A new turn began: trains can run again, and air units that flew supply are free."""

    turn: int

    def apply(self, state: State) -> State:
        flown = [unit for unit in state.units.values() if unit.mission == "supply"]
        state = with_units(state, [replace(unit, mission="", supplies=()) for unit in flown])
        return replace(state, turn=self.turn, by_rail=(), railed=(), redeploy={})


class Readied(Event, frozen=True, tag="readied"):
    """All units of a side have their movement points again."""

    seat: Seat

    def apply(self, state: State) -> State:
        rested = [
            replace(unit, spent=0, trail=(), rides=NOBODY)
            for unit in state.units.values()
            if unit.side == self.seat and (unit.spent or unit.trail or unit.rides)
        ]
        return with_units(state, rested) if rested else state


class Begun(base.Begun[State, AnyStep], frozen=True, tag="begun"):
    """A step was put on top of the stack."""

    def tell(self, seen: Seen[State]) -> str:
        """Name the units that hold instead of going back, and the price in steps."""
        step = self.step
        if not isinstance(step, Losses) or not step.in_corps:
            return ""
        if step.area == fought(seen.state.steps).area:
            does = verb_for(seen, step.units, "does not go back from", "do not go back from")
        else:
            does = verb_for(seen, step.units, "goes no farther than", "go no farther than")
        loses = verb_for(seen, step.units, "loses", "lose")
        price = count(step.left, "step")
        return (
            f"{all_names(seen, step.units)} {does} {place_name(seen, step.area)} and {loses} {price} for it, "
            "counted in corps."
        )


class Changed(base.Changed[State, AnyStep], frozen=True, tag="changed"):
    """The step on top of the stack changed."""


class Ended(base.Ended[State], frozen=True, tag="ended"):
    """The step on top of the stack is done."""


class WeatherCame(Event, frozen=True, tag="weather"):
    """The weather of the turn was set.

    Only the last roll counts; the others gave weather that is too early.
    """

    weather: Weather
    rolls: tuple[Roll, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, weather=self.weather)

    def tell(self, seen: Seen[State]) -> str:
        rolled = f" (🎲 {', '.join(dice(roll) for roll in self.rolls)})" if self.rolls else ""
        effects = weather_effects(self.weather)
        return f"The weather is **{self.weather}**{rolled}{': ' if effects else ''}{join(effects)}."


def weather_effects(weather: Weather) -> list[str]:
    """Describe the effects of a kind of weather."""
    conditions = tables().numbers.conditions[weather]
    effects = []
    if conditions.halted:
        effects.append(f"{join('railheads' if who == 'rail' else who for who in conditions.halted)} do not move")
    if conditions.slower:
        effects.append(f"{conditions.slower} movement point less for troops")
    if conditions.led:
        effects.append(f"{join(conditions.led)} moves with leaders only")
    if conditions.shift:
        effects.append(f"{count(conditions.shift, 'column')} to the left in combat")
    if conditions.bombing:
        effects.append(f"+{conditions.bombing} on the bombing roll")
    return effects


class RedeploymentRolled(Event, frozen=True, tag="redeployment"):
    """The dice set the redeployments of each side, and the side that goes first.

    Ties were rolled again for the order alone.
    """

    rolls: dict[Seat, Roll]
    units: dict[Seat, int]
    first: Seat
    again: tuple[tuple[Roll, Roll], ...] = ()
    """The German and the Russian die of each further roll."""

    def apply(self, state: State) -> State:
        return replace(state, redeploy=self.units)

    def tell(self, seen: Seen[State]) -> str:
        units = [(seat, count(n, "unit")) for seat, n in self.units.items()]
        parts = [f"{side(seat)} {few} (🎲 {dice(self.rolls[seat])})" for seat, few in units]
        again = "".join(f" A tie: 🎲 {dice(german)} to {dice(russian)}." for german, russian in self.again)
        return f"Redeployment: {join(parts)}.{again} {the_side(self.first)} goes first."


class PointsCame(Event, frozen=True, tag="points"):
    """A side received its operations points, which include the `saved` ones."""

    seat: Seat
    points: int
    saved: int = 0
    roll: Roll | None = None

    def apply(self, state: State) -> State:
        return replace(state, points={**state.points, self.seat: self.points})

    def tell(self, seen: Seen[State]) -> str:
        rolled = f" (🎲 {dice(self.roll)})" if self.roll is not None else ""
        saved = f", {self.saved} of them saved" if self.saved else ""
        return f"{the_side(self.seat)} has **{count(self.points, 'operations point')}**{rolled}{saved}."


class ObjectivesCame(Event, frozen=True, tag="objectives"):
    """A side received new objectives, which replace its former ones."""

    seat: Seat
    objectives: tuple[str, ...]
    roll: Roll

    def apply(self, state: State) -> State:
        return replace(state, objectives={**state.objectives, self.seat: self.objectives})

    def tell(self, seen: Seen[State]) -> str:
        return f"**New objectives** of {side(self.seat)} (🎲 {dice(self.roll)}): **{join(self.objectives)}**."


PAID = {
    "supply": "for combat supply",
    "reserves": "to call reserves",
    "continuation": "to attack again",
    "advance": "to advance",
    "recovery": "to recover",
    "replacement": "for a replacement",
    "rebuilding": "to rebuild a corps",
}


class Paid(Event, frozen=True, tag="paid"):
    """A side spent operations points."""

    seat: Seat
    points: int
    why: Literal["supply", "reserves", "continuation", "advance", "recovery", "replacement", "rebuilding"]

    def apply(self, state: State) -> State:
        return replace(state, points={**state.points, self.seat: state.points[self.seat] - self.points})

    def tell(self, seen: Seen[State]) -> str:
        left = seen.state.points[self.seat] - self.points
        return f"-# {the_side(self.seat)} pays {self.points} {PAID[self.why]}; {count(left, 'point')} left."


class ControlTaken(Event, frozen=True, tag="control"):
    """A side occupied these areas alone."""

    seat: Seat
    areas: tuple[AreaId, ...]

    def apply(self, state: State) -> State:
        return replace(state, control={**state.control, **dict.fromkeys(self.areas, self.seat)})

    def tell(self, seen: Seen[State]) -> str:
        cities = [area for area in self.areas if self._counts(seen, area)]
        if not cities:
            return ""
        return f"🚩 {the_side(self.seat)} takes {names.way(seen.state, cities)}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return [
            names.effect_of_taking(seen.state, self.seat, area, "place" if self._counts(seen, area) else "ground")
            for area in self.areas
        ]

    def _counts(self, seen: Seen[State], area: AreaId) -> bool:
        """Return whether the area has a city that is or may become an objective."""
        city = counters.map_of(seen.state)[area].record.city
        return combat.is_objective_city(city) or any(city in some for some in seen.state.objectives.values())


class PartisansRolled(Event, frozen=True, tag="partisans"):
    """The die named the partisans that are active this turn."""

    roll: Roll
    active: tuple[UnitId, ...]

    def tell(self, seen: Seen[State]) -> str:
        who = f"{all_names(seen, self.active)} are active" if self.active else "none are active"
        idle = [id for id in self.active if not arrivals.partisan_places(seen.state, seen.state.units[id])]
        nothing = f" {all_names(seen, idle)} find nothing to harm." if idle else ""
        return f"Partisans (🎲 {dice(self.roll)}): {who}.{nothing}"


class CommissarCalled(Event, frozen=True, tag="commissar"):
    """The dice called the Commissar to an area."""

    ox: str
    column: Roll
    row: Roll
    nearest: tuple[AreaId, ...]
    """The areas nearest to it that both sides share."""
    second: Roll | None = None
    """The die that chose between two columns."""

    def tell(self, seen: Seen[State]) -> str:
        rolled = ", ".join(dice(roll) for roll in (self.column, self.second, self.row) if roll is not None)
        wanted = f"The Commissar is wanted at {self.ox} (🎲 {rolled})"
        if not self.nearest:
            return f"{wanted}, but both sides share no octagon: he stays away."
        tie = f"; {names.way(seen.state, self.nearest)} are equally near" if len(self.nearest) > 1 else ""
        return f"{wanted}{tie}."


GivenOrders = Annotated[Secret[Orders], Meta(description="the side that gave them")]


class OrdersGiven(base.OrdersGiven[State, GivenOrders], frozen=True, tag="orders given"):
    """A player set standing orders."""


class GameEnded(base.GameEnded[State], frozen=True, tag="game ended"):
    """The campaign is over."""

    def apply(self, state: State) -> State:
        return replace(super().apply(state), seat=Seat(""))

    def tell(self, seen: Seen[State]) -> str:
        winners = join(side(seat) for seat in self.outcome.winners)
        result = f"{winners} wins" if winners else "nobody wins"
        return f"**The campaign is over: {result}.** {self.outcome.why}"

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", "The end of the campaign")
