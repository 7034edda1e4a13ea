"""All that can ever happen. Fields may be added with defaults, never renamed or dropped."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.dice import Roll
from bot.kernel.game import Outcome
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Secret
from bot.titles.strike.model.steps import AnyStep
from bot.titles.strike.model.table import AreaId, Method, Orders, Phase, Unit, UnitId, Weather


class Event(Struct, frozen=True, gc=False, tag_field="is"):
    """Something that happened."""


class Opened(Event, frozen=True, tag="opened"):
    """The table was laid: everything that the scenario puts on it."""

    scenario: str
    options: dict[str, str]
    turn: int
    units: tuple[Unit, ...]
    control: dict[AreaId, Seat]
    converted: tuple[AreaId, ...]
    objectives: dict[Seat, tuple[str, ...]]
    losses: Literal["ask", "cheapest"] = "cheapest"
    """What standing orders say of losses until somebody changes them; old games were set up with "cheapest"."""


class StageBegan(Event, frozen=True, tag="stage"):
    """The sequence of play went on; a seat's own stages name it."""

    stage: int
    phase: Phase
    name: str
    seat: Seat = Seat("")


class TurnBegan(Event, frozen=True, tag="turn"):
    """A new turn: railways are free again, and so are air units."""

    turn: int


class Readied(Event, frozen=True, tag="readied"):
    """All units of a side have their movement points again."""

    seat: Seat


class Begun(Event, frozen=True, tag="begun"):
    """A step was laid on the stack."""

    step: AnyStep


class Changed(Event, frozen=True, tag="changed"):
    """The step on top of the stack went on."""

    step: AnyStep


class Ended(Event, frozen=True, tag="ended"):
    """The step on top of the stack was done."""


class WeatherCame(Event, frozen=True, tag="weather"):
    """The weather of the turn. Rolls before the last one gave what is not possible yet."""

    weather: Weather
    rolls: tuple[Roll, ...] = ()


class RedeploymentRolled(Event, frozen=True, tag="redeployment"):
    """How many units each side may redeploy, and who goes first; ties were rolled again for the order alone."""

    rolls: dict[Seat, Roll]
    units: dict[Seat, int]
    first: Seat
    again: tuple[tuple[Roll, Roll], ...] = ()
    """The German and the Russian die of each further roll."""


class PointsCame(Event, frozen=True, tag="points"):
    """A side has its operations points for the turn; `saved` are among them."""

    seat: Seat
    points: int
    saved: int = 0
    roll: Roll | None = None


class ObjectivesCame(Event, frozen=True, tag="objectives"):
    """A side has new objectives; former ones no longer count."""

    seat: Seat
    objectives: tuple[str, ...]
    roll: Roll


class Placed(Event, frozen=True, tag="placed"):
    """A unit came to an area, or went off the map, other than by moving."""

    unit: UnitId
    place: AreaId
    why: Literal["set-up", "reinforcement", "partisans", "cancelled", "commissar", "relocated", "off the map"]


class Moved(Event, frozen=True, tag="moved"):
    """Units went together along a way, which begins where they were; with a leader, where he took them along."""

    units: tuple[UnitId, ...]
    path: tuple[AreaId, ...]
    costs: tuple[int, ...]
    """What each of them paid."""
    leader: UnitId = UnitId("")
    led: tuple[UnitId, ...] = ()
    """Those whom the weather lets move with a leader only."""


class Railed(Event, frozen=True, tag="railed"):
    """A unit moved by rail."""

    unit: UnitId
    path: tuple[AreaId, ...]
    cost: int
    leader: UnitId = UnitId("")
    """The leader who took it along, and went the same way before it."""


class Converted(Event, frozen=True, tag="converted"):
    """A railhead advanced; these areas now have railways of the German gauge."""

    railhead: UnitId
    path: tuple[AreaId, ...]
    areas: tuple[AreaId, ...]


class Flown(Event, frozen=True, tag="flown"):
    """An air unit flew to another area, or parachutists jumped there."""

    unit: UnitId
    place: AreaId
    mission: Literal["", "supply", "dropped"] = ""
    supplied: tuple[UnitId, ...] = ()
    """To whom its owner wants the supply to go."""


class BrokenDown(Event, frozen=True, tag="broken down"):
    """An army or panzer group went to the Breakdown Box, and two corps came in its place.

    After losses it may be one corps: what is left of it.
    """

    unit: UnitId
    into: tuple[UnitId, ...]
    down: bool | None = None
    """Whether that one corps is on its back; without a word the corps come as they lay in their box."""


class Combined(Event, frozen=True, tag="combined"):
    """Two corps went to the Breakdown Box, and an army or panzer group came in their place."""

    units: tuple[UnitId, ...]
    into: UnitId
    whole: bool = False
    """They lie there at full strength, reduced or not."""


class ControlTaken(Event, frozen=True, tag="control"):
    """A side had these areas to itself."""

    seat: Seat
    areas: tuple[AreaId, ...]


