"""The base class for the drawing of a title."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from textwrap import shorten
from types import MappingProxyType
from typing import Generic, TypeVar

from PIL import Image

from bot.kernel.game import Sketch
from bot.kernel.secret import Seen
from render import film, png
from render.finished import Picks, Picture
from render.look import Look
from render.panels import titled
from render.places import Drawn, written

S = TypeVar("S")

ALT_LIMIT = 1024
"""The longest alternative text that Discord accepts for a picture."""

FINE = 1.5
"""The factor by which a part of an enlarged map is larger than a crop."""
RIM = 24
"""The pixels around a place that is drawn alone."""
TOLD = 240
"""The most characters about a place in the file of a map."""
_FILMING = threading.Lock()
NO_PICKS: Picks = MappingProxyType({})
PLAIN = Sketch(())
"""An empty sketch."""


class Pictures(ABC, Generic[S]):
    """Draws a title.

    Equal `seen` and `look` give equal bytes; hidden facts leave no trace. The file of a map holds the positions of
    its places for programs: see `render.places`.

    Here is everything that titles share: a map and parts of it, with a heading, a description and a file. A title
    draws its own map and describes it.
    """

    def board(
        self, seen: Seen[S], look: Look, sketch: Sketch = PLAIN, picks: Picks = NO_PICKS,
        points: Sequence[str] = (),
    ) -> Picture:  # fmt: skip
        """Draw the whole map with its public surroundings, and a sketch on it.

        The picks are the possible meanings of a tap on a place. The page at home points at the `points`.
        """
        sketch = self.shown(seen.state, sketch) if sketch != PLAIN else sketch
        drawn = self.whole(seen, look, sketch).offering(picks).pointing(points)
        drawn = drawn.telling(lambda place: self.told(seen, place)).naming(lambda place: self.names(seen, place))
        said = sketched(sketch, called=lambda place: self.called(seen.state, place))
        return self._picture(drawn, seen, look, sentences([*said, self.situation(seen)]), "map.png")

    def crop(self, seen: Seen[S], sketch: Sketch, look: Look, title: str = "", picks: Picks = NO_PICKS) -> Picture:
        """Draw the places of a sketch, large enough for a phone, with the sketch on them.

        Places off the map are left out; if none is left, it is the middle of the map. The picks are the possible
        meanings of a tap on a place.
        """
        sketch = self.shown(seen.state, sketch)
        part = self.part(seen, sketch, look)
        image = titled(part.image, title, look)
        drawn = part.on(image, image.height - part.image.height).offering(picks)
        said = sketched(sketch, title, lambda place: self.called(seen.state, place))
        alt = sentences([*said, *self.standing(seen, sketch.places)]) or "Part of the map."
        return self._picture(drawn, seen, look, alt, "crop.png")

    def enlarged(self, seen: Seen[S], places: Sequence[str], sketch: Sketch, look: Look) -> Picture | None:
        """Draw the surroundings of some places in more detail, with a sketch.

        The picture lies on the whole map, place on place. It is `None` if none of the places is on the map.
        """
        known = self.places(seen.state)
        there = [place for place in places if place in known]
        if not there:
            return None
        sketch = self.shown(seen.state, sketch) if sketch != PLAIN else sketch
        return self._picture(self.near(seen, there, sketch, look), seen, look, "Part of the map.", "enlarged.png")

    def closeup(self, seen: Seen[S], place: str, look: Look) -> Picture | None:
        """Draw a place alone, with its counters large.

        Returns `None` if the place is not on the map.
        """
        if place not in self.places(seen.state):
            return None
        drawn = self.near(seen, (place,), PLAIN, look)
        found = next((each for each in drawn.places if each.name == place), None)
        if found is None:
            return None
        across, down = max(found.shape[::2]) + RIM, max(found.shape[1::2]) + RIM
        right, bottom = min(found.x + across, drawn.map.width), min(found.y + down, drawn.map.height)
        part = drawn.map.crop((max(0, found.x - across), max(0, found.y - down), right, bottom))
        return self._picture(Drawn(part), seen, look, sentences([*self.standing(seen, (place,))]), "closeup.png")

    def fronts(self, seen: Seen[S]) -> Mapping[str, Sequence[str]]:
        """Return the places of each part of a large map by the part's name."""
        return {}

    def front(self, seen: Seen[S], name: str, look: Look) -> Picture:
        """Draw a part of a large map. Raises `KeyError` for an unknown name."""
        drawn = self.part(seen, self.shown(seen.state, Sketch(tuple(self.fronts(seen)[name]))), look)
        taken = [place.name for place in drawn.places if place.pieces]
        alt = sentences([f"Part of the map: {name}.", *self.standing(seen, taken)])
        return self._picture(drawn, seen, look, alt, "front.png")

    def frame(self, seen: Seen[S], look: Look, sketch: Sketch, words: str, most: int) -> Image.Image:
        """Draw the whole map for a film, with a sketch and a caption.

        It is at most `most` pixels wide and high. Frames are drawn one at a time: their whole maps take much
        memory, and films can wait.
        """
        with _FILMING:
            return film.frame(self.field(seen, look, self.shown(seen.state, sketch)), words, look, most)

    def hand(self, seen: Seen[S], look: Look) -> Picture | None:
        """Draw the private holdings of a seat, `None` if there are none."""
        return None

    def cards(self, cards: Sequence[str], look: Look, picks: Picks = NO_PICKS) -> Picture:
        """Draw the faces of cards by key. Raises `KeyError` for an unknown card.

        The picks are the possible meanings of a tap on a face. Faces with picks are listed in the file as places.
        """
        raise KeyError(*cards)

    def shown(self, state: S, sketch: Sketch) -> Sketch:
        """Return the visible part of a sketch."""
        return on_map(sketch, self.places(state))

    def called(self, state: S, place: str) -> str:
        """Return the players' name for a place."""
        return place

    def names(self, seen: Seen[S], place: str) -> Iterable[str]:
        """Yield the unambiguous names of a place and of its visible pieces in texts."""
        yield self.called(seen.state, place)

    @abstractmethod
    def places(self, state: S) -> Container[str]:
        """Return the places that are on the map."""

    @abstractmethod
    def palette(self, state: S, look: Look) -> Image.Image | None:
        """Return the palette of the map, `None` if it needs more than 256 colours."""

    def whole(self, seen: Seen[S], look: Look, sketch: Sketch = PLAIN) -> Drawn:
        """Draw the whole map with its surroundings and a sketch.

        The surroundings are below it, so a phone shows the map at its full breadth.
        """
        drawn = self.field(seen, look, sketch)
        return drawn.over(self.surroundings(seen, look, drawn.map.width), look)

    def still(self, seen: Seen[S], look: Look) -> Image.Image:
        """Draw the whole map without its surroundings, to be compared with another."""
        return self.field(seen, look).map

    def standings(self, state: S) -> Mapping[str, str]:
        """Return the place of each piece on the map; the names are those of orders."""
        return {}

    @abstractmethod
    def field(self, seen: Seen[S], look: Look, sketch: Sketch = PLAIN) -> Drawn:
        """Draw the whole map with a sketch, without its surroundings."""

    def surroundings(self, seen: Seen[S], look: Look, width: int) -> Sequence[Image.Image]:
        """Draw the key and the panels below the map, which are as broad."""
        return ()

    @abstractmethod
    def part(self, seen: Seen[S], sketch: Sketch, look: Look) -> Drawn:
        """Draw a part of the map; every place of the sketch is on it."""

    def near(self, seen: Seen[S], places: Sequence[str], sketch: Sketch, look: Look) -> Drawn:
        """Draw the surroundings of some places of a map that is enlarged.

        The sketch is that of the whole map: much of it may be out of sight. A title without such a drawing shows
        the whole map.
        """
        return self.field(seen, look, sketch)

    @abstractmethod
    def situation(self, seen: Seen[S]) -> str:
        """Describe the whole map."""

    @abstractmethod
    def standing(self, seen: Seen[S], places: Sequence[str]) -> Iterable[str]:
        """Describe the pieces in some places in sentences."""

    def told(self, seen: Seen[S], place: str) -> str:
        """Describe the pieces in a place in at most `TOLD` characters."""
        return shorten(" ".join(self.standing(seen, (place,))), TOLD, placeholder=" …")

    def _picture(self, drawn: Drawn, seen: Seen[S], look: Look, alt: str, name: str) -> Picture:
        file = png.encode(drawn.map, self.palette(seen.state, look), written(drawn.places), drawn.below)
        height = sum(strip.height for strip in drawn.strips)
        return Picture(file, drawn.map.width, height, alt, name)


