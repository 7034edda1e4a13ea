"""Which moments of a game make a film, what each shows, and the line below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.chat.desk.names import named
from bot.chat.desk.table import Table
from bot.chat.posts.narrative import tell
from bot.kernel.game import Scene, Sketch
from bot.kernel.secret import PUBLIC, Seat, see
from render import Look, pictures_of

if TYPE_CHECKING:
    from PIL import Image

    from render.film import Frames

MOST = 40
"""The most frames of a film; of more moves some are left out, evenly."""
LAST = 20
"""How many moves are lately to somebody who has not moved in this game."""
MARKS = re.compile(r"[*`]|^-# |^> |<@\d+>|[^\x00-\u024f\u0400-\u04ff\u2010-\u2026]")
"""The parts of a story line that are not words: bold, small print, and emoji."""


def lately(table: Table, seat: Seat) -> list[int]:
    """Return the moves since a player's last order before others moved, with it."""
    known = table.log.moves
    chosen = [(at, table.log[n].seat == seat != PUBLIC) for at, n in enumerate(known) if table.log[n].chosen]
    others = max((at for at, own in chosen if not own), default=0)
    begin = max((at for at, own in chosen if own and at < others), default=max(0, len(known) - LAST))
    return list(known[begin:])


def chosen(table: Table, seat: Seat, *, whole: bool) -> list[int]:
    """Return the moves shown in a film."""
    return thinned(table.log.moves if whole else lately(table, seat))


def thinned(found: Sequence[int]) -> list[int]:
    """Leave out moves evenly if they are too many; the first and last remain."""
    if len(found) <= MOST:
        return list(found)
    step = (len(found) - 1) / (MOST - 1)
    return [found[round(n * step)] for n in range(MOST)]


def frame(table: Table, move: int, seat: Seat, look: Look) -> Image.Image:
    """Draw the map as a seat saw it after a move, with the event's places and text."""
    told = tell(table, move, seat)
    scene = next((each.scene for each in reversed(told.moments) if each.scene.places), None)
    seen = see(table.log.after(move + 1), seat)
    lines = [MARKS.sub("", line).strip() for line in (scene.title if scene else "", *told.lines)]
    who = named(table, table.log[move].seat, seen.state) if table.log[move].seat else ""
    words = " · ".join([f"Move {move}", *filter(None, (who, next(filter(None, lines), "")))])
    return pictures_of(table.record.title).frame(seen, look, _sketch(scene), words)


def unveiled(table: Table, look: Look) -> Image.Image | None:
    """Draw the map at the end with all that was hidden; `None` until the game is over."""
    seen = table.unveiled(len(table.log))
    words = "The end, with all that was hidden"
    return pictures_of(table.record.title).frame(seen, look, Sketch(()), words) if seen is not None else None


def frames() -> Frames:
    """Begin a film without a frame."""
    from render.film import Frames

    return Frames()


def film(frames: Frames, look: Look) -> bytes:
    """Return the file of a film."""
    from render.film import film

    return film(frames, look)


def add_move(frames: Frames, table: Table, move: int, seat: Seat, look: Look) -> None:
    """Draw and pack a move, so that no two uncompressed frames are held."""
    frames.append(frame(table, move, seat, look))


def add_end(frames: Frames, table: Table, look: Look) -> None:
    """Draw the end with all that was hidden and pack it, if the game is over."""
    if (last := unveiled(table, look)) is not None:
        frames.append(last)


def _sketch(scene: Scene | None) -> Sketch:
    return Sketch(scene.places, line=scene.line, path=scene.path) if scene is not None else Sketch(())
