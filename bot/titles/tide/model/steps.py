"""Pending decisions are a stack of steps; the last one is on top."""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from bot.kernel.secret import Seat, Secret
from bot.kit.fingerprint import ADDED
from bot.titles.tide.model.table import (
    AfterFire,
    Base,
    Befallen,
    Figure,
    HexId,
    Mode,
    ShelterId,
    TargetId,
    UnitId,
)


class Step(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="is"):
    """A pending decision, or work that continues when the step above it is done."""

    IN_TURN: ClassVar[bool] = False
    """Whether the sides do it one after the other, in the order of initiative."""


class Muster(Step, frozen=True, tag="muster"):
    """All sides fill their bases at the same time, hidden from each other.

    Lists begin as the scenario's.
    """

    waiting: tuple[Seat, ...]
    lists: dict[Seat, Annotated[Secret[tuple[Base, ...]], Meta(description="the side that fills them")]]


class Deployment(Step, frozen=True, tag="deployment"):
    """A side places its units on its starting hexes."""

    IN_TURN: ClassVar[bool] = True
    seat: Seat


class Turn(Step, frozen=True, tag="turn"):
    """An action turn, with the actions that are left in it."""

    seat: Seat
    left: int


class Shot(Struct, frozen=True, gc=False, omit_defaults=True):
    """The attack that a Fire and Movement makes, or an Op Fire."""

    target: TargetId
    mode: Mode
    using: tuple[Figure, ...] = ()


class Intent(Struct, frozen=True, gc=False):
    """The remaining plan of a moving unit, hex by hex; its owner's secret."""

    path: tuple[HexId, ...]
    clear: tuple[HexId, ...] = ()
    into: ShelterId = ShelterId("")
    shot: Shot | None = None
    assault: HexId = HexId("")
    support: tuple[UnitId, ...] = ()
    after_fire: AfterFire = ""


class March(Step, frozen=True, tag="march"):
    """A unit on its way; movement points count in thirds, for trucks on roads.

    Spent points are public; remaining points would reveal an officer in a concealed squad.
    """

    unit: UnitId
    verb: str
    plan: Annotated[Secret[Intent], Meta(description="the side of the unit")]
    start: HexId
    last_free: HexId
    """The last hex on the way with room and no enemy; a stopped unit falls back there."""
    spent: int = 0
    shooters: tuple[UnitId, ...] = ()
    """The units that made an Op Fire attack on this unit in this activation."""
    obstructed: bool = False
    """It has entered mines on the way, or wire that it has not cleared."""
    begun: bool = False
    exposed: bool = False
    """It has entered a hex or left a fortification: the enemy's Op Fire comes first."""
    gun: UnitId = UnitId("")
    """The piece of equipment that it moves along."""
    gun_exposed: bool = False
    """The gun has just entered a hex with it, and is a target of Op Fire as well."""
    befallen: tuple[Befallen, ...] = ()
    """Interruptions since the owner's last order for the way."""
    settled: Annotated[bool, ADDED] = False
    """It has come among instant mines to stop there, and goes no farther."""

    def meant_to_cross(self, hex: HexId) -> bool:
        """Return whether the unit moves on through its hex, past the instant mines."""
        return hex != self.start and not self.settled


class OnTheWay(Step, frozen=True, tag="on the way"):
    """The owner of a moving unit decides: continue, choose another way, or stop."""

    seat: Seat
    unit: UnitId
    befallen: tuple[Befallen, ...] = ()
    """Why its owner is asked; empty if the ordered way cannot be followed further."""


class OpFireChance(Step, frozen=True, tag="op fire chance"):
    """A side may make one Op Fire attack on the unit that has just moved."""

    seat: Seat
    target: UnitId
    shooters: tuple[UnitId, ...] = ()


class Losses(Step, frozen=True, tag="losses"):
    """An owner chooses what to lose, one hit after another."""

    seat: Seat
    units: tuple[UnitId, ...]
    left: int
    dealt: tuple[UnitId, ...] = ()
    """Vehicles with their hits, once a hit; the hits take effect together at the end."""


class Melee(Step, frozen=True, tag="melee"):
    """An assault.

    Concealed defenders are asked, dice are rolled, losers retreat, and the winner moves in.
    """

    unit: UnitId
    hex: HexId
    support: tuple[UnitId, ...]
    asked: bool = False
    joined: tuple[UnitId, ...] = ()
    won: bool | None = None
    routed: bool = False


class Rout(Step, frozen=True, tag="rout"):
    """Units that lost an assault leave their hex one by one."""

    seat: Seat
    units: tuple[UnitId, ...]
    hex: HexId


class Spending(Step, frozen=True, tag="spending"):
    """A side spends command in the Command Phase."""

    IN_TURN: ClassVar[bool] = True
    seat: Seat
    sabotaged: bool = False


class Drawing(Step, frozen=True, tag="drawing"):
    """A side's turn of the Status Phase: it draws strategy cards and may subvert."""

    IN_TURN: ClassVar[bool] = True
    seat: Seat
    left: int = 1
    first: bool = True


class OpFirePlacing(Step, frozen=True, tag="op fire placing"):
    """A side may put fresh units on Op Fire before the next round."""

    IN_TURN: ClassVar[bool] = True
    seat: Seat


class Arming(Step, frozen=True, tag="arming"):
    """A side may buy special munitions before units are put on Op Fire."""

    IN_TURN: ClassVar[bool] = True
    seat: Seat


class Transferring(Step, frozen=True, tag="transferring"):
    """A side may exchange figures between squads of one hex."""

    IN_TURN: ClassVar[bool] = True
    seat: Seat


class Keeping(Step, frozen=True, tag="keeping"):
    """A side may discard unused munitions bought in an earlier round."""

    IN_TURN: ClassVar[bool] = True
    seat: Seat


class Arrival(Step, frozen=True, tag="arrival"):
    """A side places its reinforcements."""

    IN_TURN: ClassVar[bool] = True
    seat: Seat


class Rerolling(Step, frozen=True, tag="rerolling"):
    """Experts have thrown Molotov cocktails; their owner may roll dice again."""

    seat: Seat
    unit: UnitId
    hex: HexId
    faces: tuple[int, ...]
    most: int
    """How many dice at most."""


AnyStep = (
    Muster | Deployment | Turn | March | OnTheWay | OpFireChance | Losses | Melee | Rout
    | Spending | Drawing | Arming | OpFirePlacing | Transferring | Arrival | Keeping | Rerolling
)  # fmt: skip
