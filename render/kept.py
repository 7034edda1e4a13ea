"""A cache of drawings in memory and in a folder that outlives the process.

Each cache key is made of the values and the code behind a drawing, so no entry is ever out of date. The folder may
be deleted at any time; a damaged file is drawn again.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import struct
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from PIL import Image

from render import png
from render.edition import code
from render.overlay import Overlay

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

RAW, ROWS, PACKED, STORED = 24 << 20, 16 << 20, 16 << 20, 256 << 20
"""The most bytes in the cache.

They are of pictures ready for use, rows in a palette, packed pictures, and files.
"""
PER_PIXEL = 4
"""Bytes that Pillow takes for a pixel of an RGB image."""
_SUM = struct.Struct(">I")
LOCKS = "locks"
"""The name of the empty file in a folder whose bytes processes lock."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Latest(Generic[K, V]):
    """The most recently used values, up to a number of bytes.

    A single value above this number is not cached.
    """

    def __init__(self, most: int, size: Callable[[V], int]) -> None:
        """Take the most bytes, and a function that measures a value."""
        self._most, self._size = most, size
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()
        self.bytes = 0

    def get(self, key: K) -> V | None:
        """Return a value, `None` if it is not cached."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: K, value: V) -> None:
        """Cache a value, and drop the least recently used."""
        with self._lock:
            self._drop(key)
            if self._size(value) <= self._most:
                self._kept[key] = value
                self.bytes += self._size(value)
            while self.bytes > self._most:
                self._drop(next(iter(self._kept)))

    def all(self) -> dict[K, V]:
        """Return all cached values."""
        with self._lock:
            return dict(self._kept)

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()
            self.bytes = 0

    def _drop(self, key: K) -> None:
        if (value := self._kept.pop(key, None)) is not None:
            self.bytes -= self._size(value)


class Turns:
    """Locks by key: the first thread makes a value, and the others wait for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._locks: dict[str, tuple[threading.Lock, int]] = {}

    def users(self, key: str) -> int:
        """Return the number of threads that hold or await the lock of a key."""
        with self._lock:
            return self._locks[key][1] if key in self._locks else 0

    @contextlib.contextmanager
    def turn(self, key: str) -> Iterator[None]:
        """Hold the lock of a key; an unused lock is dropped."""
        with self._lock:
            lock, users = self._locks.get(key, (threading.Lock(), 0))
            self._locks[key] = lock, users + 1
        try:
            with lock:
                yield
        finally:
            with self._lock:
                users = self._locks[key][1] - 1
                if users:
                    self._locks[key] = lock, users
                else:
                    del self._locks[key]


@cache
def _lock_file(folder: Path) -> int:
    """Return the open file whose bytes processes lock.

    It is never closed, since that frees all locks.
    """
    folder.mkdir(exist_ok=True)
    return os.open(folder / LOCKS, os.O_RDWR | os.O_CREAT, 0o600)


class Folder:
    """Files by key, each complete or absent.

    The least recently used files are deleted first. Several processes may use it at once.
    """

    def __init__(self, path: Path, most: int = STORED) -> None:
        """Take a folder, which may not exist yet."""
        self.path, self._most = path, most
        self._lock = threading.Lock()
        self._broken = False
        self._bytes: int | None = None

    def get(self, key: str) -> bytes | None:
        """Return the body of a file, `None` if there is none or it is damaged."""
        file = self.path / key
        try:
            data = file.read_bytes()
        except OSError:
            return None
        body = data[_SUM.size :]
        if data[: _SUM.size] != _SUM.pack(png.checksum(body)):
            return None
        with contextlib.suppress(OSError):
            os.utime(file)
        return body

    def __contains__(self, key: str) -> bool:
        """Return whether there is a file, even a damaged one."""
        return (self.path / key).exists()

    @contextlib.contextmanager
    def turn(self, key: str) -> Iterator[None]:
        """Let one process after another make the file of a key.

        The system frees the lock when a process ends. Without such locks, two processes may make the same file.
        """
        with contextlib.suppress(OSError):
            self._lock_byte(key, "LOCK_EX")
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                self._lock_byte(key, "LOCK_UN")

    def is_being_made(self, key: str) -> bool:
        """Return whether another process makes the file of a key now."""
        try:
            self._lock_byte(key, "LOCK_EX", "LOCK_NB")
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._lock_byte(key, "LOCK_UN")
        return False

    def _lock_byte(self, key: str, *how: str) -> None:
        if fcntl is not None:
            number = int.from_bytes(hashlib.sha256(key.encode()).digest()[:7], "big")
            fcntl.lockf(_lock_file(self.path), sum(getattr(fcntl, each) for each in how), 1, number)

    def put(self, key: str, body: bytes) -> None:
        """Write a file.

        A disk that is full or read-only is no error: the file is drawn again.
        """
        partial = self.path / f"{key}.{os.getpid()}.{threading.get_ident()}.part"
        try:
            self.path.mkdir(exist_ok=True)
            partial.write_bytes(_SUM.pack(png.checksum(body)) + body)
            partial.replace(self.path / key)
            self._prune(_SUM.size + len(body))
        except OSError as error:
            with contextlib.suppress(OSError):
                partial.unlink()
            if not self._broken:
                log.warning("%s: the ground of maps cannot be kept there (%s)", self.path, error)
            self._broken = True

    def _prune(self, added: int) -> None:
        """If there are too many bytes, delete the oldest files, down to three quarters."""
        with self._lock:
            self._bytes = None if self._bytes is None else self._bytes + added
            if self._bytes is not None and self._bytes <= self._most:
                return
            found = []
            for entry in os.scandir(self.path):
                if entry.name == LOCKS:
                    continue
                with contextlib.suppress(OSError):
                    found.append((entry.stat().st_mtime, entry.stat().st_size, entry.path))
            self._bytes = sum(size for _, size, _ in found)
            if self._bytes <= self._most:
                return
            for _, size, path in sorted(found):
                if self._bytes <= self._most * 3 // 4:
                    break
                with contextlib.suppress(OSError):
                    Path(path).unlink()
                    self._bytes -= size


