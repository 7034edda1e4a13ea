"""Actions of the card game that makes a battle, and of action cards."""

from typing import Annotated, ClassVar, Literal

from bot.titles.firefight.model.action_fields import Aim, Also, By, Caps, Turned, says
from bot.titles.firefight.model.bases import Action
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    DefenceId,
    Edge,
    Facing,
    GeneratorId,
    HexId,
    MapId,
    Side,
    UnitId,
)

DefenceKind = Literal["hasty", "trench", "bunker", "wire", "road block", "mines", "smoke"]
"""The kinds of works on a defence counter, or smoke."""


class Command(Action, frozen=True, tag="command"):
    """Choose the side that you command."""

    side: Annotated[Side, says("which side")]


class LayMap(Action, frozen=True, tag="map"):
    """Lay the first map, one more map beside the others, or a map in place of another."""

    map: Annotated[MapId, says("which map")]
    edge: Annotated[Literal["", "north", "east", "south", "west"], says("beside which edge of the others")] = ""
    turned: Annotated[bool, says("the other way round")] = False
    instead: Annotated[MapId, says("in place of which map")] = MapId("")


class EnterBy(Action, frozen=True, tag="edge"):
    """Choose the edge by which units enter."""

    edge: Annotated[Edge, says("which edge")]


class PlayTop(Action, frozen=True, tag="top"):
    """Play a generator card for its top."""

    card: Annotated[GeneratorId, says("which card")]


class PlayBottom(Action, frozen=True, tag="bottom"):
    """Play a generator card for its bottom: units."""

    card: Annotated[GeneratorId, says("which card")]


class Choose(Action, frozen=True, tag="choose"):
    """Choose the played card whose units it is about."""

    card: Annotated[GeneratorId, says("which card")]


class Hunt(Action, frozen=True, tag="hunt"):
    """Choose the enemy unit that is hunted."""

    unit: Annotated[UnitId, says("which unit")]


class Place(Action, frozen=True, tag="place"):
    """Place units on the map as a card says."""

    units: Annotated[tuple[UnitId, ...], says("which units")]
    at: Annotated[HexId, says("where")]
    facing: Annotated[Turned, says("which way to face")] = ""


class PlaceControl(Action, frozen=True, tag="control"):
    """Place a control marker as a card says."""

    at: Annotated[HexId, says("where")]


class PlaceDefence(Action, frozen=True, tag="defence"):
    """Place a defence counter with the side that you choose up."""

    counter: Annotated[DefenceId, says("which counter")]
    kind: Annotated[DefenceKind, says("which side of it")]
    at: Annotated[HexId, says("where")]
    facing: Annotated[Turned, says("which way to face, for a bunker")] = ""


class PlaceMine(Action, frozen=True, tag="mine"):
    """Place a hidden minefield."""

    at: Annotated[HexId, says("where")]


class PlaceRumour(Action, frozen=True, tag="rumour"):
    """Place a rumoured enemy counter."""

    at: Annotated[HexId, says("where")]


class Drive(Action, frozen=True, tag="road"):
    """Choose the edges between which the truck of the AI drives along a road."""

    entrance: Annotated[Edge, says("by which edge to come in")]
    exit: Annotated[Edge, says("by which edge to leave")]


class ChooseCondition(Action, frozen=True, tag="condition"):
    """Choose the condition card to play for its top; the other gives its bottom."""

    card: Annotated[ConditionId, says("which card")]


class Reface(Action, frozen=True, tag="reface"):
    """Turn a unit before the battle begins."""

    SPOKEN: ClassVar[str] = "Turn"

    units: Annotated[tuple[UnitId, ...], says("which units")]
    facing: Annotated[Facing, says("which way to face")]


class Regroup(Action, frozen=True, tag="regroup"):
    """Be ready for the battle; hidden units that made way go where you say."""

    to: Annotated[tuple[HexId, ...], says("where the units go that made way, a hex for each")] = ()


class Done(Action, frozen=True, tag="done"):
    """Be done here."""


class PlayCard(Action, frozen=True, tag="card"):
    """Play an action card."""

    FOR_PIECES: ClassVar[str] = "units"

    card: Annotated[CardId, says("which card")]
    units: Annotated[tuple[UnitId, ...], says("for which unit, or which group")] = ()
    aim: Aim = ()
    by: By = ""
    caps: Caps = 0
    also: Also = ()


class PlayBonus(Action, frozen=True, tag="bonus"):
    """Play a bonus card in the enemy's turn."""

    card: Annotated[CardId, says("which card")]
    unit: Annotated[UnitId, says("against which unit")]
    aim: Aim = ()


PREPARING: tuple[type[Action], ...] = (
    Command, LayMap, EnterBy, PlayTop, PlayBottom, Place, PlaceControl, PlaceDefence, ChooseCondition, Reface,
    Regroup,
)  # fmt: skip
CHOOSING: tuple[type[Action], ...] = (Choose, Hunt, PlaceMine, PlaceRumour, Drive)
GENERATOR_ACTIONS: tuple[type[Action], ...] = (*PREPARING, Done, *CHOOSING, PlayCard, PlayBonus)
