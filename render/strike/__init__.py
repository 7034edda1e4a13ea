"""The pictures of Strike the Bear: a staff map."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from msgspec.structs import replace
from PIL import Image

from bot.kernel.game import Sketch
from bot.kernel.secret import Seen
from bot.titles.strike.field import counters, names
from bot.titles.strike.field.counters import map_of
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId
from render.chart import Window
from render.look import Look
from render.panels import captioned
from render.picture import FINE, PLAIN, Pictures
from render.places import Drawn
from render.stacks import Room
from render.strike import captions, cartouche, ground, labels, layers, palette_samples, pieces, rails, views
from render.strike.key import key
from render.strike.panel import below


class StrikePictures(Pictures[State]):
    """Draws Strike the Bear.

    A seat's only private holdings are its standing orders, which are words.
    """

    def places(self, state: State) -> Container[str]:
        """Return the areas of the scenario."""
        return map_of(state)

    def names(self, seen: Seen[State], place: str) -> Iterable[str]:
        """Yield the names of an area and of its units, with the nation if two share one."""
        yield names.place(seen.state, AreaId(place))
        for piece in counters.at(seen.state, AreaId(place)):
            yield names.full(piece)

    def standings(self, state: State) -> Mapping[str, str]:
        """Return the areas of the units."""
        where = map_of(state)
        return {unit.id: unit.place for unit in state.units.values() if unit.place in where}

    def palette(self, state: State, look: Look) -> Image.Image | None:
        """Return the palette of the staff map."""
        return palette_samples.palette(map_of(state), look)

    def shown(self, state: State, sketch: Sketch) -> Sketch:
        """Return the visible part of a sketch.

        A sketch of an area and its neighbours shows only that area.
        """
        sketch = super().shown(state, sketch)
        if not sketch.places or sketch.line or sketch.path or sketch.notes:
            return sketch
        first = AreaId(sketch.places[0])
        near = set(sketch.places) <= {first, *map_of(state)[first].next}
        return replace(sketch, places=(first,)) if near else sketch

    def field(self, seen: Seen[State], look: Look, sketch: Sketch = PLAIN) -> Drawn:
        """Draw the whole map with a sketch."""
        state, where = seen.state, map_of(seen.state)
        window = views.board(where)
        setting = _ground(state, look, window)
        cartouche.lay(setting, counters.scenario(state))
        layers.marches(setting, state)
        _sketched(setting, state, sketch)
        return Drawn(setting.frame, pieces.lying(setting, state))

    def surroundings(self, seen: Seen[State], look: Look, width: int) -> Sequence[Image.Image]:
        """Draw the key and the panel."""
        return [key(look, width), below(seen.state, look, width)]

    def part(self, seen: Seen[State], sketch: Sketch, look: Look) -> Drawn:
        """Draw the surroundings of some areas, one alone as large as a battle there needs."""
        state, where = seen.state, map_of(seen.state)
        named = [AreaId(name) for name in sketch.places]
        battle = len(named) == 1 and named[0] in counters.shared(state)
        close = views.CLOSEST if battle and where[named[0]].is_diamond else views.CLOSE
        setting = _ground(state, look, views.crop(where, named, close if battle else views.LEAST))
        _sketched(setting, state, sketch)
        caption = f"{captions.ground(state, named[0])}." if len(named) == 1 else ""
        if battle and (cover := captions.cover(state, named[0])):
            caption += f" Defence gains: {cover}."
        return Drawn(captioned(setting.frame, caption, look), pieces.lying(setting, state))

    def near(self, seen: Seen[State], places: Sequence[str], sketch: Sketch, look: Look) -> Drawn:
        """Draw the surroundings of some areas for a map that is enlarged."""
        window = views.crop(map_of(seen.state), list(map(AreaId, places)), fine=FINE)
        setting = _ground(seen.state, look, window)
        layers.marches(setting, seen.state)
        _sketched(setting, seen.state, sketch)
        return Drawn(setting.frame, pieces.lying(setting, seen.state))

    def fronts(self, seen: Seen[State]) -> Mapping[str, Sequence[str]]:
        """Divide the front from the Baltic to the Black Sea."""
        return layers.fronts(seen.state)

    def situation(self, seen: Seen[State]) -> str:
        """Describe the campaign."""
        return captions.board(seen)

    def standing(self, seen: Seen[State], places: Sequence[str]) -> Iterable[str]:
        """Describe some areas with their units."""
        return captions.standing(seen, places)


def _sketched(setting: pieces.Setting, state: State, sketch: Sketch) -> None:
    """Draw what a sketch shows, units above its lines and below its notes."""
    layers.tint(setting, sketch.notes)
    _situation(setting, state)
    layers.lines(setting, sketch)
    taken = _pieces(setting, state)
    for name, text in sketch.notes:
        if text not in pieces.odds(state, AreaId(name)):
            layers.note(setting, AreaId(name), text, taken.get(AreaId(name), ()))


def _ground(state: State, look: Look, window: Window) -> pieces.Setting:
    """Return a frame with the ground and its railways."""
    map_ = views.sheet(map_of(state))
    drawn = ground.ground if window == views.board(map_.ground) else ground.part
    setting = pieces.Setting(drawn(map_, look, window), window, map_, look)
    rails.lay(setting.frame, window, map_, state.converted, look)
    return setting


def _situation(setting: pieces.Setting, state: State) -> None:
    """Draw cities, the front and objectives."""
    labels.dots(setting.frame, setting.look, setting.sheet, setting.window)
    layers.front(setting, state)
    pieces.flags(setting, state)


def _pieces(setting: pieces.Setting, state: State) -> dict[AreaId, list[Room]]:
    """Draw units and names; return the parts of occupied areas that these take.

    A city's name is by its dot or below the units there.
    """
    taken = pieces.lay(setting, state)
    depths = pieces.depths(taken)
    labels.areas(setting.frame, setting.look, setting.sheet, setting.window, depths)
    labels.cities(setting.frame, setting.look, setting.sheet, setting.window, depths)
    for area, rooms in taken.items():
        rooms += labels.named(setting.window, setting.sheet.ground[area], depths[area])
    return taken
