"""The actions of players. Discord shows docstrings and descriptions to players."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from bot.kit.commands import Group
from bot.titles.tide.model.table import (
    AfterFire,
    CardId,
    DeckId,
    Face,
    Figure,
    First,
    HexId,
    Mode,
    MunitionKind,
    PartId,
    SabotageId,
    ShelterId,
    SlotId,
    Speciality,
    TargetId,
    UnitId,
)  # fmt: skip


def _says(text: str) -> Meta:
    return Meta(description=text)


class Action(Struct, frozen=True, gc=False, tag_field="do"):
    """An order of a seat. Discord shows the docstring and the descriptions to players.

    `RULED_OUT` lists words that players search for but that the rules exclude, each with its case.
    """

    RULED_OUT: ClassVar[Mapping[str, str]] = {}


class Build(Action, frozen=True, tag="build"):
    """Fill one of your bases with figures before the battle."""

    RULED_OUT: ClassVar[Mapping[str, str]] = {"special": "TOI-2.4a", "division": "TOI-2.1c"}

    slot: Annotated[SlotId, _says("which base")]
    figures: Annotated[tuple[Figure, ...], _says("which figures it has, up to four spaces")]
    special: Annotated[Speciality, _says("a specialization for the squad")] = ""


class Place(Action, frozen=True, tag="place"):
    """Place a unit on the map."""

    unit: Annotated[UnitId, _says("which unit")]
    hex: Annotated[HexId, _says("where")]
    into: Annotated[ShelterId, _says("a fortification or a transport there")] = ShelterId("")
    concealed: Annotated[bool, _says("under a concealed squad marker")] = False


class Deploy(Action, frozen=True, tag="deploy"):
    """Place all your remaining units as the scenario suggests."""


class Advance(Action, frozen=True, tag="advance"):
    """Move a fresh unit up to its full allowance, or a unit on its way another way."""

    unit: Annotated[UnitId, _says("which unit")]
    to: Annotated[HexId, _says("where to")]
    into: Annotated[ShelterId, _says("a fortification or a transport to enter there")] = ShelterId("")
    via: Annotated[tuple[HexId, ...], _says("hexes to pass, in order")] = ()
    clear: Annotated[tuple[HexId, ...], _says("hexes where it clears razor wire")] = ()
    crew: Annotated[UnitId, _says("the fresh unit that moves a gun along")] = UnitId("")
    after_fire: Annotated[AfterFire, _says("whether it moves on after it is fired at or surprised")] = ""


class Fire(Action, frozen=True, tag="fire"):
    """Concentrated fire: one attack at full firepower without moving."""

    RULED_OUT: ClassVar[Mapping[str, str]] = {"mode": "TOI-5.3c"}

    unit: Annotated[UnitId, _says("which unit leads the attack")]
    target: Annotated[TargetId, _says("which enemy unit, or for a mortar which hex")]
    mode: Annotated[Mode, _says("to kill or to suppress")] = "normal"
    support: Annotated[tuple[UnitId, ...], _says("units that join in at half firepower")] = ()
    using: Annotated[tuple[Figure, ...], _says("only these figures of the lead fire")] = ()
    only: Annotated[tuple[PartId, ...], _says("the only figures that fire, for a squad in support")] = ()


class OpFire(Action, frozen=True, tag="op-fire"):
    """Put units on Op Fire: one as an action, any number in the Status Phase."""

    units: Annotated[tuple[UnitId, ...], _says("which units")]


class FireAndMove(Action, frozen=True, tag="fire-and-move"):
    """Attack at half firepower before or after a short move."""

    RULED_OUT: ClassVar[Mapping[str, str]] = {
        "mode": "TOI-5.3c",
        "first": "TOI-4.4a",
        "then": "TOI-4.4a",
        "support": "TOI-4.4a",
    }

    unit: Annotated[UnitId, _says("which unit")]
    target: Annotated[TargetId, _says("which enemy unit")]
    to: Annotated[HexId, _says("where to")]
    first: Annotated[First, _says("whether it fires or moves first")] = "fire"
    mode: Annotated[Mode, _says("to kill or to suppress")] = "normal"
    into: Annotated[ShelterId, _says("a fortification or a transport to enter there")] = ShelterId("")
    via: Annotated[tuple[HexId, ...], _says("hexes to pass, in order")] = ()
    clear: Annotated[tuple[HexId, ...], _says("hexes where it clears razor wire")] = ()
    using: Annotated[tuple[Figure, ...], _says("only these figures fire")] = ()
    after_fire: Annotated[AfterFire, _says("whether it moves on after it is fired at or surprised")] = ""


class Assault(Action, frozen=True, tag="assault"):
    """Storm an adjacent hex, after a move if you like."""

    unit: Annotated[UnitId, _says("which squad")]
    target: Annotated[HexId, _says("which enemy hex")]
    to: Annotated[HexId, _says("the hex it moves to first")] = HexId("")
    support: Annotated[tuple[UnitId, ...], _says("up to two squads next to the target")] = ()
    via: Annotated[tuple[HexId, ...], _says("hexes to pass, in order")] = ()
    clear: Annotated[tuple[HexId, ...], _says("hexes where it clears razor wire")] = ()
    after_fire: Annotated[AfterFire, _says("whether it moves on after it is fired at or surprised")] = ""


class PlayCard(Action, frozen=True, tag="card"):
    """Play one of your strategy cards."""

    card: Annotated[CardId, _says("which card")]
    hex: Annotated[HexId, _says("a hex that it names")] = HexId("")
    unit: Annotated[UnitId, _says("a unit that it names")] = UnitId("")
    against: Annotated[CardId, _says("a card that it names")] = CardId("")
    direction: Annotated[int, Meta(description="a direction that it hides, 1 (north) to 6", ge=0, le=6)] = 0


class Fatigue(Action, frozen=True, tag="fatigue"):
    """Spend an action on a unit that does nothing."""

    unit: Annotated[UnitId, _says("which unit")]


class Special(Action, frozen=True, tag="special"):
    """Special action: dig in, heal, lay smoke, put out a fire, throw Molotovs."""

    unit: Annotated[UnitId, _says("who")]
    deed: Annotated[Literal["dig", "heal", "smoke", "quench", "molotov"], _says("what")]
    patient: Annotated[UnitId, _says("the squad that is healed")] = UnitId("")
    hex: Annotated[HexId, _says("where the smoke goes, where it burns, what is attacked")] = HexId("")
    helper: Annotated[UnitId, _says("the second squad against a strong fire")] = UnitId("")


class Stop(Action, frozen=True, tag="stop"):
    """Take no more actions in this Action Phase."""


class Shoot(Action, frozen=True, tag="shoot"):
    """Op Fire: attack the unit that has just moved."""

    RULED_OUT: ClassVar[Mapping[str, str]] = {"mode": "TOI-5.3c"}

    unit: Annotated[UnitId, _says("which unit leads the attack")]
    mode: Annotated[Mode, _says("to kill or to suppress")] = "normal"
    support: Annotated[tuple[UnitId, ...], _says("units on Op Fire that join in at half firepower")] = ()
    using: Annotated[tuple[Figure, ...], _says("only these figures of the lead fire")] = ()
    mg_only: Annotated[tuple[UnitId, ...], _says("supporting squads that fire only their MG")] = ()
    only: Annotated[tuple[PartId, ...], _says("the only figures that fire, for a squad in support")] = ()


class Hold(Action, frozen=True, tag="hold"):
    """Hold your Op Fire for now, or a unit on its way where it is."""


class Remove(Action, frozen=True, tag="remove"):
    """Choose what a hit costs you, or which unused munition you discard."""

    unit: Annotated[UnitId, _says("which unit loses something")]
    figure: Annotated[Literal["", "regular", "elite", "officer", "mg", "mortar"], _says("which figure")] = ""


class Reroll(Action, frozen=True, tag="reroll"):
    """Say which dice of your experts' Molotov cocktails are rolled again, each once."""

    dice: Annotated[
        tuple[Face, ...], _says("the dice to roll again, by the numbers they show; none keeps them all")
    ] = ()


