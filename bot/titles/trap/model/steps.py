"""Pending decisions are a stack of steps; the last one is on top.

Fields of steps are kept in logs: they may be added with defaults (marked `ADDED`), never renamed or dropped.
"""

from typing import ClassVar, Literal

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.titles.trap.model.table import RUSSIAN, HexId, MarkerId, UnitId


class Step(Struct, frozen=True, gc=False, tag_field="is"):
    """A pending decision, or work that continues when the step above it is done."""


class Cup(Step, frozen=True, tag="cup"):
    """Markers are used in turn: the held marker, the drawn markers, then a bonus."""


class Held(Step, frozen=True, tag="held"):
    """The side with the initiative keeps one of its markers for the first activation."""

    seat: Seat


class Next(Step, frozen=True, tag="next"):
    """The Russians choose the next marker for the cup, while columns enter in turn."""

    seat: Seat = RUSSIAN


class Muster(Step, frozen=True, tag="muster"):
    """A Chechen marker takes effect: new units come, then a die says how many act."""

    PART: ClassVar[str] = "part"

    part: Literal["units", "number"] = "units"
    ambush: bool = False
    """The first activation of the game: the new units act, and no die is rolled."""


WhyArriving = Literal["set-up", "ambush", "reinforcement", "replacement", "return"]


class Arrival(Step, frozen=True, tag="arrival"):
    """A side places units: set-up, reinforcements, replacements or returning units."""

    seat: Seat
    units: tuple[UnitId, ...]
    """Those that are still to be placed."""
    why: WhyArriving
    blocks: int = 0
    """How many of them may still be exchanged for road blocks."""
    left: int = 0
    """The number that may be placed, if fewer than `units` may return."""


class Activation(Step, frozen=True, tag="activation"):
    """Units of a side act. `State.acted` holds the units that have begun.

    Russians act by their marker. The number limits Chechens and bonus activations.
    """

    seat: Seat
    marker: MarkerId = MarkerId("")
    """Empty in a bonus activation."""
    number: int = 0
    """The number of units that may act, if it is limited."""
    only: tuple[UnitId, ...] = ()
    """Only these units may act; if empty, every unit that has not acted yet."""


# Steps of fire, assault, rubble and the like stand below this line.


class Collapse(Step, frozen=True, tag="collapse"):
    """A building collapsed under units upstairs, which overstack it or meet enemies."""

    PART: ClassVar[str] = "part"

    seat: Seat
    hex: HexId
    units: tuple[UnitId, ...]
    """The units that came down and must leave, or the stack that must shrink."""
    part: Literal["retreat", "lose"] = "retreat"


AnyStep = Cup | Held | Next | Muster | Arrival | Activation | Collapse
