"""The battlefield as a chart to be drawn, and the windows onto it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from bot.titles.firefight.field.ground import Ground, ground
from bot.titles.firefight.model.ids import Field, HexId
from bot.titles.firefight.printed.maps import COLUMNS, DEEP, Terrain
from render.chart import SIDE, TALL, Cell, Chart, Window, aligned, centre, stepped, stretch

FRAME = 76.0
"""The breadth of the labelled margin around the maps, in units."""
BOARD_WIDTH, BOARD_HEIGHT = 1840, 2000
"""The most pixels of the whole battlefield."""
BOARD_SCALE = 0.72
CROP_WIDTH, CROP_HEIGHT = 1000, 1100
"""The most pixels of a crop."""
CROP_SCALE = 1.7
FEWEST, CLOSE = 4.6, 3.2
"""How many hexes a crop shows at least each way; one of a single fight."""
MARGIN = 1.15
"""The margin of a crop in hexes, from the middles of its subject hexes."""
SQUAT = 0.55
"""The least ratio of a crop's shorter side to its longer side."""
WIDE = 1.5 * SIDE
"""The distance between the middles of adjacent columns."""
KINDS: Mapping[Terrain, str] = {"open": "clear", "heavy woods": "woods", "water": "pond"}
"""The names of ground that other maps share."""


class Paper(Struct, frozen=True):
    """Where a map lies, in units."""

    key: str
    left: float
    top: float
    right: float
    bottom: float
    turned: bool


@lru_cache(maxsize=32)
def chart(field: Field) -> Chart:
    """Return the battlefield as a chart: the paper of its maps and a margin."""
    where, sheets = ground(field), papers(field)
    places = where.places
    cells = (
        Cell(
            places[name],
            where.label(name),
            KINDS.get(spot.terrain, spot.terrain),
            spot.level,
            frozenset(places[to] for to in spot.roads),
        )
        for name, spot in where.spots.items()
    )
    pairs = (sorted(places[hex] for hex in wall) for wall in where.walls)
    return Chart(
        cells,
        min(paper.left for paper in sheets) - FRAME,
        min(paper.top for paper in sheets) - FRAME,
        max(paper.right for paper in sheets) + FRAME,
        max(paper.bottom for paper in sheets) + FRAME,
        tuple((a, b) for a, b in pairs),
    )


def papers(field: Field) -> list[Paper]:
    """Return the positions of the maps.

    A map reaches from the middle of its first column to that of its last.
    """
    wide = WIDE * COLUMNS
    return [
        Paper(
            sheet.map,
            WIDE + sheet.x * wide,
            (sheet.y * DEEP - 0.5) * TALL,
            WIDE + (sheet.x + 1) * wide,
            ((sheet.y + 1) * DEEP - 0.5) * TALL,
            sheet.turned,
        )
        for sheet in field
    ]


def board(field: Field) -> Window:
    """Return the window on the whole battlefield."""
    sheet = chart(field)
    broad, high = sheet.right - sheet.left, sheet.bottom - sheet.top
    scale = min(BOARD_SCALE, BOARD_WIDTH / broad, BOARD_HEIGHT / high)
    return Window(sheet.left, sheet.top, sheet.right, sheet.bottom, scale)


def crop(where: Ground, places: Sequence[HexId], least: float = FEWEST, fine: float = 1.0) -> Window:
    """Return the window on some hexes and surroundings, within the map if possible.

    Its scale and size may be `fine` times as large as usual.
    """
    sheet = chart(where.field)
    spots = [centre(where.places[hex]) for hex in places]
    spots = spots or [((sheet.left + sheet.right) / 2, (sheet.top + sheet.bottom) / 2)]
    broad, high = (max(span) - min(span) for span in zip(*spots, strict=True))
    wide = max(least * WIDE, SQUAT * (high + 2 * MARGIN * TALL))
    tall = max(least * TALL, SQUAT * (broad + 2 * MARGIN * WIDE))
    left, right = stretch((x for x, _ in spots), MARGIN * WIDE, wide, sheet.left, sheet.right)
    top, bottom = stretch((y for _, y in spots), MARGIN * TALL, tall, sheet.top, sheet.bottom)
    scale = stepped(CROP_SCALE * fine, CROP_WIDTH * fine / (right - left), CROP_HEIGHT * fine / (bottom - top))
    return aligned(left, top, right, bottom, scale)
