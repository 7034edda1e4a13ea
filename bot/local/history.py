"""What survives a restart: every record and file in one SQLite file, written change by change.

`save` is one transaction with all that has changed since the last; whoever awaits it knows that what they did is
on the disk. Without a path there is nothing to write, and all of this does nothing.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiosqlite
import msgspec

from bot.local.known import Record
from bot.local.objects import Channel, Command, Guild, Message, User
from bot.local.world import World

_SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE record (kind TEXT NOT NULL, id TEXT NOT NULL, json BLOB NOT NULL, PRIMARY KEY (kind, id))
    WITHOUT ROWID;
CREATE TABLE file (id TEXT PRIMARY KEY, content BLOB NOT NULL);
CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL);
"""
_KINDS: dict[str, type[Record]] = {kind.__name__: kind for kind in (User, Guild, Channel, Message, Command)}


class History:
    """The file of a world. `path` None: everything is forgotten at the end."""

    def __init__(self, world: World, path: Path | None) -> None:
        self.world = world
        self.path = path
        self._database: aiosqlite.Connection | None = None
        self._writing = asyncio.Lock()

    async def open(self) -> None:
        """Open or make the file and read everything in it into the world.

        Raises ValueError where the file comes from a newer release.
        """
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        database = self._database = await aiosqlite.connect(self.path)
        try:
            await database.execute("PRAGMA journal_mode = WAL")
            await database.execute("PRAGMA synchronous = NORMAL")
            await self._migrate(database)
            await self._read(database)
        except BaseException:
            self._database = None
            await database.close()
            raise
        self.world.shelf.lost = self._file

    async def close(self) -> None:
        """Write what is left and close the file."""
        await self.save()
        if self._database is not None:
            await self._database.close()
            self._database = None

    async def save(self) -> None:
        """Write all changes since the last time in one transaction."""
        database = self._database
        if database is None:
            self.world.unsaved.clear()
            self.world.shelf.unsaved.clear()
            return
        async with self._writing:
            records = dict(self.world.unsaved)
            files = dict(self.world.shelf.unsaved)
            if not records and not files:
                return
            self.world.unsaved.clear()
            self.world.shelf.unsaved.clear()
            try:
                await _write(database, records, files)
            except BaseException:
                await database.rollback()
                self.world.unsaved = records | self.world.unsaved
                self.world.shelf.unsaved = files | self.world.shelf.unsaved
                raise
            self.world.shelf.thin()

    async def _migrate(self, database: aiosqlite.Connection) -> None:
        async with database.execute("PRAGMA user_version") as cursor:
            version = (await cursor.fetchone() or (0,))[0]
        if version > _SCHEMA_VERSION:
            raise ValueError(f"{self.path} was written by a newer release of Fieldpost")
        if version == 0:
            await database.executescript(_SCHEMA)
            key = self.world.shelf.key
            await database.execute("INSERT INTO setting VALUES ('file key', ?)", (key,))
            await database.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
            await database.commit()

    async def _read(self, database: aiosqlite.Connection) -> None:
        async with database.execute("SELECT value FROM setting WHERE name = 'file key'") as cursor:
            row = await cursor.fetchone()
        if row is not None:
            self.world.shelf.key = bytes(row[0])
        async with database.execute("SELECT kind, id, json FROM record ORDER BY length(id), id") as cursor:
            async for kind, record_id, json in cursor:
                self.world.load(msgspec.json.decode(json, type=_KINDS[kind]))
                self.world.seen_id(record_id)

    async def _file(self, attachment_id: str) -> bytes | None:
        if self._database is None:
            return None
        query = "SELECT content FROM file WHERE id = ?"
        async with self._database.execute(query, (attachment_id,)) as cursor:
            row = await cursor.fetchone()
        return None if row is None else bytes(row[0])


async def _write(
    database: aiosqlite.Connection,
    records: dict[tuple[str, str], Record | None],
    files: dict[str, bytes | None],
) -> None:
    """All of it in one transaction."""
    kept = [(*key, msgspec.json.encode(record)) for key, record in records.items() if record is not None]
    gone = [key for key, record in records.items() if record is None]
    new_files = [(key, content) for key, content in files.items() if content is not None]
    gone_files = [(key,) for key, content in files.items() if content is None]
    await database.execute("BEGIN IMMEDIATE")
    for statement, rows in (
        ("INSERT OR REPLACE INTO record VALUES (?, ?, ?)", kept),
        ("DELETE FROM record WHERE kind = ? AND id = ?", gone),
        ("INSERT OR REPLACE INTO file VALUES (?, ?)", new_files),
        ("DELETE FROM file WHERE id = ?", gone_files),
    ):
        if rows:
            await database.executemany(statement, rows)
    await database.commit()
