"""Changes of the state that several events share."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.kernel.secret import Seat, Secret
from bot.kit.pieces import change, without
from bot.titles.firefight.model.ids import GeneratorId, HexId, OrderId, UnitId
from bot.titles.firefight.model.solo import Solo
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, Intrusion, Pile, Player


def with_player(state: State, player: Player) -> State:
    """Return the state with a changed player."""
    return replace(state, players={**state.players, player.seat: player})


def change_player(state: State, seat: Seat, **fields: Any) -> State:
    """Change fields of a player."""
    return with_player(state, replace(state.players[seat], **fields))


def carried(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """Return the units that a vehicle carries or tows."""
    return tuple(each.id for each in state.units.values() if each.aboard == unit)


def bring(state: State, unit: UnitId, hex: HexId, **fields: Any) -> State:
    """Move a unit and its passenger to a hex or a box, out of any fortification."""
    state = change(state, [unit], hex=hex, hiding=None, inside="", **fields)
    along = {"facing": fields["facing"]} if "facing" in fields else {}
    return change(state, carried(state, unit), hex=hex, **along) if hex not in BOXES else state


def met(state: State, unit: UnitId, came: HexId) -> State:
    """Record the hex that a unit has come from; hidden enemies may still be revealed."""
    here = state.units[unit].hex
    if here == came:
        return state
    return replace(state, intrusions=(*state.intrusions, Intrusion(unit, here, came, state.turn)))


def intruded(state: State) -> State:
    """Keep this turn's intrusions only if the unit found enemies in its hex."""

    def found(one: Intrusion) -> bool:
        side = state.units[one.unit].side
        return any(unit.hex == one.hex and unit.side != side for unit in state.units.values())

    kept = tuple(each for each in state.intrusions if each.turn != state.turn or found(each))
    return replace(state, intrusions=kept)


def with_pile(state: State, pile: Pile, left: Secret[Any] | None) -> State:
    """Return the state with a changed pile of hit markers; `None` leaves it unchanged."""
    return state if left is None else replace(state, piles={**state.piles, pile: left})


def with_entry(state: State, card: GeneratorId, **fields: Any) -> State:
    """Change the entry of a card on the record board."""
    record = tuple(replace(each, **fields) if each.card == card else each for each in state.record)
    return replace(state, record=record)


# The solo game.


def solo_of(state: State) -> Solo:
    """Return the state of the solo game."""
    assert state.solo is not None
    return state.solo


def with_solo(state: State, **fields: Any) -> State:
    """Change fields of the solo game."""
    return replace(state, solo=replace(state.solo or Solo(), **fields))


def drawn(state: State, card: OrderId, **fields: Any) -> State:
    """Move an order card to the drawn cards.

    An empty deck is refilled from them first.
    """
    solo = solo_of(state)
    deck, used = (solo.orders, solo.used) if solo.orders else (solo.used, ())
    return with_solo(state, orders=without(deck, card), used=tuple(sorted((*used, card))), **fields)


# FF-R141
def shuffled(state: State) -> str:
    """Report before a draw that the deck of order cards is empty; otherwise ""."""
    if state.solo is None or state.solo.orders:
        return ""
    return f"-# The deck of order cards is used up: the {len(state.solo.used)} that were drawn are shuffled."
