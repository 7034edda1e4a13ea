"""Long shots: close-ups of both ends of a line, one above the other.

Units are as large as in any crop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.ground import Ground
from render.canvas import Sprite, cut, sheet, turned
from render.chart import centre
from render.lettering import width, write
from render.look import Look
from render.places import Drawn, Place

FAR = 6
"""The longest line, in hexes, that is shown in one piece."""
APART = 3
"""The least distance of a place from both ends that gets its own close-up."""
BAND = 76
"""The height of a cut in pixels."""
TOOTH = 22
WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def groups(where: Ground, named: Sequence[HexId], line: tuple[str, str], mark: str | None) -> list[list[HexId]]:
    """Return the hexes of each close-up.

    The target's are at the top, then those of the place in question, then the firer's.
    """
    firer, target = HexId(line[0]), HexId(line[1])
    seeds = [target, firer]
    if mark is not None and all(where.distance(HexId(mark), end) >= APART for end in seeds):
        seeds.insert(1, HexId(mark))
    near = {seed: [seed] for seed in seeds}
    for name in named:
        near[min(seeds, key=lambda seed: where.distance(seed, name))].append(name)
    return list(near.values())


def stacked(parts: Sequence[Drawn], where: Ground, seeds: Sequence[HexId], look: Look) -> Drawn:
    """Put close-ups one above the other; each cut shows its distance and direction."""
    height = sum(part.image.height for part in parts) + BAND * (len(parts) - 1)
    image = Image.new("RGB", (max(part.image.width for part in parts), height), look.panel)
    y = 0
    places: list[Place] = []
    for part, seed, below in zip(parts, seeds, [*seeds[1:], None], strict=True):
        image.paste(part.image, (0, y))
        places += part.on(image, y).places
        y += part.image.height
        if below is not None:
            _cut(image, y, look, where, below, seed)
            y += BAND
    return Drawn(image, tuple(places))


def _cut(image: Image.Image, y: int, look: Look, where: Ground, start: HexId, end: HexId) -> None:
    """Draw a band with torn edges, and on it an arrow as the line runs and its length."""
    across = range(0, image.width + TOOTH, TOOTH)
    draw = ImageDraw.Draw(image)
    for edge, out in ((y, -1), (y + BAND - 1, 1)):
        teeth = [(x, edge + out * (TOOTH // 3) * (i % 2)) for i, x in enumerate(across)]
        draw.polygon([*teeth, (image.width, y + BAND // 2), (0, y + BAND // 2)], look.panel)
        draw.line(teeth, look.rule, 3)
    (ax, ay), (bx, by) = centre(where[start].at), centre(where[end].at)
    heading = math.degrees(math.atan2(bx - ax, ay - by)) % 360
    wind = WINDS[round(heading / 45) % 8]
    text = f"{start} to {end}: {where.distance(start, end)} hexes {wind}"
    x, middle = image.width / 2, y + BAND / 2
    half = width(text, 30) / 2
    pointer(round(heading), look).stamp(image, (x - half - 14, middle))
    write(image, (x + 26, middle), text, 30, look.ink, side="middle")


@lru_cache(maxsize=64)
def pointer(heading: int, look: Look) -> Sprite:
    """Return an arrow at an angle in degrees clockwise from north."""
    pen = sheet(32, 32, 1)
    pen.line(turned([(0, 28), (0, -8)], heading), look.aim, 8, ends=True)
    pen.polygon(turned([(0, -29), (15, -3), (-15, -3)], heading), look.aim)
    return cut(pen)
