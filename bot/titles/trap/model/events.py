"""All that can ever happen. Fields may be added with defaults, never renamed or dropped."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.dice import Roll
from bot.kernel.game import Outcome
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Secret
from bot.titles.trap.model.steps import AnyStep
from bot.titles.trap.model.table import (
    Battery,
    BatteryId,
    CounterId,
    Facing,
    HexId,
    Level,
    MarkerId,
    Orders,
    Phase,
    RandomEvent,
    Status,
    Unit,
    UnitId,
)

Pool = Annotated[Secret[tuple[CounterId, ...]], Meta(description="nobody")]
Costs = Annotated[Secret[tuple[int, ...]], Meta(description="the side that moves")]
Lots = Annotated[Secret[tuple[Roll, ...]], Meta(description="whose units they are")]


class Event(Struct, frozen=True, gc=False, tag_field="is"):
    """Something that happened."""


# The course of the game.


class Opened(Event, frozen=True, tag="opened"):
    """The table was laid: everything that the scenario puts on it."""

    scenario: str
    options: dict[str, str]
    turn: int
    units: tuple[Unit, ...]
    lots: Lots
    """How the ids of the units were dealt."""
    pool: Pool
    undrawn: int
    roadblocks: int
    batteries: tuple[Battery, ...]
    control: dict[HexId, Seat]
    outside: tuple[MarkerId, ...] = ()
    restricted: bool = False


class StageBegan(Event, frozen=True, tag="stage"):
    """The sequence of play went on."""

    stage: int
    phase: Phase
    name: str


class Begun(Event, frozen=True, tag="begun"):
    """A step was laid on the stack."""

    step: AnyStep


class Changed(Event, frozen=True, tag="changed"):
    """The step on top of the stack went on."""

    step: AnyStep


class Ended(Event, frozen=True, tag="ended"):
    """The step on top of the stack was done."""


class EventRolled(Event, frozen=True, tag="event"):
    """The random event of the turn; `event` is "none" where it has no effect, and `why` says why."""

    roll: Roll
    """One die of each player."""
    event: RandomEvent
    rolled: RandomEvent = "none"
    """What the total stands for."""
    why: str = ""
    seat: Seat = Seat("")
    """Whom it concerns."""
    number: int = 0
    """How many units."""
    die: Roll | None = None
    """What decided on the seat or the number."""


class InitiativeRolled(Event, frozen=True, tag="initiative"):
    """Who has the initiative. Each roll is a die of the Russians and one of the Chechens; ties roll again."""

    seat: Seat
    rolls: tuple[Roll, ...] = ()


class CupFilled(Event, frozen=True, tag="cup filled"):
    """The markers of the turn went into the cup, but for those that stay outside."""

    markers: tuple[MarkerId, ...]
    outside: tuple[MarkerId, ...] = ()


class MarkerHeld(Event, frozen=True, tag="marker held"):
    """A side kept a marker out of the cup for the first activation."""

    seat: Seat
    marker: MarkerId


class MarkerAdded(Event, frozen=True, tag="marker added"):
    """A marker that was outside went into the cup."""

    marker: MarkerId


class MarkerLost(Event, frozen=True, tag="marker lost"):
    """A snafu took a marker out of the cup."""

    seat: Seat
    marker: MarkerId
    roll: Roll


class MarkerDrawn(Event, frozen=True, tag="marker drawn"):
    """A marker was drawn by lot, or used when it had been held; the last one in the cup needs no lot."""

    seat: Seat
    marker: MarkerId
    roll: Roll | None = None


class BonusBegan(Event, frozen=True, tag="bonus"):
    """The bonus activation of a random event began; for it the side has neither moved nor fired yet."""

    seat: Seat
    number: int


class ActivationBegan(Event, frozen=True, tag="activation began"):
    """Units of a side act; its step is laid on the stack by itself."""

    seat: Seat
    marker: MarkerId = MarkerId("")
    number: int = 0
    roll: Roll | None = None


class ActivationEnded(Event, frozen=True, tag="activation ended"):
    """A side is done with an activation, in which these have acted."""

    seat: Seat
    marker: MarkerId = MarkerId("")
    acted: tuple[UnitId, ...] = ()


class Released(Event, frozen=True, tag="released"):
    """The Russian columns are free to move and to fire as they like."""

    why: Literal["attack", "turn"]


class Recovered(Event, frozen=True, tag="recovered"):
    """End Phase: units went one step up the ladder; nobody is activated or has fired any more."""

    units: dict[UnitId, Status]


class TurnBegan(Event, frozen=True, tag="turn"):
    """A new turn."""

    turn: int


class ReinforcementsEnded(Event, frozen=True, tag="reinforcements ended"):
    """The Russians have a landmark: no new Chechens come with their markers any more."""

    hex: HexId


class GameEnded(Event, frozen=True, tag="game ended"):
    """The battle is over."""

    outcome: Outcome


# Units that come and go.


class UnitsDrawn(Event, frozen=True, tag="units drawn"):
    """Chechen units came out of the pool into their owner's hand."""

    units: tuple[Unit, ...]
    lots: Annotated[Secret[tuple[Roll, ...]], Meta(description="nobody")]
    pool: Pool
    undrawn: int
    why: Literal["set-up", "ambush", "reinforcement", "replacement"]
    number: Roll | None = None
    """How many were to be drawn."""
    replaced: int = 0
    """How many of them are replacements that had been waited for."""


