"""How good each hex is for a unit: objectives near, cover, and what threatens it there."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.titles.tide.computer import crews, fires
from bot.titles.tide.field import board, units, values
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId

OBJECTIVE = 5.0
"""What standing on an objective of value 1 is worth at the end of a round, when the enemy would hold it."""


MINED = {"mines": 3.0, "instant-mines": 1.5, "strong-fire": 3.0, "weak-fire": 0.3}
"""What it costs to enter them."""


class Prospect:
    """How good each hex is for one unit: objectives near, cover, and what threatens it."""

    def __init__(self, seen: Seen[State], unit: AnyUnit) -> None:
        self.seen, self.unit = seen, unit
        self.goals = _goals(seen, unit)
        self._values: dict[HexId, float] = {}
        self.here = self.value(unit.hex)

    def value(self, hex: HexId) -> float:
        """Return how good a hex is, worked out once."""
        if hex not in self._values:
            self._values[hex] = self._weigh(hex)
        return self._values[hex]

    def _weigh(self, hex: HexId) -> float:
        state, map = self.seen.state, board.map_of(self.seen.state)
        pull = max((value * 0.8 ** map.distance(hex, goal) for goal, value in self.goals.items()), default=0.0)
        danger = values.threat(state, self.unit.side, hex) * 0.12
        cover = values.cover(state, self.unit, hex)
        shelter = cover * 0.3
        crowd = 0.25 * sum(u.side == self.unit.side and u.id != self.unit.id for u in units.at(state, hex))
        mined = sum(MINED.get(work.kind, 0.0) for work in board.works_at(state, hex))
        mined += fires.fear(state, self.unit.side, hex)
        crew = crews.crew_value(state, self.unit, hex, self._within(hex))
        return pull - danger / (1 + cover) + shelter + crew - crowd - mined

    def _within(self, hex: HexId) -> ShelterId:
        """Return what the unit is inside of, in the hex where it is."""
        return getattr(self.unit, "within", ShelterId("")) if hex == self.unit.hex else ShelterId("")


def _goals(seen: Seen[State], unit: AnyUnit) -> dict[HexId, float]:
    """Return what draws a unit: objectives that are not safe in our hands, less where friends already stand."""
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
    return goals
