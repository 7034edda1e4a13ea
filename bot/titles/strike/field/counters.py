"""Units, their places and the limits of areas: questions to a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.memo import Memo, Sides
from bot.kit.pieces import grouped
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BOXES, COMBAT, GERMAN, RUSSIAN, AreaId, Orders, Unit, UnitId
from bot.titles.strike.printed.ground import Ground, in_play
from bot.titles.strike.printed.records import Mover, Ratings, ScenarioRecord, SideRecord, UnitRecord
from bot.titles.strike.printed.tables import tables

POSITION: Memo[State] = Memo(
    "units", "converted", "control", "objectives", "weather", "turn", "scenario", "options"
)
"""Cached answers that depend on positions, weather, turn and map."""

NOW: Memo[State] = Memo()
"""Cached answers that depend on the whole state."""


def scenario(state: State) -> ScenarioRecord:
    """Return the record of the scenario that is played."""
    return tables().scenarios[state.scenario]


def side(state: State, seat: Seat) -> SideRecord:
    """Return the scenario's part for a side."""
    return scenario(state).sides[seat]  # type: ignore[index]


@cache
def ground(scenario: str) -> Ground:
    """Return the map of a scenario."""
    return in_play(tables(), tables().scenarios[scenario])


def map_of(state: State) -> Ground:
    """Return the map that is played on."""
    return ground(state.scenario)


def other(seat: Seat) -> Seat:
    """Return the opponent of a side."""
    return RUSSIAN if seat == GERMAN else GERMAN


def orders(state: State, seat: Seat) -> Orders:
    """Return a side's standing orders, if they are readable."""
    return state.orders[seat].open()


# Types of units.


def record(unit: Unit) -> UnitRecord:
    """Return the record of a unit."""
    return tables().units[unit.id]


@case("1.2")
def ratings(unit: Unit) -> Ratings:
    """Return strength, operations rating and movement of the side up; 0 if disrupted."""
    printed = record(unit)
    if not unit.down or printed.kind == "luftwaffe":
        return printed.full
    return printed.reduced or (0, 0, 0)


def strength(unit: Unit) -> int:
    """Return the combat strength of a unit as it is."""
    return ratings(unit)[0]


def price(unit: Unit) -> int:
    """Return the operations rating of a unit as it is."""
    return ratings(unit)[1]


def rating(unit: Unit) -> int:
    """Return the present support rating of a leader, or combat rating of an air unit."""
    return record(unit).rating[unit.down]


def fights(unit: Unit) -> bool:
    """Say whether a unit is a ground combat unit."""
    return record(unit).kind in COMBAT


def is_kind(unit: Unit, *kinds: str) -> bool:
    """Say whether a unit is of one of these kinds."""
    return record(unit).kind in kinds


def marches(unit: Unit) -> bool:
    """Say whether a unit moves over the ground: troops, leaders and trucks."""
    return fights(unit) or is_kind(unit, "leader", "trucks")


@case("6.3.2")
def is_armour(unit: Unit) -> bool:
    """Return whether a unit has a tank picture: panzer, mechanized and tank units."""
    return record(unit).arm in ("armour", "mechanized")


def is_infantry(unit: Unit) -> bool:
    """Return whether a unit is infantry, militia, garrison, Finns and Hungarians too."""
    return record(unit).arm == "infantry"


def mover(unit: Unit) -> Mover:
    """Return how a unit pays for terrain."""
    if is_kind(unit, "leader", "trucks"):
        return "leader" if is_kind(unit, "leader") else "trucks"
    return "armour" if is_armour(unit) else "infantry"


@case("4.1.3")
def size(unit: Unit) -> int:
    """Count a unit in corps: an army or a panzer group is two, even if reduced."""
    kind = record(unit).kind
    return 2 if kind in ("army", "group") else 1 if kind in COMBAT else 0


@case("11.9.2")
def steps(unit: Unit) -> int:
    """Count the steps that a unit can lose."""
    if not fights(unit):
        return 0
    return 1 if unit.down or record(unit).reduced is None else 2


def is_finnish(unit: Unit) -> bool:
    """Say whether a unit is Finnish."""
    return record(unit).nation == "finnish"


HOME_OF_THE_FINNS = "finland"


# Where units are.


def on_map(unit: Unit) -> bool:
    """Say whether a unit is on the map."""
    return unit.place not in BOXES


@POSITION.keeps
def by_place(state: State) -> dict[AreaId, tuple[Unit, ...]]:
    """Return all units by the area or the box in which they are."""
    return grouped(state.units.values(), lambda unit: unit.place)


def at(state: State, area: AreaId, seat: Seat | None = None) -> tuple[Unit, ...]:
    """Return the units in an area or a box, of one side if it is named."""
    units = by_place(state).get(area, ())
    return tuple(unit for unit in units if unit.side == seat) if seat is not None else units


@POSITION.keeps
def troops(state: State, area: AreaId, seat: Seat) -> tuple[Unit, ...]:
    """Return the ground combat units of a side in an area."""
    return tuple(unit for unit in by_place(state).get(area, ()) if unit.side == seat and fights(unit))


