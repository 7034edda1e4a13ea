"""The pictures of Tide of Iron."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from PIL import Image

from bot.kernel.game import Sketch
from bot.kernel.secret import Seen
from bot.titles.tide.field import names, units
from bot.titles.tide.field.board import map_of
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId
from render import hexmap, markers, tints
from render.canvas import Point
from render.chart import Window, centre, corners
from render.finished import Picks, Picture
from render.fronts import by_winds
from render.look import Look
from render.picture import FINE, NO_PICKS, PLAIN, Pictures
from render.places import Drawn
from render.tide import captions, closeups, palette_samples, pieces, views
from render.tide.cards import faces, hand
from render.tide.panel import below, legend


class TidePictures(Pictures[State]):
    """Draws Tide of Iron: its map with legend and panel, cards and hands."""

    def places(self, state: State) -> Container[str]:
        """Return the map of the scenario."""
        return map_of(state)

    def names(self, seen: Seen[State], place: str) -> Iterable[str]:
        """Yield the names of a hex and of its units, with their nation."""
        yield from super().names(seen, place)
        for piece in units.at(seen.state, HexId(place)):
            yield names.full(piece)

    def standings(self, state: State) -> Mapping[str, str]:
        """Return the hexes of the units."""
        return {unit.id: unit.hex for unit in state.units.values() if unit.hex}

    def palette(self, state: State, look: Look) -> Image.Image | None:
        """Return the palette of the boards."""
        return palette_samples.palette(map_of(state), look)

    def field(self, seen: Seen[State], look: Look, sketch: Sketch = PLAIN) -> Drawn:
        """Draw the whole map with a sketch."""
        return _part(seen.state, sketch, look, views.board(map_of(seen.state)))

    def surroundings(self, seen: Seen[State], look: Look, width: int) -> Sequence[Image.Image]:
        """Draw the legend and the panel."""
        return [legend(seen.state, look, width), below(seen.state, look, width)]

    def part(self, seen: Seen[State], sketch: Sketch, look: Look) -> Drawn:
        """Draw the surroundings of some hexes; of a long shot both ends."""
        where, line = map_of(seen.state), sketch.line
        parts = [[HexId(name) for name in sketch.places]]
        far = line is not None and where.distance(HexId(line[0]), HexId(line[1])) > closeups.FAR
        if line and far and not sketch.path and not sketch.notes:
            parts = closeups.groups(where, parts[0], line, sketch.mark)
        frames = [_part(seen.state, sketch, look, window) for window in views.crops(where, parts)]
        return frames[0] if len(frames) == 1 else closeups.stacked(frames, where, [p[0] for p in parts], look)

    def near(self, seen: Seen[State], places: Sequence[str], sketch: Sketch, look: Look) -> Drawn:
        """Draw the surroundings of some hexes for a map that is enlarged."""
        window = views.crop(map_of(seen.state), list(map(HexId, places)), FINE)
        return _part(seen.state, sketch, look, window)

    def fronts(self, seen: Seen[State]) -> Mapping[str, Sequence[str]]:
        """Divide the maps of more than one board."""
        return by_winds({name: centre(spot.at) for name, spot in map_of(seen.state).spots.items()})

    def situation(self, seen: Seen[State]) -> str:
        """Describe the battle."""
        return captions.board(seen)

    def standing(self, seen: Seen[State], places: Sequence[str]) -> Iterable[str]:
        """Say what stands and lies in some hexes."""
        return captions.standing(seen, places)

    def hand(self, seen: Seen[State], look: Look) -> Picture | None:
        """Draw the seat's sabotage cards and its squads that others cannot read."""
        return hand(seen, look)

    def cards(self, cards: Sequence[str], look: Look, picks: Picks = NO_PICKS) -> Picture:
        """Draw the faces of cards of any kind."""
        return faces(cards, look, picks)


def _ground(state: State, look: Look, window: Window) -> pieces.Setting:
    where = map_of(state)
    chart, whole = views.chart(where), window == views.board(where)
    image = hexmap.ground(chart, look, window) if whole else hexmap.part(chart, look, window, views.CROP_SCALE)
    return pieces.Setting(image, window, where, look)


def _part(state: State, sketch: Sketch, look: Look, window: Window) -> Drawn:
    """Return a part of the map with its units and the sketch on it.

    Lines are above units, but not above those at their ends.
    """
    where = map_of(state)
    setting = _ground(state, look, window)
    standing = pieces.stands(state)
    ends = {HexId(end) for end in (*(sketch.line or ()), *sketch.path[-1:])}
    tiles = {where[HexId(name)].at: tints.tile(where[HexId(name)].at) for name, _ in sketch.notes}
    tints.lay(setting.frame, window, tiles, ((where[HexId(name)].at, text) for name, text in sketch.notes), look)
    pieces.lay_obstacles(setting, standing)
    pieces.lay_counters(setting, state, standing, standing.keys() - ends)

    def short(end: str, towards: Point) -> float:
        return max(pieces.clearance(standing.get(HexId(end)), towards) + 8, markers.SHORT)

    markers.sketched(
        setting.frame, window, sketch, lambda name: corners(where[HexId(name)].at),
        lambda name: centre(where[HexId(name)].at), look, short,
    )  # fmt: skip
    pieces.lay_counters(setting, state, standing, standing.keys() & ends)
    pieces.lay_names(setting, standing, sketch)
    for name, text in sketch.notes:
        taken = pieces.kept(standing.get(HexId(name)), window)
        tints.note(setting.frame, window, tiles[where[HexId(name)].at], text, look, taken)
    return Drawn(setting.frame, pieces.lying(setting, state))
