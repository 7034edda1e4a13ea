"""The pieces on the map: counters as a seat sees them, and their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from PIL import Image

from bot.kit.hexes import neighbours
from bot.titles.trap.field.ground import Ground
from bot.titles.trap.field.units import known, on_map, riders, seen_aboard, stack
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS, SEATS, HexId, Level, Unit, UnitId
from render.canvas import Point
from render.chart import Window, centre
from render.look import Look
from render.places import Place, hexes_in, with_pieces
from render.stacks import PILED, TOP, Laid, Room, piled, rooms, span, spread
from render.trap import hazards, labels
from render.trap.city import City
from render.trap.counters import Chit, counter
from render.trap.inks import inks
from render.trap.plates import Box

CLOSE = 0.62
"""Pixels to a unit from which every counter of a stack is shown."""
LEVELS: tuple[Level, ...] = ("ground", "upper")


def chit(unit: Unit, state: State) -> Chit:
    """Return the visible counter of a unit; a covered unit shows only its status."""
    record = known(unit)
    if record is None:
        return Chit(unit.side, facing=-1, status=unit.status)
    return Chit(
        unit.side,
        formation(unit),
        record.kind,
        record.model,
        number(record.name, record.kind, record.named),
        record.cf,
        record.mp,
        -1 if record.kind == "leader" else FACINGS.index(unit.facing),
        unit.status,
        unit.activated,
        unit.shot_at,
        tuple(formation(rider) for rider in riders(state, unit.id) if known(rider) is not None),
    )


def formation(unit: Unit) -> str:
    """Return the formation whose colours a unit has, "" if it is unknown."""
    record = known(unit)
    if record is None:
        return ""
    return record.formation or ("chechen" if record.side == "chechen" else "schmel")


def number(name: str, kind: str, named: bool) -> str:
    """Return the name on a counter: the number of a platoon or vehicle, or a leader."""
    if kind == "leader":
        last = name.split()[-1]
        return "" if "Commander" in name and not last.isdigit() else name.split(",")[0].split()[-1]
    words = [word for word in name.replace(",", " ").split() if word[0].isdigit() and "/" not in word]
    return words[-1].rstrip("stndrh") if words else ""


class Pile(Struct, frozen=True):
    """The units of a side on a level of a hex, from the top down.

    Visible passengers are left out.
    """

    side: str
    level: Level
    chits: tuple[Chit, ...]
    units: tuple[UnitId, ...]

    def drawn(self, scale: float) -> tuple[UnitId, ...]:
        """Return the counters of the pile at a scale in pixels to a unit."""
        return self.units if scale >= CLOSE else self.units[:PILED]


class Setting(Struct, frozen=True):
    """A frame to be drawn on, and its window."""

    frame: Image.Image
    window: Window
    city: City
    ground: Ground
    look: Look
    night: bool

    def pixel(self, hex: HexId, x: float = 0.0, y: float = 0.0) -> Point:
        """Return the pixel of a hex's middle, or of a point at an offset."""
        cx, cy = centre(self.ground.map.places[hex])
        return self.window.pixel((cx + x, cy + y))

    def shows(self, hex: HexId) -> bool:
        """Return whether something of a hex can be seen."""
        return self.window.shows(self.ground.map.places[hex], 110)


def piles(state: State) -> dict[HexId, list[Pile]]:
    """Return the piles in each hex, the ground before the upper level."""
    taken = sorted({unit.hex for unit in state.units.values() if on_map(unit)})
    found: dict[HexId, list[Pile]] = {}
    for hex in taken:
        for level in LEVELS:
            for seat in SEATS:
                units = [unit for unit in stack(state, hex, level, seat) if not seen_aboard(unit)]
                if units:
                    chits = tuple(chit(unit, state) for unit in units)
                    ids = tuple(unit.id for unit in units)
                    found.setdefault(hex, []).append(Pile(seat, level, chits, ids))
    return found


def lying(setting: Setting, found: Mapping[HexId, Sequence[Pile]]) -> tuple[Place, ...]:
    """Return the hexes that can be seen, and the units whose counters are drawn there."""
    scale = setting.window.scale
    counters = {str(hex): tuple(id for pile in here for id in pile.drawn(scale)) for hex, here in found.items()}
    return with_pieces(hexes_in(setting.window, setting.ground.map), counters)


def lay_ground(setting: Setting, state: State) -> None:
    """Draw the markers below units: rubble, road blocks, wrecks and battery fire."""
    look, night, scale = setting.look, setting.night, setting.window.scale
    for hex in filter(setting.shows, state.rubble):
        hazards.rubble(hex, look, night, scale).stamp(setting.frame, setting.pixel(hex))
        at = setting.ground.map.places[hex]
        labels.number(setting.frame, inks(look, night), setting.city, setting.window, at)
    for battery in state.batteries.values():
        if battery.hex and setting.shows(battery.hex):
            hazards.shells(look, scale).stamp(setting.frame, setting.pixel(battery.hex))


