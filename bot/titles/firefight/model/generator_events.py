"""What happens in the card game that makes a battle, and with action cards."""

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
    """Who is the Initiative Player: the first of the order. Ties for it were rolled again."""

    order: tuple[Seat, ...]
    rolls: dict[Seat, tuple[Roll, ...]]


class SideTaken(Event, frozen=True, tag="side taken"):
    """A player commands a side, as one of the forces of the guideline."""

    seat: Seat
    side: Side
    force: int


class HandDealt(Event, frozen=True, tag="hand dealt"):
    """A player drew a hand of generator cards, and has the CAPs and action cards of the guideline."""

    seat: Seat
    base: int
    draws: int
    number: int
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="the player")]
    deck: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="nobody")]
    lots: Lots


class FieldLaid(Event, frozen=True, tag="field laid"):
    """A map was laid or exchanged: the battlefield as it lies now."""

    field: Field
    seat: Seat
    units: dict[UnitId, HexId]
    """Units whose hex has another name now, or that had to go to the nearest one."""
    hidden: dict[UnitId, Annotated[Secret[HexId], Meta(description="its owner")]]
    works: dict[WorkId, HexId]
    mines: dict[WorkId, Annotated[Secret[HexId], Meta(description="its owner")]]
    """Hidden works."""
    markers: dict[MarkerId, HexId]
    smoke: dict[HexId, Smoke]
    rumours: tuple[Rumour, ...] = ()
    """Rumoured enemies of a solo game, where they lie now."""


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
    """What a card or a tile would place is not placed; of units there may be nobody to place, of 0."""

    what: Literal["Rumored Enemy", "Control Marker", "Defense Counter", "unit", "map"]
    number: int = 1
    card: GeneratorId = GeneratorId("")
    """The generator card; none for a tile, which has been told before."""
    why: Literal["no hex", "none left", "not wanted"] = "no hex"


class CardChosen(Event, frozen=True, tag="card chosen"):
    """A played card is about the units of another one."""

    card: GeneratorId
    chosen: GeneratorId


class QuarryChosen(Event, frozen=True, tag="quarry chosen"):
    """A played card is about an enemy unit."""

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
    """The action cards that a player draws changed: before each round, or before the first."""

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
    """The battle takes longer."""

    rounds: int
    why: str


class UnitsPlaced(Event, frozen=True, tag="units placed"):
    """Units were placed on the map, in a fortification where one of theirs is there."""

    units: tuple[UnitId, ...]
    hex: HexId
    facing: Facing
    inside: dict[UnitId, WorkId]


class UnitHid(Event, frozen=True, tag="unit placed hidden"):
    """A unit was placed hidden, or slipped away from an enemy who was placed where it was."""

    unit: UnitId
    hiding: Annotated[Secret[HexId], Meta(description="its owner")]
    slipped: bool = False


class HiddenMoved(Event, frozen=True, tag="hidden moved"):
    """Where the hidden units and works of a player are now that a counter was placed, or that the battle begins.

    It names all of them, so that nobody else learns whether one of them made way.
    """

    seat: Seat
    units: dict[UnitId, Annotated[Secret[HexId], Meta(description="their owner")]]
    fled: dict[UnitId, Annotated[Secret[HexId], Meta(description="their owner")]]
    """The hexes from which units made way, "" for those that did not."""
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
    """Defence counters were drawn out of the cup."""

    seat: Seat
    counters: tuple[DefenceId, ...]
    lots: tuple[Roll, ...] = ()


class DefencePlaced(Event, frozen=True, tag="defence placed"):
    """A fortification or an obstacle was placed; units in its hex are in it now."""

    work: Work
    inside: tuple[UnitId, ...] = ()


class WorkSlipped(Event, frozen=True, tag="work slipped"):
    """Hidden mines made way for a counter that was placed where they were."""

    work: WorkId
    hiding: Annotated[Secret[HexId], Meta(description="its owner")]


class SmokePlaced(Event, frozen=True, tag="smoke placed"):
    """A smoke counter was placed."""

    seat: Seat
    hex: HexId
    card: GeneratorId = GeneratorId("")
    """The card for which it was drawn."""


class CupEmptied(Event, frozen=True, tag="cup emptied"):
    """What was not drawn or played is discarded: defence counters, condition cards, generator cards."""


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
    """The die that it takes, or the dice that it lets roll again."""
    gone: bool = False
    """It leaves the game instead of going to the discards: a weapon card."""


class HitLifted(Event, frozen=True, tag="hit lifted"):
    """A card rid a unit of its hit marker."""

    unit: UnitId
    marker: HitId
    pile: Pile
    left: Annotated[Secret[tuple[HitId, ...]], Meta(description="nobody")]
    """The pile with it."""


class TurnGranted(Event, frozen=True, tag="turn granted"):
    """A player takes the next turn too."""

    seat: Seat


class Confused(Event, frozen=True, tag="confused"):
    """The next action of a player's units costs more."""

    seat: Seat
    by: int


class Bogged(Event, frozen=True, tag="bogged"):
    """A vehicle that had moved may be stuck for the rest of the round."""

    unit: UnitId
    roll: Roll
    need: int
    stuck: bool
    caps: int = 0
    """CAPs that changed the roll."""


# The solo game.


class OptionsDrawn(Event, frozen=True, tag="options drawn"):
    """Generator cards were drawn for a side of a solo game; one of the hand is played."""

    seat: Seat
    cards: tuple[GeneratorId, ...]
    lots: tuple[Roll, ...]
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="everybody")]
    """All that there is to choose from: what was not played the last time lies on top of the deck."""
    deck: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="nobody")]


class RumourPlaced(Event, frozen=True, tag="rumour placed"):
    """A rumoured enemy counter was placed."""

    rumour: Rumour
    card: GeneratorId = GeneratorId("")
    """The generator card that brought it."""


class CupFilled(Event, frozen=True, tag="cup filled"):
    """Units, mines and counters for nobody were put into the cup of rumoured enemies."""

    lots: tuple[LotId, ...]
    card: GeneratorId = GeneratorId("")


class SidesDealt(Event, frozen=True, tag="sides dealt"):
    """A die said which side the player of a solo game commands; the AI has the other one, and all that is its."""

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
    """The solo mission sheet lies with its tiles, and the deck of order cards is made."""

    solo: Solo
    roll: Roll | None = None
    """The die for the side of the sheet, where as many tiles are for either."""
    added: tuple[OrderId, ...] = ()
    """Command order cards for CAPs that cards gave the AI."""
    dropped: tuple[OrderId, ...] = ()
    """Those that left the deck for CAPs that it lost."""
    handicap: tuple[OrderId, ...] = ()
    """Those that left it as a handicap, by lot."""
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