def on_map(sketch: Sketch, places: Container[str]) -> Sketch:
    """Return the part of a sketch that is on the map.

    Its places are all that it names.
    """
    line = sketch.line if sketch.line is not None and all(end in places for end in sketch.line) else None
    path = tuple(name for name in sketch.path if name in places)
    mark = sketch.mark if sketch.mark is not None and sketch.mark in places else None
    notes = tuple((name, text) for name, text in sketch.notes if name in places)
    named = dict.fromkeys((*sketch.places, *(line or ()), *path, *([mark] if mark else [])))
    return Sketch(tuple(name for name in named if name in places), line, path, mark, notes)


def sentences(parts: Sequence[str], limit: int = ALT_LIMIT) -> str:
    """Join as many whole sentences as fit, in their order."""
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if len(longer) > limit:
            break
        text = longer
    return text


def sketched(sketch: Sketch, title: str = "", called: Callable[[str], str] = str) -> Iterator[str]:
    """Describe a sketch on a part of the map in sentences.

    `called` returns the players' name for a place.
    """
    if title:
        yield f"{title.rstrip('.')}."
    if sketch.line is not None:
        yield f"A line is drawn from {called(sketch.line[0])} to {called(sketch.line[1])}."
    if len(sketch.path) > 1:
        yield f"A way is drawn along {', '.join(map(called, sketch.path))}."
    if sketch.mark is not None:
        yield f"{called(sketch.mark)} is framed."
    if sketch.notes:
        yield f"Tinted: {', '.join(f'{called(name)} {text}'.strip() for name, text in sketch.notes)}."
