"""The ground of the battlefield: the joined maps with their rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL import Image, ImageDraw

from bot.kit import hexes
from bot.titles.firefight.field.ground import ground as battlefield
from bot.titles.firefight.model.ids import Field, HexId
from bot.titles.firefight.printed.maps import COLUMNS, DEEP, ROWS
from render import blocks, hexmap
from render.canvas import Point
from render.chart import TALL, Window
from render.firefight.views import CROP_SCALE, FRAME, WIDE, Paper, board, chart, papers
from render.kept import digest
from render.lettering import write
from render.look import Look

NUMBER, MAP = 54.0, 25.0
"""Sizes of letters in units: for rows and columns, and for the name of a map."""
SOUTH = 4
"""The direction in which counters reach up to the next name."""


def ground(field: Field, look: Look, window: Window) -> Image.Image:
    """Return a fresh copy of the ground in a window that is often needed.

    An example is the whole battlefield.
    """
    map_ = chart(field)
    return blocks.whole(
        digest(papers(field), map_.key, look),
        window,
        lambda window: _framed(hexmap.ground(map_, look, window), field, look, window),
    )


def part(field: Field, look: Look, window: Window) -> Image.Image:
    """Return the ground in the window of a crop."""
    return _framed(hexmap.part(chart(field), look, window, CROP_SCALE), field, look, window)


def _framed(image: Image.Image, field: Field, look: Look, window: Window) -> Image.Image:
    """Draw the paper's edges around the maps, and labels in the margins; return it."""
    mask = Image.new("1", image.size, 1)
    draw = ImageDraw.Draw(mask)
    for paper in papers(field):
        a, b = window.pixel((paper.left, paper.top)), window.pixel((paper.right, paper.bottom))
        draw.rectangle((round(a[0]), round(a[1]), round(b[0]) - 1, round(b[1]) - 1), fill=0)
    image.paste(look.page, (0, 0), mask)
    for paper in papers(field):
        _edge(image, look, window, paper, not any(each.right == paper.left for each in papers(field)))
    for paper in papers(field):
        for at, text in numbers(paper, papers(field)):
            write(image, window.pixel(at), text, round(NUMBER * window.scale), look.ink, side="middle")
    return image


def names(image: Image.Image, field: Field, look: Look, window: Window, laid: Iterable[HexId]) -> None:
    """Write hex names above the tints on the ground.

    On the whole map it writes those of tinted hexes.
    """
    map_, at = chart(field), battlefield(field).places
    under = {at[hex] for hex in laid if hex in at}
    under |= {hexes.step(cell, SOUTH) for cell in under}
    hexmap.names(image, map_, look, window, under & map_.cells.keys() if window == board(field) else map_.cells)


def _edge(image: Image.Image, look: Look, window: Window, paper: Paper, beside: bool) -> None:
    """Draw the edge of a map, and its number in the margin near its upper left corner.

    `beside` is true if the left margin is free; otherwise the number is in the upper margin.
    """
    a, b = window.pixel((paper.left, paper.top)), window.pixel((paper.right, paper.bottom))
    ImageDraw.Draw(image).rectangle(
        (a[0], a[1], b[0], b[1]), outline=look.ink, width=max(2, round(3 * window.scale))
    )
    at = (paper.left - FRAME / 2, paper.top) if beside else (paper.left, paper.top - FRAME / 2)
    write(image, window.pixel(at), f"Map {paper.key}", round(MAP * window.scale), look.ink, side="middle")


def numbers(paper: Paper, all_: list[Paper]) -> Iterator[tuple[Point, str]]:
    """Yield column numbers and row letters in margins without an adjacent map."""
    taken = {(round(each.left), round(each.top)) for each in all_}
    wide, high = paper.right - paper.left, paper.bottom - paper.top

    def free(dx: int, dy: int) -> bool:
        return (round(paper.left + dx * wide), round(paper.top + dy * high)) not in taken

    for dy, y in ((-1, paper.top - FRAME / 2), (1, paper.bottom + FRAME / 2)):
        for k in range(1, COLUMNS) if free(0, dy) else ():
            column = COLUMNS + 1 - k if paper.turned else k + 1
            yield (paper.left + k * WIDE, y), f"{column:02}"
    for dx, x in ((-1, paper.left - FRAME / 2), (1, paper.right + FRAME / 2)):
        for row in range(DEEP) if free(dx, 0) else ():
            # The letter is beside the full hexes of the even columns.
            line = DEEP - 1 - row if paper.turned else row
            yield (x, paper.top + (line + 0.5) * TALL), ROWS[row]
