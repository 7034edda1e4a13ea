"""Shelters, drawn around a counter in its units; each has a winter form."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial

from render.canvas import CHALK, Pen, Point, mix, turned
from render.look import Look

Shelter = Callable[[Pen, Look], None]
WINTER = "winter "
"""The prefix of the name of a shelter under snow."""


def _sandbags(pen: Pen, look: Look, snow: bool) -> None:
    """A bank of sandbags all around."""
    dark = mix(look.earth, look.shade, 0.55)
    ring = [(x, y) for x in (-59, 59) for y in range(-59, 60, 13)] + [
        (x, y) for y in (-59, 59) for x in range(-46, 47, 13)
    ]
    for x, y in ring:
        pen.disc((x, y), 10, dark)
    for x, y in ring:
        pen.disc((x - 0.7, y - 1), 7.6, look.earth)
    if snow:
        for x, y in ring:
            pen.disc((x - 2, y - 3.4), 6, CHALK, ry=4.4)


def _concrete(pen: Pen, look: Look, snow: bool) -> None:
    """Thick walls with slits."""
    dark = mix(look.concrete, look.shade, 0.65)
    a, b = 43, 68
    walls: list[Point] = [(-a, -b), (a, -b), (b, -a), (b, a), (a, b), (-a, b), (-b, a), (-b, -a)]
    pen.polygon(walls, look.concrete, dark, 4)
    if snow:
        for i in (0, 2, 4, 6):
            (ax, ay), (bx, by) = walls[i], walls[i - 1]
            pen.polygon([(ax, ay), (bx, by), (bx * 0.8, by * 0.8), (ax * 0.8, ay * 0.8)], CHALK, dark, 2)
    for x, y, w, h in ((0, -59, 24, 3.5), (-59, 0, 3.5, 24), (59, 0, 3.5, 24), (0, 59, 24, 3.5)):
        pen.box((x - w, y - h), (x + w, y + h), dark)


def _ditch(pen: Pen, look: Look, snow: bool) -> None:
    """A trench with bays and a floor of boards, and thrown-up earth on both sides."""
    dark = mix(look.earth, look.shade, 0.75)
    near, far = 53.0, 64.0
    bays = ((-far, far), (-36, far), (-36, near), (-12, near), (-12, far), (12, far), (12, near), (36, near))
    side = [(x, -y) for x, y in (*bays, (36.0, far))]
    loop = [point for turn in range(4) for point in turned(side, 90 * turn)]
    closed = [*loop, *loop[:2]]
    pen.line(closed, mix(look.earth, look.shade, 0.5), 22)
    pen.line(closed, CHALK if snow else look.earth, 18)
    pen.line(closed, dark, 9.5)
    for (ax, ay), (bx, by) in itertools.pairwise(loop):
        x, y = (ax + bx) / 2, (ay + by) / 2
        across = (4.0, 0.0) if abs(ax - bx) < 1 else (0.0, 4.0)
        pen.line([(x - across[0], y - across[1]), (x + across[0], y + across[1])], look.plank, 3)


_FORMS = {"entrenchment": _sandbags, "pillbox": _concrete, "trench": _ditch}
SHELTERS: dict[str, Shelter] = {
    **{kind: partial(form, snow=False) for kind, form in _FORMS.items()},
    **{WINTER + kind: partial(form, snow=True) for kind, form in _FORMS.items()},
}
