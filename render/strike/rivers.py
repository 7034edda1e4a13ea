"""Rivers: where they run, how broad they are, and where their names stand."""

from __future__ import annotations

import itertools
import math
from functools import cache
from random import Random

from msgspec import Struct

from bot.titles.strike.printed.ground import Point as Cell
from bot.titles.strike.printed.ground import point
from bot.titles.strike.printed.records import RiverRecord
from bot.titles.strike.printed.tables import tables
from render.canvas import Pen, Point
from render.chart import Window
from render.strike.inks import Inks
from render.strike.lattice import PITCH, SIDE, centre, is_diamond, neighbours, side
from render.strike.views import Sheet

SPRING, BROADEST = 3.0, 9.5
"""The breadth of a river at its source, and its largest breadth."""


class River(Struct, frozen=True):
    """A river: its points from the source, its breadths, and positions for its name."""

    name: str
    points: tuple[Point, ...]
    breadths: tuple[float, ...]
    crossings: tuple[int, ...]
    """The points at which it goes from one area to the next."""


@cache
def rivers(sheet: Sheet) -> tuple[River, ...]:
    """Return the rivers of a map."""
    records = tables().rivers
    return tuple(_river(sheet, key, record) for key, record in records.items())


def _river(sheet: Sheet, key: str, record: RiverRecord) -> River:
    cells = [point(name) for name in record.course]
    gates = [_gate(key, a, b) for a, b in itertools.pairwise(cells)]
    nodes = [_source(sheet, key, record, cells, gates)]
    for i, gate in enumerate(gates):
        nodes.append(gate)
        if i + 1 < len(gates):
            nodes.append(_bend(key, cells[i + 1], gate, gates[i + 1]))
    nodes.append(_mouth(sheet, key, record, cells, gates))
    if record.course[0] not in record.within:
        nodes.insert(1, _bend(key, cells[0], nodes[0], gates[0]))
    if record.course[-1] not in record.within:
        nodes.insert(-1, _bend(key, cells[-1], gates[-1], nodes[-1]))
    crossings = [nodes.index(gate) for gate in gates]
    points, stations = _wind(key, nodes)
    start = SPRING if record.course[0] in record.within else BROADEST * 0.8
    end = min(BROADEST, start + 1.15 * len(cells))
    breadths = [start + (end - start) * i / (len(points) - 1) for i in range(len(points))]
    return River(record.name, tuple(points), tuple(breadths), tuple(stations[i] for i in crossings))


def _luck(*what: object) -> Random:
    return Random(" ".join(map(str, what)))


def _gate(key: str, a: Cell, b: Cell) -> Point:
    """Return the point where a river crosses a side.

    It is off the middle, which belongs to the railway.
    """
    (ax, ay), (bx, by) = side(a, b)
    off = 0.5 + _luck("gate", key, a, b).choice((-1, 1)) * _luck("gate", key, a).uniform(0.2, 0.28)
    return ax + (bx - ax) * off, ay + (by - ay) * off


def _bend(key: str, cell: Cell, a: Point, b: Point) -> Point:
    """Return the point where a river passes the middle of a cell, at a side of it."""
    x, y = centre(cell)
    if is_diamond(cell):
        return (x + (a[0] + b[0]) / 2) / 2, (y + (a[1] + b[1]) / 2) / 2
    along = math.dist(a, b) or 1.0
    off = _luck("bend", key, cell).choice((-1, 1)) * 30.0
    across = (a[1] - b[1]) / along * off, (b[0] - a[0]) / along * off
    return 0.6 * x + 0.2 * (a[0] + b[0]) + across[0], 0.6 * y + 0.2 * (a[1] + b[1]) + across[1]


def _source(sheet: Sheet, key: str, record: RiverRecord, cells: list[Cell], gates: list[Point]) -> Point:
    if record.course[0] in record.within:
        return _inwards(gates[0], cells[0], 62)
    return _beyond(sheet, key, cells[0], cells[1])


