"""Every ground differs from every other without colour."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image, ImageChops

from bot.kit import hexes
from bot.kit.hexes import Hex
from bot.titles.tide.printed.tables import tables
from render import hexmap
from render.chart import Cell, Chart, Window
from render.look import LOOKS, STANDARD, Look
from tests.render.likeness import apart

HERE = Hex(0, 0)
AROUND = hexes.neighbours(HERE)
HEX = Window(-75, -65, 75, 65, 0.56)
CLEARLY = 12.0


def ground(terrain: str = "clear", look: Look = STANDARD, level: int = 0, snow: bool = False) -> Image.Image:
    """Draw one hex.

    Roads and rivers enter from the north-east and leave to the south-west.
    """
    flows = "stream" in terrain or terrain in ("bridge", "balka", "balka-entrance")
    bed = "stream" if terrain == "bridge" else terrain
    road = frozenset((AROUND[0], AROUND[3])) if terrain == "bridge" else frozenset[Hex]()
    cells = [Cell(to, "", bed if flows and i in (1, 4) else "clear", snow=snow) for i, to in enumerate(AROUND)]
    here = Cell(HERE, "C4", terrain, level, road, snow)
    return hexmap.ground(Chart([here, *cells], -200, -200, 200, 200), look, HEX)


@pytest.mark.parametrize("snow", [False, True], ids=["summer", "winter"])
@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)
def test_grounds_differ_in_greys(look: Look, snow: bool) -> None:
    kinds = {*tables().terrain, "balka", "balka-entrance", "frozen-stream"}
    drawn = {terrain: ground(terrain, look, snow=snow) for terrain in sorted(kinds)}
    close = {
        (a, b): round(apart(drawn[a], drawn[b]), 1)
        for a, b in itertools.combinations(drawn, 2)
        if apart(drawn[a], drawn[b]) < CLEARLY
    }
    assert close == {}


def test_every_ground_of_the_title_has_a_look_of_its_own() -> None:
    assert set(tables().terrain) <= hexmap.DRAWN


def test_ground_without_a_drawing_is_named() -> None:
    assert apart(ground("glacier"), ground("clear")) > 3


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)
@pytest.mark.parametrize("snow", [False, True], ids=["summer", "winter"])
def test_hills_show_their_level(look: Look, snow: bool) -> None:
    levels = [ground(look=look, level=level, snow=snow) for level in (0, 1, 2)]
    for a, b in itertools.combinations(levels, 2):
        assert apart(a, b) > 8


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)
def test_every_ground_looks_like_winter_under_snow(look: Look) -> None:
    for terrain in tables().terrain:
        assert apart(ground(terrain, look, snow=True), ground(terrain, look)) > CLEARLY, terrain


def test_snow_differs_from_bare_ground_hex_by_hex() -> None:
    """Where boards of both seasons join, each hex keeps its own."""
    left, right = Hex(-1, 0), Hex(1, -1)
    cells = [Cell(at, "", snow=at == right) for at in (left, HERE, right)]
    image = hexmap.ground(Chart(cells, -300, -300, 300, 300), STANDARD, Window(-300, -300, 300, 300, 0.5))
    bare, white = (image.getpixel((75 + 150 * i, 190 - 87 * i + 20)) for i in (0, 1))
    assert isinstance(bare, tuple)
    assert isinstance(white, tuple)
    assert min(white) > 200 > min(bare)


def test_a_hex_looks_the_same_in_every_window() -> None:
    """Nothing in a hex depends on how much of the map is shown."""
    cells = [
        Cell(Hex(q, r), "C4", ("woods", "clear", "building")[(q + r) % 3]) for q in range(5) for r in range(5)
    ]
    chart = Chart(cells, 0, 0, 1000, 1400)
    small = hexmap.ground(chart, STANDARD, Window(300, 400, 500, 600, 0.5))
    large = hexmap.ground(chart, STANDARD, Window(100, 200, 700, 800, 0.5)).crop((100, 100, 200, 200))
    assert ImageChops.difference(small, large).getbbox() is None


def test_nobody_gets_the_picture_that_is_kept() -> None:
    chart = Chart([Cell(HERE, "C4")], -200, -200, 200, 200)
    spoilt = hexmap.ground(chart, STANDARD, HEX)
    spoilt.paste((0, 0, 0), (0, 0, *spoilt.size))
    assert hexmap.ground(chart, STANDARD, HEX).getextrema() != spoilt.getextrema()