class PartisansRolled(Event, frozen=True, tag="partisans"):
    """Which partisans are active this turn."""

    roll: Roll
    active: tuple[UnitId, ...]


class Turned(Event, frozen=True, tag="turned"):
    """A unit was turned to its back, or to its front."""

    unit: UnitId
    down: bool
    why: Literal["partisans", "bombs", "combat", "relocated", "recovered", "rebuilt"]


class CommissarCalled(Event, frozen=True, tag="commissar"):
    """Where the dice want the Commissar, and the areas nearest to it where both sides stand."""

    ox: str
    column: Roll
    row: Roll
    nearest: tuple[AreaId, ...]
    second: Roll | None = None
    """Which of two columns."""


class Declared(Event, frozen=True, tag="declared"):
    """A battle began, or went on."""

    area: AreaId
    attacker: Seat
    method: Method
    why: Literal["attack", "continuation", "thrust", "counter-attack"] = "attack"


class Paid(Event, frozen=True, tag="paid"):
    """A side spent operations points."""

    seat: Seat
    points: int
    why: Literal["supply", "reserves", "continuation", "advance", "recovery", "replacement", "rebuilding"]


class CannotGoOn(Event, frozen=True, tag="cannot go on"):
    """A side has no say in whether a battle goes on, where both still stand."""

    seat: Seat
    area: AreaId
    why: str


class Bombed(Event, frozen=True, tag="bombed"):
    """An air unit bombed trucks; it needed `need` or less after the modifiers."""

    unit: UnitId
    target: UnitId
    roll: Roll
    need: int
    hit: bool
    modifiers: tuple[Modifier, ...] = ()


class ReserveCalled(Event, frozen=True, tag="reserve"):
    """A leader called a unit to a battle; it needed `need` or less."""

    unit: UnitId
    leader: UnitId
    area: AreaId
    roll: Roll
    need: int
    came: bool


class Fought(Event, frozen=True, tag="fought"):
    """A battle was decided. Columns count from 0; shifts to the right and modifiers upwards help the attacker."""

    area: AreaId
    attacker: Seat
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    method: Method
    attack: int
    defence: int
    base: int
    shifts: tuple[Modifier, ...]
    column: int
    modifiers: tuple[Modifier, ...]
    roll: Roll
    result: str
    chance: float
    """How likely a result at least as good for the attacker was."""
    withdrawal: Roll | None = None
    air: tuple[UnitId, ...] = ()


class StepLost(Event, frozen=True, tag="step lost"):
    """A unit was turned to its reduced side. For an army a corps goes from the Breakdown to the Eliminated Box."""

    unit: UnitId
    corps: UnitId = UnitId("")


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A unit went to the Eliminated Box. For a reduced army a corps comes back from it to the Breakdown Box."""

    unit: UnitId
    why: Literal["combat", "overrun", "stacking"] = "combat"
    corps: UnitId = UnitId("")


class Withdrew(Event, frozen=True, tag="withdrew"):
    """Units left a battle along a way, which begins where they were."""

    units: tuple[UnitId, ...]
    path: tuple[AreaId, ...]
    retreat: bool = False
    """They were the attackers."""


class Advanced(Event, frozen=True, tag="advanced"):
    """Units advanced after combat along a way, which begins where they were."""

    units: tuple[UnitId, ...]
    path: tuple[AreaId, ...]


class LeaderTested(Event, frozen=True, tag="leader"):
    """A leader without troops was among enemies."""

    unit: UnitId
    roll: Roll
    lost: bool


class Recovery(Event, frozen=True, tag="recovery"):
    """A leader or trucks tried to recover; `need` or less was needed."""

    unit: UnitId
    roll: Roll
    need: int
    recovered: bool
    leader: UnitId = UnitId("")
    """Who helped the trucks."""


class Swapped(Event, frozen=True, tag="swapped"):
    """An army or panzer group and two corps changed boxes."""

    army: UnitId
    corps: tuple[UnitId, ...]


class Replaced(Event, frozen=True, tag="replaced"):
    """A unit came back from the Eliminated Box."""

    unit: UnitId
    place: AreaId
    down: bool


class OrdersGiven(Event, frozen=True, tag="orders given"):
    """A player set standing orders."""

    seat: Seat
    orders: Annotated[Secret[Orders], Meta(description="the side that gave them")]


class GameEnded(Event, frozen=True, tag="game ended"):
    """The campaign is over."""

    outcome: Outcome


EVENTS = (
    Opened, StageBegan, TurnBegan, Readied, Begun, Changed, Ended, WeatherCame, RedeploymentRolled, PointsCame,
    ObjectivesCame, Placed, Moved, Railed, Converted, Flown, BrokenDown, Combined, ControlTaken, PartisansRolled,
    Turned, CommissarCalled, Declared, Paid, CannotGoOn, Bombed, ReserveCalled, Fought, StepLost, Eliminated,
    Withdrew, Advanced, LeaderTested, Recovery, Swapped, Replaced, OrdersGiven, GameEnded,
)  # fmt: skip
