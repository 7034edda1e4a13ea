"""Pending decisions are a stack of steps; the last one is on top."""

from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.kit.fingerprint import ADDED
from bot.titles.strike.model.table import AreaId, Method, UnitId


class Step(Struct, frozen=True, gc=False, tag_field="is"):
    """A pending decision, or work that continues when the step above it is done."""


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
    """A battle, from its declaration to its end.

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
    """The leader that has called reserves, if the defender decides step by step."""
    called: Annotated[int, ADDED] = 0
    """How many that leader has called."""
    result: str = ""
    distance: int = 0
    """How many oxes the loser has to go back."""
    attackers: tuple[UnitId, ...] = ()
    """The units that fought in the attack; only they may advance."""
    ways: tuple[tuple[AreaId, ...], ...] = ()
    """The ways by which defenders withdrew."""
    countered: bool = False
    """The Commissar has had his counter-attack."""
    spared: int = 0
    """How often nobody with any strength survived under the Commissar in this combat."""
    thrusts: tuple[AreaId, ...] = ()
    """Areas where advancing armour met enemies: the battle may continue there."""


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
    """Units that these losses reduced, each with the corps eliminated for it."""


class Withdrawal(Step, frozen=True, tag="withdrawal"):
    """Units must leave an area; only defenders may stay and pay in steps."""

    seat: Seat
    area: AreaId
    units: tuple[UnitId, ...]
    distance: int
    may_hold: bool = True
    ways: tuple[tuple[AreaId, ...], ...] = ()


class Advance(Step, frozen=True, tag="advance"):
    """An attacker may advance: behind withdrawn units, or anywhere if none is left."""

    seat: Seat
    area: AreaId
    units: tuple[UnitId, ...]
    ways: tuple[tuple[AreaId, ...], ...] = ()
    """If empty, the units choose their way, for half the operations rating of each."""
    thrusts: tuple[AreaId, ...] = ()


class Tie(Step, frozen=True, tag="tie"):
    """A side chooses among equally near areas, for the Commissar or a leader."""

    seat: Seat
    unit: UnitId
    areas: tuple[AreaId, ...]


class Reorganization(Step, frozen=True, tag="reorganization"):
    """A side reorganizes; parts before the last deed are over."""

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
