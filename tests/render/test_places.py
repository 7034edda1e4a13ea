"""The places of a picture in its file: true to the pixels, without more detail."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from bot.kernel.game import Sketch
from bot.kernel.secret import PUBLIC, see
from render import LOOKS
from render.chart import Window
from render.finished import Pick
from render.look import STANDARD
from render.openings import opening
from render.picture import PLAIN, TOLD
from render.places import Drawn, Place, outlined, read, with_pieces, written
from render.png import encode
from render.stacks import PILED
from render.titles import PICTURES
from render.trap import pieces
from tests.render import grozny
from tests.render.test_every_process import drawn

TITLES = ("tide", "strike", "trap", "firefight")
BLANK = Image.new("RGB", (8, 8))
HEX = ((10.0, 0.0), (5.0, 8.7), (-5.0, 8.7), (-10.0, 0.0), (-5.0, -8.7), (5.0, -8.7))


def test_written_places_are_read_again() -> None:
    places = (Place("A1", 10, 20, (1, 2, 3, 4), ("r1", "r2")), Place("Ö", 0, 0, (1, 2, 3, 4)))
    assert read(encode(BLANK, text=written(places))) == places
    assert read(encode(BLANK)) == (), "most pictures show no map"


def test_the_meanings_of_taps_are_written_for_the_places_on_the_picture() -> None:
    drawn = Drawn(BLANK, (Place("A1", 1, 2, ()), Place("B2", 3, 4, ())))
    picks = {"A1": [Pick("fs:pick:1:2:move::0:1", "7", "Move to A1")], "Z9": [Pick("x", "", "off the picture")]}
    file = encode(BLANK, text=written(drawn.offering(picks).places))
    assert {place.name: list(place.picks) for place in read(file)} == {"A1": picks["A1"], "B2": []}
    assert b"picks" not in written(drawn.places)


@pytest.mark.parametrize("title", TITLES)
def test_the_whole_map_describes_the_pieces_of_a_place(title: str) -> None:
    seen, _ = drawn(title)
    told = {place.name: place.told for place in read(PICTURES[title].board(seen, STANDARD).png) if place.pieces}
    assert told
    for place, words in told.items():
        assert len(words) <= TOLD
        whole = " ".join(PICTURES[title].standing(seen, (place,)))
        assert whole.startswith(words.removesuffix(" …")), "as `/game at` says it to the same reader"


SIDES = r"(German|Soviet) .*"
NAMED = {"tide": SIDES, "strike": r".*Army", "trap": r"BMP \d", "firefight": SIDES}
"""Patterns of the names of units."""


@pytest.mark.parametrize("title", TITLES)
def test_the_whole_map_names_places_and_units_as_texts_do(title: str) -> None:
    seen, _ = drawn(title)
    places = read(PICTURES[title].board(seen, STANDARD).png)
    units = {name: place for place in places for name in place.names if re.fullmatch(NAMED[title], name)}
    assert units
    assert all(place.told for place in units.values()), "only where pieces can be seen"
    for place in places:
        assert place.name not in place.names
        assert set(place.names) <= set(PICTURES[title].names(seen, place.name))


@pytest.mark.parametrize("title", TITLES)
def test_both_pictures_take_picks_and_the_whole_map_a_sketch(title: str) -> None:
    seen, sketch = drawn(title)
    draw, name = PICTURES[title], sketch.places[0]
    picks, tinted = {name: [Pick("act", "", "Do it")]}, Sketch((name,), notes=((name, "3"),))
    for picture in (draw.crop(seen, tinted, STANDARD, picks=picks), draw.board(seen, STANDARD, tinted, picks)):
        assert {place.name: list(place.picks) for place in read(picture.png) if place.picks} == picks
        assert f"Tinted: {draw.called(seen.state, name)} 3." in picture.alt
    assert draw.board(seen, STANDARD, tinted).png != draw.board(seen, STANDARD).png


def test_places_are_seen_by_their_middle_in_pixels_of_the_window() -> None:
    window = Window(100, 100, 200, 150, 0.5)
    spots = [("in", (120.0, 140.0)), ("out", (99.0, 140.0))]
    outlines = [(name, (x, y), [(x + dx, y + dy) for dx, dy in HEX]) for name, (x, y) in spots]
    (place,) = with_pieces(outlined(window, outlines), {"in": ["u1"], "out": ["u2"]})
    assert (place.name, place.x, place.y, place.pieces) == ("in", 10, 20, ("u1",))
    assert place.shape[:4] == (5, 0, 2, 4)
    assert Drawn(BLANK, (place,)).on(BLANK, 7).places[0].y == 27


@pytest.mark.parametrize("title", TITLES)
def test_a_crop_shows_the_same_ground_where_the_whole_map_has_it(title: str) -> None:
    """Both pictures show one empty place at one scale, and are alike there."""
    seen, sketch = drawn(title)
    draw = PICTURES[title]
    name = sketch.places[0]
    whole, part = (draw.board(seen, STANDARD), draw.crop(seen, Sketch((name,)), STANDARD, "A heading above it"))
    found = {}
    for picture in (whole, part):
        place = next(place for place in read(picture.png) if place.name == name)
        half = max(place.shape)
        with Image.open(io.BytesIO(picture.png)) as image:
            box = (place.x - half, place.y - half, place.x + half, place.y + half)
            found[picture.name] = image.convert("L").crop(box).resize((24, 24), Image.Resampling.BOX)
    shades = [list(image.tobytes()) for image in found.values()]
    apart = sum(abs(a - b) for a, b in zip(*shades, strict=True)) / len(shades[0])
    assert apart < 30, f"{name} looks different by {apart}"


@pytest.mark.parametrize("title", TITLES)
def test_every_look_has_the_places_of_the_whole_map(title: str) -> None:
    seen, _ = drawn(title)
    draw = PICTURES[title]
    first, *others = [read(draw.board(seen, look).png) for look in LOOKS.values()]
    assert all(other == first for other in others)
    assert all(place.name in draw.places(seen.state) for place in first)
    assert len({place.name for place in first}) == len(first) > 15
    assert any(place.pieces for place in first)


def test_a_pile_seen_from_far_names_only_the_drawn_pieces() -> None:
    state = grozny.battle()
    board = {place.name: place for place in read(PICTURES["trap"].board(see(state, PUBLIC), STANDARD).png)}
    for unit in state.units.values():
        if unit.aboard:
            assert unit.id not in board.get(unit.hex, Place("", 0, 0, ())).pieces, "who rides is not drawn"
    piles = pieces.piles(see(state, PUBLIC).state)
    assert any(len(pile.units) > PILED for here in piles.values() for pile in here), (
        "one hides some of its counters"
    )
    for hex, here in piles.items():
        assert len(board[hex].pieces) == sum(min(PILED, len(pile.units)) for pile in here)


@pytest.mark.parametrize("title", sorted(PICTURES))
def test_an_enlarged_part_lies_on_the_whole_map_and_is_bounded(title: str) -> None:
    """It shows the asked places at a larger scale, with their pieces."""
    pictures, seen = PICTURES[title], opening(title, "first")
    whole = {place.name: place for place in read(pictures.board(seen, STANDARD).png)}
    names = [name for name, place in whole.items() if place.pieces][:2] or list(whole)[:2]
    part = pictures.enlarged(seen, [*names, "nowhere"], PLAIN, STANDARD)
    assert part is not None
    assert part.width <= 1500
    assert part.height <= 1725
    found = {place.name: place for place in read(part.png)}
    assert set(names) <= found.keys() <= whole.keys()
    for name, place in found.items():
        assert set(whole[name].pieces) <= set(place.pieces) or not place.pieces
        assert max(place.shape) > 1.5 * max(whole[name].shape)
    assert pictures.enlarged(seen, ["nowhere"], PLAIN, STANDARD) is None
