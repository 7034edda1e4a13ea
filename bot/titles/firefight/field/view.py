"""Line of sight in the current position, with its smoke and weather."""

from __future__ import annotations

from bot.titles.firefight.field.conditions import sight_limit
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.memo import POSITION, SIGHT
from bot.titles.firefight.field.sight import Look
from bot.titles.firefight.field.sight import look as along
from bot.titles.firefight.field.units import of_side, other, where
from bot.titles.firefight.model.ids import HexId, Side
from bot.titles.firefight.model.state import State


def look(state: State, a: HexId, b: HexId) -> Look:
    """Return the line of sight from a hex to another."""
    far = sight_limit(state)
    if far and ground(state.field).distance(a, b) > far:
        return Look(b, "G-1.2", f"in this weather nobody sees farther than {far} hexes")
    return along(state.field, a, b, state.smoke)


@SIGHT.keeps
def sees(state: State, a: HexId, b: HexId) -> bool:
    """Return true if a hex sees another."""
    return look(state, a, b).clear


def seen_by(state: State, side: Side, hex: HexId) -> bool:
    """Return true if a unit of a side, in a known hex, sees a hex."""
    return any(sees(state, where(unit), hex) for unit in of_side(state, side))


@POSITION.keeps
def watched(state: State, side: Side) -> frozenset[HexId]:
    """Return the hexes that the enemies of a side see."""
    eyes = {where(unit) for unit in of_side(state, other(side))}
    return frozenset(hex for hex in ground(state.field).places if any(sees(state, eye, hex) for eye in eyes))
