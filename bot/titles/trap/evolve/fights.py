"""Fire, assault, rubble, wrecks, interdiction and batteries."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kit.pieces import change
from bot.titles.trap.evolve.changes import lay, on
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import BatteryId, HexId, UnitId

NOWHERE = HexId("")


@on(ev.Fired)
def _fired(state: State, e: ev.Fired) -> State:
    state = change(state, [e.unit], fired=True, activated=True)
    return change(state, [e.shot.unit], shot_at=True)


def _spot(state: State, spotter: UnitId) -> State:
    """Note who has spotted."""
    return change(state, [spotter], spotted=True) if spotter else state


@on(ev.Shelled)
def _shelled(state: State, e: ev.Shelled) -> State:
    state = _spot(state, e.spotter)
    if e.battery:
        return _use(state, e.battery, NOWHERE)
    return change(state, [e.unit], fired=True, activated=True)


def _use(state: State, battery: BatteryId, hex: HexId) -> State:
    """Use a battery up for the turn; it may keep a hex under fire."""
    used = replace(state.batteries[battery], used=True, hex=hex)
    return replace(state, batteries={**state.batteries, battery: used})


@on(ev.Struck)
def _struck(state: State, e: ev.Struck) -> State:
    return _use(_spot(state, e.spotter), e.battery, NOWHERE)


@on(ev.Interdicted)
def _interdicted(state: State, e: ev.Interdicted) -> State:
    state = _use(_spot(state, e.spotter), e.battery, e.hex if e.holds else NOWHERE)
    return replace(state, interdiction=state.interdiction and not e.over)


@on(ev.Harassed)
def _harassed(state: State, e: ev.Harassed) -> State:
    return state


@on(ev.BlockFired)
def _block_fired(state: State, e: ev.BlockFired) -> State:
    return change(state, [e.unit], fired=True, activated=True)


@on(ev.Cleared)
def _cleared(state: State, e: ev.Cleared) -> State:
    if e.what == "wreck":
        return replace(state, wrecks=tuple(hex for hex in state.wrecks if hex != e.hex))
    return replace(state, roadblocked=tuple(hex for hex in state.roadblocked if hex != e.hex))


@on(ev.Assaulted)
def _assaulted(state: State, e: ev.Assaulted) -> State:
    state = change(state, e.units, activated=True, fired=True)
    return change(state, e.defenders, activated=True)


@on(ev.Wrecked)
def _wrecked(state: State, e: ev.Wrecked) -> State:
    return state if e.hex in state.wrecks else replace(state, wrecks=(*state.wrecks, e.hex))


@on(ev.Rubbled)
def _rubbled(state: State, e: ev.Rubbled) -> State:
    state = replace(state, rubble=(*state.rubble, e.hex))
    return lay(state, [replace(state.units[id], level="ground") for id in e.down])
