"""Effects of events on units."""

from __future__ import annotations

from msgspec.structs import replace

from bot.titles.tide.evolve.changes import laid_open, on, squad_of, with_figures, with_units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import ShelterId, Squad, Vehicle


@on(ev.Placed)
def _placed(state: State, e: ev.Placed) -> State:
    unit = replace(state.units[e.unit], hex=e.hex)
    if isinstance(unit, Squad):
        base = unit.base if e.shown is None else laid_open(unit.base, e.shown)
        unit = replace(unit, within=e.within, concealed=e.concealed, base=base)
    return with_units(state, unit)


@on(ev.Thrown)
def _thrown(state: State, e: ev.Thrown) -> State:
    return state


@on(ev.Activated)
def _activated(state: State, e: ev.Activated) -> State:
    return state


@on(ev.Moved)
def _moved(state: State, e: ev.Moved) -> State:
    mover = replace(state.units[e.unit], hex=e.hex)
    if isinstance(mover, Squad):
        return with_units(state, mover)
    aboard = [
        replace(unit, hex=e.hex)
        for unit in state.units.values()
        if isinstance(unit, Squad) and unit.within == ShelterId(e.unit)
    ]
    return with_units(state, mover, *aboard)


@on(ev.Tested)
def _tested(state: State, e: ev.Tested) -> State:
    return state


@on(ev.Captured)
def _captured(state: State, e: ev.Captured) -> State:
    return with_units(state, replace(state.units[e.unit], side=e.seat))


@on(ev.Sheltered)
def _sheltered(state: State, e: ev.Sheltered) -> State:
    return with_units(state, replace(squad_of(state, e.unit), within=e.within))


@on(ev.Marked)
def _marked(state: State, e: ev.Marked) -> State:
    return with_units(state, *(replace(state.units[unit], activity=e.activity) for unit in e.units))


@on(ev.Revealed)
def _revealed(state: State, e: ev.Revealed) -> State:
    squad = squad_of(state, e.unit)
    return with_units(state, replace(squad, concealed=False, base=laid_open(squad.base, e.base)))


@on(ev.Attacked)
def _attacked(state: State, e: ev.Attacked) -> State:
    return state


@on(ev.Assaulted)
def _assaulted(state: State, e: ev.Assaulted) -> State:
    return state


@on(ev.FigureLost)
def _figure_lost(state: State, e: ev.FigureLost) -> State:
    squad = squad_of(state, e.unit)
    figures = list(squad.base.open().figures)
    figures.remove(e.figure)
    state = with_units(state, with_figures(squad, figures))
    return replace(state, lost={**state.lost, squad.side: (*state.lost[squad.side], e.figure)})


@on(ev.Destroyed)
def _destroyed(state: State, e: ev.Destroyed) -> State:
    gone = state.units[e.unit]
    kinds = gone.base.open().figures if isinstance(gone, Squad) else (gone.kind,)
    return replace(
        state,
        munitions={unit: munition for unit, munition in state.munitions.items() if unit != e.unit},
        units={key: unit for key, unit in state.units.items() if key != e.unit},
        lost={**state.lost, gone.side: (*state.lost[gone.side], *kinds)},
    )


@on(ev.Suppressed)
def _suppressed(state: State, e: ev.Suppressed) -> State:
    return with_units(state, replace(squad_of(state, e.unit), morale=e.morale))


@on(ev.Damaged)
def _damaged(state: State, e: ev.Damaged) -> State:
    vehicle = state.units[e.unit]
    assert isinstance(vehicle, Vehicle)
    return with_units(state, replace(vehicle, damage=e.damage))


@on(ev.Healed)
def _healed(state: State, e: ev.Healed) -> State:
    if not e.figure:
        return state
    squad = squad_of(state, e.unit)
    if squad.base.known:
        state = with_units(state, with_figures(squad, (*squad.base.open().figures, e.figure)))
    if e.new:
        return state
    lost = list(state.lost[squad.side])
    lost.remove(e.figure)
    return replace(state, lost={**state.lost, squad.side: tuple(lost)})


@on(ev.Transferred)
def _transferred(state: State, e: ev.Transferred) -> State:
    giver, taker = squad_of(state, e.giver), squad_of(state, e.taker)
    state = with_units(state, replace(taker, base=e.right))
    if not e.emptied:
        return with_units(state, replace(giver, base=e.left))
    return replace(state, units={key: unit for key, unit in state.units.items() if key != e.giver})
