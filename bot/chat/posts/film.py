"""Which moments of a game make a film, what each shows, and the line below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.chat.desk.names import named
from bot.chat.desk.table import Table
from bot.chat.posts.narrative import tell
from bot.chat.posts.sending import Upload
from bot.kernel.game import Scene, Sketch
from bot.kernel.secret import PUBLIC, Seat, see
from render import Look, paint
from render.drawings import Film, Frame

if TYPE_CHECKING:
    from PIL import Image

MOST = 40
"""The most frames of a film; of more moves some are left out, evenly."""
LAST = 20
"""How many moves are lately to somebody who has not moved in this game."""
SENTENCES = re.compile(r"(?<=[.!?]) +(?=[A-Z0-9])")
"""The space between two sentences."""
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


def frame(table: Table, move: int, seat: Seat, look: Look, most: int) -> Image.Image:
    """Draw the map as a seat saw it after a move, with the event's places and text.

    The text is only the first sentence about it. The map is at most `most` pixels wide and high.
    """
    told = tell(table, move, seat)
    scene = next((each.scene for each in reversed(told.moments) if each.scene.places), None)
    seen = see(table.log.after(move + 1), seat)
    lines = [MARKS.sub("", line).strip() for line in (scene.title if scene else "", *told.lines)]
    who = named(table, table.log[move].seat, seen.state) if table.log[move].seat else ""
    said = SENTENCES.split(next(filter(None, lines), ""))[0]
    words = " · ".join([f"Move {move}", *filter(None, (who, said))])
    return paint(Frame(table.record.title, seen, look, _sketch(scene), words, most))


def unveiled(table: Table, look: Look, most: int) -> Image.Image | None:
    """Draw the map at the end with all that was hidden; `None` until the game is over."""
    seen = table.unveiled(len(table.log))
    words = "The end, with all that was hidden"
    if seen is None:
        return None
    return paint(Frame(table.record.title, seen, look, Sketch(()), words, most))


class Shoot:
    """A film that is being made for a seat, one frame after another.

    A frame is packed when it is drawn, so that no two uncompressed frames are held.
    """

    def __init__(self, table: Table, seat: Seat, look: Look, ending: str, *, whole: bool) -> None:
        """Choose the moves of a film; `ending` is that of its file."""
        from render.film import Frames, side

        self.table = table
        self.seat = seat
        self.look = look
        self.ending = ending
        self.moves = chosen(table, seat, whole=whole)
        self.count = len(self.moves) + (whole and table.outcome() is not None)
        """How many frames there will be."""
        self._frames = Frames()
        self._side = side(self.count, ending)

    def add(self, n: int) -> None:
        """Draw and pack a frame. The last one of a whole game shows all that was hidden."""
        if n < len(self.moves):
            self._frames.append(frame(self.table, self.moves[n], self.seat, self.look, self._side))
        elif (last := unveiled(self.table, self.look, self._side)) is not None:
            self._frames.append(last)

    def finished(self, limit: int) -> Upload | None:
        """Return the film in at most `limit` bytes, `None` if it cannot be so small."""
        made = paint(Film(self._frames, self.look, self.ending, limit))
        if made is None:
            return None
        said = f"Moves {self.moves[0]} to {self.moves[-1]}, as you saw them"
        changed = ["fewer pictures"] * (made.frames < len(self._frames)) + ["smaller pictures"] * (made.scale < 1)
        kept = f"-# It has {' and '.join(changed)}, because files here have a limit." if changed else ""
        return Upload(f"film.{self.ending}", made.file, f"The map in motion. {said}.", kept)


def _sketch(scene: Scene | None) -> Sketch:
    return Sketch(scene.places, line=scene.line, path=scene.path) if scene is not None else Sketch(())
