"""Effects of events on works, munitions, decks and cards."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kit.lots import without
from bot.titles.tide.evolve.changes import laid_open, on, with_hq, with_units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import ShelterId, Squad


@on(ev.WorkPlaced)
def _work_placed(state: State, e: ev.WorkPlaced) -> State:
    return replace(state, works={**state.works, e.work.id: e.work}, serial=state.serial + 1)


@on(ev.WorkRemoved)
def _work_removed(state: State, e: ev.WorkRemoved) -> State:
    inside = [
        replace(unit, within=ShelterId(""))
        for unit in state.units.values()
        if isinstance(unit, Squad) and unit.within == ShelterId(e.work)
    ]
    state = replace(state, works={key: work for key, work in state.works.items() if key != e.work})
    return with_units(state, *inside) if inside else state


@on(ev.WorkTurned)
def _work_turned(state: State, e: ev.WorkTurned) -> State:
    return replace(state, works={**state.works, e.work: replace(state.works[e.work], kind=e.kind)})


@on(ev.FougasseTried)
def _fougasse_tried(state: State, e: ev.FougasseTried) -> State:
    work = state.works[e.work]
    covers = list(work.covers)
    covers[e.direction - 1] = laid_open(covers[e.direction - 1], e.sprung)
    return replace(state, works={**state.works, e.work: replace(work, covers=tuple(covers))})


@on(ev.MunitionLaid)
def _munition_laid(state: State, e: ev.MunitionLaid) -> State:
    return replace(state, munitions={**state.munitions, e.unit: e.munition})


@on(ev.MunitionShown)
def _munition_shown(state: State, e: ev.MunitionShown) -> State:
    munition = state.munitions[e.unit]
    shown = replace(munition, kind=laid_open(munition.kind, e.kind))
    return replace(state, munitions={**state.munitions, e.unit: shown})


@on(ev.MunitionGone)
def _munition_gone(state: State, e: ev.MunitionGone) -> State:
    left = {unit: munition for unit, munition in state.munitions.items() if unit != e.unit}
    return replace(state, munitions=left)


@on(ev.Drew)
def _drew(state: State, e: ev.Drew) -> State:
    deck = state.decks[e.deck]
    deck = replace(deck, top="") if deck.combined else replace(deck, cards=without(deck.cards, e.card))
    hq = state.hq[e.seat]
    state = replace(state, decks={**state.decks, e.deck: deck})
    return with_hq(state, e.seat, replace(hq, cards=(*hq.cards, e.card)))


@on(ev.TopTurned)
def _top_turned(state: State, e: ev.TopTurned) -> State:
    deck = state.decks[e.deck]
    deck = replace(deck, cards=without(deck.cards, e.card), top=e.card)
    return replace(state, decks={**state.decks, e.deck: deck})


@on(ev.CardPlayed)
def _card_played(state: State, e: ev.CardPlayed) -> State:
    hq = state.hq[e.seat]
    in_play = (*hq.in_play, e.card) if e.stays else hq.in_play
    hq = replace(hq, cards=without(hq.cards, e.card), in_play=in_play, command=hq.command - e.cost)
    state = with_hq(state, e.seat, hq)
    return state if e.stays else replace(state, discards=(*state.discards, e.card))


@on(ev.CardLost)
def _card_lost(state: State, e: ev.CardLost) -> State:
    hq = {
        seat: replace(mine, cards=without(mine.cards, e.card), in_play=without(mine.in_play, e.card))
        for seat, mine in state.hq.items()
    }
    decks = {key: replace(deck, top="") if deck.top == e.card else deck for key, deck in state.decks.items()}
    return replace(state, hq=hq, decks=decks, discards=(*state.discards, e.card))


@on(ev.Contact)
def _contact(state: State, e: ev.Contact) -> State:
    waiting = {card: tried for card, tried in state.waiting.items() if card != e.card}
    return replace(state, waiting=waiting if e.made else {**waiting, e.card: state.round})


@on(ev.Drifted)
def _drifted(state: State, e: ev.Drifted) -> State:
    return state


@on(ev.Given)
def _given(state: State, e: ev.Given) -> State:
    return replace(state, boons=(*state.boons, e.boon))


@on(ev.Used)
def _used(state: State, e: ev.Used) -> State:
    left = list(state.boons)
    for boon in e.boons:
        left.remove(boon)
    return replace(state, boons=tuple(left))


@on(ev.SabotageLaid)
def _sabotage_laid(state: State, e: ev.SabotageLaid) -> State:
    laid = replace(state.sabotage[e.card], place=e.deck)
    return replace(state, sabotage={**state.sabotage, e.card: laid})


@on(ev.SabotageSprung)
def _sabotage_sprung(state: State, e: ev.SabotageSprung) -> State:
    card = state.sabotage[e.card]
    spent = replace(card, place="spent", card=laid_open(card.card, e.name))
    return replace(state, sabotage={**state.sabotage, e.card: spent})
