"""One SQLite file: opened with care, kept up to date by numbered schema files, written by one hand at a time."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

Row = sqlite3.Row
Params = Sequence[Any]
T = TypeVar("T")


class Unusable(Exception):
    """The database cannot be used; nothing in it was touched. The message is one line for the host."""


class Database:
    """A connection that this process holds alone, so that no second bot works on the same games.

    It lives on a thread of its own, since a commit waits for the disk. Tasks take turns on it: nobody reads what
    another has not committed.
    """

    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open a database, or make it. Raises `Unusable` when it is corrupt, locked, too new, or not writable."""
        thread = ThreadPoolExecutor(1, "database")
        try:
            connection = await asyncio.get_running_loop().run_in_executor(thread, _open, path)
        except BaseException:
            thread.shutdown(wait=False)
            raise
        return cls(connection, thread)

    async def close(self) -> None:
        """Close the connection; what was committed is safe."""
        await self._do(self._connection.close)
        self._thread.shutdown(wait=False)

    async def _do(self, work: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)

    async def rows(self, sql: str, params: Params = ()) -> list[Row]:
        """Read rows."""
        async with self._turn:
            return await self._do(lambda: self._connection.execute(sql, params).fetchall())

    async def row(self, sql: str, params: Params = ()) -> Row | None:
        """Read the first row."""
        return next(iter(await self.rows(sql, params)), None)

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Write in one transaction and in one go, for what happens often: `work` runs on the database's thread.

        All of it is durable when this returns, or none of it happened, whenever the task is cancelled. Raises
        `sqlite3.Error`, such as for a full disk.
        """

        def transaction() -> T:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                result = work(self._connection)
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.rollback()
                raise
            return result

        async with self._turn:
            return await self._do(transaction)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writer]:
        """Write in one transaction, statement by statement: all of it is durable when the block ends, or nothing.

        Raises `sqlite3.Error`, such as for a full disk, after taking everything back.
        """
        async with self._turn:
            try:
                await self._do(self._connection.execute, "BEGIN IMMEDIATE")
                yield Writer(self._connection, self._do)
                await self._do(self._connection.execute, "COMMIT")
            except BaseException:
                await self._do(self._connection.rollback)
                raise


class Writer:
    """The statements of one transaction."""

    def __init__(self, connection: sqlite3.Connection, do: Callable[..., Any]) -> None:
        self._connection = connection
        self._do = do

    async def run(self, sql: str, params: Params = ()) -> int:
        """Run a statement; returns how many rows it changed."""
        cursor: sqlite3.Cursor = await self._do(self._connection.execute, sql, params)
        return cursor.rowcount

    async def insert(self, sql: str, params: Params = ()) -> int:
        """Insert a row; returns its id."""
        cursor: sqlite3.Cursor = await self._do(self._connection.execute, sql, params)
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    async def run_many(self, sql: str, params: Iterable[Params]) -> None:
        """Run a statement once for each set of parameters."""
        await self._do(self._connection.executemany, sql, params)


def _open(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise Unusable(f"{path}: cannot be opened: {error}") from error
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict is None or verdict[0] != "ok":
            raise Unusable(f"{path}: is damaged: {verdict[0] if verdict else 'no answer'}")
        _migrate(connection, path)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error):
            why = "is in use by another process" if "locked" in str(error) else f"cannot be used: {error}"
            raise Unusable(f"{path}: {why}") from error
        raise
    return connection


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Apply the schema files that this database has not seen, each with its number in one transaction."""
    at = connection.execute("PRAGMA user_version").fetchone()[0]
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
            connection.executescript(f"BEGIN;{_bare(script)}PRAGMA user_version = {number};COMMIT;")


def _bare(script: str) -> str:
    return re.sub(r"--[^\n]*", "", script)
