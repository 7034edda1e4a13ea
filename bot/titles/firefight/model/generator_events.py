"""Events of the card game that makes a battle, and of action cards."""

from typing import Annotated, Literal

from msgspec import Meta

from bot.kernel.dice import Roll
from bot.kernel.secret import Seat, Secret
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    DefenceId,
    Edge,
    Facing,
    Field,
    GeneratorId,
    HexId,
    HitId,
    MarkerId,
    OrderId,
    Side,
    UnitId,
    WorkId,
)
from bot.titles.firefight.model.solo import LotId, Rumour, Solo
from bot.titles.firefight.model.table import Condition, Control, Lots, Pile, Played, Player, Smoke, Unit, Work


class GenerationBegan(Event, frozen=True, tag="generation began"):
    """The cup of defence counters and the condition cards are ready."""

    cup: tuple[DefenceId, ...]
    conditions: tuple[ConditionId, ...]


class GenerationRolled(Event, frozen=True, tag="generation rolled"):
    """The Initiative Player was rolled: the first of the order.

    Ties were rolled again.
    """

    order: tuple[Seat, ...]
    rolls: dict[Seat, tuple[Roll, ...]]


class SideTaken(Event, frozen=True, tag="side taken"):
    """A player commands a side, as one of the forces of the guideline."""

    seat: Seat
    side: Side
    force: int


class HandDealt(Event, frozen=True, tag="hand dealt"):
    """A player got generator cards, and the guideline's CAPs and action cards."""

    seat: Seat
    base: int
    draws: int
    number: int
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="the player")]
    deck: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="nobody")]
    lots: Lots


class FieldLaid(Event, frozen=True, tag="field laid"):
    """A map was placed or exchanged; this is the new battlefield."""

    field: Field
    seat: Seat
    units: dict[UnitId, HexId]
    """Units whose hex has a new name, or that had to move to the nearest hex."""
    hidden: dict[UnitId, Annotated[Secret[HexId], Meta(description="its owner")]]
    works: dict[WorkId, HexId]
    mines: dict[WorkId, Annotated[Secret[HexId], Meta(description="its owner")]]
    """Hidden works."""
    markers: dict[MarkerId, HexId]
    smoke: dict[HexId, Smoke]
    rumours: tuple[Rumour, ...] = ()
    """The rumoured enemies of a solo game in their new hexes."""


class EdgeChosen(Event, frozen=True, tag="edge chosen"):
    """Units of a player enter by these edges."""

    seat: Seat
    edges: tuple[Edge, ...]


class CardPlayed(Event, frozen=True, tag="generator card played"):
    """A player played a generator card."""

    played: Played
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="the player")]
    """The hand without it."""


class LastDiscarded(Event, frozen=True, tag="last discarded"):
    """A player discarded the last card of the hand, unplayed."""

    seat: Seat
    card: Annotated[Secret[GeneratorId], Meta(description="the player")]


class NothingPlaced(Event, frozen=True, tag="nothing placed"):
    """A card or a tile would place pieces but cannot; 0 means that no unit waits."""

    what: Literal["Rumored Enemy", "Control Marker", "Defense Counter", "unit", "map"]
    number: int = 1
    card: GeneratorId = GeneratorId("")
    """The generator card; empty for a tile, which an earlier event names."""
    why: Literal["no hex", "none left", "not wanted"] = "no hex"


class CardChosen(Event, frozen=True, tag="card chosen"):
    """A player chose the card whose units another card affects."""

    card: GeneratorId
    chosen: GeneratorId


class QuarryChosen(Event, frozen=True, tag="quarry chosen"):
    """A player chose the enemy unit that a card affects."""

    card: GeneratorId
    unit: UnitId


class UnitsGiven(Event, frozen=True, tag="units given"):
    """Units came from the supply to a player."""

    card: GeneratorId
    units: tuple[Unit, ...]


