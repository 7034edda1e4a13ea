"""Roads, streams and bridges: curves that continue from hex to hex."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from bot.kit import hexes
from bot.kit.hexes import Hex
from render import terrain
from render.canvas import CHALK, Pen, Point, curve, mix, turned
from render.chart import TALL, Cell, Chart, Window, centre, gate
from render.look import Colour, Look
from render.winter import dressed

Stretch = list[Point]
"""A piece of a way within one hex."""

STREAMS = {"stream": 34.0, "deep-stream": 44.0, "flooded-stream": 62.0, "frozen-stream": 40.0}
"""Kinds of running water and their breadths."""
ROAD = 19.0


def stretches(
    chart: Chart, kind: str, links: Mapping[Hex, Iterable[Hex]], sway: float
) -> dict[Hex, list[Stretch]]:
    """Return the stretches of a way in each hex, given its links to other hexes.

    At the edge of the map it continues over the half hex there.
    """
    found = {}
    for at, to in links.items():
        ends = sorted(to)
        off = chart.runoff(at, ends)
        if off is not None:
            ends.append(off)
        gates = [(gate(at, end, kind, sway), _inwards(at, end)) for end in ends]
        if len(gates) == 2:
            (a, from_a), (b, to_b) = gates
            found[at] = [curve(a, _plus(a, from_a, 52), _plus(b, to_b, 52), b)]
            if off is not None:
                found[at][0].append(_plus(b, to_b, -TALL))
        else:
            middle = centre(at)
            found[at] = [curve(a, _plus(a, inwards, 45), middle, middle) for a, inwards in gates]
    return found


def _inwards(at: Hex, end: Hex) -> Point:
    (ax, ay), (bx, by) = centre(at), centre(end)
    span = math.hypot(ax - bx, ay - by)
    return (ax - bx) / span, (ay - by) / span


def _plus(at: Point, towards: Point, by: float) -> Point:
    return at[0] + towards[0] * by, at[1] + towards[1] * by


@lru_cache(maxsize=16)
def streams(chart: Chart) -> dict[Hex, list[Stretch]]:
    """Return the stretches of all running water; it runs under bridges and into ponds."""
    return stretches(
        chart, "water", joined(chart.of_terrain(*STREAMS, "bridge"), chart.of_terrain("pond")), sway=16
    )


def joined(running: set[Hex], lakes: Collection[Hex] = ()) -> dict[Hex, list[Hex]]:
    """Return the links of each hex of a bed, lakes included."""
    links: dict[Hex, list[Hex]] = {at: [] for at in running}
    for a, b in _branches(running, running.union(lakes)):
        links[a].append(b)
        if b in running:
            links[b].append(a)
    return links


def _branches(running: set[Hex], wet: set[Hex]) -> Iterator[tuple[Hex, Hex]]:
    """Yield the links of a bed without rings: at a sharp bend it cuts no corner."""

    def shared(link: tuple[Hex, Hex]) -> int:
        return sum(to in wet and hexes.distance(to, link[1]) == 1 for to in hexes.neighbours(link[0]))

    links = {(a, b) for a in running for b in hexes.neighbours(a) if b in wet and (a < b or b not in running)}
    lakes = sorted((a, b) for a in wet - running for b in hexes.neighbours(a) if b in wet - running)
    reach = {at: at for at in wet}
    for a, b in [*lakes, *sorted(links, key=lambda link: (shared(link), link))]:
        ends = []
        for at in (a, b):
            while reach[at] != at:
                at = reach[at]
            ends.append(at)
        if ends[0] != ends[1]:
            reach[ends[0]] = ends[1]
            if (a, b) in links:
                yield a, b


@lru_cache(maxsize=16)
def roads(chart: Chart) -> dict[Hex, list[Stretch]]:
    """Return the stretches of all roads."""
    return stretches(chart, "road", {at: cell.roads for at, cell in chart.cells.items() if cell.roads}, sway=11)


def breadth(chart: Chart, at: Hex) -> float:
    """Return the breadth of the stream in a hex.

    Under a bridge it is as broad as its broadest neighbour.
    """
    kind = chart.cells[at].terrain
    if kind in STREAMS:
        return STREAMS[kind]
    near = [chart.cells[to].terrain for to in hexes.neighbours(at) if to in chart.cells]
    return max((STREAMS.get(kind, 0.0) for kind in near), default=0.0) or STREAMS["stream"]


def draw_streams(pen: Pen, look: Look, chart: Chart, window: Window, runs: Mapping[Hex, list[Stretch]]) -> None:
    """Draw all banks, then all water, so that no bank crosses a stream or its mouth."""
    seen = [(chart.cells[at], stretch) for at, pieces in runs.items() if window.shows(at) for stretch in pieces]
    for cell, stretch in seen:
        pen.line(stretch, dressed(look, cell.snow).bank, breadth(chart, cell.at) + 9, ends=True)
    terrain.ponds(pen, look, chart)
    for cell, stretch in seen:
        dress = dressed(look, cell.snow)
        paint = ice(dress) if _is_frozen(chart, cell.at) else dress.water
        pen.line(stretch, paint, breadth(chart, cell.at), ends=True)
    for cell, stretch in seen:
        _depth(pen, dressed(look, cell.snow), chart, cell, stretch)


def ice(look: Look) -> Colour:
    """Return the colour of ice."""
    return mix(look.water, CHALK, 0.62)


def _is_frozen(chart: Chart, at: Hex) -> bool:
    """Return whether water is frozen; under a bridge, as the stream beside it."""
    near = (chart.cells[to].terrain for to in hexes.neighbours(at) if to in chart.cells)
    kind = chart.cells[at].terrain
    return kind == "frozen-stream" or (kind == "bridge" and "frozen-stream" in near)


def _depth(pen: Pen, look: Look, chart: Chart, cell: Cell, stretch: Stretch) -> None:
    """Mark the depth of water.

    Shallow water has ripples, deep water a dark bed, and a flood a broad bed with crests. Ice has cracks across it
    and windblown snow along it.
    """
    if _is_frozen(chart, cell.at):
        long = [i for i in range(1, len(stretch) - 1) if math.dist(stretch[i], stretch[i + 1]) > 7]
        for i in long[1::5]:
            pen.line(_beside(stretch[i : i + 2], 9 if i % 2 else -9), mix(look.water, CHALK, 0.9), 7, ends=True)
        for i in long[::4]:
            (ax, ay), (bx, by) = _beside(stretch[i : i + 2], 17)[0], _beside(stretch[i : i + 2], -17)[1]
            (mx, my), lean = stretch[i], 5 if i % 8 == 1 else -5
            pen.line([(ax, ay), (mx + lean, my), (mx - lean, my + lean), (bx, by)], look.bank, 2.6)
        return
    if cell.terrain in ("deep-stream", "flooded-stream"):
        pen.line(stretch, look.depth, STREAMS[cell.terrain] * 0.5, ends=True)
    if cell.terrain != "deep-stream":
        side = 14 if cell.terrain == "flooded-stream" else 5
        for i in range(1, len(stretch) - 2, 3):
            pen.line(_beside(stretch[i : i + 2], side if i % 2 else -side), look.ripple, 3)


def _beside(piece: Stretch, by: float) -> Stretch:
    (ax, ay), (bx, by_) = piece
    span = math.hypot(bx - ax, by_ - ay) or 1.0
    dx, dy = -(by_ - ay) / span * by, (bx - ax) / span * by
    return [(ax + dx, ay + dy), (bx + dx, by_ + dy)]


def shown(
    look: Look, chart: Chart, window: Window, runs: Mapping[Hex, list[Stretch]]
) -> Iterator[tuple[Look, Stretch]]:
    """Yield the visible stretches, each with the colours of its ground."""
    for at, pieces in runs.items():
        if window.shows(at):
            yield from ((dressed(look, chart.cells[at].snow), stretch) for stretch in pieces)


def draw_roads(pen: Pen, look: Look, chart: Chart, window: Window, runs: Mapping[Hex, list[Stretch]]) -> None:
    """Draw verges first, then the track, then the ruts of wheels."""
    seen = list(shown(look, chart, window, runs))
    for dress, stretch in seen:
        pen.line(stretch, dress.verge, ROAD + 6, ends=True)
    for dress, stretch in seen:
        pen.line(stretch, dress.road, ROAD, ends=True)
    for dress, stretch in seen:
        rut = mix(dress.road, dress.verge, 0.3)
        for by in (-4.5, 4.5):
            for piece in zip(stretch[:-1:2], stretch[1::2], strict=False):
                pen.line(_beside(list(piece), by), rut, 2)


def draw_bridge(pen: Pen, look: Look, chart: Chart, at: Hex, road: list[Stretch], water: list[Stretch]) -> None:
    """Draw a deck at the crossing of road and water.

    It follows the road, or crosses the water if there is no road.
    """
    look = dressed(look, chart.cells[at].snow)
    spot, degrees = _crossing(at, road, water)
    long, broad = breadth(chart, at) / 2 + 17, ROAD / 2 + 8

    def deck(points: Stretch) -> Stretch:
        return turned(points, degrees, spot)

    dark: Colour = mix(look.plank, look.shade, 0.65)
    pen.polygon(
        deck([(-long, -broad + 5), (long, -broad + 5), (long, broad + 8), (-long, broad + 8)]), (*look.shade, 90)
    )
    pen.polygon(deck([(-long, -broad), (long, -broad), (long, broad), (-long, broad)]), look.plank)
    for x in range(round(-long) + 6, round(long), 8):
        pen.line(deck([(x, -broad), (x, broad)]), mix(look.plank, look.shade, 0.35), 2)
    for y in (-broad, broad):
        pen.line(deck([(-long - 7, y * 1.35), (-long, y), (long, y), (long + 7, y * 1.35)]), dark, 5, ends=True)


def _crossing(at: Hex, road: list[Stretch], water: list[Stretch]) -> tuple[Point, float]:
    """Return the position of a bridge and its direction in degrees."""
    if not road and not water:
        return centre(at), 0.0
    if not road:
        stretch, middle = water[0], len(water[0]) // 2
        return stretch[middle], _heading(stretch, middle) + 90
    flow = [point for stretch in water for point in stretch] or [centre(at)]
    stretch, i = min(
        ((stretch, i) for stretch in road for i in range(len(stretch))),
        key=lambda place: min(math.dist(place[0][place[1]], point) for point in flow),
    )
    return stretch[i], _heading(stretch, i)


def _heading(stretch: Stretch, i: int) -> float:
    (ax, ay), (bx, by) = stretch[max(0, i - 1)], stretch[min(len(stretch) - 1, i + 1)]
    return math.degrees(math.atan2(by - ay, bx - ax))
