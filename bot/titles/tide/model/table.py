"""What stands on the table.

Which fields are `Secret`, here and in the steps and events, is the title's whole privacy policy: what a base
carries while it is concealed or not yet on the map, what a sabotage card says, what munition lies face down, where
a flame fougasse throws, and standing orders.
"""

from collections.abc import Iterable
from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

from bot.kernel.secret import Seat, Secret

UnitId = NewType("UnitId", str)
"""A squad or a vehicle. The ids of squads are dealt at random when they are mustered."""
HexId = NewType("HexId", str)
"""A hex of the assembled map, such as "C4"; "" is off the map."""
WorkId = NewType("WorkId", str)
"""A fortification, an obstacle or smoke."""
ShelterId = NewType("ShelterId", str)
"""What a squad can be inside of: a fortification or a transport; "" is neither."""
TargetId = NewType("TargetId", str)
"""A unit, or a hex for an area attack."""
PartId = NewType("PartId", str)
"""A kind of figure of one squad, by the squad's id and the kind: "s3/mg"."""
CardId = NewType("CardId", str)
CardKey = NewType("CardKey", str)
"""A card as it is printed, whatever its copies: its key, of an initiative card "initiative." and its nation."""
DeckId = NewType("DeckId", str)
SabotageId = NewType("SabotageId", str)
"""A sabotage card as everyone sees it: its back."""
SlotId = NewType("SlotId", str)
"""A base to be filled in the muster, by its number in its side's list, from 1."""

Figure = Literal["regular", "elite", "officer", "mg", "mortar"]
Speciality = Literal["", "engineer", "medic", "flamethrower", "anti-tank", "expert", "saboteur"]
Activity = Literal["fresh", "op fire", "fatigued"]
Morale = Literal["", "pinned", "disrupted"]
Damage = Literal["", "light", "heavy"]
Mode = Literal["normal", "suppressive"]
First = Literal["fire", "move"]
AfterFire = Literal["", "ask", "go on", "stop"]
"""What a unit on its way does when something has befallen it; "" is what the standing orders say."""
Befallen = Literal["op fire", "instant mines", "ice", "mines", "fougasse", "revealed"]
"""What can befall a unit on its way, or come to light there, that its owner could not foresee."""
Band = Literal["close", "normal", "long", "area"]
How = Literal[
    "fire", "op fire", "fire and move", "barrage", "air", "mines", "card", "fougasse", "molotov", "smoke round",
    "instant mines", "ice",
]  # fmt: skip
"""What kind of attack the dice fell for."""
MunitionKind = Literal["he", "ap-b", "ap-c", "smoke"]
"""High explosive, armour piercing ballistic, armour piercing composite, smoke."""
Ground = Literal["balka", "ice", "bridge", "instant mines", "cold engine"]
"""What a unit may have to roll for where it comes to, or stands."""
Phase = Literal["set-up", "action", "command", "status", "over"]

Face = Literal["one", "two", "three", "four", "five", "six"]
"""What a die shows, as it is named."""

HEAVY_WEAPONS = frozenset({"mg", "mortar"})


class Base(Struct, frozen=True, gc=False, omit_defaults=True):
    """The figures of a squad, in a fixed order, and the specialization that it carries."""

    division: str
    figures: tuple[Figure, ...]
    special: Speciality = ""


class Unit(Struct, frozen=True, cache_hash=True, gc=False, omit_defaults=True, tag_field="is", kw_only=True):
    """What squads and vehicles have in common. Off the map (`hex` is "") a unit waits for its round."""

    id: UnitId
    side: Seat
    number: int
    hex: HexId = HexId("")
    activity: Activity = "fresh"
    arrives: int = 0
    """The round in which it comes; 0 for what is there from the beginning."""
    entry: tuple[HexId, ...] = ()
    """Where it may enter; without any, on the starting hexes of its side."""


class Squad(Unit, frozen=True, cache_hash=True, tag="squad", kw_only=True):
    """A base with figures; inside a transport its hex is the transport's."""

    base: Annotated[
        Secret[Base], Meta(description="its side, until it is revealed or set down in the open; then everyone")
    ]
    morale: Morale = ""
    concealed: bool = False
    within: ShelterId = ShelterId("")


