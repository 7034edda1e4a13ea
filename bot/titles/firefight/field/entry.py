"""The hexes and rounds in which units enter the map."""

from __future__ import annotations

from functools import lru_cache

from bot.kernel.rule import case
from bot.titles.firefight.field import arcs, works
from bot.titles.firefight.field.conditions import mud
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.memo import POSITION
from bot.titles.firefight.field.movement import Head, Way, led_on, toll
from bot.titles.firefight.field.units import at, kind, other, rumoured
from bot.titles.firefight.model.ids import FACINGS, Edge, Facing, Field, HexId, UnitId
from bot.titles.firefight.model.solo import AI
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import WAITING, Unit

INWARD: dict[Edge, Facing] = {"north": "S", "south": "N", "east": "NW", "west": "NE"}
"""The default facing of a unit that enters by an edge."""
ASIDE = 2
"""Units may enter this far from their edge if enemies hold all of it."""


@case("G-2.1.6", "G-3.7.1b")
def edges(state: State, unit: Unit) -> tuple[Edge, ...]:
    """Return the edges by which a unit may enter: its own, or its player's."""
    return unit.edges or state.players[unit.owner].edges


def inward(state: State, unit: Unit, door: HexId) -> Facing:
    """Return the facing of a unit that enters at a hex: away from the edge there."""
    return _inward(state.field, edges(state, unit), door)


def _inward(field: Field, open_to: tuple[Edge, ...], door: HexId) -> Facing:
    here = ground(field)
    return INWARD[next((edge for edge in open_to if door in here.rim(edge)), open_to[0])]


# FF-R120
@case("COH-4.5a", "G-3.7.1a", "G-5.6")
def waiting(state: State, unit: Unit) -> bool:
    """Return true if a unit may enter the map in this round; it may also be held back.

    A rumoured unit and the truck of an AI enter by no edge.
    """
    apart = rumoured(state, unit.id) or (state.solo is not None and unit.id == state.solo.truck)
    return unit.hex == WAITING and not unit.aboard and unit.round <= state.round and not apart


# FF-R19
@case("COH-4.5b", "G-3.1a")
def doors(state: State, unit: Unit) -> tuple[HexId, ...]:
    """Return the entry hexes of a unit.

    If enemies hold the whole edge, these are the free hexes near it.
    """
    here, rim = ground(state.field), _rim(state, unit)
    if not sealed(state, unit):
        return rim
    near = dict.fromkeys(hex for door in rim for hex in here.within(door, ASIDE))
    return tuple(hex for hex in near if not at(state, hex, other(unit.side)))


def _rim(state: State, unit: Unit) -> tuple[HexId, ...]:
    here = ground(state.field)
    return tuple(dict.fromkeys(hex for edge in edges(state, unit) for hex in here.rim(edge)))


@case("COH-4.5b")
def sealed(state: State, unit: Unit) -> bool:
    """Return true if enemies are in every hex of a unit's entry edge."""
    return all(at(state, hex, other(unit.side)) for hex in _rim(state, unit))


# FF-R18
def price(state: State, unit: Unit, hex: HexId) -> int | None:
    """Return the cost of entry at a hex, or `None` if closed; a road is always open."""
    what, here = kind(unit), ground(state.field)[hex]
    if works.closed(state, what, hex) is not None:
        return None
    if here.roads:
        return what.move
    added = toll(state, what, here.terrain)
    return None if added is None else what.move + added + int(what.mode == "wheels" and mud(state))


@case("COH-4.3b", "COH-4.5a")
def headings(state: State, unit: Unit, door: HexId) -> tuple[Facing, ...]:
    """Return the facings in which a unit may enter at a hex, never backwards."""
    return _headings(state.field, edges(state, unit), door)


@lru_cache(maxsize=1 << 12)
def _headings(field: Field, open_to: tuple[Edge, ...], door: HexId) -> tuple[Facing, ...]:
    here = ground(field)
    ways_in = {_inward(field, open_to, door)}
    ways_in |= {arcs.turned(facing, 3) for facing in FACINGS if here.beside(door, facing) is None}
    return tuple(facing for facing in FACINGS if any(arcs.turned(facing, by) in ways_in for by in (-1, 0, 1)))


# FF-R23
@POSITION.keeps
@case("COH-4.5a", "COH-4.3a", "COH-4.3b")
def drives(state: State, id: UnitId) -> dict[HexId, Way]:
    """Return the paths of a vehicle's bonus moves on entry, the cheapest and shortest."""
    unit = state.units[id]
    what = kind(unit)
    found: dict[HexId, Way] = {}
    for door in doors(state, unit) if what.wheels + what.tracks else ():
        due = price(state, unit, door)
        if due is None or not _firm(state, door):
            continue
        start = Head((door, door), headings(state, unit, door))
        for path in (head.path for head in led_on(state, what, (start,))):
            known = found.get(path[-1])
            if known is None or (known.cost, len(known.path)) > (due, len(path) - 1):
                found[path[-1]] = Way(path[1:], due)
    return found


def _firm(state: State, door: HexId) -> bool:
    """Return true if an entry hex lets a vehicle continue by bonus moves.

    It is a road or open ground, without smoke or works that end bonus moves.
    """
    spot = ground(state.field)[door]
    even = bool(spot.roads) or (spot.terrain == "open" and not mud(state))
    return even and state.smoke.get(door) != "heavy" and works.smooth(state, door)


@case("G-5.6")
def entry_cup(state: State) -> tuple[UnitId, ...]:
    """Return the AI's units in its draw cup, which may enter in this round."""
    units = (unit for unit in state.units.values() if unit.owner == AI and waiting(state, unit))
    return tuple(sorted(unit.id for unit in units))
