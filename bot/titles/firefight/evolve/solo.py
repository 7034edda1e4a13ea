"""The AI's turns: order cards, the mission track, rumours."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.kit.pieces import change, without
from bot.titles.firefight.evolve.changes import bring, on
from bot.titles.firefight.model import solo_events as ev
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.ids import OrderId, UnitId
from bot.titles.firefight.model.solo import MINES, NOBODY, Solo
from bot.titles.firefight.model.state import State


def solo_of(state: State) -> Solo:
    """Return the state of the solo game."""
    assert state.solo is not None
    return state.solo


def with_solo(state: State, **fields: Any) -> State:
    """Change fields of the solo game."""
    return replace(state, solo=replace(solo_of(state), **fields))


def drawn(state: State, card: OrderId, **fields: Any) -> State:
    """Move an order card to the drawn cards.

    An empty deck is refilled from them first.
    """
    solo = solo_of(state)
    deck, used = (solo.orders, solo.used) if solo.orders else (solo.used, ())
    return with_solo(state, orders=without(deck, card), used=tuple(sorted((*used, card))), **fields)


@on(ev.OrderDrawn)
def _order_drawn(state: State, e: ev.OrderDrawn) -> State:
    return drawn(state, e.card, **({"order": e.card} if e.why == "order" else {}))


def _as_it_was(state: State, e: Event) -> State:
    return state


for _told in (ev.AiActed, ev.AiHeld, ev.AiIdle, ev.CupDrawn, ev.ShellsFell):
    on(_told)(_as_it_was)


@on(ev.MarkerAdvanced)
def _marker_advanced(state: State, e: ev.MarkerAdvanced) -> State:
    return with_solo(state, marker=e.space)


@on(ev.TileStepped)
def _tile_stepped(state: State, e: ev.TileStepped) -> State:
    tiles = (replace(tile, space=e.space) if tile.card == e.card else tile for tile in solo_of(state).tiles)
    return with_solo(state, tiles=tuple(tiles))


@on(ev.CommandLost)
def _command_lost(state: State, e: ev.CommandLost) -> State:
    solo = solo_of(state)
    return with_solo(
        state, orders=without(solo.orders, e.card), used=without(solo.used, e.card),
        lost=tuple(sorted((*solo.lost, e.card))),
    )  # fmt: skip


@on(ev.CommandsFound)
def _commands_found(state: State, e: ev.CommandsFound) -> State:
    solo = solo_of(state)
    return with_solo(
        state, orders=tuple(sorted((*solo.orders, *e.cards))), lost=without(solo.lost, *e.cards)
    )  # fmt: skip


# Rumours.


def rested(state: State) -> State:
    """Return the state with all rumours fresh again, as units are when a round begins."""
    if state.solo is None or not state.solo.rumours:
        return state
    rumours = {id: replace(each, status="fresh") for id, each in state.solo.rumours.items()}
    return with_solo(state, rumours=rumours)


@on(ev.RumourMoved)
def _rumour_moved(state: State, e: ev.RumourMoved) -> State:
    rumours = solo_of(state).rumours
    return with_solo(state, rumours={**rumours, e.rumour: replace(rumours[e.rumour], hex=e.hex)})


@on(ev.RumourChecked)
def _rumour_checked(state: State, e: ev.RumourChecked) -> State:
    rumours = solo_of(state).rumours
    rumour = replace(rumours[e.rumour], status=e.status)
    return with_solo(drawn(state, e.card), rumours={**rumours, e.rumour: rumour})


@on(ev.RumourTurned)
def _rumour_turned(state: State, e: ev.RumourTurned) -> State:
    solo = solo_of(state)
    found = solo.rumours[e.rumour]
    rumours = {id: each for id, each in solo.rumours.items() if id != e.rumour}
    state = with_solo(state, rumours=rumours, rumour_cup=without(solo.rumour_cup, e.lot))
    if e.lot in (NOBODY, MINES):
        return state
    unit = UnitId(e.lot)
    return change(bring(state, unit, found.hex, facing=e.facing), [unit], status=found.status)
