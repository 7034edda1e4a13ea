"""PNG files hold what was drawn."""

from __future__ import annotations

import sys
import zlib
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest
from PIL import Image, ImageChops, ImageDraw

from render import png as packed_by_isal
from tests.render.likeness import opened


@pytest.fixture(params=["isal", "zlib"])
def png(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module as it is on machines for which there is ISA-L, and as on others."""
    if request.param == "isal":
        return packed_by_isal
    monkeypatch.setitem(sys.modules, "isal", None)
    spec = spec_from_file_location("png_by_zlib", packed_by_isal.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.packer is zlib
    return module


@pytest.fixture
def frame() -> Image.Image:
    """A frame of soft colours with a sharp red disc."""
    shades = [Image.linear_gradient("L").resize((301, 203)).rotate(turn) for turn in (0, 90, 180)]
    image = Image.merge("RGB", shades)
    ImageDraw.Draw(image).ellipse((40, 40, 90, 90), fill=(200, 30, 30))
    return image


def test_without_a_palette_every_pixel_is_kept(png: ModuleType, frame: Image.Image) -> None:
    read = opened(png.encode(frame))
    assert read.mode == "RGB"
    assert ImageChops.difference(read, frame).getbbox() is None


def test_through_a_palette_every_pixel_is_its_nearest(png: ModuleType, frame: Image.Image) -> None:
    palette = png.fit([frame], [(200, 30, 30)])
    read = opened(png.encode(frame, palette))
    assert read.mode == "P"
    through = frame.quantize(palette=palette, dither=Image.Dither.NONE)
    assert ImageChops.difference(read.convert("RGB"), through.convert("RGB")).getbbox() is None


def test_a_palette_holds_its_exact_colours(png: ModuleType, frame: Image.Image) -> None:
    kept = [(1, 2, 3), (200, 30, 30), (250, 251, 252)]
    palette = png.fit([frame], kept)
    for colour in kept:
        dot = Image.new("RGB", (1, 1), colour)
        assert opened(png.encode(dot, palette)).convert("RGB").getpixel((0, 0)) == colour


def test_likeness_is_a_psnr(png: ModuleType, frame: Image.Image) -> None:
    black = png.fit([Image.new("RGB", (2, 2))], [(0, 0, 0)])
    assert png.likeness(Image.new("RGB", (9, 9), (0, 0, 0)), black) == float("inf")
    assert png.likeness(Image.new("RGB", (9, 9), (255, 255, 255)), black) == pytest.approx(0)
    assert png.likeness(frame, png.fit([frame], [])) > 30


def test_the_same_frame_gives_the_same_bytes(png: ModuleType, frame: Image.Image) -> None:
    assert png.encode(frame) == png.encode(frame.copy())
    assert png.fit([frame], []).getpalette() == png.fit([frame.copy()], []).getpalette()


def test_it_is_the_same_picture_whatever_packs_it(png: ModuleType, frame: Image.Image) -> None:
    palette = packed_by_isal.fit([frame], [(200, 30, 30)])
    for through in (None, palette):
        one, other = opened(png.encode(frame, through)), opened(packed_by_isal.encode(frame, through))
        assert (one.mode, one.tobytes()) == (other.mode, other.tobytes())
