"""Holders of areas, and the winner."""

from __future__ import annotations

from bot.kernel.game import Outcome
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN
from bot.titles.strike.printed.tables import tables


@case("13.1.1", "13.1.2", "13.1.3")
def holds(state: State, seat: Seat, objective: str) -> bool:
    """Say whether a side controls an objective: every area of it."""
    areas = counters.map_of(state).objective(objective)
    return bool(areas) and all(state.control.get(area) == seat for area in areas)


@case("13.2", "13.3")
def objectives(state: State, seat: Seat) -> tuple[str, ...]:
    """Return a side's objectives: the latest, or the fortress cities without any."""
    return state.objectives[seat] or tables().numbers.objectives.default


def attained(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the objectives that a side controls."""
    return tuple(name for name in objectives(state, seat) if holds(state, seat, name))


@case("13.5", "13.0")
def outcome(state: State) -> Outcome:
    """Return how the game stands, as if it ended now."""
    count = {seat: len(attained(state, seat)) for seat in (GERMAN, RUSSIAN)}
    all_of = [seat for seat in count if count[seat] == len(objectives(state, seat))]
    tally = ", ".join(
        f"the {seat.title()} side holds {count[seat]} of its {len(objectives(state, seat))} objectives"
        for seat in count
    )
    if len(all_of) == 1:
        return Outcome((all_of[0],), f"A decisive victory: {tally}.")
    if all_of or count[GERMAN] == count[RUSSIAN]:
        return Outcome((), f"A draw: {tally}.")
    better = max(count, key=lambda seat: count[seat])
    return Outcome((better,), f"A marginal victory: {tally}.")
