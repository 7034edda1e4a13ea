"""Maps on a phone: pictures are viewed at a width of 400 pixels."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct
from PIL import Image, ImageChops, ImageStat

from bot.kernel.game import Sketch
from bot.kernel.secret import PUBLIC, Seen, see
from bot.titles.firefight.model.ids import HexId
from render import LOOKS, Look, hexmap, lettering
from render.chart import LEGIBLE, PHONE
from render.look import Colour
from render.strike import labels as areas
from render.titles import PICTURES
from render.trap import labels as numbers
from tests.render import clearing, fronts, grozny, scenes


class Case(Struct, frozen=True):
    """A battle with a place where much stands; `name` is what is written there."""

    title: str
    scene: Callable[[], Any]
    place: str
    name: str
    foe: str = ""
    """The hexes that fire at it."""


CASES = (
    Case("tide", lambda: scenes.worn(scenes.battle()), "A12", "A12"),
    Case("strike", fronts.crowd, fronts.DIAMOND, "F5"),
    Case("trap", grozny.crowd, grozny.FIGHT, "1912"),
    Case("firefight", clearing.battle, HexId("1-I10"), "I10"),
    Case("firefight", clearing.battle, HexId("1-D11"), "D11", clearing.FIGHT),
)
in_looks = pytest.mark.parametrize(
    ("case", "look"), list(zip(CASES, itertools.cycle(LOOKS.values()))), ids=lambda each: getattr(each, "name", "")
)
cases = pytest.mark.parametrize(
    "case", [case for case in CASES if case.title != "strike"], ids=lambda case: f"{case.title}-{case.name}"
)


class Word(Struct, frozen=True):
    """A word as it was written into a picture."""

    at: tuple[float, float]
    size: int
    ink: Colour


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> dict[str, Word]:
    """Return the words of the next picture, with the last place of each."""
    found: dict[str, Word] = {}
    write = lettering.write

    def noted(
        frame: Image.Image, at: tuple[float, float], text: str, size: int, ink: Colour, *how: Any, **more: Any
    ) -> None:
        found[text] = Word(at, size, ink)
        write(frame, at, text, size, ink, *how, **more)

    for module in (hexmap, areas, numbers):
        monkeypatch.setattr(module, "write", noted)
    return found


@in_looks
def test_the_name_of_the_place_that_a_crop_is_about_can_be_read(
    case: Case, look: Look, written: dict[str, Word]
) -> None:
    """Its letters are large enough, and no unit, line or frame covers them."""
    seen: Seen[Any] = see(case.scene(), PUBLIC)
    line = (case.foe, case.place) if case.foe else None
    drawn = PICTURES[case.title].part(seen, Sketch((case.place,), line, mark=case.place), look)
    word = written[case.name]
    assert word.size * PHONE / drawn.image.width >= LEGIBLE - 0.5
    assert legible(drawn.image, case.name, word)


@cases
def test_names_can_be_read_where_a_crop_is_about_many_places(case: Case, written: dict[str, Word]) -> None:
    """So it is where a unit's reach is shown."""
    seen: Seen[Any] = see(case.scene(), PUBLIC)
    pictures, look = PICTURES[case.title], LOOKS["standard"]
    near = [place.name for place in pictures.part(seen, Sketch((case.place,)), look).places]
    drawn = pictures.part(seen, Sketch((case.place, *near), mark=case.place), look)
    assert written[case.name].size * PHONE / drawn.image.width >= 0.85 * LEGIBLE
    assert legible(drawn.image, case.name, written[case.name])


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_the_number_of_a_full_hex_lies_above_its_units_on_the_whole_city(
    look: Look, written: dict[str, Word]
) -> None:
    drawn = PICTURES["trap"].whole(see(grozny.crowd(), PUBLIC), look)
    assert legible(drawn.image, "1912", written["1912"])


def legible(image: Image.Image, text: str, word: Word) -> bool:
    """Whether the ink of a word can be seen at all of its letters."""
    letters = lettering.mask(text, word.size, "Medium")
    left = round(word.at[0] - lettering.width(text, word.size, "Medium") / 2)
    up = lettering.font(word.size, "Medium").getmetrics()[0]
    top = round(word.at[1] - up + lettering.capitals(word.size, "Medium") / 2)
    under = image.crop((left, top, left + letters.width, top + letters.height))
    off = ImageChops.difference(under, Image.new("RGB", under.size, word.ink)).convert("L")
    solid = letters.point([0] * 250 + [255] * 6)
    return ImageStat.Stat(off, solid).mean[0] < 12
