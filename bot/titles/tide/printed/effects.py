"""The effects of cards, and the records of cards.

A record names its effect and its numbers: `effect = { does = "air attack", dice = 7, mode = "normal" }`. `cards`
implements each of them.
"""

from typing import Annotated, Literal

from msgspec import Meta

from bot.kit.data_limits import Text
from bot.kit.data_names import ref
from bot.titles.tide.model.table import Figure, Mode
from bot.titles.tide.printed.record import (
    CardEffect,
    Deck,
    LooseCardRecord,
    Nation,
    Number,
    Record,
    Some,
    Terrain,
    Vehicle,
)

Face = Annotated[int, Meta(ge=1, le=6)]
"""The lowest face of a die that counts."""


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
    """A fresh unit gains movement points this round; `snow` requires it on snow."""

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

    decks: tuple[Deck, ...]


class Strengthen(CardEffect, frozen=True, tag="strengthen"):
    """A unit gains firepower in its next attack, or a squad in assaults this round."""

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
    """Place an obstacle near an own unit, away from enemies.

    With `empty` it must be away from all units.
    """

    work: Annotated[str, ref("obstacle to lay")]
    within: Some
    empty: bool = False


class Dig(CardEffect, frozen=True, kw_only=True, tag="dig"):
    """Place a fortification with a squad in the open, which enters it.

    With `snow` the hex must have snow.
    """

    work: Annotated[str, ref("fortification to dig")]
    snow: bool = False


class Repair(CardEffect, frozen=True, tag="repair"):
    """The damage of a vehicle becomes one step lighter."""


class Replace(CardEffect, frozen=True, tag="replace"):
    """Return lost figures to a squad, up to this number."""

    figure: Figure
    figures: Some


class Promote(CardEffect, frozen=True, tag="promote"):
    """Add a figure to a squad that has room for it."""

    figure: Figure


class Arrive(CardEffect, frozen=True, kw_only=True, tag="arrive"):
    """A squad of these figures arrives, or a vehicle of this kind."""

    figures: tuple[Figure, ...] = ()
    vehicle: Vehicle = ""


class Reveal(CardEffect, frozen=True, tag="reveal"):
    """Concealed enemies so near to a hex are revealed."""

    within: Some


class Stall(CardEffect, frozen=True, tag="stall"):
    """An unfatigued enemy vehicle on snow is fatigued at `face` or more on a die."""

    face: Face


class Frost(CardEffect, frozen=True, tag="frost"):
    """Enemy squads on snow without shelter do not recover in this Status Phase."""


class Blizzard(CardEffect, frozen=True, tag="blizzard"):
    """Sight is limited to this number of hexes through the next round."""

    hexes: Some


class ThinIce(CardEffect, frozen=True, tag="thin ice"):
    """The dice that test the ice count `worse` more through the next round."""

    worse: Some


class LayFougasse(CardEffect, frozen=True, tag="fougasse"):
    """Lay a flame fougasse with a hidden direction in a hex without enemies."""


class Molotovs(CardEffect, frozen=True, tag="molotovs"):
    """Squads may throw Molotov cocktails this number of times in the battle."""

    throws: Some


class Quench(CardEffect, frozen=True, tag="quench"):
    """A fire so near to a unit becomes weak, or goes out."""

    within: Some


class Spread(CardEffect, frozen=True, tag="spread"):
    """A fire spreads to an adjacent hex of one of these grounds."""

    terrain: tuple[Terrain, ...]


Played = (
    Gain | Bid | Cut | MoreMovement | MoreActions | FewerActions | Artillery | SmokeScreen | AirAttack | Discard
    | Strengthen | Steady | Refresh | Shake | Recover | Lay | Dig | Repair | Replace | Promote | Arrive | Reveal
    | Stall | Frost | Blizzard | ThinIce | LayFougasse | Molotovs | Quench | Spread
)  # fmt: skip
"""The effects of playing a card."""


class Income(CardEffect, frozen=True, tag="income"):
    """Gain more command in every Command Phase."""

    command: Some


class Spotters(CardEffect, frozen=True, kw_only=True, tag="spotters"):
    """Contact rolls count more; without `drift` shells do not drift."""

    contact: Some
    drift: bool = True


class Steadfast(CardEffect, frozen=True, tag="steadfast"):
    """Squads on objectives have more cover against suppressive attacks."""

    cover: Some


class AirCover(CardEffect, frozen=True, tag="air cover"):
    """The opponent's air attacks roll fewer dice."""

    dice: Some


class Flak(CardEffect, frozen=True, tag="flak"):
    """Air attacks of the opponent hit on this face or better only."""

    face: Face


class SightLimit(CardEffect, frozen=True, tag="sight limit"):
    """Sight is limited to this number of hexes."""

    hexes: Some


class LaySmoke(CardEffect, frozen=True, tag="lay smoke"):
    """Engineers lay smoke as a special action."""


class TankAce(CardEffect, frozen=True, tag="tank ace"):
    """Tanks have more firepower against vehicles."""

    firepower: Some


class Wavering(CardEffect, frozen=True, tag="wavering"):
    """Squads have less cover against suppressive attacks."""

    cover: Some


class Depot(CardEffect, frozen=True, tag="depot"):
    """Begin the battle with more command."""

    command: Some


class SnowCost(CardEffect, frozen=True, kw_only=True, tag="snow cost"):
    """Snow off the road costs more to enter: for all sides, or for the opponent."""

    squads: Number = 0
    vehicles: Number = 0
    whom: Literal["everybody", "opponent"] = "everybody"


class Skis(CardEffect, frozen=True, tag="skis"):
    """Squads ignore the extra cost of snow, and move farther."""

    points: Some


class Camouflage(CardEffect, frozen=True, tag="camouflage"):
    """Squads on snow have more cover against normal attacks."""

    cover: Some


class WinterClothing(CardEffect, frozen=True, tag="winter clothing"):
    """Disrupted squads on snow recover fully, and frost does them nothing."""


class FrozenGround(CardEffect, frozen=True, tag="frozen ground"):
    """Nobody digs in on snow, except by a card."""


class Resolute(CardEffect, frozen=True, tag="resolute"):
    """Pinned squads defend themselves in assaults with their whole firepower."""


Standing = (
    Income | Spotters | Steadfast | AirCover | Flak | SightLimit | LaySmoke | TankAce | Wavering | Depot | SnowCost
    | Skis | Camouflage | WinterClothing | FrozenGround | Resolute
)  # fmt: skip
"""Lasting effects: while a card is in play, or all game for operations cards."""


class DeckRecord(Record, frozen=True):
    """A strategy deck; with a nation it belongs to that nation."""

    name: str
    nation: Nation = ""
    combined: bool = False


class CardRecord(Record, frozen=True):
    """A strategy card: `copies` of it lie in its deck."""

    deck: Deck
    name: str
    phase: Literal["action", "command"]
    cost: Number
    text: Text
    effect: Played | Standing
    copies: Some = 1
    plus: bool = False
    subversion: bool = False
    stays: bool = False
    nation: Nation = ""


class OperationRecord(LooseCardRecord, frozen=True, kw_only=True):
    """An operations card: it holds from the beginning."""

    effect: Standing
