"""The whole state of a game."""

from typing import Annotated

from msgspec import Meta, Struct

from bot.kernel.game import Outcome
from bot.kernel.secret import Seat, Secret
from bot.titles.trap.model.steps import AnyStep
from bot.titles.trap.model.table import (
    Award,
    Battery,
    BatteryId,
    Bonus,
    CounterId,
    HexId,
    MarkerId,
    Orders,
    Phase,
    RandomEvent,
    Unit,
    UnitId,
)

NOBODY: Secret[tuple[CounterId, ...]] = Secret((), ())


class State(Struct, frozen=True, gc=False):
    """A whole game. `stage` is the place in the sequence of play, see `play.sequence`.

    Defaults are written here: a field that is added, here, in a step or in a unit, is marked `ADDED`.
    """

    scenario: str = ""
    options: dict[str, str] = {}
    turn: int = 0
    phase: Phase = "set-up"
    stage: int = 0
    units: dict[UnitId, Unit] = {}
    """Every Russian unit and every unit drawn from the pool, on the map or off it."""
    serial: int = 0
    """How many units have been put on a stack: the next one lies higher."""
    pool: Annotated[Secret[tuple[CounterId, ...]], Meta(description="nobody")] = NOBODY
    """Chechen counters that were not drawn yet."""
    undrawn: int = 0
    """How many there are in the pool."""
    drawn: int = 0
    """How many units have ever come out of it, for their ids."""
    roadblocks: int = 0
    """Road blocks that the Chechens have left beside the map."""

    cup: tuple[MarkerId, ...] = ()
    """The markers in the cup; the next is decided when it is drawn."""
    held: MarkerId = MarkerId("")
    """The marker of the first activation, until it is used."""
    gone: tuple[MarkerId, ...] = ()
    """Markers that were used or lost this turn, in their order."""
    outside: tuple[MarkerId, ...] = ()
    """Russian markers that may not go into the cup yet (10.1.2)."""
    restricted: bool = False
    """Russian columns are held to their way and may not fire (10.1.2)."""
    ambushed: bool = False
    """The Chechens have had their first activation of the game (10.1.1)."""
    event: RandomEvent = "none"
    """The random event of this turn, or "none" if it has no effect."""
    snafu: tuple[Seat, ...] = ()
    """Sides that have lost a marker to a snafu in this game."""
    loses: Seat = Seat("")
    """The side that loses a marker when the cup has been filled."""
    returned: bool = False
    """Eliminated Chechens have returned in this game (9.0)."""
    bonus: Bonus | None = None
    reinforces: bool = True
    """New Chechen units still come with their markers (10.3.2)."""
    replacements: int = 0
    """Chechen replacements that come with the next Chechen marker (10.4)."""

    acted: tuple[UnitId, ...] = ()
    """Units that have begun to act in this activation, in their order."""
    spent: dict[Seat, Annotated[Secret[dict[UnitId, int]], Meta(description="the side that moves")]] = {}
    """Half movement points that units have spent in this activation."""
    entered: dict[HexId, int] = {}
    """How many vehicles have entered at each entry hex in this activation."""

    roadblocked: tuple[HexId, ...] = ()
    wrecks: tuple[HexId, ...] = ()
    rubble: tuple[HexId, ...] = ()
    batteries: dict[BatteryId, Battery] = {}
    interdiction: bool = True
    """Interdiction is still possible in this game (6.5.3)."""
    control: dict[HexId, Seat] = {}
    """The last side to hold each objective hex."""
    awards: tuple[Award, ...] = ()
    orders: dict[Seat, Annotated[Secret[Orders], Meta(description="the side that gave them")]] = {}
    steps: tuple[AnyStep, ...] = ()
    outcome: Outcome | None = None
