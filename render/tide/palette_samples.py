"""The palette of a map: fitted to its ground and to samples of all its pieces."""

from __future__ import annotations

import itertools
from functools import lru_cache

from PIL import Image

from bot.kit.hexes import Hex
from bot.titles.tide.printed.ground import Ground
from render import fires, hexmap, kept, markers, png, tints
from render.canvas import CHALK, INK, Point
from render.chart import Window, corners, whole
from render.counters import CARD, SIGNALS, Counter, sprite
from render.figures import FIGURES
from render.kept import digest
from render.look import Look
from render.panels import Column
from render.shelters import SHELTERS
from render.tide import views
from render.tide.pieces import SILHOUETTES
from render.winter import dressed

CELL = 72
"""The pixels of a counter's place on the sample sheet."""
WIDE = 16
SCALE = 0.5


@lru_cache(maxsize=24)
def palette(ground: Ground, look: Look) -> Image.Image | None:
    """Return the palette of a map in a look, `None` if 256 colours are too few."""
    return kept.palette(digest(views.chart(ground).key, look), lambda: _fitted(ground, look))


def _fitted(ground: Ground, look: Look) -> Image.Image | None:
    chart = views.chart(ground)
    small = hexmap.ground(chart, look, whole(chart, views.board(ground).scale / 2))
    exact = {*look.colours(), INK, CHALK, CARD}
    if any(cell.snow for cell in chart.cells.values()):
        exact |= dressed(look, snow=True).colours()
    found = png.fit([small, samples(look)], exact)
    full = hexmap.ground(chart, look, views.board(ground))
    return found if png.likeness(full, found) >= png.GOOD else None


def samples(look: Look) -> Image.Image:
    """Return a sheet with every counter, state, marker, line and panel."""
    units, panel = _units(look), _panel(look)
    rows = -(-len(units) // WIDE)
    sheet = Image.new("RGB", (WIDE * CELL, (rows + 6) * CELL + panel.height), look.clear)
    sheet.paste(panel, (0, sheet.height - panel.height))
    for i, unit in enumerate(units):
        sprite(unit, look, SCALE).stamp(sheet, _cell(i % WIDE, i // WIDE))
    for i, kind in enumerate(markers.MARKERS):
        markers.marker(kind, look, SCALE).stamp(sheet, _cell(2 * i, rows + 0.5))
    for i, kind in enumerate(SHELTERS):
        markers.empty_shelter(kind, look, SCALE).stamp(sheet, _cell(1.5 * i, rows + 2))
    for i, livery in enumerate(look.liveries[:3]):
        fires.fougasse(livery.side, look, SCALE).stamp(sheet, _cell(10 + 2 * i, rows + 2))
    for i, livery in enumerate(look.liveries):
        for victory in (False, True):
            plate = markers.objective(victory, 1, livery.side, livery.side, look, SCALE)
            plate.stamp(sheet, _cell(2 * i + victory, rows + 3.5))
    for i, sample in enumerate(tints.samples(tints.tile(Hex(0, 0)), look, SCALE / 1.5)):
        sample.stamp(sheet, _cell(10 + i, rows + 3.5))
    _lines(sheet, rows + 5, look)
    return sheet


def _units(look: Look) -> list[Counter]:
    """Return sample counters with every side, figure, vehicle, signal and shelter."""
    things = [((figure,), "") for figure in FIGURES] + [
        ((), kind) for kind in ("", *sorted(set(SILHOUETTES.values())))
    ]
    everyone = [(livery.side, figures, vehicle) for livery in look.liveries for figures, vehicle in things]
    return [
        Counter(side, "8", figures, vehicle, vehicle, "E", signals, shelter, served=bool(round), round=round)
        for (side, figures, vehicle), signals, shelter, round in zip(
            everyone,
            itertools.cycle([(), *((signal,) for signal in SIGNALS)]),
            itertools.cycle(("", "", *SHELTERS)),
            itertools.cycle(("", "", "?")),
        )
    ]


def _panel(look: Look) -> Image.Image:
    column = Column(400, look)
    column.track(8, 3)
    column.figures([("1", "command"), ("2", "initiative")])
    column.card("Card", "3", "action", True, True)
    return column.done()


def _lines(sheet: Image.Image, row: int, look: Look) -> None:
    window = Window(0, 0, sheet.width / SCALE, sheet.height / SCALE, SCALE)
    y = row * CELL / SCALE
    markers.ring(sheet, window, [(x + 200, y + dy) for x, dy in corners(Hex(0, 0))], look.aim, look)
    markers.arrow(sheet, window, [(400, y), (1000, y)], look.aim, look, dotted=False)
    markers.arrow(sheet, window, [(1100, y), (1700, y)], look.way, look, dotted=True)


def _cell(column: float, row: float) -> Point:
    return (column + 0.5) * CELL, (row + 0.5) * CELL
