"""The history: every record and file in a SQLite file, written change by change.

It survives a restart. `save` writes all changes since the last call in a single transaction. After awaiting it, a
change is on disk, or `trouble` gives the reason why not. Without a path, nothing is written.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from bot.local import table_file
from bot.local.events import Event
from bot.local.salvage import salvaged, set_aside
from bot.local.world import World
from bot.store.files import Damaged
from bot.store.worker import Worker

T = TypeVar("T")
_log = logging.getLogger(__name__)
_PATIENCE: Final = 2.0
"""Seconds that a request waits for the disk.

Others have already seen its effect, so its answer must not wait longer.
"""
_AGAIN: Final = 5.0
"""Seconds before a failed write is retried."""
_LAST_PATIENCE: Final = 8.0
"""Seconds that shutdown waits for the disk."""


class History:
    """The file of a world; without a `path`, everything is forgotten at the end.

    `trouble` is the reason why the file cannot be written at the moment, "" if it can. `damage` describes the
    fault of a file that was set aside under the name `aside`. `is_new` is true if this start created the file.
    """

    def __init__(self, world: World, path: Path | None) -> None:
        self.world = world
        self.path = path
        self.trouble = ""
        self.damage = ""
        self.aside: Path | None = None
        self.is_new = path is None
        self._connection: sqlite3.Connection | None = None
        self._thread: Worker | None = None
        self._turn = asyncio.Lock()
        self._retry: asyncio.TimerHandle | None = None
        self._writing: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open or create the file and load it into the world.

        A damaged file is set aside, and its readable records go into a new file. Raises `Unusable` for a file that
        is in use, comes from a newer release or cannot be written.
        """
        if self.path is None:
            return
        self._thread = Worker("table")
        try:
            await self._thread.do(partial(self._open, self.path))
        except BaseException:
            self._thread.stop()
            self._thread = None
            raise
        self.world.shelf.lost = self._file

    @property
    def damage_report(self) -> str:
        """Describe the damage of a file that was set aside, and the recovered part."""
        assert self.aside is not None
        saved = "what could be read of it is here again" if self.world.messages else "a new one is begun"
        return (
            f"is damaged ({self.damage}); it is kept as {self.aside.name}, and {saved}; the games are not touched"
        )

    def _open(self, path: Path) -> None:
        """Open the file and read it, on the file's thread."""
        try:
            self._connection, found = table_file.opened(path, self.world.shelf.key)
        except Damaged as damage:
            self.damage, self.aside = damage.why, set_aside(path)
            found, files = salvaged(self.aside, self.world.shelf.key)
            self._connection, _ = table_file.opened(path, found.key)
            for record in found.records:
                self.world.keep(record)
            self.world.shelf.unsaved.update(files)
        self.is_new = found.is_new
        self.world.shelf.key = found.key
        for record in found.records:
            self.world.load(record)
            self.world.seen_id(record.id)

    async def close(self) -> None:
        """Write what is left and close the file."""
        if self._thread is None or self._connection is None:
            return
        await self._tried(_LAST_PATIENCE)
        if self._retry is not None:
            self._retry.cancel()
        if self.trouble:
            _log.error("%s could not be written: %s; the last messages are lost", self.path, self.trouble)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._do(sqlite3.Connection.close), _LAST_PATIENCE)
        self._thread.stop()
        self._connection = self._thread = None

    async def save(self) -> None:
        """Write all changes since the last time in a single transaction.

        Never raises. While the file cannot be written, the changes are kept for later, and no caller waits.
        """
        if self._connection is None:
            if self.path is None:
                self.world.unsaved.clear()
                self.world.shelf.unsaved.clear()
        elif not self.trouble:
            await self._tried(_PATIENCE)

    async def _tried(self, patience: float) -> None:
        """Write, and wait for the result for at most `patience` seconds."""
        writing = asyncio.create_task(self._write())
        self._writing.add(writing)
        writing.add_done_callback(self._writing.discard)
        _, late = await asyncio.wait({writing}, timeout=patience)
        if late:
            self._is_in_trouble("the disk does not answer")

    async def _write(self) -> None:
        async with self._turn:
            world, shelf = self.world, self.world.shelf
            records, files = dict(world.unsaved), dict(shelf.unsaved)
            if records or files:
                world.unsaved.clear()
                shelf.unsaved.clear()
                try:
                    await self._do(lambda connection: table_file.write(connection, records, files))
                except BaseException as error:
                    world.unsaved = records | world.unsaved
                    shelf.unsaved = files | shelf.unsaved
                    self._failed(error)
                    return
                shelf.thin()
        self._is_in_trouble("")

    def _failed(self, error: BaseException) -> None:
        """Record the reason for a failed write, and schedule a retry."""
        self._is_in_trouble(str(error) or type(error).__name__)
        if not isinstance(error, Exception):
            raise error
        if not isinstance(error, sqlite3.Error | OSError):
            _log.error("%s could not be written", self.path, exc_info=error)
        if self._retry is not None:
            self._retry.cancel()
        self._retry = asyncio.get_running_loop().call_later(_AGAIN, self._try_again)

    def _try_again(self) -> None:
        if self._connection is not None:
            writing = asyncio.create_task(self._write())
            self._writing.add(writing)
            writing.add_done_callback(self._writing.discard)

    def _is_in_trouble(self, why: str) -> None:
        """Record whether the file can be written, and announce changes at the table."""
        if why == self.trouble:
            return
        if why:
            _log.error("%s cannot be written: %s", self.path, why)
        else:
            _log.warning("%s can be written again", self.path)
        self.trouble = why
        self.world.tell(Event("HISTORY_STATUS", dict))

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        assert self._thread is not None
        assert self._connection is not None
        return await self._thread.do(partial(work, self._connection))

    async def _file(self, attachment_id: str) -> bytes | None:
        if self._connection is None:
            return None
        return await self._do(lambda connection: table_file.file(connection, attachment_id))
