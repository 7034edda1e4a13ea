"""All pending steps, which are a stack in the state; the last is on top."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from bot.kernel.dice import Roll
from bot.kernel.secret import Seat
from bot.kit.fingerprint import ADDED
from bot.titles.firefight.model.ids import (
    ConditionId,
    DefenceId,
    GeneratorId,
    Half,
    HexId,
    OrderId,
    UnitId,
    WorkId,
)


class Step(Struct, frozen=True, gc=False, tag_field="is"):
    """A pending decision, or work that continues when the steps above it are done.

    Fields of steps are kept in logs: they may be added with defaults (marked `ADDED`), never renamed or dropped.
    """


# The card game that makes a battle.


class Generation(Step, frozen=True, tag="generation"):
    """The generation of a battle, part by part: sides, maps, edges and cards."""

    PART: ClassVar[str] = "part"

    part: Literal["sides", "maps", "edges", "deal", "cards", "late", "forces", "facing", "solo", "sheet"] = "sides"
    order: tuple[Seat, ...] = ()
    """The order of the players: by their rolls for sides, then as cards are played."""
    next: int = 0
    """The number of steps done in a part.

    In old logs it is the next player's place in the order.
    """


class ChooseSide(Step, frozen=True, tag="choose side"):
    """A player chooses a side."""

    seat: Seat


class ChooseMap(Step, frozen=True, tag="choose map"):
    """A player places the first map, an additional map or a replacement."""

    PART: ClassVar[str] = "part"

    seat: Seat
    part: Literal["first", "add", "switch"] = "first"


class ChooseEdge(Step, frozen=True, tag="choose edge"):
    """A player chooses the edge by which units enter."""

    seat: Seat
    why: Literal["entry", "third", "card", "all"] = "entry"
    """The use of the edge.

    It is for all players, for the third player, for a card's units, or one more edge for a player.
    """
    card: GeneratorId = GeneratorId("")
    """The card that gives an additional edge."""


class PlayCard(Step, frozen=True, tag="play card"):
    """A player plays a generator card for its top or its bottom."""

    seat: Seat


class CardWork(Step, frozen=True, tag="card work"):
    """A generator card applies its effects one after another."""

    seat: Seat
    card: GeneratorId
    half: Half
    next: int = 0


class ChooseCard(Step, frozen=True, tag="choose card"):
    """A player chooses the played card whose units an effect is about."""

    seat: Seat
    card: GeneratorId
    effect: int
    """The number of the effect."""
    among: tuple[GeneratorId, ...]


class ChooseQuarry(Step, frozen=True, tag="choose quarry"):
    """A player chooses the enemy unit that is hunted."""

    seat: Seat
    card: GeneratorId
    effect: int
    among: tuple[UnitId, ...]


class PlaceUnits(Step, frozen=True, tag="place units"):
    """A player places units as a card says."""

    seat: Seat
    card: GeneratorId
    effect: int
    """The number of the effect."""
    units: tuple[UnitId, ...]
    """The units that are still to be placed."""
    placed: tuple[UnitId, ...] = ()


class PlaceMarker(Step, frozen=True, tag="place marker"):
    """A player places a control marker as a card says."""

    seat: Seat
    card: GeneratorId
    effect: int


class PlaceRumours(Step, frozen=True, tag="place rumours"):
    """In a solo game rumoured enemies are placed instead of hidden units."""

    seat: Seat
    card: GeneratorId
    effect: int
    units: tuple[UnitId, ...]
    """The units of the cup that they may turn out to be."""
    left: int
    """The number that is still to be placed."""


class ChooseRoad(Step, frozen=True, tag="choose road"):
    """The player of a solo game chooses the road of the AI's truck."""

    seat: Seat


class PlaceDefences(Step, frozen=True, tag="place defences"):
    """A player places the defence counters that were drawn."""

    seat: Seat
    counters: tuple[DefenceId, ...]
    card: GeneratorId = GeneratorId("")


class PlaceMine(Step, frozen=True, tag="place mine"):
    """A player places a hidden minefield."""

    seat: Seat
    card: GeneratorId


class ChooseCondition(Step, frozen=True, tag="choose condition"):
    """A player chooses which of two condition cards holds for both sides."""

    seat: Seat
    cards: tuple[ConditionId, ...]


