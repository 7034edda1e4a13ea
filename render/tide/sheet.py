"""Draws all boards and overlays in a single picture.

Run `python -m render.tide.sheet [--data FOLDER] [--look LOOK] [NAME ...]`. It shows users' own boards beside the
boards that they must join.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from bot.kit import data_files, hexes
from bot.titles.tide.printed.ground import Misprint, assemble
from bot.titles.tide.printed.records import Overlay
from bot.titles.tide.printed.tables import tables
from render import hexmap
from render.chart import SIDE, TALL, Cell, Chart, centre, whole
from render.lettering import shorten, write
from render.look import LOOKS, Look
from render.tide import views

SCALE = 0.28
"""Pixels to a unit of a board."""
ACROSS = 6
"""How many boards lie side by side."""
GAP, CAPTION = 16, 40
AROUND = 1.3
"""How many hexes of open ground are shown around an overlay."""


def sheet(names: Sequence[str], look: Look) -> Image.Image:
    """Return boards and overlays with their names; all of them by default.

    Raises `Misprint` for a board that cannot be put together, `KeyError` for a name that does not exist.
    """
    printed = tables()
    chosen = names or [*sorted(printed.boards), *sorted(printed.overlays)]
    tiles = [_tile(name, look) for name in chosen]
    wide = max(tile.width for _, tile in tiles) + GAP
    rows = [tiles[i : i + ACROSS] for i in range(0, len(tiles), ACROSS)]
    highs = [max(tile.height for _, tile in row) + CAPTION + GAP for row in rows]
    image = Image.new("RGB", (min(ACROSS, len(tiles)) * wide + GAP, sum(highs) + GAP), look.panel)
    y = GAP
    for row, high in zip(rows, highs, strict=True):
        for i, (caption, tile) in enumerate(row):
            x = GAP + i * wide
            write(image, (x, y + CAPTION // 2 - 4), shorten(caption, 24, wide - GAP, "Bold"), 24, look.ink)
            image.paste(tile, (x, y + CAPTION))
        y += high
    return image


def _tile(name: str, look: Look) -> tuple[str, Image.Image]:
    """Return the caption and the picture of a board or an overlay."""
    printed = tables()
    if name in printed.boards:
        where = assemble(printed, ((name,),))
        chart = views.chart(where)
        return f"{name} {printed.boards[name].name}", hexmap.ground(chart, look, whole(chart, SCALE))
    overlay = printed.overlays[name]
    chart = _chart(overlay)
    return f"{name} {overlay.name}", hexmap.ground(chart, look, whole(chart, SCALE))


def _chart(overlay: Overlay) -> Chart:
    """Return an overlay on open ground."""
    cells = {at: Cell(at, "", terrain, overlay.level or 0) for at, terrain in _walks(overlay)}
    spots = [centre(at) for at in cells]
    left, right = min(x for x, _ in spots) - AROUND * 1.5 * SIDE, max(x for x, _ in spots) + AROUND * 1.5 * SIDE
    top, bottom = min(y for _, y in spots) - AROUND * TALL, max(y for _, y in spots) + AROUND * TALL
    for _ in range(3):
        cells |= {to: Cell(to, "") for at in list(cells) for to in hexes.neighbours(at) if to not in cells}
    return Chart(cells.values(), left, top, right, bottom)


def _walks(overlay: Overlay) -> Iterator[tuple[hexes.Hex, str]]:
    """Yield the hexes of an overlay, from its first one, with their ground."""
    for walk, terrain in overlay.terrain.items():
        at = hexes.Hex(0, 0)
        for direction in filter(None, walk.split("-")):
            at = hexes.step(at, int(direction))
        yield at, terrain


def main(words: Sequence[str]) -> int:
    """Write the picture; on failure, print the reason and return 1."""
    parser = argparse.ArgumentParser(prog="python -m render.tide.sheet", description="Draw boards and overlays.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="boards and overlays; without any, all")
    parser.add_argument("--data", type=Path, help="a folder laid over data/, as FIELDPOST_DATA is")
    parser.add_argument("--look", choices=LOOKS, default=next(iter(LOOKS)))
    parser.add_argument("--to", type=Path, default=Path("boards.png"), help="the file to write")
    said = parser.parse_args(words)
    if said.data is not None:
        data_files.lay_over(said.data)
    try:
        image = sheet(said.names, LOOKS[said.look])
    except KeyError as missing:
        print(f"there is no board or overlay {missing}", file=sys.stderr)
        return 1
    except Misprint as wrong:
        print(wrong, file=sys.stderr)
        return 1
    image.save(said.to)
    print(f"{said.to}: {image.width} x {image.height} pixels")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
