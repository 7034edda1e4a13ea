"""Reasons why a piece may not be placed in a hex while a battle is generated."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.kit.english import hexes
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.placing import barred, defence_hexes, entry_edges, limited, ranks, shown
from bot.titles.firefight.field.units import on_map, other, side_of
from bot.titles.firefight.model.ids import HexId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.effects import Limited


def off_the_map(state: State, hex: HexId) -> Wrong | None:
    """Refuse a hex that does not exist."""
    return None if hex in ground(state.field) else Wrong("that is no hex of the map", "choose another one")


@case("G-3.7b", "G-3.7.2", "G-3.7.3b")
def too_near(state: State, side: Side, hex: HexId) -> Wrong | None:
    """Refuse a hex near an enemy unit or Control Marker, and name the nearest."""
    if hex not in barred(state, side):
        return None
    far = ground(state.field).distance
    _, there, who = min((far(hex, there), there, who) for there, who in _in_the_way(state, other(side)))
    where = names.hex(state, hex)
    why = f"{who} is at {where}" if there == hex else f"{where} is next to {who} at {names.hex(state, there)}"
    off = f"units and Control Markers of {names.the_side(other(side))}"
    return Wrong(why, f"choose a hex 2 hexes or more from {off}")


def _in_the_way(state: State, enemy: Side) -> Iterator[tuple[HexId, str]]:
    for unit in state.units.values():
        if unit.side == enemy and on_map(unit) and shown(unit):
            yield unit.hex, names.unit(state, unit.id)
    for marker in state.control.values():
        if marker.side == enemy:
            yield marker.hex, f"a {names.side(enemy)} Control Marker"


@case("G-3.7a", "G-3.7.2")
def beyond_limits(state: State, owner: Seat, seat: Seat, effect: Limited, hex: HexId) -> Wrong | None:
    """Refuse a hex outside the card's distance from an entry edge.

    The text names the edge as the asked player sees it.
    """
    if hex in limited(state, owner, effect):
        return None
    assert effect.edge
    edges = entry_edges(state, owner, effect.edge)
    own = (effect.edge == "own") == (side_of(state, owner) == side_of(state, seat))
    edge = f"{'your' if own else 'the enemy'} entry edge"
    far = hexes(ranks(state.field, edges)[hex])
    how = "" if effect.how == "exactly" else f"{effect.how} "
    of = "of" if effect.how == "within" else "from"
    return Wrong(
        f"{names.hex(state, hex)} lies {far} from {edge}", f"choose one {how}{hexes(effect.rank)} {of} it"
    )


@case("G-3.7.3b", "COH-6.1a")
def no_room(state: State, seat: Seat, hex: HexId) -> Wrong | None:
    """Return why a Defense Counter of a player cannot be placed in a hex."""
    if hex in defence_hexes(state, seat):
        return None
    if (found := off_the_map(state, hex) or too_near(state, side_of(state, seat), hex)) is not None:
        return found
    where = names.hex(state, hex)
    if ground(state.field)[hex].terrain == "water":
        return Wrong(f"{where} is water", "choose a hex on land")
    return Wrong(f"there is a Defense Counter at {where} already", "choose another hex", "COH-6.1a")
