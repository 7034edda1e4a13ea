"""The waiting frames of a film: little memory, and the same pixels."""

from __future__ import annotations

import io
import weakref
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from render.film import GIF, LARGE, SHORT, WEBP, WIDE, Film, Frames, film, side
from render.look import STANDARD

ROOM = 10_000_000
"""The most bytes of a file."""


def made(frames: Sequence[Image.Image], kind: str = WEBP, limit: int = ROOM) -> Film:
    """Return a film that can be made."""
    found = film(frames, STANDARD, kind, limit)
    assert found is not None
    return found


def shown(file: bytes) -> Iterator[tuple[Image.Image, int]]:
    """Yield the frames of a file, and how many milliseconds each is shown."""
    with Image.open(io.BytesIO(file)) as image:
        for n in range(getattr(image, "n_frames", 1)):
            image.seek(n)
            yield image.convert("RGB"), image.info["duration"]


def apart(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two pictures, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def moving(sizes: list[tuple[int, int]]) -> list[Image.Image]:
    """Return frames in which a counter crosses a rough ground."""
    images: list[Image.Image] = []
    for n, size in enumerate(sizes):
        image = Image.effect_noise(size, 90).convert("RGB") if not n or size != sizes[n - 1] else images[-1].copy()
        ImageDraw.Draw(image).rectangle((n * 7, 20, n * 7 + 12, 40), fill=(250 - n, n, 3 * n))
        images.append(image)
    return images


def collected(images: list[Image.Image]) -> Frames:
    frames = Frames()
    for image in images:
        frames.append(image)
    return frames


def test_frames_come_back_as_they_were() -> None:
    images = moving([(90, 60)] * 4 + [(120, 80)] * 3)
    frames = collected(images)
    plain = [image.tobytes() for image in images]
    assert [frame.tobytes() for frame in frames] == [frames[n].tobytes() for n in range(-7, 0)] == plain
    assert [frame.tobytes() for frame in frames[2:5]] == plain[2:5]
    assert all(film(frames, STANDARD, kind, ROOM) == film(images, STANDARD, kind, ROOM) for kind in (WEBP, GIF))


def test_many_frames_of_a_map_take_little_more_memory_than_the_first() -> None:
    frames = collected(moving([(300, 200)] * 40))
    first, *more = [len(packed) for packed, _ in frames._packed]
    assert sum(more) < first
    assert all(a.tobytes() != b.tobytes() for a, b in pairwise(frames))


@pytest.mark.parametrize("kind", [WEBP, GIF])
def test_each_frame_is_shown_in_its_turn_and_the_last_one_longest(kind: str) -> None:
    images = moving([(96, 64)] * 6)
    frames = list(shown(made(images, kind).file))
    assert [seconds for _, seconds in frames] == [1200] * 5 + [4000]
    for n, (frame, _) in enumerate(frames):
        assert min(range(6), key=lambda each: apart(frame, images[each])) == n


def test_a_webp_file_has_more_colours_in_fewer_bytes() -> None:
    ramp = Image.radial_gradient("L").resize((240, 240))
    ground = Image.merge("RGB", (ramp, ramp.transpose(Image.Transpose.ROTATE_90), ImageChops.invert(ramp)))
    images = [ground.copy() for _ in range(8)]
    for n, image in enumerate(images):
        ImageDraw.Draw(image).rectangle((n * 20, 90, n * 20 + 30, 120), fill=(160, 30, 30))
    webp, gif = made(images), made(images, GIF)
    assert len(webp.file) < len(gif.file) / 3
    colours = [len(next(shown(each.file))[0].getcolors(1 << 20) or ()) for each in (webp, gif)]
    assert colours[0] > 256 >= colours[1]


def test_the_frames_of_a_webp_file_are_unpacked_one_at_a_time() -> None:
    """Otherwise the file of forty maps would need forty whole pictures at a time."""
    alive: list[int] = []
    images = collected(moving([(90, 60)] * 12))

    class Watched(Frames):
        def __iter__(self) -> Iterator[Image.Image]:
            kept: list[weakref.ref[Image.Image]] = []
            for image in images:
                kept.append(weakref.ref(image))
                alive.append(sum(each() is not None for each in kept))
                yield image

    watched = Watched()
    for image in images:
        watched.append(image)
    made(watched)
    assert len(alive) == 12
    assert max(alive) <= 4


def test_a_film_that_is_too_large_gets_smaller_pictures_and_then_fewer() -> None:
    images = [Image.effect_noise((240, 160), 60).convert("RGB") for _ in range(9)]
    whole = made(images)
    assert (whole.frames, whole.scale) == (9, 1.0)
    for share, frames in ((0.7, 9), (0.1, None)):
        limit = round(len(whole.file) * share)
        small = made(images, limit=limit)
        assert len(small.file) <= limit
        assert small.scale < 1
        assert small.frames == frames if frames else small.frames < 9
        found = list(shown(small.file))
        assert len(found) == small.frames
        last = images[-1].resize(found[-1][0].size)
        assert min(range(len(found)), key=lambda n: apart(found[n][0], last)) == len(found) - 1
    assert film(images, STANDARD, WEBP, 40) is None


def test_short_films_are_larger() -> None:
    assert side(SHORT, WEBP) == LARGE == 1280
    assert side(SHORT + 1, WEBP) == side(SHORT, GIF) == WIDE
