"""Effects of units' actions: moves, facing, control and points."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kit.pieces import change
from bot.titles.firefight.evolve.changes import bring, carried, change_player, met, on
from bot.titles.firefight.model import events as ev
from bot.titles.firefight.model.ids import UnitId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import REMOVED, Award


@on(ev.Moved)
def _moved(state: State, e: ev.Moved) -> State:
    state = bring(state, e.unit, e.path[-1], facing=e.facing, moved=e.turn)
    return met(state, e.unit, e.path[-2]) if len(e.path) > 1 else state


@on(ev.Entered)
def _entered(state: State, e: ev.Entered) -> State:
    return bring(state, e.unit, e.hex, facing=e.facing, moved=e.turn)


@on(ev.Left)
def _left(state: State, e: ev.Left) -> State:
    for id in (e.unit, *carried(state, e.unit)):
        owner = state.players[state.units[id].owner]
        active = tuple(other for other in owner.active if other != id)
        state = change_player(state, owner.seat, active=active, ap=owner.ap if active else 0)
        hit = state.units[id].hit
        hit = None if hit is not None and hit.pile in e.piles else hit
        state = change(state, [id], hex=REMOVED, status="fresh", hit=hit, aboard=UnitId(""), inside=WorkId(""))
    return replace(state, piles={**state.piles, **e.piles})


@on(ev.Faced)
def _faced(state: State, e: ev.Faced) -> State:
    riders = [rider for id in e.units for rider in carried(state, id)]
    return change(state, [*e.units, *riders], facing=e.facing)


@on(ev.MarkerTurned)
def _marker_turned(state: State, e: ev.MarkerTurned) -> State:
    turned = replace(state.control[e.marker], side=e.side)
    return replace(state, control={**state.control, e.marker: turned})


@on(ev.Scored)
def _scored(state: State, e: ev.Scored) -> State:
    award = Award(e.side, e.points, e.cite, e.why, state.round)
    points = {**state.points, e.side: state.points.get(e.side, 0) + e.points}
    return replace(state, points=points, awards=(*state.awards, award))
