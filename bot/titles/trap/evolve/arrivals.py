"""Units that come and go, and who may read their counters."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kit.pieces import with_units
from bot.titles.trap.evolve.changes import lay, on, take_off
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Arrival
from bot.titles.trap.model.table import CHECHEN, ELIMINATED, EXITED, REMOVED, UnitId


def _placing(state: State, *units: UnitId) -> State:
    """Take units off the list of those that are still to be placed."""
    step = state.steps[-1] if state.steps else None
    if not isinstance(step, Arrival):
        return state
    left = tuple(id for id in step.units if id not in units)
    return replace(state, steps=(*state.steps[:-1], replace(step, units=left)))


@on(ev.UnitsDrawn)
def _units_drawn(state: State, e: ev.UnitsDrawn) -> State:
    state = with_units(state, e.units)
    return replace(
        state,
        pool=e.pool,
        undrawn=e.undrawn,
        drawn=state.drawn + len(e.units),
        ambushed=state.ambushed or e.why == "ambush",
        replacements=state.replacements - e.replaced,
    )


@on(ev.UnitsReturned)
def _units_returned(state: State, e: ev.UnitsReturned) -> State:
    for unit in e.units:
        state = take_off(state, unit, REMOVED)
    return replace(_placing(state, *e.units), pool=e.pool, undrawn=e.undrawn)


@on(ev.Placed)
def _placed(state: State, e: ev.Placed) -> State:
    unit = replace(state.units[e.unit], hex=e.hex, level=e.level, facing=e.facing, aboard=e.aboard)
    return _placing(lay(state, [unit]), e.unit)


@on(ev.RoadBlockPlaced)
def _road_block_placed(state: State, e: ev.RoadBlockPlaced) -> State:
    step = state.steps[-1] if state.steps else None
    if isinstance(step, Arrival):
        state = replace(state, steps=(*state.steps[:-1], replace(step, blocks=step.blocks - 1)))
    return replace(state, roadblocked=(*state.roadblocked, e.hex), roadblocks=state.roadblocks - 1)


@on(ev.Evacuated)
def _evacuated(state: State, e: ev.Evacuated) -> State:
    return _placing(take_off(state, e.unit, REMOVED, e.counter), e.unit)


@on(ev.ReplacementsRolled)
def _replacements_rolled(state: State, e: ev.ReplacementsRolled) -> State:
    if e.seat != CHECHEN:
        return state
    for unit in e.units:
        state = take_off(state, unit, REMOVED)
    return replace(
        state,
        pool=state.pool if e.pool is None else e.pool,
        undrawn=e.undrawn,
        roadblocks=state.roadblocks + e.roadblocks,
        replacements=e.arrive,
    )


@on(ev.Eliminated)
def _eliminated(state: State, e: ev.Eliminated) -> State:
    return take_off(state, e.unit, ELIMINATED, e.counter)


@on(ev.Exited)
def _exited(state: State, e: ev.Exited) -> State:
    for unit, counter in zip(e.units, e.counters, strict=True):
        state = take_off(state, unit, EXITED, counter)
    return state


@on(ev.Looked)
def _looked(state: State, e: ev.Looked) -> State:
    return with_units(state, [replace(state.units[id], counter=counter) for id, counter in e.counters.items()])
