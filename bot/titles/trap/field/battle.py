"""The scenario that is played, its options, and the hour of the day."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.events import tip_lines
from bot.kit.memo import Memo
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import RUSSIAN, CounterId, Unit
from bot.titles.trap.printed.tables import ScenarioRecord, Wave, tables
from bot.titles.trap.printed.units import named

PRINTED: Memo[State] = Memo("scenario")
"""Cached answers that depend on the scenario alone."""


def scenario(state: State) -> ScenarioRecord:
    """Return the printed record of the scenario."""
    return tables().scenarios[state.scenario]


def variant(state: State) -> bool:
    """Say whether points are counted and edges used as in the variant."""
    return scenario(state).rules == "variant"


def counts(state: State, building: str) -> bool:
    """Say whether a building counts points in the scenario."""
    objectives = scenario(state).objectives
    return not objectives or building in objectives


def option(state: State, name: str) -> bool:
    """Say whether the players have agreed on an option of yes and no."""
    return state.options.get(name, "no") == "yes"


@case("TRAP-8.6", "TRAP-2.1.2")
def night(state: State) -> bool:
    """Say whether it is the night turn."""
    return state.turn == tables().charts.track.night


def hour(turn: int) -> str:
    """Return the name of a turn on the turn track."""
    turns = tables().charts.track.turns
    return turns[turn - 1] if 0 < turn <= len(turns) else f"turn {turn}"


def stacking(seat: Seat) -> int:
    """Return how many units of a side a level holds."""
    limits = tables().charts.stacking
    return limits.russian if seat == RUSSIAN else limits.chechen


def wave_of(state: State, unit: Unit) -> Wave | None:
    """Return the wave with which a waiting unit comes, once its turn has come."""
    wave = coming_wave(state, unit)
    return wave if wave is not None and wave.turn <= state.turn else None


def coming_wave(state: State, unit: Unit) -> Wave | None:
    """Return the wave with which a waiting unit comes, now or later."""
    return _waves(state).get(unit.counter.open())


@PRINTED.keeps
def _waves(state: State) -> dict[CounterId, Wave]:
    """Return the wave with which each counter comes: the first that names it."""
    waves = reversed(scenario(state).russian.waves)
    return {counter: wave for wave in waves for counter in named(wave.units)}


def arrival_case(state: State, turn: int) -> str:
    """Return the case for Russian arrivals: in the first turn, or later."""
    first, later = ("TRAP-10.3.3", "TRAP-10.3.4") if variant(state) else ("TRAP-10.1.2", "TRAP-10.2.1")
    return first if turn <= 1 else later


def when(turn: int) -> str:
    """Name a turn with its hour: "turn 8 (1 January, 1000)"."""
    return f"turn {turn} ({hour(turn)})"


def tips(state: State, turn: int, moment: str) -> list[str]:
    """Return the lines of the scenario's advice for a moment."""
    now = (tip for tip in scenario(state).tips if tip.turn == turn and tip.at == moment)
    return tip_lines(state.options, now)
