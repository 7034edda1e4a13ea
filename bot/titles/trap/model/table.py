"""The pieces on the table, and the players who may look at them.

A unit hides nothing but its counter, which says what kind of unit it is. Its hex, level, facing, status and
activation are open to everybody. `field.view` works out the readers of a counter after every order: its owner
always, and the enemy if it lies on top or can be inspected. An id of a unit tells nothing of its counter; ids are
dealt by lot.
"""

from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

from bot.kernel.secret import Seat, Secret
from bot.kit.fingerprint import ADDED

UnitId = NewType("UnitId", str)
"""A unit, such as "r17" or "c4"; dealt by lot, so that it reveals no counter."""
CounterId = NewType("CounterId", str)
"""A printed counter, by its key in `units.toml`."""
HexId = NewType("HexId", str)
"""A hex as the map prints it, such as "2412", or one of the boxes beside the map."""
MarkerId = NewType("MarkerId", str)
"""An activation marker: a Russian battalion ("1/81"), "artillery" or "chechen"."""
BatteryId = NewType("BatteryId", str)
"""A battery off the map: "a1" to "a9" are artillery, "b1" and "b2" are Buratinos."""

RUSSIAN = Seat("russian")
CHECHEN = Seat("chechen")
SEATS = (RUSSIAN, CHECHEN)

Kind = Literal["infantry", "heavy", "rpg", "schmel", "tank", "apc", "leader", "sniper"]
Level = Literal["ground", "upper"]
Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
"""The hexside at the top of a foot counter or before the front of a vehicle."""
FACINGS: tuple[Facing, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""In the order of `kit.hexes.DIRECTIONS`."""
Status = Literal["normal", "suppressed", "pinned", "disrupted", "inactive"]
LADDER: tuple[Status, ...] = ("normal", "suppressed", "pinned", "disrupted", "inactive")
"""From best to worst; each End Phase a unit goes one step up."""
Result = Literal["none", "suppressed", "pinned", "disrupted", "inactive", "eliminated"]
"""The effect of a hit on a unit."""
Obstacle = Literal["road block", "wreck"]
Phase = Literal["set-up", "events", "initiative", "activations", "end", "over"]

ARTILLERY = MarkerId("artillery")
CHECHENS = MarkerId("chechen")

WAITING = HexId("waiting")
"""Russian units that have not reached the map yet."""
HAND = HexId("hand")
"""Drawn Chechen units, replacements and returning units, until they are placed."""
ELIMINATED = HexId("eliminated")
EXITED = HexId("exited")
"""Chechen units that have left by the east edge."""
REMOVED = HexId("removed")
"""Out of the game at no cost: an evacuated Dudayev, and units back in the pool."""
BOXES = frozenset({WAITING, HAND, ELIMINATED, EXITED, REMOVED})


class Unit(Struct, frozen=True, cache_hash=True, gc=False):
    """A combat unit, a leader or a sniper."""

    id: UnitId
    side: Seat
    counter: Annotated[Secret[CounterId], Meta(description="its owner; the enemy where it lies on top or in view")]
    hex: HexId = WAITING
    level: Level = "ground"
    facing: Facing = "N"
    """Leaders have a facing too, without effect: its absence would reveal a leader."""
    status: Status = "normal"
    activated: bool = False
    """On its activated side: it has acted, or fought in a close assault, this turn."""
    moved: bool = False
    """It has moved this turn; a leader who has cannot spot."""
    fired: bool = False
    """It has fired this turn."""
    shot_at: bool = False
    """Somebody has fired at it directly this turn."""
    aboard: UnitId = UnitId("")
    """The APC or the tank that carries it; it is always in the hex of its carrier."""
    height: int = 0
    """Its place in its stack: the highest lies on top. A later arrival lies higher."""
    spotted: Annotated[bool, ADDED] = False
    """A leader who has spotted this turn, and does nothing else."""
    got_out: Annotated[bool, ADDED] = False
    """It left a vehicle in this activation, so it may only make a close assault."""
    climbed: Annotated[bool, ADDED] = False
    """It has climbed onto a tank this turn, and with that it has acted."""


class Battery(Struct, frozen=True, gc=False):
    """A battery off the map."""

    id: BatteryId
    buratino: bool = False
    used: bool = False
    """It has fired this turn."""
    hex: HexId = HexId("")
    """The hex that it interdicts for the rest of the turn."""


class Award(Struct, frozen=True, gc=False):
    """Victory points in half points: a Chechen unit that exits scores one half."""

    seat: Seat
    halves: int
    cite: str
    why: str
    turn: int


class Bonus(Struct, frozen=True, gc=False):
    """An activation after all markers: a number of units of a side act again."""

    seat: Seat
    number: int


class Orders(Struct, frozen=True, gc=False):
    """Standing orders. "ask" leaves a question to the player."""

    dudayev: Literal["ask", "stays", "leaves"] = "ask"
    """Whether Dudayev stays in the city when he is drawn."""


RandomEvent = Literal["none", "chechen desperation", "russian desperation", "snafu", "return"]
