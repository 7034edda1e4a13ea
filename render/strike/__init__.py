"""The pictures of Strike the Bear: a staff map."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.kernel.secret import Seen
from bot.titles.strike.field import counters
from bot.titles.strike.field.counters import map_of
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId
from bot.titles.strike.printed.ground import Ground
from render import png
from render.chart import Window
from render.look import Look
from render.panels import captioned, stacked, titled
from render.picture import Picture
from render.strike import cartouche, labels, layers, pieces, rails, views, words
from render.strike.ground import ground as drawn
from render.strike.key import key
from render.strike.panel import below
from render.strike.specimen import palette


class StrikePictures:
    """Draws Strike the Bear. Everything comes from what a seat sees, so that equal sights are equal pictures."""

    def board(self, seen: Seen[State], look: Look) -> Picture:
        """Draw the whole map, and the panel below it."""
        return _picture(frame(seen, look), map_of(seen.state), look, words.board(seen), "map.png")

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
        """Draw the surroundings of some areas. What is about one area and its neighbours shows that one large."""
        state, where = seen.state, map_of(seen.state)
        line = line if line is not None and all(end in where for end in line) else None
        path = [name for name in path if name in where]
        mark = mark if mark is not None and mark in where else None
        notes = [(name, text) for name, text in notes if name in where]
        everything = (*places, *(line or ()), *path, *([mark] if mark else []))
        named = [AreaId(name) for name in dict.fromkeys(everything) if name in where]
        if named and not line and not path and not notes and set(named) <= {named[0], *where[named[0]].next}:
            named = named[:1]
        battle = len(named) == 1 and named[0] in counters.shared(state)
        close = views.CLOSEST if battle and where[named[0]].is_diamond else views.CLOSE
        setting = _ground(state, look, views.crop(where, named, close if battle else views.LEAST))
        for name, _ in notes:
            layers.tint(setting, AreaId(name))
        _situation(setting, state)
        layers.lines(setting, line, path, mark)
        _pieces(setting, state)
        for name, text in notes:
            if text:
                layers.note(setting, AreaId(name), text, bool(counters.at(state, AreaId(name))))
        caption = f"{words.ground(state, named[0])}." if len(named) == 1 else ""
        if battle and (cover := words.cover(state, named[0])):
            caption += f" Defence gains: {cover}."
        image = titled(setting.frame, title, look)
        alt = words.crop(seen, named, line, path, mark, notes, title)
        return _picture(captioned(image, caption, look), where, look, alt, "crop.png")

    def hand(self, seen: Seen[State], look: Look) -> Picture | None:
        """Draw nothing: a seat holds nothing alone but its standing orders, which are words."""
        return None

    def cards(self, cards: Sequence[str], look: Look) -> Picture:
        """Raise `KeyError`: the title has no cards."""
        raise KeyError(*cards)


def frame(seen: Seen[State], look: Look) -> Image.Image:
    """Return the whole map, its key below and the panel below that: a phone shows the map at its full breadth."""
    state, where = seen.state, map_of(seen.state)
    window = views.board(where)
    setting = _ground(state, look, window)
    cartouche.lay(setting, counters.scenario(state))
    layers.marches(setting, state)
    _situation(setting, state)
    _pieces(setting, state)
    return stacked([setting.frame, key(look, window.size[0]), below(state, look, window.size[0])], look)


def _ground(state: State, look: Look, window: Window) -> pieces.Setting:
    """Return a frame with the ground and its railways."""
    map_ = views.sheet(map_of(state))
    setting = pieces.Setting(drawn(map_, look, window), window, map_, look)
    rails.lay(setting.frame, window, map_, state.converted, look)
    return setting


def _situation(setting: pieces.Setting, state: State) -> None:
    """Draw the names of areas, the front and objectives."""
    labels.areas(setting.frame, setting.look, setting.sheet, setting.window)
    layers.front(setting, state)
    pieces.flags(setting, state)


def _pieces(setting: pieces.Setting, state: State) -> None:
    """Draw units, and the names of cities by their dots or below the units there."""
    depths = pieces.lay(setting, state)
    labels.cities(setting.frame, setting.look, setting.sheet, setting.window, depths)


def _picture(image: Image.Image, where: Ground, look: Look, alt: str, name: str) -> Picture:
    return Picture(png.encode(image, palette(where, look)), image.width, image.height, alt, name)
