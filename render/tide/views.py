"""The map of a scenario as a chart to be drawn, and the windows onto it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.ground import COLUMNS, ROWS, Ground
from render.chart import SIDE, TALL, Cell, Chart, Window, aligned, centre, stepped, stretch, whole

BOARD_SCALE = 0.56
"""Pixels to a unit of the whole map at its usual size: a hex is 112 pixels broad."""
BOARD_LEAST, BOARD_WIDTH = 1150, 2100
"""The fewest and the most pixels of the whole map across."""
CROP_WIDTH, CROP_HEIGHT = 1000, 1100
"""The most pixels of a crop."""
CROP_SCALE = 1.25
PART_HEIGHT = 680
"""The most pixels of one of several crops that are put one below the other."""
FEWEST, LOW = 4.5, 3.0
"""The fewest hexes in a crop each way, and in one of several crops vertically."""
WIDE = 1.5 * SIDE
"""The distance between the middles of adjacent columns."""
MARGIN = 1.2
"""The margin of a crop in hexes around its subject hexes."""


@cache
def chart(ground: Ground) -> Chart:
    """Return the map as a chart; its sheet includes the outer half hexes of boards."""
    across, down = ground.shape
    cells = (
        Cell(spot.at, name, spot.terrain, spot.level, frozenset(ground[to].at for to in spot.roads), spot.snow)
        for name, spot in ground.spots.items()
    )
    return Chart(cells, 0.0, -TALL / 2, 1.5 * SIDE * COLUMNS * across, TALL * (ROWS * down - 0.5))


def board(ground: Ground) -> Window:
    """Return the window on all of the map."""
    sheet = chart(ground)
    breadth = sheet.right - sheet.left
    return whole(sheet, min(max(BOARD_SCALE, BOARD_LEAST / breadth), BOARD_WIDTH / breadth))


def crop(ground: Ground, places: Sequence[HexId], fine: float = 1.0) -> Window:
    """Return the window on some hexes with a margin, within the sheet if possible.

    Its scale and size may be `fine` times as large as usual.
    """
    return crops(ground, [places], fine)[0]


def crops(ground: Ground, groups: Sequence[Sequence[HexId]], fine: float = 1.0) -> list[Window]:
    """Return a window for each group of hexes, all of the same scale and breadth.

    If there are several, they are lower. Scale and size may be `fine` times as large as usual.
    """
    sheet = chart(ground)
    middle = (sheet.left + sheet.right) / 2, (sheet.top + sheet.bottom) / 2
    spots = [[centre(ground[name].at) for name in places] or [middle] for places in groups]
    broad = max(max(x for x, _ in some) - min(x for x, _ in some) for some in spots) + 2 * MARGIN * WIDE
    broad, high = max(FEWEST * WIDE, broad), (FEWEST if len(groups) == 1 else LOW) * TALL
    spans = [
        (
            stretch((x for x, _ in some), MARGIN * WIDE, broad, sheet.left, sheet.right),
            stretch((y for _, y in some), MARGIN * TALL, high, sheet.top, sheet.bottom),
        )
        for some in spots
    ]
    across = max(right - left for (left, right), _ in spans)
    down = sum(bottom - top for _, (top, bottom) in spans)
    most = max(CROP_HEIGHT, len(groups) * PART_HEIGHT)
    scale = stepped(CROP_SCALE * fine, CROP_WIDTH * fine / across, most * fine / down)
    return [aligned(left, top, right, bottom, scale) for (left, right), (top, bottom) in spans]
