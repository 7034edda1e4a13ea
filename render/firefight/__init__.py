"""The pictures of Firefight Generator: maps, counters, cards, record boards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from PIL import Image

from bot.kernel.game import Sketch
from bot.kernel.secret import Seen
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.solo import options
from bot.titles.firefight.field.units import at, on_map, where
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.state import State
from render.chart import Window, centre
from render.finished import Picks, Picture
from render.firefight import atlas, captions, land, lines, palette_samples, pieces, sheet, views
from render.firefight.cards import faces
from render.firefight.key import key
from render.firefight.panel import below
from render.fronts import by_winds
from render.look import Look
from render.picture import FINE, NO_PICKS, PLAIN, Pictures
from render.places import Drawn, stacked

BARE = 1440
"""The breadth of the panel in pixels while no map lies on the table."""


class FirefightPictures(Pictures[State]):
    """Draws a firefight, from the first generator card to the last round."""

    def places(self, state: State) -> Container[str]:
        """Return the hexes of the maps that lie on the table."""
        return ground(state.field) if state.field else ()

    def called(self, state: State, place: str) -> str:
        """Return the players' name for a hex."""
        return names.hex(state, HexId(place))

    def names(self, seen: Seen[State], place: str) -> Iterable[str]:
        """Yield the names of a hex and of its units, with their side and without.

        A list of units begins with the plural, as in "Rifles 03 and 04". A count of units, as in "2 Rifles", names
        none of them.
        """
        yield from super().names(seen, place)
        for unit in at(seen.state, HexId(place)):
            yield from names.all_names(unit)

    def standings(self, state: State) -> Mapping[str, str]:
        """Return the hexes of the units that the viewer may know."""
        return {unit.id: where(unit) for unit in state.units.values() if on_map(unit)}

    def palette(self, state: State, look: Look) -> Image.Image | None:
        """Return the palette of all battlefields."""
        return palette_samples.palette(look)

    def field(self, seen: Seen[State], look: Look, sketch: Sketch = PLAIN) -> Drawn:
        """Draw the maps with a sketch.

        A table without maps shows the maps to choose from.
        """
        state = seen.state
        if not state.field:
            return _bare(state, look)
        return _drawn(state, look, views.board(state.field), sketch)

    def surroundings(self, seen: Seen[State], look: Look, width: int) -> Sequence[Image.Image]:
        """Draw the key and the panels, if there are maps."""
        state = seen.state
        if not state.field:
            return []
        panels = [*atlas.shelf(state, look, width), key(look, width), *sheet.below(state, look, width)]
        return [*panels, below(state, look, width)]

    def shown(self, state: State, sketch: Sketch) -> Sketch:
        """Return the visible part of a sketch, including its tinted hexes."""
        sketch = super().shown(state, sketch)
        places = dict.fromkeys((*sketch.places, *(name for name, _ in sketch.notes)))
        return Sketch(tuple(places), sketch.line, sketch.path, sketch.mark, sketch.notes)

    def part(self, seen: Seen[State], sketch: Sketch, look: Look) -> Drawn:
        """Draw the surroundings of some hexes; a fight is shown from very near."""
        if not seen.state.field:
            return _bare(seen.state, look)
        near = len(sketch.places) <= 2 and not sketch.path and not sketch.notes
        window = views.crop(
            ground(seen.state.field), list(map(HexId, sketch.places)), views.CLOSE if near else views.FEWEST
        )
        return _drawn(seen.state, look, window, sketch)

    def near(self, seen: Seen[State], places: Sequence[str], sketch: Sketch, look: Look) -> Drawn:
        """Draw the surroundings of some hexes for a map that is enlarged."""
        where = ground(seen.state.field)
        return _drawn(seen.state, look, views.crop(where, list(map(HexId, places)), fine=FINE), sketch)

    def fronts(self, seen: Seen[State]) -> Mapping[str, Sequence[str]]:
        """Divide the maps that lie on the table."""
        if not seen.state.field:
            return {}
        return by_winds({name: centre(at) for name, at in ground(seen.state.field).places.items()})

    def situation(self, seen: Seen[State]) -> str:
        """Describe the battle."""
        return captions.board(seen)

    def standing(self, seen: Seen[State], places: Sequence[str]) -> Iterable[str]:
        """Describe some hexes with their units."""
        return captions.standing(seen, places)

    def hand(self, seen: Seen[State], look: Look) -> Picture | None:
        """Draw the seat's hand: generator cards, if it has any, and action cards."""
        player = seen.state.players.get(seen.seat)
        if player is None:
            return None
        held = [*options(seen.state, seen.seat), *player.cards.open()]
        return faces(held, look) if held else None

    def cards(self, cards: Sequence[str], look: Look, picks: Picks = NO_PICKS) -> Picture:
        """Draw the faces of cards of any kind."""
        return faces(cards, look, picks)


def _bare(state: State, look: Look) -> Drawn:
    """Draw the table without maps: the maps to choose from, and the panel."""
    return Drawn(stacked([*atlas.shelf(state, look, BARE), below(state, look, BARE)], look.panel))


def _drawn(state: State, look: Look, window: Window, sketch: Sketch) -> Drawn:
    """Return a part of the battlefield.

    Lines are above units, but not above those at their ends.
    """
    drawn = land.ground if window == views.board(state.field) else land.part
    setting = pieces.Setting(drawn(state.field, look, window), window, ground(state.field), look)
    found = pieces.piles(state)
    ends = {HexId(end) for end in (*(sketch.line or ()), *sketch.path[-1:])}
    lines.gates(setting, state)
    pieces.lay_ground(setting, state)
    lines.tints(setting, sketch, found)
    pieces.lay_units(setting, found, found.keys() - ends)
    lines.drawn(setting, sketch)
    pieces.lay_units(setting, found, ends)
    pieces.lay_control(setting, state)
    pieces.lay_rumours(setting, state)
    pieces.lay_strikes(setting, state)
    works = (work.hex for work in state.works.values())
    land.names(
        setting.frame, state.field, look, window, [*found, *state.smoke, *works, *map(HexId, sketch.places)]
    )
    lines.notes(setting, sketch, found)
    return Drawn(setting.frame, pieces.lying(setting, found))
