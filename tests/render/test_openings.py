"""The drawings of the rules: each shows the places that it names."""

from __future__ import annotations

import pytest

from bot.titles import handbooks
from render import LOOKS, pictures_of
from render.openings import illustration, opening

DRAWINGS = [
    (title, key)
    for title, book in handbooks().items()
    for key, chapter in book.chapters.items()
    if chapter.drawing is not None
]


@pytest.mark.parametrize(("title", "key"), DRAWINGS)
def test_a_drawing_names_places_of_its_map(title: str, key: str) -> None:
    shown = handbooks()[title].chapters[key].drawing
    assert shown is not None
    places = pictures_of(title).places(opening(title, shown.scenario).state)
    named = (*shown.places, *(shown.line or ()), *shown.path, *([shown.mark] if shown.mark else []), *shown.notes)
    assert [name for name in named if name not in places] == []
    picture = illustration(title, shown, LOOKS["standard"])
    assert picture.png.startswith(b"\x89PNG")
    assert min(picture.width, picture.height) > 300


def test_every_title_has_drawings() -> None:
    assert {title for title, _ in DRAWINGS} == set(handbooks())
