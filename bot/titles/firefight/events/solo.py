"""The AI's turns: order cards, the mission track, rumours."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Seen
from bot.kit.english import begun, join
from bot.kit.pieces import change, without
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.events.changes import bring, drawn, shuffled, solo_of, with_solo
from bot.titles.firefight.field import names
from bot.titles.firefight.model.ids import Facing, GeneratorId, HexId, OrderId, UnitId
from bot.titles.firefight.model.solo import MINES, NOBODY, LotId, RumourId, RumourStatus
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import WAITING
from bot.titles.firefight.printed.cards import number_of
from bot.titles.firefight.printed.solo import solo as printed


class OrderDrawn(Event, frozen=True, tag="order drawn"):
    """An order card was drawn, for the AI to follow or for the hexes that it names."""

    card: OrderId
    roll: Roll
    why: Literal["order", "hexes"] = "order"

    def apply(self, state: State) -> State:
        return drawn(state, self.card, **({"order": self.card} if self.why == "order" else {}))

    def tell(self, seen: Seen[State]) -> str:
        """The AI's action by the card appears with the action itself."""
        hexes = (
            f"-# Order Card {self.card} names {join(printed().cards[self.card].hexes)}."
            if self.why == "hexes"
            else ""
        )
        return "\n".join(filter(None, (shuffled(seen.state), hexes)))


ON_SHEET = ("Counteraction", "Mission Order", "Default")
"""The prefixes of orders on the sheet, to which order cards refer."""


class AiActed(Event, frozen=True, tag="ai acted"):
    """The AI carries out an order of a card, a tile or a space; the results follow."""

    seat: Seat
    source: str
    """Such as "Order Card 23"."""
    text: str
    """The text of the order."""
    units: tuple[UnitId, ...] = ()
    command: bool = False
    """No unit is spent, and spent units may act."""
    rumour: RumourId = RumourId("")
    """The rumoured enemy that acts instead of units."""

    def tell(self, seen: Seen[State]) -> str:
        spares = " No spent check." if self.command and "no spent check" not in self.text else ""
        said = f"{_moved_by(seen.state, self.source)}: {self.text}.{spares}"
        if self.rumour and seen.state.solo is not None:
            hex = names.hex(seen.state, seen.state.solo.rumours[self.rumour].hex)
            return f"🎴 The Rumored Enemy at {hex} acts by {said}"
        if not self.units:
            return f"🎴 {said}"
        return f"🎴 {begun(names.units(seen.state, self.units))} {self._does(seen.state)} by {said}"

    def _does(self, state: State) -> str:
        """Report that units act, or that they are drawn; the truck is in no cup."""
        truck = state.solo is not None and self.units[0] == state.solo.truck
        if truck or state.units[self.units[0]].hex != WAITING:
            return names.does(self.units, "acts", "act")
        cup = "" if "the Draw Cup" in self.text else " from the Draw Cup"
        return f"{names.does(self.units, 'is', 'are')} drawn{cup}"


def _moved_by(state: State, source: str) -> str:
    """Name the source of an AI action; for an order on the sheet, also its order card."""
    card = state.solo.order if state.solo is not None and source.startswith(ON_SHEET) else ""
    return f"**{source}** (Order Card {card})" if card else f"**{source}**"


class AiHeld(Event, frozen=True, tag="ai held"):
    """A unit of the AI could not finish an order that has several parts."""

    unit: UnitId
    fires: bool = False
    """The unit does not fire; otherwise it moves no farther."""

    def tell(self, seen: Seen[State]) -> str:
        does = "does not fire: it has no fair shot" if self.fires else "goes no farther"
        return f"-# {names.unit(seen.state, self.unit)} {does}."


class AiIdle(Event, frozen=True, tag="ai idle"):
    """No unit could carry out an order card."""

    seat: Seat
    card: OrderId

    def tell(self, seen: Seen[State]) -> str:
        return f"🎴 No unit can carry out **Order Card {self.card}**."


class MarkerAdvanced(Event, frozen=True, tag="marker advanced"):
    """The Mission Track Marker moved to the next space."""

    space: int
    passed: bool = False
    """The marker does not stop there."""

    def apply(self, state: State) -> State:
        return with_solo(state, marker=self.space)

    def tell(self, seen: Seen[State]) -> str:
        solo = seen.state.solo
        if solo is None or not solo.sheet:
            return ""
        card = f" by Order Card {solo.order}" if solo.order else ""
        does = "passes" if self.passed else "comes to"
        return f"📍 The Mission Track Marker {does} {names.space(solo, self.space)}{card}."


class TileStepped(Event, frozen=True, tag="tile stepped"):
    """A Mission Tile moved to its next space; 0 after its last space."""

    card: GeneratorId
    space: int = 0

    def apply(self, state: State) -> State:
        tiles = (
            replace(tile, space=self.space) if tile.card == self.card else tile for tile in solo_of(state).tiles
        )
        return with_solo(state, tiles=tuple(tiles))

    def tell(self, seen: Seen[State]) -> str:
        name = f"Mission Track tile {number_of(self.card):02}"
        return f"-# {name} goes on to space {self.space}." if self.space else f"-# {name} leaves the track."


