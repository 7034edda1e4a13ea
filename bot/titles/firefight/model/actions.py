"""All actions: the making of a battle, units, cards, turns, and any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from bot.kit.commands import Group
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    DefenceId,
    Edge,
    Facing,
    GeneratorId,
    HexId,
    MapId,
    Side,
    UnitId,
    WorkId,
)


class Action(Struct, frozen=True, gc=False, tag_field="do"):
    """An action that a seat wants to take.

    The docstring and the descriptions are player-facing text in Discord. `ALL_OFFERED` names the fields with which
    candidates list every value, such as the payment.
    """

    ALL_OFFERED: ClassVar[frozenset[str]] = frozenset({"by"})


# Fields that many actions share.


def says(text: str) -> Meta:
    """Describe a field as players read it in Discord."""
    return Meta(description=text)


Turned = Literal["", "N", "NE", "SE", "S", "SW", "NW"]
"""A facing, or "" for the default."""
How = Literal["", "activation", "opportunity", "command", "card"]
"""The payment of an action: action points, an opportunity, CAPs or a card.

The default is action points for active and fresh units, and CAPs for all others. With spent checks a Command
Action card is the only other way.
"""
By = Annotated[How, says("how to pay for it")]
Caps = Annotated[int, Meta(description="CAPs that lower its cost, with spent checks", ge=0, le=20)]
Aim = Annotated[
    tuple[int, ...], says("CAPs for each roll in their order, two at most; below 0 they lower the roll")
]
Also = Annotated[tuple[CardId, ...], says("more bonus cards that are played with it")]


def bonus_cards(action: Any) -> tuple[CardId, ...]:
    """Return the cards that are played with an action of units."""
    return tuple(card for card in (action.card, *action.also) if card)


# The card game that makes a battle, and action cards.

DefenceKind = Literal["hasty", "trench", "bunker", "wire", "road block", "mines", "smoke"]
"""The kinds of works on a defence counter, or smoke."""


class Command(Action, frozen=True, tag="command"):
    """Choose the side that you command."""

    side: Annotated[Side, says("which side")]


class LayMap(Action, frozen=True, tag="map"):
    """Lay the first map, one more map beside the others, or a map in place of another."""

    map: Annotated[MapId, says("which map")]
    edge: Annotated[Literal["", "north", "east", "south", "west"], says("beside which edge of the others")] = ""
    turned: Annotated[bool, says("the other way round")] = False
    instead: Annotated[MapId, says("which map it replaces")] = MapId("")


class EnterBy(Action, frozen=True, tag="edge"):
    """Choose the edge by which units enter."""

    edge: Annotated[Edge, says("which edge")]


class PlayTop(Action, frozen=True, tag="top"):
    """Play a generator card for its top."""

    card: Annotated[GeneratorId, says("which card")]


class PlayBottom(Action, frozen=True, tag="bottom"):
    """Play a generator card for its bottom: units."""

    card: Annotated[GeneratorId, says("which card")]


class Choose(Action, frozen=True, tag="choose"):
    """Choose the played card whose units it is about."""

    card: Annotated[GeneratorId, says("which card")]


class Hunt(Action, frozen=True, tag="hunt"):
    """Choose the enemy unit that is hunted."""

    unit: Annotated[UnitId, says("which unit")]


class Place(Action, frozen=True, tag="place"):
    """Place units on the map as a card says."""

    units: Annotated[tuple[UnitId, ...], says("which units")]
    at: Annotated[HexId, says("where")]
    facing: Annotated[Turned, says("which way to face")] = ""


class PlaceControl(Action, frozen=True, tag="control"):
    """Place a control marker as a card says."""

    at: Annotated[HexId, says("where")]


class PlaceDefence(Action, frozen=True, tag="defence"):
    """Place a defence counter with the side that you choose up."""

    counter: Annotated[DefenceId, says("which counter")]
    kind: Annotated[DefenceKind, says("which side of it")]
    at: Annotated[HexId, says("where")]
    facing: Annotated[Turned, says("which way to face, for a bunker")] = ""


class PlaceMine(Action, frozen=True, tag="mine"):
    """Place a hidden minefield."""

    at: Annotated[HexId, says("where")]


class PlaceRumour(Action, frozen=True, tag="rumour"):
    """Place a rumoured enemy counter."""

    at: Annotated[HexId, says("where")]


class Drive(Action, frozen=True, tag="road"):
    """Choose the edges between which the truck of the AI drives along a road."""

    entrance: Annotated[Edge, says("by which edge to come in")]
    exit: Annotated[Edge, says("by which edge to leave")]


class ChooseCondition(Action, frozen=True, tag="condition"):
    """Choose the condition card to play for its top; the other gives its bottom."""

    card: Annotated[ConditionId, says("which card")]


class Reface(Action, frozen=True, tag="reface"):
    """Turn a unit before the battle begins."""

    SPOKEN: ClassVar[str] = "Turn"

    units: Annotated[tuple[UnitId, ...], says("which units")]
    facing: Annotated[Facing, says("which way to face")]


class Regroup(Action, frozen=True, tag="regroup"):
    """Be ready for the battle; hidden units that made way go where you say."""

    to: Annotated[tuple[HexId, ...], says("where the units go that made way, a hex for each")] = ()


class Done(Action, frozen=True, tag="done"):
    """Be done here."""


class PlayCard(Action, frozen=True, tag="card"):
    """Play an action card."""

    FOR_PIECES: ClassVar[str] = "units"

    card: Annotated[CardId, says("which card")]
    units: Annotated[tuple[UnitId, ...], says("for which unit, or which group")] = ()
    aim: Aim = ()
    by: By = ""
    caps: Caps = 0
    also: Also = ()


class PlayBonus(Action, frozen=True, tag="bonus"):
    """Play a bonus card in the enemy's turn."""

    card: Annotated[CardId, says("which card")]
    unit: Annotated[UnitId, says("against which unit")]
    aim: Aim = ()


