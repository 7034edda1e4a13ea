"""Films: map pictures with captions, as an animated WebP or GIF file."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, overload

from PIL import Image, ImageChops, ImageOps

from render import png
from render.lettering import shorten, wrap, write
from render.look import Colour, Look
from render.places import Drawn

WEBP, GIF = "webp", "gif"
"""The kinds of films, by the endings of their files."""
LARGE, WIDE = 1280, 880
"""The largest width and height of a map in pixels.

The first is for short WebP films, the second for long ones and for GIF.
"""
SHORT = 16
"""The most frames of a short film."""
INK, LINES = 40, 2
"""The width of a map over the size of its caption's letters; the caption's lines."""
SECONDS, END = 1.2, 4.0
"""Seconds that a frame is shown, and the last frame."""
FINE, PLAIN, EFFORT = 25, 15, 2
"""The quality of WebP in short and in long films, and the effort of compression.

They go up to 100 and to 6. Lower quality is hard to see on flat colours: the lettering of counters and captions
stays readable.
"""
SMALLEST = 0.5
"""The smallest scale of a film; if its file is still too large, it loses frames."""
SPARE = 0.9
"""The share of the allowed bytes that a smaller film aims at."""


def side(count: int, ending: str) -> int:
    """Return the largest width and height of a map in a film of some frames."""
    return LARGE if count <= SHORT and ending == WEBP else WIDE


def frame(drawn: Drawn, words: str, look: Look, most: int) -> Image.Image:
    """Return the map without its surroundings at the size of a film, with a caption."""
    box = map_box(drawn)
    shown, (left, top, right, bottom) = drawn.map if box[3] <= drawn.map.height else drawn.image, box
    scale = min(most / (right - left), most / (bottom - top), 1.0)
    width, height = round((right - left) * scale), round((bottom - top) * scale)
    ink = width // INK
    line, room = ink * 3 // 2, width - 2 * ink
    image = Image.new("RGB", (width, height + LINES * line + ink), look.panel)
    image.paste(shown.resize((width, height), Image.Resampling.HAMMING, box), (0, 0))
    first, *more = wrap(words, ink, room) or [""]
    for n, text in enumerate([first, *([shorten(" ".join(more), ink, room)] if more else [])]):
        write(image, (ink, height + line + n * line), text, ink, look.ink, "Medium")
    return image


def map_box(drawn: Drawn) -> tuple[int, int, int, int]:
    """Return the box around all places of a map; without places, the whole picture.

    The outlines of places can reach beyond the map.
    """
    width, height = drawn.map.width, sum(strip.height for strip in drawn.strips)
    if not drawn.places:
        return (0, 0, width, height)
    if all(place.y < drawn.map.height for place in drawn.places):
        height = drawn.map.height
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


class Film(NamedTuple):
    """A finished film: its file, the number of its frames, and its scale."""

    file: bytes
    frames: int
    scale: float


def film(frames: Sequence[Image.Image], look: Look, ending: str, limit: int) -> Film | None:
    """Return a film in at most `limit` bytes, `None` if it cannot be so small.

    A file that is too large gets smaller pictures first. Then it loses every second frame, but never its last.
    """
    scale, step = 1.0, 1
    while True:
        kept = range((len(frames) - 1) % step, len(frames), step)
        file = _file(frames, kept, scale, look.panel, ending)
        if len(file) <= limit:
            return Film(file, len(kept), scale)
        if scale > SMALLEST:
            scale = max(SMALLEST, scale * min(SPARE, math.sqrt(limit * SPARE / len(file))))
        elif len(kept) > 1:
            step *= 2
        else:
            return None


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


def _file(frames: Sequence[Image.Image], kept: range, scale: float, ground: Colour, ending: str) -> bytes:
    """Return the file of a film of the frames with these numbers at a scale.

    All frames get the size of the last one. Only a few frames are in memory at a time.
    """
    whole = frames[-1].size
    size = round(whole[0] * scale), round(whole[1] * scale)

    def sized(frame: Image.Image) -> Image.Image:
        frame = _set_on(frame, whole, ground)
        return frame if size == whole else frame.resize(size, Image.Resampling.HAMMING)

    shown = (sized(frame) for n, frame in enumerate(frames) if n in kept)
    times = [round(SECONDS * 1000)] * (len(kept) - 1) + [round(END * 1000)]
    file = io.BytesIO()
    if ending == GIF:
        _write_gif(shown, times, file, png.fit([sized(frames[0]), sized(frames[-1])], ()))
    else:
        _write_webp(shown, times, file)
    return file.getvalue()


class _Reel(Image.Image):
    """An image of several frames, which asks for each frame only when it is written."""

    def __init__(self, frames: Iterator[Image.Image], count: int) -> None:
        super().__init__()
        self.n_frames = count
        self._frames = frames
        self._at = -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Turn to a later frame. The way back is only taken when all frames are written."""
        while self._at < frame:
            shown = next(self._frames)
            self.im, self._mode, self._size = shown.im, shown.mode, shown.size
            self._at += 1


def _write_webp(frames: Iterator[Image.Image], times: Sequence[int], file: io.BytesIO) -> None:
    """Write frames as animated WebP, each as its difference from the one before."""
    quality = FINE if len(times) <= SHORT else PLAIN
    # `kmax=0` writes no key frames, which only help players that skip.
    _Reel(frames, len(times)).save(
        file, "WEBP", save_all=True, duration=list(times), loop=0, quality=quality, method=EFFORT, kmin=0, kmax=0
    )


def _write_gif(
    frames: Iterator[Image.Image], times: Sequence[int], file: io.BytesIO, palette: Image.Image
) -> None:
    """Write frames as animated GIF, in the colours of a palette."""
    coloured = (each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames)
    next(coloured).save(
        file, "GIF", save_all=True, append_images=coloured, duration=list(times), loop=0, optimize=False
    )
