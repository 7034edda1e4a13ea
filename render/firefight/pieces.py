"""The pieces on the battlefield: counters as a seat sees them, and their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from bot.titles.firefight.field.ground import Ground
from bot.titles.firefight.field.units import carried, on_map, where
from bot.titles.firefight.model.ids import FACINGS, SIDES, HexId, Side, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, Unit, Work
from bot.titles.firefight.printed.hits import hits
from bot.titles.firefight.printed.units import named
from render import hexmap, markers
from render.canvas import Point
from render.chart import Window, centre
from render.firefight import signs
from render.firefight.counters import EDGE, Chit, control, counter, far_counter, far_span, span
from render.firefight.prints import figure, printed
from render.look import Look
from render.places import Place, hexes_in, with_pieces
from render.stacks import PILED, Laid, Room, piled, spread

CLOSE = 0.8
"""Pixels to a unit from which every counter of a hex is shown with its values."""
NEAR, FAR = 1.05, 1.05
"""The largest sizes of counters, with and without values, in units of the map."""
AFAR = 1.3
"""The factor by which pennants grow on the whole map."""
STATES = {"fresh": "fresh", "used": "active", "spent": "spent"}
SHELTERS = {"hasty": "entrenchment", "trench": "trench", "bunker": "pillbox"}
"""The look of fortifications around their occupants."""
FLAT = {"wire": "wire", "mines": "mines", "road block": "trap"}
"""The look of obstacles on the ground."""


def chit(unit: Unit, state: State) -> Chit:
    """Return the visible counter of a unit."""
    player = state.players[unit.owner]
    work = state.works.get(unit.inside)
    rider = carried(state, unit.id)
    return replace(
        printed(unit.counter),
        facing=-1 if where(unit) in BOXES else FACINGS.index(unit.facing),
        state=STATES[unit.status],
        points=str(player.ap) if unit.id in player.active and player.ap else "",
        hit=hit(unit),
        hidden=unit.hiding is not None,
        shelter=SHELTERS.get(work.kind, "") if work is not None else "",
        load=figure(rider.counter) if rider is not None else "",
        carries=named(rider.counter) if rider is not None else "",
    )


def hit(unit: Unit) -> str:
    """Return the hit marker of a unit, "?" if it is hidden, "" if there is none."""
    if unit.hit is None:
        return ""
    return hits().markers[unit.hit.marker.open()].name.lower() if unit.hit.marker.known else "?"


class Pile(Struct, frozen=True):
    """The units of a side in a hex, without passengers."""

    side: Side
    chits: tuple[Chit, ...]
    ids: tuple[tuple[UnitId, ...], ...] = ()
    """The units of each counter: the unit and its passenger."""


class Setting(Struct, frozen=True):
    """A frame to be drawn on, and its window."""

    frame: Image.Image
    window: Window
    ground: Ground
    look: Look

    @property
    def close(self) -> bool:
        """Return whether values can be read."""
        return self.window.scale >= CLOSE

    def pixel(self, hex: HexId, x: float = 0.0, y: float = 0.0) -> Point:
        """Return the pixel of a hex's middle, or of a point at an offset."""
        cx, cy = centre(self.ground.places[hex])
        return self.window.pixel((cx + x, cy + y))

    def shows(self, hex: HexId) -> bool:
        """Return whether something of a hex can be seen."""
        return hex in self.ground and self.window.shows(self.ground.places[hex], 120)

    def from_north(self, hexes: Iterable[HexId]) -> list[HexId]:
        """Return the hexes that can be seen, from north to south."""
        return sorted(filter(self.shows, hexes), key=lambda hex: centre(self.ground.places[hex])[::-1])


def piles(state: State) -> dict[HexId, list[Pile]]:
    """Return the piles in each hex; the top counters come first."""
    found: dict[HexId, list[Pile]] = {}
    for side in SIDES:
        by_hex: dict[HexId, list[Unit]] = {}
        for unit in state.units.values():
            if unit.side == side and on_map(unit) and not unit.aboard:
                by_hex.setdefault(where(unit), []).append(unit)
        for hex, units in by_hex.items():
            ids = tuple(_aboard(state, unit) for unit in units)
            found.setdefault(hex, []).append(Pile(side, tuple(chit(unit, state) for unit in units), ids))
    return found


def _aboard(state: State, unit: Unit) -> tuple[UnitId, ...]:
    """Return a unit and its passenger."""
    rider = carried(state, unit.id)
    return (unit.id,) if rider is None else (unit.id, rider.id)


def lying(setting: Setting, found: Mapping[HexId, Sequence[Pile]]) -> tuple[Place, ...]:
    """Return the hexes that can be seen, and the units whose counters are drawn there."""
    most = None if setting.close else PILED
    drawn = {
        str(hex): [str(id) for pile in here for ids in pile.ids[:most] for id in ids]
        for hex, here in found.items()
    }
    return with_pieces(hexes_in(setting.window, setting.ground), drawn)


def lay_ground(setting: Setting, state: State) -> None:
    """Draw flat markers: obstacles, smoke, and unoccupied works."""
    scale = setting.window.scale
    held = {unit.inside for unit in state.units.values() if unit.inside}
    for work in sorted(state.works.values(), key=lambda work: work.id):
        hex = _place(work)
        if setting.shows(hex):
            _lay_work(setting, work, hex, work.id in held)
    for hex in setting.from_north(state.smoke):
        signs.smoke(state.smoke[hex] == "heavy", setting.look, scale).stamp(setting.frame, setting.pixel(hex))


def _place(work: Work) -> HexId:
    """Return the visible position of a work."""
    return work.hiding.open() if work.hiding is not None and work.hiding.known else work.hex


