"""Attacks, hits, rally and artillery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.game import Effect, Luck, Scene
from bot.kernel.roll import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.effects import MISSED
from bot.kit.english import count
from bot.kit.luck import of_one
from bot.kit.pieces import change
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.events.changes import bring, change_player, with_pile
from bot.titles.firefight.field import names
from bot.titles.firefight.field.economy import ceiling, checks
from bot.titles.firefight.field.hits import defence
from bot.titles.firefight.field.names import on_map, thrown
from bot.titles.firefight.field.rolls import at_least
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.surplus import luck
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model.ids import HexId, HitId, Side, UnitId, WorkId
from bot.titles.firefight.model.solo import AI
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, DESTROYED, AttackKind, Hit, Hits, Lots, Pile, Strike
from bot.titles.firefight.printed.hits import HitRecord, hits

RESULTS = {"missed": "missed", "hit": "**hit**", "destroyed": "**destroyed**"}
UNMANNED: dict[str, str] = {"artillery": "Artillery", "mines": "Mines"}


class Attacked(Event, frozen=True, tag="attacked"):
    """An attack was rolled against a target.

    `HitDrawn` and `Destroyed` give the result.
    """

    kind: AttackKind
    side: Side
    hex: HexId
    units: tuple[UnitId, ...] = ()
    """The attacking units, the leader first; empty for artillery and mines."""
    target: UnitId = UnitId("")
    work: WorkId = WorkId("")
    """The work that was the target instead."""
    roll: Roll | None = None
    need: int = 0
    """The hit number without CAPs."""
    caps: int = 0
    """The CAPs that changed the roll."""
    modifiers: tuple[Modifier, ...] = ()
    flank: bool = False
    result: Literal["missed", "hit", "destroyed"] = "missed"
    last: bool = True
    """The attack has no further target."""
    luck: int = 0
    """The change of the roll by a card."""
    again: bool = False
    """The first roll missed, and a card let it roll again."""

    def tell(self, seen: Seen[State]) -> str:
        state = seen.state
        target = names.unit(state, self.target) or _work(state, self.work, "the ")
        side = " in the flank" if self.flank and self.kind == "fire" else ""
        head = f"{self._verb(state)} {target}{on_map(state, self.hex)}{side}"
        if self.roll is None:
            return f"{head}: {RESULTS[self.result]}."
        surplus = _surplus(state, self.side, self.caps)
        roll = f"🎲 {thrown(self.roll.faces, self.caps - surplus, self.luck, surplus)}, {self.need} or more to hit"
        small = f"\n-# {names.modifiers(self.modifiers)}." if self.modifiers else ""
        return f"{head}: {roll}: {RESULTS[self.result]}.{small}"

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        """Report a hit; the events that follow say how."""
        if self.result == "missed":
            return [MISSED]
        return names.effect_on(seen.state, self.target, "hit")

    def fortune(self, seen: Seen[State]) -> Iterable[Luck]:
        """Judge the dice without the luck that a card adds to them."""
        if self.roll is not None and self.kind not in UNMANNED:
            need = self.need - self.caps
            rolls = [*([False] if self.again else []), sum(self.roll.faces) >= need]
            for good in rolls:
                yield of_one(names.side(self.side), "attacks", "hit", at_least(need), good=good)

    def _verb(self, state: State) -> str:
        """Name the attackers and the kind of attack."""
        leader, others = self.units[:1], [state.units[id] for id in self.units[1:] if id in state.units]
        support = f", with {names.row(others)} in support," if others else ""
        who = f"{names.units(state, leader)}{support}"
        match self.kind:
            case "artillery":
                return "💥 Artillery falls on"
            case "mines":
                return "💣 Mines go off under"
            case "close combat":
                return f"⚔️ {who} attacks at close quarters:"
            case "flamethrower":
                return f"🔥 {who} throws flames at"
            case "indirect":
                return f"💥 {who} lobs shells at"
            case "card" if not self.units:
                return "💥 The card strikes"
            case _:
                return f"💥 {who} fires at"

    def scene(self, seen: Seen[State]) -> Scene | None:
        if self.roll is None:
            return None
        state = seen.state
        target = names.unit(state, self.target) or _work(state, self.work)
        who = names.units(state, self.units) or UNMANNED.get(self.kind, "An attack")
        start = self._start(state)
        chance = float(at_least(self.need - self.caps))
        missed = self.result == "missed"
        need = f"{self.need} or more" + (f", {self.caps:+} CAP" if self.caps else "")
        return Scene(
            "fight",
            f"{who} at {target}: {self.result}",
            tuple(dict.fromkeys([*([start] if start else []), self.hex])),
            (start, self.hex) if start and start != self.hex else None,
            (self.roll,),
            (),
            (need,),
            1 - chance if missed else chance,
            "A miss" if missed else "A hit",
        )

    def _start(self, state: State) -> HexId | None:
        """Return the hex from which the attack comes, if it is public."""
        hexes = [where(state.units[id]) for id in self.units if id in state.units]
        return next((hex for hex in hexes if hex not in BOXES), None)


def _work(state: State, id: WorkId, article: str = "") -> str:
    """Name the attacked work; a work that fell with its digger is no longer known."""
    return f"{article}{names.work(state.works[id])}" if id in state.works else "what was dug there"


def _surplus(state: State, side: Side, caps: int) -> int:
    """Return the part of the CAPs on a side's roll that is an AI's CAP Surplus."""
    more = luck(state, AI) if caps else 0
    return more * (1 if caps > 0 else -1) if more and state.players[AI].side == side else 0


Marker = Annotated[Secret[HitId], Meta(description="the owner of the unit")]


class HitDrawn(Event, frozen=True, tag="hit drawn"):
    """A unit was hit and drew a marker, face down."""

    unit: UnitId
    pile: Pile
    marker: Marker
    lots: Lots
    left: Hits
    """The pile without the marker."""
    fate: Roll | None = None
    """The die that decided whether the hit destroys; the highest faces do."""

    def apply(self, state: State) -> State:
        return with_pile(change(state, [self.unit], hit=Hit(self.pile, self.marker)), self.pile, self.left)

    def tell(self, seen: Seen[State]) -> str:
        """Name the marker to its owner; other players read only the die."""
        if not self.marker.known:
            if self.fate is None:
                return ""
            die = f"🎲 {self.fate.faces[0]} of {self.fate.sides}, {self.fate.sides} destroys"
            return f"-# {names.unit(seen.state, self.unit)} draws a hit marker ({die})."
        which = self.marker.open()
        if hits().markers[which].fatal:
            return ""
        return f"🔴 {names.unit(seen.state, self.unit)} is **{marker(which)}**: {effect(seen.state, which)}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        drew = f": {marker(self.marker.open())}" if self.marker.known else ""
        return names.effect_on(seen.state, self.unit, "became", f"was hit{drew}")


def marker(id: HitId) -> str:
    """Name a hit marker."""
    return hits().markers[id].name


def effect(state: State, marker: HitId) -> str:
    """Describe the effect of a hit marker on its unit."""
    found = ", ".join(_effects(hits().markers[marker], checks(state)))
    return found or "no effect, but the next hit destroys"


def _effects(record: HitRecord, checked: bool) -> Iterator[str]:
    if record.helpless:
        yield "can only rally"
    if record.still:
        yield "neither moves nor turns"
    if record.harmless:
        yield "cannot attack"
    for n, what in ((record.attack, "attack cost"), (record.move, "move cost")):
        if n:
            yield f"{what} {n:+}"
    if record.red == record.blue != 0:
        yield f"firepower {record.red:+}"
    elif record.red or record.blue:
        yield f"firepower {record.red:+} red, {record.blue:+} blue"
    if record.range:
        yield f"range {record.range}"
    for n, what in ((record.flank, "flank"), (defence(record, "front", checked), "front")):
        if n:
            yield f"{what} {n:+}"
    yield f"rallies on {record.rally}" if record.rally else "never rallies"


class HitShown(Event, frozen=True, tag="hit shown"):
    """A hit marker was turned up, because it changed a number that was used."""

    unit: UnitId
    marker: HitId
    why: str = ""

    def apply(self, state: State) -> State:
        hit = state.units[self.unit].hit
        if hit is None:
            return state
        shown = hit.marker.reveal()
        return change(state, [self.unit], hit=replace(hit, marker=replace(shown, value=self.marker)))

    def tell(self, seen: Seen[State]) -> str:
        if hits().markers[self.marker].fatal:
            return ""
        return f"The marker of {names.unit(seen.state, self.unit)} is turned up: **{marker(self.marker)}**."


class HitLifted(Event, frozen=True, tag="hit lifted"):
    """A card removed the hit marker of a unit."""

    unit: UnitId
    marker: HitId
    pile: Pile
    left: Annotated[Secret[tuple[HitId, ...]], Meta(description="nobody")]
    """The pile with the marker."""

    def apply(self, state: State) -> State:
        return with_pile(change(state, [self.unit], hit=None), self.pile, self.left)

    def tell(self, seen: Seen[State]) -> str:
        return f"{names.unit(seen.state, self.unit)} loses its hit marker."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effect_on(seen.state, self.unit, "changed", "recovered")


OwnersHelp = Annotated[Secret[tuple[Modifier, ...]], Meta(description="the owner of the unit")]


class Rallied(Event, frozen=True, tag="rallied"):
    """A unit rolled to rally."""

    unit: UnitId
    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    caps: int = 0
    rallied: bool = False
    marker: HitId = HitId("")
    """The marker that returned to its pile."""
    pile: Pile = "soft"
    left: Hits | None = None
    """The pile with the marker."""
    luck: int = 0
    """The change of the roll by a card."""
    covert: OwnersHelp | None = None
    """The modifiers of a hidden unit, which would reveal its hex."""

    def apply(self, state: State) -> State:
        return with_pile(change(state, [self.unit], hit=None), self.pile, self.left) if self.rallied else state

    def tell(self, seen: Seen[State]) -> str:
        mods = self.covert.open() if self.covert is not None and self.covert.known else self.modifiers
        more = sum(each.n for each in mods) + self.luck
        why = f"\n-# {names.modifiers(mods)}." if mods else ""
        was = f" from {marker(self.marker)}" if self.marker else ""
        result = f"it **rallies**{was}" if self.rallied else "it does not rally"
        surplus = _surplus(seen.state, seen.state.units[self.unit].side, self.caps)
        roll = f"🎲 {thrown(self.roll.faces, self.caps - surplus, more, surplus)}"
        return f"{names.unit(seen.state, self.unit)} tries to rally: {roll}: {result}.{why}"

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effect_on(seen.state, self.unit, "changed", "rallied" if self.rallied else "did not rally")


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit was destroyed. Its hit marker, if any, went back to its pile."""

    unit: UnitId
    why: str = ""
    lost: int = 1
    """The CAPs by which the owner's rounds now begin lower."""
    caps: int = 0
    """The CAPs of this round that the owner lost at once."""
    pile: Pile = "soft"
    left: Hits | None = None

    def apply(self, state: State) -> State:
        owner = state.units[self.unit].owner
        player = state.players[owner]
        active = tuple(id for id in player.active if id != self.unit)
        state = bring(state, self.unit, DESTROYED, status="fresh", hit=None, aboard=UnitId(""))
        fields = {"lost": player.lost + self.lost, "caps": player.caps - self.caps, "active": active}
        state = change_player(state, owner, ap=player.ap if active else 0, **fields)
        return with_pile(state, self.pile, self.left)

    def tell(self, seen: Seen[State]) -> str:
        state, unit = seen.state, seen.state.units[self.unit]
        why = f" ({self.why})" if self.why else ""
        text = f"💀 **{names.unit(state, self.unit)}** is destroyed{why}."
        if self.lost and not is_ai(state, unit.owner):
            left = max(0, ceiling(state, unit.owner) - self.lost)
            caps = count(left, "CAP") if left else "no CAPs"
            now = ", and has 1 less at once" if self.caps else ""
            text += f" {names.player(state, unit.owner)} begins rounds with {caps} from now on{now}."
        return text.replace(". the ", ". The ")

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return names.effect_on(seen.state, self.unit, "destroyed")


