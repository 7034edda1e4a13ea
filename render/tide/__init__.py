"""The pictures of Tide of Iron."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from bot.kernel.secret import Seen
from bot.titles.tide.field.units import map_of
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.ground import Ground
from render import hexmap, markers, png
from render.chart import Window, centre, corners
from render.look import Look
from render.panels import stacked, titled
from render.picture import Picture
from render.tide import closeups, pieces, views, words
from render.tide.cards import faces, hand
from render.tide.panel import below, legend
from render.tide.specimen import palette


class TidePictures:
    """Draws Tide of Iron. Everything comes from what a seat sees, so that equal sights are equal pictures."""

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
        """Draw the surroundings of some hexes; lines lie above units, but not above those at their ends."""
        state, where = seen.state, map_of(seen.state)
        line = line if line is not None and all(end in where for end in line) else None
        path = [name for name in path if name in where]
        mark = mark if mark is not None and mark in where else None
        named = [
            HexId(name) for name in dict.fromkeys((*places, *(line or ()), *path, mark or "")) if name in where
        ]
        far = line is not None and where.distance(HexId(line[0]), HexId(line[1])) > closeups.FAR
        parts = closeups.groups(where, named, line, mark) if line and far and not path and not notes else [named]
        frames = [
            _part(state, look, window, line=line, path=path, mark=mark, notes=notes)
            for window in views.crops(where, parts)
        ]
        image = frames[0] if len(frames) == 1 else closeups.stacked(frames, where, [p[0] for p in parts], look)
        alt = words.crop(seen, named, line, path, mark, notes, title)
        return _picture(titled(image, title, look), where, look, alt, "crop.png")

    def hand(self, seen: Seen[State], look: Look) -> Picture | None:
        """Draw the seat's sabotage cards and its squads that others cannot read."""
        return hand(seen, look)

    def cards(self, cards: Sequence[str], look: Look) -> Picture:
        """Draw the faces of cards of any kind."""
        return faces(cards, look)


def frame(seen: Seen[State], look: Look) -> Image.Image:
    """Return the whole map, below it the legend and the panel: a phone shows the map at its full breadth."""
    state, where = seen.state, map_of(seen.state)
    window = views.board(where)
    setting = pieces.Setting(hexmap.ground(views.chart(where), look, window), window, where, look)
    standing = pieces.stands(state)
    pieces.lay_obstacles(setting, standing)
    pieces.lay_counters(setting, state, standing, standing)
    pieces.lay_names(setting, standing)
    width = window.size[0]
    return stacked([setting.frame, legend(state, look, width), below(state, look, width)], look)


def _part(
    state: State,
    look: Look,
    window: Window,
    *,
    line: tuple[str, str] | None,
    path: Sequence[str],
    mark: str | None,
    notes: Sequence[tuple[str, str]],
) -> Image.Image:
    """Return a part of the map with its units, and whatever of lines, marks and notes falls into it."""
    where = map_of(state)
    setting = pieces.Setting(hexmap.ground(views.chart(where), look, window), window, where, look)
    standing = pieces.stands(state)
    ends = {HexId(end) for end in (*(line or ()), *path[-1:])}
    pieces.lay_obstacles(setting, standing)
    pieces.lay_counters(setting, state, standing, standing.keys() - ends)
    for name, text in notes:
        if name in where:
            markers.note(setting.frame, window, corners(where[HexId(name)].at), text, look)
    _draw_lines(setting, standing, line, path, mark)
    pieces.lay_counters(setting, state, standing, standing.keys() & ends)
    pieces.lay_names(setting, standing)
    return setting.frame


def _draw_lines(
    setting: pieces.Setting,
    standing: Mapping[HexId, pieces.Stand],
    line: tuple[str, str] | None,
    path: Sequence[str],
    mark: str | None,
) -> None:
    shown, window, where, look = setting.frame, setting.window, setting.ground, setting.look
    if mark is not None:
        markers.ring(shown, window, corners(where[HexId(mark)].at), look.aim, look)
    for names, paint, dotted in ((path, look.way, True), (line or (), look.aim, False)):
        points = [centre(where[HexId(name)].at) for name in names]
        if len(points) > 1:
            (ax, ay), (bx, by) = points[-2:]
            short = pieces.clearance(standing.get(HexId(names[-1])), (ax - bx, ay - by)) + 8
            markers.arrow(shown, window, points, paint, look, dotted, max(short, markers.SHORT))


def _picture(image: Image.Image, where: Ground, look: Look, alt: str, name: str) -> Picture:
    return Picture(png.encode(image, palette(where, look)), image.width, image.height, alt, name)
