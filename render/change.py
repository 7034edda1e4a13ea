"""The part of a map that differs from an earlier picture of it, as a small file.

Pixels that stay the same are transparent, so the file is small and can be laid over the earlier picture.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageChops

from bot.kernel.secret import Seen

CELL = 8
"""Pixels of a cell each way; a cell is shown if one of its pixels changes."""
QUALITY, EFFORT = 82, 2
"""The quality of WebP, up to 100, and the effort of compression, up to 6."""


class Change(NamedTuple):
    """The file of a change, and its upper left corner on the map."""

    file: bytes
    x: int
    y: int


class Step(NamedTuple):
    """The changed part of the map from a view to the next, `None` if nothing changed.

    The part of a `fresh` step is one of the present map, and not of the view before. A `bare` step has no part,
    because the map had another size.
    """

    part: Change | None = None
    fresh: bool = False
    bare: bool = False


class Changes(NamedTuple):
    """The size of the present map in pixels, and the steps from view to view."""

    size: tuple[int, int]
    steps: tuple[Step, ...]


def changes(
    draw: Callable[[Seen[Any]], Image.Image], now: Seen[Any], views: Sequence[Seen[Any]], begin: int, count: int
) -> Changes:
    """Return `count` steps to the views from number `begin` on.

    The first view, of number 0, is compared with the present map, and every other one with the view before.
    """
    present = draw(now)
    before = present if begin == 0 else draw(views[min(begin, len(views)) - 1])
    steps = []
    for n in range(begin, min(begin + count, len(views))):
        same = n > 0 and views[n].state == views[n - 1].state
        after = before if same else draw(views[n])
        steps.append(_step(n, before, after, present))
        before = after
    return Changes(present.size, tuple(steps))


def _step(n: int, before: Image.Image, after: Image.Image, present: Image.Image) -> Step:
    if after.size != present.size:
        return Step(bare=True)
    fresh = n > 0 and before.size != present.size
    return Step(change(present if fresh else before, after), fresh)


def change(before: Image.Image, after: Image.Image, text: bytes = b"") -> Change | None:
    """Return how a picture differs from an earlier one, `None` if it does not.

    Everything beyond the edges of the earlier one differs. `text` goes into the file as metadata.
    """
    same = before.size == after.size
    common = before if same else before.crop((0, 0, *after.size))
    differs = ImageChops.difference(common, after).convert("L").point(lambda step: 255 if step else 0)
    if not same:
        differs.paste(255, (min(before.width, after.width), 0, after.width, after.height))
        differs.paste(255, (0, min(before.height, after.height), after.width, after.height))
    cells = differs.reduce(CELL).point(lambda share: 255 if share else 0)
    box = cells.getbbox()
    if box is None:
        return None
    left, top = box[0] * CELL, box[1] * CELL
    right, bottom = min(box[2] * CELL, after.width), min(box[3] * CELL, after.height)
    shape = cells.crop(box).resize(((box[2] - box[0]) * CELL, (box[3] - box[1]) * CELL), Image.Resampling.NEAREST)
    part = after.crop((left, top, right, bottom)).convert("RGBA")
    part.putalpha(shape.crop((0, 0, part.width, part.height)))
    file = io.BytesIO()
    part.save(file, "WEBP", quality=QUALITY, method=EFFORT, xmp=text)
    return Change(file.getvalue(), left, top)