# Fire, rally, transport, hiding, works, smoke and artillery.


class Fire(Action, frozen=True, tag="fire"):
    """Attack all in a hex, or one enemy at close quarters.

    The first unit leads the group.
    """

    units: Annotated[tuple[UnitId, ...], says("which units fire, the leader of the group first")]
    at: Annotated[HexId, says("at which hex")]
    target: Annotated[UnitId, says("in close combat, at which unit")] = UnitId("")
    work: Annotated[WorkId, says("in close combat, the work instead of a unit")] = WorkId("")
    spotter: Annotated[HexId, says("for indirect fire of a mortar, the hex that spots")] = HexId("")
    weapon: Annotated[Literal["", "flamethrower"], says("with its flamethrower instead")] = ""
    card: Annotated[CardId, says("a card that is played with it")] = CardId("")
    aim: Aim = ()
    by: By = ""
    caps: Caps = 0
    also: Also = ()


class Recon(Action, frozen=True, tag="recon"):
    """Fire into a hex to find what hides there, and attack it at once."""

    unit: Annotated[UnitId, says("which unit fires")]
    at: Annotated[HexId, says("into which hex")]
    aim: Aim = ()
    by: By = ""
    caps: Caps = 0
    also: Annotated[tuple[CardId, ...], says("bonus cards for the attack, if a unit is found")] = ()


class Rally(Action, frozen=True, tag="rally"):
    """Rally a unit, or a group, from its hit marker."""

    units: Annotated[tuple[UnitId, ...], says("which unit, or which group")]
    aim: Aim = ()
    by: By = ""
    caps: Caps = 0
    card: Annotated[CardId, says("a card that is played with it")] = CardId("")
    also: Also = ()


class Dig(Action, frozen=True, tag="dig"):
    """Dig a foot unit in: a hasty defence."""

    unit: Annotated[UnitId, says("which unit")]
    by: By = ""
    caps: Caps = 0


class Occupy(Action, frozen=True, tag="occupy"):
    """Go into the fortification of the unit's hex, or leave it within the hex."""

    unit: Annotated[UnitId, says("which unit")]
    facing: Annotated[Turned, says("which way to face then")] = ""
    by: By = ""
    caps: Caps = 0


class LaySmoke(Action, frozen=True, tag="smoke"):
    """Lay smoke on a hex instead of attacking it."""

    unit: Annotated[UnitId, says("which unit fires it")]
    at: Annotated[HexId, says("on which hex")]
    spotter: Annotated[HexId, says("for indirect fire of a mortar, the hex that spots")] = HexId("")
    by: By = ""
    caps: Caps = 0


class Load(Action, frozen=True, tag="load"):
    """Let a foot unit get into a vehicle, or hook a gun up to it."""

    unit: Annotated[UnitId, says("which unit is carried or towed")]
    into: Annotated[UnitId, says("by which vehicle")]
    by: By = ""
    caps: Caps = 0


class Unload(Action, frozen=True, tag="unload"):
    """Let a unit get out of its vehicle, or unhook a gun, there or in the next hex."""

    unit: Annotated[UnitId, says("which unit gets out")]
    at: Annotated[HexId, says("where; left out, where the vehicle stands")] = HexId("")
    facing: Annotated[Turned, says("which way to face then")] = ""
    by: By = ""
    caps: Caps = 0


class Hide(Action, frozen=True, tag="hide"):
    """Hide a unit that no enemy sees, or move one hex hidden."""

    unit: Annotated[UnitId, says("which unit")]
    at: Annotated[HexId, says("where")]
    by: By = ""
    caps: Caps = 0


class Show(Action, frozen=True, tag="show"):
    """Show a hidden unit of yours."""

    unit: Annotated[UnitId, says("which unit")]
    facing: Annotated[Facing, says("which way to face")]


class Plot(Action, frozen=True, tag="plot"):
    """Note where your artillery is to land before the next round."""

    at: Annotated[HexId, says("on which hex; left out, none")] = HexId("")
    smoke: Annotated[bool, says("smoke instead of shells")] = False


