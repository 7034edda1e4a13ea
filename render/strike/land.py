"""Sea, coasts, woods, marshes and mountains, distinguished by pattern and shape."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.canvas import Pen, Point, mix, soften
from render.chart import Window
from render.look import Colour
from render.strike.inks import Inks
from render.strike.lattice import PITCH, SIDE, outlines, side
from render.strike.rivers import rivers
from render.strike.views import Sheet

STEP = 42.0
"""The distance between adjacent seeds."""
SPREAD = (36.0, 29.0, 22.0, 15.0)
"""The distances that vegetation spreads from a seed.

The first that does not lead far into areas of other ground is used.
"""
OVER = 9.0
"""The distance that it may lead into them."""
CHANNEL = 15.0
"""Half the breadth of the water along an impassable side."""


Glyph = Callable[[Pen, Inks, Point, Random], None]
"""Draws one thing that stands on the ground."""


class Seed(Struct, frozen=True):
    """A spot from which one kind of ground spreads."""

    at: Point
    kind: str
    spread: float


@cache
def seeds(sheet: Sheet) -> tuple[Seed, ...]:
    """Return the seeds of a map from north to south.

    Areas of mixed ground have equal numbers of each kind.
    """
    inhabited: dict[tuple[int, int], list[Point]] = {}
    left, right = sheet.columns[0] - 2, sheet.columns[-1] + 3
    top, bottom = sheet.rows[0] - 2, sheet.rows[-1] + 3
    for column in range(round(left * PITCH / 2 / STEP), round(right * PITCH / 2 / STEP)):
        for row in range(round(top * PITCH / 2 / STEP), round(bottom * PITCH / 2 / STEP)):
            chance = Random(f"seed {column} {row}")
            at = (
                (column + 0.5 * (row % 2) + chance.uniform(-0.2, 0.2)) * STEP,
                (row + chance.uniform(-0.2, 0.2)) * STEP,
            )
            cell = sheet.at(at)
            cell = cell if cell in sheet.areas else sheet.within(cell)
            if cell in sheet.areas:
                inhabited.setdefault(cell, []).append(at)
    found = []
    for cell, spots in inhabited.items():
        kinds = sheet.areas[cell].record.terrain
        for i, at in enumerate(sorted(spots, key=_lie)):
            kind = kinds[i * len(kinds) // len(spots)]
            found.append(Seed(at, kind, _spread(sheet, at, kind)))
    return tuple(sorted(found, key=lambda seed: seed.at[::-1]))


def _spread(sheet: Sheet, at: Point, kind: str) -> float:
    """Return the distance that ground spreads without leading far into other areas."""
    for spread in SPREAD:
        rim = ((at[0] + (spread - OVER) * math.cos(a), at[1] + (spread - OVER) * math.sin(a)) for a in _EIGHTHS)
        areas = (sheet.areas.get(sheet.at(spot)) for spot in rim)
        if all(area is None or kind in area.record.terrain for area in areas):
            return spread
    return SPREAD[-1]


_EIGHTHS = tuple(k * math.tau / 8 for k in range(8))


def _lie(at: Point) -> float:
    """Return the lie of the land, a smooth swell that gathers patches of one kind."""
    x, y = at
    return math.sin(x / 71 + 1.3) * math.cos(y / 63 + 0.7) + 0.6 * math.sin((x + 1.7 * y) / 97)


def flecks(pen: Pen, ink: Inks, window: Window) -> None:
    """Wash the open ground in two tones."""
    step = 190
    for column in range(int(window.left // step) - 1, int(window.right // step) + 2):
        for row in range(int(window.top // step) - 1, int(window.bottom // step) + 2):
            luck = Random(f"fleck {column} {row}")
            x, y = (column + luck.random()) * step, (row + luck.random()) * step
            blot = [
                (x + luck.uniform(60, 140) * math.cos(a), y + luck.uniform(40, 90) * math.sin(a))
                for a in (k * math.tau / 8 for k in range(8))
            ]
            pen.polygon(soften(blot), ink.fleck)


def floors(pen: Pen, ink: Inks, sheet: Sheet, window: Window) -> None:
    """Tint what is not open, with an edge around all of one kind."""
    for kind, tint, edge in (
        ("mountain", ink.upland, mix(ink.upland, ink.ridge, 0.3)),
        ("marsh", ink.marsh, ink.fen),
        ("woods", ink.woods, ink.glade),
    ):
        here = [seed for seed in seeds(sheet) if seed.kind == kind and window.holds(seed.at, PITCH / 2)]
        for rim, paint in ((2.4, edge), (0.0, tint)):
            for seed in here:
                pen.disc(seed.at, seed.spread + rim, paint)


@cache
def shores(sheet: Sheet) -> list[list[Point]]:
    """Return the outlines of all water; land within water runs the other way around."""
    return [_coast(loop) for loop in outlines(sheet.water)] + [
        _broken(_broken(soften(_broken(_channel(*side(a, b)), 0.22), 1), 0.2), 0.16) for a, b in sheet.barriers()
    ]


def _coast(loop: Sequence[Point]) -> list[Point]:
    """Return a coast that loosely follows an outline: bays and capes, then details."""
    return _broken(_broken(soften(_broken(_broken(loop, 0.2), 0.24), 2), 0.2), 0.2)


def _channel(a: Point, b: Point) -> list[Point]:
    """Return a long lake along a side, a little longer than it, clockwise."""
    ux, uy = (b[0] - a[0]) / SIDE, (b[1] - a[1]) / SIDE
    shape = [(-0.1, 0.0), (0.02, -0.7), (0.3, -1.0), (0.7, -1.0), (0.98, -0.7), (1.1, 0.0)]
    both = [*shape, *((t, -w) for t, w in shape[-2:0:-1])]
    return [(a[0] + ux * t * SIDE - uy * w * CHANNEL, a[1] + uy * t * SIDE + ux * w * CHANNEL) for t, w in both]


def _broken(loop: Sequence[Point], part: float) -> list[Point]:
    """Split each segment of a closed line at a point off its middle.

    The offset is at most a fraction of the segment.
    """
    finer = []
    for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
        luck = Random(f"coast {round(a[0])} {round(a[1])} {round(b[0])} {round(b[1])}").uniform(-part, part)
        finer += [a, ((a[0] + b[0]) / 2 - (b[1] - a[1]) * luck, (a[1] + b[1]) / 2 + (b[0] - a[0]) * luck)]
    return finer


def coasts(pen: Pen, ink: Inks, sheet: Sheet, window: Window) -> None:
    """Draw the edge of all water; the water itself will cover the inner half."""
    for loop in shores(sheet):
        for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
            if window.holds(a, PITCH / 4):
                pen.line([a, b], ink.coast, 5.2, ends=True)


class Wet(NamedTuple):
    """The area of water: a mask of a sheet and of a margin in pixels around it."""

    mask: Image.Image
    around: int

    def pixels(self, pen: Pen, points: Sequence[Point]) -> list[tuple[int, int]]:
        """Return the pixels of the mask at some points of the sheet."""
        return [(x + self.around, y + self.around) for x, y in pen.pixels(points)]


def seas(pen: Pen, ink: Inks, sheet: Sheet) -> Wet:
    """Draw the water with lines that follow the coast; return its area.

    The coast beyond the edge of the sheet bends these lines as well.
    """
    around = math.ceil(3 * OFFING * pen.scale / COARSE) * COARSE
    size = pen.image.width + 2 * around, pen.image.height + 2 * around
    wet = Wet(Image.new("L", size, 0), around)
    draw = ImageDraw.Draw(wet.mask)
    for loop in sorted(shores(sheet), key=_extent, reverse=True):
        draw.polygon(wet.pixels(pen, loop), fill=255 if _turn(loop) > 0 else 0)
    here = wet.mask.crop((around, around, size[0] - around, size[1] - around))
    box = here.getbbox()
    if box is not None:
        pen.image.paste(ink.sea, box, here.crop(box))
        inner = box[0] + around, box[1] + around, box[2] + around, box[3] + around
        lines = _offing(wet.mask, inner, pen.scale).point(_WATERLINES)
        pen.image.paste(ink.ripple, box, ImageChops.multiply(lines, here.crop(box)))
    return wet


def _offing(water: Image.Image, box: tuple[int, int, int, int], scale: float) -> Image.Image:
    """Return how much water there is about each spot of a box.

    It changes slowly from spot to spot, and is worked out on a coarser grid.
    """
    coarse = water.reduce(COARSE).filter(ImageFilter.GaussianBlur(OFFING * scale / COARSE))
    left, top, right, bottom = box
    part = (left / COARSE, top / COARSE, right / COARSE, bottom / COARSE)
    return coarse.resize((right - left, bottom - top), Image.Resampling.BICUBIC, part)


COARSE = 4
"""Pixels of a mask to a cell of the coarser grid."""
OFFING = 21.0
"""The approximate distance from a coast within which lines follow it."""
_LINES = ((163, 2.6), (192, 2.2), (217, 1.8), (236, 1.2))
_WATERLINES = [
    max(0, *(255 - round(max(0.0, abs(value - middle) - half) * 150) for middle, half in _LINES))
    for value in range(256)
]
"""The opacity of a coast line, by the amount of water around a spot."""


def _turn(loop: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)) / 2


def _extent(loop: Sequence[Point]) -> float:
    return abs(_turn(loop))


def growth(pen: Pen, ink: Inks, sheet: Sheet, window: Window, wet: Wet) -> None:
    """Draw vegetation and mountains from north to south, except in water."""
    bare = ImageDraw.Draw(wet.mask)
    for river in rivers(sheet):
        bare.line(wet.pixels(pen, river.points), fill=255, width=round(26 * pen.scale))

    def free(at: Point) -> bool:
        x, y = wet.pixels(pen, [at])[0]
        return 0 <= x < wet.mask.width and 0 <= y < wet.mask.height and not wet.mask.getpixel((x, y))

    things: list[tuple[float, float, Glyph, Random]] = []
    for seed in seeds(sheet):
        if seed.kind in GROWTH and window.holds(seed.at, PITCH / 4):
            for at, draw, luck in _grown(seed):
                if free(at):
                    things.append((at[1], at[0], draw, luck))
    for y, x, draw, luck in sorted(things, key=lambda thing: thing[:2]):
        draw(pen, ink, (x, y), luck)


def _grown(seed: Seed) -> Iterator[tuple[Point, Glyph, Random]]:
    draw, count = GROWTH[seed.kind]
    luck = Random(f"growth {round(seed.at[0])} {round(seed.at[1])}")
    start = luck.uniform(0, math.tau)
    for k in range(count):
        a, r = start + k * math.tau / count + luck.uniform(-0.3, 0.3), luck.uniform(13, 21) if count > 1 else 0
        yield (seed.at[0] + r * math.cos(a), seed.at[1] + r * math.sin(a)), draw, luck


def stand(pen: Pen, ink: Inks, kind: str, at: Point) -> None:
    """Draw a plant or a mountain of a kind of ground."""
    GROWTH[kind][0](pen, ink, at, Random(f"{kind} {at}"))


def _tree(pen: Pen, ink: Inks, at: Point, luck: Random) -> None:
    """A fir or a round crown, more firs in the north."""
    x, y = at
    size = luck.uniform(0.85, 1.15)
    if luck.random() * 1400 > y - 300:
        for top, bottom, half in ((-17, -6, 5.2), (-11, 2, 7.0)):
            tip = [(x, y + top * size), (x + half * size, y + bottom * size), (x - half * size, y + bottom * size)]
            pen.polygon(tip, ink.trees)
            pen.polygon([tip[0], tip[2], (x - half * 0.2 * size, y + bottom * size)], ink.lit)
    else:
        pen.line([(x, y - 2), (x, y + 3)], ink.trees, 2.4)
        pen.disc((x, y - 7 * size), 7.2 * size, ink.trees)
        pen.disc((x - 2 * size, y - 9 * size), 3.9 * size, ink.lit)


def _sedge(pen: Pen, ink: Inks, at: Point, luck: Random) -> None:
    """Level strokes of standing water, and a tuft of reeds on every other."""
    x, y = at
    half = luck.uniform(9, 13)
    pen.line([(x - half, y), (x + half, y)], ink.fen, 2.6, ends=True)
    pen.line([(x - half * 0.4, y + 6), (x + half * 0.7, y + 6)], ink.fen, 2.2, ends=True)
    if luck.random() < 0.6:
        for lean in (-5, -1.5, 1.5, 5):
            pen.line([(x + lean * 0.3, y - 1), (x + lean, y - 10)], ink.reed, 1.9)


def _peak(pen: Pen, ink: Inks, at: Point, luck: Random) -> None:
    """A mountain: a lit side, and a side in hachures."""
    x, y = at
    high, half = luck.uniform(24, 31), luck.uniform(19, 24)
    top, lean = (x + luck.uniform(-3, 3), y - high), luck.uniform(-3, 3)
    pen.polygon([top, (x + half, y + 6), (x + lean, y + 8), (x - half, y + 6)], ink.snowcap)
    shaded: Colour = mix(ink.upland, ink.ridge, 0.45)
    pen.polygon([top, (x + half, y + 6), (x + lean, y + 8)], shaded)
    for k in range(1, 5):
        t = k / 5
        from_ = (top[0] + (x + half - top[0]) * t * 0.75, top[1] + (y + 6 - top[1]) * t * 0.75)
        pen.line([from_, (from_[0] - 2 + lean * 0.2, min(y + 7, from_[1] + 15))], ink.ridge, 1.8)
    pen.line([(x - half, y + 6), top, (x + half, y + 6)], ink.ridge, 2.6, ends=True)


def _grass(pen: Pen, ink: Inks, at: Point, luck: Random) -> None:
    """A few blades, so that open ground stays open."""
    if luck.random() < 0.3:
        for lean in (-3.4, 0, 3.4):
            pen.line([(at[0] + lean * 0.4, at[1]), (at[0] + lean, at[1] - 6)], ink.grass, 1.5)


GROWTH: dict[str, tuple[Glyph, int]] = {
    "woods": (_tree, 3),
    "marsh": (_sedge, 2),
    "mountain": (_peak, 1),
    "clear": (_grass, 1),
}
"""By kind of ground: its drawing function, and the number of drawings for a seed."""
