"""Pictures of scenarios at their start: drawings for the rules, and small maps.

They belong to no game. The dice are fixed, and the public sees them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bot.kernel.dice import SeededDice
from bot.kernel.game import Sketch
from bot.kernel.log import after
from bot.kernel.secret import PUBLIC, Seen, see
from bot.kit.handbook import Drawing
from bot.titles import titles
from render import Look, Picture, pictures_of

DICE = b"opening"


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
