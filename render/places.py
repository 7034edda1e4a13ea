"""The positions of places and pieces on a map picture, in the file's metadata.

The text chunk of a PNG file with the keyword `KEYWORD` holds JSON in UTF-8:

    {"version": 1, "shapes": [[x, y, x, y, ...], ...], "places": {name: [x, y, shape, piece, ...], ...},
     "picks": {name: [[custom_id, value, label], ...], ...}, "points": [name, ...]}

A whole map also has the keys "told": {name: words, ...} and "names": {name: [words, ...], ...}.

A place has its middle at `x`, `y`, in pixels from the left and from above. Its outline is the shape of that
number, whose corners are counted from the middle. Pieces have the names that orders use. A place is listed if its
middle is visible, and a piece if it is drawn. So a file reveals nothing that its pixels do not. A whole map also
describes the pieces of a place, for people who hear the map, as `/game at` describes them to the same reader. Its
names are those by which texts call a place and the pieces there, besides the name of the place.

The picks are the possible meanings of a tap on a place. If the value is "", the tap presses the button with that
custom id. Otherwise it chooses the value in the select. The label describes it in words. Both belong to the
message of the picture. There are picks only for places on the picture. The points are the places that a lesson
points at. A key without entries is absent.

A picture of cards to choose from lists their faces as places, by the keys of the cards.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from bot.kit.hexmap import HexMap
from render.canvas import Point
from render.chart import Window, centre, corners
from render.finished import Pick, Picks
from render.look import Colour, Look

KEYWORD = "fieldpost-places"
VERSION = 1

Shape = tuple[int, ...]
"""The corners of an outline from its middle: x, y, x, y, and so on, in pixels."""


class Place(Struct, frozen=True):
    """A place on a picture: its middle and outline in pixels, and its drawn pieces.

    `told` describes the pieces in words.
    """

    name: str
    x: int
    y: int
    shape: Shape
    pieces: tuple[str, ...] = ()
    picks: tuple[Pick, ...] = ()
    pointed: bool = False
    """Whether a lesson points at it."""
    told: str = ""
    names: tuple[str, ...] = ()
    """Other names of it and of its pieces in texts."""

    def scaled(self, scale: float) -> Place:
        """Return the place on a smaller copy of the picture."""
        shape = tuple(round(each * scale) for each in self.shape)
        return replace(self, x=round(self.x * scale), y=round(self.y * scale), shape=shape)


class Drawn(Struct, frozen=True):
    """A drawn map, the places on it, and the panels below it, which are as broad."""

    map: Image.Image
    places: tuple[Place, ...] = ()
    below: tuple[Image.Image, ...] = ()

    @property
    def image(self) -> Image.Image:
        """The map with the panels below it."""
        return stacked(self.strips) if self.below else self.map

    @property
    def strips(self) -> tuple[Image.Image, ...]:
        """The pictures from top to bottom.

        It is quicker to write them in turn than to put them together.
        """
        return self.map, *self.below

    def over(self, panels: Sequence[Image.Image], look: Look) -> Drawn:
        """Return the map with panels below it."""
        if any(panel.width != self.map.width for panel in panels):
            return replace(self, map=stacked([self.map, *panels], look.panel))
        return replace(self, below=tuple(panels))

    def on(self, image: Image.Image, down: int = 0) -> Drawn:
        """Return a larger image that contains this map below a header, with its places."""
        return Drawn(image, tuple(replace(place, y=place.y + down) for place in self.places))

    def offering(self, picks: Picks) -> Drawn:
        """Return the same map with the picks of its places."""
        if not picks:
            return self
        return replace(self, places=tuple(replace(p, picks=tuple(picks.get(p.name, ()))) for p in self.places))

    def pointing(self, points: Sequence[str]) -> Drawn:
        """Return the same map, which points at these places."""
        if not points:
            return self
        return replace(self, places=tuple(replace(p, pointed=p.name in points) for p in self.places))

    def telling(self, words: Callable[[str], str]) -> Drawn:
        """Return the same map with words about the places of pieces."""
        return replace(self, places=tuple(replace(p, told=words(p.name)) if p.pieces else p for p in self.places))

    def naming(self, names: Callable[[str], Iterable[str]]) -> Drawn:
        """Return the same map with the names that texts use for its places and pieces."""

        def named(place: Place) -> Place:
            others = tuple(name for name in dict.fromkeys(names(place.name)) if name != place.name)
            return replace(place, names=others) if others else place

        return replace(self, places=tuple(map(named, self.places)))


def stacked(parts: Sequence[Image.Image], ground: Colour = (0, 0, 0)) -> Image.Image:
    """Put pictures one below the other, with ground beside narrower pictures."""
    image = Image.new("RGB", (max(part.width for part in parts), sum(part.height for part in parts)), ground)
    y = 0
    for part in parts:
        image.paste(part, (0, y))
        y += part.height
    return image


@lru_cache(maxsize=32)
def hexes_in(window: Window, board: HexMap[Any]) -> tuple[Place, ...]:
    """Return the hexes whose middle is visible in a window.

    They are the same in every picture of that part of the map.
    """
    seen = ((name, at) for name, at in board.places.items() if window.holds(centre(at)))
    return outlined(window, ((name, centre(at), corners(at)) for name, at in seen))


def outlined(window: Window, outlines: Iterable[tuple[str, Point, Sequence[Point]]]) -> tuple[Place, ...]:
    """Return the places whose middle is visible in a window.

    Takes the middle and the corners of each.
    """
    found = []
    for name, middle, outline in outlines:
        if window.holds(middle):
            x, y = map(round, window.pixel(middle))
            shape = tuple(round((corner[i] - middle[i]) * window.scale) for corner in outline for i in (0, 1))
            found.append(Place(name, x, y, shape))
    return tuple(found)


def with_pieces(places: Iterable[Place], pieces: Mapping[str, Iterable[str]]) -> tuple[Place, ...]:
    """Return the places with the pieces that are drawn there."""
    return tuple(
        replace(place, pieces=tuple(pieces[place.name])) if place.name in pieces else place for place in places
    )


def written(places: Iterable[Place]) -> bytes:
    """Return the body of the text chunk."""
    shapes: dict[Shape, int] = {}
    told = tuple(places)
    named = {
        place.name: [place.x, place.y, shapes.setdefault(place.shape, len(shapes)), *place.pieces]
        for place in told
    }
    picks = {place.name: place.picks for place in told if place.picks}
    points = [place.name for place in told if place.pointed]
    words = {place.name: place.told for place in told if place.told}
    names = {place.name: place.names for place in told if place.names}
    besides = {"picks": picks, "points": points, "told": words, "names": names}
    more = {key: entries for key, entries in besides.items() if entries}
    text = msgspec.json.encode({"version": VERSION, "shapes": list(shapes), "places": named, **more})
    return KEYWORD.encode("latin-1") + b"\0\0\0\0\0" + text  # Not compressed, of no language, not translated.


def read(file: bytes) -> tuple[Place, ...]:
    """Return the places in a picture's file, none if it lists none."""
    with Image.open(io.BytesIO(file)) as image:
        text = getattr(image, "text", {}).get(KEYWORD)
    if text is None:
        return ()
    told = msgspec.json.decode(str(text))
    shapes = [tuple(shape) for shape in told["shapes"]]
    picks = {name: tuple(Pick(*pick) for pick in some) for name, some in told.get("picks", {}).items()}
    points, words, names = told.get("points", ()), told.get("told", {}), told.get("names", {})
    return tuple(
        Place(
            name, x, y, shapes[shape], tuple(pieces), picks.get(name, ()), name in points, words.get(name, ""),
            tuple(names.get(name, ())),
        )
        for name, (x, y, shape, *pieces) in told["places"].items()
    )  # fmt: skip
