"""The drawings of the rules: each shows the places that it names."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.titles import handbooks, titles
from render import LOOKS, pictures_of
from render.openings import illustration, opening, painted, portrait

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


def test_scenarios_of_the_house_have_small_maps_unless_players_make_them() -> None:
    lacking = {
        f"{title} {scenario}"
        for title, game in titles().items()
        for scenario in game.scenarios
        if portrait(title, scenario) is None
    }
    assert {name.split()[0] for name in lacking} == {"firefight"}
    assert not lacking & {"firefight first", "firefight solo-offense", "firefight solo-defense"}


def test_the_small_map_of_the_house_is_the_one_that_is_drawn() -> None:
    kept = portrait("tide", "first")
    assert kept is not None
    pictures = [Image.open(BytesIO(body)).convert("RGB") for body in (kept.png, painted("tide", "first"))]
    assert pictures[0].size == pictures[1].size == (kept.width, kept.height)
    assert max(ImageStat.Stat(ImageChops.difference(*pictures)).mean) < 3