class UnitsReturned(Event, frozen=True, tag="units returned"):
    """Chechen units went from their owner's hand back into the pool."""

    units: tuple[UnitId, ...]
    pool: Pool
    undrawn: int
    why: Literal["left", "road block"]


class Placed(Event, frozen=True, tag="placed"):
    """A unit came to the map other than by moving."""

    unit: UnitId
    hex: HexId
    level: Level
    facing: Facing
    why: Literal["set-up", "ambush", "reinforcement", "replacement", "return"]
    aboard: UnitId = UnitId("")


class RoadBlockPlaced(Event, frozen=True, tag="road block placed"):
    """The Chechens put up a road block."""

    hex: HexId


class Evacuated(Event, frozen=True, tag="evacuated"):
    """Dudayev left the city as he was drawn."""

    unit: UnitId
    counter: CounterId


class ReplacementsRolled(Event, frozen=True, tag="replacements"):
    """At nightfall eliminated units are replaced: a die and the landmarks that a side has to itself.

    Russian units are placed at once. Chechen counters go back into the pool; `arrive` units come with the next
    Chechen marker, and a replaced road block lies beside the map again.
    """

    seat: Seat
    roll: Roll
    landmarks: int
    units: tuple[UnitId, ...]
    """Those on whom the lot fell."""
    lots: tuple[Roll, ...] = ()
    pool: Pool | None = None
    undrawn: int = 0
    roadblocks: int = 0
    arrive: int = 0
    arrives: Roll | None = None


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A unit went to the box of the eliminated, open to everybody."""

    unit: UnitId
    counter: CounterId
    why: Literal["fire", "indirect fire", "assault", "carrier", "overrun", "stacking", "collapse", "buratino"]


class Exited(Event, frozen=True, tag="exited"):
    """Units left the map by its east edge."""

    units: tuple[UnitId, ...]
    counters: tuple[CounterId, ...]


class Looked(Event, frozen=True, tag="looked"):
    """Who may read which counters has changed: stacks came into view, were covered, or went out of view.

    Each counter stands there with its new readers. Nothing is said of it to anybody.
    """

    counters: dict[UnitId, Annotated[Secret[CounterId], Meta(description="its owner; the enemy where it is seen")]]
    fighting: bool = False
    """They come to light by a fight, whose account names them."""


# What units do.


class Activated(Event, frozen=True, tag="activated"):
    """Units were turned to their activated side."""

    units: tuple[UnitId, ...]
    acting: bool = True
    """They act in this activation; without that, they ride along, or have fought in somebody else's."""


class Halted(Event, frozen=True, tag="halted"):
    """A series of deeds stopped: something happened that its owner could not have known."""

    seat: Seat
    left: Annotated[Secret[tuple[UnitId, ...]], Meta(description="its owner")]
    """Who was still to act by it."""
    why: Annotated[Secret[str], Meta(description="its owner")]
    """What happened, in a clause."""


