"""Signs of the panel and the key: turn track, banners, bar of points, map samples."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from bot.kit.hexes import Hex
from render.canvas import CHALK, INK, Sprite, cut, mix, sheet, turned
from render.chart import corners
from render.figures import star
from render.look import Look
from render.trap import built, landmarks
from render.trap.figures import heading
from render.trap.houses import STREET
from render.trap.inks import inks

KEY = 1.4
"""The pixels to a unit of the samples in the key."""


@lru_cache(maxsize=64)
def banner(side: str, text: str, look: Look, wide: int, size: int) -> Sprite:
    """Return a line on the colours of a side, behind its sign."""
    livery = inks(look).livery(side)
    high = size * 1.7
    pen = sheet(wide / 2, high / 2 + 3, 1)
    x = -wide / 2
    pen.box((x, -high / 2), (x + wide, high / 2), livery.base, livery.rim, 2, 6)
    at = x + high * 0.55, 0.0
    if side == "chechen":
        pen.disc(at, size * 0.5, livery.ink)
        pen.disc((at[0] + size * 0.2, -size * 0.08), size * 0.4, livery.base)
    else:
        star(pen, at, size * 0.55, livery.ink)
    room = wide - high * 1.2
    fitting = min(1.0, room / max(1.0, pen.width(text, size)))
    pen.text((x + high * 1.05, 0), text, size * fitting, livery.ink, "left")
    return cut(pen)


@lru_cache(maxsize=64)
def track(first: int, last: int, now: int, nights: tuple[int, ...], look: Look, wide: int) -> Sprite:
    """Return the turn track.

    The present turn is filled, those before are crossed out, and the night has a moon.
    """
    count = last - first + 1
    box = min(76.0, (wide - 5 * (count - 1)) / count)
    pen = sheet(wide / 2, box / 2 + 3, 1)
    night = inks(look, True)
    for i, turn in enumerate(range(first, last + 1)):
        x = -wide / 2 + i * (box + 5)
        dark = turn in nights
        fill = look.gold if turn == now else night.field if dark else look.page
        ink = INK if turn == now else CHALK if dark else look.muted
        edge = look.ink if turn == now else look.rule
        pen.box((x, -box / 2), (x + box, box / 2), fill, edge, 4 if turn == now else 2, 5)
        if dark:
            at = x + box * 0.7, -box * 0.2
            pen.disc(at, box * 0.2, (244, 230, 170))
            pen.disc((at[0] + box * 0.1, at[1] - box * 0.04), box * 0.17, fill)
        pen.text((x + box * (0.34 if dark else 0.5), box * (0.12 if dark else 0)), str(turn), box * 0.5, ink)
        if turn < now:
            pen.line([(x + 6, box / 2 - 6), (x + box - 6, 6 - box / 2)], look.alarm, 3)
    return cut(pen)


@lru_cache(maxsize=64)
def balance(lead: float, margin: float, look: Look, wide: int) -> Sprite:
    """Return a scale of the lead in points, with a mark for a Russian win."""
    pen = sheet(wide / 2, 24, 1)
    ends = max(60.0, abs(lead) + 8, margin + 8)
    ink = inks(look)
    x0 = wide / 2 * (margin / ends)
    pen.box((-wide / 2, -11), (x0, 11), ink.livery("chechen").base, r=3)
    pen.box((x0, -11), (wide / 2, 11), ink.livery("russian").base, r=3)
    pen.line([(x0, -15), (x0, 15)], look.panel, 5)
    x = wide / 2 * (lead / ends)
    pen.polygon([(x, -4), (x - 11, -22), (x + 11, -22)], look.gold, INK, 2.4)
    pen.line([(x, -6), (x, 12)], INK, 6)
    pen.line([(x, -6), (x, 11)], look.gold, 3)
    return cut(pen)


@lru_cache(maxsize=32)
def swatch(kind: str, look: Look, night: bool = False) -> Sprite:
    """Return a sample of a kind of ground."""
    ink = inks(look, night)
    pen = sheet(26, 17, KEY)
    small = pen.about((0, 0), 0.34)
    tint = {"built-up": ink.yard, "woods": ink.park, "street": ink.yard, "river": ink.field, "bridge": ink.field}
    small.box((-72, -45), (72, 45), tint.get(kind, ink.field))
    if kind == "built-up":
        for x, y, turn, tone in ((-40, -20, 0, 0), (34, -22, 90, 1), (-30, 24, 90, 2), (28, 26, 0, 3)):
            roof, rim = ink.roofs[tone]
            shape = turned([(-22, -12), (22, -12), (22, 12), (-22, 12)], turn, (x, y))
            small.polygon(shape, roof, rim, 3)
    elif kind == "woods":
        for x, y in ((-40, -14), (-8, 12), (26, -16), (48, 18), (-46, 26)):
            small.disc((x, y), 16, ink.crowns[0], mix(ink.crowns[0], ink.shade, 0.5), 2)
            small.disc((x - 4, y - 5), 7, ink.sun)
    elif kind == "street":
        small.line([(-72, 0), (72, 0)], ink.kerb, STREET + 12)
        small.line([(-72, 0), (72, 0)], ink.street, STREET)
    elif kind in ("river", "bridge"):
        small.line([(-72, 0), (72, 0)], ink.quay, 56)
        small.line([(-72, 0), (72, 0)], ink.river, 44)
        if kind == "bridge":
            small.box((-22, -45), (22, 45), ink.deck, ink.kerb, 5)
    elif kind == "railway":
        for x in range(-64, 72, 20):
            small.line([(x, -14), (x, 14)], ink.rail, 6)
        for y in (-7, 7):
            small.line([(-72, y), (72, y)], ink.rail, 5)
    elif kind == "hotel":
        small.box((-72, -45), (72, 45), ink.yard)
        landmarks.hotel(small, ink, (0, 0))
    pen.box((-25, -16), (25, 16), None, look.ink, 1.4)
    return cut(pen)


@lru_cache(maxsize=16)
def prow(look: Look) -> Sprite:
    """Return the sign of a facing."""
    pen = sheet(26, 20, KEY)
    pen.box((-16, -8), (10, 16), look.page, look.ink, 2, 3)
    dx, dy = heading(1)
    pen.polygon(turned([(-9, 0), (0, -15), (9, 0)], 60, (10 + dx * 2, -2 + dy * 2)), look.ink)
    return cut(pen)


@lru_cache(maxsize=16)
def storey(look: Look) -> Sprite:
    """Return the sign of the upper level."""
    ink = inks(look)
    pen = sheet(26, 18, KEY)
    pen.box((-22, -14), (22, 14), ink.upper, ink.storey, 3, 5)
    pen.line([(-14, 9), (-14, 3), (-6, 3), (-6, -3), (2, -3), (2, -9), (12, -9)], ink.storey, 4)
    return cut(pen)


@lru_cache(maxsize=16)
def heap(look: Look) -> Sprite:
    """Return a sample of rubble."""
    pen = sheet(26, 20, KEY)
    small = pen.about((0, 0), 0.2)
    small.polygon(corners(Hex(0, 0)), inks(look).yard)
    built.rubble(small, inks(look), (0, 0), "sample")
    return cut(pen)


def stamps(sprites: Sequence[Sprite], wide: int, step: int) -> Sprite:
    """Return sprites in rows on one sheet."""
    across = max(1, wide // step)
    down = -(-len(sprites) // across)
    image = Image.new("RGBA", (2 * math.ceil(wide / 2), 2 * math.ceil(down * step / 2)))
    for i, sprite in enumerate(sprites):
        row, column = divmod(i, across)
        x, y = round((column + 0.5) * step) - sprite.x, round((row + 0.5) * step) - sprite.y
        layer = sprite.image.convert("RGBA")
        layer.putalpha(sprite.mask)
        image.alpha_composite(layer, (max(0, x), max(0, y)))
    return Sprite(image.convert("RGB"), image.getchannel("A"), image.width // 2, image.height // 2)
