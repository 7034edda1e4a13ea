"""Steps of the card game that makes a battle."""

from typing import ClassVar, Literal

from bot.kernel.secret import Seat
from bot.titles.firefight.model.bases import Step
from bot.titles.firefight.model.ids import UnitId
from bot.titles.firefight.model.table import DefenceId, GeneratorId, Half


class Generation(Step, frozen=True, tag="generation"):
    """Players play their cards one after another, until all are played."""

    next: int = 0


class ChooseSide(Step, frozen=True, tag="choose side"):
    """The winner of the initiative says which side they command."""

    seat: Seat


class ChooseMap(Step, frozen=True, tag="choose map"):
    """A player lays a map: the first one, another one beside it, or one in the place of another."""

    PART: ClassVar[str] = "part"

    seat: Seat
    part: Literal["first", "add", "switch"] = "first"


class ChooseEdge(Step, frozen=True, tag="choose edge"):
    """A player says by which edge units enter."""

    seat: Seat


class PlayCard(Step, frozen=True, tag="play card"):
    """A player plays a generator card for its top or its bottom."""

    seat: Seat


class CardWork(Step, frozen=True, tag="card work"):
    """A generator card does one thing after another."""

    seat: Seat
    card: GeneratorId
    half: Half
    next: int = 0


class PlaceUnits(Step, frozen=True, tag="place units"):
    """A player places units as a card says."""

    seat: Seat
    card: GeneratorId
    units: tuple[UnitId, ...]
    """Those that are still to be placed."""


class PlaceMarker(Step, frozen=True, tag="place marker"):
    """A player places a control marker as a card says."""

    seat: Seat
    card: GeneratorId


class PlaceDefences(Step, frozen=True, tag="place defences"):
    """A player places the defence counters that were drawn."""

    seat: Seat
    counters: tuple[DefenceId, ...]


class Reface(Step, frozen=True, tag="reface"):
    """A player may turn the units that were placed before the battle begins."""

    seat: Seat


GeneratorStep = (
    Generation | ChooseSide | ChooseMap | ChooseEdge | PlayCard | CardWork | PlaceUnits | PlaceMarker
    | PlaceDefences | Reface
)  # fmt: skip
