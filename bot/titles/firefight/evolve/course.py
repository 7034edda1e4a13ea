"""The course of the battle: stages, steps, rounds, turns, and costs of actions."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.secret import Secret
from bot.kit import stack
from bot.kit.pieces import change, with_units
from bot.titles.firefight.evolve.changes import change_player, intruded, on
from bot.titles.firefight.evolve.solo import drawn, rested
from bot.titles.firefight.model import events as ev
from bot.titles.firefight.model.ids import SIDES
from bot.titles.firefight.model.state import State


@on(ev.Opened)
def _opened(state: State, e: ev.Opened) -> State:
    return State(
        scenario=e.scenario,
        options=e.options,
        rounds=e.rounds,
        players={player.seat: player for player in e.players},
        initiative=e.initiative,
        field=e.field,
        units={unit.id: unit for unit in e.units},
        works={work.id: work for work in e.works},
        control={marker.id: marker for marker in e.control},
        serial=len(e.works) + len(e.control),
        piles=e.piles,
        deck=e.deck,
        undrawn=e.undrawn,
        guideline=e.guideline,
        record=e.record,
        conditions=e.conditions,
        solo=e.solo,
        points=dict.fromkeys(SIDES, 0),
    )


on(ev.StageBegan)(stack.began)
on(ev.Begun)(stack.laid)
on(ev.Changed)(stack.changed)
on(ev.Ended)(stack.lifted)


@on(ev.RoundBegan)
def _round_began(state: State, e: ev.RoundBegan) -> State:
    state = change(state, e.fresh, status="fresh")
    state = with_units(state, [replace(unit, bogged=False) for unit in state.units.values() if unit.bogged])
    players = {
        seat: replace(
            player, caps=e.caps[seat], active=(), ap=0, acted=(), again=False, confused=0, drawn=Secret(())
        )
        for seat, player in state.players.items()
    }
    return replace(rested(state), round=e.round, players=players, smoke=e.smoke, intrusions=())


@on(ev.CardsDrawn)
def _cards_drawn(state: State, e: ev.CardsDrawn) -> State:
    player = state.players[e.seat]
    known = player.cards.known and e.cards.known
    cards = Secret(e.cards.readers, (*player.cards.open(), *e.cards.open())) if known else Secret(e.cards.readers)
    state = change_player(state, e.seat, cards=cards, drawn=e.cards, card_count=player.card_count + e.number)
    return replace(state, deck=e.deck, undrawn=e.undrawn, discards=() if e.shuffled else state.discards)


@on(ev.InitiativeBid)
def _initiative_bid(state: State, e: ev.InitiativeBid) -> State:
    state = change_player(state, e.seat, caps=state.players[e.seat].caps - e.caps)
    return replace(state, bids={**state.bids, e.seat: e.caps})


@on(ev.InitiativeRolled)
def _initiative_rolled(state: State, e: ev.InitiativeRolled) -> State:
    return replace(state, leader=e.side, bids={}, passed=())


@on(ev.TurnBegan)
def _turn_began(state: State, e: ev.TurnBegan) -> State:
    return replace(change_player(state, e.seat, again=False), turn=e.turn)


@on(ev.TurnEnded)
def _turn_ended(state: State, e: ev.TurnEnded) -> State:
    passed = (*state.passed, e.seat) if e.passed else ()
    confused = state.players[e.seat].confused if not e.acted else 0
    state = change_player(state, e.seat, acted=e.acted, confused=confused, resting=e.passed, last=e.turn)
    return replace(intruded(state), passed=passed)


@on(ev.RoundEnded)
def _round_ended(state: State, e: ev.RoundEnded) -> State:
    return replace(state, players={seat: replace(each, resting=False) for seat, each in state.players.items()})


@on(ev.GameEnded)
def _game_ended(state: State, e: ev.GameEnded) -> State:
    return replace(intruded(state), phase="over", outcome=e.outcome, steps=())


@on(ev.GaveUp)
def _gave_up(state: State, e: ev.GaveUp) -> State:
    return change_player(state, e.seat, gone=True)


@on(ev.OrdersGiven)
def _orders_given(state: State, e: ev.OrdersGiven) -> State:
    return change_player(state, e.seat, orders=e.orders)


@on(ev.Activated)
def _activated(state: State, e: ev.Activated) -> State:
    state = change(state, e.dropped, status="spent")
    state = change(state, e.units, status="used")
    return change_player(state, e.seat, active=e.units, ap=e.ap)


@on(ev.Paid)
def _paid(state: State, e: ev.Paid) -> State:
    player = state.players[e.seat]
    return change_player(state, e.seat, ap=player.ap - e.ap, caps=player.caps - e.caps)


@on(ev.Spent)
def _spent(state: State, e: ev.Spent) -> State:
    state = change(state, e.units, status="spent")
    player = state.players[e.seat]
    active = tuple(id for id in player.active if id not in e.units)
    return change_player(state, e.seat, active=active, ap=player.ap if active else 0)


@on(ev.Checked)
def _checked(state: State, e: ev.Checked) -> State:
    return drawn(state, e.card) if e.card else state


@on(ev.CapsChanged)
def _caps_changed(state: State, e: ev.CapsChanged) -> State:
    return change_player(state, e.seat, caps=max(0, state.players[e.seat].caps + e.by))
