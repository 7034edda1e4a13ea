"""Units: their known types, their places and their order in stacks."""

from __future__ import annotations

from operator import attrgetter

from msgspec import UnsetType

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.memo import Alike, Memo, Sides
from bot.kit.pieces import grouped
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import BOXES, CHECHEN, RUSSIAN, HexId, Level, Unit, UnitId
from bot.titles.trap.printed.units import CounterRecord, counters

PLACES: Memo[State] = Memo("units", "scenario")
"""Cached answers that depend on the places of units."""
EYES: Memo[State] = Memo("units", "turn", "scenario")
"""Cached answers that depend on units and the hour."""
STEPS: Memo[State] = Memo("units", "turn", "rubble", "roadblocked", "wrecks", "batteries", "scenario", "options")
"""Cached costs of steps, which depend on the city, the units and artillery fire."""
POSITION: Memo[State] = Memo(
    "units", "turn", "rubble", "roadblocked", "wrecks", "batteries", "spent", "acted", "steps", "control",
    "entered", "restricted", "scenario", "options",
)  # fmt: skip
"""Cached answers that depend on the whole position."""


def other(seat: Seat) -> Seat:
    """Return the other side."""
    return CHECHEN if seat == RUSSIAN else RUSSIAN


def city(state: State) -> tuple[object, ...]:
    """Return the present city."""
    return state.rubble, state.roadblocked, state.wrecks, state.scenario, ground()


CITY: Alike[State] = Alike(city)
"""Cached answers that depend on the present city."""


def _eyes(state: State, seat: Seat) -> tuple[object, ...]:
    """Return all that decides what the units of a side see and fire at."""
    return of(state, seat), state.turn, state.rubble, state.scenario, ground()


WATCH: Sides[State] = Sides(_eyes)
"""Cached answers that depend on one side's sight and arms alone."""


def record(unit: Unit) -> CounterRecord:
    """Return the printed record of a unit's counter.

    Raises `Hidden` if the seat may not know it.
    """
    return counters().units[unit.counter.open()]


def known(unit: Unit) -> CounterRecord | None:
    """Return the printed record of a unit's counter; `None` if it is unknown."""
    counter = unit.counter.value
    return None if isinstance(counter, UnsetType) else counters().units[counter]


# TRAP-R98
def seen_aboard(unit: Unit) -> bool:
    """Return whether a unit visibly rides; a covered unit hides it (3.6)."""
    return bool(unit.aboard) and unit.counter.known


def flipped(unit: Unit) -> bool:
    """Return whether a unit shows its activated side: it acted or fired this turn."""
    return unit.activated or unit.fired


def on_the_sheet(unit: Unit) -> tuple[str, int]:
    """Return the sort key of the counter sheet, with numbers by size."""
    key = unit.counter.open()
    letters = key.rstrip("0123456789")
    return letters, int(key[len(letters) :] or 0)


def on_map(unit: Unit) -> bool:
    """Say whether a unit is on the map."""
    return unit.hex not in BOXES


def of(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Return the units of a side that are on the map."""
    return _by_side(state).get(seat, ())


@PLACES.keeps
def _by_side(state: State) -> dict[Seat, tuple[Unit, ...]]:
    """Return the units on the map of each side."""
    return grouped(filter(on_map, state.units.values()), attrgetter("side"))


@PLACES.keeps
def _by_hex(state: State) -> dict[HexId, tuple[Unit, ...]]:
    """Return the units of each hex."""
    return grouped(state.units.values(), attrgetter("hex"))


def at(state: State, hex: HexId, level: Level | None = None, seat: Seat | None = None) -> tuple[Unit, ...]:
    """Return the units in a hex, passengers included; by level and side if given."""
    there = _by_hex(state).get(hex, ())
    if not there or (level is None and seat is None):
        return there
    return tuple(unit for unit in there if level in (None, unit.level) and seat in (None, unit.side))


@PLACES.keeps
def vehicle_stands(state: State, hex: HexId, seat: Seat) -> bool:
    """Return whether a known vehicle of a side is on the ground of a hex."""
    return any((what := known(unit)) is not None and what.vehicle for unit in at(state, hex, "ground", seat))


def stack(state: State, hex: HexId, level: Level, seat: Seat) -> tuple[Unit, ...]:
    """Return a stack from its top down; passengers are right below their vehicle."""
    units = at(state, hex, level, seat)
    heights = {unit.id: unit.height for unit in units}

    def place(unit: Unit) -> tuple[int, bool, int]:
        return (-heights.get(unit.aboard, unit.height), bool(unit.aboard), -unit.height)

    return tuple(sorted(units, key=place))


# TRAP-R98
def top(state: State, hex: HexId, level: Level, seat: Seat) -> Unit | None:
    """Return the unit on top of a stack."""
    units = stack(state, hex, level, seat)
    return units[0] if units else None


@PLACES.keeps
def leaders(state: State, side: Seat) -> tuple[Unit, ...]:
    """Return the known leaders of a side on the map who are awake."""
    known_there = ((unit, known(unit)) for unit in of(state, side) if awake(unit))
    return tuple(unit for unit, what in known_there if what is not None and what.kind == "leader")


@PLACES.keeps
def _aboard(state: State) -> dict[UnitId, tuple[Unit, ...]]:
    """Return the passengers of each vehicle."""
    riding = (unit for unit in state.units.values() if unit.aboard in state.units)
    with_it = (unit for unit in riding if unit.hex == state.units[unit.aboard].hex)
    return grouped(with_it, lambda unit: unit.aboard)


def riders(state: State, vehicle: UnitId) -> tuple[Unit, ...]:
    """Return the passengers of a vehicle."""
    return _aboard(state).get(vehicle, ())


@case("TRAP-8.2")
def inside(state: State, unit: Unit) -> bool:
    """Say whether a unit is inside an APC; on a tank it rides in the open."""
    carrier = known(state.units[unit.aboard]) if unit.aboard else None
    return carrier is not None and carrier.kind == "apc"


@case("TRAP-2.3")
def awake(unit: Unit) -> bool:
    """Say whether a unit is in good enough order to see and to act."""
    return unit.status in ("normal", "suppressed", "pinned")
