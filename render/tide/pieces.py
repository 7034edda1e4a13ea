"""The pieces on the map: counters and markers as a seat sees them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from msgspec import Struct
from PIL import Image

from bot.kernel.game import Sketch
from bot.kit import hexes
from bot.titles.tide.field import board, crews, units
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Munition, MunitionKind, Speciality, Squad, Vehicle, Work
from bot.titles.tide.printed.ground import Ground
from bot.titles.tide.printed.records import Objective
from render import counters, fires, hexmap, markers
from render.canvas import Point
from render.chart import Window, centre
from render.counters import Counter
from render.look import Look
from render.places import Place, hexes_in, with_pieces
from render.shelters import SHELTERS, WINTER
from render.stacks import Room
from render.tide import views

SILHOUETTES = {
    "cckw-353": "long truck",
    "opel-blitz": "truck",
    "m3a1": "half-track",
    "sdkfz-251": "half-track",
    "panzer-iv": "panzer iv",
    "tiger": "tiger",
    "panther": "panther",
    "t34-76": "t-34",
    "kv-1": "kv-1",
    "su-122": "su-122",
    "stug-iii": "stug iii",
    "sherman": "sherman",
    "m10": "m10",
    "zis-3": "zis-3",
    "pak-40": "pak 40",
    "truck": "truck",
    "tank": "panzer iv",
    "gun carrier": "su-122",
    "equipment": "pak 40",
}
"""By kind of vehicle; a kind that a user has added looks as its type does."""
COUNTER = 58.0
"""The reach of a counter and its badges from its middle, in its own units."""
SOUTH = 4
"""The direction in which the plate of an objective comes near to the next name."""
BADGES: dict[Speciality, str] = {
    "": "",
    "engineer": "E",
    "medic": "+",
    "flamethrower": "F",
    "anti-tank": "A",
    "expert": "X",
    "saboteur": "S",
}
ROUNDS: dict[MunitionKind, str] = {"he": "HE", "ap-b": "AP-B", "ap-c": "AP-C", "smoke": "SMK"}
"""The text on the token of a special round."""
NOTHING = Sketch(())
FOUGASSE_AT = (-62.0, -47.0)
"""The position of a fougasse's token in its hex; counters may cover part of it."""
ACTIVITIES = {"fresh": (), "op fire": ("ready",), "fatigued": ("spent",)}


class Stand(Struct):
    """The contents of a hex."""

    counters: list[Counter]
    empty: list[str]
    """Unoccupied shelters."""
    obstacles: list[str]
    fougasses: list[Work] = []
    objective: Objective | None = None


def counter(unit: Squad | Vehicle, state: State) -> Counter:
    """Return the counter of a unit. Whose base cannot be read is a question mark."""
    signals: tuple[str, ...] = ACTIVITIES[unit.activity]
    if isinstance(unit, Vehicle):
        record = units.kind(unit)
        return Counter(
            unit.side,
            str(unit.number),
            vehicle=SILHOUETTES.get(unit.kind) or SILHOUETTES.get(record.type, record.type),
            name=record.name,
            signals=(*signals, unit.damage) if unit.damage else signals,
            aboard=len(units.passengers(state, unit)),
            served=units.is_gun(unit) and crews.manned(state, unit),
            round=special_round(state.munitions.get(unit.id)),
            fired=unit.id in state.munitions and state.munitions[unit.id].kind.out,
        )
    if unit.morale:
        signals += (unit.morale,)
    work = units.dug_in(state, unit)
    shelter = form(work, state) if work is not None else ""
    if not unit.base.known:
        return Counter(unit.side, str(unit.number), signals=signals, shelter=shelter)
    base = unit.base.open()
    return Counter(
        unit.side,
        str(unit.number),
        base.figures,
        badge=BADGES[base.special],
        signals=(*signals, "hidden") if unit.concealed else signals,
        shelter=shelter,
    )


