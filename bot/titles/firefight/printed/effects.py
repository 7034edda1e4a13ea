"""What the options of generator cards can do: a record names an effect and gives its numbers, such as
`{ does = "place", cards = "own", by = "enemy", within = 3, of = "each other" }`. What each of them means is told
in `cards`; "own" and "enemy" are meant from the player of the card.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Number = Annotated[int, Meta(ge=1, le=20)]
Whose = Literal["own", "enemy"]
How = Literal["exactly", "at least", "within"]
Victims = Literal["any", "vehicle", "vehicle or crewed", "foot"]


class Effect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="does"):
    """Something that happens when a card is played."""


class Limited(Effect, frozen=True, kw_only=True):
    """Something is placed, so many hexes from an entry edge."""

    edge: Literal["", "own", "enemy"] = ""
    """From whose entry edge hexes are counted; the hexes of the edge itself are the first."""
    rank: int = 0
    how: How = "exactly"

    def distance(self, whose: str) -> str:
        """Say how far from whose entry edge something is placed, such as "within 6 hexes of your entry edge"."""
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
    """Somebody places the units of a card that was played before."""

    cards: Whose
    """Whose card it is. Its owner chooses it where they place it; else the player of the card does."""
    by: Whose
    """Who places them."""
    within: int = 0
    of: Literal["", "marker", "each other", "defences"] = ""
    """What they must be near; a marker and defence counters are those of the same card."""
    all: bool = False
    """Every unit is placed that has a place."""
    hidden: bool = False


class Quarry(Limited, frozen=True, tag="quarry"):
    """Choose an enemy unit of a played card, which its owner places hidden."""


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
    """Switch a map for one that is not in use."""


class DrawConditions(Effect, frozen=True, tag="conditions"):
    """Draw two condition cards; one is played for its top, the other for its bottom."""


class MoreEdge(Effect, frozen=True, kw_only=True, tag="edge"):
    """One more edge by which units may enter."""

    whose: Literal["card", "all"]
    """Only the units of a card that is chosen, or all units of the side."""
    when: Literal["now", "finish"]
    """Whether it is declared at once, or when all cards have been played."""


class Delay(Effect, frozen=True, kw_only=True, tag="delay"):
    """Units of a played card of the enemy that are not on the map enter later."""

    rounds: Number


class Draw(Effect, frozen=True, tag="draw"):
    """Draw action cards at the beginning of the firefight."""

    cards: Number


class Weapon(Effect, frozen=True, tag="weapon"):
    """Take a weapon card."""

    card: str


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
    """What brings victory points."""

    vp: Number


class Kills(Score, frozen=True, kw_only=True, tag="kill"):
    """Each destroyed enemy unit of a sort brings more, at once."""

    of: Victims = "any"


class Markers(Score, frozen=True, kw_only=True, tag="markers"):
    """Each control marker of the side on the map."""

    when: Literal["round", "end"]


class ThisMarker(Score, frozen=True, kw_only=True, tag="this marker"):
    """Each control marker that the card brought and that is the side's."""

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
