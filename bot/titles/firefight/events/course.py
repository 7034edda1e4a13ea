"""The course of the battle: rounds, turns, points and the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.game import Effect, Scene
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit import events as base
from bot.kit.english import begun, count, join
from bot.kit.pieces import change, with_units
from bot.kit.resignation import remaining
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.events.changes import change_player, intruded, with_solo
from bot.titles.firefight.field import names
from bot.titles.firefight.field.names import thrown
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import gone, team
from bot.titles.firefight.model.ids import SIDES, Field, HexId, Side, UnitId
from bot.titles.firefight.model.solo import Solo
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import AnyStep
from bot.titles.firefight.model.table import (
    Award,
    Condition,
    Control,
    Deck,
    Hits,
    Orders,
    Phase,
    Pile,
    Played,
    Player,
    Smoke,
    Unit,
    Work,
)
from bot.titles.firefight.printed.scenarios import scenarios


class Opened(Event, frozen=True, tag="opened"):
    """The table was set up with all pieces of the scenario."""

    scenario: str
    options: dict[str, str]
    players: tuple[Player, ...]
    piles: dict[Pile, Hits]
    rounds: int = 0
    guideline: str = ""
    initiative: Seat = Seat("")
    field: Field = ()
    units: tuple[Unit, ...] = ()
    works: tuple[Work, ...] = ()
    control: tuple[Control, ...] = ()
    record: tuple[Played, ...] = ()
    conditions: tuple[Condition, ...] = ()
    deck: Deck = Secret((), ())
    undrawn: int = 0
    solo: Solo | None = None

    def apply(self, state: State) -> State:
        return State(
            scenario=self.scenario,
            options=self.options,
            rounds=self.rounds,
            players={player.seat: player for player in self.players},
            initiative=self.initiative,
            field=self.field,
            units={unit.id: unit for unit in self.units},
            works={work.id: work for work in self.works},
            control={marker.id: marker for marker in self.control},
            serial=len(self.works) + len(self.control),
            piles=self.piles,
            deck=self.deck,
            undrawn=self.undrawn,
            guideline=self.guideline,
            record=self.record,
            conditions=self.conditions,
            solo=self.solo,
            points=dict.fromkeys(SIDES, 0),
        )

    def tell(self, seen: Seen[State]) -> str:
        record = scenarios().found[self.scenario]
        return f"**{record.name}.** {record.text}"

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", scenarios().found[self.scenario].name)


class StageBegan(base.StageBegan[State, Phase], frozen=True, tag="stage"):
    """A stage of the sequence of play began."""

    def tell(self, seen: Seen[State]) -> str:
        return "\n".join(_tips(seen.state, seen.state.round, self.name))


def _tips(state: State, round: int, moment: str) -> list[str]:
    """Return the advice for a moment of a round."""
    record = scenarios().found.get(state.scenario)
    tips = record.tips if record is not None else ()
    return base.tip_lines(state.options, (tip for tip in tips if tip.round == round and tip.at == moment))


class Begun(base.Begun[State, AnyStep], frozen=True, tag="begun"):
    """A step was put on top of the stack."""


class Changed(base.Changed[State, AnyStep], frozen=True, tag="changed"):
    """The step on top of the stack changed."""


class Ended(base.Ended[State], frozen=True, tag="ended"):
    """The step on top of the stack is done."""


class RoundBegan(Event, frozen=True, tag="round"):
    """A new round began: units are fresh, CAPs are restored, smoke thins."""

    round: int
    fresh: tuple[UnitId, ...]
    """Units that were used or spent."""
    caps: dict[Seat, int]
    smoke: dict[HexId, Smoke]
    """The remaining smoke."""

    def apply(self, state: State) -> State:
        state = change(state, self.fresh, status="fresh")
        state = with_units(state, [replace(unit, bogged=False) for unit in state.units.values() if unit.bogged])
        players = {
            seat: replace(
                player, caps=self.caps[seat], active=(), ap=0, acted=(), again=False, confused=0, drawn=Secret(())
            )
            for seat, player in state.players.items()
        }
        return replace(_rested(state), round=self.round, players=players, smoke=self.smoke, intrusions=())

    def tell(self, seen: Seen[State]) -> str:
        state = seen.state
        have = {seat: n for seat, n in self.caps.items() if not is_ai(state, seat)}
        who = {seat: names.player(state, seat).removeprefix("the ").removesuffix(" player") for seat in have}
        caps = ", ".join(f"{who[seat]} {n}" for seat, n in have.items())
        lines = [f"**{begun(names.in_round(state, self.round))}.** CAPs: {caps}."]
        if self.round > 1:
            points = ", ".join(f"{names.side(side)} {n}" for side, n in state.points.items())
            lines += [f"Victory points: {points}.", "-# All units are fresh again."]
        thin = [hex for hex, smoke in self.smoke.items() if state.smoke.get(hex) != smoke]
        gone = [hex for hex in state.smoke if hex not in self.smoke]
        if thin:
            lines.append(f"-# The smoke thins at {_hexes(state, thin)}.")
        if gone:
            lines.append(f"-# The smoke is gone at {_hexes(state, gone)}.")
        return "\n".join([*lines, *_tips(state, self.round, "round")])


def _rested(state: State) -> State:
    """Return the state with all rumours fresh again."""
    if state.solo is None or not state.solo.rumours:
        return state
    rumours = {id: replace(each, status="fresh") for id, each in state.solo.rumours.items()}
    return with_solo(state, rumours=rumours)


def _hexes(state: State, some: Iterable[HexId]) -> str:
    return join(names.hex(state, hex) for hex in some)


class InitiativeBid(Event, frozen=True, tag="initiative bid"):
    """A player added CAPs to the roll for the initiative."""

    seat: Seat
    caps: int

    def apply(self, state: State) -> State:
        state = change_player(state, self.seat, caps=state.players[self.seat].caps - self.caps)
        return replace(state, bids={**state.bids, self.seat: self.caps})

    def tell(self, seen: Seen[State]) -> str:
        caps = count(self.caps, "CAP") if self.caps else "no CAPs"
        return f"{names.player(seen.state, self.seat)} adds {caps} to the roll for the first turn."


class InitiativeRolled(Event, frozen=True, tag="initiative"):
    """A side won the first turn of the round. Ties were rolled again."""

    side: Side
    rolls: dict[Side, tuple[Roll, ...]]
    caps: dict[Side, int]
    """The CAPs that were added to the first roll."""

    def apply(self, state: State) -> State:
        return replace(state, leader=self.side, bids={}, passed=())

    def tell(self, seen: Seen[State]) -> str:
        sides = [side for side in SIDES if side in self.rolls]
        caps = {side: self.caps.get(side, 0) for side in sides}
        rolls = [
            ", ".join(f"{names.side(s)} {thrown(self.rolls[s][n].faces, 0 if n else caps[s])}" for s in sides)
            for n in range(len(self.rolls[sides[0]]))
        ]
        again = "; a tie, so both roll again: " if len(rolls) > 1 else ""
        return f"🎲 {again.join(rolls)}: **{names.the_side(self.side)}** take the first turn."


class TurnBegan(Event, frozen=True, tag="turn"):
    """A player's turn began."""

    seat: Seat
    turn: int

    def apply(self, state: State) -> State:
        return replace(change_player(state, self.seat, again=False), turn=self.turn)


