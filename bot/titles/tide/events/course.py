"""The course of the battle: stages, steps, rounds, command, control and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import replace

from bot.kernel.game import Effect, Scene
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen, private
from bot.kit import events as base
from bot.kit.english import count, join
from bot.titles.tide.events.base import Event, laid_open, with_hq
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.marches import marching
from bot.titles.tide.field.names import called
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import AnyStep, OpFireChance
from bot.titles.tide.model.table import (
    HQ,
    Base,
    Deck,
    DeckId,
    HexId,
    MunitionKind,
    Orders,
    Phase,
    SabotageCard,
    SabotageId,
    Squad,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)
from bot.titles.tide.printed.tables import tables


class Opened(Event, frozen=True, tag="opened"):
    """The table was laid: everything that the scenario puts on it."""

    scenario: str
    options: dict[str, str]
    initiative: Seat
    hq: dict[Seat, HQ]
    works: tuple[Work, ...] = ()
    control: dict[HexId, Seat] = field(default_factory=dict)
    decks: dict[DeckId, Deck] = field(default_factory=dict)
    sabotage: dict[SabotageId, SabotageCard] = field(default_factory=dict)
    vehicles: tuple[Vehicle, ...] = ()
    deals: tuple[Annotated[Secret[Roll], Meta(description="the side whose cards they are")], ...] = ()
    """How sabotage cards were dealt to their backs."""
    orders: Orders = Orders()
    """The standing orders of all sides at the start.

    In older games standing orders chose losses automatically.
    """

    def apply(self, state: State) -> State:
        return State(
            scenario=self.scenario,
            options=self.options,
            initiative=self.initiative,
            hq=self.hq,
            works={work.id: work for work in self.works},
            control=self.control,
            decks=self.decks,
            sabotage=self.sabotage,
            units={vehicle.id: vehicle for vehicle in self.vehicles},
            orders={seat: private(self.orders, seat) for seat in self.hq},
            lost=dict.fromkeys(self.hq, ()),
            serial=len(self.works),
        )

    def tell(self, seen: Seen[State]) -> str:
        record = tables().scenarios[self.scenario]
        return f"**{record.name}.** {record.text}\n{record.victory.text}"


STAGES = {
    "muster": "Both sides fill their bases in secret.",
    "deployment": "Both sides take up their positions.",
    "control": "The Action Phase is over.",
    "draw": "The Command Phase is over.",
}


AFTER = {
    "control": "After the Action Phase of round {round}",
    "draw": "After the Command Phase of round {round}",
}
"""The picture that closes the stages before."""


class StageBegan(base.StageBegan[State, Phase], Event, frozen=True, tag="stage"):
    """A stage of the sequence of play began."""

    def tell(self, seen: Seen[State]) -> str:
        record = board.scenario(seen.state)
        if record.fixed and self.phase == "set-up":
            return ""
        lines = [STAGES.get(self.name, "")]
        if self.name == "draw" and len(seen.state.hq) > 1:
            lines = [f"{lines[0]} {_initiative(seen.state)}"]
        told_with_round = self.name == "round" or (self.name == "action" and not seen.state.round)
        if not told_with_round:
            lines += _tips(seen.state, max(1, seen.state.round), self.name)
        return "\n".join(filter(None, lines))

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", AFTER[self.name].format(round=seen.state.round)) if self.name in AFTER else None


def _initiative(state: State) -> str:
    """Name the side with the initiative in the next round, and the command on it."""
    first = state.initiative
    mine, theirs = state.hq[first].on_initiative, state.hq[units.other(state, first)].on_initiative
    if mine == theirs:
        return f"The {names.nation(first)} side keeps the initiative."
    return f"The {names.nation(first)} side has the initiative, with {mine} command to {theirs}."


def _tips(state: State, round: int, stage: str) -> list[str]:
    tips = board.scenario(state).tips
    return base.tip_lines(state.options, (tip for tip in tips if tip.round == round and tip.stage == stage))


class RoundBegan(Event, frozen=True, tag="round"):
    """A new round."""

    round: int

    def apply(self, state: State) -> State:
        return replace(state, round=self.round, hq={seat: replace(hq, out=False) for seat, hq in state.hq.items()})

    def tell(self, seen: Seen[State]) -> str:
        last = board.scenario(seen.state).rounds
        first = names.nation(seen.state.initiative)
        lines = [f"**Round {self.round} of {last}.** The {first} side has the initiative."]
        lines += _tips(seen.state, self.round, "round")
        if not seen.state.round:
            lines += _tips(seen.state, self.round, "action")
        else:
            lines[1:1] = _standing(seen.state)
        return "\n".join(lines)

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", f"Round {self.round}")


def _standing(state: State) -> Iterator[str]:
    """Say what each side holds, and its victory points."""
    for seat, hq in state.hq.items():
        held = [
            each.called for each in board.scenario(state).objectives if state.control.get(HexId(each.hex)) == seat
        ]
        points = f", and has {count(hq.points, 'victory point')}" if hq.points else ""
        yield f"-# The {names.nation(seat)} side holds {join(held) if held else 'no objective'}{points}."


class Begun(base.Begun[State, AnyStep], Event, frozen=True, tag="begun"):
    """A step was put on top of the stack."""

    def tell(self, seen: Seen[State]) -> str:
        if not isinstance(self.step, OpFireChance):
            return ""
        target, march = seen.state.units[self.step.target], marching(seen.state)
        if march is not None and target.hex == march.start:
            return f"{names.full(target)} comes out at {target.hex}, in sight of units on Op Fire."
        return f"At {target.hex} {names.full(target)} comes into sight of units on Op Fire."


class Changed(base.Changed[State, AnyStep], Event, frozen=True, tag="changed"):
    """The step on top of the stack changed."""


class Ended(base.Ended[State], Event, frozen=True, tag="ended"):
    """The step on top of the stack is done."""

    def tell(self, seen: Seen[State]) -> str:
        """Say where a march has led. Its continuation is secret until then."""
        step = marching(seen.state)
        unit = seen.state.units.get(step.unit) if step is not None else None
        if step is None or unit is None:
            return ""
        if units.is_suppressed(unit) or unit.activity == "fatigued":
            lost = " and loses its attack" if step.verb == "assault" else ""
            return f"{names.full(unit)} gets no farther than {unit.hex}{lost}."
        if unit.hex == step.start:
            return ""
        gun = seen.state.units.get(step.gun)
        along = f" with {names.unit(gun)}" if gun is not None else ""
        return f"{names.full(unit)} moves{along} from {step.start} to {names.ground(seen.state, unit.hex)}."


class Controlled(Event, frozen=True, tag="controlled"):
    """An objective changed hands."""

    hex: HexId
    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, control={**state.control, self.hex: self.seat})

    def tell(self, seen: Seen[State]) -> str:
        name = next(o.name for o in board.scenario(seen.state).objectives if o.hex == self.hex)
        return f"**{name}** at {self.hex} is now {names.nation(self.seat)}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        record = next(o for o in board.scenario(seen.state).objectives if o.hex == self.hex)
        name, was = record.called, seen.state.control.get(self.hex)
        side, before = names.nation(self.seat), names.nation(was) if was else ""
        return [Effect("place", side=side, name=name, key=self.hex, was=before)]


PAID = {
    "objectives": "its objectives",
    "subversion": "subversion",
    "sabotage": "a sabotage card",
    "munitions": "munitions",
}


class Gained(Event, frozen=True, tag="gained"):
    """A side's pool of command or its victory points changed; `why` names the reason."""

    seat: Seat
    command: int = 0
    points: int = 0
    why: str = ""

    def apply(self, state: State) -> State:
        hq = state.hq[self.seat]
        hq = replace(hq, command=hq.command + self.command, points=hq.points + self.points)
        return with_hq(state, self.seat, hq)

    def tell(self, seen: Seen[State]) -> str:
        gains = []
        if self.command:
            gains.append(f"{abs(self.command)} command")
        if self.points:
            gains.append(count(self.points, "victory point"))
        verb = "gains" if self.command >= 0 else "pays" if self.why in PAID else "loses"
        why = f" for {PAID[self.why]}" if self.why in PAID else f" ({self.why})" if self.why else ""
        if self.why == "objectives" and self.command and not self.points:
            why = self._from_objectives(seen.state)
        return f"The {names.nation(self.seat)} side {verb} {join(gains)}{why}." if gains else ""

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        side = names.nation(self.seat)
        return [Effect("scored", "victory point", side, key=side, n=self.points)] if self.points else ()

    def _from_objectives(self, state: State) -> str:
        """Name the part of the gain that comes from objectives."""
        everything = board.scenario(state).objectives
        held = [each for each in everything if state.control.get(HexId(each.hex)) == self.seat]
        paid = sum(each.value for each in held if each.kind == "command" and each.nation in ("", self.seat))
        if 0 < paid < self.command:
            return f", {paid} of it for its objectives"
        return " for its objectives" if paid else ""


