"""The whole state of a game."""

from typing import Annotated

from msgspec import Meta, Struct

from bot.kernel.game import Outcome
from bot.kernel.secret import Seat, Secret
from bot.kit.fingerprint import ADDED
from bot.titles.strike.model.steps import AnyStep
from bot.titles.strike.model.table import AreaId, Orders, Phase, Unit, UnitId, Weather


class State(Struct, frozen=True, gc=False):
    """A whole game. `stage` is the place in the sequence of play, see `play.sequence`.

    Defaults are written here: a field that is added, here, in a step or in a unit, is marked `ADDED`.
    """

    scenario: str = ""
    options: dict[str, str] = {}
    turn: int = 0
    phase: Phase = "set-up"
    seat: Seat = Seat("")
    """Whose part of the turn it is; "" in the mutual phases."""
    stage: int = 0
    weather: Weather = "fair"
    units: dict[UnitId, Unit] = {}
    points: dict[Seat, int] = {}
    """Operations points."""
    objectives: dict[Seat, tuple[str, ...]] = {}
    control: dict[AreaId, Seat] = {}
    """Which side was the last to have an area to itself."""
    converted: tuple[AreaId, ...] = ()
    """Areas whose railways are of the German gauge."""
    by_rail: tuple[UnitId, ...] = ()
    """Units that have moved by rail this turn."""
    railed: Annotated[tuple[UnitId, ...], ADDED] = ()
    """Units that have come this turn in the place of such."""
    redeploy: dict[Seat, int] = {}
    """How many units each side may redeploy this turn."""
    fought: tuple[AreaId, ...] = ()
    """Areas where battles have been fought in this phase."""
    tried: tuple[UnitId, ...] = ()
    """Units called as reserves in this phase, and air units that dropped bombs."""
    orders: dict[Seat, Annotated[Secret[Orders], Meta(description="the side that gave them")]] = {}
    steps: tuple[AnyStep, ...] = ()
    outcome: Outcome | None = None