class TurnEnded(Event, frozen=True, tag="turn ended"):
    """A player's turn ended; these units acted in it."""

    seat: Seat
    acted: tuple[UnitId, ...] = ()
    passed: bool = False
    turn: int = 0
    """The number of the turn in the game; 0 in old games."""

    def apply(self, state: State) -> State:
        passed = (*state.passed, self.seat) if self.passed else ()
        confused = state.players[self.seat].confused if not self.acted else 0
        fields = {"acted": self.acted, "confused": confused, "resting": self.passed, "last": self.turn}
        return replace(intruded(change_player(state, self.seat, **fields)), passed=passed)

    def tell(self, seen: Seen[State]) -> str:
        # A single player passes until the AI is done, so the line is small.
        small = "-# " if seen.state.solo is not None else ""
        return f"{small}{names.player(seen.state, self.seat)} passes." if self.passed else ""


class RoundEnded(Event, frozen=True, tag="round ended"):
    """All players have passed, so the round is over."""

    round: int

    def apply(self, state: State) -> State:
        return replace(state, players={seat: replace(each, resting=False) for seat, each in state.players.items()})

    def tell(self, seen: Seen[State]) -> str:
        return f"Everybody has passed: round {self.round} is over."

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", f"The end of round {self.round}")


class Scored(Event, frozen=True, tag="scored"):
    """A side won victory points, or lost some."""

    side: Side
    points: int
    cite: str
    why: str

    def apply(self, state: State) -> State:
        award = Award(self.side, self.points, self.cite, self.why, state.round)
        points = {**state.points, self.side: state.points.get(self.side, 0) + self.points}
        return replace(state, points=points, awards=(*state.awards, award))

    def tell(self, seen: Seen[State]) -> str:
        total = seen.state.points.get(self.side, 0) + self.points
        scored = f"🏅 {names.the_side(self.side)} score **{self.points} VP**, {total} in all"
        return f"{scored}: {self.why} [{self.cite}]."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        side = names.side(self.side)
        return [Effect("scored", "victory point", side, key=side, n=self.points)]


class GaveUp(Event, frozen=True, tag="gave up"):
    """A player resigned whose team mate fights on."""

    seat: Seat

    def apply(self, state: State) -> State:
        return change_player(state, self.seat, gone=True)

    def tell(self, seen: Seen[State]) -> str:
        """The end of the game reports the resignation of a side's last player."""
        side = seen.state.players[self.seat].side
        mates = remaining(team(seen.state, side), (self.seat, *gone(seen.state))) if side else ()
        if not mates:
            return ""
        who, others = names.player(seen.state, self.seat), join(names.player(seen.state, seat) for seat in mates)
        return f"🏳️ {who} gives up: the computer plays on for them, while {others} fights on."


GivenOrders = Annotated[Secret[Orders], Meta(description="the player")]


class OrdersGiven(base.OrdersGiven[State, GivenOrders], frozen=True, tag="orders given"):
    """A player set standing orders."""

    def apply(self, state: State) -> State:
        return change_player(state, self.seat, orders=self.orders)


class GameEnded(base.GameEnded[State], frozen=True, tag="game ended"):
    """The battle is over."""

    def apply(self, state: State) -> State:
        return super().apply(intruded(state))

    def tell(self, seen: Seen[State]) -> str:
        return f"🏁 **The battle is over.** {self.outcome.why}"

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", "The end of the battle")
