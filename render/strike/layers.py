"""The layers between ground and counters: front, marches, tints and lines."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.kernel.game import Sketch
from bot.kernel.secret import Seat
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId
from bot.titles.strike.printed.ground import Point as Cell
from render import markers, tints
from render.canvas import Point, Sprite, cut, sheet, sheet_for, trimmed
from render.look import Look
from render.stacks import Room
from render.strike.inks import inks
from render.strike.lattice import SIDE, centre, corners, is_diamond, neighbours, side
from render.strike.pieces import Setting
from render.tints import Tile

SHORT = 66.0
"""The distance from an area's middle to the end of a march arrow."""


def front(setting: Setting, state: State) -> None:
    """Draw the front on the sides between areas: to each side's hand its own line."""
    map_ = setting.sheet
    holders = behind(state)
    for area in map(map_.ground.areas.__getitem__, setting.shown()):
        holder = holders[area.id]
        for i, to in enumerate(neighbours(area.at)):
            other = map_.areas.get(to)
            if holder and other is not None and other.id in area.next and holders[other.id] != holder:
                (ax, ay), (bx, by) = side(area.at, to)
                degrees = 90 * i + 45 if is_diamond(area.at) else 45 * i
                piece = strand(holder, degrees, setting.look, setting.window.scale)
                piece.stamp(setting.frame, setting.window.pixel(((ax + bx) / 2, (ay + by) / 2)))


def behind(state: State) -> dict[AreaId, Seat]:
    """Return the side behind whose front each area is.

    For an ox it is the controlling side, or "". A diamond without troops belongs with most of the oxes around it.
    Otherwise the front would run around every diamond that no unit has entered.
    """
    ground = counters.map_of(state)
    held = {*counters.held(state, GERMAN), *counters.held(state, RUSSIAN)}
    found = {}
    for name, area in ground.areas.items():
        around = Counter(state.control.get(to, Seat("")) for to in area.next)
        (most, count), *others = around.most_common()
        clear = area.is_diamond and name not in held and (not others or count > others[0][1])
        found[name] = most if clear else state.control.get(name, Seat(""))
    return found


FRONTS = ("Northern front", "Central front", "Southern front")
TALLEST = 10
"""The most rows of the lattice on a map that is not divided."""


