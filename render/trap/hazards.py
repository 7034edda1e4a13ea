"""Markers in a hex: rubble, road blocks, wrecks, shells, and the upper floor."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from bot.kit.hexes import Hex
from render.canvas import CHALK, INK, Sprite, cut, mix, moved, sheet, soften
from render.chart import SIDE, corners
from render.figures import star
from render.look import Look
from render.trap.built import rubble as heap
from render.trap.figures import btr
from render.trap.inks import inks

RIM = 50.0
"""How far below the middle of a hex road blocks and wrecks lie."""


@lru_cache(maxsize=64)
def rubble(seed: str, look: Look, night: bool, scale: float) -> Sprite:
    """Return the ruins of a hex's blocks."""
    ink = inks(look, night)
    pen = sheet(SIDE + 6, SIDE + 6, scale)
    luck = Random(f"dust {seed}")
    rim = [(x * luck.uniform(0.88, 0.98), y * luck.uniform(0.88, 0.98)) for x, y in corners(Hex(0, 0))]
    pen.polygon(soften(rim, 1), mix(ink.yard, ink.char, 0.3))
    heap(pen, ink, (0, 0), seed)
    return cut(pen)


@lru_cache(maxsize=32)
def road_block(look: Look, night: bool, scale: float) -> Sprite:
    """Return a road block: slabs of concrete with stripes, and hedgehogs before them."""
    pen = sheet(92, 40, scale)
    for x in (-48.0, 0.0, 48.0):
        pen.box((x - 25, -15), (x + 25, 15), INK, r=4)
        pen.box((x - 22, -12), (x + 22, 12), look.caution, r=3)
        for k in range(-2, 3):
            a = max(x - 22, x + k * 11 - 6)
            pen.polygon(
                [(a, 12), (min(x + 22, a + 6), 12), (min(x + 22, a + 13), -12), (min(x + 22, a + 7), -12)], INK
            )
    for x in (-76.0, 76.0):
        for wide, paint in ((10.0, CHALK), (6.0, INK)):
            for dx, dy in ((12, 13), (-12, 13), (0, 16)):
                pen.line([(x - dx, -dy), (x + dx, dy)], paint, wide, ends=True)
    return cut(pen, shade=(3, 4, look.shade, 110))


@lru_cache(maxsize=32)
def wreck(look: Look, night: bool, scale: float) -> Sprite:
    """Return a burnt-out vehicle under its smoke."""
    ink = inks(look, night)
    pen = sheet(60, 56, scale)
    hulls = [sheet(46, 46, pen.scale / pen.fine, pen.fine) for _ in range(2)]
    btr(hulls[0], CHALK, CHALK)
    btr(hulls[1], INK, mix(INK, CHALK, 0.35))
    for layer, grown in zip(hulls, (1.16, 1.0), strict=True):
        image = layer.image.rotate(68, expand=False)
        image = image.resize((round(image.width * grown), round(image.height * grown)))
        x, y = pen.pixels([(0, 10)])[0]
        pen.image.alpha_composite(image, (max(0, x - image.width // 2), max(0, y - image.height // 2)))
    for x, y, r in ((-6, 2, 13), (3, -14, 15), (-5, -30, 12), (8, -40, 9)):
        pen.disc((x, y), r + 2, INK)
    for x, y, r in ((-6, 2, 13), (3, -14, 15), (-5, -30, 12), (8, -40, 9)):
        pen.disc((x, y), r, mix(ink.char, look.smoke, 0.3))
    for x, tall in ((-15, 17), (-7, 24), (2, 15)):
        pen.polygon([(x - 6, 14), (x, 14 - tall), (x + 6, 14)], ink.fire, INK, 2)
    return cut(pen)


@lru_cache(maxsize=32)
def shells(look: Look, scale: float) -> Sprite:
    """Return the sign of a hex that artillery interdicts: bursts all around it."""
    pen = sheet(SIDE, SIDE, scale)
    for k in range(6):
        a = math.radians(60 * k + 30)
        x, y = 70 * math.sin(a), -70 * math.cos(a)
        spikes = [((19, 9)[i % 2], i * math.tau / 16) for i in range(16)]
        pen.polygon(
            moved([(r * math.sin(b), -r * math.cos(b)) for r, b in spikes], (x, y)), look.alarm, CHALK, 2.6
        )
        pen.disc((x, y), 4, CHALK)
    return cut(pen)


@lru_cache(maxsize=256)
def floor(wide: int, high: int, look: Look, night: bool, scale: float) -> Sprite:
    """Return the floor of the upper level: a platform with a stair at its side."""
    ink = inks(look, night)
    pen = sheet(wide / 2 + 22, high / 2 + 22, scale)
    x, y = wide / 2, high / 2
    pen.box((-x + 7, -y + 9), (x + 7, y + 9), (*look.shade, 120), r=8)
    pen.box((-x, -y), (x, y), ink.upper, ink.storey, 5, 8)
    pen.box((-x - 4, y - 10), (-x + 22, y + 14), ink.storey, r=3)
    stair = [
        (-x + 1, y + 9),
        (-x + 1, y + 3),
        (-x + 6, y + 3),
        (-x + 6, y - 2),
        (-x + 11, y - 2),
        (-x + 11, y - 7),
    ]
    pen.line([*stair, (-x + 17, y - 7)], ink.upper, 3.4)
    return cut(pen)


@lru_cache(maxsize=64)
def flag(side: str, look: Look, scale: float) -> Sprite:
    """Return the flag of a building's holder.

    The Russians have a star, the Chechens a crescent.
    """
    pen = sheet(26, 24, scale)
    livery = inks(look).livery(side)
    pen.line([(-18, 20), (-18, -18)], INK, 4, ends=True)
    pen.polygon([(-17, -17), (20, -17), (15, -4), (20, 9), (-17, 9)], livery.base, CHALK, 2.6)
    if side == "chechen":
        pen.disc((0, -4), 9, livery.ink)
        pen.disc((4, -5.5), 7.4, livery.base)
    elif side:
        star(pen, (0, -3), 10, livery.ink)
    return cut(pen, shade=(2, 3, look.shade, 100))


@lru_cache(maxsize=128)
def tally(count: int, side: str, look: Look, scale: float) -> Sprite:
    """Return how many counters lie in a pile, on a disc."""
    pen = sheet(30, 30, scale)
    livery = inks(look).livery(side)
    pen.disc((0, 0), 24, livery.ink, livery.rim, 4)
    pen.text((0, 0), str(count), 32, livery.base)
    return cut(pen)
