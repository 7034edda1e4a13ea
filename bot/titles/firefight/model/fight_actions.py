"""Actions of fire, rally, transport, hiding, works, smoke and artillery."""

from typing import Annotated, Literal

from msgspec import Meta

from bot.titles.firefight.model.action_fields import Aim, Also, By, Caps, Turned, says
from bot.titles.firefight.model.bases import Action
from bot.titles.firefight.model.ids import CardId, Facing, HexId, UnitId, WorkId


class Fire(Action, frozen=True, tag="fire"):
    """Attack all in a hex, or one enemy at close quarters.

    The first unit leads the group.
    """

    units: Annotated[tuple[UnitId, ...], says("which units fire, the leader of the group first")]
    at: Annotated[HexId, says("at which hex")]
    target: Annotated[UnitId, says("in close combat, at whom")] = UnitId("")
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
    also: Annotated[tuple[CardId, ...], says("bonus cards for the attack, if somebody is found")] = ()


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


FIGHT_ACTIONS: tuple[type[Action], ...] = (
    Fire, Recon, Rally, Dig, Occupy, LaySmoke, Load, Unload, Hide, Show, Plot, Emerge,
    Detonate, Correct,
)  # fmt: skip
