"""What happens in the card game that makes a battle, and with action cards."""

from typing import Annotated

from msgspec import Meta

from bot.kernel.dice import Roll
from bot.kernel.secret import Seat, Secret
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.ids import Edge, Facing, Field, HexId, UnitId
from bot.titles.firefight.model.table import (
    CardId,
    Condition,
    ConditionId,
    Control,
    DefenceId,
    GeneratorId,
    HitId,
    Played,
    Player,
    Unit,
)


class GenerationRolled(Event, frozen=True, tag="generation rolled"):
    """Who is the Initiative Player. Ties were rolled again."""

    seat: Seat
    rolls: dict[Seat, tuple[Roll, ...]]


class SidesTaken(Event, frozen=True, tag="sides taken"):
    """Which player commands which side, with the cards and the CAPs of the guideline."""

    players: tuple[Player, ...]
    lots: Annotated[Secret[tuple[Roll, ...]], Meta(description="nobody")] = Secret((), ())


class FieldLaid(Event, frozen=True, tag="field laid"):
    """A map was laid or exchanged: the battlefield as it lies now."""

    field: Field
    seat: Seat
    moved: dict[UnitId, HexId]
    """Units whose hex has another name now, or that had to go to the nearest one."""


class EdgeChosen(Event, frozen=True, tag="edge chosen"):
    """Units of a player enter by an edge."""

    seat: Seat
    edges: tuple[Edge, ...]


class CardPlayed(Event, frozen=True, tag="generator card played"):
    """A player played a generator card."""

    played: Played
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="the player")]
    """The hand without it."""


class UnitsGiven(Event, frozen=True, tag="units given"):
    """Units came from the supply to a player."""

    units: tuple[Unit, ...]


class BaseChanged(Event, frozen=True, tag="base changed"):
    """The CAPs with which a player begins changed."""

    seat: Seat
    by: int
    why: str


class DrawsChanged(Event, frozen=True, tag="draws changed"):
    """The action cards that a player draws before each round changed."""

    seat: Seat
    by: int
    why: str


class RoundsAdded(Event, frozen=True, tag="rounds added"):
    """The battle takes longer."""

    rounds: int
    why: str


class UnitsPlaced(Event, frozen=True, tag="units placed"):
    """Units were placed on the map."""

    units: tuple[UnitId, ...]
    hex: HexId
    facing: Facing


class UnitsDelayed(Event, frozen=True, tag="units delayed"):
    """The round or the edges of units that are to enter changed."""

    units: tuple[UnitId, ...]
    round: int
    edges: tuple[Edge, ...] = ()


class MarkerPlaced(Event, frozen=True, tag="marker placed"):
    """A control marker was placed."""

    control: Control


class DefencesDrawn(Event, frozen=True, tag="defences drawn"):
    """Defence counters were drawn out of the cup."""

    seat: Seat
    counters: tuple[DefenceId, ...]
    lots: tuple[Roll, ...] = ()


class ConditionsDrawn(Event, frozen=True, tag="conditions drawn"):
    """A player drew condition cards."""

    seat: Seat
    cards: Annotated[Secret[tuple[ConditionId, ...]], Meta(description="the player")]
    lots: Annotated[Secret[tuple[Roll, ...]], Meta(description="the player")]
    left: Annotated[Secret[tuple[ConditionId, ...]], Meta(description="nobody")]


class ConditionPlayed(Event, frozen=True, tag="condition played"):
    """A condition card was played."""

    condition: Condition


class ActionCardPlayed(Event, frozen=True, tag="card played"):
    """A player played an action card; it is discarded."""

    seat: Seat
    card: CardId
    hand: Annotated[Secret[tuple[CardId, ...]], Meta(description="the player")]
    units: tuple[UnitId, ...] = ()
    hex: HexId = HexId("")
    roll: Roll | None = None
    removed: HitId = HitId("")


GENERATOR_EVENTS: tuple[type[Event], ...] = (
    GenerationRolled, SidesTaken, FieldLaid, EdgeChosen, CardPlayed, UnitsGiven, BaseChanged, DrawsChanged,
    RoundsAdded, UnitsPlaced, UnitsDelayed, MarkerPlaced, DefencesDrawn, ConditionsDrawn, ConditionPlayed,
    ActionCardPlayed,
)  # fmt: skip
