"""The pictures of Into a Bear Trap: Grozny from above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from bot.kernel.secret import Seen
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import at
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId
from render import png
from render.chart import Window
from render.look import Look
from render.panels import stacked, titled
from render.picture import Picture
from render.trap import labels, lines, pieces, views, words
from render.trap.city import CLOSE, FEWEST, City, crop, whole
from render.trap.key import key
from render.trap.panel import below
from render.trap.scenery import scenery as drawn
from render.trap.specimen import palette


class Marks(NamedTuple):
    """What is drawn on a part of the map besides what lies there."""

    line: tuple[str, str] | None = None
    path: Sequence[str] = ()
    mark: str | None = None
    notes: Sequence[tuple[str, str]] = ()


class TrapPictures:
    """Draws Into a Bear Trap. Everything comes from what a seat sees, so that equal sights are equal pictures."""

    def board(self, seen: Seen[State], look: Look) -> Picture:
        """Draw the whole map, and the key and the panel below it."""
        city = views.city(ground())
        return _picture(frame(seen.state, city, look), seen.state, city, look, words.board(seen), "map.png")

    def crop(
        self,
        seen: Seen[State],
        places: Sequence[str],
        look: Look,
        *,
        line: tuple[str, str] | None = None,
        path: Sequence[str] = (),
        mark: str | None = None,
        notes: Sequence[tuple[str, str]] = (),
        title: str = "",
    ) -> Picture:
        """Draw the surroundings of some hexes; a fight is shown from very near."""
        state, where = seen.state, ground()
        line = line if line is not None and all(end in where for end in line) else None
        path = [name for name in path if name in where]
        mark = mark if mark is not None and mark in where else None
        notes = [(name, text) for name, text in notes if name in where]
        everything = (*places, *(line or ()), *path, *([mark] if mark else []), *(name for name, _ in notes))
        named = [HexId(name) for name in dict.fromkeys(everything) if name in where]
        city = views.city(where)
        near = len(named) <= 2 and not path and not notes
        window = crop(city, [where.map.places[name] for name in named], CLOSE if near else FEWEST)
        image = part(state, city, look, window, Marks(line, path, mark, notes))
        alt = words.crop(
            seen,
            [name for name in named if name in {*places, *(line or ())}],
            *Marks(line, path, mark, notes),
            title,
        )
        return _picture(titled(image, title, look), state, city, look, alt, "crop.png")

    def hand(self, seen: Seen[State], look: Look) -> Picture | None:
        """Draw nothing: what a side alone can see lies on its own map."""
        return None

    def cards(self, cards: Sequence[str], look: Look) -> Picture:
        """Raise `KeyError`: the title has no cards."""
        raise KeyError(*cards)


def frame(state: State, city: City, look: Look) -> Image.Image:
    """Return the whole map, below it the key and the panel: a phone shows the map at its full breadth."""
    window = whole(city)
    image = part(state, city, look, window, Marks())
    width = window.size[0]
    return stacked([image, key(look, width, night(state)), below(state, look, width)], look)


def part(state: State, city: City, look: Look, window: Window, marks: Marks) -> Image.Image:
    """Return a part of the map; lines lie above units, but not above those at their ends."""
    dark = night(state)
    setting = pieces.Setting(drawn(city, look, dark, window), window, city, ground(), look, dark)
    found = pieces.piles(state)
    ends = {HexId(end) for end in (*(marks.line or ()), *marks.path[-1:])}
    pieces.lay_ground(setting, state)
    for name, text in marks.notes:
        lines.tint(setting, name, text)
    labels.landmarks(setting.frame, look, dark, city, window)
    pieces.lay_flags(setting, state)
    pieces.lay_hazards(setting, state, found.keys())
    pieces.lay_units(setting, state, found, found.keys() - ends)
    if marks.mark is not None:
        lines.ring(setting, marks.mark)
    lines.way(setting, marks.path)
    if marks.line is not None:
        lines.fire(setting, state, marks.line)
    pieces.lay_units(setting, state, found, ends)
    for name, text in marks.notes:
        lines.note(setting, name, text, bool(at(state, HexId(name))))
    return setting.frame


def _picture(image: Image.Image, state: State, city: City, look: Look, alt: str, name: str) -> Picture:
    colours = palette(city, look, night(state))
    return Picture(png.encode(image, colours), image.width, image.height, alt, name)
