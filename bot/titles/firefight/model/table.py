"""The pieces on the table, and the players who may see them.

Units and their hexes are public, except that only the owner knows the hex of a hidden unit. Hit markers are face
down: their owner sees them, and the enemy sees only that there is a marker.
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
"""Seats stand for players; `State.players` has the side of each."""

Phase = Literal["generation", "set-up", "pre-round", "turns", "round end", "over"]
Status = Literal["fresh", "used", "spent"]
"""A used unit is active: it has action points left."""
Pile = Literal["soft", "armoured"]
Smoke = Literal["heavy", "light"]
WorkKind = Literal["hasty", "trench", "bunker", "wire", "road block", "mines"]
Zone = Literal["victory", "units", "rules", "discarded"]
"""The place of a card on the record board."""

WAITING = HexId("waiting")
"""The box of units that have not entered the map; they enter from their round on."""
HIDDEN = HexId("hidden")
"""The box of hidden units on the map, see `Unit.hiding`."""
DESTROYED = HexId("destroyed")
REMOVED = HexId("removed")
"""The box of pieces that left the game undestroyed.

They left the map as a card allows, or were rumours without a unit.
"""
BOXES = frozenset({WAITING, HIDDEN, DESTROYED, REMOVED})


Hits = Annotated[Secret[tuple[HitId, ...]], Meta(description="nobody")]
Deck = Annotated[Secret[tuple[CardId, ...]], Meta(description="nobody")]
Lots = Annotated[Secret[tuple[Roll, ...]], Meta(description="nobody")]
"""The rolls of draws; the position of a card would reveal earlier draws."""


class Hit(Struct, frozen=True, gc=False):
    """A hit marker on a unit.

    Its pile is public, because the colour that was hit decides it.
    """

    pile: Pile
    marker: Annotated[Secret[HitId], Meta(description="its owner, until it changes a number that is used")]


class Unit(Struct, frozen=True, cache_hash=True, gc=False):
    """A unit of a player; its counter has its printed values."""

    id: UnitId
    counter: CounterId
    owner: Seat
    side: Side
    hex: HexId = WAITING
    facing: Facing = "N"
    status: Status = "fresh"
    hit: Hit | None = None
    hiding: Annotated[Secret[HexId], Meta(description="its owner")] | None = None
    """The hex of a hidden unit, whose `hex` is then `HIDDEN`."""
    aboard: UnitId = UnitId("")
    """The vehicle that carries or tows it, always in the same hex."""
    inside: WorkId = WorkId("")
    """The fortification that it is in."""
    round: int = 1
    """The first round in which it may enter."""
    edges: tuple[Edge, ...] = ()
    """The edges by which it may enter; if empty, its player's edges."""
    card: GeneratorId = GeneratorId("")
    """The generator card that gave it."""
    bogged: bool = False
    """A vehicle that cannot move for the rest of the round."""
    moved: Annotated[int, ADDED] = 0
    """The turn of its last move; 0 if it has not moved."""
    fled: Annotated[Annotated[Secret[HexId], Meta(description="its owner")] | None, ADDED] = None
    """The hex from which a hidden unit made way for enemies placed there, or ""."""


class Work(Struct, frozen=True, gc=False):
    """A fortification or an obstacle; a hex holds at most one work."""

    id: WorkId
    kind: WorkKind
    side: Side
    owner: Seat
    hex: HexId = HIDDEN
    facing: Facing = "N"
    """The facing of a bunker."""
    hiding: Annotated[Secret[HexId], Meta(description="its owner")] | None = None
    """The hex of a hidden work, whose `hex` is then `HIDDEN`."""
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


AttackKind = Literal["fire", "close combat", "indirect", "flamethrower", "artillery", "mines", "card"]


class Strike(Struct, frozen=True, gc=False):
    """Off-map artillery that is plotted before one round and lands before the next."""

    seat: Seat
    round: int
    """The round before which it was plotted."""
    hex: Annotated[Secret[HexId], Meta(description="who noted it")]
    card: str = ""
    """The card that gave it."""
    smoke: bool = False
    """True for smoke in old games, in which it was public."""
    load: Annotated[Secret[Load], Meta(description="who noted it"), ADDED] | None = None
    """The load: shells or smoke; `None` in old games."""

    @property
    def smokes(self) -> bool:
        """True if it is known to fire smoke."""
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
    """The played card whose units it affects."""
    quarry: UnitId = UnitId("")
    """The enemy unit that it affects."""
    smoke: Annotated[tuple[HexId, ...], ADDED] = ()
    """The hexes of smoke counters that were drawn for it."""


class Condition(Struct, frozen=True, gc=False):
    """A played condition card: its top is for both sides, its bottom for its player."""

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
    """A unit entered a hex; enemies there may not withdraw the way it came next turn."""

    unit: UnitId
    hex: HexId
    came: HexId
    """The hex that it left."""
    turn: int
    """The number of the turn in the game."""


class Orders(Struct, frozen=True, gc=False):
    """Standing orders. "ask" leaves a question to the player."""

    bid: Literal["ask", "none", "one", "two"] = "ask"
    """The CAPs that are added to the roll for the initiative of a round."""
    passing: Annotated[Literal["ask", "on"], ADDED] = "ask"
    """Whether the player passes automatically after units and CAPs are used up."""


class Player(Struct, frozen=True, gc=False):
    """A player's own pieces and counts."""

    seat: Seat
    side: Side | Literal[""] = ""
    base: int = 0
    """The CAPs at the start of the player's rounds, before losses."""
    lost: int = 0
    """The lost units that cost a CAP."""
    caps: int = 0
    """The CAPs that are left in this round."""
    draws: int = 1
    """Action cards drawn before each round."""
    first: int = 0
    """The number of additional cards before the first round."""
    force: int = 0
    """The player's force in the guideline."""
    again: bool = False
    """The player takes the next turn too (Swift Action)."""
    resting: Annotated[bool, ADDED] = False
    """The player's last turn of this round was a pass."""
    last: Annotated[int, ADDED] = 0
    """The number of the player's last turn in the game."""
    confused: int = 0
    """The extra cost of the next action of the player's units (Battlefield Confusion)."""
    edges: tuple[Edge, ...] = ()
    """The edges by which the player's units enter."""
    active: tuple[UnitId, ...] = ()
    """The unit that is active, or the group that shares its action points."""
    ap: int = 0
    """The action points that it has left."""
    acted: tuple[UnitId, ...] = ()
    """The units that acted in the player's last turn.

    With spent checks they are stressed.
    """
    cards: Annotated[Secret[tuple[CardId, ...]], Meta(description="the player")] = Secret((), ())
    """Action cards in hand."""
    card_count: int = 0
    drawn: Annotated[Secret[tuple[CardId, ...]], Meta(description="the player")] = Secret(())
    """The cards among them that were drawn before this round."""
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="the player")] = Secret((), ())
    """Generator cards in hand."""
    hand_count: int = 0
    deck: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="nobody")] = Secret((), ())
    """Generator cards that were not drawn."""
    orders: Annotated[Secret[Orders], Meta(description="the player")] = Secret((), Orders())
    gone: Annotated[bool, ADDED] = False
    """The player has resigned; the computer plays for them while a team mate fights."""