class Moved(Event, frozen=True, tag="moved"):
    """Units of one hex went along a way, which begins where they were; whoever rides in them goes along.

    A way of one hex is a change of level. From an upper level units come down first.
    """

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]
    level: Level
    facings: tuple[Facing, ...]
    """How each of them faces then."""
    costs: Costs
    """Half movement points that each of them paid."""
    how: Literal["move", "column", "reverse", "advance", "retreat"] = "move"


class Entered(Event, frozen=True, tag="entered"):
    """A unit came in from off the map, and went on along a way; whoever rides in it comes along."""

    unit: UnitId
    path: tuple[HexId, ...]
    facing: Facing
    costs: Costs
    rank: int = 0
    """Its place in the column: the third vehicle of this activation at its entry hex."""
    heads: bool = False
    """It is the first one of its order, whoever came in there before. ADDED"""


class Faced(Event, frozen=True, tag="faced"):
    """Units turned to face another way."""

    units: tuple[UnitId, ...]
    facing: Facing


class Loaded(Event, frozen=True, tag="loaded"):
    """Units got into an APC or onto a tank; off the map without a price."""

    units: tuple[UnitId, ...]
    into: UnitId
    cost: int = 0
    """Half movement points that the vehicle paid."""
    costs: Costs | None = None
    """Half movement points that the units paid, where they do."""


class Unloaded(Event, frozen=True, tag="unloaded"):
    """Units got out of their vehicle."""

    units: tuple[UnitId, ...]
    vehicle: UnitId
    hex: HexId
    facing: Facing
    cost: int = 0
    """Half movement points that the vehicle paid."""
    how: Literal["unload", "assault", "lost"] = "unload"
    costs: Costs | None = None
    """Half movement points that this took from the units: all that they have."""


class StatusChanged(Event, frozen=True, tag="status"):
    """A unit became suppressed, pinned, disrupted or inactive."""

    unit: UnitId
    status: Status
    why: str = ""
    also: tuple[UnitId, ...] = ()
    """Others who ride with it and became the same. ADDED"""


class ControlTaken(Event, frozen=True, tag="control"):
    """A side was the last to have these objectives."""

    seat: Seat
    hexes: tuple[HexId, ...]


class Awarded(Event, frozen=True, tag="awarded"):
    """A side won points when something happened; they are counted in halves."""

    seat: Seat
    halves: int
    cite: str
    why: str
    rolls: tuple[Roll, ...] = ()


class OrdersGiven(Event, frozen=True, tag="orders given"):
    """A player set their standing orders."""

    seat: Seat
    orders: Annotated[Secret[Orders], Meta(description="the side that gave them")]


COURSE = (
    Opened, StageBegan, Begun, Changed, Ended, EventRolled, InitiativeRolled, CupFilled, MarkerHeld, MarkerAdded,
    MarkerLost, MarkerDrawn, BonusBegan, ActivationBegan, ActivationEnded, Released, Recovered, TurnBegan,
    ReinforcementsEnded, GameEnded,
)  # fmt: skip
ARRIVALS = (
    UnitsDrawn, UnitsReturned, Placed, RoadBlockPlaced, Evacuated, ReplacementsRolled, Eliminated,
    Exited, Looked,
)  # fmt: skip
DEEDS = (
    Activated, Halted, Moved, Entered, Faced, Loaded, Unloaded, StatusChanged, ControlTaken, Awarded, OrdersGiven,
)  # fmt: skip


# Fire, assault, rubble, wrecks, interdiction and batteries stand below this line, and in FIGHTS.

Result = Literal["none", "suppressed", "pinned", "disrupted", "inactive", "eliminated"]
Obstacle = Literal["road block", "wreck"]


class Shot(Struct, frozen=True, gc=False):
    """The die for one unit that is fired at, and what it did. Both who fires and the target come to light."""

    unit: UnitId
    counter: CounterId
    roll: Roll
    """A ten-sided die, whose 10 counts as 0."""
    modifiers: tuple[Modifier, ...] = ()
    hit: bool = False
    die: Roll | None = None
    """What decides on the result of a hit."""
    result: Result = "none"


