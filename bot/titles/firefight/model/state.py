"""The whole state of a game."""

from typing import Annotated

from msgspec import Struct

from bot.kernel.game import Outcome
from bot.kernel.secret import Seat, Secret
from bot.kit.fingerprint import ADDED
from bot.titles.firefight.model.fight_steps import FightStep
from bot.titles.firefight.model.generator_steps import GeneratorStep
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    DefenceId,
    Field,
    HexId,
    MarkerId,
    Side,
    UnitId,
    WorkId,
)
from bot.titles.firefight.model.solo import Solo
from bot.titles.firefight.model.solo_steps import SoloStep
from bot.titles.firefight.model.steps import Bid, Initiative, Settle, Turn, Turns
from bot.titles.firefight.model.table import (
    Award,
    Condition,
    Control,
    Deck,
    Hits,
    Intrusion,
    Phase,
    Pile,
    Played,
    Player,
    Smoke,
    Strike,
    Unit,
    Work,
)

NO_CARDS: Secret[tuple[CardId, ...]] = Secret((), ())

AnyStep = Initiative | Bid | Turns | Turn | Settle | FightStep | GeneratorStep | SoloStep
"""Every step that can be pending."""


class State(Struct, frozen=True, gc=False):
    """A whole game. `stage` is the place in the sequence of play, see `play.sequence`.

    Defaults are written here: a field that is added, here, in a step or in a unit, is marked `ADDED`.
    """

    scenario: str = ""
    options: dict[str, str] = {}
    phase: Phase = "generation"
    stage: int = 0
    round: int = 0
    rounds: int = 0
    """After how many rounds the battle is decided."""
    turn: int = 0
    """How many turns have begun in this game."""
    players: dict[Seat, Player] = {}
    """In the order of the seats."""
    initiative: Seat = Seat("")
    """The Initiative Player of the generation, who goes first throughout."""
    leader: Side | None = None
    """The side that took the first turn of this round."""
    bids: dict[Seat, int] = {}
    """The CAPs that players add to the roll for the initiative, until it is rolled."""
    passed: tuple[Seat, ...] = ()
    """Who has passed since anybody did anything else."""

    field: Field = ()
    units: dict[UnitId, Unit] = {}
    works: dict[WorkId, Work] = {}
    smoke: dict[HexId, Smoke] = {}
    control: dict[MarkerId, Control] = {}
    serial: int = 0
    """How many works and markers have been numbered."""
    intrusions: tuple[Intrusion, ...] = ()
    strikes: tuple[Strike, ...] = ()

    piles: dict[Pile, Hits] = {}
    """Hit markers that were not drawn, or came back."""
    deck: Deck = NO_CARDS
    """Action cards that were not drawn."""
    undrawn: int = 0
    discards: tuple[CardId, ...] = ()

    guideline: str = ""
    record: tuple[Played, ...] = ()
    """Generator cards in the order in which they were played: both record boards."""
    conditions: tuple[Condition, ...] = ()
    undrawn_conditions: tuple[ConditionId, ...] = ()
    """Which one comes is decided when it is drawn."""
    cup: tuple[DefenceId, ...] = ()
    """Defence counters in the cup; which one comes is decided when it is drawn."""

    solo: Annotated[Solo | None, ADDED] = None
    """What a solo game has besides."""

    points: dict[Side, int] = {}
    awards: tuple[Award, ...] = ()
    steps: tuple[AnyStep, ...] = ()
    outcome: Outcome | None = None
