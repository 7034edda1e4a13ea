"""The card game that makes a battle, and action cards."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.kernel.secret import Secret
from bot.kit.pieces import change, with_units, without
from bot.titles.firefight.evolve.changes import change_player, on, with_pile
from bot.titles.firefight.model import generator_events as ev
from bot.titles.firefight.model.ids import GeneratorId, UnitId, WorkId
from bot.titles.firefight.model.solo import Solo
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN


@on(ev.GenerationBegan)
def _began(state: State, e: ev.GenerationBegan) -> State:
    return replace(state, cup=e.cup, undrawn_conditions=e.conditions)


@on(ev.GenerationRolled)
def _rolled(state: State, e: ev.GenerationRolled) -> State:
    return replace(state, initiative=e.order[0])


@on(ev.SideTaken)
def _side_taken(state: State, e: ev.SideTaken) -> State:
    return change_player(state, e.seat, side=e.side, force=e.force)


@on(ev.HandDealt)
def _hand_dealt(state: State, e: ev.HandDealt) -> State:
    fields = {"base": e.base, "draws": e.draws, "hand": e.hand, "hand_count": e.number, "deck": e.deck}
    return change_player(state, e.seat, **fields)


@on(ev.FieldLaid)
def _field_laid(state: State, e: ev.FieldLaid) -> State:
    units = [replace(state.units[id], hex=hex) for id, hex in e.units.items()]
    units += [replace(state.units[id], hiding=hiding) for id, hiding in e.hidden.items()]
    works = {id: replace(state.works[id], hex=hex) for id, hex in e.works.items()}
    works |= {id: replace(state.works[id], hiding=hiding) for id, hiding in e.mines.items()}
    control = {id: replace(state.control[id], hex=hex) for id, hex in e.markers.items()}
    if state.solo is not None and e.rumours:
        state = _solo(state, rumours={rumour.id: rumour for rumour in e.rumours})
    return replace(
        with_units(state, units),
        field=e.field,
        works={**state.works, **works},
        control={**state.control, **control},
        smoke=e.smoke,
    )


@on(ev.EdgeChosen)
def _edge_chosen(state: State, e: ev.EdgeChosen) -> State:
    return change_player(state, e.seat, edges=e.edges)


@on(ev.CardPlayed)
def _card_played(state: State, e: ev.CardPlayed) -> State:
    seat = e.played.seat
    state = change_player(state, seat, hand=e.hand, hand_count=state.players[seat].hand_count - 1)
    return replace(state, record=(*state.record, e.played))


@on(ev.LastDiscarded)
def _last_discarded(state: State, e: ev.LastDiscarded) -> State:
    empty: Secret[tuple[GeneratorId, ...]] = Secret(e.card.readers, ()) if e.card.known else Secret(e.card.readers)
    return change_player(state, e.seat, hand=empty, hand_count=0)


@on(ev.NothingPlaced)
def _nothing_placed(state: State, e: ev.NothingPlaced) -> State:
    return state


def _record(state: State, card: GeneratorId, **fields: Any) -> State:
    """Change the entry of a card on the record board."""
    record = tuple(replace(each, **fields) if each.card == card else each for each in state.record)
    return replace(state, record=record)


@on(ev.CardChosen)
def _card_chosen(state: State, e: ev.CardChosen) -> State:
    return _record(state, e.card, chosen=e.chosen)


@on(ev.QuarryChosen)
def _quarry_chosen(state: State, e: ev.QuarryChosen) -> State:
    return _record(state, e.card, quarry=e.unit)


@on(ev.UnitsGiven)
def _units_given(state: State, e: ev.UnitsGiven) -> State:
    return _record(with_units(state, e.units), e.card, units=tuple(unit.id for unit in e.units))


@on(ev.BaseChanged)
def _base_changed(state: State, e: ev.BaseChanged) -> State:
    return change_player(state, e.seat, base=state.players[e.seat].base + e.by)


@on(ev.DrawsChanged)
def _draws_changed(state: State, e: ev.DrawsChanged) -> State:
    player = state.players[e.seat]
    if e.first:
        return change_player(state, e.seat, first=player.first + e.by)
    return change_player(state, e.seat, draws=player.draws + e.by)


@on(ev.WeaponTaken)
def _weapon_taken(state: State, e: ev.WeaponTaken) -> State:
    return change_player(state, e.seat, cards=e.hand, card_count=state.players[e.seat].card_count + 1)


@on(ev.RoundsAdded)
def _rounds_added(state: State, e: ev.RoundsAdded) -> State:
    return replace(state, rounds=state.rounds + e.rounds)


@on(ev.UnitsPlaced)
def _units_placed(state: State, e: ev.UnitsPlaced) -> State:
    state = change(state, e.units, hex=e.hex, facing=e.facing)
    for unit, work in e.inside.items():
        state = _inside(state, unit, work)
    return state


def _inside(state: State, unit: UnitId, work: WorkId) -> State:
    """Put a unit into a fortification; in a bunker it faces as the bunker does."""
    it = state.works[work]
    if it.kind == "hasty":
        state = replace(state, works={**state.works, work: replace(it, digger=unit)})
    facing = {"facing": it.facing} if it.kind == "bunker" else {}
    return change(state, [unit], inside=work, **facing)


@on(ev.UnitHid)
def _unit_hid(state: State, e: ev.UnitHid) -> State:
    return change(state, [e.unit], hex=HIDDEN, hiding=e.hiding)


@on(ev.HiddenMoved)
def _hidden_moved(state: State, e: ev.HiddenMoved) -> State:
    units = [
        replace(state.units[id], hiding=hiding, fled=e.fled.get(id, state.units[id].fled))
        for id, hiding in e.units.items()
    ]
    works = {id: replace(state.works[id], hiding=hiding) for id, hiding in e.works.items()}
    return replace(with_units(state, units), works={**state.works, **works})


@on(ev.UnitsDelayed)
def _units_delayed(state: State, e: ev.UnitsDelayed) -> State:
    return change(state, e.units, round=e.round)


@on(ev.EdgesGiven)
def _edges_given(state: State, e: ev.EdgesGiven) -> State:
    return change(state, e.units, edges=e.edges)


@on(ev.MarkerPlaced)
def _marker_placed(state: State, e: ev.MarkerPlaced) -> State:
    return replace(state, control={**state.control, e.control.id: e.control}, serial=state.serial + 1)


@on(ev.DefencesDrawn)
def _defences_drawn(state: State, e: ev.DefencesDrawn) -> State:
    return replace(state, cup=without(state.cup, *e.counters))


@on(ev.DefencePlaced)
def _defence_placed(state: State, e: ev.DefencePlaced) -> State:
    state = replace(state, works={**state.works, e.work.id: e.work}, serial=state.serial + 1)
    for unit in e.inside:
        state = _inside(state, unit, e.work.id)
    return state


@on(ev.WorkSlipped)
def _work_slipped(state: State, e: ev.WorkSlipped) -> State:
    return replace(state, works={**state.works, e.work: replace(state.works[e.work], hiding=e.hiding)})


@on(ev.SmokePlaced)
def _smoke_placed(state: State, e: ev.SmokePlaced) -> State:
    state = replace(state, smoke={**state.smoke, e.hex: "heavy"})
    drawn_for = (each for each in state.record if e.card and each.card == e.card)
    return next((_record(state, e.card, smoke=(*each.smoke, e.hex)) for each in drawn_for), state)


@on(ev.CupEmptied)
def _cup_emptied(state: State, e: ev.CupEmptied) -> State:
    players = {
        seat: replace(player, deck=Secret(player.deck.readers, ())) if player.deck.known else player
        for seat, player in state.players.items()
    }
    return replace(state, cup=(), undrawn_conditions=(), players=players)


@on(ev.ConditionsDrawn)
def _conditions_drawn(state: State, e: ev.ConditionsDrawn) -> State:
    return replace(state, undrawn_conditions=without(state.undrawn_conditions, *e.cards))


@on(ev.ConditionPlayed)
def _condition_played(state: State, e: ev.ConditionPlayed) -> State:
    return replace(state, conditions=(*state.conditions, e.condition))


@on(ev.ActionCardPlayed)
def _action_card_played(state: State, e: ev.ActionCardPlayed) -> State:
    count = state.players[e.seat].card_count - 1
    state = change_player(state, e.seat, cards=e.hand, card_count=count)
    return state if e.gone else replace(state, discards=(*state.discards, e.card))


@on(ev.HitLifted)
def _hit_lifted(state: State, e: ev.HitLifted) -> State:
    return with_pile(change(state, [e.unit], hit=None), e.pile, e.left)


@on(ev.TurnGranted)
def _turn_granted(state: State, e: ev.TurnGranted) -> State:
    return change_player(state, e.seat, again=True)


@on(ev.Confused)
def _confused(state: State, e: ev.Confused) -> State:
    return change_player(state, e.seat, confused=e.by)


@on(ev.Bogged)
def _bogged(state: State, e: ev.Bogged) -> State:
    return change(state, [e.unit], bogged=e.stuck)


# The solo game.


def _solo(state: State, **fields: Any) -> State:
    """Change the state of the solo game."""
    return replace(state, solo=replace(state.solo or Solo(), **fields))


@on(ev.OptionsDrawn)
def _options_drawn(state: State, e: ev.OptionsDrawn) -> State:
    count = state.players[e.seat].hand_count + len(e.cards)
    return change_player(state, e.seat, hand=e.hand, hand_count=count, deck=e.deck)


@on(ev.RumourPlaced)
def _rumour_placed(state: State, e: ev.RumourPlaced) -> State:
    made = state.solo or Solo()
    return _solo(state, rumours={**made.rumours, e.rumour.id: e.rumour}, rumoured=made.rumoured + 1)


@on(ev.CupFilled)
def _cup_filled(state: State, e: ev.CupFilled) -> State:
    return _solo(state, rumour_cup=tuple(sorted((state.solo or Solo()).rumour_cup + e.lots)))


@on(ev.SidesDealt)
def _sides_dealt(state: State, e: ev.SidesDealt) -> State:
    return replace(
        state,
        initiative=e.initiative,
        players={player.seat: player for player in e.players},
        units={unit.id: unit for unit in e.units},
        works={work.id: work for work in e.works},
        record=e.record,
        conditions=e.conditions,
        solo=e.solo,
    )


@on(ev.SheetLaid)
def _sheet_laid(state: State, e: ev.SheetLaid) -> State:
    return replace(state, solo=e.solo)


@on(ev.RoadChosen)
def _road_chosen(state: State, e: ev.RoadChosen) -> State:
    return _solo(state, truck=e.unit, road=e.road)