class Bid(Event, frozen=True, tag="bid"):
    """Command went from the pool to the initiative card, or was taken off it."""

    seat: Seat
    command: int
    why: str = ""

    def apply(self, state: State) -> State:
        hq = state.hq[self.seat]
        pool = hq.command if self.why else hq.command - self.command
        return with_hq(state, self.seat, replace(hq, command=pool, on_initiative=hq.on_initiative + self.command))

    def tell(self, seen: Seen[State]) -> str:
        total = seen.state.hq[self.seat].on_initiative + self.command
        side = names.nation(self.seat)
        if self.command < 0:
            return f"{self.why}: {-self.command} command leaves the {side} initiative card; {total} stays on it."
        source = f"{self.why}: " if self.why else ""
        return f"{source}The {side} side puts {self.command} command on its initiative card: now {total}."


class InitiativeTaken(Event, frozen=True, tag="initiative"):
    """A side goes first in the next round."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, initiative=self.seat)

    def tell(self, seen: Seen[State]) -> str:
        return f"**The {names.nation(self.seat)} side takes the initiative.**"


class ActionsAdded(Event, frozen=True, tag="actions added"):
    """The turn of a side has more actions, or fewer."""

    seat: Seat
    n: int

    def apply(self, state: State) -> State:
        turn = state.steps[-1]
        return replace(state, steps=(*state.steps[:-1], replace(turn, left=getattr(turn, "left", 0) + self.n)))

    def tell(self, seen: Seen[State]) -> str:
        return f"The {names.nation(self.seat)} side has {count(self.n, 'more action')} in this turn."


class OutOfActions(Event, frozen=True, tag="out"):
    """A side takes no more actions in this phase."""

    seat: Seat
    chosen: bool = False

    def apply(self, state: State) -> State:
        return with_hq(state, self.seat, replace(state.hq[self.seat], out=True))

    def tell(self, seen: Seen[State]) -> str:
        """Report a side that is out of actions; the last side's end is reported later."""
        if not self.chosen and any(hq.out for seat, hq in seen.state.hq.items() if seat != self.seat):
            return ""
        why = "takes no more actions" if self.chosen else "has no more actions"
        return f"The {names.nation(self.seat)} side {why} in this Action Phase."


