"""The palette of a map: fitted to its ground and to a sheet of everything that may ever lie on it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.kit.hexes import Hex
from bot.titles.tide.ground import Ground
from render import hexmap, markers, png
from render.canvas import Point
from render.chart import TALL, Window, corners, whole
from render.counters import SHELTERS, SIGNALS, Counter, sprite
from render.figures import FIGURES
from render.look import Look
from render.panels import Column
from render.tide import views
from render.tide.pieces import SILHOUETTES

CELL = 72


@lru_cache(maxsize=24)
def palette(ground: Ground, look: Look) -> Image.Image | None:
    """Return the palette of a map in a look, `None` where 256 colours do not do it justice."""
    chart = views.chart(ground)
    found = png.fit([hexmap.ground(chart, look, whole(chart, views.BOARD_SCALE / 2)), specimen(look)])
    full = hexmap.ground(chart, look, views.board(ground))
    return found if png.likeness(full, found) >= png.GOOD else None


def specimen(look: Look) -> Image.Image:
    """Return a sheet with every counter, state, marker, line and panel."""
    kinds = sorted(set(SILHOUETTES.values()))
    units = [
        Counter(livery.side, "8", figures, vehicle, vehicle, "E", (signal,), shelter)
        for livery in look.liveries
        for figures, vehicle in [((figure,), "") for figure in FIGURES] + [((), kind) for kind in ("", *kinds)]
        for signal, shelter in zip(SIGNALS, ("", "", "", "", "", *SHELTERS), strict=True)
    ]
    wide = 24
    sheet = Image.new("RGB", (wide * CELL, -(-len(units) // wide) * CELL + 5 * CELL), look.clear)
    for i, unit in enumerate(units):
        sprite(unit, look, 0.5).stamp(sheet, _cell(i % wide, i // wide))
    last = -(-len(units) // wide) + 1
    for i, kind in enumerate((*markers.MARKERS, *SHELTERS)):
        drawn = markers.marker(kind, look, 0.4) if kind in markers.MARKERS else markers.empty_shelter(kind, look, 0.5)
        drawn.stamp(sheet, _cell(2 * i, last))
    for i, livery in enumerate(look.liveries):
        markers.objective(bool(i % 2), 1, livery.side, livery.side, look, 0.5).stamp(sheet, _cell(2 * i, last + 1))
    window = Window(0, 0, sheet.width / 0.5, sheet.height / 0.5, 0.5)
    y = (last + 2.5) * CELL / 0.5
    markers.arrow(sheet, window, [(1600, y), (2400, y)], look.aim, look, dotted=False)
    markers.arrow(sheet, window, [(2500, y), (3200, y)], look.way, look, dotted=True)
    markers.ring(sheet, window, [(x + 1400, y_ + y) for x, y_ in corners(Hex(0, 0))], look.aim, look)
    column = Column(400, look)
    column.track(8, 3)
    column.figures([("1", "command"), ("2", "initiative")])
    column.card("Card", "3", "action", True, True)
    sheet.paste(column.done(), (0, sheet.height - 3 * CELL))
    return sheet


def _cell(column: int, row: int) -> Point:
    return (column + 0.5) * CELL, (row + 0.5) * CELL
