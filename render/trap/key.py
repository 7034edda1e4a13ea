"""The key below the map: the meanings of its signs."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.look import Look
from render.overlay import Settled
from render.panels import Column
from render.trap import hazards, signs
from render.trap.counters import Chit, badge, counter

SIGN, SIZE, HIGH = 88, 29, 60
"""The room of a sign, the size of the letters and the height of a row in pixels."""
GROUND = {
    "street": "street: seen along",
    "built-up": "built-up, two levels",
    "woods": "woods",
    "river": "river",
    "bridge": "bridge",
    "railway": "railway",
    "hotel": "hotel",
}


@lru_cache(maxsize=12)
def key(look: Look, width: int, night: bool) -> Image.Image:
    """Return the key, as broad as the map."""
    column = Column(width, look)
    entries = [(signs.swatch(kind, look, night), text) for kind, text in GROUND.items()]
    entries += [
        (signs.heap(look), "rubble"),
        (hazards.road_block(look, False, 0.42), "road block"),
        (hazards.wreck(look, False, 0.56), "wreck"),
        (signs.storey(look), "on the upper level"),
        (signs.prow(look), "faces this way"),
        (counter(Chit("russian"), look, 0.42), "cannot be inspected"),
    ]
    words = {"done": "has acted", "shot at": "has been fired at"}
    statuses = ("suppressed", "pinned", "disrupted", "inactive", "done", "shot at")
    entries += [(badge(which, look, 0.86), words.get(which, which)) for which in statuses]
    column.legend(entries, SIZE, SIGN, HIGH)
    return Settled(column.done())
