"""The shapes of the records in `data/tide`. Unknown keys are refused."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from bot.kernel.game import Facts
from bot.kit.data_limits import Text
from bot.kit.data_names import ref
from bot.titles.tide.model.table import Figure as FigureKey
from bot.titles.tide.model.table import Speciality
from bot.titles.tide.printed.record import Deck, Nation, Number, Record, Some, Source, Terrain, Vehicle

BASE_SPACES = 4
Stage = Literal["round", "action", "spend", "draw", "op fire"]
"""A stage at which a tip may be given."""
Ability = Literal["sturdy", "concussive", "overrun", "thick armour", "fragile", "road"]
TABLE = 6
"""The most boards side by side, across or down."""
Board = Annotated[str, ref("board")]
Boards = Annotated[tuple[Annotated[tuple[Board, ...], Meta(max_length=TABLE)], ...], Meta(max_length=TABLE)]
"""Names of boards, row by row."""
BoardHex = Annotated[str, ref("board hex")]
"""A hex of a board in four digits, column and row, such as "0304"."""
Hex = Annotated[str, ref("hex")]
Side = Annotated[str, ref("side")]
Figure = Annotated[FigureKey, ref("figure")]
Weapon = tuple[Number, Number]
"""Range in hexes and firepower in dice; a firepower of 0 cannot fire."""
Count = dict[Nation, Number]
"""How many a nation has in the box; a nation that is not named has no limit."""
Entering = Annotated[int, Meta(ge=1)]
Level = Annotated[int, Meta(ge=0, le=2)]


class FigureRecord(Record, frozen=True):
    """A figure that stands on a base. A key such as "mg.german" holds for one nation."""

    name: str
    spaces: Annotated[int, Meta(ge=1, le=BASE_SPACES)]
    infantry: Weapon
    vehicles: Weapon
    suppressive: Weapon | None = None
    count: Count = field(default_factory=dict)


class VehicleRecord(Record, frozen=True):
    """A kind of vehicle or equipment; equipment is a vehicle unless its rules differ."""

    name: str
    nations: Annotated[tuple[str, ...], Meta(min_length=1)]
    type: Literal["truck", "half-track", "tank", "gun carrier", "equipment"]
    move: Number
    armour: Number
    infantry: Weapon
    vehicles: Weapon
    heavy: bool = False
    abilities: tuple[Ability, ...] = ()
    transport: Number = 0
    count: Count = field(default_factory=dict)


class TerrainRecord(Record, frozen=True):
    """A kind of ground. Without a cost a unit cannot enter."""

    name: str
    squads: Entering | None = None
    vehicles: Entering | None = None
    cover: int = 0
    blocks: bool = False
    passage: Number = 5
    """FB-mines-4: the lowest face at which squads come through instant mines unharmed."""


class WorkRecord(Record, frozen=True):
    """A fortification, an obstacle, a cloud or a fire."""

    name: str
    type: Literal["fortification", "obstacle", "cloud", "fire"]
    cover: int = 0
    beside: int | None = None
    """Its cover against squads in the same kind of work in the next hex, if lower."""
    back_of: Annotated[str, ref("front of a token")] = ""
    """The work on the other side of its tokens, which shares their number."""
    summer: Number | None = None
    """The number of tokens for boards without snow; `None` is no limit."""
    winter: Number | None = None


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """The ground of a board."""

    name: str
    source: Source
    text: Text = ""
    terrain: dict[BoardHex, Terrain] = {}
    levels: dict[BoardHex, Level] = {}
    roads: tuple[tuple[BoardHex, ...], ...] = ()
    snow: bool = False


class Overlay(Struct, frozen=True, forbid_unknown_fields=True):
    """Ground over the boards, by steps from its first hex in directions 1 to 6."""

    name: str
    source: Source
    terrain: dict[str, Terrain]
    """The ground at the end of each walk, such as "" or "2-3".

    "2-3" is a hex in direction 2, then a hex in direction 3.
    """
    level: Level | None = None


class Objective(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An objective hex. Command objectives with a nation pay only that nation."""

    hex: Hex
    name: str
    kind: Literal["command", "victory"]
    value: Some = 1
    nation: Side = ""
    holder: Side = ""
    the: bool = False
    """Whether the name takes an article within a sentence: "the Church"."""

    @property
    def called(self) -> str:
        """The name within a sentence."""
        return f"the {self.name}" if self.the else self.name


class SquadList(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A suggested squad, and its suggested hex."""

    figures: tuple[Figure, ...]
    special: Speciality = ""
    hex: Hex = ""
    into: Annotated[str, ref("shelter")] = ""
    concealed: bool = False


class VehicleList(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle, and its suggested hex."""

    kind: Vehicle
    hex: Hex = ""


class Division(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Part of a side's forces.

    Its own figures fill its bases; `start` is binding if given.
    """

    name: str
    figures: dict[Figure, Number]
    squads: tuple[SquadList, ...]
    vehicles: tuple[VehicleList, ...] = ()
    start: tuple[Hex, ...] = ()


class Placement(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A fortification or an obstacle that stands on the map from the beginning."""

    kind: Annotated[str, ref("work")]
    hex: Hex


class Covering(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An overlay on the assembled map, turned by sixths of a circle clockwise."""

    tile: Annotated[str, ref("overlay")]
    hex: str
    """The first hex of the overlay, which may itself be left out."""
    turn: int = 0


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units that come in the Status Phase of a round, on any of the entry hexes."""

    round: Some
    side: Side
    entry: Annotated[tuple[Hex, ...], Meta(min_length=1)]
    division: str = ""
    squads: tuple[SquadList, ...] = ()
    vehicles: tuple[VehicleList, ...] = ()


class Condition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A way to win: hold `count` of the hexes, or the points, at the end or at once."""

    side: Side
    when: Literal["end", "at once"] = "end"
    holds: tuple[Annotated[str, ref("objective hex")], ...] = ()
    count: Number = 0
    points: Number = 0


class Victory(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The victory conditions. `default` wins when no condition is met; "" is a draw."""

    text: Text
    conditions: tuple[Condition, ...]
    default: Side = ""


class Tip(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of advice for learners, at a stage of a round."""

    round: Some
    stage: Stage
    text: Annotated[str, Meta(min_length=1, max_length=200)]
    side: Side = ""
    """The side that it is for; "" for all."""


class SideRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The part of a scenario for a side."""

    name: str
    actions: Some
    start: tuple[Hex, ...]
    divisions: tuple[Division, ...]
    command: Number = 0
    income: Number = 0
    decks: tuple[Deck, ...] = ()
    draws: Number = 0
    cards: tuple[Annotated[str, ref("card")], ...] = ()
    operations: tuple[Annotated[str, ref("operations card")], ...] = ()
    specialities: tuple[Speciality, ...] = ()
    concealed: Number = 0


class ScenarioRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario.

    `map` names boards from north to south and west to east, such as [["1A", "2A turned"]].
    """

    name: str
    text: Text
    source: Source
    rounds: Some
    initiative: Side
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
    shared_decks: tuple[Deck, ...] = ()
    munitions: Literal["by agreement", "used", "forbidden"] = "by agreement"
    """Whether special munitions are played with (FB-munition-1)."""
    reinforcements: tuple[Reinforcement, ...] = ()
    tips: tuple[Tip, ...] = ()
    facts: Facts = Facts()