class CommandLost(Event, frozen=True, tag="command lost"):
    """The AI lost a Command Order Card with a unit."""

    card: OrderId
    roll: Roll

    def apply(self, state: State) -> State:
        solo = solo_of(state)
        return with_solo(
            state, orders=without(solo.orders, self.card), used=without(solo.used, self.card),
            lost=tuple(sorted((*solo.lost, self.card))),
        )  # fmt: skip

    def tell(self, seen: Seen[State]) -> str:
        return f"The AI loses Command Order Card {self.card}."


class CommandsFound(Event, frozen=True, tag="commands found"):
    """Command Order Cards that were lost came back into the deck."""

    cards: tuple[OrderId, ...]
    rolls: tuple[Roll, ...]

    def apply(self, state: State) -> State:
        solo = solo_of(state)
        return with_solo(
            state, orders=tuple(sorted((*solo.orders, *self.cards))), lost=without(solo.lost, *self.cards)
        )  # fmt: skip

    def tell(self, seen: Seen[State]) -> str:
        are = names.does(self.cards, "is", "are")
        return f"Command Order Card{'s' * (len(self.cards) > 1)} {join(self.cards)} {are} back in the deck."


class CupDrawn(Event, frozen=True, tag="cup drawn"):
    """A unit was drawn from the AI's Draw Cup."""

    unit: UnitId
    roll: Roll
    back: bool = False
    """The unit could not enter, and returned to the cup."""

    def tell(self, seen: Seen[State]) -> str:
        if not self.back:
            return ""
        return f"{names.unit(seen.state, self.unit)} cannot come in, and goes back into the Draw Cup."


class ShellsFell(Event, frozen=True, tag="shells fell"):
    """Artillery of a tile landed on a hex and its six neighbours."""

    hex: HexId

    def tell(self, seen: Seen[State]) -> str:
        return f"💥 Artillery lands on {names.place(seen.state, self.hex)} and the hexes around it."


class RumourMoved(Event, frozen=True, tag="rumour moved"):
    """A rumoured enemy moved."""

    rumour: RumourId
    hex: HexId

    def apply(self, state: State) -> State:
        rumours = solo_of(state).rumours
        return with_solo(state, rumours={**rumours, self.rumour: replace(rumours[self.rumour], hex=self.hex)})

    def tell(self, seen: Seen[State]) -> str:
        solo = seen.state.solo
        assert solo is not None
        start = names.hex(seen.state, solo.rumours[self.rumour].hex)
        return f"A Rumored Enemy moves from {start} to {names.place(seen.state, self.hex)}."


class RumourChecked(Event, frozen=True, tag="rumour checked"):
    """A rumoured enemy acted, and an order card decided whether it is spent."""

    rumour: RumourId
    card: OrderId
    roll: Roll
    cost: int
    value: int
    status: RumourStatus

    def apply(self, state: State) -> State:
        rumours = solo_of(state).rumours
        rumour = replace(rumours[self.rumour], status=self.status)
        return with_solo(drawn(state, self.card), rumours={**rumours, self.rumour: rumour})

    def tell(self, seen: Seen[State]) -> str:
        result = "is **spent**" if self.status == "spent" else "stays fresh"
        die = f"Order Card {self.card} counts {self.value} against a cost of {self.cost}"
        return "\n".join(filter(None, (shuffled(seen.state), f"-# Spent check: {die}: it {result}.")))


class RumourTurned(Event, frozen=True, tag="rumour turned"):
    """A rumoured enemy was turned up: a lot from the cup decides which unit it is."""

    rumour: RumourId
    lot: LotId
    roll: Roll | None = None
    facing: Facing = "N"
    """The facing of a unit."""
    why: str = ""
    """Such as "it was found by fire"."""

    def apply(self, state: State) -> State:
        solo = solo_of(state)
        found = solo.rumours[self.rumour]
        rumours = {id: each for id, each in solo.rumours.items() if id != self.rumour}
        state = with_solo(state, rumours=rumours, rumour_cup=without(solo.rumour_cup, self.lot))
        if self.lot in (NOBODY, MINES):
            return state
        unit = UnitId(self.lot)
        return change(bring(state, unit, found.hex, facing=self.facing), [unit], status=found.status)

    def tell(self, seen: Seen[State]) -> str:
        solo = seen.state.solo
        assert solo is not None
        why = f" ({self.why})" if self.why else ""
        turned = (
            f"❔ The Rumored Enemy at {names.place(seen.state, solo.rumours[self.rumour].hex)} is turned up{why}"
        )
        if self.lot == NOBODY:
            return f"{turned}: no enemy is there."
        who = "mines" if self.lot == MINES else f"{names.unit(seen.state, UnitId(self.lot))}"
        return f"{turned}: **{begun(who)}**."
