"""The shapes of the records in `data/strike`. Unknown keys are refused."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.game import Facts
from bot.kit.data_limits import Text
from bot.kit.data_names import ref
from bot.titles.strike.model.table import Arm, Kind, Nation, StageName, Trait, Weather

Source = Literal["printed", "ours"]
Count = Annotated[int, Meta(ge=0)]
Ratings = tuple[Count, Count, Count]
"""Combat strength, operations rating and movement allowance on a counter's side."""
Mover = Literal["infantry", "armour", "leader", "trucks"]
"""How a unit pays for terrain."""
Result = Literal["", "AE", "A3", "A2", "A1", "AR", "EX", "D1", "DW", "D2", "D3", "DE"]
"""Results of combat that the rules know how to apply."""
FACES, SUMS = 6, 11
"""The faces of a die, and the sums of two dice: 2 to 12."""
BY_DIE, BY_SUM = (Meta(min_length=rows, max_length=rows) for rows in (FACES, SUMS))
"""Charts with a row for every face of a die, or for every sum of two."""
Area = Annotated[str, ref("area")]
Counter = Annotated[str, ref("counter")]
Place = Annotated[str, ref("city or region")]
TERRAIN = ref("terrain")


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record of a data file.

    `case` is the case that fixes something of a printed record.
    """

    source: Source
    case: str = ""


class AreaRecord(Record, frozen=True):
    """An ox or a diamond, with the areas that can be entered from it."""

    terrain: Annotated[tuple[Annotated[str, TERRAIN], ...], Meta(min_length=1)]
    next: tuple[Area, ...]
    city: str = ""
    fortress: bool = False
    armies_pass: bool = False
    """A diamond that infantry armies and trucks may cross, though not stop in."""


class RiverRecord(Record, frozen=True):
    """A river from its source; it only begins or ends in its `within` areas."""

    name: str
    course: tuple[Area, ...]
    within: tuple[Area, ...] = ()


class RailwayRecord(Record, frozen=True):
    """A railway, area after area."""

    line: Annotated[tuple[Area, ...], Meta(min_length=2)]


class RegionRecord(Record, frozen=True):
    """A part of the map with a name; by the exits the railways leave it."""

    name: str
    areas: tuple[Area, ...]
    exits: tuple[Area, ...] = ()


class UnitRecord(Record, frozen=True):
    """A counter.

    `rating` is the highest die that succeeds, on the front and on the back.
    """

    side: Literal["german", "russian"]
    kind: Kind
    name: str
    nation: Nation
    arm: Arm = ""
    trait: Trait = ""
    full: Ratings = (0, 0, 0)
    reduced: Ratings | None = None
    rating: tuple[int, int] = (0, 0)


class Calendar(Record, frozen=True):
    """1.1: the day on which each turn begins."""

    turns: tuple[str, ...]


class WeatherTable(Record, frozen=True):
    """3.1: the weather by the die, and the turn of the transition.

    Some weather is not rolled again before it.
    """

    table: Annotated[tuple[Weather, ...], BY_DIE]
    transition: int
    early: tuple[Weather, ...]


class Conditions(Record, frozen=True):
    """6.3.3, 9.2.2, 11.6: the effects of a kind of weather.

    `led` units move only with a leader.
    """

    name: str
    slower: int = 0
    led: tuple[str, ...] = ()
    halted: tuple[str, ...] = ()
    shift: int = 0
    bombing: int = 0


class RedeploymentTable(Record, frozen=True):
    """3.2.1: how many units may redeploy, by the die."""

    german: Annotated[tuple[int, ...], BY_DIE]
    russian: Annotated[tuple[int, ...], BY_DIE]


class OperationsTable(Record, frozen=True):
    """3.3: operations points by weather and roll, and the rolls that give objectives."""

    german: dict[Weather, Annotated[tuple[int, ...], BY_SUM]]
    russian: dict[Weather, Annotated[tuple[int, ...], BY_SUM]]
    objectives: tuple[int, ...]


class ObjectivesTable(Record, frozen=True):
    """3.3.2, 13.3: objectives by the roll, and the default of a side without a roll."""

    table: Annotated[tuple[tuple[Place, ...], ...], BY_SUM]
    default: tuple[Place, ...]


class PartisansTable(Record, frozen=True):
    """8.1.2: which partisans are active, by the die."""

    table: Annotated[tuple[tuple[Literal["rail", "trucks"], ...], ...], BY_DIE]
    from_turn: int


class CommissarTable(Record, frozen=True):
    """7.1.1: columns of oxes by the die; the second die picks by odd or even."""

    columns: Annotated[tuple[Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)], ...], BY_DIE]
    from_turn: int


class LeaderLoss(Record, frozen=True):
    """11.8.3: the highest roll at which a leader is lost for good."""

    lost: int


class Stacking(Record, frozen=True):
    """4.1: how many corps of one side an area holds."""

    ox: int
    diamond: int


class RailNumbers(Record, frozen=True):
    """6.4.3, 6.4.4: a side's units by rail in a turn, and the points for each."""

    capacity: int
    cost: int


