"""The ground of a hex map, drawn once in each look and then cached."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial

from PIL import Image

from bot.kit import hexes
from bot.kit.hexes import Hex
from render import balkas, blocks, farmland, terrain, ways
from render.canvas import Pen, Sprite, cut, sheet
from render.chart import SIDE, TALL, Cell, Chart, Window, centre, corners
from render.kept import digest
from render.lettering import write
from render.look import Look
from render.stacks import Room
from render.winter import dressed

NAME, LARGE = 19.0, 36.0
"""The size of hex names in units, and their largest size for a phone."""
DRAWN = {*farmland.KINDS, *ways.STREAMS, *balkas.KINDS, "bridge"}
"""The kinds of ground with a drawing of their own; other kinds are named in words."""


def ground(chart: Chart, look: Look, window: Window) -> Image.Image:
    """Return a fresh copy of the ground in a window, with hex names, levels and ways."""
    return blocks.whole(
        digest(chart.key, look), window, lambda window: _labelled(_bare(chart, look, window), chart, look, window)
    )


def part(chart: Chart, look: Look, window: Window, most: float) -> Image.Image:
    """Return the ground for one of many windows, at a scale of at most `most`."""
    box = (chart.left, chart.top, chart.right, chart.bottom)
    land = blocks.Land(digest(chart.key, look), most, box, partial(_bare, chart, look))
    image = blocks.cut(land, window)
    return _labelled(image, chart, look, window)


def _bare(chart: Chart, look: Look, window: Window) -> Image.Image:
    """Draw the ground in a window without any text."""
    pen = Pen(window.size, window.scale, window.left, window.top, look.clear, fine=2)
    terrain.patches(pen, look, chart, window)
    terrain.snow(pen, look, chart, window)
    for half in {to for at in chart.cells for to in hexes.neighbours(at)} - chart.cells.keys():
        white = any(chart.cells[to].snow for to in hexes.neighbours(half) if to in chart.cells)
        pen.polygon(corners(half), dressed(look, white).rim)
    terrain.hills(pen, look, chart)
    terrain.floors(pen, look, chart)
    farmland.floors(pen, look, chart, window)
    terrain.slopes(pen, look, chart)
    terrain.cliffs(pen, look, chart)
    waters, tracks, gullies = ways.streams(chart), ways.roads(chart), balkas.stretches(chart)
    balkas.draw(pen, look, chart, window, gullies)
    ways.draw_streams(pen, look, chart, window, waters)
    ways.draw_roads(pen, look, chart, window, tracks)
    for at in sorted(chart.of_terrain("bridge")):
        ways.draw_bridge(pen, look, chart, at, tracks.get(at, []), waters.get(at, []))

    def taken(cell: Cell) -> terrain.Ways:
        here = (runs.get(cell.at, ()) for runs in (tracks, waters, gullies))
        return [point for pieces in here for course in pieces for point in course]

    farmland.walls(pen, look, chart.walls)
    terrain.growth(pen, look, chart, window, taken, farmland.KINDS)
    _grid(pen, look, chart, window)
    return pen.done()


def _labelled(image: Image.Image, chart: Chart, look: Look, window: Window) -> Image.Image:
    """Write all hex names and the levels of hills on the ground, and return it."""
    all_names(image, chart, look, window)
    return image


def all_names(image: Image.Image, chart: Chart, look: Look, window: Window) -> None:
    """Write the names of all hexes that can be seen."""
    for cell in chart.within(window, SIDE):
        _label(image, look, window, cell)


def names(image: Image.Image, chart: Chart, look: Look, window: Window, cells: Iterable[Hex]) -> None:
    """Write some hex names again, above the tints on the ground."""
    for at in cells:
        if window.shows(at, SIDE):
            _label(image, look, window, chart.cells[at])


def room(window: Window) -> float:
    """Return the distance from a hex's middle to the room below its name, in units."""
    size = window.letters(NAME, LARGE) / window.scale
    return max(14.0, 0.45 * size) + 0.4 * size - TALL / 2


def named(window: Window) -> Room:
    """Return the part of a hex that its name takes."""
    size = window.letters(NAME, LARGE) / window.scale
    return Room(-size, -TALL / 2, size, room(window))


def _grid(pen: Pen, look: Look, chart: Chart, window: Window) -> None:
    """Draw each hexside once, thinly."""
    drawn = set()
    for at in chart.cells:
        if not window.shows(at):
            continue
        points = corners(at)
        for i, to in enumerate(hexes.neighbours(at)):
            if (to, at) not in drawn:
                drawn.add((at, to))
                white = chart.cells[at].snow
                pen.line([points[i - 1], points[i]], (*dressed(look, white).grid, 150), 1.9)


def _label(image: Image.Image, look: Look, window: Window, cell: Cell) -> None:
    """Write a hex's name at its upper side, and a hill's level after a small peak."""
    look = dressed(look, cell.snow)
    x, y = window.pixel(centre(cell.at))
    size = window.letters(NAME, LARGE)
    if cell.terrain not in DRAWN:
        write(image, (x, y), cell.terrain, size, look.label, "Bold", "middle", look.halo)
    y -= TALL / 2 * window.scale - max(14 * window.scale, 0.45 * size)
    if not cell.level:
        write(image, (x, y), cell.name, size, look.label, "Medium", "middle", look.halo)
        return
    write(image, (x - size * 0.35, y), cell.name, size, look.label, "Medium", "right", look.halo)
    _peak(look, size).stamp(image, (x + size * 0.35, y))
    write(image, (x + size * 0.9, y), str(cell.level), size, look.label, "Bold", "left", look.halo)


@lru_cache(maxsize=16)
def _peak(look: Look, size: int) -> Sprite:
    pen = sheet(0.7, 0.7, size)
    pen.polygon([(-0.6, 0.5), (0, -0.58), (0.6, 0.5)], look.halo)
    pen.polygon([(-0.42, 0.38), (0, -0.38), (0.42, 0.38)], look.label)
    return cut(pen)
