"""Steps of fire, of what comes to light, of artillery and of works."""

from msgspec import Struct

from bot.kernel.dice import Roll
from bot.kernel.secret import Seat
from bot.titles.firefight.model.bases import Step
from bot.titles.firefight.model.ids import HexId, UnitId, WorkId


class Emerge(Step, frozen=True, tag="emerge"):
    """The owner of a unit that has just been shown says which way it faces."""

    seat: Seat
    unit: UnitId


class Plot(Step, frozen=True, tag="plot"):
    """A player who has artillery notes where it is to land before the next round."""

    seat: Seat
    left: int = 1
    """How many strikes the player may still note."""


class Mined(Step, frozen=True, tag="mined"):
    """The owner of a minefield says whether CAPs change its roll against a unit that has set it off."""

    seat: Seat
    unit: UnitId
    work: WorkId


class Landing(Step, frozen=True, tag="landing"):
    """Artillery comes down: its player says what CAPs change the die, and where it drifts, the second die."""

    seat: Seat
    noted: int
    """The round before which the strike was noted."""
    drifts: int = 0
    """How many hexes it drifts, once the first die has said so."""
    roll: Roll | None = None
    """The first die."""
    caps: int = 0
    """What CAPs have added to it."""


class Struck(Struct, frozen=True, gc=False):
    """Somebody, or a work, on whom shells fall."""

    hex: HexId
    unit: UnitId = UnitId("")
    work: WorkId = WorkId("")


class Shelling(Step, frozen=True, tag="shelling"):
    """Shells fall on one after another: their player says what CAPs change the roll against the first."""

    seat: Seat
    left: tuple[Struck, ...]
    """Who has not been rolled for yet."""


FightStep = Emerge | Mined | Plot | Landing | Shelling
