"""The map of a scenario as a chart to be drawn, and the windows onto it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from bot.titles.tide.ground import COLUMNS, ROWS, Ground
from bot.titles.tide.model.table import HexId
from render.chart import SIDE, TALL, Cell, Chart, Window, centre, whole

BOARD_SCALE = 0.56
"""Pixels to a unit of the whole map: a hex is 112 pixels broad."""
CROP_WIDTH, CROP_HEIGHT = 1000, 1100
"""The most pixels of a crop."""
CROP_SCALE = 1.25
FEWEST = 4.5
"""How many hexes a crop shows at least each way."""


@cache
def chart(ground: Ground) -> Chart:
    """Return the map as a chart: the sheet is that of its boards, their outer half hexes included."""
    across, down = ground.shape
    cells = (
        Cell(spot.at, name, spot.terrain, spot.level, frozenset(ground[to].at for to in spot.roads), spot.snow)
        for name, spot in ground.spots.items()
    )
    return Chart(cells, 0.0, -TALL / 2, 1.5 * SIDE * COLUMNS * across, TALL * (ROWS * down - 0.5))


def board(ground: Ground) -> Window:
    """Return the window on all of the map."""
    return whole(chart(ground), BOARD_SCALE)


def crop(ground: Ground, places: Sequence[HexId]) -> Window:
    """Return the window on some hexes with a margin about them, within the sheet where that can be helped."""
    sheet = chart(ground)
    spots = [centre(ground[name].at) for name in places]
    if not spots:
        spots = [((sheet.left + sheet.right) / 2, (sheet.top + sheet.bottom) / 2)]
    left, right = _stretch((x for x, _ in spots), 1.5 * SIDE, sheet.left, sheet.right)
    top, bottom = _stretch((y for _, y in spots), TALL, sheet.top, sheet.bottom)
    scale = min(CROP_SCALE, CROP_WIDTH / (right - left), CROP_HEIGHT / (bottom - top))
    return Window(left, top, right, bottom, scale)


def _stretch(at: Iterable[float], hex_: float, low: float, high: float) -> tuple[float, float]:
    """Return the span of some points with a hex more on each side, no shorter than `FEWEST`, within the sheet."""
    points = list(at)
    a, b = min(points) - 1.2 * hex_, max(points) + 1.2 * hex_
    if (short := FEWEST * hex_ - (b - a)) > 0:
        a, b = a - short / 2, b + short / 2
    shift = max(low - a, 0.0) + min(high - b, 0.0)
    return max(a + shift, low), min(b + shift, high)
