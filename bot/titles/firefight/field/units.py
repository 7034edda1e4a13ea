"""Units: their counters, and their hexes if the viewer may know them."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.pieces import grouped
from bot.titles.firefight.field.memo import PLACES
from bot.titles.firefight.model.ids import HexId, Side, UnitId
from bot.titles.firefight.model.solo import LotId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, Unit, Work
from bot.titles.firefight.printed.units import Kind, units


def kind(unit: Unit) -> Kind:
    """Return the printed values of a unit's counter."""
    return units().counters[unit.counter]


@case("COH-6.4a")
def where(piece: Unit | Work) -> HexId:
    """Return the hex of a piece; `HIDDEN` if the viewer may not know it."""
    hiding = piece.hiding
    return hiding.open() if hiding is not None and hiding.known else piece.hex


def rumoured(state: State, unit: UnitId) -> bool:
    """Return true if a unit is in the cup of rumoured enemies of a solo game."""
    return state.solo is not None and LotId(unit) in state.solo.rumour_cup


def on_map(unit: Unit) -> bool:
    """Return true if a unit is in a hex of the map that the viewer may know."""
    return where(unit) not in BOXES


def side_of(state: State, seat: Seat) -> Side:
    """Return the side that a player commands.

    Raises `KeyError` before sides are taken.
    """
    side = state.players[seat].side
    if not side:
        raise KeyError(seat)
    return side


def other(side: Side) -> Side:
    """Return the other side."""
    return "soviet" if side == "german" else "german"


def team(state: State, side: Side) -> tuple[Seat, ...]:
    """Return the players of a side."""
    return tuple(seat for seat, player in state.players.items() if player.side == side)


def gone(state: State) -> tuple[Seat, ...]:
    """Return the players who have resigned."""
    return tuple(seat for seat, player in state.players.items() if player.gone)


@PLACES.keeps
def _by_hex(state: State) -> dict[HexId, tuple[Unit, ...]]:
    """Return the units of each hex."""
    return grouped(state.units.values(), where)


def at(state: State, hex: HexId, side: Side | None = None) -> tuple[Unit, ...]:
    """Return the units in a hex, of one side or both, with passengers.

    Hidden units are included if the viewer may know them.
    """
    there = _by_hex(state).get(hex, ())
    return there if side is None else tuple(unit for unit in there if unit.side == side)


@PLACES.keeps
def of(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Return the units of a player that are on the map."""
    return tuple(unit for unit in state.units.values() if unit.owner == seat and on_map(unit))


@PLACES.keeps
def of_side(state: State, side: Side) -> tuple[Unit, ...]:
    """Return the units of a side in hexes of the map that the viewer may know."""
    return tuple(unit for unit in state.units.values() if unit.side == side and on_map(unit))


@PLACES.keeps
def carried(state: State, vehicle: UnitId) -> Unit | None:
    """Return the unit that a vehicle carries or tows."""
    return next((unit for unit in state.units.values() if unit.aboard == vehicle), None)
