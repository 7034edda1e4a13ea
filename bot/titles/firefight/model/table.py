"""What stands on the table, and who may look at it.

What a unit is and where it stands is open to everybody, but for a hidden unit, of which only its owner knows where
it is. Hit markers lie face down: their owner looks at them, the enemy sees that there is one.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.dice import Roll
from bot.kernel.secret import Seat, Secret
from bot.kit.fingerprint import ADDED
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    CounterId,
    Edge,
    Facing,
    GeneratorId,
    Half,
    HexId,
    HitId,
    MarkerId,
    Side,
    UnitId,
    WorkId,
)

ONE, TWO, THREE, FOUR = Seat("one"), Seat("two"), Seat("three"), Seat("four")
SEATS = (ONE, TWO, THREE, FOUR)
"""Seats are players; who commands which side stands in `State.players`."""

Phase = Literal["generation", "set-up", "pre-round", "turns", "round end", "over"]
Status = Literal["fresh", "used", "spent"]
"""Used is a unit that is active: it has some of its seven action points left."""
Pile = Literal["soft", "armoured"]
Smoke = Literal["heavy", "light"]
WorkKind = Literal["hasty", "trench", "bunker", "wire", "road block", "mines"]
Zone = Literal["victory", "units", "rules", "discarded"]
"""The place of a card on the record board."""

WAITING = HexId("waiting")
"""Units that have not come to the map yet: they enter from their round on."""
HIDDEN = HexId("hidden")
"""Units on the map of which only the owner knows where, see `Unit.hiding`."""
DESTROYED = HexId("destroyed")
REMOVED = HexId("removed")
"""Out of the game without being destroyed: units that left the map as a card says, or rumours that were none."""
BOXES = frozenset({WAITING, HIDDEN, DESTROYED, REMOVED})


Hits = Annotated[Secret[tuple[HitId, ...]], Meta(description="nobody")]
Deck = Annotated[Secret[tuple[CardId, ...]], Meta(description="nobody")]
Lots = Annotated[Secret[tuple[Roll, ...]], Meta(description="nobody")]
"""Where in its pile a card lay would tell who draws it what others have drawn before them."""


class Hit(Struct, frozen=True, gc=False):
    """A hit marker on a unit. From which pile it came everybody knows, since the colour that was hit says it."""

    pile: Pile
    marker: Annotated[Secret[HitId], Meta(description="its owner, until it changes a number that is used")]


class Unit(Struct, frozen=True, cache_hash=True, gc=False):
    """A unit of a player. What it is, says its counter."""

    id: UnitId
    counter: CounterId
    owner: Seat
    side: Side
    hex: HexId = WAITING
    facing: Facing = "N"
    status: Status = "fresh"
    hit: Hit | None = None
    hiding: Annotated[Secret[HexId], Meta(description="its owner")] | None = None
    """Where it is as long as it is hidden; its `hex` is `HIDDEN` then."""
    aboard: UnitId = UnitId("")
    """The vehicle that carries or tows it; it is always in the hex of its vehicle."""
    inside: WorkId = WorkId("")
    """The fortification in which it stands."""
    round: int = 1
    """The first round in which it may enter."""
    edges: tuple[Edge, ...] = ()
    """Where it may enter; without any, where its player's units do."""
    card: GeneratorId = GeneratorId("")
    """The generator card that gave it."""
    bogged: bool = False
    """A vehicle that cannot move for the rest of the round."""
    moved: Annotated[int, ADDED] = 0
    """In which turn of the game it has moved last; 0 where it has not."""
    fled: Annotated[Annotated[Secret[HexId], Meta(description="its owner")] | None, ADDED] = None
    """The hex from which it made way, in hiding, for enemies who were placed there; "" where it did not."""


class Work(Struct, frozen=True, gc=False):
    """A fortification or an obstacle; one a hex."""

    id: WorkId
    kind: WorkKind
    side: Side
    owner: Seat
    hex: HexId = HIDDEN
    facing: Facing = "N"
    """Which way a bunker faces."""
    hiding: Annotated[Secret[HexId], Meta(description="its owner")] | None = None
    """Where it is as long as it is hidden; its `hex` is `HIDDEN` then."""
    digger: UnitId = UnitId("")
    """The unit that a hasty defence belongs to."""
    card: GeneratorId = GeneratorId("")
    """The generator card that brought it."""


