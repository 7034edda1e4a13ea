"""The pictures of Strike the Bear: a staff map."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.kernel.secret import Seen
from bot.titles.strike import forces
from bot.titles.strike.forces import map_of
from bot.titles.strike.ground import Ground
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId
from render import png
from render.chart import Window
from render.look import Look
from render.panels import captioned, titled
from render.picture import Picture
from render.strike import cartouche, labels, layers, pieces, rails, views, words
from render.strike.ground import ground as drawn
from render.strike.key import key
from render.strike.panel import panel
from render.strike.specimen import palette


class StrikePictures:
    """Draws Strike the Bear. Everything comes from what a seat sees, so that equal sights are equal pictures."""

    def board(self, seen: Seen[State], look: Look) -> Picture:
        """Draw the whole map, and the panel beside it."""
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
        setting = _setting(state, look, views.crop(where, named))
        for name, text in notes:
            layers.tint(setting, AreaId(name), text, bool(forces.at(state, AreaId(name))))
        pieces.lay(setting, state)
        layers.lines(setting, line, path, mark)
        caption = f"{words.ground(state, named[0])}." if len(named) == 1 else ""
        image = titled(setting.frame, title, look)
        alt = words.crop(seen, named, line, path, mark, notes, title)
        return _picture(captioned(image, caption, look), where, look, alt, "crop.png")

    def hand(self, seen: Seen[State], look: Look) -> Picture | None:
        """Draw nothing: a seat holds nothing alone but its standing orders, which are words."""
        return None

    def card(self, card: str, look: Look) -> Picture:
        """Raise `KeyError`: the title has no cards."""
        raise KeyError(card)


def frame(seen: Seen[State], look: Look) -> Image.Image:
    """Return the whole map with the panel beside it and the key below."""
    state, where = seen.state, map_of(seen.state)
    window = views.board(where)
    setting = _setting(state, look, window, marches=True)
    cartouche.lay(setting, forces.scenario(state))
    pieces.lay(setting, state)
    width, height = window.size
    below = key(look, width)
    beside = panel(state, look, height + below.height)
    image = Image.new("RGB", (width + beside.width, beside.height), look.panel)
    image.paste(setting.frame, (0, 0))
    image.paste(below, (0, height))
    image.paste(beside, (width, 0))
    return image


def _setting(state: State, look: Look, window: Window, marches: bool = False) -> pieces.Setting:
    """Return a frame with ground, railways, names, flags and the front on it; with the last marches if asked."""
    map_ = views.sheet(map_of(state))
    setting = pieces.Setting(drawn(map_, look, window), window, map_, look)
    rails.lay(setting.frame, window, map_, state.converted, look)
    if marches:
        layers.marches(setting, state)
    labels.areas(setting.frame, look, map_, window)
    layers.front(setting, state)
    pieces.flags(setting, state)
    return setting


def _picture(image: Image.Image, where: Ground, look: Look, alt: str, name: str) -> Picture:
    return Picture(png.encode(image, palette(where, look)), image.width, image.height, alt, name)
