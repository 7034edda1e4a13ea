"""Pending decisions are a stack of steps; the last one is on top.

Fields of steps are kept in logs: they may be added with defaults (marked `ADDED`), never renamed or dropped.
"""

from typing import ClassVar, Literal

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.titles.trap.model.table import RUSSIAN, HexId, MarkerId, UnitId


class Step(Struct, frozen=True, gc=False, tag_field="is"):
    """A decision that is pending, or work that goes on when what lies above it is done."""


class Cup(Step, frozen=True, tag="cup"):
    """Markers are used one after another: the one that is held, those that are drawn, then a bonus activation."""


class Held(Step, frozen=True, tag="held"):
    """The side with the initiative keeps one of its markers for the first activation."""

    seat: Seat


class Next(Step, frozen=True, tag="next"):
    """The Russians choose which formation's marker goes into the cup next, while columns enter one by one."""

    seat: Seat = RUSSIAN


class Muster(Step, frozen=True, tag="muster"):
    """What a Chechen marker sets going: new units come, then the die says how many act."""

    PART: ClassVar[str] = "part"

    part: Literal["units", "number"] = "units"
    ambush: bool = False
    """It is the first one of the game: who has just come, acts, and no die says how many."""


WhyArriving = Literal["set-up", "ambush", "reinforcement", "replacement", "return"]


class Arrival(Step, frozen=True, tag="arrival"):
    """A side places units: in the set-up, as reinforcements, as replacements, or as units that return."""

    seat: Seat
    units: tuple[UnitId, ...]
    """Those that are still to be placed."""
    why: WhyArriving
    blocks: int = 0
    """How many of them may still be exchanged for road blocks."""
    left: int = 0
    """How many of them may be placed, where these are more than may come (units that return)."""


class Activation(Step, frozen=True, tag="activation"):
    """Units of a side act. Which have begun to, stands in `State.acted`.

    Russians act by their marker. Chechens, and whoever has a bonus activation, act by number.
    """

    seat: Seat
    marker: MarkerId = MarkerId("")
    """Empty in a bonus activation."""
    number: int = 0
    """How many units may act, where that is counted."""
    only: tuple[UnitId, ...] = ()
    """Only these may act; without any, whoever has not acted yet."""


# Steps of fire, assault, rubble and the like stand below this line.


class Collapse(Step, frozen=True, tag="collapse"):
    """A building has come down with units upstairs: now they are too many in its rubble, or among enemies."""

    PART: ClassVar[str] = "part"

    seat: Seat
    hex: HexId
    units: tuple[UnitId, ...]
    """Those who came down and must still get out; or all of whom some must go."""
    part: Literal["retreat", "lose"] = "retreat"


AnyStep = Cup | Held | Next | Muster | Arrival | Activation | Collapse
