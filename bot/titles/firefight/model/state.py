"""The whole state of a game."""

from typing import Annotated

from msgspec import Struct

from bot.kernel.game import Outcome
from bot.kernel.secret import Seat, Secret
from bot.kit.fingerprint import ADDED
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
from bot.titles.firefight.model.steps import AnyStep
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
    """The number of rounds after which the battle is decided."""
    turn: int = 0
    """The number of turns that have begun in this game."""
    players: dict[Seat, Player] = {}
    """In the order of the seats."""
    initiative: Seat = Seat("")
    """The Initiative Player of the generation, who is first throughout."""
    leader: Side | None = None
    """The side that took the first turn of this round."""
    bids: dict[Seat, int] = {}
    """The CAPs that players add to the roll for the initiative, until it is rolled."""
    passed: tuple[Seat, ...] = ()
    """The players who have passed since the last other action."""

    field: Field = ()
    units: dict[UnitId, Unit] = {}
    works: dict[WorkId, Work] = {}
    smoke: dict[HexId, Smoke] = {}
    control: dict[MarkerId, Control] = {}
    serial: int = 0
    """The number of works and markers numbered so far."""
    intrusions: tuple[Intrusion, ...] = ()
    strikes: tuple[Strike, ...] = ()

    piles: dict[Pile, Hits] = {}
    """The hit markers that were not drawn, or that returned."""
    deck: Deck = NO_CARDS
    """The action cards that were not drawn."""
    undrawn: int = 0
    discards: tuple[CardId, ...] = ()

    guideline: str = ""
    record: tuple[Played, ...] = ()
    """The generator cards in the order of play: both record boards."""
    conditions: tuple[Condition, ...] = ()
    undrawn_conditions: tuple[ConditionId, ...] = ()
    """A roll decides which card is drawn."""
    cup: tuple[DefenceId, ...] = ()
    """The defence counters in the cup; a roll decides which counter is drawn."""

    solo: Annotated[Solo | None, ADDED] = None
    """The state of a solo game."""

    points: dict[Side, int] = {}
    awards: tuple[Award, ...] = ()
    steps: tuple[AnyStep, ...] = ()
    outcome: Outcome | None = None
