"""The Mission Track: its spaces and tiles, the AI's truck, and the mission's end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards import orders
from bot.titles.firefight.cards.orders import solo
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.field import arcs, works
from bot.titles.firefight.field.entry import waiting
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.movement import bonus_moves, easy
from bot.titles.firefight.field.scoring import for_exit
from bot.titles.firefight.field.units import at, kind, of_side, on_map, other, side_of, where
from bot.titles.firefight.model.ids import HexId, OrderId, Side
from bot.titles.firefight.model.solo import AI, HUMAN, Tile
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import DESTROYED, HIDDEN, REMOVED, WAITING, Unit
from bot.titles.firefight.play import ending
from bot.titles.firefight.play.acting import hindrance
from bot.titles.firefight.play.arriving import arrived
from bot.titles.firefight.play.losses import all_returned
from bot.titles.firefight.play.points import give
from bot.titles.firefight.play.rumours import numbered
from bot.titles.firefight.play.shelling import shell
from bot.titles.firefight.play.solo.aims import Said, units_seen
from bot.titles.firefight.play.uncovering import come_to_light
from bot.titles.firefight.printed.cards import named as named_card
from bot.titles.firefight.printed.cards import number_of
from bot.titles.firefight.printed.solo import OrderCard, Space
from bot.titles.firefight.printed.solo import solo as printed


class Came(NamedTuple):
    """The effects of the marker's advance on the AI's turn."""

    instead: tuple[Said, ...] = ()
    """Orders that are tried before the order card."""
    command: bool = False
    """The order card counts as a Command Order Card."""


# FF-R148
@case("G-5.5b")
def steps(state: State, card: OrderCard) -> int:
    """Return the marker's advance by an order card; 0 if its condition is not met."""
    if not card.when:
        return card.advance
    mine, theirs = strength(state, AI), strength(state, HUMAN)
    return card.advance if (mine < theirs if card.when == "fewer" else mine > theirs) else 0


def strength(state: State, seat: Seat) -> int:
    """Count a player's units on the map or able to enter, and the AI's rumours.

    Transports do not count.
    """
    mine = (unit for unit in state.units.values() if unit.owner == seat)
    units = sum(kind(unit).counts for unit in mine if on_map(unit) or waiting(state, unit))
    return units + (len(solo(state).rumours) if seat == AI else 0)


@case("G-5.5a", "G-5.5b", "G-5.5.1")
def advance(play: Play, card: OrderId) -> tuple[str, ...]:
    """Advance the marker by an order card, space by space.

    Returns the spaces and tiles that have an effect.
    """
    found: list[str] = []
    left = steps(play.state, printed().cards[card])
    while left and play.state.outcome is None:
        left -= 1
        space = solo(play.state).marker + 1
        play.emit(ev.MarkerAdvanced(space, passed=left > 0))
        if space >= solo(play.state).end:
            ending.finish(play)
            return ()
        drive(play)
        found += happen(play, space, landed=not left)
    return tuple(found)


def brought(state: State, came: tuple[str, ...]) -> Came:
    """Return the effects of spaces and tiles on the AI's turn."""
    found = [said(state, each) for each in came]
    instead = (each for each in found if each.order.do not in AT_ONCE)
    return Came(tuple(instead), any(each.order.do == "command" for each in found))


def said(state: State, came: str) -> Said:
    """Return the order of a space (given by number) or of a tile (given by card)."""
    if came.isdigit():
        space = sheet(state)[int(came) - 1]
        assert space.says is not None
        return Said(f"Mission Track space {came}, {space.name}", space.says, on_track=True)
    tile = next(tile for tile in solo(state).tiles if tile.card == came)
    return Said(called(tile), printed().tiles[tile.card].says, tile.card, on_track=True)


AT_ONCE = ("command", "swift", "surplus", "experience", "rumour", "artillery")
"""The orders that happen in addition to the AI's action."""


def happen(play: Play, at: int, landed: bool) -> Iterator[str]:
    """Apply a space and the tile on it; yield those with an effect. The tile moves on."""
    table = solo(play.state)
    space = sheet(play.state)[at - 1]
    if space.says is not None and (landed or space.yellow):
        yield at_once(play, str(at))
    for tile in table.tiles:
        if tile.track == "mission track" and tile.space == at:
            if landed or printed().tiles[tile.card].yellow:
                yield at_once(play, tile.card)
            step_on(play, tile)


def sheet(state: State) -> tuple[Space, ...]:
    """Return the spaces of the track."""
    side = solo(state).sheet
    assert side
    return printed().sheets[side].spaces


def called(tile: Tile) -> str:
    """Name a tile: "Mission Track tile 01"."""
    return f"{tile.track.title()} tile {number_of(tile.card):02}"


# FF-R149
@case("G-5.5a")
def step_on(play: Play, tile: Tile) -> None:
    """Move a tile to its next space; after the last space it leaves the track."""
    side = solo(play.state).sheet
    assert side
    ahead = [space for space in printed().sheets[side].places(tile.line) if space > tile.space]
    play.emit(ev.TileStepped(tile.card, ahead[0] if ahead else 0))


