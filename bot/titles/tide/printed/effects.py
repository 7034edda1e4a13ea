"""What cards can do, and the records of cards: a record names its effect and gives its numbers, such as
`effect = { does = "air attack", dice = 7, mode = "normal" }`. What each of them means is told in `cards`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from bot.kit.data_limits import Text
from bot.titles.tide.model.table import Figure, Mode
from bot.titles.tide.printed.record import CardEffect, LooseCardRecord, Number, Record, Some

Face = Annotated[int, Meta(ge=1, le=6)]
"""What a die must show at least."""


class Gain(CardEffect, frozen=True, tag="gain"):
    """Gain command from the bank."""

    command: Some


class Bid(CardEffect, frozen=True, tag="bid"):
    """Place command from the bank on the initiative card."""

    command: Some


class Cut(CardEffect, frozen=True, tag="cut"):
    """Remove command from an opponent's initiative card."""

    command: Some


class MoreMovement(CardEffect, frozen=True, kw_only=True, tag="march"):
    """One fresh unit has more movement points in this round; with `snow` it must stand on snow."""

    points: Some
    who: Literal["unit", "squad", "vehicle"] = "unit"
    snow: bool = False


class MoreActions(CardEffect, frozen=True, tag="more actions"):
    """Lengthen the turn that is under way."""

    actions: Some


class FewerActions(CardEffect, frozen=True, tag="fewer actions"):
    """Shorten the opponent's next turn; at least one action is left."""

    actions: Some


class Artillery(CardEffect, frozen=True, tag="artillery"):
    """Establish contact on `contact` or better, drift, attack a hex."""

    contact: Face
    dice: Some
    mode: Mode


class SmokeScreen(CardEffect, frozen=True, tag="smoke screen"):
    """Establish contact on `contact` or better, drift, place smoke."""

    contact: Face


class AirAttack(CardEffect, frozen=True, kw_only=True, tag="air attack"):
    """Attack a hex that is seen, or with `within` one so near to a unit.

    Vehicles defend with `softened` dice fewer.
    """

    dice: Some
    mode: Mode
    hit: Face = 5
    softened: Number = 0
    within: Number = 0


class Discard(CardEffect, frozen=True, tag="discard"):
    """Discard an open card of an opponent that comes from one of these decks."""

    decks: tuple[str, ...]


class Strengthen(CardEffect, frozen=True, tag="strengthen"):
    """One unit has more firepower in its next attack, or one squad in assaults, in this round."""

    firepower: Some
    what: Literal["attack", "assault"]


class Steady(CardEffect, frozen=True, tag="steady"):
    """The squads of a hex are no longer suppressed."""


class Refresh(CardEffect, frozen=True, tag="refresh"):
    """A fatigued squad beside a steady officer becomes fresh."""


class Shake(CardEffect, frozen=True, tag="shake"):
    """An enemy squad that is seen, not concealed and not in a pillbox is pinned."""


class Recover(CardEffect, frozen=True, tag="recover"):
    """Disrupted squads recover fully in this Status Phase."""


class Lay(CardEffect, frozen=True, kw_only=True, tag="lay"):
    """Place an obstacle near a unit of one's own: away from enemies, or with `empty` from all units."""

    work: str
    within: Some
    empty: bool = False


class Dig(CardEffect, frozen=True, kw_only=True, tag="dig"):
    """Place a fortification in the hex of a squad in the open, and the squad in it; with `snow` only on snow."""

    work: str
    snow: bool = False


class Repair(CardEffect, frozen=True, tag="repair"):
    """The damage of a vehicle becomes one step lighter."""


class Replace(CardEffect, frozen=True, tag="replace"):
    """Return up to so many lost figures to a squad."""

    figure: Figure
    figures: Some


class Promote(CardEffect, frozen=True, tag="promote"):
    """Add a figure to a squad that has room for it."""

    figure: Figure


class Arrive(CardEffect, frozen=True, kw_only=True, tag="arrive"):
    """A squad of these figures arrives, or a vehicle of this kind."""

    figures: tuple[Figure, ...] = ()
    vehicle: str = ""


class Reveal(CardEffect, frozen=True, tag="reveal"):
    """Concealed enemies so near to a hex are revealed."""

    within: Some


class Stall(CardEffect, frozen=True, tag="stall"):
    """An enemy vehicle on snow that is not fatigued is fatigued when a die shows `face` or better."""

    face: Face


class Frost(CardEffect, frozen=True, tag="frost"):
    """Enemy squads on snow without a roof or a shelter do not recover in this Status Phase."""


class Blizzard(CardEffect, frozen=True, tag="blizzard"):
    """Nobody sees farther than so many hexes through the next round."""

    hexes: Some