class BaseChanged(Event, frozen=True, tag="base changed"):
    """The CAPs with which a player begins changed."""

    seat: Seat
    by: int
    why: str


class DrawsChanged(Event, frozen=True, tag="draws changed"):
    """A player's action cards before each round, or before the first, changed."""

    seat: Seat
    by: int
    why: str
    first: bool = False


class WeaponTaken(Event, frozen=True, tag="weapon taken"):
    """A player took a weapon card."""

    seat: Seat
    card: CardId
    hand: Annotated[Secret[tuple[CardId, ...]], Meta(description="the player")]


class RoundsAdded(Event, frozen=True, tag="rounds added"):
    """The battle lasts longer."""

    rounds: int
    why: str


class UnitsPlaced(Event, frozen=True, tag="units placed"):
    """Units were placed on the map, some of them in their own side's fortification."""

    units: tuple[UnitId, ...]
    hex: HexId
    facing: Facing
    inside: dict[UnitId, WorkId]


class UnitHid(Event, frozen=True, tag="unit placed hidden"):
    """A unit was placed hidden, or slipped away from enemies placed in its hex."""

    unit: UnitId
    hiding: Annotated[Secret[HexId], Meta(description="its owner")]
    slipped: bool = False


class HiddenMoved(Event, frozen=True, tag="hidden moved"):
    """The hexes of a player's hidden units and works changed after a placement.

    It also occurs when the battle begins. It names all hidden pieces, so that it does not show whether one made
    way.
    """

    seat: Seat
    units: dict[UnitId, Annotated[Secret[HexId], Meta(description="their owner")]]
    fled: dict[UnitId, Annotated[Secret[HexId], Meta(description="their owner")]]
    """The hexes from which units made way, "" for the other units."""
    works: dict[WorkId, Annotated[Secret[HexId], Meta(description="their owner")]]


class UnitsDelayed(Event, frozen=True, tag="units delayed"):
    """The round in which units may enter changed."""

    units: tuple[UnitId, ...]
    round: int


class EdgesGiven(Event, frozen=True, tag="edges given"):
    """Units may enter by these edges."""

    units: tuple[UnitId, ...]
    edges: tuple[Edge, ...]


class MarkerPlaced(Event, frozen=True, tag="marker placed"):
    """A control marker was placed."""

    control: Control
    seat: Seat


class DefencesDrawn(Event, frozen=True, tag="defences drawn"):
    """Defence counters were drawn from the cup."""

    seat: Seat
    counters: tuple[DefenceId, ...]
    lots: tuple[Roll, ...] = ()


class DefencePlaced(Event, frozen=True, tag="defence placed"):
    """A fortification or an obstacle was placed; units in its hex are in it now."""

    work: Work
    inside: tuple[UnitId, ...] = ()


class WorkSlipped(Event, frozen=True, tag="work slipped"):
    """Hidden mines made way for a counter placed in their hex."""

    work: WorkId
    hiding: Annotated[Secret[HexId], Meta(description="its owner")]


class SmokePlaced(Event, frozen=True, tag="smoke placed"):
    """A smoke counter was placed."""

    seat: Seat
    hex: HexId
    card: GeneratorId = GeneratorId("")
    """The card for which it was drawn."""


class CupEmptied(Event, frozen=True, tag="cup emptied"):
    """Unused counters, condition cards and generator cards were discarded."""


class ConditionsDrawn(Event, frozen=True, tag="conditions drawn"):
    """A player drew condition cards."""

    seat: Seat
    cards: tuple[ConditionId, ...]
    lots: tuple[Roll, ...] = ()


class ConditionPlayed(Event, frozen=True, tag="condition played"):
    """A condition card was played for one of its halves."""

    condition: Condition


class ActionCardPlayed(Event, frozen=True, tag="card played"):
    """A player played an action card; it is discarded."""

    seat: Seat
    card: CardId
    hand: Annotated[Secret[tuple[CardId, ...]], Meta(description="the player")]
    units: tuple[UnitId, ...] = ()
    roll: Roll | None = None
    """The die of the card, or the dice that it rolls again."""
    gone: bool = False
    """The card leaves the game instead of being discarded: a weapon card."""