class Shelf:
    """The cache of a process."""

    def __init__(self, folder: Folder | None = None, raw: int = RAW, packed: int = PACKED) -> None:
        """Cache in memory, and in a folder as well if there is one."""
        self.folder = folder
        self._raw: Latest[str, Image.Image] = Latest(raw, lambda image: image.width * image.height * PER_PIXEL)
        self._rows: Latest[str, bytes] = Latest(ROWS, len)
        self._packed: Latest[str, bytes] = Latest(packed, len)
        self._turns = Turns()
        self.made = 0
        """The number of drawings made because they were not cached."""

    def picture(self, key: str, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return an RGB image, drawn unless cached. It is shared: copy it before changes."""
        return self._ready(key, lambda: png.unpacked(self.body(key, lambda: png.packed(draw()))))

    def overlay(self, key: str, draw: Callable[[], Image.Image]) -> Overlay:
        """Return a picture to paint on. Its ground is an RGB image, drawn unless cached."""
        ground = self.picture(key, draw)
        return Overlay(ground, partial(self._indexed, key, ground))

    def _indexed(self, key: str, ground: Image.Image, palette: Image.Image) -> bytes:
        """Return the rows of an image in a palette, coloured unless cached."""
        key = f"{key} {hashlib.sha256(bytes(palette.getpalette() or ())).hexdigest()}"
        rows = self._rows.get(key)
        if rows is None:
            rows = bytes(png.indexed(ground, palette))
            self._rows.put(key, rows)
        return rows

    def tile(self, key: str, number: int, side: int, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a square tile of an RGB image that is kept in tiles. It is shared too."""
        return self._ready(
            f"{key} {number}", lambda: png.tile(self.body(key, lambda: png.tiled(draw(), side)), number)
        )

    def _ready(self, key: str, unpack: Callable[[], Image.Image]) -> Image.Image:
        """Return an image that is ready for use, or unpack it."""
        image = self._raw.get(key)
        if image is not None:
            return image
        with self._turns.turn(f"picture {key}"):
            image = self._raw.get(key)
            if image is None:
                image = unpack()
                self._raw.put(key, image)
            return image

    def derived(self, key: str, make: Callable[[], Image.Image]) -> Image.Image:
        """Return an RGB image that is quickly made from cached ones.

        It does not count as a drawing.
        """
        return self._ready(key, lambda: png.unpacked(self._stored(key, lambda: png.packed(make()))))

    def body(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return some bytes, made unless cached."""

        def counted() -> bytes:
            self.made += 1
            return make()

        return self._stored(key, counted)

    def _stored(self, key: str, make: Callable[[], bytes]) -> bytes:
        with self._turns.turn(key):
            found = self._packed.get(key)
            if found is None:
                found = make() if self.folder is None else self._filed(self.folder, key, make)
                self._packed.put(key, found)
            return found

    def _filed(self, folder: Folder, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the body of a file; one process makes it, and the others wait for it."""
        found = folder.get(key)
        if found is None:
            with folder.turn(key):
                found = folder.get(key)
                if found is None:
                    found = make()
                    folder.put(key, found)
        return found

    def for_now(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return some bytes, made unless they are in memory. They are never in the folder."""
        found = self._packed.get(key)
        if found is None:
            found = make()
            self._packed.put(key, found)
        return found

    def ready(self) -> dict[str, Image.Image]:
        """Return the pictures that are ready for use, by their keys."""
        return self._raw.all()

    def awaited(self, key: str) -> int:
        """Return the number of threads that draw a picture or wait for it."""
        return self._turns.users(f"picture {key}")

    def forget(self) -> None:
        """Clear the memory."""
        self._raw.clear()
        self._rows.clear()
        self._packed.clear()


SHELF = Shelf()
"""The cache of this process."""


def palette(key: str, fit: Callable[[], Image.Image | None]) -> Image.Image | None:
    """Return a map's palette, fitted unless cached.

    Returns `None` for a map that needs more than 256 colours.
    """

    def made() -> bytes:
        found = fit()
        return b"" if found is None else bytes(found.getpalette() or ())

    colours = SHELF.body(digest("palette", key), made)
    if not colours:
        return None
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    image.load()  # Now, so that no two threads do it at once.
    return image


def settle(folder: Path) -> None:
    """Cache in a folder as well, from now on.

    The digest of the code is taken now, so that it matches the running code.
    """
    code()
    SHELF.folder = Folder(folder)


def digest(*parts: Any) -> str:
    """Return the key of some values: equal values have equal keys, in every process."""
    plain = msgspec.json.encode((code(), *parts), order="deterministic")
    return hashlib.sha256(plain).hexdigest()[:40]
