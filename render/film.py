"""Films: pictures of a map one after another, each with a line of what happened, as a GIF file."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageOps

from render import png
from render.lettering import shorten, wrap, write
from render.look import Colour, Look
from render.places import Drawn

WIDE, HIGH = 880, 760
"""Pixels of a map at the most."""
INK, LINES = 18, 2
"""The size of the letters below a map, and how many lines of them there is room for."""
BELOW = LINES * 26 + 12
"""Pixels of that room."""
SECONDS, END = 1.2, 4.0
"""How long a frame stands, and the last one."""
LARGEST = 7_500_000
"""Bytes of a file; Discord takes ten million in all."""
SMALLER = 0.8
"""How much smaller a film becomes where its file is too large."""


def frame(drawn: Drawn, words: str, look: Look) -> Image.Image:
    """Return the map alone, without what stands around it, at the size of a film, and the words below it."""
    shown = drawn.image.crop(_map(drawn))
    scale = min(WIDE / shown.width, HIGH / shown.height, 1.0)
    size = (round(shown.width * scale), round(shown.height * scale))
    image = Image.new("RGB", (size[0], size[1] + BELOW), look.panel)
    image.paste(shown.resize(size, Image.Resampling.LANCZOS), (0, 0))
    room = size[0] - 2 * INK
    first, *more = wrap(words, INK, room) or [""]
    for n, text in enumerate([first, *([shorten(" ".join(more), INK, room)] if more else [])]):
        write(image, (INK, size[1] + 19 + n * 26), text, INK, look.ink, "Medium")
    return image


def _map(drawn: Drawn) -> tuple[int, int, int, int]:
    """Return the box that all places of a map lie in, the whole picture where there are none."""
    image = drawn.image
    if not drawn.places:
        return (0, 0, image.width, image.height)
    across = [place.x + x for place in drawn.places for x in (place.shape[0::2] or (0,))]
    down = [place.y + y for place in drawn.places for y in (place.shape[1::2] or (0,))]
    return (max(min(across), 0), max(min(down), 0), min(max(across), image.width), min(max(down), image.height))


def film(frames: Sequence[Image.Image], look: Look) -> bytes:
    """Return a GIF file of frames the size of the last, smaller ones where it would be too large to send."""
    size = frames[-1].size
    whole = [_set_on(each, size, look.panel) for each in frames]
    while len(file := _file(whole, size)) > LARGEST:
        size = (round(size[0] * SMALLER), round(size[1] * SMALLER))
    return file


def _set_on(frame: Image.Image, size: tuple[int, int], ground: Colour) -> Image.Image:
    """Return a frame with the room of the last one: while a battle is made its map grows out of nothing."""
    if frame.size == size:
        return frame
    if frame.width > size[0] or frame.height > size[1]:
        frame = ImageOps.contain(frame, size, Image.Resampling.LANCZOS)
    image = Image.new("RGB", size, ground)
    image.paste(frame, ((size[0] - frame.width) // 2, size[1] - frame.height))
    return image


def _file(frames: Sequence[Image.Image], size: tuple[int, int]) -> bytes:
    sized = [each if each.size == size else each.resize(size, Image.Resampling.LANCZOS) for each in frames]
    palette = png.fit([sized[0], sized[-1]], ())
    first, *rest = (each.quantize(palette=palette, dither=Image.Dither.NONE) for each in sized)
    times = [round(SECONDS * 1000)] * len(rest) + [round(END * 1000)]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=rest, duration=times, loop=0, optimize=False)
    return file.getvalue()
