"""The Commissar's place, and its effects."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import RUSSIAN, AreaId, Unit
from bot.titles.strike.printed.ground import point, steps
from bot.titles.strike.printed.tables import tables


def commissar(state: State) -> Unit | None:
    """Return the Commissar if he is on the map."""
    return next((unit for unit in counters.of(state, RUSSIAN) if counters.is_kind(unit, "commissar")), None)


@case("7.2.1", "7.2.2")
def under_commissar(state: State, area: AreaId) -> bool:
    """Say whether Russians in an area fight under the eyes of the Commissar."""
    watching = commissar(state)
    return watching is not None and watching.place == area


@case("11.1.1", "11.1.2", "7.2.2a")
def must_attack(state: State, areas: tuple[AreaId, ...]) -> AreaId | None:
    """Return the area where the Russians have to attack since the Commissar is there."""
    return next((area for area in areas if state.seat == RUSSIAN and under_commissar(state, area)), None)


def first_turn(state: State) -> int:
    """Return his first turn; the players may agree on the beginning."""
    return 1 if state.options.get("commissar") == "from turn 1" else tables().numbers.commissar.from_turn


def calls(state: State) -> bool:
    """Return whether the Commissar is called after this turn's Russian movement."""
    return "commissar" not in counters.scenario(state).without and state.turn >= first_turn(state)


def shared_oxes(state: State) -> tuple[AreaId, ...]:
    """Return the oxes with troops of both sides, his possible goals."""
    here = counters.map_of(state)
    return tuple(area for area in counters.shared(state) if not here[area].is_diamond)


def nearest_shared(state: State, ox: str) -> tuple[AreaId, ...]:
    """Return the oxes nearest to a place with troops of both sides."""
    here, oxes = counters.map_of(state), shared_oxes(state)
    start = point(ox)
    least = min((steps(start, here[area].at) for area in oxes), default=0)
    return tuple(area for area in oxes if steps(start, here[area].at) == least)