GivenOrders = Annotated[Secret[Orders], Meta(description="the side that gave them")]


class OrdersGiven(base.OrdersGiven[State, GivenOrders], Event, frozen=True, tag="orders given"):
    """A player set standing orders."""


class GameEnded(base.GameEnded[State], Event, frozen=True, tag="game ended"):
    """The battle is over."""

    bases: dict[UnitId, Base] = field(default_factory=dict)
    """The bases that were still concealed."""
    sabotage: dict[SabotageId, str] = field(default_factory=dict)
    """The sabotage cards still face down."""
    munitions: dict[UnitId, MunitionKind] = field(default_factory=dict)
    """The munitions still face down."""
    covers: dict[WorkId, tuple[bool, ...]] = field(default_factory=dict)
    """Where the flame fougasses would have thrown."""

    def apply(self, state: State) -> State:
        """Reveal all secrets."""
        units = {
            id: replace(squad, base=laid_open(squad.base, base), concealed=False)
            for id, base in self.bases.items()
            if isinstance(squad := state.units[id], Squad)
        }
        cards = {
            back: replace(state.sabotage[back], card=laid_open(state.sabotage[back].card, name))
            for back, name in self.sabotage.items()
        }
        munitions = {
            unit: replace(state.munitions[unit], kind=laid_open(state.munitions[unit].kind, kind))
            for unit, kind in self.munitions.items()
        }
        works = {
            id: replace(state.works[id], covers=tuple(map(laid_open, state.works[id].covers, covers)))
            for id, covers in self.covers.items()
        }
        return replace(
            super().apply(state),
            boons=(),
            units={**state.units, **units},
            sabotage={**state.sabotage, **cards},
            munitions={**state.munitions, **munitions},
            works={**state.works, **works},
        )

    def tell(self, seen: Seen[State]) -> str:
        winners = join([f"the {names.nation(seat)} side" for seat in self.outcome.winners])
        result = f"{winners} wins" if winners else "a draw"
        lines = [f"**The battle is over: {result}.** {self.outcome.why}"]
        squads = [f"{names.full(seen.state.units[id])} ({names.base(base)})" for id, base in self.bases.items()]
        if squads:
            lines.append(f"Concealed to the end: {join(squads)}.")
        sabotage = [f"**{tables().sabotage[name].name}**" for name in self.sabotage.values()]
        if sabotage:
            lines.append(f"Sabotage still face down: {join(sabotage)}.")
        rounds = [f"{called(seen, unit)} ({names.ROUNDS[kind]})" for unit, kind in self.munitions.items()]
        if rounds:
            lines.append(f"Special rounds that were never fired: {join(rounds)}.")
        aims = [_aim(seen, id, covers) for id, covers in self.covers.items()]
        if aims:
            lines.append(f"Flame fougasses that never went off: {join(aims)}.")
        return "\n".join(lines)

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", "The end of the battle")


def _aim(seen: Seen[State], id: WorkId, covers: tuple[bool, ...]) -> str:
    hex = seen.state.works[id].hex
    toward = board.map_of(seen.state).beyond(hex, covers.index(True) + 1, 1)
    return f"{hex} towards {toward}"
