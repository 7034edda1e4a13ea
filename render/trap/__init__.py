"""The pictures of Into a Bear Trap: Grozny from above."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from PIL import Image

from bot.kernel.game import Sketch
from bot.kernel.secret import Seen
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.names import called
from bot.titles.trap.field.units import at, known, on_map
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId
from render import tints
from render.chart import Window, centre
from render.fronts import by_winds
from render.look import Look
from render.picture import FINE, PLAIN, Pictures
from render.places import Drawn
from render.trap import captions, labels, lines, palette_samples, pieces, plates, scenery, views
from render.trap.city import CLOSE, FEWEST, crop
from render.trap.key import key
from render.trap.panel import below


class TrapPictures(Pictures[State]):
    """Draws Into a Bear Trap; a side's secrets are on its map, not in a hand."""

    def places(self, state: State) -> Container[str]:
        """Return the hexes of the city."""
        return ground()

    def names(self, seen: Seen[State], place: str) -> Iterable[str]:
        """Yield the names of a hex and of its known units."""
        yield from super().names(seen, place)
        for piece in at(seen.state, HexId(place)):
            yield from (called(what) for what in [known(piece)] if what is not None)

    def standings(self, state: State) -> Mapping[str, str]:
        """Return the hexes of the units."""
        return {unit.id: unit.hex for unit in state.units.values() if on_map(unit)}

    def palette(self, state: State, look: Look) -> Image.Image | None:
        """Return the palette of the city, by day or by night."""
        return palette_samples.palette(views.city(ground()), look, night(state))

    def field(self, seen: Seen[State], look: Look, sketch: Sketch = PLAIN) -> Drawn:
        """Draw the whole map with a sketch."""
        return _drawn(seen.state, look, views.board(seen.state), sketch)

    def surroundings(self, seen: Seen[State], look: Look, width: int) -> Sequence[Image.Image]:
        """Draw the key and the panel."""
        return [key(look, width, night(seen.state)), below(seen.state, look, width)]

    def shown(self, state: State, sketch: Sketch) -> Sketch:
        """Return the visible part of a sketch, including its tinted hexes."""
        sketch = super().shown(state, sketch)
        tinted = (name for name, _ in sketch.notes)
        return Sketch(
            tuple(dict.fromkeys((*sketch.places, *tinted))), sketch.line, sketch.path, sketch.mark, sketch.notes
        )

    def part(self, seen: Seen[State], sketch: Sketch, look: Look) -> Drawn:
        """Draw the surroundings of some hexes; a fight is shown from very near."""
        near = len(sketch.places) <= 2 and len(sketch.path) <= 2 and not sketch.notes
        spots = [ground().map.places[HexId(name)] for name in sketch.places]
        return _drawn(seen.state, look, crop(views.city(ground()), spots, CLOSE if near else FEWEST), sketch)

    def near(self, seen: Seen[State], places: Sequence[str], sketch: Sketch, look: Look) -> Drawn:
        """Draw the surroundings of some hexes for a map that is enlarged."""
        spots = [ground().map.places[HexId(name)] for name in places]
        return _drawn(seen.state, look, crop(views.city(ground()), spots, fine=FINE), sketch)

    def fronts(self, seen: Seen[State]) -> Mapping[str, Sequence[str]]:
        """Divide the quarters with objectives or enemies."""
        return by_winds({hex: centre(ground().map.places[hex]) for hex in views.contested(seen.state)})

    def situation(self, seen: Seen[State]) -> str:
        """Describe the battle."""
        return captions.board(seen)

    def standing(self, seen: Seen[State], places: Sequence[str]) -> Iterable[str]:
        """Describe some hexes and their contents."""
        return captions.standing(seen, places)


def _drawn(state: State, look: Look, window: Window, sketch: Sketch) -> Drawn:
    """Return a part of the map.

    Lines are above units, but not above those at their ends.
    """
    dark, city = night(state), views.city(ground())
    drawn = scenery.scenery if window == views.board(state) else scenery.part
    setting = pieces.Setting(drawn(city, look, dark, window), window, city, ground(), look, dark)
    found = pieces.piles(state)
    ends = {HexId(end) for end in (*(sketch.line or ()), *sketch.path[-1:])}
    pieces.lay_ground(setting, state)
    lines.tints(setting, sketch.notes)
    lines.bare(setting, tints.bared(sketch.notes, found))
    if sketch.mark is not None:
        lines.ring(setting, sketch.mark)
    taken = [*pieces.boxes(setting, state, found), *lines.told(setting, sketch.notes)]
    plated = plates.placed(look, dark, city, window, taken)
    plates.join(setting.frame, look, dark, window, plated)
    pieces.lay_flags(setting, state)
    pieces.lay_hazards(setting, state, found.keys())
    pieces.lay_units(setting, state, found, found.keys() - ends)
    lines.way(setting, sketch.path, any(hex in found for hex in sketch.path[-1:]))
    if sketch.line is not None:
        lines.fire(setting, state, sketch.line)
    pieces.lay_units(setting, state, found, ends)
    covered, whole = [*found, *state.roadblocked, *state.wrecks], window == views.board(state)
    near = window.scale > labels.NEAR and not whole
    pieces.lay_numbers(setting, None if near else [*covered, *(sketch.places if whole else ())])
    for name, text in tints.plated(sketch.notes, found):
        if text:
            lines.note(setting, name, text, pieces.kept(setting, state, HexId(name), found.get(HexId(name), ())))
    plates.lay(setting.frame, plated)
    return Drawn(setting.frame, pieces.lying(setting, found))
