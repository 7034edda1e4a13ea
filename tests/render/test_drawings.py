"""Drawings are values: another process makes the same bytes of them."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec import Struct
from PIL import Image

from bot.kernel.game import Scene, Sketch
from bot.kernel.roll import Roll
from bot.kernel.secret import PUBLIC, see
from bot.titles import handbooks
from bot.titles.tide.printed.tables import tables
from render import LOOKS, Drawing, drawings
from render.drawings import (
    Board,
    Cards,
    Closeup,
    Crop,
    Dice,
    Enlarged,
    Film,
    Frame,
    Front,
    Hand,
    Illustration,
    Portrait,
    Replay,
    Smaller,
)
from render.film import WEBP, Frames
from render.finished import Pick
from render.titles import PICTURES
from tests.render.test_every_process import drawn

LOOK = LOOKS["dark"]
HARMLESS = {
    "str", "int", "bool", "tuple[str, ...]", "Look", "Sketch", "Scene", "Picture", "film.Frames",
    "handbook.Drawing", "dict[str, Sequence[Pick]]", "Seen[Any]", "tuple[Seen[Any], ...]",
}  # fmt: skip
"""The types of the fields of drawings. A state is only in a view of a seat."""


def samples(title: str) -> Iterator[Drawing[Any]]:
    """Yield drawings of every kind that a title has."""
    seen, sketch = drawn(title)
    picks: dict[str, Sequence[Pick]] = {place: (Pick("fp:act:1", "", "Act"),) for place in sketch.places}
    yield Board(title, seen, LOOK, sketch, picks, sketch.places)
    yield Crop(title, seen, sketch, LOOK, "A fight.", picks)
    yield Closeup(title, seen, sketch.places[0], LOOK)
    yield Enlarged(title, seen, sketch.places, sketch, LOOK)
    yield Frame(title, seen, LOOK, sketch, "Move 1", 500)
    yield Hand(title, seen, LOOK)
    yield Replay(title, seen, (see(seen.state, PUBLIC), seen), 0, 2, LOOK)
    for name in [*PICTURES[title].fronts(seen)][:1]:
        yield Front(title, seen, name, LOOK)
    yield Portrait(title, "first")
    shown = next(chapter.drawing for chapter in handbooks()[title].chapters.values() if chapter.drawing)
    yield Illustration(title, shown, LOOK)


def others() -> Iterator[Drawing[Any]]:
    """Yield the drawings that belong to no title."""
    scene = Scene("fight", "A fight", rolls=(Roll("attack", 6, (6, 5, 3), 12),), hits=(5,))
    yield Dice(scene, LOOK)
    yield Dice(scene, LOOK, rolling=True)
    yield Cards("tide", tuple(tables().cards)[:1], LOOK)
    yield Cards(
        "tide", tuple(tables().cards)[:1], LOOK, {next(iter(tables().cards)): (Pick("fp:act:1", "", "Act"),)}
    )
    picture = Board("tide", drawn("tide")[0], LOOK).draw()
    yield Smaller(picture, len(picture.png) // 2)
    frames = Frames()
    for words in ("Move 1", "Move 2"):
        frames.append(Frame("tide", drawn("tide")[0], LOOK, Sketch(()), words, 300).draw())
    yield Film(frames, LOOK, WEBP, 10_000_000)


def pixels(made: Any) -> Any:
    """Return a result in a form that can be compared."""
    return (made.size, made.tobytes()) if isinstance(made, Image.Image) else made


def kinds() -> list[type[Struct]]:
    """Return the classes of drawings."""
    found = [each for _, each in inspect.getmembers(drawings, inspect.isclass)]
    return [
        each
        for each in found
        if each.__module__ == drawings.__name__ and issubclass(each, Struct) and hasattr(each, "draw")
    ]


@pytest.mark.parametrize("title", sorted(PICTURES))
def test_a_drawing_gives_the_same_bytes_after_a_journey(title: str) -> None:
    for drawing in samples(title):
        there = pickle.loads(pickle.dumps(drawing))
        assert pixels(pickle.loads(pickle.dumps(there.draw()))) == pixels(drawing.draw()), type(drawing)


def test_drawings_of_no_title_give_the_same_bytes_after_a_journey() -> None:
    for drawing in others():
        assert pickle.loads(pickle.dumps(drawing)).draw() == drawing.draw(), type(drawing)


def test_there_is_a_sample_of_every_kind() -> None:
    shown: set[Any] = {
        type(each) for each in [*(each for title in PICTURES for each in samples(title)), *others()]
    }
    assert shown == set(kinds())


def test_no_drawing_holds_a_whole_state() -> None:
    for kind in kinds():
        types = inspect.get_annotations(kind)
        assert {types[name] for name in kind.__struct_fields__} <= HARMLESS, kind
