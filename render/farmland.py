"""Fields, groves, single houses and walls, distinguished by pattern and shape.

They are finer than woods and villages.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from bot.kit.hexes import Hex
from render.canvas import Pen, Point, mix, moved, soften, turned
from render.chart import Cell, Chart, Window, centre, corners, outlines
from render.look import Colour, Look
from render.terrain import GROWTH, Growth, Ways, chance, crown, free, inside, scatter


def floors(pen: Pen, look: Look, chart: Chart, window: Window) -> None:
    """Draw fields with furrows, and the ground of groves and yards, as soft shapes."""
    fields = chart.of_terrain("plowed")
    for loop in outlines(fields, sway=7):
        pen.polygon(soften(loop, 2), mix(look.gully, look.earth, 0.22))
    for at in sorted(fields):
        if window.shows(at):
            _furrows(pen, look, chart.cells[at])
    for loop in outlines(chart.of_terrain("light woods"), sway=10):
        pen.polygon(soften(loop), mix(look.floor, look.clear, 0.5))
    for loop in outlines(chart.of_terrain("wood building", "stone building"), sway=9):
        pen.polygon(soften(loop), look.yard)


def _furrows(pen: Pen, look: Look, cell: Cell) -> None:
    """Draw furrows that run the same way in the whole hex."""
    lean = chance(cell, "furrows").choice((-24.0, 16.0, 62.0))
    dark = mix(mix(look.gully, look.earth, 0.22), look.earth, 0.55)
    for k in range(-6, 7):
        y = k * 14.0
        reach = math.sqrt(max(0.0, 80.0**2 - y * y))
        if reach > 14:
            pen.line(turned([(-reach, y), (reach, y)], lean, centre(cell.at)), dark, 4)


def light_woods(pen: Pen, look: Look, cell: Cell, ways: Ways) -> None:
    """Trees with gaps, so that the ground between them is visible."""
    luck = chance(cell, "grove")
    x0, y0 = centre(cell.at)
    trees: list[tuple[float, float, float, int]] = []
    for x, y in scatter(cell, luck, 17, 76):
        r, tone = luck.uniform(11, 15), luck.randrange(3)
        apart = all(math.dist((x, y), (tx, ty)) > 29 for ty, tx, _, _ in trees)
        if apart and inside(x - x0, y - y0, 0.9) and free((x, y), ways, 14 + r):
            trees.append((y, x, r, tone))
    for y, x, r, _ in trees:
        pen.disc((x + 5, y + 7), r, (*look.shade, 90))
    for y, x, r, tone in sorted(trees):
        crown(pen, look, (x, y), r, mix(look.crowns[tone], look.sun, 0.35))


def wood_building(pen: Pen, look: Look, cell: Cell, ways: Ways) -> None:
    """A log house with a ridged roof of boards, and a shed."""
    luck = chance(cell, "house")
    turn = luck.uniform(-14, 14)
    x, y = _beside(cell, ways)
    lit, dark = look.roofs[-1]
    _boards(pen, look, (x, y), 44, 27, turn, (lit, dark))
    shed = turned([(60.0, 34.0)], turn, (x, y))[0]
    if free(shed, ways, 30) and inside(shed[0] - centre(cell.at)[0], shed[1] - centre(cell.at)[1], 0.8):
        _boards(pen, look, shed, 17, 12, turn + 90, (dark, mix(dark, look.shade, 0.4)))


def _boards(
    pen: Pen, look: Look, at: Point, long: float, broad: float, turn: float, colours: tuple[Colour, Colour]
) -> None:
    """Draw a roof of two slopes with the joints of its boards."""
    lit, dark = colours
    outline = [(-long, -broad), (long, -broad), (long, broad), (-long, broad)]
    pen.polygon(moved(turned(outline, turn, at), (7, 10)), (*look.shade, 110))
    pen.polygon(turned([(-long, -broad), (long, -broad), (long, 0), (-long, 0)], turn, at), lit)
    pen.polygon(turned([(-long, 0), (long, 0), (long, broad), (-long, broad)], turn, at), dark)
    joint = mix(dark, look.shade, 0.45)
    for k in range(1, int(long / 6)):
        x = -long + k * 12
        pen.line(turned([(x, -broad), (x, broad)], turn, at), joint, 1.6)
    pen.polygon(turned(outline, turn, at), None, mix(dark, look.shade, 0.7), 3.4)
    pen.line(turned([(-long, 0), (long, 0)], turn, at), mix(dark, look.shade, 0.7), 4)


def stone_building(pen: Pen, look: Look, cell: Cell, ways: Ways) -> None:
    """A large house of stone with thick walls around a hipped roof, and chimneys."""
    luck = chance(cell, "stone house")
    turn = luck.uniform(-8, 8)
    at = _beside(cell, ways)
    long, broad, wall = 52.0, 38.0, 9.0
    dark = mix(look.stone_shade, look.shade, 0.35)
    outline = [(-long, -broad), (long, -broad), (long, broad), (-long, broad)]
    pen.polygon(moved(turned(outline, turn, at), (8, 11)), (*look.shade, 120))
    pen.polygon(turned(outline, turn, at), dark)
    a, b, hip = long - wall, broad - wall, broad - wall
    north, south, ends = look.stone, *(mix(look.stone, look.stone_shade, part) for part in (0.55, 0.3))
    pen.polygon(turned([(-a, -b), (a, -b), (a - hip, 0), (hip - a, 0)], turn, at), north)
    pen.polygon(turned([(-a, b), (a, b), (a - hip, 0), (hip - a, 0)], turn, at), south)
    for side in (-1, 1):
        pen.polygon(turned([(side * a, -b), (side * a, b), (side * (a - hip), 0)], turn, at), ends)
    for x in (-20, 20):
        chimney = turned([(float(x), -8.0)], turn, at)[0]
        pen.box((chimney[0] - 6, chimney[1] - 6), (chimney[0] + 6, chimney[1] + 6), dark, look.stone, 2)


def _beside(cell: Cell, ways: Ways) -> Point:
    """Return the middle of a hex, or a spot beside its road."""
    x0, y0 = centre(cell.at)
    spots = [(x0, y0 + 4), *((x0 + dx, y0 + dy) for dx, dy in ((-30, -30), (30, -30), (-30, 34), (30, 34)))]
    return max(spots, key=lambda spot: min((math.dist(spot, way) for way in ways), default=99.0) >= 42)


def walls(pen: Pen, look: Look, sides: Collection[tuple[Hex, Hex]]) -> None:
    """Draw walls of field stones along hexsides."""
    dark = mix(look.stone_shade, look.shade, 0.5)
    for a, b in sorted(sides):
        (ax, ay), (bx, by) = side(a, b)
        pen.line([(ax + 3, ay + 5), (bx + 3, by + 5)], (*look.shade, 90), 15)
        pen.line([(ax, ay), (bx, by)], dark, 15, ends=True)
        for k in range(7):
            t = (k + 0.5) / 7
            tone = mix(look.stone, look.stone_shade, 0.35 * (k % 2))
            pen.disc((ax + (bx - ax) * t, ay + (by - ay) * t), 6.2, tone)


def side(a: Hex, b: Hex) -> tuple[Point, Point]:
    """Return the two ends of the side between two hexes."""
    near = {(round(x), round(y)): (x, y) for x, y in corners(b)}
    first, second = [(x, y) for x, y in corners(a) if (round(x), round(y)) in near]
    return first, second


KINDS: Mapping[str, Growth] = {
    **GROWTH,
    "light woods": light_woods,
    "wood building": wood_building,
    "stone building": stone_building,
    "plowed": lambda pen, look, cell, ways: None,
}
"""Drawing functions for everything on the ground, by kind."""
