"""Legal hexes for units, control markers and defence counters during generation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field.ground import Spot, ground
from bot.titles.firefight.field.memo import BOARDS
from bot.titles.firefight.field.units import kind, on_map, other, side_of, team, where
from bot.titles.firefight.model.ids import FACINGS, Edge, Facing, Field, HexId, Side, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import PlaceMarker, PlaceRumours, PlaceUnits
from bot.titles.firefight.model.table import Unit, Work, WorkKind
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.cards import side_of as deck_side
from bot.titles.firefight.printed.effects import Limited, Place, Whose
from bot.titles.firefight.printed.units import Kind

Hexes = frozenset[HexId]
NOWHERE: Hexes = frozenset()
CLOSED = {
    "foot": frozenset({"water"}),
    "wheels": frozenset({"water", "heavy woods", "plowed"}),
    "tracks": frozenset({"water"}),
}
"""Terrain in which units are never placed, except on a road."""


@lru_cache(maxsize=64)
def ranks(field: Field, edges: tuple[Edge, ...]) -> dict[HexId, int]:
    """Return the distance of each hex from an edge; hexes of the edge itself count 1."""
    here = ground(field)
    rim = [hex for edge in edges for hex in here.rim(edge)]
    return {hex: 1 + min(here.distance(door, hex) for door in rim) for hex in here.places} if rim else {}


def shown(piece: Unit | Work) -> bool:
    """Return true if all players know the hex of a piece."""
    return piece.hiding is None


# FF-R87
@case("G-3.7b", "G-3.7.2", "G-3.7.3b")
@BOARDS.keeps
def barred(state: State, side: Side) -> Hexes:
    """Return the hexes in and next to enemy units and markers.

    Hidden units do not count.
    """
    here = ground(state.field)
    enemy = other(side)
    held = [unit.hex for unit in state.units.values() if unit.side == enemy and on_map(unit) and shown(unit)]
    held += [marker.hex for marker in state.control.values() if marker.side == enemy]
    return frozenset(near for hex in held for near in here.within(hex, 1))


@case("G-3.7a")
def limited(state: State, seat: Seat, effect: Limited) -> Hexes:
    """Return the hexes at the distance from an entry edge that a player's card names."""
    if not effect.edge:
        return frozenset(ground(state.field).places)
    found = ranks(state.field, entry_edges(state, seat, effect.edge))
    if effect.how == "exactly":
        return frozenset(hex for hex, rank in found.items() if rank == effect.rank)
    if effect.how == "within":
        return frozenset(hex for hex, rank in found.items() if rank <= effect.rank)
    return frozenset(hex for hex, rank in found.items() if rank >= effect.rank)


# FF-R167
def entry_edges(state: State, seat: Seat, whose: Whose) -> tuple[Edge, ...]:
    """Return the entry edges of a player's side, or of the enemy."""
    side = side_of(state, seat)
    seats = team(state, side if whose == "own" else other(side))
    return tuple(dict.fromkeys(edge for each in seats for edge in state.players[each].edges))


def stands(state: State, unit: UnitId, hex: HexId) -> bool:
    """Return true if the terrain of a hex admits a unit."""
    return stands_on(ground(state.field)[hex], kind(state.units[unit]))


# FF-R87
@case("G-3.7b")
def refuges(state: State, unit: Unit, hex: HexId) -> tuple[HexId, ...]:
    """Return the nearest hexes to which a hidden unit can slip away from a hex.

    They have no enemies and admit the unit. If there are none, the result is the hex itself.
    """
    here, closed = ground(state.field), barred(state, unit.side)
    free = [each for each in here.places if each not in closed and stands(state, unit.id, each)]
    near = min((here.distance(hex, each) for each in free), default=0)
    return tuple(sorted(each for each in free if here.distance(hex, each) == near)) or (hex,)


def hidden_units(state: State, seat: Seat) -> dict[UnitId, Unit]:
    """Return the hidden units of a player.

    Their ids are public; only their owner knows their hexes.
    """
    return {unit.id: unit for unit in state.units.values() if unit.owner == seat and unit.hiding is not None}


@case("G-3.8.1")
def stands_on(spot: Spot, what: Kind) -> bool:
    """Return true if the terrain of a hex admits a kind of unit."""
    return bool(spot.roads) or spot.terrain not in CLOSED[what.mode]


