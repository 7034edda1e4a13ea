"""The shapes of the records in `data/tide`. Unknown keys are refused."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from bot.kit.data_limits import Text
from bot.titles.tide.model.table import Figure, Speciality
from bot.titles.tide.printed.record import Record, Source

Ability = Literal["sturdy", "concussive", "overrun", "thick armour", "fragile", "road"]
Boards = Annotated[tuple[Annotated[tuple[str, ...], Meta(max_length=6)], ...], Meta(max_length=6)]
"""Names of boards, row by row; a table holds six by six of them."""
Weapon = tuple[int, int]
"""Range in hexes and firepower in dice; a firepower of 0 cannot fire."""


class FigureRecord(Record, frozen=True):
    """A figure that stands on a base. A key such as "mg.german" holds for one nation."""

    name: str
    spaces: int
    infantry: Weapon
    vehicles: Weapon
    suppressive: Weapon | None = None
    count: dict[str, int] = field(default_factory=dict)
    """How many a nation has in the box; a nation that is not named has no limit."""


class VehicleRecord(Record, frozen=True):
    """A kind of vehicle or equipment; equipment is a vehicle unless its rules differ."""

    name: str
    nations: tuple[str, ...]
    type: Literal["truck", "half-track", "tank", "gun carrier", "equipment"]
    move: int
    armour: int
    infantry: Weapon
    vehicles: Weapon
    heavy: bool = False
    abilities: tuple[Ability, ...] = ()
    transport: int = 0
    count: dict[str, int] = field(default_factory=dict)
    """How many a nation has in the box; a nation that is not named has no limit."""


class TerrainRecord(Record, frozen=True):
    """A kind of ground. Without a cost a unit cannot enter."""

    name: str
    squads: int | None = None
    vehicles: int | None = None
    cover: int = 0
    blocks: bool = False
    passage: int = 5
    """FB-mines-4: the lowest face at which squads come through instant mines unharmed."""


class WorkRecord(Record, frozen=True):
    """A fortification, an obstacle, a cloud or a fire."""

    name: str
    type: Literal["fortification", "obstacle", "cloud", "fire"]
    cover: int = 0
    beside: int | None = None
    """Its cover against squads in the same kind of work in the next hex, if lower."""
    back_of: str = ""
    """The work on the other side of its tokens, which shares their number."""
    summer: int | None = None
    """The number of tokens for boards without snow; `None` is no limit."""
    winter: int | None = None


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """The ground of a board.

    Hexes are written as four digits, column and row, such as "0304".
    """

    name: str
    source: Source
    text: Text = ""
    terrain: dict[str, str] = {}
    levels: dict[str, int] = {}
    roads: tuple[tuple[str, ...], ...] = ()
    snow: bool = False


class Overlay(Struct, frozen=True, forbid_unknown_fields=True):
    """Ground over the boards, by steps from its first hex in directions 1 to 6."""

    name: str
    source: Source
    terrain: dict[str, str]
    """The ground at the end of each walk, such as "" or "2-3".

    "2-3" is a hex in direction 2, then a hex in direction 3.
    """
    level: int | None = None


class Objective(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An objective hex. Command objectives with a nation pay only that nation."""

    hex: str
    name: str
    kind: Literal["command", "victory"]
    value: int = 1
    nation: str = ""
    holder: str = ""


class SquadList(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A suggested squad, and its suggested hex."""

    figures: tuple[Figure, ...]
    special: Speciality = ""
    hex: str = ""
    into: str = ""
    concealed: bool = False


class VehicleList(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle, and its suggested hex."""

    kind: str
    hex: str = ""


class Division(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Part of a side's forces.

    Its own figures fill its bases; `start` is binding if given.
    """

    name: str
    figures: dict[Figure, int]
    squads: tuple[SquadList, ...]
    vehicles: tuple[VehicleList, ...] = ()
    start: tuple[str, ...] = ()


class Placement(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A fortification or an obstacle that stands on the map from the beginning."""

    kind: str
    hex: str


class Covering(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An overlay on the assembled map, turned by sixths of a circle clockwise."""

    tile: str
    hex: str
    turn: int = 0


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units that come in the Status Phase of a round, on any of the entry hexes."""

    round: int
    side: str
    entry: tuple[str, ...]
    division: str = ""
    squads: tuple[SquadList, ...] = ()
    vehicles: tuple[VehicleList, ...] = ()


class Condition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A way to win: hold `count` of the hexes, or the points, at the end or at once."""

    side: str
    when: Literal["end", "at once"] = "end"
    holds: tuple[str, ...] = ()
    count: int = 0
    points: int = 0


class Victory(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The victory conditions. `default` wins when no condition is met; "" is a draw."""

    text: Text
    conditions: tuple[Condition, ...]
    default: str = ""


class Tip(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of advice for learners, at a stage of a round."""

    round: int
    stage: str
    text: Text


class SideRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The part of a scenario for a side."""

    name: str
    actions: int
    start: tuple[str, ...]
    divisions: tuple[Division, ...]
    command: int = 0
    income: int = 0
    decks: tuple[str, ...] = ()
    draws: int = 0
    cards: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    specialities: tuple[Speciality, ...] = ()
    concealed: int = 0


class ScenarioRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario.

    `map` names boards from north to south and west to east, such as [["1A", "2A turned"]].
    """

    name: str
    text: Text
    source: Source
    rounds: int
    initiative: str
    map: Boards
    sides: dict[str, SideRecord]
    victory: Victory
    fixed: bool = False
    """Units stand where the scenario suggests, without muster and deployment."""
    overlays: tuple[Covering, ...] = ()
    streams: Literal["shallow", "deep", "flooded", "frozen"] = "shallow"
    """The depth of board streams; a board may also print its own depth."""
    objectives: tuple[Objective, ...] = ()
    works: tuple[Placement, ...] = ()
    shared_decks: tuple[str, ...] = ()
    munitions: Literal["by agreement", "used", "forbidden"] = "by agreement"
    """Whether special munitions are played with (FB-munition-1)."""
    reinforcements: tuple[Reinforcement, ...] = ()
    tips: tuple[Tip, ...] = ()
