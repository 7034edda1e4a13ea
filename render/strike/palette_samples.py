"""The palette of a map: fitted to its ground and to samples of all its pieces."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace
from PIL import Image

from bot.titles.strike.model.table import GERMAN, RUSSIAN
from bot.titles.strike.printed.ground import Ground
from render import kept, markers, png, tints
from render.canvas import CHALK, INK, Sprite
from render.chart import Window
from render.counters import CARD
from render.formations import ARMS, Formation, commander, formation
from render.kept import digest
from render.look import Look
from render.panels import Column
from render.strike import layers, rails, views, weather
from render.strike.ground import ground as drawn
from render.strike.inks import inks
from render.strike.key import key
from render.strike.lattice import corners
from render.strike.pieces import balance, sum_of
from render.strike.tokens import SIGNS, Token, flag, token

CELL = 64
"""The pixels of a sprite\'s place on the sample sheet."""
WIDE = 14
SCALE = 0.5


@lru_cache(maxsize=24)
def palette(ground: Ground, look: Look) -> Image.Image | None:
    """Return the palette of a map in a look, `None` if 256 colours are too few."""
    return kept.palette(digest(views.sheet(ground).key, look), lambda: _fitted(ground, look))


def _fitted(ground: Ground, look: Look) -> Image.Image | None:
    window = views.board(ground)
    half = replace(window, scale=window.scale / 2)
    small = drawn(views.sheet(ground), look, half)
    exact = {*inks(look).colours(), *_used(look), INK, CHALK, CARD}
    found = png.fit([small, samples(look)], exact)
    return found if png.likeness(drawn(views.sheet(ground), look, window), found) >= png.GOOD else None


def _used(look: Look) -> set[tuple[int, int, int]]:
    """Return the colours of a look that this title uses."""
    return {
        look.page, look.panel, look.ink, look.muted, look.rule, look.gold, look.halo, look.shade,
        look.alarm, look.aim, look.way,
    }  # fmt: skip


def samples(look: Look) -> Image.Image:
    """Return a sheet with every counter, sign, line and panel."""
    below = key(look, WIDE * CELL)
    beside = _panel(look)
    sprites = list(_sprites(look))
    rows = -(-len(sprites) // WIDE)
    width = WIDE * CELL
    sheet = Image.new("RGB", (width, (rows + 4) * CELL + below.height + beside.height), inks(look).land)
    for i, sprite in enumerate(sprites):
        sprite.stamp(sheet, ((i % WIDE + 0.5) * CELL, (i // WIDE + 0.5) * CELL))
    window = Window(0, 0, width / SCALE, sheet.height / SCALE, SCALE)
    y = (rows + 2) * CELL / SCALE
    markers.ring(sheet, window, [(x + 140, y + dy) for x, dy in corners((0, 0))], look.aim, look)
    markers.arrow(sheet, window, [(300, y), (700, y)], look.aim, look, dotted=False)
    markers.arrow(sheet, window, [(750, y), (1150, y)], look.way, look, dotted=True)
    for n, sprite in enumerate(tints.samples(layers.tile((0, 0)), look, SCALE)):
        sprite.stamp(sheet, ((1300 + 220 * n) * SCALE, y * SCALE))
    sheet.paste(below, (0, sheet.height - below.height - beside.height))
    sheet.paste(beside, (0, sheet.height - beside.height))
    return sheet


def _sprites(look: Look) -> Iterator[Sprite]:
    liveries = inks(look).liveries
    for livery, reduced in itertools.product(liveries, (False, True)):
        for arm in ARMS:
            unit = Formation("18", "XXXX", arm, 8, "(4)2", livery, reduced, wings=reduced)
            yield formation(unit, look, SCALE)
    for livery, down in itertools.product(liveries[:2], (False, True)):
        yield commander("Zhukov", 4, down, livery, look, SCALE * 0.6)
        yield sum_of(12, livery, look, SCALE)
        yield flag(livery, down, look, 1)
        for kind in SIGNS:
            yield token(Token(kind, livery, "1", "4", down, "S"), look, SCALE)
    yield balance(12, 7, look, 0.6)
    for seat in (GERMAN, RUSSIAN):
        yield layers.strand(seat, 0, look, SCALE)
        yield layers.strand(seat, 45, look, SCALE)
        yield layers.march(((0.0, 0.0), (120.0, 0.0)), seat, look, 0.4)
    for converted in (False, True):
        yield rails.half((1, 1), False, converted, look, SCALE)
    for kind in weather.SIGNS:
        yield weather.weather(kind, look)


def _panel(look: Look) -> Image.Image:
    column = Column(400, look)
    column.track(14, 3)
    column.figures([("12", "operations points"), ("3", "left by rail")])
    for side in ("german", "soviet"):
        column.banner(side, "Axis to act")
    return column.done()
