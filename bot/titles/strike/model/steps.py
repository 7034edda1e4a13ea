"""Pending decisions are a stack of steps; the last one is on top."""

from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.kit.fingerprint import ADDED
from bot.titles.strike.model.table import AreaId, Method, UnitId


class Step(Struct, frozen=True, gc=False, tag_field="is"):
    """A decision that is pending, or work that goes on when what lies above it is done."""


class Arrival(Step, frozen=True, tag="arrival"):
    """A side places units: in the set-up, as reinforcements, or its partisans."""

    seat: Seat
    units: tuple[UnitId, ...]
    why: Literal["set-up", "reinforcement", "partisans"]


class Redeployment(Step, frozen=True, tag="redeployment"):
    """A side redeploys; `left` units more may move."""

    seat: Seat
    left: int


class Movement(Step, frozen=True, tag="movement"):
    """A side moves: the Germans their railheads and trucks first, then all the rest."""

    PART: ClassVar[str] = "part"

    seat: Seat
    part: Literal["rails", "units"]


class Combat(Step, frozen=True, tag="combat"):
    """A side attacks in areas that both sides shared when the phase began."""

    seat: Seat
    areas: tuple[AreaId, ...]


Moment = Literal[
    "defence", "roll", "result", "leaders", "advance", "counter-attack", "press", "answer", "again", "over"
]  # fmt: skip


class Battle(Step, frozen=True, tag="battle"):
    """A battle, from its declaration to the decision that nobody goes on with it.

    At some moments a seat is asked: the defender at "defence" and "answer", the attacker at "press" and "again",
    the Russians at "counter-attack".
    """

    PART: ClassVar[str] = "moment"

    area: AreaId
    attacker: Seat
    method: Method
    moment: Moment = "defence"
    buys: bool = False
    """The attacker pays for the supply of units that have none."""
    air: tuple[UnitId, ...] = ()
    """Air units that support either side in this battle."""
    defender_buys: bool = False
    caller: Annotated[UnitId, ADDED] = UnitId("")
    """The leader who has called reserves, when the defender decides on one after another."""
    called: Annotated[int, ADDED] = 0
    """How many that leader has called."""
    result: str = ""
    distance: int = 0
    """How many oxes the loser has to go back."""
    attackers: tuple[UnitId, ...] = ()
    """Who fought in the attack; they alone may advance."""
    ways: tuple[tuple[AreaId, ...], ...] = ()
    """The ways by which defenders withdrew."""
    countered: bool = False
    """The Commissar has had his counter-attack."""
    spared: int = 0
    """How often nobody with any strength survived under the Commissar in this combat."""
    thrusts: tuple[AreaId, ...] = ()
    """Areas that armour advanced into and found enemies in: the battle may go on there."""


class Losses(Step, frozen=True, tag="losses"):
    """An owner chooses what to lose in an area, step after step.

    In corps an army or a panzer group that is turned over counts for two: that is the price of holding an area.
    """

    seat: Seat
    area: AreaId
    left: int
    in_corps: bool = False
    units: tuple[UnitId, ...] = ()
    """Only these may be chosen; without any, all that stand there."""
    turned: Annotated[dict[UnitId, UnitId], ADDED] = {}
    """Units that these losses have turned over, each with the corps that went to the Eliminated Box for it."""


class Withdrawal(Step, frozen=True, tag="withdrawal"):
    """Units that have to leave an area: retreating attackers must go, defenders may stay and pay in steps."""

    seat: Seat
    area: AreaId
    units: tuple[UnitId, ...]
    distance: int
    may_hold: bool = True
    ways: tuple[tuple[AreaId, ...], ...] = ()


class Advance(Step, frozen=True, tag="advance"):
    """An attacker may advance: along the ways of those who withdrew, or anywhere when nobody is left."""

    seat: Seat
    area: AreaId
    units: tuple[UnitId, ...]
    ways: tuple[tuple[AreaId, ...], ...] = ()
    """Without any the units go where they like, for half the operations rating of each."""
    thrusts: tuple[AreaId, ...] = ()


class Tie(Step, frozen=True, tag="tie"):
    """Somebody chooses among areas that are equally near: the Germans for the Commissar, an owner for a leader."""

    seat: Seat
    unit: UnitId
    areas: tuple[AreaId, ...]


class Reorganization(Step, frozen=True, tag="reorganization"):
    """A side reorganizes; what belongs to an earlier part than the last deed is over."""

    seat: Seat
    part: int = 0
    """0 recovery, 1 boxes, 2 replacements, 3 rebuilding."""
    tried: tuple[UnitId, ...] = ()
    """Leaders and trucks that have tried to recover."""


AnyStep = (
    Arrival | Redeployment | Movement | Combat | Battle | Losses | Withdrawal | Advance | Tie | Reorganization
)  # fmt: skip


def fought(steps: tuple[AnyStep, ...]) -> Battle:
    """Return the battle that is being fought, which lies under all that it has led to."""
    return next(step for step in reversed(steps) if isinstance(step, Battle))
