"""The card game that makes a battle, and action cards."""

from __future__ import annotations

from msgspec.structs import replace

from bot.titles.firefight.evolve.changes import change, change_player, on, with_units
from bot.titles.firefight.model import generator_events as ev
from bot.titles.firefight.model.state import State


@on(ev.GenerationRolled)
def _generation_rolled(state: State, e: ev.GenerationRolled) -> State:
    return replace(state, initiative=e.seat)


@on(ev.SidesTaken)
def _sides_taken(state: State, e: ev.SidesTaken) -> State:
    return replace(state, players={**state.players, **{player.seat: player for player in e.players}})


@on(ev.FieldLaid)
def _field_laid(state: State, e: ev.FieldLaid) -> State:
    moved = [replace(state.units[id], hex=hex) for id, hex in e.moved.items()]
    return replace(with_units(state, moved), field=e.field)


@on(ev.EdgeChosen)
def _edge_chosen(state: State, e: ev.EdgeChosen) -> State:
    return change_player(state, e.seat, edges=e.edges)


@on(ev.CardPlayed)
def _card_played(state: State, e: ev.CardPlayed) -> State:
    seat = e.played.seat
    state = change_player(state, seat, hand=e.hand, hand_count=state.players[seat].hand_count - 1)
    return replace(state, record=(*state.record, e.played))


@on(ev.UnitsGiven)
def _units_given(state: State, e: ev.UnitsGiven) -> State:
    return with_units(state, e.units)


@on(ev.BaseChanged)
def _base_changed(state: State, e: ev.BaseChanged) -> State:
    return change_player(state, e.seat, base=state.players[e.seat].base + e.by)


@on(ev.DrawsChanged)
def _draws_changed(state: State, e: ev.DrawsChanged) -> State:
    return change_player(state, e.seat, draws=state.players[e.seat].draws + e.by)


@on(ev.RoundsAdded)
def _rounds_added(state: State, e: ev.RoundsAdded) -> State:
    return replace(state, rounds=state.rounds + e.rounds)


@on(ev.UnitsPlaced)
def _units_placed(state: State, e: ev.UnitsPlaced) -> State:
    return change(state, e.units, hex=e.hex, facing=e.facing)


@on(ev.UnitsDelayed)
def _units_delayed(state: State, e: ev.UnitsDelayed) -> State:
    return change(state, e.units, round=e.round, edges=e.edges)


@on(ev.MarkerPlaced)
def _marker_placed(state: State, e: ev.MarkerPlaced) -> State:
    return replace(state, control={**state.control, e.control.id: e.control}, serial=state.serial + 1)


@on(ev.DefencesDrawn)
def _defences_drawn(state: State, e: ev.DefencesDrawn) -> State:
    cup = list(state.cup)
    for counter in e.counters:
        cup.remove(counter)
    return replace(state, cup=tuple(cup))


@on(ev.ConditionsDrawn)
def _conditions_drawn(state: State, e: ev.ConditionsDrawn) -> State:
    return replace(state, undrawn_conditions=e.left)


@on(ev.ConditionPlayed)
def _condition_played(state: State, e: ev.ConditionPlayed) -> State:
    return replace(state, conditions=(*state.conditions, e.condition))


@on(ev.ActionCardPlayed)
def _action_card_played(state: State, e: ev.ActionCardPlayed) -> State:
    count = state.players[e.seat].card_count - 1
    state = change_player(state, e.seat, cards=e.hand, card_count=count)
    return replace(state, discards=(*state.discards, e.card))