def _lay_work(setting: Setting, work: Work, hex: HexId, held: bool) -> None:
    look, scale = setting.look, setting.window.scale
    if work.kind in FLAT:
        markers.marker(FLAT[work.kind], look, scale).stamp(setting.frame, setting.pixel(hex))
    elif not held:
        empty = markers.empty_shelter(SHELTERS[work.kind], look, scale * 0.8)
        empty.stamp(setting.frame, setting.pixel(hex))
    if work.kind == "bunker":
        slit = signs.slit(FACINGS.index(work.facing), look, scale)
        slit.stamp(setting.frame, setting.pixel(hex))
    if work.hiding is not None:
        signs.secret(look, max(0.5, scale * 0.9)).stamp(setting.frame, setting.pixel(hex, 0, -44))


def lay_units(setting: Setting, found: Mapping[HexId, Sequence[Pile]], only: Collection[HexId]) -> None:
    """Draw the units of some hexes.

    From far it draws the top of each pile, from near every counter with its values.
    """
    top = hexmap.room(setting.window)
    for hex in setting.from_north(found):
        if hex in only:
            for pile, room in zip(found[hex], rooms(len(found[hex]), top), strict=True):
                (_lay_near if setting.close else _lay_far)(setting, hex, pile, room)


def rooms(sides: int, top: float) -> list[Room]:
    """Return the room of each side in a hex, below its name: half of it if shared."""
    if sides == 1:
        return [Room(-90, max(-68, top), 90, 88)]
    return [Room(-98, max(-62, top), -2, 84), Room(2, max(-62, top), 98, 84)]


def _lay_near(setting: Setting, hex: HexId, pile: Pile, room: Room) -> None:
    for each, laid in zip(pile.chits, near(pile.chits, room), strict=True):
        sprite = counter(each, setting.look, setting.window.scale * laid.size, len(pile.chits) == 1)
        sprite.stamp(setting.frame, setting.pixel(hex, laid.x, laid.y))


def near(chits: Sequence[Chit], room: Room) -> list[Laid]:
    """Return the positions of a pile's counters when all are shown.

    They include tabs and prows.
    """
    up, down = (max(reach) for reach in zip(*(span(chit, len(chits) == 1) for chit in chits), strict=True))
    return [_lowered(laid, up, down) for laid in spread(len(chits), room, up + down, NEAR)]


def kept(setting: Setting, here: Sequence[Pile]) -> list[Room]:
    """Return the parts of an occupied hex that its name and counters take.

    They are about the middle of the hex.
    """
    if not here:
        return []
    found = [hexmap.named(setting.window)]
    for pile, room in zip(here, rooms(len(here), hexmap.room(setting.window)), strict=True):
        laid = near(pile.chits, room) if setting.close else _piled(pile, room)
        for chit, each in zip(pile.chits, laid, strict=False):
            up, down = span(chit, len(pile.chits) == 1) if setting.close else far_span(chit)
            aside, size = EDGE * each.size, each.size
            found.append(Room(each.x - aside, each.y - up * size, each.x + aside, each.y + down * size))
    return found


def _lowered(laid: Laid, up: float, down: float) -> Laid:
    """Return a position in which the counter's whole extent is centred."""
    return Laid(laid.x, laid.y + (up - down) / 2 * laid.size, laid.size)


def _piled(pile: Pile, room: Room) -> list[Laid]:
    """Return the positions of a pile's visible counters from far; the last is on top."""
    reach = far_span(pile.chits[0])
    return [_lowered(each, *reach) for each in piled(len(pile.chits), room, FAR)]


def _lay_far(setting: Setting, hex: HexId, pile: Pile, room: Room) -> None:
    laid = _piled(pile, room)
    for each, at in zip(pile.chits[: len(laid)][::-1], laid, strict=True):
        sprite = far_counter(each, setting.look, setting.window.scale * at.size)
        sprite.stamp(setting.frame, setting.pixel(hex, at.x, at.y))
    if len(pile.chits) > 1:
        top = laid[-1]
        sign = signs.tally(len(pile.chits), pile.side, setting.look, setting.window.scale * top.size * 1.25)
        sign.stamp(setting.frame, setting.pixel(hex, top.x + 72 * top.size, top.y - 54 * top.size))


def lay_control(setting: Setting, state: State) -> None:
    """Draw the pennant of each control marker at the left of its hex, above units."""
    for marker in sorted(state.control.values(), key=lambda marker: marker.id):
        if setting.shows(marker.hex):
            larger = 1.0 if setting.close else AFAR
            sign = control(marker.side, setting.look, larger * max(0.6, setting.window.scale))
            sign.stamp(setting.frame, setting.pixel(marker.hex, -80, -44))


def lay_strikes(setting: Setting, state: State) -> None:
    """Draw the known targets of artillery."""
    for strike in state.strikes:
        if strike.hex.known and strike.hex.open() and setting.shows(strike.hex.open()):
            sign = signs.target(setting.look, max(0.6, setting.window.scale))
            sign.stamp(setting.frame, setting.pixel(strike.hex.open(), 58, -44))


def lay_rumours(setting: Setting, state: State) -> None:
    """Draw the rumoured enemies of a solo game: counters without a face."""
    if state.solo is None:
        return
    for rumour in sorted(state.solo.rumours.values(), key=lambda rumour: rumour.id):
        if setting.shows(rumour.hex):
            scale = setting.window.scale * (NEAR if setting.close else FAR)
            sign = signs.rumour(state.players[state.solo.ai].side, rumour.status == "spent", setting.look, scale)
            sign.stamp(setting.frame, setting.pixel(rumour.hex))