def at_once(play: Play, came: str) -> str:
    """Apply an order that needs no unit's action."""
    source, order, *_ = said(play.state, came)
    if order.do in AT_ONCE:
        play.emit(ev.AiActed(AI, source, order.text))
    match order.do:
        case "swift":
            play.emit(ev.TurnGranted(AI))
        case "experience":
            orders.find(play)
        case "rumour":
            place_rumour(play)
        case "artillery":
            strike(play)
    return came


# Rumours and artillery: hexes that order cards name.


def named(state: State, card: OrderId) -> list[HexId]:
    """Return the hexes that an order card names, on every map in play."""
    return [hex for label in printed().cards[card].hexes for hex in lying(state, label)]


def lying(state: State, label: str) -> list[HexId]:
    """Return the hexes with a number, on every map in play."""
    found = (ground(state.field).called(f"{sheet.map}-{label}") for sheet in state.field)
    return list(dict.fromkeys(hex for hex in found if hex is not None))


# FF-R150
@case("G-6.0")
def place_rumour(play: Play) -> None:
    """Place a rumoured enemy on a hex of an order card, on the AI's best map.

    The card's second hex is used if the first has no room on any map.
    """
    card = orders.draw(play, "hexes")
    state, land = play.state, ground(play.state.field)
    foes = [where(unit) for unit in units_seen(state)]
    rooms = (
        [hex for hex in lying(state, label) if land[hex].terrain != "water" and hex not in foes]
        for label in printed().cards[card].hexes
    )
    free = next(filter(None, rooms), [])
    if not free:
        play.emit(ev.NothingPlaced("Rumored Enemy"))
        return

    def rank(hex: HexId) -> tuple[bool, int, HexId]:
        return not land.covered(hex), min((land.distance(hex, foe) for foe in foes), default=0), hex

    play.emit(ev.RumourPlaced(numbered(state, min(free, key=rank))))
    come_to_light(play)


# FF-R151
@case("G-6.2.artillery")
def strike(play: Play) -> None:
    """Land artillery on the best hex of two order cards.

    A German AI first avoids its own units, and a Soviet AI first looks for enemies, as their tiles say.
    """
    hexes = [hex for _ in range(2) for hex in named(play.state, orders.draw(play, "hexes"))]
    state, land, mine = play.state, ground(play.state.field), side_of(play.state, AI)

    def struck(hex: HexId, side: Side) -> int:
        near = {hex, *land.neighbours[hex]}
        return sum(unit.hex in near for unit in of_side(state, side))

    def rank(hex: HexId) -> tuple[int, int, HexId]:
        friends, foes = struck(hex, mine), -struck(hex, other(mine))
        return (friends, foes, hex) if mine == "german" else (foes, friends, hex)

    if not hexes:
        return
    centre = min(hexes, key=rank)
    play.emit(ev.ShellsFell(centre))
    shell(play, mine, centre)


# The truck.


# FF-R152
@case("G-6.2.soviet22", "G-3.7.1a", "COH-3.5c", "COH-6.1g", "COH-7.2b")
def drive(play: Play) -> None:
    """Drive the AI's truck one move along its road, and off the map at its end."""
    table = solo(play.state)
    if not table.truck or not table.road:
        return
    truck = play.state.units[table.truck]
    if truck.hex in (DESTROYED, REMOVED) or truck.round > play.state.round:
        return
    what = kind(truck)
    for n in range(1 + what.wheels + what.tracks):
        if not _drives_on(play, begins=n == 0):
            return


CONVOY = "it drives its full movement for each space that the Mission Track Marker advances"


def _drives_on(play: Play, begins: bool) -> bool:
    """Drive the truck one hex; return false if it stops.

    The first hex reports the card that moves the truck.
    """
    table = solo(play.state)
    truck, road = play.state.units[table.truck], table.road
    moved = [ev.AiActed(AI, named_card(truck.card), CONVOY, (truck.id,))] if begins else []
    if truck.hex == road[-1]:
        play.emit(*moved)
        play.emit(ev.Left(truck.id, truck.hex, all_returned(play, [truck.id])))
        give(play, for_exit(play.state, truck))
        return False
    ahead = road[0] if truck.hex == WAITING else road[road.index(truck.hex) + 1]
    if not begins and not rolls_on(play.state, truck, ahead):
        return False
    held = any(foe.hex != HIDDEN for foe in at(play.state, ahead, other(truck.side)))
    if held or hindrance(truck) is not None or works.closed(play.state, kind(truck), ahead) is not None:
        return False
    play.emit(*moved)
    if truck.hex == WAITING:
        facing = arcs.toward(play.state.field, road[0], road[1])
        play.emit(ev.Entered(truck.id, ahead, facing, play.state.turn))
    else:
        facing = arcs.toward(play.state.field, truck.hex, ahead)
        play.emit(ev.Moved(truck.id, (truck.hex, ahead), facing, how="bonus", turn=play.state.turn))
    return arrived(play, truck.id, truck.hex)


@case("G-6.2.soviet22", "COH-4.3a", "COH-4.3b")
def rolls_on(state: State, truck: Unit, ahead: HexId) -> bool:
    """Return true if a bonus move takes the truck into the next hex.

    Smoke and vehicles ahead stop it. The truck follows its road, so it always faces the hex ahead.
    """
    facing = arcs.toward(state.field, truck.hex, ahead)
    return easy(state, ahead, truck.hex) and bonus_moves(state, truck, facing, (truck.hex, truck.hex, ahead))