@POSITION.keeps
def of(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Return the units of a side that are on the map."""
    return tuple(unit for unit in state.units.values() if unit.side == seat and unit.place not in BOXES)


def own(state: State, seat: Seat, unit: UnitId) -> Unit | None:
    """Return a unit of a side that is on the map, `None` for anything else."""
    found = state.units.get(unit)
    return found if found is not None and found.side == seat and on_map(found) else None


@case("5.1.1")
@POSITION.keeps
def held(state: State, seat: Seat) -> frozenset[AreaId]:
    """Return the areas of a side's ground combat units, its only zones of control."""
    return frozenset(unit.place for unit in of(state, seat) if fights(unit))


@POSITION.keeps
def shared(state: State) -> tuple[AreaId, ...]:
    """Return the areas with ground combat units of both sides, in map order."""
    both = held(state, GERMAN) & held(state, RUSSIAN)
    return tuple(area for area in map_of(state).areas if area in both)


def leaders(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Return the leaders of a side on the map that are not disrupted."""
    return _ready(state, seat, "leader")


@POSITION.keeps
def _ready(state: State, seat: Seat, kind: str) -> tuple[Unit, ...]:
    """Return the units of a kind on the map that are not disrupted."""
    return tuple(unit for unit in of(state, seat) if is_kind(unit, kind) and not unit.down)


def trucks(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Return the trucks of a side on the map that are not disrupted."""
    return _ready(state, seat, "trucks")


@POSITION.keeps
def air(state: State) -> tuple[Unit, ...]:
    """Return the air units on the map."""
    return tuple(unit for unit in of(state, GERMAN) if is_kind(unit, "luftwaffe"))


@case("9.2.1", "6.4.2a")
def interdicts(state: State, unit: Unit) -> bool:
    """Return whether an air unit cuts a Russian railway; it then has no mission.

    German ground units cut the line anyway, which frees the air unit to support them.
    """
    return (
        unit.mission == ""
        and bool(map_of(state)[unit.place].rails)
        and unit.place not in state.converted
        and unit.place not in held(state, GERMAN)
    )


@POSITION.keeps
def interdicted(state: State) -> frozenset[AreaId]:
    """Return the areas where air units cut Russian railways."""
    return frozenset(unit.place for unit in air(state) if interdicts(state, unit))


@case("5.1.2", "9.2.1")
def stops(state: State, seat: Seat) -> frozenset[AreaId]:
    """Return the areas that stop a side: enemies, and aircraft on Russian railways."""
    enemies = held(state, other(seat))
    return enemies | interdicted(state) if seat == RUSSIAN else enemies


@POSITION.keeps
def cut_by_partisans(state: State) -> frozenset[AreaId]:
    """Return the oxes whose railways partisans have cut."""
    return frozenset(
        unit.place for unit in of(state, RUSSIAN) if is_kind(unit, "partisans") and record(unit).trait == "rail"
    )


def front(state: State, seat: Seat) -> tuple[object, ...]:
    """Return the factors of a side's ways: the enemy, the railways and the weather."""
    return (
        map_of(state), state.options, state.weather, state.converted,
        held(state, other(seat)), interdicted(state), cut_by_partisans(state),
    )  # fmt: skip


FRONTS: Sides[State] = Sides(front)
"""Cached answers that depend on the enemies of a side, but not on its own units."""


# How many may stand there.


@case("4.1.1", "4.1.2")
def limit(state: State, area: AreaId) -> int:
    """Return how many corps of one side an area holds."""
    printed = tables().numbers.stacking
    return printed.diamond if map_of(state)[area].is_diamond else printed.ox


@case("4.1.3", "4.1.5")
def stacked(units: Iterable[Unit]) -> int:
    """Count the corps of some units; leaders, trucks, air units and markers are free."""
    return sum(size(unit) for unit in units)


@POSITION.keeps
def room(state: State, area: AreaId, seat: Seat) -> int:
    """Return a side's room in an area in corps; below 0 it is overstacked."""
    return limit(state, area) - stacked(at(state, area, seat))


@POSITION.keeps
def crowded(state: State, seat: Seat) -> tuple[AreaId, ...]:
    """Return the areas where too many units of a side stand."""
    occupied = by_place(state)
    return tuple(area for area in map_of(state).areas if area in occupied and room(state, area, seat) < 0)


@case("6.1.1")
def may_stand(state: State, unit: Unit, area: AreaId) -> bool:
    """Return whether a unit may end in an area: no armies or trucks in diamonds.

    The rule lets leaders enter them, unless the players agreed otherwise.
    """
    if not map_of(state)[area].is_diamond:
        return True
    if is_kind(unit, "leader"):
        return state.options.get("leaders") != "barred"
    return not is_kind(unit, "army", "trucks", "rail")


@case("6.1.1")
def may_pass(state: State, unit: Unit, area: AreaId) -> bool:
    """Return whether a unit may pass an area.

    Armies and trucks may cross two diamonds.
    """
    return may_stand(state, unit, area) or (
        map_of(state)[area].record.armies_pass and not is_kind(unit, "leader", "rail")
    )


# Units nearby.


def leaders_near(state: State, seat: Seat, area: AreaId) -> Iterator[Unit]:
    """Yield the leaders of a side who are in an area or next to it and not disrupted."""
    near = (area, *map_of(state)[area].next)
    return (leader for leader in leaders(state, seat) if leader.place in near)