class Retreat(Action, frozen=True, tag="retreat"):
    """Retreat a unit that lost an assault."""

    unit: Annotated[UnitId, _says("which unit")]
    to: Annotated[HexId, _says("where to")]


class Join(Action, frozen=True, tag="join"):
    """Say which of your concealed squads join the defence of an assaulted hex."""

    units: Annotated[tuple[UnitId, ...], _says("which squads; none keeps all of them hidden")] = ()


class Spend(Action, frozen=True, tag="spend"):
    """Place command on your initiative card, or buy a special munition for 1 command."""

    command: Annotated[int, Meta(description="how much goes on your initiative card", ge=1, le=99)]
    munition: Annotated[Literal["", MunitionKind], _says("a special round, face down")] = ""
    unit: Annotated[UnitId, _says("the vehicle or gun that gets it")] = UnitId("")


class PlaySabotage(Action, frozen=True, tag="sabotage"):
    """Lay a sabotage card face down on a strategy deck."""

    card: Annotated[SabotageId, _says("which of your sabotage cards")]
    deck: Annotated[DeckId, _says("on which deck")]


class Draw(Action, frozen=True, tag="draw"):
    """Draw a strategy card."""

    RULED_OUT: ClassVar[Mapping[str, str]] = {"hidden": "TOI-10.3a"}

    deck: Annotated[DeckId, _says("from which deck")]


