"""Tints: one border around all equal choices, and costs that a phone shows."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from bot.kit.hexes import Hex, neighbours
from render import LOOKS, tints
from render.canvas import contrast, ink_on
from render.chart import Window, centre, grown
from render.look import STANDARD, Colour
from render.stacks import Room
from render.strike.layers import tile

PHONE = 400


def drawn(*notes: tuple[Hex, str], scale: float = 0.5, wide: int = 1000) -> tuple[Image.Image, Window]:
    side = wide / scale
    window = Window(-side / 2, -side / 2, side / 2, side / 2, scale)
    frame = Image.new("RGB", window.size, STANDARD.clear)
    tints.lay(frame, window, {at: tints.tile(at) for at, _ in notes}, notes, STANDARD)
    for at, text in notes:
        tints.note(frame, window, tints.tile(at), text, STANDARD)
    return frame, window


def at(frame: Image.Image, window: Window, x: float, y: float) -> Colour:
    left, top = window.pixel((x, y))
    found = frame.getpixel((round(left), round(top)))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def near(a: Colour, b: Colour) -> bool:
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) < 12


def test_one_border_runs_around_a_region_and_none_through_it() -> None:
    middle = Hex(0, 0)
    beside = neighbours(middle)[0]
    frame, window = drawn((middle, ""), (beside, ""))
    (x, y), (bx, by) = centre(middle), centre(beside)
    assert not near(at(frame, window, (x + bx) / 2, (y + by) / 2), STANDARD.way), "between the two"
    assert near(at(frame, window, (x - bx) / 2, (y - by) / 2), STANDARD.way), "on the far side"


def test_a_chance_and_a_battle_have_the_colour_of_fire_and_ways_their_own() -> None:
    assert [tints.paint(text, STANDARD) for text in ("58 %", "9 : 5", "2½", "")] == [
        STANDARD.aim, STANDARD.aim, STANDARD.way, STANDARD.way,
    ]  # fmt: skip


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_a_price_can_be_read_on_its_plate_in_every_look(look: object) -> None:
    for colour in (LOOKS["standard"].way, *(getattr(look, name) for name in ("way", "aim"))):
        assert contrast(ink_on(colour), colour) >= 4.5


@pytest.mark.parametrize(("scale", "wide"), [(1.25, 1000), (0.8, 890), (0.56, 1150), (0.4, 1000)])
def test_prices_are_large_enough_on_a_phone(scale: float, wide: int) -> None:
    """At 400 pixels a cost has letters of at least 9 pixels.

    Its plate is no wider than a hex.
    """
    side = wide / scale
    size = grown(Window(0, 0, side, side, scale))
    for text in ("4", "2½", "58 %", "12 : 16"):
        plate = tints.plate(text, STANDARD, scale, size)
        assert plate.image.width <= 200 * scale
    assert tints.SIZE * size * scale * PHONE / wide >= 9


@pytest.mark.parametrize("text", ["4", "2½", "58 %"])
@pytest.mark.parametrize("scale", [0.56, 1.25])
@pytest.mark.parametrize("shape", [tints.tile(Hex(0, 0)), tile((0, 0))], ids=["hex", "ox"])
def test_a_price_hides_no_value_of_a_counter(shape: tints.Tile, scale: float, text: str) -> None:
    """Values stand at the edges of a counter; a plate reaches over its rim at most."""
    window = Window(-900, -900, 900, 900, scale)
    bare, priced = (Image.new("RGB", window.size, STANDARD.clear) for _ in range(2))
    counter = Room(-50, -47, 50, 53)
    tints.note(priced, window, shape, text, STANDARD, [counter])
    box = ImageChops.difference(bare, priced).getbbox()
    assert box is not None
    (left, top), (right, bottom) = window.pixel((-41, -36)), window.pixel((41, 42))
    assert box[0] >= right or box[2] <= left or box[1] >= bottom or box[3] <= top


def test_a_price_goes_where_counters_leave_room() -> None:
    """It is in the middle of an empty place; beside counters it keeps its size."""
    window, at = Window(-900, -900, 900, 900, 0.56), tints.tile(Hex(0, 0))
    boxes = []
    for kept in ([], [Room(-80, -80, 80, 20)], [Room(-80, -20, 80, 80)]):
        frame = Image.new("RGB", window.size, STANDARD.clear)
        tints.note(frame, window, at, "4", STANDARD, kept)
        boxes.append(ImageChops.difference(frame, Image.new("RGB", window.size, STANDARD.clear)).getbbox())
    middles = [(box[1] + box[3]) / 2 - window.size[1] / 2 for box in boxes if box is not None]
    assert abs(middles[0]) < 3
    assert middles[1] > 20
    assert middles[2] < -20
    assert {box[2] - box[0] for box in boxes if box is not None} == {boxes[0][2] - boxes[0][0] if boxes[0] else 0}