class Fired(Event, frozen=True, tag="fired"):
    """A unit fired directly at another. What became of that one follows."""

    unit: UnitId
    counter: CounterId
    cf: int
    start: HexId
    hex: HexId
    shot: Shot
    course: tuple[HexId, ...] = ()
    """The hexes of the street along which it fired; none for a straight line."""
    sniper: UnitId = UnitId("")
    """The sniper who helped."""


class Shelled(Event, frozen=True, tag="shelled"):
    """A unit or a battery fired indirectly at a hex, at everybody in it. What became of them follows."""

    seat: Seat
    hex: HexId
    cf: int
    unit: UnitId = UnitId("")
    counter: CounterId = CounterId("")
    battery: BatteryId = BatteryId("")
    spotter: UnitId = UnitId("")
    scatter: Roll | None = None
    """Rolled where no leader in good order spots: 1 to 7 misses altogether."""
    scattered: bool = False
    shots: tuple[Shot, ...] = ()


class Blast(Struct, frozen=True, gc=False):
    """What a Buratino did to one hex."""

    hex: HexId
    cf: int
    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    hit: bool = False
    die: Roll | None = None
    """In a hex beside the impact: even makes whoever is there inactive."""
    units: tuple[UnitId, ...] = ()
    """Those whom it hit."""
    counters: tuple[CounterId, ...] = ()


class Struck(Event, frozen=True, tag="buratino struck"):
    """A Buratino battery fired. What became of whom it hit follows."""

    battery: BatteryId
    hex: HexId
    spotter: UnitId
    blasts: tuple[Blast, ...]


class Interdicted(Event, frozen=True, tag="interdicted"):
    """A battery tried to keep a hex under fire. A modified die of 10 or more ends that for the whole game."""

    battery: BatteryId
    hex: HexId
    cf: int
    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    spotter: UnitId = UnitId("")
    holds: bool = False
    over: bool = False


class Harassed(Event, frozen=True, tag="harassed"):
    """Units came into a hex that artillery keeps under fire. What became of them follows."""

    units: tuple[UnitId, ...]
    hex: HexId
    rolls: tuple[Roll, ...]
    """A ten-sided die for each of them."""
    hits: tuple[UnitId, ...] = ()


class BlockFired(Event, frozen=True, tag="block fired"):
    """A unit fired at a road block or a wreck."""

    unit: UnitId
    counter: CounterId
    start: HexId
    hex: HexId
    what: Obstacle
    roll: Roll
    cleared: bool = False


class Cleared(Event, frozen=True, tag="cleared"):
    """A road block or a wreck is no more."""

    hex: HexId
    what: Obstacle
    how: Literal["fire", "hand", "assault"]
    seat: Seat


class Assaulted(Event, frozen=True, tag="assaulted"):
    """A close assault was fought. The losers are eliminated next; attackers who won come to the hex."""

    seat: Seat
    hex: HexId
    level: Level
    units: tuple[UnitId, ...]
    counters: tuple[CounterId, ...]
    starts: tuple[HexId, ...]
    """Where each of the attackers came from."""
    defenders: tuple[UnitId, ...]
    defending: tuple[CounterId, ...]
    cf: int
    roll: Roll
    modifiers: tuple[Modifier, ...] = ()
    won: bool = False


class Wrecked(Event, frozen=True, tag="wrecked"):
    """A vehicle burns on its road."""

    hex: HexId


class Rubbled(Event, frozen=True, tag="rubbled"):
    """A building came down. Whoever stood upstairs stands on the ground now."""

    hex: HexId
    seat: Seat
    """Whose attack it was."""
    down: tuple[UnitId, ...] = ()
    """Those who came down."""


FIGHTS = (
    Fired, Shelled, Struck, Interdicted, Harassed, BlockFired, Cleared, Assaulted, Wrecked, Rubbled,
)  # fmt: skip

EVENTS = (*COURSE, *ARRIVALS, *DEEDS, *FIGHTS)
