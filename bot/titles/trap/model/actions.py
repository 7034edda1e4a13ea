"""The actions of players. Docstrings and descriptions are shown in Discord."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from bot.kit.commands import Group
from bot.titles.trap.model.table import Facing, HexId, MarkerId, UnitId


def _says(text: str) -> Meta:
    return Meta(description=text)


Turned = Literal["", "N", "NE", "SE", "S", "SW", "NW"]
"""A facing, or "" if the order leaves it open."""
SIDES: tuple[Facing, ...] = ("N", "NE", "SE", "S", "SW", "NW")


class Action(Struct, frozen=True, gc=False, tag_field="do"):
    """An order of a seat. Discord shows the docstring and the descriptions to players."""


# Markers.


class Hold(Action, frozen=True, tag="hold"):
    """Keep a marker for the first activation of the turn."""

    SPOKEN: ClassVar[str] = "Act first"

    marker: Annotated[MarkerId, _says("which marker")]


class Add(Action, frozen=True, tag="add"):
    """Put the marker of the formation that enters next into the cup."""

    SPOKEN: ClassVar[str] = "Into the cup"

    marker: Annotated[MarkerId, _says("which marker")]


# Units that come.


class Place(Action, frozen=True, tag="place"):
    """Place units that have come, one or several in a hex."""

    units: Annotated[tuple[UnitId, ...], _says("which units; the last one named lies on top")]
    at: Annotated[HexId, _says("where")]
    level: Annotated[Literal["ground", "upper"], _says("on which level of a building")] = "ground"
    facing: Annotated[Turned, _says("which way they face")] = ""
    onto: Annotated[UnitId, _says("the tank among them on which the others ride")] = UnitId("")


class Block(Action, frozen=True, tag="block"):
    """Put up a road block instead of a unit that came; it goes back into the pool."""

    at: Annotated[HexId, _says("where")]
    instead: Annotated[UnitId, _says("which unit to replace")]


class Evacuate(Action, frozen=True, tag="evacuate"):
    """Take Dudayev out of the city as he is drawn: nobody scores for him."""


class Enter(Action, frozen=True, tag="enter"):
    """Bring units in from off the map; vehicles form a column with their passengers."""

    at: Annotated[HexId, _says("at which hex")]
    units: Annotated[tuple[UnitId, ...], _says("which units, the head of the column first; without any, all")] = ()
    to: Annotated[HexId, _says("the last hex of the first unit; without it, it moves until it is blocked")] = (
        HexId("")
    )
    also: Annotated[tuple[HexId, ...], _says("where those come in, in order, who find no room there")] = ()


# Movement.


class Move(Action, frozen=True, tag="move"):
    """Move a unit, or several of one hex together, by the cheapest way."""

    units: Annotated[tuple[UnitId, ...], _says("which units; the last one named lies on top")]
    to: Annotated[HexId, _says("where to")]
    via: Annotated[tuple[HexId, ...], _says("hexes to pass, in order")] = ()
    level: Annotated[Literal["ground", "upper"], _says("to which level of a building")] = "ground"
    facing: Annotated[Turned, _says("which way they face then")] = ""


class March(Action, frozen=True, tag="march"):
    """Lead a column of vehicles along its road; the others follow in single file."""

    lead: Annotated[UnitId, _says("which vehicle leads")]
    to: Annotated[HexId, _says("up to which hex")]


class Approach(Action, frozen=True, tag="approach"):
    """Move several units near a hex: in cover, out of sight and spread out."""

    to: Annotated[HexId, _says("towards which hex")]
    units: Annotated[tuple[UnitId, ...], _says("which units; without any, all that have not moved yet")] = ()
    who: Annotated[Literal["all", "foot", "vehicles"], _says("all of them, or only a part")] = "all"
    level: Annotated[Literal["ground", "upper"], _says("on which level of buildings they would rather be")] = (
        "ground"
    )
    also: Annotated[tuple[HexId, ...], _says("other hexes; each goes where it comes nearest to one of them")] = ()


class Reverse(Action, frozen=True, tag="reverse"):
    """Back a vehicle into the hex behind it, for its whole movement."""

    unit: Annotated[UnitId, _says("which vehicle")]


class Turn(Action, frozen=True, tag="turn"):
    """Turn units of one hex to face another way."""

    units: Annotated[tuple[UnitId, ...], _says("which units")]
    facing: Annotated[Facing, _says("which way to face")]


class Load(Action, frozen=True, tag="load"):
    """Load foot units into an APC in their hex, or onto a tank if riders are allowed."""

    units: Annotated[tuple[UnitId, ...], _says("which units get in")]
    into: Annotated[UnitId, _says("which vehicle")]


class Mount(Action, frozen=True, tag="mount"):
    """Let several foot units get in, each into an APC in its hex."""

    units: Annotated[tuple[UnitId, ...], _says("the units; without any, all that stand beside an APC")] = ()


class Unload(Action, frozen=True, tag="unload"):
    """Let foot units get out, in the hex of their vehicle or beside it."""

    units: Annotated[tuple[UnitId, ...], _says("which units get out")]
    at: Annotated[HexId, _says("where; without it, where the vehicle stands")] = HexId("")
    facing: Annotated[Turned, _says("which way they face then")] = ""


ALL_VEHICLES = 16
"""As many vehicles as any column has."""


class Dismount(Action, frozen=True, tag="dismount"):
    """Dismount all passengers of a column, vehicle after vehicle."""

    lead: Annotated[UnitId, _says("which vehicle of the column first")]
    where: Annotated[
        Literal["cover", "here"], _says("into cover beside them, or in the hexes of their vehicles")
    ] = "cover"
    vehicles: Annotated[
        int,
        Meta(
            description="from how many vehicles, the first one counted; without it, from all",
            ge=1,
            le=ALL_VEHICLES,
        ),
    ] = ALL_VEHICLES
    others: Annotated[tuple[UnitId, ...], _says("vehicles elsewhere whose riders get out too")] = ()


class Exit(Action, frozen=True, tag="exit"):
    """Leave the map by its east edge."""

    units: Annotated[tuple[UnitId, ...], _says("which units of one hex")]


# Fire, assault and the like stand below this line.


class Fire(Action, frozen=True, tag="fire"):
    """Fire directly at an enemy. Units fire in order until the target is eliminated."""

    units: Annotated[tuple[UnitId, ...], _says("which units fire, in order")]
    target: Annotated[UnitId, _says("at which unit")]
    sniper: Annotated[UnitId, _says("a sniper who helps, and acts with it")] = UnitId("")


class Engage(Action, frozen=True, tag="engage"):
    """Fire several units in turn, each at the enemy it is likeliest to eliminate."""

    at: Annotated[HexId, _says("at which hex; without it, at enemies in sight")] = HexId("")
    units: Annotated[tuple[UnitId, ...], _says("the units that fire; without any, all that can")] = ()
    chance: Annotated[
        Literal["any", "third", "half"], _says("units that cannot hit, or hit less often than this, hold fire")
    ] = "any"


class Shell(Action, frozen=True, tag="shell"):
    """Fire heavy weapons indirectly at a hex that they do not see, at everybody in it."""

    unit: Annotated[UnitId, _says("which unit fires")]
    at: Annotated[HexId, _says("at which hex")]
    spotter: Annotated[UnitId, _says("the leader who spots; a landmark needs none")] = UnitId("")


class Bombard(Action, frozen=True, tag="bombard"):
    """Fire artillery from off the map at a hex, at everybody in it."""

    at: Annotated[HexId, _says("at which hex")]
    spotter: Annotated[UnitId, _says("the leader who spots; a landmark needs none")] = UnitId("")
    batteries: Annotated[int, Meta(description="how many batteries, one after another", ge=1, le=9)] = 1


class Strike(Action, frozen=True, tag="buratino"):
    """Fire a Buratino battery at a hex: it is destroyed, and its neighbours stunned."""

    at: Annotated[HexId, _says("at which hex")]
    spotter: Annotated[UnitId, _says("which leader spots")]


class Interdict(Action, frozen=True, tag="interdict"):
    """Keep a hex and its neighbours under artillery fire this turn, to slow movement."""

    at: Annotated[HexId, _says("which hex")]
    spotter: Annotated[UnitId, _says("the leader who spots, if any")] = UnitId("")


class Assault(Action, frozen=True, tag="assault"):
    """Assault the enemies on a level of a hex: one side is destroyed."""

    units: Annotated[tuple[UnitId, ...], _says("which units assault; riders that are named get out first")]
    at: Annotated[HexId, _says("which hex")]
    level: Annotated[Literal["ground", "upper"], _says("which level of a building")] = "ground"


class Clear(Action, frozen=True, tag="clear"):
    """Clear a road block or a wreck: by heavy weapons, or by hand from beside it."""

    unit: Annotated[UnitId, _says("which unit clears it")]
    at: Annotated[HexId, _says("at which hex")]
    how: Annotated[Literal["fire", "hand"], _says("by fire or by hand")] = "fire"


class Retreat(Action, frozen=True, tag="retreat"):
    """Take a unit that came down with its building out of a hex that the enemy holds."""

    unit: Annotated[UnitId, _says("which unit")]
    to: Annotated[HexId, _says("where to")]


class Lose(Action, frozen=True, tag="lose"):
    """Give up a unit for which there is no room in the rubble."""

    unit: Annotated[UnitId, _says("which unit")]


# At the end of a step, and at any time.


class Done(Action, frozen=True, tag="done"):
    """Be done here."""


class Order(Action, frozen=True, tag="order"):
    """Give standing orders: fields left out keep what was ordered before."""

    dudayev: Annotated[Literal["", "ask", "stays", "leaves"], _says("whether Dudayev stays when he is drawn")] = ""


class Resign(Action, frozen=True, tag="resign"):
    """Give up."""


ACTIONS: tuple[type[Action], ...] = (
    Hold, Add, Enter, Place, Block, Evacuate, March, Move, Approach, Reverse, Turn, Load, Mount, Unload, Dismount,
    Exit, Fire, Engage, Shell, Bombard, Strike, Interdict, Assault, Clear, Retreat, Lose, Done, Order, Resign,
)  # fmt: skip
"""In the order in which players find them."""
GROUPS = (
    Group("answer", "Answers to a question: a marker, Dudayev, a fallen building", (
        Hold, Add, Evacuate, Retreat, Lose,
    )),
    Group("ride", "Get into vehicles and out of them", (Load, Mount, Unload, Dismount)),
    Group("artillery", "Artillery from off the map", (Bombard, Strike, Interdict)),
)  # fmt: skip