class Correct(Action, frozen=True, tag="correct"):
    """Change a roll of your artillery by CAPs, for its aim, its drift or its hits."""

    caps: Annotated[int, Meta(description="how many CAPs, below 0 to lower the die", ge=-2, le=2)] = 0


class Emerge(Action, frozen=True, tag="emerge"):
    """Choose the facing of a unit that has just been shown."""

    facing: Annotated[Facing, says("which way to face")]


class Detonate(Action, frozen=True, tag="mines"):
    """Let your mines go off, with CAPs against an enemy or for a friend."""

    caps: Annotated[int, Meta(description="how many CAPs", ge=0, le=2)] = 0


# Rounds and turns, and any time.


class AddCaps(Action, frozen=True, tag="bid"):
    """Add CAPs to your side's roll for the first turn."""

    caps: Annotated[int, Meta(description="how many CAPs", ge=0, le=2)] = 0


class Move(Action, frozen=True, tag="move"):
    """Move a unit one hex, a vehicle farther by its bonus moves, or a group together."""

    ONE_FOR_EACH: ClassVar[Mapping[str, str]] = {"to": "units"}

    units: Annotated[tuple[UnitId, ...], says("which unit, or which group")]
    to: Annotated[tuple[HexId, ...], says("where to: one hex for all, or one for each in their order")]
    facing: Annotated[Turned, says("which way to face, if not as before")] = ""
    via: Annotated[tuple[HexId, ...], says("hexes that it passes, in order")] = ()
    by: By = ""
    caps: Caps = 0
    card: Annotated[CardId, says("Rapid Deployment: `via` is the hex of the move, `to` the next one")] = CardId("")


class Enter(Action, frozen=True, tag="enter"):
    """Bring a unit or a group onto the map by its entry edge."""

    ONE_FOR_EACH: ClassVar[Mapping[str, str]] = {"at": "units"}

    units: Annotated[tuple[UnitId, ...], says("which unit, or which group")]
    at: Annotated[tuple[HexId, ...], says("where: one hex for all, or one for each in their order")]
    facing: Annotated[Turned, says("which way to face, if not away from the edge")] = ""
    by: By = ""
    caps: Caps = 0


class Leave(Action, frozen=True, tag="leave"):
    """Leave the map by an edge, if a card lets a unit do so."""

    unit: Annotated[UnitId, says("which unit")]
    by: By = ""
    caps: Caps = 0


class Pivot(Action, frozen=True, tag="turn"):
    """Turn a unit, or a group, to face another way."""

    units: Annotated[tuple[UnitId, ...], says("which unit, or which group")]
    facing: Annotated[Facing, says("which way to face")]
    by: By = ""
    caps: Caps = 0


class Stall(Action, frozen=True, tag="stall"):
    """Do nothing for one action point of your active unit, or for one CAP."""

    ALL_OFFERED: ClassVar[frozenset[str]] = frozenset({"pay"})

    pay: Annotated[Literal["", "ap", "cap"], says("an action point, or a CAP instead")] = ""
    unit: Annotated[UnitId, says("with spent checks, the unit that stalls")] = UnitId("")
    caps: Caps = 0


class Pass(Action, frozen=True, tag="pass"):
    """Pass; you may act again unless all pass. Your active unit becomes spent."""


class Order(Action, frozen=True, tag="order"):
    """Give standing orders; fields that you leave out keep their earlier order."""

    bid: Annotated[
        Literal["", "ask", "none", "one", "two"], says("how many CAPs you add to the roll for the first turn")
    ] = ""
    passing: Annotated[
        Literal["", "ask", "on"],
        says("once you have passed with all units spent and no CAPs: whether you keep passing this round"),
    ] = ""


class Resign(Action, frozen=True, tag="resign"):
    """Give up."""


PREPARING: tuple[type[Action], ...] = (
    Command, LayMap, EnterBy, PlayTop, PlayBottom, Place, PlaceControl, PlaceDefence, ChooseCondition, Reface,
    Regroup,
)  # fmt: skip
CHOOSING: tuple[type[Action], ...] = (Choose, Hunt, PlaceMine, PlaceRumour, Drive)
ACTIONS: tuple[type[Action], ...] = (
    *PREPARING, Done, *CHOOSING, PlayCard, PlayBonus, AddCaps, Move, Enter, Leave, Pivot, Fire, Recon, Rally, Dig,
    Occupy, LaySmoke, Load, Unload, Hide, Show, Plot, Emerge, Detonate, Correct, Stall, Pass, Order, Resign,
)  # fmt: skip
"""In the order in which menus list them."""
GROUPS = (
    Group(
        "setup", "The card game that makes the battle, and all that is placed before it", (*PREPARING, *CHOOSING)
    ),
    Group("answer", "Answers to a question", (AddCaps, Correct, Emerge, Detonate)),
    Group("ride", "Get into vehicles and out of them", (Load, Unload)),
    Group("cover", "Dig in, occupy works, lay smoke, hide and show yourself", (Dig, Occupy, LaySmoke, Hide, Show)),
)
