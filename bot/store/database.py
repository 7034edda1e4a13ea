"""One SQLite file: opened with care, kept up to date by numbered schema files, written by one hand at a time."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import aiosqlite

Row = sqlite3.Row
Params = Sequence[Any]


class Unusable(Exception):
    """The database cannot be used; nothing in it was touched. The message is one line for the host."""


class Database:
    """A connection that this process holds alone, so that no second bot works on the same games.

    Tasks take turns on it: nobody reads what another has not committed.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open a database, or make it. Raises `Unusable` when it is corrupt, locked, too new, or not writable."""
        try:
            sqlite3.connect(path).close()  # Where that fails, it must not leave a thread of aiosqlite behind.
            connection = await aiosqlite.connect(path, timeout=1.0)
        except sqlite3.Error as error:
            raise Unusable(f"{path}: cannot be opened: {error}") from error
        try:
            connection.row_factory = sqlite3.Row
            await connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            await connection.execute("PRAGMA journal_mode = WAL")
            await connection.execute("PRAGMA synchronous = FULL")
            await connection.execute("PRAGMA foreign_keys = ON")
            verdict = await (await connection.execute("PRAGMA quick_check(1)")).fetchone()
            if verdict is None or verdict[0] != "ok":
                raise Unusable(f"{path}: is damaged: {verdict[0] if verdict else 'no answer'}")
            await _migrate(connection, path)
        except BaseException as error:
            await connection.close()
            if isinstance(error, sqlite3.Error):
                why = "is in use by another process" if "locked" in str(error) else f"cannot be used: {error}"
                raise Unusable(f"{path}: {why}") from error
            raise
        return cls(connection)

    async def close(self) -> None:
        """Close the connection; what was committed is safe."""
        await self._connection.close()

    async def rows(self, sql: str, params: Params = ()) -> list[Row]:
        """Read rows."""
        async with self._turn, self._connection.execute(sql, params) as cursor:
            return list(await cursor.fetchall())

    async def row(self, sql: str, params: Params = ()) -> Row | None:
        """Read the first row."""
        async with self._turn, self._connection.execute(sql, params) as cursor:
            return await cursor.fetchone()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writer]:
        """Write in one transaction: all of it is durable when the block ends, or none of it happened.

        Raises `sqlite3.Error`, such as for a full disk, after taking everything back.
        """
        async with self._turn:
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                yield Writer(self._connection)
                await self._connection.commit()
            except BaseException:
                await self._connection.rollback()
                raise


class Writer:
    """The statements of one transaction."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, params: Params = ()) -> int:
        """Run a statement; returns how many rows it changed."""
        async with self._connection.execute(sql, params) as cursor:
            return cursor.rowcount

    async def insert(self, sql: str, params: Params = ()) -> int:
        """Insert a row; returns its id."""
        async with self._connection.execute(sql, params) as cursor:
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    async def run_many(self, sql: str, params: Iterable[Params]) -> None:
        """Run a statement once for each set of parameters."""
        await self._connection.executemany(sql, params)


async def _migrate(connection: aiosqlite.Connection, path: Path) -> None:
    """Apply the schema files that this database has not seen, each with its number in one transaction."""
    found = await (await connection.execute("PRAGMA user_version")).fetchone()
    at = found[0] if found else 0
    files = sorted(
        (file for file in resources.files("bot.store").joinpath("schema").iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    newest = int(files[-1].name[:4])
    if at > newest:
        raise Unusable(f"{path}: was written by a newer Fieldpost (schema {at}, this one knows {newest})")
    for file in files:
        number = int(file.name[:4])
        if number > at:
            script = file.read_text(encoding="utf-8")
            await connection.executescript(f"BEGIN;{_bare(script)}PRAGMA user_version = {number};COMMIT;")


def _bare(script: str) -> str:
    return re.sub(r"--[^\n]*", "", script)
