"""The pieces on the table.

Nothing of it is hidden: which units stand where, and in which boxes, is open to everybody. The title's whole
privacy policy is one line, in `state.py`: standing orders are their owner's own.
"""

from typing import Annotated, Literal, NewType

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.kit.fingerprint import ADDED

UnitId = NewType("UnitId", str)
"""A counter, by its key in `units.toml`."""
NOBODY = UnitId("")
AreaId = NewType("AreaId", str)
"""An ox or a diamond, such as "E5" or "F5"."""

Kind = Literal[
    "army", "group", "corps", "garrison", "militia",
    "leader", "trucks", "luftwaffe", "rail", "partisans", "commissar",
]  # fmt: skip
Arm = Literal["", "infantry", "armour", "mechanized"]
Nation = Literal["german", "rumanian", "finnish", "hungarian", "soviet"]
Trait = Literal["", "ss", "parachute", "rail", "trucks"]
"""The trait that distinguishes a counter; for partisans, their target."""
Weather = Literal["fair", "rain", "mud", "snow", "heavy snow"]
Method = Literal["differential", "odds"]
Phase = Literal[
    "set-up", "weather", "redeployment", "operations", "movement", "combat", "reorganization", "over"
]  # fmt: skip

StageName = Literal[
    "russian set-up",
    "german set-up",
    "weather",
    "redeployment",
    "operations",
    "german arrivals",
    "railways and trucks",
    "german movement",
    "german combat",
    "german reorganization",
    "partisans",
    "russian arrivals",
    "russian movement",
    "commissar",
    "russian combat",
    "russian reorganization",
    "next turn",
]
"""The stages of the game in order; each turn begins with the weather."""

GERMAN = Seat("german")
RUSSIAN = Seat("russian")

BREAKDOWN = AreaId("breakdown")
ELIMINATED = AreaId("eliminated")
WAITING = AreaId("waiting")
"""Not yet in the game: reinforcements, partisans and a Commissar off the map."""
REMOVED = AreaId("removed")
"""Out of the game for good: lost leaders, and counters outside the scenario."""
BOXES = frozenset({BREAKDOWN, ELIMINATED, WAITING, REMOVED})


class Unit(Struct, frozen=True, cache_hash=True, gc=False):
    """A counter: its place, its side up, and its actions in the phase."""

    id: UnitId
    side: Seat
    place: AreaId
    """An area of the map, or one of the boxes."""
    down: bool = False
    """On its back: a unit that is reduced, a leader or trucks that are disrupted."""
    spent: int = 0
    """Movement points spent in this phase."""
    trail: tuple[AreaId, ...] = ()
    """Where its last move came through, from its start to where it is."""
    rides: UnitId = UnitId("")
    """The leader that took it along in this phase, if the weather requires one."""
    mission: Literal["", "supply", "dropped"] = ""
    """The mission: supply flown this turn, or a parachute jump made."""
    supplies: Annotated[tuple[UnitId, ...], ADDED] = ()
    """The units that a supply flight helps; if empty, the dearest."""


class Orders(Struct, frozen=True, gc=False):
    """Standing orders. "ask" leaves a question to the player."""

    supply: Literal["ask", "never", "buy"] = "ask"
    points: int = 99
    """The most operations points that go into the supply of one battle."""
    reserves: Literal["ask", "none", "best"] = "ask"
    leader: UnitId = UnitId("")
    """The only leader who commits reserves; without one, the best placed."""
    withdrawal: Literal["ask", "hold", "withdraw"] = "ask"
    press: Literal["ask", "never", "always"] = "ask"
    """Whether to continue a battle, as attacker or defender, and pay for it."""
    losses: Literal["ask", "cheapest"] = "ask"
    air: Literal["ask", "never", "always"] = "ask"
    """Whether air units help in defence: support, then supply, then bombs."""
    ties: Literal["ask", "first"] = "ask"
    """The choice among equally near places: the best for the owner."""


COMBAT = frozenset({"army", "group", "corps", "garrison", "militia"})
"""Kinds of ground units that fight, exert zones of control and control areas."""

DROPPED = UnitId("dropped")
"""Stands for a leader that has moved on without the unit."""
