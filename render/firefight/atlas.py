"""The maps that a player may lay, side by side, while they choose one."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace
from PIL import Image

from bot.titles.firefight.field import names
from bot.titles.firefight.model.ids import MapId, Sheet
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseMap
from bot.titles.firefight.printed.maps import maps
from render.firefight import land, views
from render.lettering import write
from render.look import Look
from render.panels import abreast
from render.places import stacked

ACROSS = 2
"""The number of maps side by side."""
HEAD, NAME = 52, 40
"""The height of a map's name and the size of its letters.

A phone shows them at a quarter.
"""


def choices(state: State) -> tuple[MapId, ...]:
    """Return the maps to choose from now, without those on the table."""
    if not any(isinstance(step, ChooseMap) for step in state.steps):
        return ()
    laid = {sheet.map for sheet in state.field}
    return tuple(MapId(key) for key in sorted(maps().maps) if key not in laid)


def shelf(state: State, look: Look, broad: int) -> list[Image.Image]:
    """Return the rows of maps to choose from at a breadth; none without a choice."""
    keys = choices(state)
    rows = (keys[n : n + ACROSS] for n in range(0, len(keys), ACROSS))
    return [abreast([_small(key, look, broad // ACROSS) for key in row], broad, look) for row in rows]


@lru_cache(maxsize=16)
def _small(key: MapId, look: Look, broad: int) -> Image.Image:
    """Draw a map with its name above it."""
    field = (Sheet(key),)
    window = views.board(field)
    window = replace(window, scale=broad / (window.right - window.left))
    head = Image.new("RGB", (broad, HEAD), look.page)
    text = names.map_sheet(key)
    write(head, (broad / 2, HEAD / 2), f"{text[:1].upper()}{text[1:]}", NAME, look.ink, side="middle")
    return stacked([head, land.ground(field, look, window).convert("RGB")], look.panel)