class Subvert(Action, frozen=True, tag="subvert"):
    """Pay 2 command to discard a card that bears the subversion icon."""

    card: Annotated[CardId, _says("which card")]


class Transfer(Action, frozen=True, tag="transfer"):
    """Move figures from one squad to another in the same hex."""

    RULED_OUT: ClassVar[Mapping[str, str]] = {"special": "TOI-11.3", "munition": "FB-munition-5"}

    giver: Annotated[UnitId, _says("which unit gives")]
    taker: Annotated[UnitId, _says("which unit takes")]
    figures: Annotated[tuple[Figure, ...], _says("which figures")]
    back: Annotated[tuple[Figure, ...], _says("figures that come back in exchange")] = ()


class Done(Action, frozen=True, tag="done"):
    """Continue: you have no more to do or change here."""


class Order(Action, frozen=True, tag="order"):
    """Set standing orders, so that the game need not wait for you.

    Options that you leave out are unchanged.
    """

    op_fire: Annotated[Literal["", "ask", "hold", "fire"], _says("when your units on Op Fire shoot")] = ""
    at: Annotated[Literal["", "any", "infantry", "vehicles"], _says("the targets they fire at")] = ""
    within: Annotated[int, Meta(description="up to this many hexes; 0 leaves it", ge=0, le=40)] = 0
    chance: Annotated[int, Meta(description="at this chance in % or better; 0 leaves it", ge=0, le=100)] = 0
    mode: Annotated[Literal["", "best", "normal", "suppressive"], _says("how they fire")] = ""
    casualties: Annotated[Literal["", "cheapest", "ask"], _says("which figures you lose")] = ""
    retreat: Annotated[Literal["", "ask", "safest"], _says("where losers of an assault go")] = ""
    join: Annotated[Literal["", "ask", "join", "stay"], _says("concealed squads in an assaulted hex")] = ""
    transfers: Annotated[
        Literal["", "ask", "gaps", "skip"],
        _says("exchanges of figures: gaps asks if a squad has room for more"),
    ] = ""
    munitions: Annotated[
        Literal["", "ask", "keep", "never"], _says("keep what you have not used, or never buy any either")
    ] = ""
    after_fire: Annotated[AfterFire, _says("your units on their way, when they are fired at or surprised")] = ""
    reroll: Annotated[
        Literal["", "ask", "misses", "never"], _says("which dice experts with Molotov cocktails roll again")
    ] = ""


class Resign(Action, frozen=True, tag="resign"):
    """Give the battle up."""


ACTIONS = (
    Build, Place, Deploy, Advance, Fire, OpFire, FireAndMove, Assault, PlayCard, Fatigue, Special, Stop,
    Shoot, Hold, Remove, Reroll, Retreat, Join, Spend, PlaySabotage, Draw, Subvert, Transfer, Done, Order, Resign,
)  # fmt: skip
GROUPS = (
    Group("setup", "Before the battle begins", (Build, Deploy)),
    Group("answer", "Answers to an assault or your experts", (Reroll, Retreat, Join)),
    Group("command", "The Command Phase and the Status Phase", (Spend, PlaySabotage, Draw, Subvert, Transfer)),
)
