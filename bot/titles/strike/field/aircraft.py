"""Air units: where they support, how far they fly, what they can bomb."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import NOBODY, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables


def supporters(state: State, area: AreaId) -> tuple[Unit, ...]:
    """Return the air units that can support a battle: in its area, without a mission."""
    return tuple(unit for unit in counters.air(state) if unit.place == area and is_free(state, unit))


@case("9.2")
def is_free(state: State, unit: Unit) -> bool:
    """Return whether an air unit has no mission, cuts no railway and has not bombed."""
    return unit.mission == "" and unit.id not in state.tried and not counters.interdicts(state, unit)


@case("9.1.1", "9.2.2", "9.2.4")
def within_range(state: State, area: AreaId) -> tuple[Unit, ...]:
    """Return the free air units that can reach an area."""
    here, reach = counters.map_of(state), tables().numbers.air.range
    return tuple(
        unit for unit in counters.air(state) if is_free(state, unit) and here.distance(unit.place, area) <= reach
    )


@case("9.2.2")
def bomb_targets(state: State) -> tuple[Unit, ...]:
    """Return the Russian trucks that an air unit can bomb."""
    return tuple(trucks for trucks in counters.trucks(state, RUSSIAN) if within_range(state, trucks.place))


def bomber(state: State, target: Unit, busy: tuple[UnitId, ...], named: UnitId = NOBODY) -> Unit | None:
    """Return the air unit named to bomb trucks, else the best idle one."""
    able = [unit for unit in within_range(state, target.place) if unit.id not in busy]
    if named:
        return next((unit for unit in able if unit.id == named), None)
    return max(able, key=counters.rating, default=None)