def special_round(munition: Munition | None) -> str:
    """Return the text on a special round's token.

    It is "?" if the round is hidden, "" if there is none.
    """
    if munition is None:
        return ""
    return ROUNDS[munition.kind.open()] if munition.kind.known else "?"


def covered(work: Work) -> tuple[bool | None, ...]:
    """Return whether a fougasse covers each direction from north; `None` if unknown."""
    return tuple(cover.open() if cover.known else None for cover in work.covers)


def form(work: Work, state: State) -> str:
    """Return the look of a work, which may be a shelter under snow."""
    where = board.map_of(state)
    white = work.kind in SHELTERS and work.hex in where and where[work.hex].snow
    return WINTER + work.kind if white else work.kind


def stands(state: State) -> dict[HexId, Stand]:
    """Return the contents of each hex; squads in a vehicle are only counted on it."""
    found: dict[HexId, Stand] = {}

    def at(name: HexId) -> Stand:
        return found.setdefault(name, Stand([], [], [], []))

    for unit in sorted(state.units.values(), key=lambda unit: (isinstance(unit, Squad), unit.side, unit.number)):
        if unit.hex and units.aboard(state, unit) is None:
            at(unit.hex).counters.append(counter(unit, state))
    taken = {work.id for unit in state.units.values() if (work := units.dug_in(state, unit)) is not None}
    for work in state.works.values():
        if work.kind in SHELTERS:
            if work.id not in taken:
                at(work.hex).empty.append(form(work, state))
        elif work.kind == board.FOUGASSE:
            at(work.hex).fougasses.append(work)
        else:
            at(work.hex).obstacles.append(work.kind)
    for objective in board.scenario(state).objectives:
        at(HexId(objective.hex)).objective = objective
    return found


