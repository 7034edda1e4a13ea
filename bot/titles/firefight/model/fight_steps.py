"""Steps of fire, revealed units, artillery and works."""

from msgspec import Struct

from bot.kernel.dice import Roll
from bot.kernel.secret import Seat
from bot.titles.firefight.model.bases import Step
from bot.titles.firefight.model.ids import HexId, UnitId, WorkId


class Emerge(Step, frozen=True, tag="emerge"):
    """The owner of a unit that has just been shown chooses its facing."""

    seat: Seat
    unit: UnitId


class Plot(Step, frozen=True, tag="plot"):
    """A player with artillery plots a strike before the next round."""

    seat: Seat
    left: int = 1
    """The number of strikes that the player may still plot."""


class Mined(Step, frozen=True, tag="mined"):
    """The owner of a minefield puts CAPs on its roll against a unit that set it off."""

    seat: Seat
    unit: UnitId
    work: WorkId


class Landing(Step, frozen=True, tag="landing"):
    """Artillery lands: its player puts CAPs on the die, and on the die of a drift."""

    seat: Seat
    noted: int
    """The round before which the strike was plotted."""
    drifts: int = 0
    """The hexes of drift, after the first die has decided them."""
    roll: Roll | None = None
    """The first die."""
    caps: int = 0
    """The CAPs that were added to the first die."""


class Struck(Struct, frozen=True, gc=False):
    """A unit or a work in the area of a strike."""

    hex: HexId
    unit: UnitId = UnitId("")
    work: WorkId = WorkId("")


class Shelling(Step, frozen=True, tag="shelling"):
    """Shells hit target after target; their player puts CAPs on the next roll."""

    seat: Seat
    left: tuple[Struck, ...]
    """The targets that are still to be rolled for."""


FightStep = Emerge | Mined | Plot | Landing | Shelling
