"""What units do: they act, move, get in and out."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bot.kit.pieces import change, with_units
from bot.titles.trap.evolve.changes import aboard, lay, on, pay
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import Award, UnitId


def _costs(units: tuple[UnitId, ...], costs: ev.Costs) -> Mapping[UnitId, int] | None:
    """Return who paid what, as far as one may know it."""
    return dict(zip(units, costs.open(), strict=True)) if costs.known else None


@on(ev.Activated)
def _activated(state: State, e: ev.Activated) -> State:
    state = change(state, e.units, activated=True)
    new = tuple(id for id in e.units if id not in state.acted)
    return replace(state, acted=(*state.acted, *new)) if e.acting else state


@on(ev.Halted)
def _halted(state: State, e: ev.Halted) -> State:
    return state


@on(ev.Moved)
def _moved(state: State, e: ev.Moved) -> State:
    side = state.units[e.units[0]].side
    own = e.how != "retreat"
    went = [
        replace(
            unit,
            hex=e.path[-1],
            level=e.level,
            facing=facing,
            moved=unit.moved or own,
        )
        for unit, facing in zip((state.units[id] for id in e.units), e.facings, strict=True)
    ]
    riders = [
        replace(state.units[id], hex=e.path[-1], moved=state.units[id].moved or own)
        for id in aboard(state, e.units)
    ]
    state = with_units(lay(state, went), riders)
    return pay(state, side, _costs(e.units, e.costs)) if own else state


@on(ev.Entered)
def _entered(state: State, e: ev.Entered) -> State:
    unit = replace(state.units[e.unit], hex=e.path[-1], level="ground", facing=e.facing, moved=True)
    riders = [
        replace(state.units[id], hex=e.path[-1], facing=e.facing, moved=True) for id in aboard(state, [e.unit])
    ]
    state = with_units(lay(state, [unit]), riders)
    if e.rank:
        state = replace(state, entered={**state.entered, e.path[0]: e.rank})
    return pay(state, unit.side, _costs((e.unit,), e.costs))


@on(ev.Faced)
def _faced(state: State, e: ev.Faced) -> State:
    return change(state, e.units, facing=e.facing)


@on(ev.Loaded)
def _loaded(state: State, e: ev.Loaded) -> State:
    vehicle = state.units[e.into]
    climbed = e.costs is not None and not e.cost
    state = change(state, e.units, aboard=e.into, hex=vehicle.hex, level="ground", climbed=climbed)
    state = pay(state, vehicle.side, {e.into: e.cost})
    return pay(state, vehicle.side, _costs(e.units, e.costs)) if e.costs is not None else state


@on(ev.Unloaded)
def _unloaded(state: State, e: ev.Unloaded) -> State:
    out = [
        replace(
            state.units[id],
            aboard=UnitId(""),
            hex=e.hex,
            level="ground",
            facing=e.facing,
            got_out=e.how == "unload",
        )
        for id in e.units
    ]
    side = state.units[e.vehicle].side
    state = pay(lay(state, out), side, {e.vehicle: e.cost})
    return pay(state, side, _costs(e.units, e.costs)) if e.costs is not None else state


@on(ev.StatusChanged)
def _status_changed(state: State, e: ev.StatusChanged) -> State:
    return change(state, [e.unit, *e.also], status=e.status)


@on(ev.ControlTaken)
def _control_taken(state: State, e: ev.ControlTaken) -> State:
    return replace(state, control={**state.control, **dict.fromkeys(e.hexes, e.seat)})


@on(ev.Awarded)
def _awarded(state: State, e: ev.Awarded) -> State:
    award = Award(e.seat, e.halves, e.cite, e.why, state.turn)
    return replace(state, awards=(*state.awards, award)) if e.halves else state


@on(ev.OrdersGiven)
def _orders_given(state: State, e: ev.OrdersGiven) -> State:
    return replace(state, orders={**state.orders, e.seat: e.orders})