def fronts(state: State) -> dict[str, list[AreaId]]:
    """Return the areas along the front in the parts of a large map.

    The parts are the north, the middle and the south.
    """
    areas, holders = counters.map_of(state).areas, behind(state)
    rows = [area.at[1] for area in areas.values()]
    top, high = min(rows), max(rows) - min(rows) + 1
    found: dict[str, list[AreaId]] = {}
    for name, area in areas.items() if high > TALLEST else ():
        if any(holders[name] and holders[to] and holders[name] != holders[to] for to in area.next):
            found.setdefault(FRONTS[3 * (area.at[1] - top) // high], []).append(name)
    return {name: found[name] for name in FRONTS if name in found}


@lru_cache(maxsize=64)
def strand(seat: Seat, degrees: int, look: Look, scale: float) -> Sprite:
    """Return a side's line along a side of an area.

    It is `degrees` clockwise from its northern side. The German line is solid, the Russian line is broken; each
    has teeth towards the enemy.
    """
    ink = inks(look)
    pen = sheet(SIDE / 2 + 8, SIDE / 2 + 8, scale)
    turn = math.radians(degrees)

    def put(*points: Point) -> list[Point]:
        return [
            (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)) for x, y in points
        ]

    half, paint = SIDE / 2, ink.side(seat)
    if seat == GERMAN:
        pen.line(put((-half, 4.5), (half, 4.5)), ink.halo, 7.6, ends=True)
        pen.line(put((-half, 4.5), (half, 4.5)), paint, 5, ends=True)
    else:
        for i in range(4):
            a, b = -half + half / 2 * i + 3.4, -half + half / 2 * (i + 1) - 3.4
            pen.line(put((a, 4.5), (b, 4.5)), ink.halo, 7.6, ends=True)
            pen.line(put((a, 4.5), (b, 4.5)), paint, 5, ends=True)
    return trimmed(cut(pen))


def marches(setting: Setting, state: State) -> None:
    """Draw an arrow for each path along which formations moved."""
    ways: dict[tuple[AreaId, ...], Seat] = {}
    for unit in state.units.values():
        if counters.fights(unit) and len(unit.trail) > 1 and unit.trail[-1] == unit.place:
            ways[unit.trail] = unit.side
    ground = setting.sheet.ground
    for trail, seat in sorted(ways.items()):
        if all(name in ground for name in trail):
            cells = tuple(ground[name].at for name in trail)
            at = centre(cells[0])
            shape = tuple((x - at[0], y - at[1]) for x, y in map(centre, cells))
            march(shape, seat, setting.look, setting.window.scale).stamp(setting.frame, setting.window.pixel(at))


@lru_cache(maxsize=256)
def march(points: tuple[Point, ...], seat: Seat, look: Look, scale: float) -> Sprite:
    """Return a broad arrow through points.

    It swells on its way, and its head stops before the last point.
    """
    ink = inks(look)
    pen = sheet_for(points, 30, scale)
    line = _along(points)
    for grown, paint in ((2.6, ink.halo), (0.0, ink.side(seat))):
        pen.polygon(_body(line, grown), paint)
        pen.polygon(_head(line, grown), paint)
    if seat != GERMAN:
        for i in range(4, len(line) - 3, 4):
            (x, y), (nx, ny) = line[i], _normal(line, i)
            broad = _breadth(i, len(line)) * 0.8
            pen.line([(x - nx * broad, y - ny * broad), (x + nx * broad, y + ny * broad)], ink.halo, 2.6)
    return cut(pen)


def _along(points: Sequence[Point]) -> list[Point]:
    """Return closely spaced points on a rounded path, without its very ends."""
    rounded = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        a = (corner[0] * 0.65 + before[0] * 0.35, corner[1] * 0.65 + before[1] * 0.35)
        b = (corner[0] * 0.65 + after[0] * 0.35, corner[1] * 0.65 + after[1] * 0.35)
        rounded += [
            ((1 - t) ** 2 * a[0] + 2 * t * (1 - t) * corner[0] + t * t * b[0],
             (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * corner[1] + t * t * b[1])
            for t in (0, 0.25, 0.5, 0.75, 1)
        ]  # fmt: skip
    rounded.append(points[-1])
    return [point for point in _paced(rounded, 6.0) if math.dist(point, points[-1]) > SHORT][3:] or [points[0]]


def _paced(points: Sequence[Point], step: float) -> Iterator[Point]:
    """Yield points a step apart along a line."""
    walked = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        while walked < length:
            t = walked / length
            yield ax + (bx - ax) * t, ay + (by - ay) * t
            walked += step
        walked -= length


def _breadth(i: int, count: int) -> float:
    return 3.0 + 5.5 * i / count


def _normal(line: Sequence[Point], i: int) -> Point:
    (ax, ay), (bx, by) = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
    span = math.hypot(bx - ax, by - ay) or 1.0
    return -(by - ay) / span, (bx - ax) / span


def _body(line: Sequence[Point], grown: float) -> list[Point]:
    rims: tuple[list[Point], list[Point]] = ([], [])
    for i, (x, y) in enumerate(line):
        nx, ny = _normal(line, i)
        broad = _breadth(i, len(line)) + grown
        rims[0].append((x + nx * broad, y + ny * broad))
        rims[1].append((x - nx * broad, y - ny * broad))
    return rims[0] + rims[1][::-1]


def _head(line: Sequence[Point], grown: float) -> list[Point]:
    (x, y), (nx, ny) = line[-1], _normal(line, len(line) - 1)
    ux, uy = ny, -nx
    broad, long = 17 + grown * 1.6, 25 + grown * 1.6
    back = 2 + grown
    return [
        (x + nx * broad - ux * back, y + ny * broad - uy * back),
        (x + ux * long, y + uy * long),
        (x - nx * broad - ux * back, y - ny * broad - uy * back),
    ]


def tint(setting: Setting, notes: Sequence[tuple[str, str]]) -> None:
    """Tint areas."""
    cells = [(setting.sheet.ground[AreaId(area)].at, text) for area, text in notes]
    tints.lay(setting.frame, setting.window, {cell: tile(cell) for cell, _ in cells}, cells, setting.look)


def tile(cell: Cell) -> Tile:
    """Return an ox or a diamond as it is tinted."""
    x, y = centre(cell)
    around = tuple((round(a - x, 2), round(b - y, 2)) for a, b in corners(cell))
    return Tile((x, y), around, tuple(neighbours(cell)))


def note(setting: Setting, area: AreaId, text: str, kept: Sequence[Room]) -> None:
    """Write a note in the middle of an area, or beside its counters."""
    tints.note(setting.frame, setting.window, tile(setting.sheet.ground[area].at), text, setting.look, kept)


def lines(setting: Setting, sketch: Sketch) -> None:
    """Draw the frame around an area, a way and a line."""

    def at(area: str) -> Cell:
        return setting.sheet.ground[AreaId(area)].at

    markers.sketched(
        setting.frame, setting.window, sketch, lambda area: corners(at(area)), lambda area: centre(at(area)),
        setting.look,
    )  # fmt: skip
