"""Drawings as data: everything that a picture follows from, and nothing else.

A drawing shows the view of a seat, never a whole state. Its values are frozen, so it can be made in any process.
The code that draws is imported with the first drawing that is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from msgspec import Struct

from bot.kernel.game import Scene, Sketch
from bot.kernel.secret import Seen
from bot.kit import handbook
from render.finished import Pick, Picture
from render.look import Look

if TYPE_CHECKING:
    from PIL import Image

    from render import film
    from render.change import Changes
    from render.picture import Pictures

T_co = TypeVar("T_co", covariant=True)


class Drawing(Protocol[T_co]):
    """Something that can be drawn. Equal drawings give equal bytes in every process."""

    longest: ClassVar[float]
    """Seconds in which even a slow machine draws it; a painter is ended then."""

    def draw(self) -> T_co:
        """Draw it now, in this process."""


class _Usual(Struct, frozen=True):
    """A drawing that takes seconds at most."""

    longest: ClassVar[float] = 60.0


class Board(_Usual, frozen=True):
    """The whole map, as `Pictures.board` draws it."""

    title: str
    seen: Seen[Any]
    look: Look
    sketch: Sketch = Sketch(())
    picks: dict[str, Sequence[Pick]] = {}
    points: tuple[str, ...] = ()

    def draw(self) -> Picture:
        """Draw it now."""
        return _pictures(self.title).board(self.seen, self.look, self.sketch, self.picks, self.points)


class Crop(_Usual, frozen=True):
    """A part of the map around the places of a sketch, as `Pictures.crop` draws it."""

    title: str
    seen: Seen[Any]
    sketch: Sketch
    look: Look
    heading: str = ""
    picks: dict[str, Sequence[Pick]] = {}

    def draw(self) -> Picture:
        """Draw it now."""
        return _pictures(self.title).crop(self.seen, self.sketch, self.look, self.heading, self.picks)


class Enlarged(_Usual, frozen=True):
    """A part of the map in more detail, as `Pictures.enlarged` draws it."""

    title: str
    seen: Seen[Any]
    places: tuple[str, ...]
    sketch: Sketch
    look: Look

    def draw(self) -> Picture | None:
        """Draw it now; returns None if none of the places is on the map."""
        return _pictures(self.title).enlarged(self.seen, self.places, self.sketch, self.look)


class Closeup(_Usual, frozen=True):
    """A place alone, with its counters large."""

    title: str
    seen: Seen[Any]
    place: str
    look: Look

    def draw(self) -> Picture | None:
        """Draw it now; returns None if the place is not on the map."""
        return _pictures(self.title).closeup(self.seen, self.place, self.look)


class Front(_Usual, frozen=True):
    """A named part of a large map."""

    title: str
    seen: Seen[Any]
    name: str
    look: Look

    def draw(self) -> Picture:
        """Draw it now. Raises `KeyError` for an unknown name."""
        return _pictures(self.title).front(self.seen, self.name, self.look)


class Hand(_Usual, frozen=True):
    """The private holdings of a seat."""

    title: str
    seen: Seen[Any]
    look: Look

    def draw(self) -> Picture | None:
        """Draw it now; returns None if there are none."""
        return _pictures(self.title).hand(self.seen, self.look)


class Cards(_Usual, frozen=True):
    """The faces of cards by key."""

    title: str
    cards: tuple[str, ...]
    look: Look
    picks: dict[str, Sequence[Pick]] = {}

    def draw(self) -> Picture:
        """Draw it now. Raises `KeyError` for an unknown card."""
        return _pictures(self.title).cards(self.cards, self.look, self.picks)


class Dice(_Usual, frozen=True):
    """The dice of a scene, side by side. Rolling dice are a film that ends with them."""

    scene: Scene
    look: Look
    rolling: bool = False

    def draw(self) -> Picture:
        """Draw it now."""
        from render import dice

        return (dice.rolling if self.rolling else dice.strip)(self.scene, self.look)


class Frame(_Usual, frozen=True):
    """The whole map of a film with a caption, at most `most` pixels wide and high."""

    title: str
    seen: Seen[Any]
    look: Look
    sketch: Sketch
    words: str
    most: int

    def draw(self) -> Image.Image:
        """Draw it now."""
        return _pictures(self.title).frame(self.seen, self.look, self.sketch, self.words, self.most)


class Film(_Usual, frozen=True):
    """A film of frames in at most `limit` bytes; `ending` is that of its file."""

    longest: ClassVar[float] = 300.0

    frames: film.Frames
    look: Look
    ending: str
    limit: int

    def draw(self) -> film.Film | None:
        """Make it now; returns None if it cannot be so small."""
        from render import film

        return film.film(self.frames, self.look, self.ending, self.limit)


class Replay(_Usual, frozen=True):
    """The changes of the map from view to view; see `render.change.changes`."""

    title: str
    now: Seen[Any]
    views: tuple[Seen[Any], ...]
    begin: int
    count: int
    look: Look

    def draw(self) -> Changes:
        """Draw them now."""
        from render.change import changes

        pictures = _pictures(self.title)
        return changes(lambda seen: pictures.still(seen, self.look), self.now, self.views, self.begin, self.count)


class Smaller(_Usual, frozen=True):
    """A copy of a finished picture in at most `limit` bytes."""

    picture: Picture
    limit: int

    def draw(self) -> Picture | None:
        """Make it now; returns None if it would show nothing."""
        from render.copies import smaller

        return smaller(self.picture, self.limit)


class Portrait(_Usual, frozen=True):
    """The small map of a scenario."""

    title: str
    scenario: str

    def draw(self) -> Picture | None:
        """Draw it now; returns None if the map is made in play."""
        from render.openings import portrait

        return portrait(self.title, self.scenario)


class Illustration(_Usual, frozen=True):
    """The drawing of a chapter of the rules."""

    title: str
    drawing: handbook.Drawing
    look: Look

    def draw(self) -> Picture:
        """Draw it now."""
        from render.openings import illustration

        return illustration(self.title, self.drawing, self.look)


def _pictures(title: str) -> Pictures[Any]:
    from render import pictures_of

    return pictures_of(title)
