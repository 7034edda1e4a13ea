"""Terrain of a hex, distinguished by pattern and shape as well as by colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random

from bot.kit import hexes
from bot.kit.hexes import Hex
from render.canvas import Pen, Point, mix, moved, soften, turned
from render.chart import SIDE, TALL, Cell, Chart, Window, centre, corners, outlines
from render.look import Colour, Look
from render.winter import dressed

Ways = Sequence[Point]
"""Points along the roads and streams of a hex, which stay free of vegetation."""
Growth = Callable[[Pen, Look, Cell, Ways], None]


def chance(cell: Cell, what: str) -> Random:
    """Return the random numbers of a hex, the same in every picture."""
    return Random(f"{what} {cell.at.q} {cell.at.r}")


def _by_season(look: Look, chart: Chart, region: Collection[Hex]) -> Iterator[tuple[Look, set[Hex]]]:
    """Yield the bare and the snowy part of a region, with the colours of each."""
    for white in (False, True):
        if part := {at for at in region if chart.cells[at].snow == white}:
            yield dressed(look, white), part


def floors(pen: Pen, look: Look, chart: Chart) -> None:
    """Draw the ground of woods, villages, rough and swamps, and the banks of ponds.

    Each is a soft shape.
    """
    for kind in ("rough", "building", "swamp", "woods"):
        for dress, part in _by_season(look, chart, chart.of_terrain(kind)):
            colour = {"rough": dress.scrub, "building": dress.yard, "swamp": dress.bog, "woods": dress.floor}[kind]
            for loop in outlines(part, sway=9):
                pen.polygon(soften(loop), colour)
    for dress, shore in _shores(look, chart):
        pen.polygon(shore, None, dress.bank, 9)


def ponds(pen: Pen, look: Look, chart: Chart) -> None:
    """Fill ponds with water."""
    for dress, shore in _shores(look, chart):
        pen.polygon(shore, dress.water)


def _shores(look: Look, chart: Chart) -> Iterator[tuple[Look, list[Point]]]:
    for dress, part in _by_season(look, chart, chart.of_terrain("pond")):
        for loop in outlines(part, sway=12):
            yield dress, soften(loop)


def hills(pen: Pen, look: Look, chart: Chart) -> None:
    """Draw the hills: each level a shape with its shadow."""
    for dress, colour, loops in _levels(look, chart):
        for loop in loops:
            pen.polygon(moved(loop, (7, 10)), (*dress.shade, 60))
        for loop in loops:
            pen.polygon(loop, colour)


def slopes(pen: Pen, look: Look, chart: Chart) -> None:
    """Draw the edge of each level: a band, a line, and hachures that point downhill."""
    for dress, colour, loops in _levels(look, chart):
        for loop in loops:
            pen.polygon(loop, None, mix(colour, dress.slope, 0.45), 13)
            pen.polygon(loop, None, dress.slope, 4)
            for a, b in _hachures(loop):
                pen.line([a, b], dress.slope, 3.2)


def _levels(look: Look, chart: Chart) -> Iterator[tuple[Look, Colour, list[list[Point]]]]:
    """Yield the colours and the outlines of all higher ground, level by level."""
    for level in range(1, max((cell.level for cell in chart.cells.values()), default=0) + 1):
        region = {at for at, cell in chart.cells.items() if cell.level >= level}
        for dress, part in _by_season(look, chart, region):
            colour = dress.hills[min(level, len(dress.hills)) - 1]
            yield dress, colour, [soften(loop) for loop in outlines(part, sway=9)]


def _hachures(loop: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Yield short strokes inwards from a closed line, alternately long and short.

    They are a step apart.
    """
    step, walked, count = 9.0, 0.0, 0
    for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
        length = math.hypot(bx - ax, by - ay)
        while walked < length:
            t = walked / length
            x, y = ax + (bx - ax) * t, ay + (by - ay) * t
            deep = 19 if count % 2 else 12
            yield (x, y), (x - (by - ay) / length * deep, y + (bx - ax) / length * deep)
            walked += step
            count += 1
        walked -= length


