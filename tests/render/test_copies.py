"""Smaller copies of pictures: they fit, look the same, and answer the same taps."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.kernel.secret import PUBLIC
from bot.titles import titles
from render import Pick, Picture, places
from render.copies import smaller
from render.look import STANDARD
from render.titles import PICTURES
from tests.match import Match


def board(title: str) -> Picture:
    """Return the first map of a learning game, with something to tap."""
    seen = Match(titles()[title], "first", {}, b"small").seen(PUBLIC)
    place = next(iter(places.read(PICTURES[title].board(seen, STANDARD).png))).name
    return PICTURES[title].board(seen, STANDARD, picks={place: [Pick("fp:panel:1", "", "Your orders")]})


@pytest.mark.parametrize("title", ["tide", "strike", "trap", "firefight"])
def test_a_smaller_map_fits_and_has_the_same_places(title: str) -> None:
    whole = board(title)
    limit = len(whole.png) // 3
    small = smaller(whole, limit)
    assert small is not None
    assert len(small.png) <= limit
    assert small.width < whole.width
    assert (small.alt, small.name) == (whole.alt, whole.name)
    scale = small.width / whole.width
    known, found = places.read(whole.png), places.read(small.png)
    assert [(each.name, each.pieces, each.picks) for each in found] == [
        (each.name, each.pieces, each.picks) for each in known
    ]
    assert all(
        abs(b.x - a.x * scale) < 2 and abs(b.y - a.y * scale) < 2 for a, b in zip(known, found, strict=True)
    )
    with Image.open(io.BytesIO(whole.png)) as one, Image.open(io.BytesIO(small.png)) as other:
        assert other.size == (small.width, small.height)
        same = one.convert("RGB").resize(other.size, Image.Resampling.BOX)
        assert max(ImageStat.Stat(ImageChops.difference(same, other.convert("RGB"))).mean) < 12


def test_a_picture_that_fits_is_left_alone() -> None:
    whole = board("tide")
    assert smaller(whole, len(whole.png)) is whole
    assert smaller(whole, 500) is None, "nothing can be recognised in so few bytes"
