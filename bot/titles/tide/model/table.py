"""The pieces on the table.

The `Secret` fields, here and in steps and events, are the title's privacy policy. They cover concealed bases,
sabotage cards, face-down munitions, flame fougasses and standing orders.
"""

from collections.abc import Iterable
from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

from bot.kernel.secret import Seat, Secret

UnitId = NewType("UnitId", str)
"""A squad or a vehicle.

The ids of squads are dealt at random when they are mustered.
"""
HexId = NewType("HexId", str)
"""A hex of the assembled map, such as "C4"; "" is off the map."""
WorkId = NewType("WorkId", str)
"""A fortification, an obstacle or smoke."""
ShelterId = NewType("ShelterId", str)
"""The shelter of a squad: a fortification or a transport; "" is neither."""
TargetId = NewType("TargetId", str)
"""A unit, or a hex for an area attack."""
PartId = NewType("PartId", str)
"""A kind of figure of one squad, by the squad's id and the kind: "s3/mg"."""
CardId = NewType("CardId", str)
CardKey = NewType("CardKey", str)
"""A printed card, shared by its copies: its key, or "initiative." and a nation."""
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
"""A moving unit's reaction to an interruption; "" follows standing orders."""
Befallen = Literal["op fire", "instant mines", "ice", "mines", "fougasse", "revealed"]
"""Interruptions of a moving unit that its owner could not foresee."""
Band = Literal["close", "normal", "long", "area"]
How = Literal[
    "fire", "op fire", "fire and move", "barrage", "air", "mines", "card", "fougasse", "molotov", "smoke round",
    "instant mines", "ice",
]  # fmt: skip
"""The kind of attack behind a roll."""
MunitionKind = Literal["he", "ap-b", "ap-c", "smoke"]
"""High explosive, armour piercing ballistic, armour piercing composite, smoke."""
Ground = Literal["balka", "ice", "bridge", "instant mines", "cold engine"]
"""The ground that a unit may have to roll for."""
Phase = Literal["set-up", "action", "command", "status", "over"]

Face = Literal["one", "two", "three", "four", "five", "six"]
"""The faces of a die by name."""

HEAVY_WEAPONS = frozenset({"mg", "mortar"})


class Base(Struct, frozen=True, gc=False, omit_defaults=True):
    """The figures of a squad, in a fixed order, and its specialization."""

    division: str
    figures: tuple[Figure, ...]
    special: Speciality = ""


class Unit(Struct, frozen=True, cache_hash=True, gc=False, omit_defaults=True, tag_field="is", kw_only=True):
    """The common fields of squads and vehicles.

    Off the map (`hex` is "") a unit waits for its round.
    """

    id: UnitId
    side: Seat
    number: int
    hex: HexId = HexId("")
    activity: Activity = "fresh"
    arrives: int = 0
    """The round of arrival; 0 for starting units."""
    entry: tuple[HexId, ...] = ()
    """Its entry hexes; if empty, the starting hexes of its side."""


class Squad(Unit, frozen=True, cache_hash=True, tag="squad", kw_only=True):
    """A base with figures; inside a transport its hex is the transport's."""

    base: Annotated[
        Secret[Base], Meta(description="its side, until it is revealed or set down in the open; then everyone")
    ]
    morale: Morale = ""
    concealed: bool = False
    within: ShelterId = ShelterId("")


class Vehicle(Unit, frozen=True, cache_hash=True, tag="vehicle", kw_only=True):
    """A vehicle of a kind in `units.toml`, or equipment.

    `side` is its present side.
    """

    kind: str
    damage: Damage = ""


class Work(Struct, frozen=True, gc=False, omit_defaults=True):
    """A fortification, an obstacle, a cloud or a fire.

    `since` is the round of placement.
    """

    id: WorkId
    kind: str
    hex: HexId
    since: int = 0
    owner: Seat = Seat("")
    """Whose flame fougasse it is; other works are nobody's."""
    covers: tuple[
        Annotated[Secret[bool], Meta(description="its owner, until an enemy enters the hex; then everyone")], ...
    ] = ()
    """Whether a flame fougasse covers the adjacent hex, for directions 1 (north) to 6.

    Its owner's secret until an enemy enters that hex.
    """


class Munition(Struct, frozen=True, gc=False, omit_defaults=True):
    """A special round beside a vehicle or gun, face down until it attacks.

    `since` is the round of purchase.
    """

    seat: Seat
    kind: Annotated[Secret[MunitionKind], Meta(description="its owner, until it attacks; then everyone")]
    since: int


class HQ(Struct, frozen=True, gc=False, omit_defaults=True):
    """A player's area: the command pool, the initiative card, and cards."""

    command: int = 0
    on_initiative: int = 0
    points: int = 0
    decks: tuple[DeckId, ...] = ()
    cards: tuple[CardId, ...] = ()
    in_play: tuple[CardId, ...] = ()
    operations: tuple[str, ...] = ()
    squads: int = 0
    """The number of squads raised so far; numbering continues from it."""
    out: bool = False
    """The side can take no more actions in this Action Phase."""


class Deck(Struct, frozen=True, gc=False, omit_defaults=True):
    """A strategy deck.

    Its order does not exist until a card is drawn: each draw is a draw of the dice.
    """

    owner: Seat
    """"" is a shared deck in the common area."""
    cards: tuple[CardId, ...]
    """The remaining cards in list order, which everybody may know."""
    top: CardId = CardId("")
    """The open card of a combined deck."""
    combined: bool = False


class SabotageCard(Struct, frozen=True, gc=False, omit_defaults=True):
    """A sabotage card: in its owner's hand, on a deck, or spent.

    Only its owner reads it until it is sprung.
    """

    owner: Seat
    card: Annotated[Secret[str], Meta(description="its owner, until it is sprung; then everyone")]
    place: str = "hand"
    """ "hand", "spent", or the deck that it lies on."""


class Boon(Struct, frozen=True, gc=False, omit_defaults=True):
    """A temporary effect of a card, on a whole side or on a unit of it."""

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
    """Standing orders.

    `chance` is the lowest chance of any effect, in per cent, at which Op Fire shoots.
    """

    op_fire: Literal["ask", "hold", "fire"] = "ask"
    at: Literal["any", "infantry", "vehicles"] = "any"
    within: int = 16
    chance: int = 30
    mode: Literal["best", "normal", "suppressive"] = "best"
    casualties: Literal["cheapest", "ask"] = "cheapest"
    retreat: Literal["ask", "safest"] = "ask"
    join: Literal["ask", "join", "stay"] = "ask"
    transfers: Literal["ask", "gaps", "skip"] = "ask"
    """Whether to ask for exchanges of figures; "gaps" asks only if a squad has room."""
    munitions: Literal["ask", "keep", "never"] = "ask"
    """Whether to ask about munitions: "keep" buys on request, "never" does neither."""
    after_fire: Literal["ask", "go on", "stop"] = "ask"
    """A moving unit's reaction to an interruption, unless its order says it."""
    reroll: Literal["ask", "misses", "never"] = "ask"
    """The dice that experts reroll if more hits may be worse, as with Molotovs."""


FIGURE_ORDER = ("officer", "elite", "regular", "mg", "mortar")


def in_order(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Return the figures of a base in their fixed order."""
    return tuple(sorted(figures, key=FIGURE_ORDER.index))
