"""Steps of the card game that makes a battle."""

from typing import ClassVar, Literal

from bot.kernel.secret import Seat
from bot.titles.firefight.model.bases import Step
from bot.titles.firefight.model.ids import ConditionId, DefenceId, GeneratorId, Half, UnitId


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


GeneratorStep = (
    Generation | ChooseSide | ChooseMap | ChooseEdge | PlayCard | CardWork | ChooseCard | ChooseQuarry | PlaceUnits
    | PlaceMarker | PlaceDefences | PlaceMine | ChooseCondition | Reface | PlaceRumours | ChooseRoad
)  # fmt: skip