def _near(state: State, hexes: Iterable[HexId], within: int) -> Hexes:
    here = ground(state.field)
    return frozenset(near for hex in hexes for near in here.within(hex, within))


@case("G-3.7a", "G-3.7b", "G-3.7.3d")
@BOARDS.keeps
def open_to(state: State, step: PlaceUnits) -> Hexes:
    """Return the hexes in which units of a card may be placed, apart from terrain."""
    effect = cards().generator[step.card].top.effects[step.effect]
    assert isinstance(effect, Limited)
    owner = next(each.seat for each in state.record if each.card == step.card)
    units = step.units or step.placed
    found = limited(state, owner, effect) - barred(state, state.units[units[0]].side)
    if not isinstance(effect, Place) or not effect.of:
        return found
    if effect.of == "marker":
        markers = [each.hex for each in state.control.values() if each.card == step.card]
        return found & _near(state, markers, effect.within)
    if effect.of == "defences":
        laid = [where(each) for each in state.works.values() if each.card == step.card]
        laid += [hex for each in state.record if each.card == step.card for hex in each.smoke]
        return found & _near(state, laid, effect.within)
    for unit in step.placed:
        found &= _near(state, [where(state.units[unit])], effect.within)
    return found


# FF-R121
@case("G-6.2.soviet08", "G-6.2.german14")
@BOARDS.keeps
def rumour_hexes(state: State, step: PlaceRumours) -> Hexes:
    """Return the hexes in which a rumour may be placed.

    The card would hide a unit there. The hex is dry and has no other rumour.
    """
    if state.solo is None:
        return NOWHERE
    effect = cards().generator[step.card].top.effects[step.effect]
    assert isinstance(effect, Limited)
    owner = next(each.seat for each in state.record if each.card == step.card)
    here = ground(state.field)
    dry = {hex for hex in here.places if here[hex].terrain != "water"}
    taken = {rumour.hex for rumour in state.solo.rumours.values()}
    return (limited(state, owner, effect) & dry) - barred(state, side_of(state, step.seat)) - taken


def places(state: State, step: PlaceUnits, unit: UnitId) -> Hexes:
    """Return the hexes in which a unit of a card may be placed."""
    return frozenset(hex for hex in open_to(state, step) if stands(state, unit, hex))


# FF-R84
@case("G-3.7.2")
@BOARDS.keeps
def marker_hexes(state: State, step: PlaceMarker) -> Hexes:
    """Return the hexes for a control marker: not in water, nor with another marker."""
    effect = cards().generator[step.card].top.effects[step.effect]
    assert isinstance(effect, Limited)
    here = ground(state.field)
    dry = {hex for hex in here.places if here[hex].terrain != "water"}
    taken = {marker.hex for marker in state.control.values()}
    return (limited(state, step.seat, effect) & dry) - barred(state, marker_side(step)) - taken


def marker_side(step: PlaceMarker) -> Side:
    """Return the side that a control marker shows."""
    effect = cards().generator[step.card].top.effects[step.effect]
    own = deck_side(step.card)
    return own if getattr(effect, "side", "own") == "own" else other(own)


@case("G-3.7.3b")
@BOARDS.keeps
def defence_hexes(state: State, seat: Seat) -> Hexes:
    """Return the hexes for defence counters: dry, and without another counter."""
    here = ground(state.field)
    dry = {hex for hex in here.places if here[hex].terrain != "water"}
    taken = {where(work) for work in state.works.values()} | set(state.smoke)
    return frozenset(dry) - barred(state, side_of(state, seat)) - taken


@case("G-3.7.3c")
def settles(state: State, unit: Unit, work: WorkKind) -> bool:
    """Return true if a fortification admits a unit: foot in all, guns in a bunker."""
    what = kind(unit)
    return what.foot if work in ("hasty", "trench") else work == "bunker" and (what.foot or what.gun)


@case("G-4.0.3")
def toward_enemy(state: State, side: Side, hex: HexId) -> Facing:
    """Return the default facing of a placed unit: toward the enemy's entry edge."""
    here = ground(state.field)
    edges = (edge for seat in team(state, other(side)) for edge in state.players[seat].edges)
    rim = [door for edge in edges for door in here.rim(edge)]
    goal = min(rim, key=lambda door: (here.distance(hex, door), door), default=hex)
    return FACINGS[here.bearings(hex, goal)[0] - 1] if goal != hex else "N"
