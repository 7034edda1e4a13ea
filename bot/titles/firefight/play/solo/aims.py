"""Targets of orders: the AI's goals and targets, and the order of its units."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal, NamedTuple

from bot.kernel.rule import case
from bot.titles.firefight.field.boards import played
from bot.titles.firefight.field.entry import entry_cup
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import at, kind, of, of_side, other, side_of, where
from bot.titles.firefight.model.ids import GeneratorId, HexId, UnitId
from bot.titles.firefight.model.solo import AI, HUMAN
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, WAITING, Unit
from bot.titles.firefight.printed.solo import Condition, Goal, Order, Trait, solo

AFAR = 99


class Said(NamedTuple):
    """An order and its source."""

    source: str
    order: Order
    tile: GeneratorId | Literal[""] = ""
    """The tile with the order."""
    on_track: bool = False
    """True for an order on the Mission Track.

    If no unit can carry it out, the order card follows, and no other AI order.
    """


def units_seen(state: State) -> list[Unit]:
    """Return the player's units whose hexes the AI knows."""
    side = other(side_of(state, AI))
    return [unit for unit in of_side(state, side) if unit.hex != HIDDEN and not unit.aboard]


def some_left(state: State) -> bool:
    """Return true if the player has units that are hidden or off the map."""
    side = other(side_of(state, AI))
    return any(unit.side == side and unit.hex in (WAITING, HIDDEN) for unit in state.units.values())


@case("G-5.3.2c")
def holds(state: State, when: Condition) -> bool:
    """Return true if the condition of an order is met."""
    match when:
        case "":
            return True
        case "cup":
            return bool(entry_cup(state))
        case "fewer than 2 CAPs":
            return state.players[HUMAN].caps < 2
        case "fewer than 3 CAPs":
            return state.players[HUMAN].caps < 3


# Goals.


# FF-R145
def goals(state: State, to: Goal) -> list[HexId]:
    """Return the goal hexes of an order.

    If no enemy unit is on the map, the goal is the player's entry edge.
    """
    match to:
        case "objective":
            return [*markers(state, "held marker"), *goals(state, "unit")]
        case "edge":
            return edge(state)
        case "truck":
            truck = state.solo.truck if state.solo is not None else UnitId("")
            return [where(state.units[truck])] if truck and where(state.units[truck]) in _land(state) else []
        case "held marker" | "own marker" | "german marker" | "soviet marker":
            return markers(state, to)
        case _:
            found = [where(unit) for unit in units_seen(state) if is_meant(state, unit, to)]
            return found or (edge(state) if to == "unit" and not units_seen(state) and some_left(state) else [])


def _land(state: State) -> Iterable[HexId]:
    return ground(state.field).places


def edge(state: State) -> list[HexId]:
    """Return the hexes of the player's entry edge."""
    return [hex for edge in state.players[HUMAN].edges for hex in ground(state.field).rim(edge)]


def markers(state: State, to: Goal) -> list[HexId]:
    """Return the hexes of a side's control markers."""
    mine = side_of(state, AI)
    side = {"held marker": other(mine), "own marker": mine, "german marker": "german", "soviet marker": "soviet"}
    return [marker.hex for marker in state.control.values() if marker.side == side[to]]


def is_meant(state: State, unit: Unit, to: Goal) -> bool:
    """Return true if an order targets a unit."""
    match to:
        case "hit unit":
            return unit.hit is not None
        case "spent unit":
            return unit.status == "spent"
        case "spent crewed unit":
            return unit.status == "spent" and kind(unit).has_crew
        case "foot unit":
            return kind(unit).foot
        case "vehicle":
            return kind(unit).vehicle
        case "quarry":
            return any(each.quarry == unit.id for each in state.record)
        case _:
            return True


def far(state: State, hex: HexId, to: Iterable[HexId]) -> int:
    """Return the distance from a hex to the nearest of other hexes."""
    here = ground(state.field)
    return min((here.distance(hex, each) for each in to), default=AFAR)


def nearest(state: State, hexes: Iterable[HexId], to: Collection[HexId]) -> list[HexId]:
    """Return the hexes that are nearest to others."""
    away = {hex: far(state, hex, to) for hex in hexes}
    return [hex for hex, n in away.items() if n == min(away.values())]


# Units.


# FF-R143
@case("G-5.3.3", "G-5.3.2c")
def those(state: State, said: Said) -> list[Unit]:
    """Return the AI units that an order may use, in the order in which they try."""
    order = said.order
    found = goals(state, order.to)
    mine = [unit for unit in of(state, AI) if not unit.aboard and not drives_itself(state, unit)]
    fit = [unit for unit in mine if all(has(state, unit, trait, said) for trait in order.who)]
    if order.then == "fire":
        fit = [unit for unit in fit if kind(unit).attack and kind(unit).range]
    nearer = -1 if order.first == "farthest" else 1

    def rank(unit: Unit) -> tuple[int, int, str]:
        what, away = kind(unit), far(state, where(unit), found) * nearer
        strong = -max(what.red, what.blue)
        return (strong, away, unit.id) if order.first == "firepower" else (away, strong, unit.id)

    return sorted(fit, key=rank)


@case("G-6.2.soviet22")
def drives_itself(state: State, unit: Unit) -> bool:
    """Return true for the AI's truck, which no order card moves."""
    return state.solo is not None and unit.id == state.solo.truck


def has(state: State, unit: Unit, trait: Trait, said: Said) -> bool:
    """Return true if a unit has the trait that an order asks for."""
    match trait:
        case "hit":
            return unit.hit is not None
        case "unhit":
            return unit.hit is None
        case "fresh":
            return unit.status == "fresh"
        case "foot":
            return kind(unit).foot
        case "vehicle":
            return kind(unit).vehicle
        case "in the open":
            return not ground(state.field).covered(where(unit)) and not unit.inside
        case "beside":
            return far(state, where(unit), [where(each) for each in units_seen(state)]) <= 1
        case "chosen":
            return unit.id in of_card(state, said.tile)


@case("G-6.1")
def careful(state: State, unit: Unit) -> bool:
    """Return true if a tile allows a unit only low-risk moves."""
    assert state.solo is not None
    tiles = (tile.card for tile in state.solo.tiles if solo().tiles[tile.card].careful)
    return any(unit.id in of_card(state, card) for card in tiles)


@case("G-5.3")
def of_card(state: State, card: str) -> Iterator[UnitId]:
    """Yield the units of a tile's card: those of the chosen card, or its own."""
    mine = [each for each in state.record if each.card == card and each.half == "top"]
    for each in mine:
        yield from played(state, each.chosen).units if each.chosen else each.units


# FF-R158
def guards(state: State, unit: Unit) -> bool:
    """Return true if a unit alone holds a control marker of its side and must stay."""
    held = any(marker.side == unit.side and marker.hex == where(unit) for marker in state.control.values())
    return held and not any(each.id != unit.id for each in at(state, where(unit), unit.side))
