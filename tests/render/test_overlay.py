"""A picture on a shared ground equals a copy of the ground that is painted over."""

from __future__ import annotations

from random import Random

import pytest
from PIL import Image, ImageChops, ImageDraw

from render import png
from render.overlay import CELL, Canvas, Overlay, Settled, coloured

WIDE, HIGH = 5 * CELL + 7, 3 * CELL + 11


def equal(one: Image.Image, other: Image.Image) -> bool:
    """Return whether two pictures have the same pixels."""
    return one.size == other.size and ImageChops.difference(one, other.convert("RGB")).getbbox() is None


@pytest.fixture
def ground() -> Image.Image:
    """A ground of soft colours."""
    shades = [Image.linear_gradient("L").resize((WIDE, HIGH)).rotate(turn) for turn in (0, 90, 180)]
    return Image.merge("RGB", shades)


@pytest.fixture
def palette(ground: Image.Image) -> Image.Image:
    """A palette for that ground."""
    return png.fit([ground], [(200, 30, 30)])


def over(ground: Image.Image) -> Overlay:
    """Return an overlay of a ground."""
    return Overlay(ground, lambda palette: bytes(png.indexed(ground, palette)))


def paint(chance: Random, *pictures: Image.Image) -> None:
    """Paste something on each picture, partly beyond its edge."""
    size = chance.randint(1, 90), chance.randint(1, 90)
    at = chance.randint(-60, WIDE), chance.randint(-60, HIGH)
    mask = Image.new("L", size, 40)
    ImageDraw.Draw(mask).ellipse((0, 0, *size), fill=220)
    paint = Image.linear_gradient("L").resize(size).convert(chance.choice(["RGB", "RGBA", "L"]))
    kind = chance.choice(["picture", "masked", "colour", "box"])
    for each in pictures:
        if kind == "picture":
            each.paste(paint.convert("RGB"), at)
        elif kind == "masked":
            each.paste(paint, at, mask)
        elif kind == "colour":
            each.paste((200, 30, 30), at, mask)
        else:
            each.paste((10, 80, 30), (*at, at[0] + size[0], at[1] + size[1]))


@pytest.mark.parametrize("seed", range(12))
def test_an_overlay_has_the_pixels_of_a_painted_copy(ground: Image.Image, palette: Image.Image, seed: int) -> None:
    chance, before = Random(seed), ground.copy()
    overlay, copy = over(ground), ground.copy()
    for _ in range(seed):
        paint(chance, overlay, copy)
    assert png.encode(overlay, palette) == png.encode(copy, palette)
    assert equal(overlay, copy)
    assert equal(ground, before)


def test_an_overlay_that_was_read_can_be_painted_on(ground: Image.Image, palette: Image.Image) -> None:
    chance = Random(1)
    overlay, copy = over(ground), ground.copy()
    for _ in range(4):
        paint(chance, overlay, copy)
        assert equal(overlay, copy)
    assert png.encode(overlay, palette) == png.encode(copy, palette)


def test_an_overlay_can_be_pasted_on_another_picture(ground: Image.Image) -> None:
    overlay, canvas = over(ground), Canvas(Image.new("RGB", ground.size))
    canvas.paste(overlay, (0, 0))
    assert equal(canvas, ground)


def test_an_overlay_copies_only_what_is_painted_over(ground: Image.Image, palette: Image.Image) -> None:
    asked = []

    def rows(palette: Image.Image) -> bytes:
        asked.append(palette)
        return bytes((WIDE + 1) * HIGH)

    overlay = Overlay(ground, rows)
    overlay.paste((200, 30, 30), (CELL + 1, CELL + 1), Image.new("L", (3, 3), 255))
    drawn = overlay.rows(palette)
    assert len(asked) == 1
    painted = {
        (n % (WIDE + 1) - 1) // CELL + 10 * (n // (WIDE + 1) // CELL) for n, index in enumerate(drawn) if index
    }
    assert painted == {11}


def test_a_settled_picture_keeps_its_rows_in_the_last_palette(ground: Image.Image, palette: Image.Image) -> None:
    settled = Settled(ground.copy())
    rows = settled.rows(palette)
    assert settled.rows(palette) is rows
    assert rows == png.indexed(ground, palette)
    other = Image.new("P", (1, 1))
    other.putpalette([255, 0, 0, 0, 0, 255])
    assert settled.rows(other) == png.indexed(ground, other) != rows
    assert settled.tobytes() == ground.tobytes()


def test_a_picture_is_coloured_in_strips_as_it_is_as_a_whole(ground: Image.Image, palette: Image.Image) -> None:
    whole = ground.quantize(palette=palette, dither=Image.Dither.NONE).tobytes()
    rows = coloured(ground, palette)
    assert [rows[n * (ground.width + 1) + 1 :][: ground.width] for n in range(ground.height)] == [
        whole[n * ground.width :][: ground.width] for n in range(ground.height)
    ]