def _mouth(sheet: Sheet, key: str, record: RiverRecord, cells: list[Cell], gates: list[Point]) -> Point:
    """Return the mouth of a river.

    It is in the sea, off the map, in another river, or just within its last area.
    """
    last = record.course[-1]
    if last not in record.within:
        return _beyond(sheet, key, cells[-1], cells[-2])
    for other_key, other in tables().rivers.items():
        if other_key != key and last in other.course and last not in other.within:
            i = other.course.index(last)
            course = [point(name) for name in other.course]
            before = _gate(other_key, course[i - 1], course[i]) if i else centre(course[i])
            after = _gate(other_key, course[i], course[i + 1]) if i + 1 < len(course) else centre(course[i])
            return _bend(other_key, cells[-1], before, after)
    return _inwards(gates[-1], cells[-1], 58)


def _inwards(gate: Point, cell: Cell, by: float) -> Point:
    x, y = centre(cell)
    span = math.dist(gate, (x, y))
    return gate[0] + (x - gate[0]) * by / span, gate[1] + (y - gate[1]) * by / span


def _beyond(sheet: Sheet, key: str, cell: Cell, from_: Cell) -> Point:
    """Return the point where a river leaves the land, as straight ahead as possible.

    It flows into water or off the map.
    """
    x, y = centre(cell)
    fx, fy = centre(from_)
    gaps = [to for to in neighbours(cell) if to not in sheet.areas]
    if not gaps:
        return x, y

    def turn(to: Cell) -> float:
        tx, ty = centre(to)
        return ((tx - x) * (fx - x) + (ty - y) * (fy - y)) / math.dist((tx, ty), (x, y))

    to = min(gaps, key=lambda gap: (gap not in sheet.water, turn(gap)))
    gate, span = _gate(key, cell, to), 14.0 if to in sheet.water else SIDE
    ux, uy = gate[0] - x, gate[1] - y
    return gate[0] + ux / math.hypot(ux, uy) * span, gate[1] + uy / math.hypot(ux, uy) * span


def _wind(key: str, nodes: list[Point]) -> tuple[list[Point], list[int]]:
    """Return a winding line through the nodes, and the index of each node on it."""
    points: list[Point] = []
    stations = []
    ends = [nodes[0], *nodes, nodes[-1]]
    luck = _luck("wind", key)
    for before, a, b, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        stations.append(len(points))
        span = math.dist(a, b)
        parts = max(4, round(span / 6))
        swing, waves = luck.uniform(2.0, 4.2) * luck.choice((-1, 1)), max(1, round(span / 34))
        for i in range(parts):
            t = i / parts
            x, y = (_spline(before[k], a[k], b[k], after[k], t) for k in (0, 1))
            sway = swing * math.sin(t * waves * math.pi) + 1.2 * math.sin(t * waves * 2.7 * math.pi)
            points.append((x - (b[1] - a[1]) / span * sway, y + (b[0] - a[0]) / span * sway))
    stations.append(len(points))
    return [*points, nodes[-1]], stations


def _spline(before: float, a: float, b: float, after: float, t: float) -> float:
    """Return a point of the Catmull-Rom curve from a to b."""
    u, v = (b - before) / 2, (after - a) / 2
    return a + u * t + (3 * (b - a) - 2 * u - v) * t * t + (u + v - 2 * (b - a)) * t * t * t


def draw(pen: Pen, inks: Inks, sheet: Sheet, window: Window) -> None:
    """Draw all banks, then all water, so that no bank lies across a mouth."""
    for extra, paint in ((3.2, inks.bank), (0.0, inks.river)):
        for river in rivers(sheet):
            for i, (a, b) in enumerate(itertools.pairwise(river.points)):
                if window.holds(a, PITCH / 4):
                    broad = river.breadths[i] + extra
                    pen.line([a, b], paint, broad)
                    for end in (a, b)[i > 0 :]:
                        pen.disc(end, broad / 2, paint)
