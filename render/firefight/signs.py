"""Signs of the battlefield and the panel.

They show smoke, bunkers' slits, targets, entry edges, rounds and points.
"""

from __future__ import annotations

import math
from functools import lru_cache

from render import lettering
from render.canvas import CHALK, INK, Sprite, cut, ink_on, mix, sheet, turned
from render.counters import CARD, emblem, mask
from render.figures import star
from render.look import Colour, Look

CAP: Colour = (36, 84, 150)
"""The background of CAPs."""


@lru_cache(maxsize=16)
def smoke(heavy: bool, look: Look, scale: float) -> Sprite:
    """Return smoke: heavy smoke covers the whole hex, light smoke has gaps."""
    pen = sheet(118, 108, scale)
    edge = mix(look.smoke, look.shade, 0.42)
    rings = ((30, 5, 30), (68, 14, 26)) if heavy else ((66, 6, 17),)
    puffs = [
        (far * math.cos(a), far * 0.84 * math.sin(a), r + 5 * (k % 3))
        for far, count, r in rings
        for k, a in ((k, k * math.tau / count + 0.3) for k in range(count))
    ]
    for x, y, r in puffs:
        pen.disc((x, y), r + 2.4, edge)
    for x, y, r in puffs:
        pen.disc((x, y), r, look.smoke if heavy else mix(look.smoke, edge, 0.2))
    for x, y, r in puffs:
        pen.arc((x - 2, y - 2), r * 0.6, 190, 320, edge, 2.6)
    return cut(pen)


@lru_cache(maxsize=32)
def slit(facing: int, look: Look, scale: float) -> Sprite:
    """Return the slits of a bunker on the three sides to which it fires."""
    pen = sheet(104, 104, scale)
    for by in (-1, 0, 1):
        pen.line(turned([(-34, -79), (34, -79)], 60 * (facing + by)), INK, 15, ends=True)
        pen.line(turned([(-34, -79), (34, -79)], 60 * (facing + by)), look.concrete, 9, ends=True)
        pen.line(turned([(-20, -79), (20, -79)], 60 * (facing + by)), INK, 4, ends=True)
    return cut(pen)


@lru_cache(maxsize=16)
def secret(look: Look, scale: float) -> Sprite:
    """Return the sign of a unit that the enemy does not see."""
    pen = sheet(24, 24, scale)
    mask(pen, look, (0, 0), "?")
    return cut(pen)


@lru_cache(maxsize=32)
def rumour(side: str, spent: bool, look: Look, scale: float) -> Sprite:
    """Return a rumoured enemy: a counter of its side that shows nothing else."""
    pen = sheet(54, 54, scale)
    livery = look.livery(side)
    base = mix(livery.base, look.shade, 0.35) if spent else livery.base
    pen.box((-48, -48), (48, 48), base, livery.rim, 5, livery.corners)
    pen.text((0, 0), "?", 80, livery.ink)
    return cut(pen)


@lru_cache(maxsize=16)
def target(look: Look, scale: float) -> Sprite:
    """Return the sign of a hex on which artillery is to land."""
    pen = sheet(34, 34, scale)
    pen.disc((0, 0), 26, look.panel, look.alarm, 6)
    pen.disc((0, 0), 6, look.alarm)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        pen.line([(dx * 12, dy * 12), (dx * 31, dy * 31)], look.alarm, 5)
    return cut(pen)


@lru_cache(maxsize=64)
def tally(count: int, side: str, look: Look, scale: float) -> Sprite:
    """Return the number of counters in a pile."""
    pen = sheet(24, 19, scale)
    livery = look.livery(side)
    pen.box((-21, -15), (21, 15), CARD, INK, 3, 9)
    pen.text((0, 0), f"×{count}", 24, mix(livery.rim, INK, 0.4))
    return cut(pen)


@lru_cache(maxsize=64)
def gate(side: str, look: Look, scale: float, turn: int) -> Sprite:
    """Return an arrow with the sign of a side that points in its direction of entry.

    `turn` is 0 for upwards, and clockwise.
    """
    pen = sheet(40, 40, scale)
    livery = look.livery(side)
    arrow = [(-34.0, 22.0), (-34.0, -4.0), (0.0, -34.0), (34.0, -4.0), (34.0, 22.0)]
    pen.polygon(turned(arrow, 90 * turn), livery.base, CARD, 3.4)
    x, y = turned([(0.0, 2.0)], 90 * turn)[0]
    small = pen.about((x, y), 1.35)
    emblem(small, (0, 0), livery)
    return cut(pen)


@lru_cache(maxsize=64)
def track(rounds: int, now: int, look: Look, wide: int) -> Sprite:
    """Return the round track: the present round is filled, those before crossed out."""
    box = min(76.0, (wide - 8 * (rounds - 1)) / max(1, rounds))
    pen = sheet(wide / 2, box / 2 + 3, 1)
    for i in range(rounds):
        x = -wide / 2 + i * (box + 8)
        present = i + 1 == now
        fill, edge = (look.gold, look.ink) if present else (look.page, look.rule)
        pen.box((x, -box / 2), (x + box, box / 2), fill, edge, 5 if present else 2, 7)
        pen.text((x + box / 2, 0), str(i + 1), box * 0.56, INK if present else look.muted)
        if i + 1 < now:
            pen.line([(x + 7, box / 2 - 7), (x + box - 7, 7 - box / 2)], look.alarm, 4)
    return cut(pen)


@lru_cache(maxsize=128)
def purse(cells: tuple[tuple[str, str, str], ...], look: Look, wide: int) -> Sprite:
    """Return boxes side by side, each with a number, its caption, and a star or disc."""
    high = 108.0
    pen = sheet(wide / 2, high / 2 + 2, 1)
    each = wide / len(cells)
    for i, (text, caption, shape) in enumerate(cells):
        x = -wide / 2 + (i + 0.5) * each
        half = each / 2 - 4
        pen.box((x - half, -high / 2), (x + half, high / 2), look.page, look.rule, 2, 8)
        at = x + high * 0.2 if shape else x
        if shape == "star":
            star(pen, (x - half * 0.5, -12), 28, look.gold, ink_on(look.gold), 2.4)
        elif shape:
            pen.disc((x - half * 0.5, -14), 24, CAP, CHALK, 3)
            pen.text((x - half * 0.5, -14), "C", 30, CHALK)
        pen.text((at, -14), text, 54 * min(1.0, half * 0.9 / max(1.0, pen.width(text, 54))), look.ink)
        pen.text((x, 34), caption, 27 * min(1.0, half * 1.9 / max(1.0, pen.width(caption, 27))), look.muted)
    return cut(pen)


@lru_cache(maxsize=64)
def caps(text: str, look: Look, scale: float) -> Sprite:
    """Return a plate with a number of CAPs, such as "+1 CAP"."""
    half = lettering.width(text, 26) / 2 + 16
    pen = sheet(half + 2, 24, scale)
    pen.box((-half, -21), (half, 21), CAP, CHALK, 3, 12)
    pen.text((0, 0), text, 26, CHALK)
    return cut(pen)
