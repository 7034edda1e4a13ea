"""Events in rounds and turns, and the list of all events."""

from typing import Annotated, Literal

from msgspec import Meta, field

from bot.kernel.dice import Roll
from bot.kernel.game import Outcome
from bot.kernel.secret import Seat, Secret
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.fight_events import FIGHT_EVENTS
from bot.titles.firefight.model.generator_events import GENERATOR_EVENTS
from bot.titles.firefight.model.ids import CardId, Facing, Field, HexId, MarkerId, OrderId, Side, UnitId
from bot.titles.firefight.model.solo import Solo
from bot.titles.firefight.model.solo_events import SOLO_EVENTS
from bot.titles.firefight.model.state import AnyStep
from bot.titles.firefight.model.table import (
    Condition,
    Control,
    Deck,
    Hits,
    Lots,
    Orders,
    Phase,
    Pile,
    Played,
    Player,
    Smoke,
    Unit,
    Work,
)

Cards = Annotated[Secret[tuple[CardId, ...]], Meta(description="who draws")]

# The course of the battle.


class Opened(Event, frozen=True, tag="opened"):
    """The table was set up with all pieces of the scenario."""

    scenario: str
    options: dict[str, str]
    players: tuple[Player, ...]
    piles: dict[Pile, Hits]
    rounds: int = 0
    guideline: str = ""
    initiative: Seat = Seat("")
    field: Field = ()
    units: tuple[Unit, ...] = ()
    works: tuple[Work, ...] = ()
    control: tuple[Control, ...] = ()
    record: tuple[Played, ...] = ()
    conditions: tuple[Condition, ...] = ()
    deck: Deck = Secret((), ())
    undrawn: int = 0
    solo: Solo | None = None


class StageBegan(Event, frozen=True, tag="stage"):
    """A stage of the sequence of play began."""

    stage: int
    phase: Phase
    name: str


class Begun(Event, frozen=True, tag="begun"):
    """A step was put on the stack."""

    step: AnyStep


class Changed(Event, frozen=True, tag="changed"):
    """The step on top of the stack changed."""

    step: AnyStep


class Ended(Event, frozen=True, tag="ended"):
    """The step on top of the stack was done."""


class RoundBegan(Event, frozen=True, tag="round"):
    """A new round began: units are fresh, CAPs are restored, smoke thins."""

    round: int
    fresh: tuple[UnitId, ...]
    """Units that were used or spent."""
    caps: dict[Seat, int]
    smoke: dict[HexId, Smoke]
    """The remaining smoke."""


class CardsDrawn(Event, frozen=True, tag="cards drawn"):
    """A player drew action cards."""

    seat: Seat
    cards: Cards
    number: int
    lots: Lots
    deck: Deck
    undrawn: int
    shuffled: bool = False
    """The deck was empty, and the discards became the deck."""


class InitiativeBid(Event, frozen=True, tag="initiative bid"):
    """A player added CAPs to the roll for the initiative."""

    seat: Seat
    caps: int


class InitiativeRolled(Event, frozen=True, tag="initiative"):
    """A side won the first turn of the round. Ties were rolled again."""

    side: Side
    rolls: dict[Side, tuple[Roll, ...]]
    caps: dict[Side, int]
    """The CAPs that were added to the first roll."""


class TurnBegan(Event, frozen=True, tag="turn"):
    """A player's turn began."""

    seat: Seat
    turn: int


class TurnEnded(Event, frozen=True, tag="turn ended"):
    """A player's turn ended; these units acted in it."""

    seat: Seat
    acted: tuple[UnitId, ...] = ()
    passed: bool = False
    turn: int = 0
    """The number of the turn in the game; 0 in old games."""


class RoundEnded(Event, frozen=True, tag="round ended"):
    """All players have passed, so the round is over."""

    round: int


class GameEnded(Event, frozen=True, tag="game ended"):
    """The battle is over."""

    outcome: Outcome


class OrdersGiven(Event, frozen=True, tag="orders given"):
    """A player set their standing orders."""

    seat: Seat
    orders: Annotated[Secret[Orders], Meta(description="the player")]


class GaveUp(Event, frozen=True, tag="gave up"):
    """A player resigned whose team mate fights on."""

    seat: Seat


# Costs of actions.


class Activated(Event, frozen=True, tag="activated"):
    """A unit became active, or a group that shares its action points."""

    seat: Seat
    units: tuple[UnitId, ...]
    ap: int
    dropped: tuple[UnitId, ...] = ()
    """The units that were active before and are now spent."""


class Paid(Event, frozen=True, tag="paid"):
    """A player paid for an action."""

    seat: Seat
    ap: int = 0
    caps: int = 0
    why: str = ""


class Spent(Event, frozen=True, tag="spent"):
    """Units became spent."""

    seat: Seat
    units: tuple[UnitId, ...]
    why: Literal["exhausted", "opportunity", "passed", "check", "confusion"]


class Checked(Event, frozen=True, tag="checked"):
    """A die decided whether units that acted are spent.

    Its faces are 1 1 2 3 3 4 5 5 6 7.
    """

    seat: Seat
    units: tuple[UnitId, ...]
    cost: int
    roll: Roll
    value: int
    """The value of the face."""
    stress: int = 0
    """The part of the cost that was stress."""
    card: OrderId = OrderId("")
    """The order card that replaced the die in a solo game; the roll is the draw of it."""


class CapsChanged(Event, frozen=True, tag="caps"):
    """A player gained or lost CAPs of this round, other than by paying them."""

    seat: Seat
    by: int
    why: str
    roll: Roll | None = None
    caps: int = 0
    """CAPs that changed the roll."""


# Movement and control.


class Moved(Event, frozen=True, tag="moved"):
    """A unit moved along a path, which begins in its hex; its passenger moved too."""

    unit: UnitId
    path: tuple[HexId, ...]
    facing: Facing
    cost: int = 0
    how: Literal["move", "bonus", "placed"] = "move"
    turn: int = 0
    """The number of the turn in the game; 0 in old games."""


class Entered(Event, frozen=True, tag="entered"):
    """A unit and its passenger entered the map by their entry edge."""

    unit: UnitId
    hex: HexId
    facing: Facing
    turn: int = 0
    """The number of the turn in the game; 0 in old games."""


class Left(Event, frozen=True, tag="left"):
    """A unit and its passenger left the map as a card allows."""

    unit: UnitId
    hex: HexId
    piles: dict[Pile, Hits] = field(default_factory=dict)
    """The piles to which their hit markers returned."""


class Faced(Event, frozen=True, tag="faced"):
    """Units turned to another facing."""

    units: tuple[UnitId, ...]
    facing: Facing


class MarkerTurned(Event, frozen=True, tag="marker turned"):
    """A control marker was turned to another side."""

    marker: MarkerId
    side: Side
    unit: UnitId = UnitId("")
    """The unit that took it."""


class Scored(Event, frozen=True, tag="scored"):
    """A side won victory points, or lost some."""

    side: Side
    points: int
    cite: str
    why: str


EVENTS: tuple[type[Event], ...] = (
    Opened, StageBegan, Begun, Changed, Ended, RoundBegan, CardsDrawn, InitiativeBid, InitiativeRolled, TurnBegan,
    TurnEnded, RoundEnded, GameEnded, OrdersGiven, GaveUp, Activated, Paid, Spent, Checked, CapsChanged, Moved,
    Entered, Left, Faced, MarkerTurned, Scored, *FIGHT_EVENTS, *GENERATOR_EVENTS, *SOLO_EVENTS,
)  # fmt: skip
