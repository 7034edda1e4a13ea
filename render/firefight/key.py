"""The key below the battlefield: the meanings of its ground and its signs."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.kit.hexes import Hex, neighbours
from render import hexmap, markers
from render.canvas import Sprite
from render.chart import Cell, Chart, Window, corners
from render.firefight import signs
from render.firefight.counters import badge, control
from render.look import Look
from render.overlay import Settled
from render.panels import Column

SIGN, SIZE, HIGH = 92, 29, 84
"""The room of a sign, the size of the letters and the height of a row in pixels."""
SCALE = 0.36
GROUND = {
    "light woods": "light woods +1",
    "woods": "heavy woods +2",
    "wood building": "wood building +1",
    "stone building": "stone building +2",
    "plowed": "field",
    "pond": "water",
}
STATES = {"active": "active, AP left", "spent": "spent", "hit": "hit marker", "hidden": "hidden"}


@lru_cache(maxsize=8)
def key(look: Look, width: int) -> Image.Image:
    """Return the key, as broad as the map."""
    column = Column(width, look)
    entries = [(swatch(kind, look), text) for kind, text in GROUND.items()]
    entries += [(swatch("wall", look), "wall +1"), (swatch("hill", look), "hill and its level")]
    entries += [
        (control("german", look, 0.8), "control marker"),
        (signs.smoke(True, look, 0.33), "heavy smoke"),
        (signs.smoke(False, look, 0.33), "light smoke"),
    ]
    entries += [
        (markers.marker(kind, look, 0.33), text)
        for kind, text in (("wire", "barbed wire"), ("mines", "mines"), ("trap", "road block"))
    ]
    entries += [
        (markers.empty_shelter(kind, look, 0.4), text)
        for kind, text in (
            ("entrenchment", "hasty defence +1"),
            ("trench", "trench +2"),
            ("pillbox", "bunker +5/+3"),
        )
    ]
    entries += [(badge(which, look, 0.8), text) for which, text in STATES.items()]
    column.legend(entries, SIZE, SIGN, HIGH)
    return Settled(column.done())


@lru_cache(maxsize=64)
def swatch(kind: str, look: Look) -> Sprite:
    """Return a hex of a kind of ground."""
    here = Hex(0, 0)
    level = 1 if kind == "hill" else 0
    cells = [Cell(here, "", "clear" if kind in ("wall", "hill") else kind, level)]
    cells += [Cell(at, "") for at in neighbours(here)]
    sides = ((here, neighbours(here)[3]), (here, neighbours(here)[2])) if kind == "wall" else ()
    chart = Chart(cells, -120, -108, 120, 108, sides)
    image = hexmap.ground(chart, look, Window(-120, -108, 120, 108, SCALE))
    mask = Image.new("L", image.size, 0)
    rim = [((x + 120) * SCALE, (y + 108) * SCALE) for x, y in corners(here)]
    ImageDraw.Draw(mask).polygon(rim, fill=255)
    return Sprite(image, mask, image.width // 2, image.height // 2)
