"""The value of each hex for a unit: objectives nearby, cover and threats."""

from __future__ import annotations

from bot.kernel.secret import Seat, Seen
from bot.kit.memo import Sides
from bot.titles.tide.computer import crews, fires
from bot.titles.tide.field import board, units, values
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId

OBJECTIVE = 5.0
"""The value of taking an objective of value 1 by the end of a round."""


MINED = {"mines": 3.0, "instant-mines": 1.5, "strong-fire": 3.0, "weak-fire": 0.3}
"""The cost of entering these works."""


Goals = tuple[tuple[HexId, float], ...]
"""The goals of a unit, each with its value."""


class Prospect:
    """The value of each hex for a unit: objectives nearby, cover and threats."""

    def __init__(self, seen: Seen[State], unit: AnyUnit) -> None:
        self.seen, self.unit = seen, unit
        self.goals = _goals(seen, unit)
        self._values: dict[HexId, float] = {}
        self.here = self.value(unit.hex)

    def value(self, hex: HexId) -> float:
        """Return the value of a hex, computed once."""
        if hex not in self._values:
            self._values[hex] = self._weigh(hex)
        return self._values[hex]

    def _weigh(self, hex: HexId) -> float:
        state, unit = self.seen.state, self.unit
        worth = _worth(state, unit.side, self.goals, hex, values.cover(state, unit, hex))
        crew = crews.crew_value(state, unit, hex, self._within(hex))
        crowd = 0.25 * sum(u.side == unit.side and u.id != unit.id for u in units.at(state, hex))
        return worth + crew - crowd - _mined(state, unit.side, hex)

    def _within(self, hex: HexId) -> ShelterId:
        """Return the unit's shelter, if the hex is its own."""
        return getattr(self.unit, "within", ShelterId("")) if hex == self.unit.hex else ShelterId("")


GROUND: Sides[State] = Sides(values.threatening)


@GROUND.keeps
def _worth(state: State, seat: Seat, goals: Goals, hex: HexId, cover: int) -> float:
    """Return the value of a hex between goals and enemy, for units with this cover."""
    distance = board.map_of(state).distance
    pull = max((value * 0.8 ** distance(hex, goal) for goal, value in goals), default=0.0)
    danger = values.threat(state, seat, hex) * 0.12
    return pull - danger / (1 + cover) + cover * 0.3


@board.WORKS.keeps
def _mined(state: State, seat: Seat, hex: HexId) -> float:
    """Return the cost for a side to enter a hex."""
    mined = sum(MINED.get(work.kind, 0.0) for work in board.works_at(state, hex))
    return mined + fires.fear(state, seat, hex)


def _goals(seen: Seen[State], unit: AnyUnit) -> Goals:
    """Return the goals of a unit: unsafe objectives, worth less if friends are there."""
    state = seen.state
    goals: dict[HexId, float] = {}
    for objective in board.scenario(state).objectives:
        hex = HexId(objective.hex)
        theirs = any(u.side != seen.seat for u in units.at(state, hex))
        ours = any(u.side == seen.seat and u.id != unit.id for u in units.at(state, hex))
        held = state.control.get(hex) == seen.seat
        worth_it = OBJECTIVE * (0.5 + 0.5 * objective.value)
        if objective.kind == "command" and objective.nation not in ("", seen.seat):
            worth_it *= 0.5
        goals[hex] = worth_it * (0.35 if ours else 0.5 if held and not theirs else 1.0)
    return tuple(goals.items())
