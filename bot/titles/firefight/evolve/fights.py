"""Attacks, hit markers, hidden units, transport, works, smoke and artillery."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.secret import Secret
from bot.kit.pieces import change
from bot.titles.firefight.evolve.changes import bring, change_player, met, on, with_pile
from bot.titles.firefight.model import fight_events as ev
from bot.titles.firefight.model.ids import HexId, UnitId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import DESTROYED, HIDDEN, Hit


@on(ev.Attacked)
def _attacked(state: State, e: ev.Attacked) -> State:
    return state


@on(ev.HitDrawn)
def _hit_drawn(state: State, e: ev.HitDrawn) -> State:
    return with_pile(change(state, [e.unit], hit=Hit(e.pile, e.marker)), e.pile, e.left)


@on(ev.HitShown)
def _hit_shown(state: State, e: ev.HitShown) -> State:
    hit = state.units[e.unit].hit
    if hit is None:
        return state
    shown = hit.marker.reveal()
    return change(state, [e.unit], hit=replace(hit, marker=replace(shown, value=e.marker)))


@on(ev.Rallied)
def _rallied(state: State, e: ev.Rallied) -> State:
    return with_pile(change(state, [e.unit], hit=None), e.pile, e.left) if e.rallied else state


@on(ev.Destroyed)
def _destroyed(state: State, e: ev.Destroyed) -> State:
    owner = state.units[e.unit].owner
    player = state.players[owner]
    active = tuple(id for id in player.active if id != e.unit)
    state = bring(state, e.unit, DESTROYED, status="fresh", hit=None, aboard=UnitId(""))
    state = change_player(
        state, owner, lost=player.lost + e.lost, caps=player.caps - e.caps, active=active,
        ap=player.ap if active else 0,
    )  # fmt: skip
    return with_pile(state, e.pile, e.left)


@on(ev.Sighted)
def _sighted(state: State, e: ev.Sighted) -> State:
    if e.work:
        work = state.works[e.work]
        return replace(state, works={**state.works, work.id: replace(work, hiding=_known(work.hiding, e.hex))})
    return change(state, [e.unit], hiding=_known(state.units[e.unit].hiding, e.hex))


def _known(hiding: Secret[HexId] | None, hex: HexId) -> Secret[HexId] | None:
    return replace(hiding.reveal(), value=hex) if hiding is not None else None


@on(ev.Shown)
def _shown(state: State, e: ev.Shown) -> State:
    return change(state, [e.unit], hex=e.hex, hiding=None, facing=e.facing)


@on(ev.Hid)
def _hid(state: State, e: ev.Hid) -> State:
    return change(state, [e.unit], hex=HIDDEN, hiding=e.hex, inside=WorkId(""))


@on(ev.Searched)
def _searched(state: State, e: ev.Searched) -> State:
    return state


@on(ev.Loaded)
def _loaded(state: State, e: ev.Loaded) -> State:
    vehicle = state.units[e.into]
    came = state.units[e.unit].hex
    state = change(state, [e.unit], aboard=e.into, hex=vehicle.hex, facing=vehicle.facing, inside=WorkId(""))
    return met(state, e.unit, came)


@on(ev.Unloaded)
def _unloaded(state: State, e: ev.Unloaded) -> State:
    came = state.units[e.unit].hex
    return met(change(state, [e.unit], aboard=UnitId(""), hex=e.hex, facing=e.facing), e.unit, came)


@on(ev.WorkLaid)
def _work_laid(state: State, e: ev.WorkLaid) -> State:
    state = replace(state, works={**state.works, e.work.id: e.work}, serial=state.serial + 1)
    return change(state, [e.work.digger], inside=e.work.id) if e.work.digger else state


@on(ev.WorkShown)
def _work_shown(state: State, e: ev.WorkShown) -> State:
    return replace(state, works={**state.works, e.work: replace(state.works[e.work], hex=e.hex, hiding=None)})


@on(ev.WorkGone)
def _work_gone(state: State, e: ev.WorkGone) -> State:
    state = change(state, [unit.id for unit in state.units.values() if unit.inside == e.work], inside=WorkId(""))
    return replace(state, works={id: work for id, work in state.works.items() if id != e.work})


@on(ev.Took)
def _took(state: State, e: ev.Took) -> State:
    return change(state, [e.unit], inside=e.work, facing=e.facing)


@on(ev.WireRolled)
def _wire_rolled(state: State, e: ev.WireRolled) -> State:
    return state


@on(ev.SmokeLaid)
def _smoke_laid(state: State, e: ev.SmokeLaid) -> State:
    return replace(state, smoke={**state.smoke, **dict.fromkeys(e.hexes, e.smoke)})


@on(ev.Plotted)
def _plotted(state: State, e: ev.Plotted) -> State:
    return replace(state, strikes=(*state.strikes, e.strike))


@on(ev.Landed)
def _landed(state: State, e: ev.Landed) -> State:
    """Remove the first strike that the player plotted in that round for that hex."""
    mine = [strike for strike in state.strikes if strike.seat == e.seat and strike.round == e.noted_in]
    there = (strike for strike in mine if not strike.hex.known or strike.hex.open() == e.noted)
    gone = next(there, None)
    return replace(state, strikes=tuple(strike for strike in state.strikes if strike is not gone))
