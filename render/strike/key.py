"""The key below the map: the meanings of its signs."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.titles.strike.model.table import GERMAN, RUSSIAN
from render.canvas import Sprite, cut, sheet
from render.counters import badge
from render.formations import Formation, formation
from render.look import Look
from render.overlay import Settled
from render.panels import Column
from render.strike import land
from render.strike.inks import inks
from render.strike.labels import city
from render.strike.layers import march, strand
from render.strike.pieces import balance, sum_of
from render.strike.rails import half
from render.strike.tokens import flag

SIGN = 58
"""The room of a sign in pixels."""
GROUND = ("clear", "woods", "marsh", "mountain")


@lru_cache(maxsize=8)
def key(look: Look, width: int) -> Image.Image:
    """Return the key, as broad as the map."""
    ink = inks(look)
    german, russian = ink.livery("german"), ink.livery("soviet")
    reduced = Formation("18", "XXXX", "infantry", 4, "(4)2", german, reduced=True)
    column = Column(width, look)
    column.legend(
        [
            *((swatch(kind, look), kind) for kind in GROUND),
            (river(look, through=True), "river runs through"),
            (river(look, through=False), "only begins or ends"),
            (channel(look), "no way across"),
            (city(True, look, 0.8), "fortress city"),
            (_centred(half((1, 0), False, False, look, 0.46)), "Russian railway"),
            (_centred(half((1, 0), False, True, look, 0.46)), "converted"),
            (_centred(strand(GERMAN, 0, look, 0.6)), "Axis front"),
            (_centred(strand(RUSSIAN, 0, look, 0.6)), "Soviet front"),
            (_centred(march(((0.0, 0.0), (160.0, 0.0)), GERMAN, look, 0.5)), "last marches"),
            (flag(german, False, look, 0.8), "objective"),
            (flag(russian, True, look, 0.8), "objective held"),
            (formation(reduced, look, 0.32), "reduced"),
            (badge("disrupted", look, 0.55), "disrupted"),
            (sum_of(12, german, look, 0.62), "strength of a stack"),
            (balance(12, 7, look, 0.5), "strengths in a battle"),
        ],
        17,
        SIGN,
    )
    return Settled(column.done())


def _centred(sprite: Sprite) -> Sprite:
    return Sprite(sprite.image, sprite.mask, sprite.image.width // 2, sprite.image.height // 2)


@lru_cache(maxsize=32)
def swatch(kind: str, look: Look) -> Sprite:
    """Return a sample of a kind of ground."""
    ink = inks(look)
    pen = sheet(25, 15, 1)
    tint = {"woods": ink.woods, "marsh": ink.marsh, "mountain": ink.upland}.get(kind, ink.land)
    pen.box((-24, -14), (24, 14), tint, ink.frame, 1.4)
    for x in (-13, 0, 13):
        land.stand(pen, ink, kind, (float(x), 7.0))
    return cut(pen)


@lru_cache(maxsize=16)
def river(look: Look, through: bool) -> Sprite:
    """Return a sample of a river: through an area, or from its source."""
    ink = inks(look)
    pen = sheet(25, 15, 1)
    pen.box((-24, -14), (24, 14), ink.land, ink.frame, 1.4)
    course = [(-24, 3), (-12, -3), (0, 2), (12, -3), (24, 1)] if through else [(0, 3), (12, -3), (24, 1)]
    for grown, paint in ((2.4, ink.bank), (0.0, ink.river)):
        pen.line(course, paint, 5 + grown, ends=not through)
    return cut(pen)


@lru_cache(maxsize=16)
def channel(look: Look) -> Sprite:
    """Return a sample of water along a side."""
    ink = inks(look)
    pen = sheet(25, 15, 1)
    pen.box((-24, -14), (24, 14), ink.land, ink.frame, 1.4)
    pen.line([(-24, 0), (24, 0)], ink.grid, 2)
    pen.disc((0, 0), 19, ink.sea, ink.coast, 2, ry=7.5)
    return cut(pen)