class Vehicle(Unit, frozen=True, cache_hash=True, tag="vehicle", kw_only=True):
    """A vehicle of a kind in `units.toml`, or a piece of equipment; `side` is whoever has it now."""

    kind: str
    damage: Damage = ""


class Work(Struct, frozen=True, gc=False, omit_defaults=True):
    """A fortification, an obstacle, a cloud or a fire; `since` is the round in which it was placed."""

    id: WorkId
    kind: str
    hex: HexId
    since: int = 0
    owner: Seat = Seat("")
    """Whose flame fougasse it is; other works are nobody's."""
    covers: tuple[
        Annotated[Secret[bool], Meta(description="its owner, until an enemy enters the hex; then everyone")], ...
    ] = ()
    """For each direction from 1 (north) to 6, whether a flame fougasse covers the adjacent hex there: its owner's
    secret until an enemy enters that hex."""


class Munition(Struct, frozen=True, gc=False, omit_defaults=True):
    """A special round beside a vehicle or gun, face down until it attacks; `since` is the round of purchase."""

    seat: Seat
    kind: Annotated[Secret[MunitionKind], Meta(description="its owner, until it attacks; then everyone")]
    since: int


class HQ(Struct, frozen=True, gc=False, omit_defaults=True):
    """What lies before a player: the pool of command, the initiative card, and cards."""

    command: int = 0
    on_initiative: int = 0
    points: int = 0
    decks: tuple[DeckId, ...] = ()
    cards: tuple[CardId, ...] = ()
    in_play: tuple[CardId, ...] = ()
    operations: tuple[str, ...] = ()
    squads: int = 0
    """How many squads have been raised so far; their numbers go on from here."""
    out: bool = False
    """The side can take no more actions in this Action Phase."""


class Deck(Struct, frozen=True, gc=False, omit_defaults=True):
    """A strategy deck. Its order does not exist until a card is drawn: each draw is a draw of the dice."""

    owner: Seat
    """"" is a shared deck in the common area."""
    cards: tuple[CardId, ...]
    """What is still in it, in the order of the list, which everybody may know."""
    top: CardId = CardId("")
    """The open card of a combined deck."""
    combined: bool = False


class SabotageCard(Struct, frozen=True, gc=False, omit_defaults=True):
    """A sabotage card: in its owner's hand, on a deck, or spent. Until it is sprung its owner alone reads it."""

    owner: Seat
    card: Annotated[Secret[str], Meta(description="its owner, until it is sprung; then everyone")]
    place: str = "hand"
    """ "hand", "spent", or the deck that it lies on."""


class Boon(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that a card grants, or takes, for a while: from a whole side, or from one unit of it."""

    kind: Literal[
        "move", "vehicle move", "firepower", "assault", "contact", "actions", "recovery", "no op fire",
        "molotovs", "frost", "sight", "thin ice",
    ]  # fmt: skip
    side: Seat
    n: int
    through: int
    """The last round in which it holds."""
    unit: UnitId = UnitId("")


class Orders(Struct, frozen=True, gc=False, omit_defaults=True):
    """Standing orders. `chance` is the least chance in per cent of any effect at which Op Fire shoots."""

    op_fire: Literal["ask", "hold", "fire"] = "ask"
    at: Literal["any", "infantry", "vehicles"] = "any"
    within: int = 16
    chance: int = 30
    mode: Literal["best", "normal", "suppressive"] = "best"
    casualties: Literal["cheapest", "ask"] = "cheapest"
    retreat: Literal["ask", "safest"] = "ask"
    join: Literal["ask", "join", "stay"] = "ask"
    transfers: Literal["ask", "gaps", "skip"] = "ask"
    """Whether one is asked for exchanges of figures; with "gaps" only where a squad has room for more."""
    munitions: Literal["ask", "keep", "never"] = "ask"
    """Whether one is asked to buy and to discard them; "keep" buys when asked, "never" does neither."""
    after_fire: Literal["ask", "go on", "stop"] = "ask"
    """What a unit on its way does when something has befallen it, where its order does not say."""
    reroll: Literal["ask", "misses", "never"] = "ask"
    """Which dice experts throw again, where more hits need not be better: with Molotov cocktails."""


FIGURE_ORDER = ("officer", "elite", "regular", "mg", "mortar")


def in_order(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Return the figures of a base in their fixed order."""
    return tuple(sorted(figures, key=FIGURE_ORDER.index))
