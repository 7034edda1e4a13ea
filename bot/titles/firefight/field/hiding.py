"""Hidden units: their concealment, and the enemies that reveal them."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.kernel.secret import private
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.memo import POSITION
from bot.titles.firefight.field.units import at, kind, of_side, other, side_of, where
from bot.titles.firefight.field.view import sees
from bot.titles.firefight.model.ids import HexId, Side
from bot.titles.firefight.model.solo import AI, RumourId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Unit, Work

NEAR = 2
"""The distance from which an enemy sees a unit in open ground."""


@case("COH-6.4b", "COH-6.4d")
def conceals(state: State, hex: HexId) -> bool:
    """Return true if a hex conceals units: woods, buildings and heavy smoke do."""
    return ground(state.field).covered(hex) or state.smoke.get(hex) == "heavy"


def hides_something(state: State, side: Side) -> bool:
    """Return true if a side openly has hidden units, hidden works or rumours."""
    return side in _hiding(state) or (bool(rumours(state)) and side == side_of(state, AI))


@POSITION.keeps
def _hiding(state: State) -> frozenset[Side]:
    """Return the sides that have hidden a unit or a work."""
    pieces: tuple[Unit | Work, ...] = (*state.units.values(), *state.works.values())
    return frozenset(piece.side for piece in pieces if piece.hex == HIDDEN)


def rumours(state: State) -> dict[RumourId, HexId]:
    """Return the hexes of the rumoured enemies of a solo game."""
    return {id: each.hex for id, each in state.solo.rumours.items()} if state.solo is not None else {}


def enemies(state: State, unit: Unit) -> list[Unit]:
    """Return the enemies of a unit that are not hidden."""
    return [foe for foe in of_side(state, other(unit.side)) if foe.hex != HIDDEN]


# FF-R60
@case("COH-6.4b")
def exposed(state: State, unit: Unit) -> str:
    """Return why a hidden unit is revealed now, or "" if it stays hidden."""
    hex = where(unit)
    if any(each.hex == hex for each in at(state, hex)):
        return "somebody is in its hex"
    if conceals(state, hex):
        return ""
    land = ground(state.field)
    for foe in enemies(state, unit):
        near = kind(unit).vehicle or land.distance(foe.hex, hex) <= NEAR
        if near and sees(state, foe.hex, hex):
            return "it is seen in the open"
    return ""


@case("COH-6.4b", "COH-6.4d")
def found_at(state: State, unit: Unit, hex: HexId) -> str:
    """Return why a unit would be revealed if it hid in a hex, or "" if it would not."""
    there = replace(unit, hex=HIDDEN, hiding=private(hex, unit.owner))
    return exposed(replace(state, units={**state.units, unit.id: there}), there)


@case("COH-6.4d")
def watched(state: State, unit: Unit, hex: HexId) -> bool:
    """Return true if an enemy of a unit sees a hex."""
    return any(sees(state, foe.hex, hex) for foe in enemies(state, unit))
