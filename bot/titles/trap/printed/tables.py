"""The charts, the scenarios and the cases of `data/trap`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from bot.kernel.game import Case, Facts
from bot.kernel.rule import case
from bot.kit import data_files
from bot.kit.data_files import Finding, Problem, Unreadable
from bot.kit.data_limits import Text
from bot.kit.data_names import ref
from bot.titles.trap.model.table import HexId, MarkerId
from bot.titles.trap.printed.record import ON_MAP, Record, Source

Ground = Literal["clear", "woods", "built-up", "landmark", "rubble"]
Cost = Annotated[int, Meta(ge=0)]
"""Half movement points."""
Hex = Annotated[HexId, ON_MAP]
Edge = Annotated[HexId, ref("hex at the edge")]
"""A hex at the edge of the map, or "west" for the whole edge."""
Russians = Annotated[str, ref("Russian counter", patterns=True)]
Chechens = Annotated[str, ref("Chechen counter", patterns=True)]
"""The key of a counter; a star stands for anything."""
Marker = Annotated[MarkerId, ref("marker")]
Landmark = Annotated[str, ref("landmark")]
DiceCount = Annotated[int, Meta(ge=0)]
"""A number of dice."""
Sides = Literal[0, 6, 10]
"""2.4: how many sides a die may have."""


class TrackRecord(Record, frozen=True, kw_only=True):
    """The turn track: the name of each turn, and the night turn."""

    turns: tuple[str, ...]
    night: int


class CostsRecord(Record, frozen=True, kw_only=True):
    """5.1.1: half movement points for the terrain entered and other movement costs."""

    foot: dict[Ground, Cost]
    heavy: dict[Ground, Cost]
    """Heavy weapons and Schmels, which pay more among buildings."""
    vehicle: Cost
    """The cost of a vehicle off the road."""
    road: Cost
    river: Cost
    bridge: Cost
    level: Cost
    sniper: Cost
    enemy: Cost
    """A vehicle pays it for each enemy unit in a hex."""
    carry: Cost
    """8.2: loading or unloading."""


class StackingRecord(Record, frozen=True, kw_only=True):
    """3.1: the most units of a side on a level, and the most vehicles among them."""

    russian: Annotated[int, Meta(ge=1)]
    chechen: Annotated[int, Meta(ge=1)]
    vehicles: Annotated[int, Meta(ge=1)]


class Charts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The charts."""

    track: TrackRecord
    costs: CostsRecord
    stacking: StackingRecord


class Wave(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Russian units that come together: their first turn, entry hexes and goal."""

    turn: int
    units: tuple[Russians, ...]
    entries: tuple[Edge, ...]
    objective: Landmark
    """The landmark that the column heads for."""
    bound: bool = False
    """While columns are restricted, its vehicles drive on to their objective."""


class Start(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units that stand on the map when the game begins."""

    hex: Hex
    units: tuple[Russians, ...]
    level: Literal["ground", "upper"] = "ground"
    facing: Literal["N", "NE", "SE", "S", "SW", "NW"] = "N"
    riders: tuple[Russians, ...] = ()
    """The units that ride in the first of the units."""


class RussianRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The Russian part of a scenario."""

    markers: Annotated[tuple[Marker, ...], Meta(min_length=1)]
    start: tuple[Start, ...] = ()
    waves: tuple[Wave, ...] = ()
    later: dict[Marker, int] = {}
    """Markers that come with a later turn."""
    batteries: Annotated[int, Meta(ge=0, le=9)] = 9
    """6.5: there are nine battery counters."""
    restricted: bool = False
    """10.1.2: columns enter in turn and hold fire until the Chechens fire."""


class Draws(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """New Chechen units: the dice for their number with each marker, and the turns."""

    turns: tuple[int, int]
    dice: DiceCount
    sides: Literal[6, 10]


class ChechenRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The Chechen part of a scenario."""

    pool: tuple[Chechens, ...]
    markers: Annotated[int, Meta(ge=1)]
    more: tuple[int, ...] = ()
    """The turns in which another marker comes."""
    roadblocks: Annotated[int, Meta(ge=0)] = 0
    start: tuple[Chechens, ...] = ()
    """Units that are placed in the set-up."""
    lot: tuple[DiceCount, Sides] = (0, 0)
    """Dice, and their sides, of units that are drawn and placed in the set-up."""
    ambush: tuple[DiceCount, Sides] = (0, 0)
    """10.1.1: the same for the first activation of the game."""
    draws: Draws | None = None
    until_landmark: bool = False
    """10.3.2: they come until the Russians have a landmark."""
    near: tuple[Hex, ...] = ()
    """Set-up hexes; without any, by the rules of the scenario."""


class Tip(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Advice for learners, at a turn, a stage or the first activation by a marker."""

    turn: int
    at: Annotated[str, ref("moment for a tip")]
    text: Text
    side: Literal["", "russian", "chechen"] = ""
    """The side that it is for; "" for all."""


class ScenarioRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario."""

    name: str
    text: Text
    source: Source
    rules: Literal["historical", "variant"]
    """The printed scenario that rules points, placement and map edges."""
    turns: tuple[int, int]
    margin: int = 16
    """11.2: by how many points the Russians must lead to win."""
    objectives: tuple[Landmark, ...] = ()
    """11.2: the buildings that score points; if empty, all buildings do."""
    events: bool = True
    russian: RussianRecord
    chechen: ChechenRecord
    without: tuple[Annotated[str, ref("option")], ...] = ()
    """Options that make no difference here."""
    agreed: tuple[Annotated[str, ref("option in play")], ...] = ()
    """Options of no and yes that are agreed on here, unless the players say otherwise."""
    tips: tuple[Tip, ...] = ()
    facts: Facts = Facts()


class Tables(Struct, frozen=True, kw_only=True):
    """All records, and the problems of their files."""

    charts: Charts
    scenarios: dict[str, ScenarioRecord]
    cases: dict[str, Case]
    problems: tuple[Problem, ...] = ()


def mischarted(charts: Charts) -> Iterator[Finding]:
    """Yield what the charts lack, and a night that is no turn of the track."""
    if not 1 <= charts.track.night <= len(charts.track.turns):
        yield (
            ("track", "night"),
            f"the track has the turns 1 to {len(charts.track.turns)}, and one of them is night",
        )
    for key, table in (("foot", charts.costs.foot), ("heavy", charts.costs.heavy)):
        if lacking := [ground for ground in get_args(Ground) if ground not in table]:
            yield ("costs", key), f"it is not said what {', '.join(lacking)} costs"


@cache
# TRAP-R5
@case("TRAP-2.5")
def tables() -> Tables:
    """Read `data/trap`, with the overlay folder.

    Raises `Unreadable` without the charts.
    """
    problems: list[Problem] = []
    charts = data_files.one("trap/tables.toml", Charts, problems)
    if charts is None:
        raise Unreadable(problems)
    return Tables(
        charts=charts,
        scenarios=data_files.folder("trap/scenarios", ScenarioRecord, problems),
        cases={each.id: each for each in data_files.rows("trap/cases.tsv", Case, problems)},
        problems=tuple(problems),
    )