class Plotted(Event, frozen=True, tag="plotted"):
    """A player plotted artillery."""

    strike: Strike

    def apply(self, state: State) -> State:
        return replace(state, strikes=(*state.strikes, self.strike))

    def tell(self, seen: Seen[State]) -> str:
        who = names.player(seen.state, self.strike.seat)
        if self.strike.hex.known and not self.strike.hex.open():
            return "🎯 You note no hex for your artillery."
        if self.strike.hex.known:
            return (
                f"🎯 You note artillery on {names.place(seen.state, self.strike.hex.open())} for the next round."
            )
        return f"-# {who} notes where artillery is to land."


class Landed(Event, frozen=True, tag="landed"):
    """Artillery landed on its target or where it drifted, or a plot for no hex ended."""

    seat: Seat
    noted: HexId
    hex: HexId
    roll: Roll | None = None
    """The first die of a strike on target.

    A drifting strike keeps it in the step, and in old games here.
    """
    drift: Roll | None = None
    caps: int = 0
    off: bool = False
    """The strike drifted off the map."""
    noted_in: int = 0
    """The round before which it was plotted."""
    smoke: bool = False
    first: int = 0
    """The face of the first die, if its roll is kept in the step."""

    def apply(self, state: State) -> State:
        """Remove the first strike that the player plotted in that round for that hex."""
        mine = [strike for strike in state.strikes if strike.seat == self.seat and strike.round == self.noted_in]
        there = (strike for strike in mine if not strike.hex.known or strike.hex.open() == self.noted)
        gone = next(there, None)
        return replace(state, strikes=tuple(strike for strike in state.strikes if strike is not gone))

    def tell(self, seen: Seen[State]) -> str:
        state = seen.state
        if not self.noted:
            return f"-# No artillery of {names.player(state, self.seat)} was to land."
        head = f"🎯 The artillery of {names.player(state, self.seat)} was meant for {names.hex(state, self.noted)}"
        roll = f"🎲 {thrown((self.first,) if self.roll is None else self.roll.faces, self.caps)}"
        if self.off:
            return f"{head}: {roll}: it drifts off the map."
        drift = f", 🎲 {self.drift.faces[0]}" if self.drift is not None else ""
        what = f"it drifts to {names.hex(state, self.hex)}" if self.hex != self.noted else "it is on target"
        return f"{head}: {roll}{drift}: {what}."
