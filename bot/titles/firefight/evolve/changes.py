"""What several events change in the same way."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.kernel.secret import Seat, Secret
from bot.kit.by_kind import ByKind
from bot.kit.pieces import change
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, Intrusion, Pile, Player

EVOLVE: ByKind[State, State] = ByKind()
on = EVOLVE.on


def with_player(state: State, player: Player) -> State:
    """Return the state with a player as they are now."""
    return replace(state, players={**state.players, player.seat: player})


def change_player(state: State, seat: Seat, **fields: Any) -> State:
    """Change fields of a player."""
    return with_player(state, replace(state.players[seat], **fields))


def carried(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """Return whom a vehicle carries or tows."""
    return tuple(each.id for each in state.units.values() if each.aboard == unit)


def bring(state: State, unit: UnitId, hex: HexId, **fields: Any) -> State:
    """Bring a unit to a hex, or into a box, and whoever it carries with it; it is in no fortification there."""
    state = change(state, [unit], hex=hex, hiding=None, inside="", **fields)
    along = {"facing": fields["facing"]} if "facing" in fields else {}
    return change(state, carried(state, unit), hex=hex, **along) if hex not in BOXES else state


def met(state: State, unit: UnitId, came: HexId) -> State:
    """Note where a unit has come from to the hex in which it is. Enemies there may yet come to light."""
    here = state.units[unit].hex
    if here == came:
        return state
    return replace(state, intrusions=(*state.intrusions, Intrusion(unit, here, came, state.turn)))


def intruded(state: State) -> State:
    """Keep of those who have come into a hex in this turn only who has found enemies there."""

    def found(one: Intrusion) -> bool:
        side = state.units[one.unit].side
        return any(unit.hex == one.hex and unit.side != side for unit in state.units.values())

    kept = tuple(each for each in state.intrusions if each.turn != state.turn or found(each))
    return replace(state, intrusions=kept)


def with_pile(state: State, pile: Pile, left: Secret[Any] | None) -> State:
    """Return the state with a pile of hit markers as it is now; `None` where it did not change."""
    return state if left is None else replace(state, piles={**state.piles, pile: left})
