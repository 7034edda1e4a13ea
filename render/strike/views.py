"""The printed map as it lies under a scenario, and the windows onto it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from bot.titles.strike.model.table import AreaId
from bot.titles.strike.printed.ground import Area, Ground, lay_out
from bot.titles.strike.printed.ground import Point as Cell
from bot.titles.strike.printed.tables import tables
from render.canvas import Point
from render.chart import Window, aligned, stepped, stretch
from render.kept import digest
from render.strike.lattice import PITCH, bounds, centre, is_diamond, neighbours

FRAME = 34.0
"""The breadth of the frame around the whole map, in units."""
BOARD_WIDTH = 1540
"""Pixels of the whole map, if its scale allows them."""
BOARD_SCALE = 1.15
CROP_WIDTH, CROP_HEIGHT = 1000, 1150
"""The most pixels of a crop."""
CROP_SCALE = 4.2
LEAST, CLOSE, CLOSEST = 2.36, 1.5, 1.2
"""The fewest oxes in a crop each way; for a battle in an ox, and in a diamond."""
BEYOND = 0.6
"""The margin of a crop in oxes, from the middles of its subject areas."""
SQUAT = 0.5
"""The least ratio of a crop's shorter side to its longer side."""


class Sheet:
    """The printed map: every area, in play or not, the water, and impassable sides."""

    def __init__(self, ground: Ground) -> None:
        """Lay the whole printed map under the areas of a scenario."""
        self.ground = ground
        self.areas: dict[Cell, Area] = {area.at: area for area in lay_out(tables(), tables().areas).values()}
        self.playing = frozenset(area.at for area in ground.areas.values())
        self.columns = range(min(x for x, _ in self.areas), max(x for x, _ in self.areas) + 1)
        self.rows = range(min(y for _, y in self.areas), max(y for _, y in self.areas) + 1)
        self.water = frozenset(cell for cell in self._all() if self._is_water(cell))
        self.left, self.top, self.right, self.bottom = bounds(self.playing)

    @cached_property
    def key(self) -> str:
        """The cache key of the map: equal maps have equal keys."""
        areas = [self.areas[at] for at in sorted(self.areas)]
        return digest(areas, self.playing, tables().rivers)

    def _all(self) -> Iterable[Cell]:
        """Yield the cells of the map and of a ring around it."""
        for x in range(self.columns[0] - 3, self.columns[-1] + 4):
            for y in range(self.rows[0] - 3, self.rows[-1] + 4):
                if x % 2 == y % 2:
                    yield x, y

    def _is_water(self, cell: Cell) -> bool:
        """Return whether a cell is water: a gap in the map, or beyond a coastal edge."""
        if cell[0] in self.columns and cell[1] in self.rows:
            return cell not in self.areas
        if is_diamond(cell):
            return all(self.within(to) not in self.areas for to in neighbours(cell))
        return self.within(cell) not in self.areas

    def within(self, cell: Cell) -> Cell:
        """Return the ox of the map that is nearest to one on or off it."""
        x = min(max(cell[0], self.columns[0]), self.columns[-1])
        y = min(max(cell[1], self.rows[0]), self.rows[-1])
        return x - x % 2, y - y % 2

    def at(self, point: Point) -> Cell:
        """Return the cell that a point of the map lies in."""
        x, y = point[0] / PITCH, point[1] / PITCH
        ox = round(x), round(y)
        if abs(x - ox[0]) + abs(y - ox[1]) <= math.sqrt(0.5):
            return 2 * ox[0], 2 * ox[1]
        return 2 * math.floor(x) + 1, 2 * math.floor(y) + 1

    def barriers(self) -> list[tuple[Cell, Cell]]:
        """Return the sides between areas that do not lead from one to the other."""
        return [
            (cell, to)
            for cell, area in sorted(self.areas.items())
            for to in neighbours(cell)
            if cell < to and to in self.areas and self.areas[to].id not in area.next
        ]


@cache
def sheet(ground: Ground) -> Sheet:
    """Return the map of a scenario."""
    return Sheet(ground)


def board(ground: Ground) -> Window:
    """Return the window on all areas in play, with a margin for the frame."""
    all_ = sheet(ground)
    left, right = all_.left - FRAME, all_.right + FRAME
    scale = min(BOARD_SCALE, BOARD_WIDTH / (right - left))
    return Window(left, all_.top - FRAME, right, all_.bottom + FRAME, scale)


def crop(ground: Ground, places: Sequence[AreaId], least: float = LEAST, fine: float = 1.0) -> Window:
    """Return the window on some areas and surroundings, within the map if possible.

    `least` is the number of oxes that it shows each way. Its scale and size may be `fine` times as large as usual.
    """
    all_ = sheet(ground)
    spots = [centre(ground[name].at) for name in places]
    if not spots:
        spots = [((all_.left + all_.right) / 2, (all_.top + all_.bottom) / 2)]
    across, down = (max(span) - min(span) for span in zip(*spots, strict=True))
    broad, high = (max(least, SQUAT * (span / PITCH + 2 * BEYOND)) for span in (down, across))
    left, right = stretch((x for x, _ in spots), BEYOND * PITCH, broad * PITCH, all_.left, all_.right)
    top, bottom = stretch((y for _, y in spots), BEYOND * PITCH, high * PITCH, all_.top, all_.bottom)
    scale = stepped(CROP_SCALE * fine, CROP_WIDTH * fine / (right - left), CROP_HEIGHT * fine / (bottom - top))
    return aligned(left, top, right, bottom, scale)
