"""The waiting frames of a film: little memory, and the same pixels."""

from __future__ import annotations

from itertools import pairwise

from PIL import Image, ImageDraw

from render.film import Frames, film
from render.look import STANDARD


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
    assert film(frames, STANDARD) == film(images, STANDARD)


def test_many_frames_of_a_map_take_little_more_memory_than_the_first() -> None:
    frames = collected(moving([(300, 200)] * 40))
    first, *more = [len(packed) for packed, _ in frames._packed]
    assert sum(more) < first
    assert all(a.tobytes() != b.tobytes() for a, b in pairwise(frames))
