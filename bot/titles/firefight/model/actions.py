"""Actions in rounds and turns and at any time, and the list of all actions."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from bot.kit.commands import Group
from bot.titles.firefight.model.action_fields import By, Caps, Turned, says
from bot.titles.firefight.model.bases import Action
from bot.titles.firefight.model.fight_actions import (
    FIGHT_ACTIONS,
    Correct,
    Detonate,
    Dig,
    Emerge,
    Hide,
    LaySmoke,
    Load,
    Occupy,
    Show,
    Unload,
)
from bot.titles.firefight.model.generator_actions import CHOOSING, GENERATOR_ACTIONS, PREPARING
from bot.titles.firefight.model.ids import CardId, Facing, HexId, UnitId


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
        says("once you have passed with all units spent and no CAPs: whether you go on passing this round"),
    ] = ""


class Resign(Action, frozen=True, tag="resign"):
    """Give up."""


ACTIONS: tuple[type[Action], ...] = (
    *GENERATOR_ACTIONS, AddCaps, Move, Enter, Leave, Pivot, *FIGHT_ACTIONS, Stall, Pass, Order, Resign,
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