class ThinIce(CardEffect, frozen=True, tag="thin ice"):
    """The dice that test the ice count `worse` more through the next round."""

    worse: Some


class LayFougasse(CardEffect, frozen=True, tag="fougasse"):
    """Lay a flame fougasse with a hidden direction in a hex without enemies."""


class Molotovs(CardEffect, frozen=True, tag="molotovs"):
    """Squads may throw Molotov cocktails so many times in the battle."""

    throws: Some


class Quench(CardEffect, frozen=True, tag="quench"):
    """A fire so near to a unit becomes weak, or goes out."""

    within: Some


class Spread(CardEffect, frozen=True, tag="spread"):
    """A fire spreads to an adjacent hex of one of these grounds."""

    terrain: tuple[str, ...]


Played = (
    Gain | Bid | Cut | MoreMovement | MoreActions | FewerActions | Artillery | SmokeScreen | AirAttack | Discard
    | Strengthen | Steady | Refresh | Shake | Recover | Lay | Dig | Repair | Replace | Promote | Arrive | Reveal
    | Stall | Frost | Blizzard | ThinIce | LayFougasse | Molotovs | Quench | Spread
)  # fmt: skip
"""What happens when a card is played."""


class Income(CardEffect, frozen=True, tag="income"):
    """Gain so much more command in every Command Phase."""

    command: Some


class Spotters(CardEffect, frozen=True, kw_only=True, tag="spotters"):
    """Contact rolls count more; without `drift` shells do not drift."""

    contact: Some
    drift: bool = True


class Steadfast(CardEffect, frozen=True, tag="steadfast"):
    """Squads on objectives have more cover against suppressive attacks."""

    cover: Some


class AirCover(CardEffect, frozen=True, tag="air cover"):
    """Air attacks of the opponent have so many dice fewer."""

    dice: Some


class Flak(CardEffect, frozen=True, tag="flak"):
    """Air attacks of the opponent hit on this face or better only."""

    face: Face


class SightLimit(CardEffect, frozen=True, tag="sight limit"):
    """Nobody sees farther than so many hexes."""

    hexes: Some


class LaySmoke(CardEffect, frozen=True, tag="lay smoke"):
    """Engineers lay smoke as a special action."""


class TankAce(CardEffect, frozen=True, tag="tank ace"):
    """Tanks have more firepower against vehicles."""

    firepower: Some


class Wavering(CardEffect, frozen=True, tag="wavering"):
    """Squads have so much less cover against suppressive attacks."""

    cover: Some


class Depot(CardEffect, frozen=True, tag="depot"):
    """Begin the battle with more command."""

    command: Some


class SnowCost(CardEffect, frozen=True, kw_only=True, tag="snow cost"):
    """Entering a hex with snow, but by road, costs more: for everybody, or for the opponent."""

    squads: Number = 0
    vehicles: Number = 0
    whom: Literal["everybody", "opponent"] = "everybody"


class Skis(CardEffect, frozen=True, tag="skis"):
    """What is added to the cost of snow does not bind squads, and they move farther."""

    points: Some


class Camouflage(CardEffect, frozen=True, tag="camouflage"):
    """Squads on snow have more cover against normal attacks."""

    cover: Some


class WinterClothing(CardEffect, frozen=True, tag="winter clothing"):
    """Disrupted squads on snow recover fully, and frost does them nothing."""


class FrozenGround(CardEffect, frozen=True, tag="frozen ground"):
    """Nobody digs in on snow, but by a card."""


class Resolute(CardEffect, frozen=True, tag="resolute"):
    """Pinned squads defend themselves in assaults with their whole firepower."""


Standing = (
    Income | Spotters | Steadfast | AirCover | Flak | SightLimit | LaySmoke | TankAce | Wavering | Depot | SnowCost
    | Skis | Camouflage | WinterClothing | FrozenGround | Resolute
)  # fmt: skip
"""What holds as long as a card stays in play, and from the beginning where it is an operations card."""


class DeckRecord(Record, frozen=True):
    """A strategy deck; with a nation it belongs to that nation."""

    name: str
    nation: str = ""
    combined: bool = False


class CardRecord(Record, frozen=True):
    """A strategy card: `copies` of it lie in its deck."""

    deck: str
    name: str
    phase: Literal["action", "command"]
    cost: int
    text: Text
    effect: Played | Standing
    copies: int = 1
    plus: bool = False
    subversion: bool = False
    stays: bool = False
    nation: str = ""


class OperationRecord(LooseCardRecord, frozen=True, kw_only=True):
    """An operations card: it holds from the beginning."""

    effect: Standing
