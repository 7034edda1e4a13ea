"""Pictures of scenarios at their start: drawings for the rules, and small maps.

They belong to no game. The dice are fixed, and the public sees them.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image

from bot.kernel.dice import SeededDice
from bot.kernel.game import Sketch
from bot.kernel.log import after
from bot.kernel.secret import PUBLIC, Seen, see
from bot.kit.data_files import PRINTED
from bot.kit.handbook import Drawing
from bot.titles import titles
from render import LOOKS, Look, Picture, pictures_of
from render.film import map_box

DICE = b"opening"
SMALL = 420
"""The longest side of a small map, in pixels."""


@lru_cache(maxsize=8)
def opening(title: str, scenario: str) -> Seen[Any]:
    """Return the start of a scenario as the public sees it."""
    game = titles()[title]
    events = game.open(scenario, game.scenarios[scenario].usual, SeededDice(DICE))
    return see(after(game, game.blank(), events), PUBLIC)


def illustration(title: str, drawing: Drawing, look: Look) -> Picture:
    """Draw a part of a scenario's map with the sketch of a chapter."""
    notes = dict.fromkeys(drawing.places, "") | drawing.notes
    sketch = Sketch(tuple(notes), drawing.line, drawing.path, drawing.mark or None, tuple(notes.items()))
    return pictures_of(title).crop(opening(title, drawing.scenario), sketch, look)


def portrait(title: str, scenario: str) -> Picture | None:
    """Return the small map of a scenario; `None` if its map is made in play.

    Those of the house are in `data/<title>/scenarios`, since a large map takes seconds. Others are drawn.
    """
    file = PRINTED / title / "scenarios" / f"{scenario}.webp"
    try:
        body = file.read_bytes()
    except OSError:
        body = painted(title, scenario)
    if not body:
        return None
    width, height = Image.open(BytesIO(body)).size
    return Picture(body, width, height, f"Map of {titles()[title].scenarios[scenario].name}.", f"{scenario}.webp")


@lru_cache(maxsize=64)
def painted(title: str, scenario: str) -> bytes:
    """Draw the small map of a scenario; b"" if it has no places yet."""
    drawn = pictures_of(title).field(opening(title, scenario), LOOKS["standard"])
    if not drawn.places:
        return b""
    small = drawn.image.crop(map_box(drawn)).convert("RGB")
    small.thumbnail((SMALL, SMALL), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.save(file, "WEBP", quality=76, method=6)
    return file.getvalue()


def main() -> int:
    """Draw the small maps of the house's scenarios again."""
    for title, game in titles().items():
        for scenario in game.scenarios:
            body = painted(title, scenario)
            file = PRINTED / title / "scenarios" / f"{scenario}.webp"
            if body:
                file.write_bytes(body)
            print(f"{title} {scenario}: {len(body)} bytes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