class Reface(Step, frozen=True, tag="reface"):
    """A player may turn the units that were placed before the battle begins."""

    seat: Seat


# Rounds and turns.


class Initiative(Step, frozen=True, tag="initiative"):
    """Both sides roll for the first turn of a round, after players have added CAPs."""


class Bid(Step, frozen=True, tag="bid"):
    """A player adds CAPs to their side's roll for the initiative."""

    seat: Seat


class Turns(Step, frozen=True, tag="turns"):
    """The players take turns until the round is over."""

    order: tuple[Seat, ...]
    """The order of turns. A player alone against two is in it twice."""
    next: int = 0
    """The next player's place in the order."""


class Turn(Step, frozen=True, tag="turn"):
    """A player takes a turn: one action, a stall or a pass."""

    seat: Seat


class Settle(Step, frozen=True, tag="settle"):
    """An action ends: its units may be spent, and the turn is over."""

    seat: Seat
    units: tuple[UnitId, ...]
    way: Literal["activation", "opportunity", "command", "card", "check", "free"]
    cost: int = 0
    """The spent-check die must exceed this number."""
    stress: int = 0
    """The part of the cost that is stress."""
    dearest: Annotated[int, ADDED] = 0
    """The cost for the most expensive unit, without stress and cards; wire adds to it."""


# Fire, revealed units, artillery and works.


class Emerge(Step, frozen=True, tag="emerge"):
    """The owner of a unit that has just been shown chooses its facing."""

    seat: Seat
    unit: UnitId


class Plot(Step, frozen=True, tag="plot"):
    """A player with artillery plots a strike before the next round."""

    seat: Seat
    left: int = 1
    """The number of strikes that the player may still plot."""


class Mined(Step, frozen=True, tag="mined"):
    """The owner of a minefield puts CAPs on its roll against a unit that set it off."""

    seat: Seat
    unit: UnitId
    work: WorkId


class Landing(Step, frozen=True, tag="landing"):
    """Artillery lands: its player puts CAPs on the die, and on the die of a drift."""

    seat: Seat
    noted: int
    """The round before which the strike was plotted."""
    drifts: int = 0
    """The hexes of drift, after the first die has decided them."""
    roll: Roll | None = None
    """The first die."""
    caps: int = 0
    """The CAPs that were added to the first die."""


class Struck(Struct, frozen=True, gc=False):
    """A unit or a work in the area of a strike."""

    hex: HexId
    unit: UnitId = UnitId("")
    work: WorkId = WorkId("")


class Shelling(Step, frozen=True, tag="shelling"):
    """Shells hit target after target; their player puts CAPs on the next roll."""

    seat: Seat
    left: tuple[Struck, ...]
    """The targets that are still to be rolled for."""


# The AI's turns.


class AiTurn(Step, frozen=True, tag="ai turn"):
    """The AI takes its turn: an order card is drawn and carried out."""

    seat: Seat
    card: Annotated[OrderId, ADDED] = OrderId("")
    """The order card, if a question interrupts the turn after the draw."""
    came: Annotated[tuple[str, ...], ADDED] = ()
    """The spaces (by number) and tiles (by card) with orders for this turn."""


class AiDeed(Step, frozen=True, tag="ai deed"):
    """The rest of an action of an AI unit."""

    seat: Seat
    unit: UnitId
    to: str
    """The goal of its move, as the order names it."""
    moves: int = 0
    """The hexes that it still moves."""
    fires: bool = False
    """The unit fires at the end."""
    caps: int = 0
    """The CAPs on the attack."""
    low_risk: bool = False
    free: Annotated[bool, ADDED] = False
    """The unit makes no spent check."""


AnyStep = (
    Generation | ChooseSide | ChooseMap | ChooseEdge | PlayCard | CardWork | ChooseCard | ChooseQuarry | PlaceUnits
    | PlaceMarker | PlaceDefences | PlaceMine | ChooseCondition | Reface | PlaceRumours | ChooseRoad
    | Initiative | Bid | Turns | Turn | Settle | Emerge | Mined | Plot | Landing | Shelling | AiTurn | AiDeed
)  # fmt: skip
"""All steps that can be pending."""
