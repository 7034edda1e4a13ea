"""Drawing with a pen on an oversized sheet, and sprites that are stamped.

The pen draws in design units. A sprite is drawn once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import count, pairwise

from msgspec import Struct, field
from PIL import Image, ImageChops, ImageDraw

from render import lettering
from render.look import Colour

Point = tuple[float, float]
Paint = Colour | tuple[int, int, int, int]

FINE, LARGE = 4, 100
"""The factor by which a sprite is drawn larger, and the size that halves it.

The size is in pixels, each way.
"""


class Pen:
    """Draws on a sheet in its own units; `done` returns the picture at its final size.

    The sheet shows the design from `left`, `top`. On a sheet with ground, paints with an alpha are blended over
    it. On a sheet without ground they replace the pixels below.
    """

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        left: float = 0.0,
        top: float = 0.0,
        ground: Colour | None = None,
        fine: int = FINE,
    ) -> None:
        """Take a sheet's size in pixels and its scale in pixels to a unit.

        It is drawn `fine` times larger.
        """
        self.size = size
        self.fine = fine
        self.scale = scale * fine
        self.left, self.top = left, top
        sheet = (size[0] * fine, size[1] * fine)
        self.image = Image.new("RGBA", sheet, (0, 0, 0, 0)) if ground is None else Image.new("RGB", sheet, ground)
        self._draw = ImageDraw.Draw(self.image, "RGBA")
        self._solid = ImageDraw.Draw(self.image)
        """Draws paints without an alpha: they cover the ground in half the time."""

    def _with(self, *paints: Paint | None) -> ImageDraw.ImageDraw:
        """Return the drawing surface for these paints."""
        return self._draw if any(paint is not None and len(paint) == 4 for paint in paints) else self._solid

    def pixels(self, points: Sequence[Point]) -> list[tuple[int, int]]:
        """Return the pixels of the sheet at some points.

        Pillow itself truncates fractions towards zero, which bends lines there.
        """
        s, left, top = self.scale, self.left, self.top
        return [(math.floor((x - left) * s + 0.5), math.floor((y - top) * s + 0.5)) for x, y in points]

    def _around(self, at: Point, rx: float, ry: float) -> list[tuple[int, int]]:
        return self.pixels([(at[0] - rx, at[1] - ry), (at[0] + rx, at[1] + ry)])

    def _thick(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def polygon(
        self, points: Sequence[Point], fill: Paint | None, edge: Paint | None = None, width: float = 0
    ) -> None:
        """Fill a polygon and draw its edge."""
        if fill is not None:
            self._with(fill).polygon(self.pixels(points), fill=fill)
        if edge is not None:
            self.line([*points, points[0], points[1]], edge, width)

    def disc(
        self, at: Point, r: float, fill: Paint | None, edge: Paint | None = None, width: float = 0, ry: float = 0
    ) -> None:
        """Draw a disc, or an ellipse with the radii `r` and `ry`."""
        thick = self._thick(width) if edge else 0
        self._with(fill, edge).ellipse(self._around(at, r, ry or r), fill, edge, thick)

    def box(
        self, a: Point, b: Point, fill: Paint | None, edge: Paint | None = None, width: float = 0, r: float = 0
    ) -> None:
        """Draw an upright box between two corners, rounded by `r`."""
        thick = self._thick(width) if edge else 0
        self._with(fill, edge).rounded_rectangle(self.pixels([a, b]), r * self.scale, fill, edge, thick)

    def line(self, points: Sequence[Point], paint: Paint, width: float, ends: bool = False) -> None:
        """Draw a line through points with round joints, and round ends if asked."""
        draw = self._with(paint)
        for run in self._near(points, width):
            draw.line(self.pixels(run), paint, self._thick(width), joint="curve")
        if ends and self._thick(width) > 2:
            for end in (points[0], points[-1]):
                self.disc(end, width / 2, paint)

    def _near(self, points: Sequence[Point], margin: float) -> Iterator[Sequence[Point]]:
        """Yield the segments of a line near the sheet.

        Pillow would draw the others too, joint by joint.
        """
        left, right = self.left - margin, self.left + self.image.width / self.scale + margin
        top, bottom = self.top - margin, self.top + self.image.height / self.scale + margin
        run = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            across = (ax > left or bx > left) and (ax < right or bx < right)
            if across and (ay > top or by > top) and (ay < bottom or by < bottom):
                run.append((bx, by))
                continue
            if len(run) > 1:
                yield run
            run = [(bx, by)]
        if len(run) > 1:
            yield run

    def arc(self, at: Point, r: float, start: float, end: float, paint: Paint, width: float) -> None:
        """Draw part of a circle, in degrees clockwise from the east."""
        self._with(paint).arc(self._around(at, r, r), start, end, paint, self._thick(width))

    def text(self, at: Point, text: str, size: float, ink: Colour, side: lettering.Side = "middle") -> None:
        """Write a line, as `lettering.write` does."""
        lettering.write(self.image, self.pixels([at])[0], text, self._points(size), ink, side=side)

    def width(self, text: str, size: float) -> float:
        """Return the breadth of a line of text."""
        return lettering.width(text, self._points(size)) / self.scale

    def _points(self, size: float) -> int:
        return max(6, round(size * self.scale))

    def about(self, at: Point, size: float) -> Pen:
        """Return a pen for the same sheet that draws around a point at a scale."""
        other = copy(self)
        other.scale = self.scale * size
        other.left, other.top = (self.left - at[0]) / size, (self.top - at[1]) / size
        return other

    def done(self) -> Image.Image:
        """Return the picture at its final size."""
        return self.image.reduce(self.fine)


class Sprite(Struct, frozen=True):
    """A small picture to be stamped many times; pixel `x`, `y` is placed on the spot."""

    image: Image.Image
    mask: Image.Image
    x: int
    y: int
    number: int = field(default_factory=count().__next__)
    """No other sprite of the process has it."""

    def __repr__(self) -> str:
        return f"Sprite {self.number}"

    def stamp(self, frame: Image.Image, at: Point) -> None:
        """Paste it on a frame."""
        frame.paste(self.image, (round(at[0]) - self.x, round(at[1]) - self.y), self.mask)


def cut(pen: Pen, shade: tuple[float, float, Colour, int] | None = None) -> Sprite:
    """Make a sprite of a drawing around its design's origin.

    `shade` is a shadow: its distance to the right and below in units, its colour and its alpha.
    """
    image = pen.done()
    if shade is not None:
        dx, dy, colour, alpha = shade
        scale = pen.scale / pen.fine
        dark = Image.new("RGBA", image.size, (*colour, 0))
        fallen = ImageChops.offset(image.getchannel("A"), round(dx * scale), round(dy * scale))
        dark.putalpha(fallen.point([v * alpha // 255 for v in range(256)]))
        image = Image.alpha_composite(dark, image)
    scale = pen.scale / pen.fine
    return Sprite(image.convert("RGB"), image.getchannel("A"), round(-pen.left * scale), round(-pen.top * scale))


def trimmed(sprite: Sprite) -> Sprite:
    """Return a sprite without the empty margin around it."""
    box = sprite.mask.getbbox()
    if box is None:
        return sprite
    return Sprite(sprite.image.crop(box), sprite.mask.crop(box), sprite.x - box[0], sprite.y - box[1])


def sheet(half_width: float, half_height: float, scale: float, fine: int = 0) -> Pen:
    """Return a pen on an empty sheet whose middle is the origin of the design.

    A drawing to be pasted onto another unfinished sheet uses the same `fine` factor.
    """
    size = (2 * math.ceil(half_width * scale), 2 * math.ceil(half_height * scale))
    return Pen(size, scale, -size[0] / 2 / scale, -size[1] / 2 / scale, fine=fine or fineness(size))


def fineness(size: tuple[int, int]) -> int:
    """Return the factor by which a sprite of this size is drawn larger."""
    return FINE // 2 if min(size) > LARGE else FINE


def sheet_for(points: Sequence[Point], margin: float, scale: float) -> Pen:
    """Return a pen on an empty sheet around some points of the design and a margin."""
    xs, ys = zip(*points, strict=True)
    left, top = (math.floor((min(along) - margin) * scale) for along in (xs, ys))
    right, bottom = (math.ceil((max(along) + margin) * scale) for along in (xs, ys))
    size = right - left, bottom - top
    return Pen(size, scale, left / scale, top / scale, fine=fineness(size))


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """Return the colour that is `part` (0 to 1) of the way from one to the other."""
    return (
        round(a[0] + (b[0] - a[0]) * part),
        round(a[1] + (b[1] - a[1]) * part),
        round(a[2] + (b[2] - a[2]) * part),
    )


def luminance(colour: Colour) -> float:
    """Return the relative luminance as the WCAG defines it, 0 to 1."""
    r, g, b = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast of two colours as the WCAG defines it, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


INK, CHALK = (26, 24, 20), (255, 255, 255)


def ink_on(colour: Colour) -> Colour:
    """Return the dark or the light ink, whichever is more legible on a colour."""
    return max(INK, CHALK, key=lambda ink: contrast(ink, colour))


def curve(a: Point, from_a: Point, to_b: Point, b: Point, parts: int = 14) -> list[Point]:
    """Return points along the cubic curve from `a` to `b`, with its two handles."""
    points = []
    for i in range(parts + 1):
        t = i / parts
        u = 1 - t
        w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        points.append(
            (
                w[0] * a[0] + w[1] * from_a[0] + w[2] * to_b[0] + w[3] * b[0],
                w[0] * a[1] + w[1] * from_a[1] + w[2] * to_b[1] + w[3] * b[1],
            )
        )
    return points


def soften(loop: Sequence[Point], times: int = 3) -> list[Point]:
    """Round off a closed polygon by cutting its corners."""
    points = list(loop)
    for _ in range(times):
        points = [
            (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            for a, b in zip(points, [*points[1:], points[0]], strict=True)
            for t in (0.25, 0.75)
        ]
    return points


def moved(points: Sequence[Point], by: Point) -> list[Point]:
    """Return points shifted."""
    return [(x + by[0], y + by[1]) for x, y in points]


def turned(points: Sequence[Point], degrees: float, about: Point = (0.0, 0.0)) -> list[Point]:
    """Return points turned clockwise about the origin, then moved to a point."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(about[0] + x * c - y * s, about[1] + x * s + y * c) for x, y in points]