def cliffs(pen: Pen, look: Look, chart: Chart) -> None:
    """Mark impassable hexsides, which rise two levels, with teeth that point downhill."""
    for at, cell in chart.cells.items():
        dress, points = dressed(look, cell.snow), corners(at)
        dark = mix(dress.slope, dress.shade, 0.6)
        for i, to in enumerate(hexes.neighbours(at)):
            if to in chart.cells and cell.level - chart.cells[to].level >= 2:
                (ax, ay), (bx, by) = points[i - 1], points[i]
                out = ((by - ay) * 0.16, (ax - bx) * 0.16)
                pen.line([(ax, ay), (bx, by)], dark, 6, ends=True)
                for k in range(6):
                    tooth = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (k / 6, (k + 0.5) / 6, (k + 1) / 6)]
                    tooth[1] = (tooth[1][0] + out[0], tooth[1][1] + out[1])
                    pen.polygon(tooth, dark)


def patches(pen: Pen, look: Look, chart: Chart, window: Window) -> None:
    """Wash the open ground in two tones, in soft blots across hexes."""
    step = 230
    for column in range(int(chart.left // step), int(chart.right // step) + 1):
        for row in range(int(chart.top // step), int(chart.bottom // step) + 1):
            luck = Random(f"patch {column} {row}")
            x, y = (column + luck.random()) * step, (row + luck.random()) * step
            if not window.holds((x, y), 2 * SIDE):
                continue
            blot = [
                (x + luck.uniform(60, 150) * math.cos(a), y + luck.uniform(40, 90) * math.sin(a))
                for a in (k * math.tau / 8 for k in range(8))
            ]
            pen.polygon(soften(blot), look.meadow)


def snow(pen: Pen, look: Look, chart: Chart, window: Window) -> None:
    """Cover the ground with snow, and draw drifts that lean with the same wind."""
    white = [cell for cell in chart.cells.values() if cell.snow]
    dress = dressed(look, snow=True)
    for loop in outlines([cell.at for cell in white]):
        pen.polygon(loop, dress.clear)
    for cell in white:
        if not window.shows(cell.at):
            continue
        luck = chance(cell, "drift")
        for x, y in scatter(cell, luck, 2, 60):
            long, broad = luck.uniform(30, 56), luck.uniform(9, 17)
            drift = [(-long, 0.0), (-long * 0.3, -broad), (long * 0.7, -broad * 0.5), (long, 0), (0, broad * 0.6)]
            pen.polygon(soften(turned(drift, -14, (x, y))), dress.meadow)


def meadow(pen: Pen, look: Look, cell: Cell, ways: Ways) -> None:
    """Grass on open ground: a few blades, so that clear stays clear."""
    luck = chance(cell, "grass")
    blade = mix(look.meadow, look.grid, 0.45)
    x0, y0 = centre(cell.at)
    for _ in range(luck.choice((2, 3, 4))):
        x, y = x0 + luck.uniform(-62, 62), y0 + luck.uniform(-60, 66)
        if free((x, y), ways, 22):
            for dx in (-5, 0, 5):
                pen.line([(x + dx * 0.4, y), (x + dx, y - 8 - (dx == 0) * 3)], blade, 2)


def woods(pen: Pen, look: Look, cell: Cell, ways: Ways) -> None:
    """A closed canopy of round crowns, each with a lit side and a shadow."""
    luck = chance(cell, "woods")
    crowns = []
    x0, y0 = centre(cell.at)
    for row in range(-4, 5):
        for column in range(-4, 5):
            x = column * 31 + (row % 2) * 15.5 + luck.uniform(-7, 7)
            y = row * 25 + luck.uniform(-6, 6)
            r, tone = luck.uniform(14, 20), luck.randrange(3)
            if inside(x, y, 0.9) and free((x0 + x, y0 + y), ways, ROOM + r):
                crowns.append((y0 + y, x0 + x, r, tone))
    for y, x, r, _ in crowns:
        pen.disc((x + 5, y + 8), r, (*look.shade, 90))
    for y, x, r, tone in sorted(crowns):
        (fir if cell.snow else crown)(pen, look, (x, y), r, look.crowns[tone])


def crown(pen: Pen, look: Look, at: Point, r: float, body: Colour) -> None:
    """A tree from above, with a lit side."""
    x, y = at
    pen.disc(at, r, body, mix(body, look.shade, 0.5), 2.2)
    pen.disc((x - r * 0.26, y - r * 0.3), r * 0.5, mix(body, look.sun, 0.75))


def fir(pen: Pen, look: Look, at: Point, r: float, body: Colour) -> None:
    """A fir from the side, in three tiers, with snow on the windward side."""
    x, y = at
    dark = mix(body, look.shade, 0.5)
    for half, low, high in ((0.98, 0.85, -0.35), (0.78, 0.3, -0.85), (0.54, -0.3, -1.45)):
        foot, tip = y + r * low, y + r * high
        tier = [(x - r * half, foot), (x, tip), (x + r * half, foot), (x, foot + r * 0.2)]
        pen.polygon(tier, body, dark, 1.6)
        snow = [(x, tip), (x - r * half * 0.92, foot - r * 0.04), (x - r * half * 0.3, foot - r * 0.2)]
        pen.polygon([*snow, (x + r * half * 0.12, tip + (foot - tip) * 0.55)], look.sun)


ROOM = 14.0
"""Half the breadth that a road takes."""


def village(pen: Pen, look: Look, cell: Cell, ways: Ways) -> None:
    """Roofs with ridges, set along a road if there is one, else close together."""
    luck = chance(cell, "village")
    lean = luck.uniform(-25, 25)
    houses: list[tuple[float, float, float, float, float]] = []
    for x, y in [centre(cell.at), *scatter(cell, luck, 34, 78)][:: 1 if ways else 2]:
        long, broad = luck.uniform(18, 25), luck.uniform(12, 15)
        turn = _along(ways, (x, y), lean) + luck.choice((0, 0, 90)) + luck.uniform(-7, 7)
        crowded = any(math.hypot(x - hx, y - hy) < 42 for hy, hx, *_ in houses)
        if not crowded and free((x, y), ways, ROOM + broad):
            houses.append((y, x, long, broad, turn))
    for n, (y, x, long, broad, turn) in enumerate(sorted(houses)):
        _roof(pen, look, (x, y), long, broad, turn, look.roofs[(n + cell.at.q) % len(look.roofs)])


def _along(ways: Ways, at: Point, otherwise: float) -> float:
    """Return the direction of the nearest way in degrees."""
    if len(ways) < 2:
        return otherwise
    i = min(range(len(ways) - 1), key=lambda i: math.dist(ways[i], at))
    return math.degrees(math.atan2(ways[i + 1][1] - ways[i][1], ways[i + 1][0] - ways[i][0]))


def _roof(
    pen: Pen, look: Look, at: Point, long: float, broad: float, turn: float, colours: tuple[Colour, Colour]
) -> None:
    lit, dark = colours
    outline = [(-long, -broad), (long, -broad), (long, broad), (-long, broad)]
    pen.polygon(moved(turned(outline, turn, at), (7, 10)), (*look.shade, 110))
    hip = broad * 0.55
    north, south = (
        (lit, dark) if math.cos(math.radians(turn)) > math.sin(math.radians(turn)) - 0.4 else (dark, lit)
    )
    pen.polygon(turned([(-long, -broad), (long, -broad), (long - hip, 0), (-long + hip, 0)], turn, at), north)
    pen.polygon(turned([(-long, broad), (long, broad), (long - hip, 0), (-long + hip, 0)], turn, at), south)
    middle = mix(lit, dark, 0.5)
    for end in (-1, 1):
        pen.polygon(turned([(end * long, -broad), (end * long, broad), (end * (long - hip), 0)], turn, at), middle)
    edge = mix(dark, look.shade, 0.6)
    pen.polygon(turned(outline, turn, at), None, edge, 2.6)
    pen.line(turned([(-long + hip, 0), (long - hip, 0)], turn, at), edge, 2.6)


def rough(pen: Pen, look: Look, cell: Cell, ways: Ways) -> None:
    """Stones, and hachures of broken ground between them."""
    luck = chance(cell, "rough")
    for x, y in scatter(cell, luck, 17, 80):
        if not free((x, y), ways, 24):
            continue
        if luck.random() < 0.6:
            r = luck.uniform(8, 14)
            shape = [
                (r * luck.uniform(0.75, 1.1) * math.cos(a), r * 0.75 * luck.uniform(0.75, 1.1) * math.sin(a))
                for a in (k * math.tau / 6 + luck.uniform(-0.3, 0.3) for k in range(6))
            ]
            pen.polygon(moved(shape, (x + 3, y + 4)), (*look.shade, 100))
            pen.polygon(moved(shape, (x, y)), look.stone_shade)
            pen.polygon([(x + px * 0.75 - 2, y + py * 0.65 - 2) for px, py in shape], look.stone)
        else:
            for k in range(4):
                pen.line([(x + k * 7 - 12, y - 5), (x + k * 7 - 15, y + 8)], look.stone_shade, 2.6)


def swamp(pen: Pen, look: Look, cell: Cell, ways: Ways) -> None:
    """Level strokes of standing water and tufts of reeds."""
    luck = chance(cell, "swamp")
    x0, y0 = centre(cell.at)
    for row in range(-4, 5):
        for column in range(-2, 3):
            x = column * 44 + (row % 2) * 22 + luck.uniform(-6, 6)
            y = row * 19.0
            if not inside(abs(x) + 16, y, 0.96) or not free((x0 + x, y0 + y), ways, 24):
                continue
            if luck.random() < 0.6:
                pen.line([(x0 + x - 16, y0 + y), (x0 + x + 16, y0 + y)], look.depth, 3.4, ends=True)
            else:
                for lean in (-9, -4, 0, 4, 9):
                    pen.line([(x0 + x + lean * 0.3, y0 + y + 7), (x0 + x + lean, y0 + y - 11)], look.reed, 2.8)


def pond(pen: Pen, look: Look, cell: Cell, ways: Ways) -> None:
    """Waves on open water, and in winter floes that bear no unit."""
    luck = chance(cell, "pond")
    if cell.snow:
        for x, y in scatter(cell, luck, 9, 66):
            r, start = luck.uniform(13, 21), luck.uniform(0, math.tau)
            floe = [
                (x + r * luck.uniform(0.75, 1.1) * math.cos(start + a), y + r * 0.8 * math.sin(start + a))
                for a in (k * math.tau / 6 for k in range(6))
            ]
            pen.polygon(moved(floe, (2, 3)), look.depth)
            pen.polygon(floe, look.clear)
    for x, y in scatter(cell, luck, 6, 62):
        for dx in (-11, 11):
            pen.arc((x + dx, y), 11, 200, 340, look.ripple, 3)


GROWTH: dict[str, Growth] = {
    "clear": meadow,
    "woods": woods,
    "building": village,
    "rough": rough,
    "swamp": swamp,
    "pond": pond,
}


def growth(
    pen: Pen, look: Look, chart: Chart, window: Window, ways: Callable[[Cell], Ways], kinds: Mapping[str, Growth]
) -> None:
    """Draw all vegetation and buildings, from north to south."""
    for cell in sorted(chart.cells.values(), key=lambda cell: centre(cell.at)[::-1]):
        if cell.terrain in kinds and window.shows(cell.at):
            kinds[cell.terrain](pen, dressed(look, cell.snow), cell, ways(cell))


def inside(x: float, y: float, part: float) -> bool:
    """Return whether a point about a hex's middle is within a fraction of the hex."""
    x, y = abs(x), abs(y)
    return y < TALL / 2 * part and y < math.sqrt(3) * (SIDE * part - x)


def scatter(cell: Cell, luck: Random, count: int, reach: float) -> list[Point]:
    """Return points spread evenly over a hex, like seeds in a sunflower, with jitter."""
    x0, y0 = centre(cell.at)
    start = luck.uniform(0, math.tau)
    points = []
    for k in range(count):
        a, r = start + k * 2.39996, reach * math.sqrt((k + 0.5) / count)
        points.append((x0 + r * math.cos(a) + luck.uniform(-5, 5), y0 + r * math.sin(a) + luck.uniform(-5, 5)))
    return sorted(points, key=lambda point: point[1])


def free(at: Point, ways: Ways, room: float) -> bool:
    """Return whether a point is at least a distance from every way."""
    return all(math.dist(at, point) >= room for point in ways)
