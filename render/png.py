"""PNG files: with a fixed palette or every colour, compressed by ISA-L.

Pillow's encoder spends ten times as long in zlib. It compresses here only without ISA-L, as on 32-bit ARM. Rows
are not filtered: on flat colours, as in maps and counters, the Up filter costs a sixth more bytes and saves no
time.
"""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Iterable, Sequence

from PIL import Image, ImageChops, ImageStat

from render.look import Colour
from render.overlay import Ruled, coloured

try:
    from isal import isal_zlib as packer
except ImportError:
    import zlib as packer  # type: ignore[no-redef]

compress, decompress, checksum = packer.compress, packer.decompress, packer.crc32

GOOD = 38.0
"""The least quality in dB at which a palette is used."""
LEVEL, QUICK = 2, 1
WORKSPACE = 9
"""The memory of the packer, of 1 to 9.

The most saves two fifths of its time, for a hundredth more bytes.
"""
SETTLED = 1000
"""Fitting a palette stops when fewer than one pixel in this number changes colour.

To continue would gain a hundredth of a decibel.
"""
_TRUECOLOUR, _INDEXED = 2, 3
_SIZE, _LENGTH = struct.Struct(">HH"), struct.Struct(">I")


def encode(
    frame: Image.Image, palette: Image.Image | None = None, text: bytes = b"", below: Sequence[Image.Image] = ()
) -> bytes:
    """Return an RGB frame as a PNG file: with a palette of `fit`, or lossless.

    `text` is the body of an international text chunk, which is left out if it is empty. Frames `below`
    are as broad as the first and continue it.
    """
    frames = [frame, *below]
    size = frame.width, sum(each.height for each in frames)
    if palette is None:
        return _file(size, _TRUECOLOUR, map(_rows, frames), text)
    colours = bytes(palette.getpalette() or ())
    return _file(size, _INDEXED, (indexed(each, palette) for each in frames), text, colours)


def indexed(frame: Image.Image, palette: Image.Image) -> bytes | bytearray:
    """Return the rows of an RGB image in a palette, each led by its filter: 0 is none."""
    if isinstance(frame, Ruled):
        return frame.rows(palette)
    return coloured(frame, palette)


def packed(frame: Image.Image) -> bytes:
    """Return an image quickly compressed, for `unpacked`."""
    body: bytes = compress(frame.tobytes(), QUICK)
    return _SIZE.pack(*frame.size) + body


def unpacked(body: bytes, mode: str = "RGB") -> Image.Image:
    """Return the image of a mode that was packed."""
    return Image.frombytes(mode, _SIZE.unpack_from(body), decompress(body[_SIZE.size :]))


def tiled(frame: Image.Image, side: int) -> bytes:
    """Return an RGB image packed in square tiles, row by row, for `tile`."""
    corners = itertools.product(range(0, frame.height, side), range(0, frame.width, side))
    bodies = [packed(frame.crop((x, y, x + side, y + side))) for y, x in corners]
    return b"".join([*(_LENGTH.pack(len(body)) for body in (bodies, *bodies)), *bodies])


def tile(body: bytes, number: int) -> Image.Image:
    """Return a tile of an image that was packed by `tiled`."""
    (count,) = _LENGTH.unpack_from(body)
    lengths = [_LENGTH.unpack_from(body, _LENGTH.size * (n + 1))[0] for n in range(number + 1)]
    start = _LENGTH.size * (count + 1) + sum(lengths[:-1])
    return unpacked(body[start : start + lengths[-1]])


def fit(frames: Sequence[Image.Image], exact: Iterable[Colour]) -> Image.Image:
    """Return a palette for similar pictures that holds some colours exactly.

    These colours must be few enough to leave room for the others.
    """
    sheet = Image.new("RGB", (max(frame.width for frame in frames), sum(frame.height for frame in frames)))
    y = 0
    for frame in frames:
        sheet.paste(frame, (0, y))
        y += frame.height
    kept = sorted(set(exact))
    room = 256 - len(kept)
    few = sheet.width * sheet.height // SETTLED
    found = sheet.quantize(room, method=Image.Quantize.MEDIANCUT, kmeans=few, dither=Image.Dither.NONE)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*itertools.chain(*kept), *(found.getpalette() or ())[: 3 * room]])
    return palette


def likeness(frame: Image.Image, palette: Image.Image) -> float:
    """Return the quality of a frame through a palette: its PSNR in dB."""
    through = frame.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
    squares = sum(ImageStat.Stat(ImageChops.difference(frame, through)).sum2)
    return 10 * math.log10(255**2 * 3 * frame.width * frame.height / squares) if squares else math.inf


def _file(
    size: tuple[int, int], kind: int, rows: Iterable[bytes | bytearray], text: bytes, colours: bytes = b""
) -> bytes:
    packing = packer.compressobj(LEVEL, packer.DEFLATED, packer.MAX_WBITS, WORKSPACE)
    body = b"".join([*map(packing.compress, rows), packing.flush()])
    chunks = [(b"IHDR", struct.pack(">2I5B", *size, 8, kind, 0, 0, 0))]
    if colours:
        chunks.append((b"PLTE", colours))
    if text:
        chunks.append((b"iTXt", text))
    parts = [b"\x89PNG\r\n\x1a\n"]
    for tag, content in (*chunks, (b"IDAT", body), (b"IEND", b"")):
        parts += (_LENGTH.pack(len(content)), tag, content, _LENGTH.pack(checksum(content, checksum(tag))))
    return b"".join(parts)


def _rows(image: Image.Image) -> bytes:
    """Return the rows of an RGB image, each led by its filter: 0 is none."""
    followed = image.tobytes("raw", image.mode, image.width * 3 + 1, 1)  # Pillow writes a zero after each row.
    return bytes(1) + followed[:-1]
