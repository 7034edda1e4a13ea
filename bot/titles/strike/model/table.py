"""What stands on the table.

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
"""What sets a counter apart from others of its kind; for partisans, what they cut."""
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
"""The stages of the game in their order; after the set-up each turn begins with the weather."""

GERMAN = Seat("german")
RUSSIAN = Seat("russian")

BREAKDOWN = AreaId("breakdown")
ELIMINATED = AreaId("eliminated")
WAITING = AreaId("waiting")
"""Not yet in the game: reinforcements, partisans and a Commissar off the map."""
REMOVED = AreaId("removed")
"""Out of the game for good: leaders who were lost, and counters that the scenario does not use."""
BOXES = frozenset({BREAKDOWN, ELIMINATED, WAITING, REMOVED})


class Unit(Struct, frozen=True, cache_hash=True, gc=False):
    """A counter: where it is, which side of it is up, and what it has done in the phase."""

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
    """The leader who has picked it up in this phase, since the weather lets it move with a leader only."""
    mission: Literal["", "supply", "dropped"] = ""
    """An air unit that flies supply to its area this turn; parachutists who have made their jump."""
    supplies: Annotated[tuple[UnitId, ...], ADDED] = ()
    """Whom an air unit that flies supply was told to help; without any, the dearest."""


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
    """Whether to go on with a battle, as attacker or defender, and pay for it."""
    losses: Literal["ask", "cheapest"] = "ask"
    air: Literal["ask", "never", "always"] = "ask"
    """Whether air units help in defence: support, then supply, then bombs."""
    ties: Literal["ask", "first"] = "ask"
    """Where the Commissar or a leader goes among places that are equally near: the best for the owner."""


COMBAT = frozenset({"army", "group", "corps", "garrison", "militia"})
"""Kinds of ground units that fight, exert zones of control, occupy and control areas."""

DROPPED = UnitId("dropped")
"""Instead of a leader: the one who led the unit has gone on without it."""
