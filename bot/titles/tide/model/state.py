"""The whole state of a game."""

from typing import Annotated

from msgspec import Meta, Struct

from bot.kernel.game import Outcome
from bot.kernel.secret import Seat, Secret
from bot.titles.tide.model.steps import AnyStep
from bot.titles.tide.model.table import (
    HQ,
    Boon,
    CardId,
    Deck,
    DeckId,
    HexId,
    Munition,
    Orders,
    Phase,
    SabotageCard,
    SabotageId,
    Squad,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)  # fmt: skip


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A whole game. `stage` is the place in the sequence of play, see `play.sequence`."""

    scenario: str = ""
    options: dict[str, str] = {}
    round: int = 0
    phase: Phase = "set-up"
    stage: int = 0
    initiative: Seat = Seat("")
    units: dict[UnitId, Squad | Vehicle] = {}
    works: dict[WorkId, Work] = {}
    control: dict[HexId, Seat] = {}
    hq: dict[Seat, HQ] = {}
    decks: dict[DeckId, Deck] = {}
    sabotage: dict[SabotageId, SabotageCard] = {}
    orders: dict[Seat, Annotated[Secret[Orders], Meta(description="the side that gave them")]] = {}
    boons: tuple[Boon, ...] = ()
    discards: tuple[CardId, ...] = ()
    waiting: dict[CardId, int] = {}
    """Cards that did not establish contact, and the round in which they last tried."""
    lost: dict[Seat, tuple[str, ...]] = {}
    """Figures and vehicles out of the game, by kind."""
    steps: tuple[AnyStep, ...] = ()
    munitions: dict[UnitId, Munition] = {}
    """The special round beside a unit, one at most."""
    serial: int = 0
    """How many works have been numbered."""
    outcome: Outcome | None = None
