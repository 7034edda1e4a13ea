"""Steps of the card game that makes a battle."""

from typing import ClassVar, Literal

from bot.kernel.secret import Seat
from bot.titles.firefight.model.bases import Step
from bot.titles.firefight.model.ids import ConditionId, DefenceId, GeneratorId, Half, UnitId


class Generation(Step, frozen=True, tag="generation"):
    """The battle is made part by part: sides, maps and edges, cards, and what comes when all are played."""

    PART: ClassVar[str] = "part"

    part: Literal["sides", "maps", "edges", "deal", "cards", "late", "forces", "facing", "solo", "sheet"] = "sides"
    order: tuple[Seat, ...] = ()
    """In this rotation: while sides are taken by the rolls, then as cards are played."""
    next: int = 0
    """How many of a part are done. Old logs have here who plays the next card, as a place in the order."""


class ChooseSide(Step, frozen=True, tag="choose side"):
    """A player says which side they command."""

    seat: Seat


class ChooseMap(Step, frozen=True, tag="choose map"):
    """A player lays a map: the first one, another one beside it, or one in the place of another."""

    PART: ClassVar[str] = "part"

    seat: Seat
    part: Literal["first", "add", "switch"] = "first"


class ChooseEdge(Step, frozen=True, tag="choose edge"):
    """A player says by which edge units enter."""

    seat: Seat
    why: Literal["entry", "third", "card", "all"] = "entry"
    """For all players; for the third player; for the units of a card; one more for the player's units."""
    card: GeneratorId = GeneratorId("")
    """The card that gives one more edge."""


class PlayCard(Step, frozen=True, tag="play card"):
    """A player plays a generator card for its top or its bottom."""

    seat: Seat


class CardWork(Step, frozen=True, tag="card work"):
    """A generator card does one thing after another."""

    seat: Seat
    card: GeneratorId
    half: Half
    next: int = 0


class ChooseCard(Step, frozen=True, tag="choose card"):
    """A player chooses a card that was played, about whose units an effect is."""

    seat: Seat
    card: GeneratorId
    effect: int
    """Which of its effects."""
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
    """Which of its effects."""
    units: tuple[UnitId, ...]
    """Those that are still to be placed."""
    placed: tuple[UnitId, ...] = ()


class PlaceMarker(Step, frozen=True, tag="place marker"):
    """A player places a control marker as a card says."""

    seat: Seat
    card: GeneratorId
    effect: int


class PlaceRumours(Step, frozen=True, tag="place rumours"):
    """In a solo game rumoured enemies are placed where a card would hide units."""

    seat: Seat
    card: GeneratorId
    effect: int
    units: tuple[UnitId, ...]
    """Which units of the cup they may turn out to be."""
    left: int
    """How many are still to be placed."""


class ChooseRoad(Step, frozen=True, tag="choose road"):
    """The player of a solo game says along which road the truck of the AI drives."""

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
    """A player says which of two condition cards holds for both sides."""

    seat: Seat
    cards: tuple[ConditionId, ...]


class Reface(Step, frozen=True, tag="reface"):
    """A player may turn the units that were placed before the battle begins."""

    seat: Seat


GeneratorStep = (
    Generation | ChooseSide | ChooseMap | ChooseEdge | PlayCard | CardWork | ChooseCard | ChooseQuarry | PlaceUnits
    | PlaceMarker | PlaceDefences | PlaceMine | ChooseCondition | Reface | PlaceRumours | ChooseRoad
)  # fmt: skip