class Control(Struct, frozen=True, gc=False):
    """A control marker with the side that it shows."""

    id: MarkerId
    hex: HexId
    side: Side
    card: GeneratorId = GeneratorId("")
    """The card that brought it."""


Load = Literal["shells", "smoke"]


class Strike(Struct, frozen=True, gc=False):
    """Artillery off the map that was noted in one pre-round and lands in the next."""

    seat: Seat
    round: int
    """The round before which it was noted."""
    hex: Annotated[Secret[HexId], Meta(description="who noted it")]
    card: str = ""
    """The card that gave it."""
    smoke: bool = False
    """It lays smoke, as everybody could read in games of old."""
    load: Annotated[Secret[Load], Meta(description="who noted it"), ADDED] | None = None
    """What it fires; none in games of old."""

    @property
    def smokes(self) -> bool:
        """Whether it lays smoke, as far as one may know."""
        return self.smoke or (self.load is not None and self.load.known and self.load.open() == "smoke")


class Played(Struct, frozen=True, gc=False):
    """A generator card that was played, with the half that shows."""

    card: GeneratorId
    half: Half
    seat: Seat
    zone: Zone
    units: tuple[UnitId, ...] = ()
    """The units that it gave."""
    chosen: GeneratorId = GeneratorId("")
    """The card whose units it is about."""
    quarry: UnitId = UnitId("")
    """The enemy unit that it is about."""
    smoke: Annotated[tuple[HexId, ...], ADDED] = ()
    """Where smoke counters lie that were drawn for it."""


class Condition(Struct, frozen=True, gc=False):
    """A condition card that was played: its top holds for both, its bottom for who played it."""

    card: ConditionId
    half: Half
    seat: Seat


class Award(Struct, frozen=True, gc=False):
    """Victory points that a side won."""

    side: Side
    points: int
    cite: str
    why: str
    round: int


class Intrusion(Struct, frozen=True, gc=False):
    """A unit entered a hex: in the next turn none of its enemies there withdraws the way it came."""

    unit: UnitId
    hex: HexId
    came: HexId
    """Where it came from."""
    turn: int
    """In which turn of the game."""


class Orders(Struct, frozen=True, gc=False):
    """Standing orders. "ask" leaves a question to the player."""

    bid: Literal["ask", "none", "one", "two"] = "ask"
    """How many CAPs are added to the roll for the initiative of a round."""
    passing: Annotated[Literal["ask", "on"], ADDED] = "ask"
    """Whether passing goes on by itself once units and CAPs are used up, until the round is over."""


class Player(Struct, frozen=True, gc=False):
    """What a player has in front of them."""

    seat: Seat
    side: Side | Literal[""] = ""
    base: int = 0
    """The CAPs with which the player's rounds begin, before losses."""
    lost: int = 0
    """Units lost that cost a CAP."""
    caps: int = 0
    """The CAPs that are left in this round."""
    draws: int = 1
    """Action cards drawn before each round."""
    first: int = 0
    """How many more are drawn before the first round."""
    force: int = 0
    """Which of the forces of the guideline it is."""
    again: bool = False
    """The player takes the next turn too (Swift Action)."""
    resting: Annotated[bool, ADDED] = False
    """The player's last turn of this round was a pass."""
    last: Annotated[int, ADDED] = 0
    """Which turn of the game was the player's last one."""
    confused: int = 0
    """What the next action of the player's units costs more (Battlefield Confusion)."""
    edges: tuple[Edge, ...] = ()
    """Where the player's units enter."""
    active: tuple[UnitId, ...] = ()
    """The unit that is active, or the group that shares its action points."""
    ap: int = 0
    """Action points that it has left."""
    acted: tuple[UnitId, ...] = ()
    """Units that acted in the player's last turn: with spent checks they are under stress."""
    cards: Annotated[Secret[tuple[CardId, ...]], Meta(description="the player")] = Secret((), ())
    """Action cards in hand."""
    card_count: int = 0
    drawn: Annotated[Secret[tuple[CardId, ...]], Meta(description="the player")] = Secret(())
    """Those among them that were drawn before this round."""
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="the player")] = Secret((), ())
    """Generator cards in hand."""
    hand_count: int = 0
    deck: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="nobody")] = Secret((), ())
    """Generator cards that were not drawn."""
    orders: Annotated[Secret[Orders], Meta(description="the player")] = Secret((), Orders())
    gone: Annotated[bool, ADDED] = False
    """The player has given up; the computer plays on for them while a team mate fights."""
