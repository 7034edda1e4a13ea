"""Nightfall: some of the eliminated are replaced."""

from __future__ import annotations

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat, private
from bot.titles.trap import events as ev
from bot.titles.trap.field.battle import scenario
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.points import contested
from bot.titles.trap.field.units import record
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, Unit, UnitId
from bot.titles.trap.play.base import Play, lots, tens
from bot.titles.trap.play.drawing import arrive
from bot.titles.trap.play.random_events import eliminated

ROAD_BLOCK = UnitId("")
"""Stands for a road block among those on whom the lot may fall."""


# TRAP-R47
@case("TRAP-10.4")
def landmarks(state: State, seat: Seat) -> int:
    """Count the landmark buildings that a side has to itself, rubble or not."""
    return sum(
        not contested(state, key) and all(state.control.get(hex) == seat for hex in ground().building(key))
        for key in ground().record.landmarks
    )


# TRAP-R48
@case("TRAP-10.4-1", "TRAP-10.4-2", "TRAP-10.4-3")
def replaceable(unit: Unit) -> bool:
    """Say whether a unit may be replaced: no vehicle, no Schmel, and not Dudayev."""
    what = record(unit)
    return not what.vehicle and what.kind != "schmel" and not what.named


def by_lot(play: Play, seat: Seat, blocks: int, most: int) -> tuple[tuple[UnitId, ...], tuple[Roll, ...]]:
    """Draw the units and road blocks to replace."""
    among = [id for id in eliminated(play.state, seat) if replaceable(play.state.units[id])]
    among += [ROAD_BLOCK] * blocks
    return lots(play, "who is replaced", among, most)


# TRAP-R47, TRAP-R96
@case("TRAP-10.4")
def fall(play: Play) -> None:
    """Roll for both sides.

    Russians return at once; Chechens join the pool, and the next marker brings more.
    """
    for seat in (CHECHEN, RUSSIAN):
        roll = play.dice.roll("replacements", 1)
        held = landmarks(play.state, seat)
        lost = _blocks_lost(play.state) if seat == CHECHEN else 0
        drawn, rolls = by_lot(play, seat, lost, roll.faces[0] + held)
        units = tuple(id for id in drawn if id != ROAD_BLOCK)
        if seat == RUSSIAN:
            play.emit(ev.ReplacementsRolled(seat, roll, held, units, rolls))
            if units:
                arrive(play, RUSSIAN, units, "replacement")
            continue
        counters = (play.state.units[id].counter.open() for id in units)
        pool = tuple(sorted((*play.state.pool.open(), *counters)))
        arrives = play.dice.roll("Chechen replacements that arrive", 1, 10) if units else None
        play.emit(
            ev.ReplacementsRolled(
                seat, roll, held, units, rolls, private(pool), len(pool), len(drawn) - len(units),
                min(tens(arrives), len(pool)) if arrives is not None else 0, arrives,
            )
        )  # fmt: skip


def _blocks_lost(state: State) -> int:
    """Count the road blocks that were cleared: neither on the map nor beside it."""
    return max(0, scenario(state).chechen.roadblocks - state.roadblocks - len(state.roadblocked))