class AirNumbers(Record, frozen=True):
    """9.1.1: how far an air unit flies, in oxes."""

    range: int


class SupplyNumbers(Record, frozen=True):
    """11.5.2: how many areas may lie between a truck and its railway."""

    overland: int


class TerrainRecord(Record, frozen=True):
    """6.2, 11.4: points to enter, and columns to the left for the defender."""

    name: str
    infantry: int
    armour: int
    leader: int
    trucks: int
    shift: int = 0


class CombatTable(Record, frozen=True):
    """11.2, 11.3: the columns; the result of a roll stands at column + roll - 2."""

    differential: tuple[int, ...]
    odds: tuple[str, ...]
    results: tuple[Result, ...]


class Shifts(Record, frozen=True):
    """11.4, 11.5, 11.7, 9.2.3: columns to the left or to the right."""

    river: int
    city: int
    fortress: int
    combined_arms: int
    air: int
    unsupplied: int


class Modifiers(Record, frozen=True):
    """11.4.3: added to the roll or taken from it."""

    out_of_command: int
    ss: int


class WithdrawalTable(Record, frozen=True):
    """11.9.3: how far, by the die, and the steps that buy off one and two oxes."""

    distance: Annotated[tuple[int, ...], BY_DIE]
    price: tuple[int, ...]


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The charts, and the numbers of the rules."""

    calendar: Calendar
    weather: WeatherTable
    conditions: dict[Weather, Conditions]
    redeployment: RedeploymentTable
    operations: OperationsTable
    objectives: ObjectivesTable
    partisans: PartisansTable
    commissar: CommissarTable
    leader_loss: LeaderLoss
    stacking: Stacking
    rail: RailNumbers
    air: AirNumbers
    supply: SupplyNumbers
    terrain: dict[str, TerrainRecord]
    combat: CombatTable
    shifts: Shifts
    modifiers: Modifiers
    withdrawal: WithdrawalTable


class Choice(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units that their owner places, and suggested areas.

    Without areas the rules decide.
    """

    units: tuple[Counter, ...]
    at: tuple[Area, ...]
    areas: tuple[Area, ...] = ()


class Arrival(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units that come at the beginning of their side's movement in a turn."""

    turn: int
    units: tuple[Counter, ...]
    areas: tuple[Area, ...]


class Tip(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of advice for learners, at a stage of a turn."""

    turn: int
    stage: StageName
    text: Annotated[str, Meta(min_length=1, max_length=200)]
    side: Literal["", "german", "russian"] = ""
    """The side that it is for; "" for all."""


class SideRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The scenario's part for a side."""

    name: str
    start: dict[Area, tuple[Counter, ...]]
    minimum: int
    """12.5: corps, or as much, that its boxes never fall below."""
    points: tuple[Count, ...] = ()
    """Operations points of the first turns; later ones are rolled for."""
    controls: tuple[Area, ...] = ()
    reduced: tuple[Counter, ...] = ()
    """Units that begin on their backs."""
    breakdown: tuple[Counter, ...] = ()
    eliminated: tuple[Counter, ...] = ()
    objectives: tuple[Place, ...] = ()
    choices: tuple[Choice, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    exits: tuple[Area, ...] = ()
    """The exits of its railways; if empty, those of its home edge."""
    entry: tuple[Area, ...] = ()
    """Where replacements come; without any, its home edge."""


class ScenarioRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario: the first and the last turn, the part of the map, the two sides."""

    name: str
    text: Text
    source: Source
    turns: tuple[int, int]
    sides: dict[Literal["german", "russian"], SideRecord]
    weather: tuple[Weather, ...] = ()
    """The weather of the first turns; later it is rolled for."""
    areas: tuple[Annotated[str, ref("area on the map")], ...] = ()
    """The areas in play; if empty, the whole map."""
    without: tuple[Literal["redeployment", "objectives", "partisans", "commissar"], ...] = ()
    nobody: tuple[Area, ...] = ()
    """Areas without control at the start; all other uncontrolled areas are Russian."""
    converted: tuple[Area, ...] = ()
    """Areas whose railways are of the German gauge at the start."""
    tips: tuple[Tip, ...] = ()
    facts: Facts = Facts()
