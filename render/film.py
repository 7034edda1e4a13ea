"""Films: a sequence of map pictures with captions, as a GIF file."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import overload

from PIL import Image, ImageChops, ImageOps

from render import png
from render.lettering import shorten, wrap, write
from render.look import Colour, Look
from render.places import Drawn

WIDE, HIGH = 880, 760
"""The largest size of a map in pixels."""
INK, LINES = 18, 2
"""The size of the letters below a map, and the number of lines."""
BELOW = LINES * 26 + 12
"""The height of that area in pixels."""
SECONDS, END = 1.2, 4.0
"""Seconds that a frame is shown, and the last frame."""
LARGEST = 7_500_000
"""The largest file in bytes; Discord accepts ten million in all."""
SMALLER = 0.8
"""The factor by which a film shrinks if its file is too large."""


def frame(drawn: Drawn, words: str, look: Look) -> Image.Image:
    """Return the map without its surroundings at the size of a film, with a caption."""
    box = _map(drawn)
    shown = (drawn.map if box[3] <= drawn.map.height else drawn.image).crop(box)
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
    """Return the box around all places of a map; without places, the whole picture."""
    width, height = drawn.map.width, sum(strip.height for strip in drawn.strips)
    if not drawn.places:
        return (0, 0, width, height)
    across = [place.x + x for place in drawn.places for x in (place.shape[0::2] or (0,))]
    down = [place.y + y for place in drawn.places for y in (place.shape[1::2] or (0,))]
    return (max(min(across), 0), max(min(down), 0), min(max(across), width), min(max(down), height))


class Frames(Sequence[Image.Image]):
    """The waiting frames of a film, each packed as its difference from the one before.

    Most of a map stays the same from frame to frame, so forty frames take little more memory than the first.
    """

    def __init__(self) -> None:
        """Begin with no frame."""
        self._packed: list[tuple[bytes, bool]] = []
        """The packed frames; the flag is True for a difference."""
        self._last: Image.Image | None = None

    def append(self, frame: Image.Image) -> None:
        """Add a frame, which must not be changed from now on."""
        before = self._last
        if before is None or before.size != frame.size:
            self._packed.append((png.packed(frame), False))
        else:
            self._packed.append((png.packed(ImageChops.subtract_modulo(frame, before)), True))
        self._last = frame

    def __len__(self) -> int:
        """Count the frames."""
        return len(self._packed)

    def __iter__(self) -> Iterator[Image.Image]:
        """Yield the frames in turn; only two are in memory at a time."""
        before = None
        for packed, differs in self._packed:
            image = png.unpacked(packed)
            before = ImageChops.add_modulo(before, image) if differs and before is not None else image
            yield before

    @overload
    def __getitem__(self, n: int) -> Image.Image: ...
    @overload
    def __getitem__(self, n: slice) -> Sequence[Image.Image]: ...
    def __getitem__(self, n: int | slice) -> Image.Image | Sequence[Image.Image]:
        """Return a frame, or several."""
        if isinstance(n, slice):
            return list(self)[n]
        at = range(len(self))[n]
        if at == len(self) - 1 and self._last is not None:
            return self._last
        return next(islice(self, at, None))


def film(frames: Sequence[Image.Image], look: Look) -> bytes:
    """Return a GIF file of frames, shrunk if it would be too large to send."""
    whole = size = frames[-1].size
    while len(file := _file(frames, whole, size, look.panel)) > LARGEST:
        size = (round(size[0] * SMALLER), round(size[1] * SMALLER))
    return file


def _set_on(frame: Image.Image, size: tuple[int, int], ground: Colour) -> Image.Image:
    """Return a frame on a sheet of the final size.

    While players build a battlefield, its map grows.
    """
    if frame.size == size:
        return frame
    if frame.width > size[0] or frame.height > size[1]:
        frame = ImageOps.contain(frame, size, Image.Resampling.LANCZOS)
    image = Image.new("RGB", size, ground)
    image.paste(frame, ((size[0] - frame.width) // 2, size[1] - frame.height))
    return image


def _file(frames: Sequence[Image.Image], whole: tuple[int, int], size: tuple[int, int], ground: Colour) -> bytes:
    """Return the file of a film at a size; `whole` is the size of its last frame.

    Only a few frames are in memory at a time.
    """

    def sized(frame: Image.Image) -> Image.Image:
        frame = _set_on(frame, whole, ground)
        return frame if size == whole else frame.resize(size, Image.Resampling.LANCZOS)

    palette = png.fit([sized(frames[0]), sized(frames[-1])], ())
    coloured = (sized(each).quantize(palette=palette, dither=Image.Dither.NONE) for each in frames)
    times = [round(SECONDS * 1000)] * (len(frames) - 1) + [round(END * 1000)]
    file = io.BytesIO()
    next(coloured).save(file, "GIF", save_all=True, append_images=coloured, duration=times, loop=0, optimize=False)
    return file.getvalue()