class HitLifted(Event, frozen=True, tag="hit lifted"):
    """A card removed the hit marker of a unit."""

    unit: UnitId
    marker: HitId
    pile: Pile
    left: Annotated[Secret[tuple[HitId, ...]], Meta(description="nobody")]
    """The pile with the marker."""


class TurnGranted(Event, frozen=True, tag="turn granted"):
    """A player also takes the next turn."""

    seat: Seat


class Confused(Event, frozen=True, tag="confused"):
    """The next action of a player's units costs more."""

    seat: Seat
    by: int


class Bogged(Event, frozen=True, tag="bogged"):
    """A vehicle that had moved may be bogged down for the rest of the round."""

    unit: UnitId
    roll: Roll
    need: int
    stuck: bool
    caps: int = 0
    """CAPs that changed the roll."""


# The solo game.


class OptionsDrawn(Event, frozen=True, tag="options drawn"):
    """Generator cards were drawn for a side of a solo game.

    The player plays one of them.
    """

    seat: Seat
    cards: tuple[GeneratorId, ...]
    lots: tuple[Roll, ...]
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="everybody")]
    """All cards to choose from; the unplayed card of the last choice was on top."""
    deck: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="nobody")]


class RumourPlaced(Event, frozen=True, tag="rumour placed"):
    """A rumoured enemy counter was placed."""

    rumour: Rumour
    card: GeneratorId = GeneratorId("")
    """The generator card that placed it."""


class CupFilled(Event, frozen=True, tag="cup filled"):
    """Units, mines and empty counters were put into the cup of rumoured enemies."""

    lots: tuple[LotId, ...]
    card: GeneratorId = GeneratorId("")


class SidesDealt(Event, frozen=True, tag="sides dealt"):
    """A die decided the side of the player in a solo game. The AI owns the other side."""

    roll: Roll
    side: Side
    initiative: Seat
    players: tuple[Player, ...]
    units: tuple[Unit, ...]
    works: tuple[Work, ...]
    record: tuple[Played, ...]
    conditions: tuple[Condition, ...]
    solo: Solo


class SheetLaid(Event, frozen=True, tag="sheet laid"):
    """The solo mission sheet and its tiles were set up, with the deck of order cards."""

    solo: Solo
    roll: Roll | None = None
    """The die for the side of the sheet, if the tiles were tied."""
    added: tuple[OrderId, ...] = ()
    """Command order cards that were added for CAPs of the AI."""
    dropped: tuple[OrderId, ...] = ()
    """Order cards that were dropped for lost CAPs."""
    handicap: tuple[OrderId, ...] = ()
    """Order cards that were dropped at random as a handicap."""
    lots: tuple[Roll, ...] = ()


class RoadChosen(Event, frozen=True, tag="road chosen"):
    """The truck of the AI drives along a road from edge to edge."""

    unit: UnitId
    road: tuple[HexId, ...]


GENERATOR_EVENTS: tuple[type[Event], ...] = (
    GenerationBegan, GenerationRolled, SideTaken, HandDealt, FieldLaid, EdgeChosen, CardPlayed, LastDiscarded,
    NothingPlaced, CardChosen, QuarryChosen, UnitsGiven, BaseChanged, DrawsChanged, WeaponTaken, RoundsAdded,
    UnitsPlaced, UnitHid, UnitsDelayed, EdgesGiven, MarkerPlaced, DefencesDrawn, DefencePlaced, SmokePlaced,
    CupEmptied, ConditionsDrawn, ConditionPlayed, ActionCardPlayed, HitLifted, TurnGranted, Confused, Bogged,
    OptionsDrawn, RumourPlaced, CupFilled, SidesDealt, SheetLaid, RoadChosen, WorkSlipped, HiddenMoved,
)  # fmt: skip
