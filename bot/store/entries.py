"""The entries of a log in little memory: lines of text, decoded on demand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, Generic, TypeVar, overload

import msgspec

from bot.kernel.game import Game
from bot.kernel.log import Entry
from bot.kit.codec import decode, encode

try:
    from isal import isal_zlib as packer
except ImportError:  # It is not built for every processor; zlib is slower.
    import zlib as packer  # type: ignore[no-redef]

A = TypeVar("A")
E = TypeVar("E")

_pack = msgspec.msgpack.Encoder()
_unpack = msgspec.msgpack.Decoder(list[str])
BLOCK = 8
"""Lines that are compressed together; the newest lines are not compressed."""
DECODED = 4
"""Most entries that stay decoded: those added or read last."""


class Entries(Sequence[Entry[A, E]], Generic[A, E]):
    """Entries of a log. A decoded entry takes many times the memory of its line.

    Several threads read them while one extends them, so values are replaced and never changed in part. Reading a
    line that is no entry raises the errors of `decode`.
    """

    def __init__(self, game: Game[Any, A, E], entries: Iterable[Entry[A, E] | str] = ()) -> None:
        self._game = game
        self._lines: tuple[tuple[bytes, ...], tuple[str, ...]] = ((), ())
        """The compressed blocks of lines, and the newest lines."""
        self._open: tuple[int, Sequence[str]] = (-1, ())
        """The block that was read last."""
        self._decoded: OrderedDict[int, Entry[A, E]] = OrderedDict()
        self._add(entries)

    def __len__(self) -> int:
        blocks, newest = self._lines
        return len(blocks) * BLOCK + len(newest)

    def copy(self) -> Entries[A, E]:
        """Return a log of the same entries, to be extended on its own."""
        same = copy(self)
        same._decoded = OrderedDict()
        return same

    def extend(self, entries: Iterable[Entry[A, E] | str]) -> None:
        """Add entries, or their lines."""
        self._add(entries)
        self._compress()

    def _add(self, entries: Iterable[Entry[A, E] | str]) -> None:
        blocks, newest = self._lines
        lines = list(newest)
        for n, each in enumerate(entries, len(self)):
            if isinstance(each, str):
                lines.append(each)
            else:
                lines.append(encode(each).decode())
                self._keep(n, each)
        self._lines = blocks, tuple(lines)

    def _compress(self) -> None:
        blocks, newest = self._lines
        begins = range(0, len(newest) - BLOCK, BLOCK)
        packed = [packer.compress(_pack.encode(newest[n : n + BLOCK]), 1) for n in begins]
        self._lines = (*blocks, *packed), newest[len(packed) * BLOCK :]

    @overload
    def __getitem__(self, n: int) -> Entry[A, E]: ...
    @overload
    def __getitem__(self, n: slice) -> list[Entry[A, E]]: ...
    def __getitem__(self, n: int | slice) -> Entry[A, E] | list[Entry[A, E]]:
        if isinstance(n, slice):
            return [self[each] for each in range(*n.indices(len(self)))]
        number = range(len(self))[n]
        entry = self._decoded.get(number)
        if entry is None:
            entry = decode(self._game, self._line(number))
            self._keep(number, entry)
        return entry

    def close(self) -> None:
        """Compress old lines and forget what was read, when a game has been loaded."""
        self._compress()
        self._open = -1, ()
        self._decoded = OrderedDict()

    def _line(self, n: int) -> str:
        blocks, newest = self._lines
        number, at = divmod(n, BLOCK)
        if number >= len(blocks):
            return newest[n - len(blocks) * BLOCK]
        known, lines = self._open
        if known != number:
            lines = _unpack.decode(packer.decompress(blocks[number]))
            self._open = number, lines
        return lines[at]

    def _keep(self, n: int, entry: Entry[A, E]) -> None:
        self._decoded[n] = entry
        while len(self._decoded) > DECODED:
            with suppress(KeyError):  # Another thread may have made room.
                self._decoded.popitem(last=False)