def places(count: int, plate: bool) -> tuple[float, list[Point]]:
    """Return size and position of counters in a hex; higher up above a plate."""
    y = -10.0 if plate else 3.0
    if count <= 1:
        return (0.84 if plate else 0.92), [(0.0, y)][:count]
    if count == 2:
        return 0.74, [(-39, y), (39, y)]
    if count == 3:
        size = 0.58 if plate else 0.64
        return size, [(-size * 53, y - size * 50), (size * 53, y - size * 50), (0, y + size * 55)]
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    size = 1.3 / columns
    return size, [
        ((i % columns - (columns - 1) / 2) * size * 104, y + (i // columns - (rows - 1) / 2) * size * 104)
        for i in range(count)
    ]


def clearance(stand: Stand | None, towards: Point) -> float:
    """Return the reach of a hex's counters from its middle in a direction.

    The direction is a step.
    """
    if stand is None or not (stand.counters or stand.empty) or not any(towards):
        return 0.0
    size, spots = places(len(stand.counters) + len(stand.empty), stand.objective is not None)
    edges = []
    for axis, part in enumerate(towards):
        reach = max(math.copysign(1, part) * spot[axis] for spot in spots) + size * 53
        edges.append(reach / abs(part) if part else math.inf)
    return min(edges) * math.hypot(*towards)


def kept(stand: Stand | None, window: Window) -> list[Room]:
    """Return the parts of an occupied hex that its name and contents take.

    They are about the middle of the hex.
    """
    if stand is None:
        return []
    size, spots = places(len(stand.counters) + len(stand.empty), stand.objective is not None)
    half = COUNTER * size
    found = [hexmap.named(window), *(Room(x - half, y - half, x + half, y + half) for x, y in spots)]
    found += [Room(-36, -36, 36, 36)] * bool(stand.obstacles)
    found += [Room(x - 20, y - 20, x + 20, y + 20) for x, y in [FOUGASSE_AT][: len(stand.fougasses)]]
    if stand.objective is not None:
        found.append(Room(-48, 48, 48, 82))
    return found


class Setting(Struct, frozen=True):
    """A frame to be drawn on, and its window."""

    frame: Image.Image
    window: Window
    ground: Ground
    look: Look

    def pixel(self, name: HexId, by: Point = (0, 0)) -> Point:
        """Return the pixel of a hex's middle, or of a point at an offset."""
        x, y = centre(self.ground[name].at)
        return self.window.pixel((x + by[0], y + by[1]))

    def shown(self, standing: Mapping[HexId, Stand]) -> list[HexId]:
        """Return the hexes that can be seen, from north to south."""
        inside = [name for name in standing if name in self.ground and self.window.shows(self.ground[name].at)]
        return sorted(inside, key=lambda name: centre(self.ground[name].at)[::-1])


def lying(setting: Setting, state: State) -> tuple[Place, ...]:
    """Return the hexes that can be seen, and the units whose counters are drawn there."""
    counters: dict[str, list[str]] = {}
    for unit in state.units.values():
        if unit.hex and units.aboard(state, unit) is None:
            counters.setdefault(unit.hex, []).append(unit.id)
    return with_pieces(hexes_in(setting.window, setting.ground), counters)


def lay_obstacles(setting: Setting, standing: Mapping[HexId, Stand]) -> None:
    """Draw flat markers: mines, wire, traps, smoke, fires and fougasse tokens."""
    scale = setting.window.scale
    for name in setting.shown(standing):
        for kind in sorted(standing[name].obstacles, key=lambda kind: kind == "smoke"):
            if kind in markers.MARKERS:
                markers.marker(kind, setting.look, scale).stamp(setting.frame, setting.pixel(name))
        for work in standing[name].fougasses:
            token = fires.fougasse(work.owner, setting.look, scale)
            token.stamp(setting.frame, setting.pixel(name, FOUGASSE_AT))


def lay_counters(setting: Setting, state: State, standing: Mapping[HexId, Stand], names: Iterable[HexId]) -> None:
    """Draw units, empty shelters, objectives and known fougasse directions of hexes."""
    wanted = set(names)
    look, scale = setting.look, setting.window.scale
    for name in setting.shown(standing):
        if name not in wanted:
            continue
        stand = standing[name]
        size, spots = places(len(stand.counters) + len(stand.empty), stand.objective is not None)
        for unit, spot in reversed(
            list(zip(stand.counters, spots, strict=False))
        ):  # Badges lap over to the right.
            part = 0.8 if unit.shelter else 1.0
            counters.sprite(unit, look, scale * size * part).stamp(setting.frame, setting.pixel(name, spot))
        for kind, spot in zip(stand.empty, spots[len(stand.counters) :], strict=True):
            markers.empty_shelter(kind, look, scale * size * 0.72).stamp(setting.frame, setting.pixel(name, spot))
        if (goal := stand.objective) is not None:
            plate = markers.objective(
                goal.kind == "victory", goal.value, goal.nation, state.control.get(name, ""), look, scale
            )
            plate.stamp(setting.frame, setting.pixel(name, (0, 65)))
        for work in stand.fougasses:
            fires.throws(covered(work), look, scale).stamp(setting.frame, setting.pixel(name))


def lay_names(setting: Setting, standing: Mapping[HexId, Stand], sketch: Sketch = NOTHING) -> None:
    """Write the names of hexes above what has been laid on a part of the map.

    On the whole map these are the hexes where something reaches up to the name or down to the next one, and those
    of a sketch.
    """
    ground, chart = setting.ground, views.chart(setting.ground)
    if setting.window != views.board(ground):
        hexmap.all_names(setting.frame, chart, setting.look, setting.window)
        return
    named = {ground[HexId(name)].at for name in (*sketch.places, *(name for name, _ in sketch.notes))}
    for name in setting.shown(standing):
        stand, at = standing[name], ground[name].at
        if stand.objective is not None:
            named |= {at, hexes.step(at, SOUTH)} & chart.cells.keys()
        elif stand.obstacles or len(stand.counters) + len(stand.empty) > 1:
            named.add(at)
    hexmap.names(setting.frame, chart, setting.look, setting.window, sorted(named))