def lay_numbers(setting: Setting, hexes: Iterable[str] | None) -> None:
    """Write hex numbers above the units there.

    It writes those of some hexes and their southern neighbours, or all.
    """
    where, ink = setting.ground.map.places, inks(setting.look, setting.night)
    named = None if hexes is None else {where[HexId(hex)] for hex in hexes if hex in where}
    if named is not None:
        named |= {to for at in named if (to := neighbours(at)[labels.SOUTH]) in setting.city.cells}
    labels.numbers(setting.frame, ink, setting.city, setting.window, named)


def lay_flags(setting: Setting, state: State) -> None:
    """Draw the flag of an objective's last holder at the left of its hex."""
    for hex, seat in sorted(state.control.items()):
        if seat and setting.shows(hex):
            sign = hazards.flag(seat, setting.look, max(0.36, setting.window.scale * 0.9))
            sign.stamp(setting.frame, setting.pixel(hex, -72, -52))


def lay_hazards(setting: Setting, state: State, taken: Collection[HexId]) -> None:
    """Draw road blocks and wrecks in the middle of a hex, lower if it is occupied."""
    look, night, scale = setting.look, setting.night, setting.window.scale
    for hexes, sprite in ((state.roadblocked, hazards.road_block), (state.wrecks, hazards.wreck)):
        for hex in filter(setting.shows, hexes):
            both = hex in state.roadblocked and hex in state.wrecks
            x = 0.0 if not both else -40.0 if sprite is hazards.road_block else 48.0
            off = (0.0, hazards.RIM) if hex in taken else setting.city.street_at(setting.ground.map.places[hex])
            sprite(look, night, scale).stamp(setting.frame, setting.pixel(hex, x + off[0], off[1]))


def lay_units(
    setting: Setting, state: State, found: Mapping[HexId, Sequence[Pile]], only: Collection[HexId]
) -> None:
    """Draw the units of some hexes: from far the top of each stack, from near all."""
    blocked = {*state.roadblocked, *state.wrecks}
    for hex in sorted(found, key=lambda hex: (centre(setting.ground.map.places[hex])[1], hex)):
        if hex in only and setting.shows(hex):
            top = labels.room(setting.window)
            for pile, room in zip(found[hex], places(found[hex], hex in blocked, top), strict=True):
                _lay_pile(setting, hex, pile, room)


def places(here: Iterable[Pile], low: bool, top: float = TOP) -> list[Room]:
    """Return the room of each pile of a hex."""
    levels = [pile.level for pile in here]
    return rooms(levels.count("ground"), levels.count("upper"), low, top)


def kept(setting: Setting, state: State, hex: HexId, here: Sequence[Pile]) -> list[Room]:
    """Return the parts of an occupied hex that its number and counters take.

    They are about the middle of the hex.
    """
    if not here:
        return []
    laid = spread if setting.window.scale >= CLOSE else piled
    low = hex in (*state.roadblocked, *state.wrecks)
    found = places(here, low, labels.room(setting.window))
    piles = [span(laid(len(pile.chits), room)) for pile, room in zip(here, found, strict=True)]
    return [labels.taken(setting.window), *piles]


def boxes(setting: Setting, state: State, found: Mapping[HexId, Sequence[Pile]]) -> list[Box]:
    """Return the area of the piles in pixels."""
    blocked, laid = {*state.roadblocked, *state.wrecks}, spread if setting.window.scale >= CLOSE else piled
    return [
        Box(*setting.pixel(hex, room.left, room.top), *setting.pixel(hex, room.right, room.bottom))
        for hex, here in found.items()
        if setting.shows(hex)
        for pile, place in zip(here, places(here, hex in blocked), strict=True)
        for room in (span(laid(len(pile.chits), place)),)
    ]


def _lay_pile(setting: Setting, hex: HexId, pile: Pile, room: Room) -> None:
    close = setting.window.scale >= CLOSE
    laid = spread(len(pile.chits), room) if close else piled(len(pile.chits), room)
    if pile.level == "upper":
        _lay_floor(setting, hex, span(laid))
    shown = (
        list(zip(pile.chits, laid, strict=True))
        if close
        else list(zip(pile.chits[: len(laid)][::-1], laid, strict=True))
    )
    for each, where in shown:
        sprite = counter(each, setting.look, setting.window.scale * where.size)
        sprite.stamp(setting.frame, setting.pixel(hex, where.x, where.y))
    if not close and len(pile.chits) > 1:
        top = laid[-1]
        sign = hazards.tally(len(pile.chits), pile.side, setting.look, setting.window.scale * top.size * 0.9)
        sign.stamp(setting.frame, setting.pixel(hex, top.x - 64 * top.size, top.y + 44 * top.size))


def _lay_floor(setting: Setting, hex: HexId, room: Room) -> None:
    wide, high = round(room.right - room.left), round(room.bottom - room.top)
    sprite = hazards.floor(wide, high, setting.look, setting.night, setting.window.scale)
    sprite.stamp(setting.frame, setting.pixel(hex, (room.left + room.right) / 2, (room.top + room.bottom) / 2))


def reach(here: Sequence[Pile], low: bool) -> list[Laid]:
    """Return where every counter of a hex lies when all are shown."""
    return [
        each for pile, room in zip(here, places(here, low), strict=True) for each in spread(len(pile.chits), room)
    ]
