"""The effects of generator cards.

A record names an effect and gives its numbers, such as `{ does = "place", cards = "own", by = "enemy", within = 3,
of = "each other" }`. `cards` implements them; "own" and "enemy" are relative to the player of the card.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kit.data_names import ref

Distance = Annotated[int, Meta(ge=0)]
"""A number of hexes."""
Number = Annotated[int, Meta(ge=1, le=20)]
Whose = Literal["own", "enemy"]
How = Literal["exactly", "at least", "within"]
Victims = Literal["any", "vehicle", "vehicle or crewed", "foot"]


class Effect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="does"):
    """An effect that happens when a card is played."""


class Limited(Effect, frozen=True, kw_only=True):
    """A placement that may be limited to a distance from an entry edge."""

    edge: Literal["", "own", "enemy"] = ""
    """The entry edge from which hexes are counted; hexes of the edge itself count 1."""
    rank: Distance = 0
    how: How = "exactly"

    def distance(self, whose: str) -> str:
        """Return the distance in words, such as "within 6 hexes of your entry edge"."""
        how = "" if self.how == "exactly" else f"{self.how} "
        return f"{how}{self.rank} hexes {'of' if self.how == 'within' else 'from'} {whose} entry edge"


class Bring(Effect, frozen=True, kw_only=True, tag="units"):
    """Take the units that the option names."""

    round: Number = 1
    """The first round in which they may enter."""
    edges: Literal["", "any"] = ""
    """With "any" they enter from any edge of the map."""


class Mark(Limited, frozen=True, kw_only=True, tag="marker"):
    """Place control markers of a side."""

    side: Whose
    number: Number = 1


class Place(Limited, frozen=True, kw_only=True, tag="place"):
    """A player places the units of a card that was played before."""

    cards: Whose
    """The side of the chosen card.

    The owner chooses the card if the owner also places it; otherwise the player of this card chooses.
    """
    by: Whose
    """The player who places the units."""
    within: Distance = 0
    of: Literal["", "marker", "each other", "defences"] = ""
    """The pieces that units stay near; a marker or counter is one of the same card.

    "each other" means the units themselves.
    """
    all: bool = False
    """True if every unit that has a legal hex must be placed."""
    hidden: bool = False


class Quarry(Limited, frozen=True, tag="quarry"):
    """The player chooses an enemy unit of a played card; its owner places it hidden."""


class Defences(Effect, frozen=True, tag="defences"):
    """Draw defence counters and place them."""

    number: Number


class Mine(Effect, frozen=True, tag="mine"):
    """Place a hidden minefield."""


class Rounds(Effect, frozen=True, tag="rounds"):
    """The firefight lasts longer."""

    number: Number


class AddMap(Effect, frozen=True, tag="add map"):
    """Add a map of the player's choice."""


class SwitchMap(Effect, frozen=True, tag="switch map"):
    """Replace a map by an unused map."""


class DrawConditions(Effect, frozen=True, tag="conditions"):
    """Draw two condition cards; play one for its top and the other for its bottom."""


class MoreEdge(Effect, frozen=True, kw_only=True, tag="edge"):
    """Units may enter by an additional edge."""

    whose: Literal["card", "all"]
    """The units of a chosen card, or all units of the side."""
    when: Literal["now", "finish"]
    """Whether it is chosen at once, or when all cards have been played."""


class Delay(Effect, frozen=True, kw_only=True, tag="delay"):
    """Units of a played enemy card that are not on the map enter later."""

    rounds: Number


class Draw(Effect, frozen=True, tag="draw"):
    """Draw action cards at the beginning of the firefight."""

    cards: Number


class Weapon(Effect, frozen=True, tag="weapon"):
    """Take a weapon card."""

    card: Annotated[str, ref("action card")]


AnyEffect = (
    Bring | Mark | Place | Quarry | Defences | Mine | Rounds | AddMap | SwitchMap | DrawConditions | MoreEdge
    | Delay | Draw | Weapon
)  # fmt: skip


class LastingRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="says"):
    """A rule that holds for the whole firefight."""


class MoreCards(LastingRule, frozen=True, tag="more cards"):
    """More action cards are drawn at the beginning of each round."""

    cards: Number


class Artillery(LastingRule, frozen=True, tag="artillery"):
    """An artillery strike is plotted at the beginning of each round."""


AnyRule = MoreCards | Artillery


class Score(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="for"):
    """A goal that scores victory points."""

    vp: Number


class Kills(Score, frozen=True, kw_only=True, tag="kill"):
    """Each destroyed enemy unit of a sort scores more points at once."""

    of: Victims = "any"


class Markers(Score, frozen=True, kw_only=True, tag="markers"):
    """Each control marker of the side on the map."""

    when: Literal["round", "end"]


class ThisMarker(Score, frozen=True, kw_only=True, tag="this marker"):
    """Each control marker of the card that belongs to the side."""

    when: Literal["round", "end"]


class Alive(Score, frozen=True, tag="alive"):
    """Each unit of the chosen card that is alive at the end."""


class QuarryDown(Score, frozen=True, tag="quarry"):
    """The unit that was chosen is destroyed."""


class Reach(Score, frozen=True, kw_only=True, tag="reach"):
    """Each unit of the side near the enemy's entry edge at the end."""

    within: Number


class Leaves(Score, frozen=True, kw_only=True, tag="leaves"):
    """Each unit of the side that leaves the map by the enemy's entry edge, at once."""


class Convoy(Score, frozen=True, kw_only=True, tag="convoy"):
    """The unit that the card brought leaves the map by the enemy's entry edge."""


AnyScore = Kills | Markers | ThisMarker | Alive | QuarryDown | Reach | Leaves | Convoy
