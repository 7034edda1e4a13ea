"""Balkas: dry stream beds with steep sides, deep enough to hide in."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

from bot.kit import hexes
from bot.kit.hexes import Hex
from render import ways
from render.canvas import Pen, Point, contrast, mix
from render.chart import Chart, Window, centre
from render.look import Look
from render.ways import Stretch
from render.winter import dressed

KINDS = ("balka", "balka-entrance")
BROAD, BED = 112.0, 58.0
"""The breadth of a balka between its edges, and at its bottom."""
STEP = 11.0
"""The distance between two hachures."""
MOUTH = 76.0
"""The distance from the middle of its hex at which a balka reaches ground level."""


@lru_cache(maxsize=16)
def stretches(chart: Chart) -> dict[Hex, list[Stretch]]:
    """Return the beds of all balkas; a single hex is a pit."""
    links = ways.joined(chart.of_terrain(*KINDS))
    found = ways.stretches(chart, "balka", links, sway=14)
    for at, pieces in found.items():
        if not pieces:
            x, y = centre(at)
            pieces.append([(x - 14, y + 6), (x + 14, y - 6)])
    return found


def draw(pen: Pen, look: Look, chart: Chart, window: Window, runs: Mapping[Hex, list[Stretch]]) -> None:
    """Draw edges, then sides with hachures, then beds, so that branches connect.

    Hachures point down.
    """
    seen = list(ways.shown(look, chart, window, runs))
    for dress, stretch in seen:
        pen.line(stretch, mix(dress.slope, dress.shade, 0.35), BROAD + 8, ends=True)
    for dress, stretch in seen:
        pen.line(stretch, dress.bluff, BROAD, ends=True)
    for dress, stretch in seen:
        for a, b in _hachures(stretch):
            pen.line([a, b], mix(dress.slope, dress.shade, 0.45), 3)
    mouths = [at for at in runs if chart.cells[at].terrain == "balka-entrance" and window.shows(at)]
    for at in mouths:
        _ramp(pen, dressed(look, chart.cells[at].snow), chart, at)
    for dress, stretch in seen:
        pen.line(stretch, dress.gully, BED, ends=True)
    for at in mouths:
        _tracks(pen, dressed(look, chart.cells[at].snow), chart, at)
    for dress, stretch in seen:
        for i in range(1, len(stretch) - 1, 4):
            x, y = stretch[i]
            pen.line([(x - 7, y - 3), (x, y + 2), (x + 7, y - 2)], mix(dress.gully, dress.slope, 0.45), 2.4)


def _hachures(stretch: Stretch) -> Iterator[tuple[Point, Point]]:
    """Yield short strokes from both edges down to the bed, long and short by turns."""
    walked, count = 0.0, 0
    for (ax, ay), (bx, by) in itertools.pairwise(stretch):
        length = math.hypot(bx - ax, by - ay)
        while length and walked < length:
            x, y = ax + (bx - ax) * walked / length, ay + (by - ay) * walked / length
            nx, ny = -(by - ay) / length, (bx - ax) / length
            deep = BED / 2 + (2 if count % 2 else 11)
            for hand in (-1, 1):
                yield (
                    (x + nx * hand * BROAD / 2, y + ny * hand * BROAD / 2),
                    (x + nx * hand * deep, y + ny * hand * deep),
                )
            walked += STEP
            count += 1
        walked -= length


def _way_out(chart: Chart, at: Hex) -> float:
    """Return the direction of a balka's exit, in radians.

    It follows a road, else it points away from the balka.
    """
    around = hexes.neighbours(at)
    inside = [i for i, to in enumerate(around) if to in chart.cells and chart.cells[to].terrain in KINDS]
    roads = chart.cells[at].roads

    def open_to(i: int) -> tuple[bool, int, bool]:
        turns = min((min((i - j) % 6, (j - i) % 6) for j in inside), default=3)
        return around[i] in roads and turns > 0, turns, around[i] in chart.cells

    (x, y), (bx, by) = centre(at), centre(around[max(range(6), key=open_to)])
    return math.atan2(by - y, bx - x)


def _fan(at: Point, heading: float, near: float, far: float, half: float, open_: float) -> list[Point]:
    """Return a shape that widens from one half-breadth to another, farther off."""
    ux, uy = math.cos(heading), math.sin(heading)
    return [
        (at[0] + ux * along - uy * out, at[1] + uy * along + ux * out)
        for along, out in ((near, -half), (far, -open_), (far, open_), (near, half))
    ]


def _ramp(pen: Pen, look: Look, chart: Chart, at: Hex) -> None:
    """Draw the ramp out of a balka, in ever paler colours."""
    heading, spot = _way_out(chart, at), centre(at)
    for part in (0.0, 0.4, 0.75):
        far = MOUTH - part * 34
        paint = mix(look.clear, look.gully, 0.35 + part * 0.85)
        pen.polygon(_fan(spot, heading, 0, far, BED / 2, BED / 2 + 26 - part * 18), paint)


def _tracks(pen: Pen, look: Look, chart: Chart, at: Hex) -> None:
    """Draw chevrons that point to the exit."""
    heading, spot = _way_out(chart, at), centre(at)
    ink = max(look.slope, look.shade, key=lambda ink: contrast(ink, look.gully))
    ux, uy = math.cos(heading), math.sin(heading)
    for along in (14.0, 36.0, 58.0):
        half, back = 15 + along * 0.22, 12
        pen.line(
            [
                (spot[0] + ux * (along - back) - uy * half, spot[1] + uy * (along - back) + ux * half),
                (spot[0] + ux * along, spot[1] + uy * along),
                (spot[0] + ux * (along - back) + uy * half, spot[1] + uy * (along - back) - ux * half),
            ],
            ink,
            4.4,
            ends=True,
        )
