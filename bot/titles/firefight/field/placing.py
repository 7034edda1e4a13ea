"""Where units, control markers and defence counters may be placed while a battle is generated."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field.ground import Spot, ground
from bot.titles.firefight.field.memo import BOARDS
from bot.titles.firefight.field.units import kind, on_map, other, side_of, team, where
from bot.titles.firefight.model.generator_steps import PlaceMarker, PlaceRumours, PlaceUnits
from bot.titles.firefight.model.ids import FACINGS, Edge, Facing, Field, HexId, Side, UnitId
from bot.titles.firefight.model.state import State
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
"""Terrain in which units are never placed, but for a road."""


@lru_cache(maxsize=64)
def ranks(field: Field, edges: tuple[Edge, ...]) -> dict[HexId, int]:
    """Return how many hexes each hex lies from an edge; the hexes of the edge itself are the first."""
    here = ground(field)
    rim = [hex for edge in edges for hex in here.rim(edge)]
    return {hex: 1 + min(here.distance(door, hex) for door in rim) for hex in here.places} if rim else {}


def shown(piece: Unit | Work) -> bool:
    """Say whether everybody knows where a piece is."""
    return piece.hiding is None


# FF-R87
@case("G-3.7b", "G-3.7.2", "G-3.7.3b")
@BOARDS.keeps
def barred(state: State, side: Side) -> Hexes:
    """Return the hexes in and next to enemy units and enemy control markers; hidden units do not bar anybody."""
    here = ground(state.field)
    enemy = other(side)
    held = [unit.hex for unit in state.units.values() if unit.side == enemy and on_map(unit) and shown(unit)]
    held += [marker.hex for marker in state.control.values() if marker.side == enemy]
    return frozenset(near for hex in held for near in here.within(hex, 1))


@case("G-3.7a")
def limited(state: State, seat: Seat, effect: Limited) -> Hexes:
    """Return the hexes that lie as far from an entry edge as a card of this player says."""
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
    """Say whether the ground lets a unit stand in a hex."""
    return stands_on(ground(state.field)[hex], kind(state.units[unit]))


# FF-R87
@case("G-3.7b")
def refuges(state: State, unit: Unit, hex: HexId) -> tuple[HexId, ...]:
    """Return the nearest hexes to which a hidden unit can slip away from a hex; that hex if there are none.

    They are free of enemies, and their ground lets it stand there.
    """
    here, closed = ground(state.field), barred(state, unit.side)
    free = [each for each in here.places if each not in closed and stands(state, unit.id, each)]
    near = min((here.distance(hex, each) for each in free), default=0)
    return tuple(sorted(each for each in free if here.distance(hex, each) == near)) or (hex,)


def hidden_units(state: State, seat: Seat) -> dict[UnitId, Unit]:
    """Return the hidden units of a player. Everybody knows which they are, and their owner alone where."""
    return {unit.id: unit for unit in state.units.values() if unit.owner == seat and unit.hiding is not None}


@case("G-3.8.1")
def stands_on(spot: Spot, what: Kind) -> bool:
    """Say whether a kind of unit can stand on the ground of a hex."""
    return bool(spot.roads) or spot.terrain not in CLOSED[what.mode]


def _near(state: State, hexes: Iterable[HexId], within: int) -> Hexes:
    here = ground(state.field)
    return frozenset(near for hex in hexes for near in here.within(hex, within))


@case("G-3.7a", "G-3.7b", "G-3.7.3d")
@BOARDS.keeps
def open_to(state: State, step: PlaceUnits) -> Hexes:
    """Return the hexes where units of a card may be placed, the ground apart."""
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
    """Return the hexes where a rumour may be placed: where the card would hide a unit, dry, and one a hex."""
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
    """Return the hexes where one unit of a card may be placed."""
    return frozenset(hex for hex in open_to(state, step) if stands(state, unit, hex))


# FF-R84
@case("G-3.7.2")
@BOARDS.keeps
def marker_hexes(state: State, step: PlaceMarker) -> Hexes:
    """Return the hexes where a control marker may be placed: not in water, nor where another one lies."""
    effect = cards().generator[step.card].top.effects[step.effect]
    assert isinstance(effect, Limited)
    here = ground(state.field)
    dry = {hex for hex in here.places if here[hex].terrain != "water"}
    taken = {marker.hex for marker in state.control.values()}
    return (limited(state, step.seat, effect) & dry) - barred(state, marker_side(step)) - taken


def marker_side(step: PlaceMarker) -> Side:
    """Return which side a control marker shows."""
    effect = cards().generator[step.card].top.effects[step.effect]
    own = deck_side(step.card)
    return own if getattr(effect, "side", "own") == "own" else other(own)


@case("G-3.7.3b")
@BOARDS.keeps
def defence_hexes(state: State, seat: Seat) -> Hexes:
    """Return the hexes where defence counters may be placed: dry ones without another."""
    here = ground(state.field)
    dry = {hex for hex in here.places if here[hex].terrain != "water"}
    taken = {where(work) for work in state.works.values()} | set(state.smoke)
    return frozenset(dry) - barred(state, side_of(state, seat)) - taken


@case("G-3.7.3c")
def settles(state: State, unit: Unit, work: WorkKind) -> bool:
    """Say whether a unit may be in a fortification: foot in all, guns in a bunker too, no vehicles."""
    what = kind(unit)
    return what.foot if work in ("hasty", "trench") else work == "bunker" and (what.foot or what.gun)


@case("G-4.0.3")
def toward_enemy(state: State, side: Side, hex: HexId) -> Facing:
    """Return which way a unit faces that is placed without a word: towards where the enemy enters."""
    here = ground(state.field)
    edges = (edge for seat in team(state, other(side)) for edge in state.players[seat].edges)
    rim = [door for edge in edges for door in here.rim(edge)]
    goal = min(rim, key=lambda door: (here.distance(hex, door), door), default=hex)
    return FACINGS[here.bearings(hex, goal)[0] - 1] if goal != hex else "N"
