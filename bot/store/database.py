"""One SQLite file: checked when it is opened, kept up to date by numbered schema files, one writer at a time."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from bot.store.worker import Worker

Row = sqlite3.Row
Params = Sequence[Any]
T = TypeVar("T")


class Unusable(Exception):
    """The database cannot be used; nothing in it was touched. The message is one line for the host."""


class Hold:
    """The right to work on a database, which one process has at a time; it ends with the process at the latest.

    It is a lock on an empty file beside the database, so that others can still read that, such as for a backup.
    """

    def __init__(self, path: Path) -> None:
        """Take hold of a database. Raises `sqlite3.OperationalError` where another process has it."""
        self._connection = sqlite3.connect(
            f"{path}-lock", timeout=1.0, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except BaseException:
            self._connection.close()
            raise

    def release(self) -> None:
        """Let others have it."""
        self._connection.close()


class Database:
    """A connection to a file that this process has a hold of, so that no second bot works on the same games.

    Tasks take turns on it: nobody reads what another has not committed.
    """

    def __init__(self, thread: Worker, connection: sqlite3.Connection, hold: Hold) -> None:
        self._thread = thread
        self._connection = connection
        self._hold = hold
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open a database, or make it. Raises `Unusable` when it is corrupt, locked, too new, or not writable."""
        thread = Worker("database")
        try:
            connection, hold = await thread.do(partial(_open, path))
        except BaseException:
            thread.stop()
            raise
        return cls(thread, connection, hold)

    async def close(self) -> None:
        """Close the connection; what was committed is safe."""
        try:
            await self.do(sqlite3.Connection.close)
        finally:
            self._thread.stop()
            self._hold.release()

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let `work` have the connection, on the database's thread."""
        return await self._thread.do(partial(work, self._connection))

    async def rows(self, sql: str, params: Params = ()) -> list[Row]:
        """Read rows."""
        async with self._turn:
            return await self.do(lambda connection: connection.execute(sql, params).fetchall())

    async def row(self, sql: str, params: Params = ()) -> Row | None:
        """Read the first row."""
        return next(iter(await self.rows(sql, params)), None)

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Write in one transaction: `work` runs on the database's thread.

        All of it is durable when this returns. What a task had written that is cancelled meanwhile is there whole
        or not at all, and nobody knows which. Raises `sqlite3.Error`, such as for a full disk.
        """

        def transaction(connection: sqlite3.Connection) -> T:
            try:
                connection.execute("BEGIN IMMEDIATE")
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise
            return result

        async with self._turn:
            return await self.do(transaction)

    async def run(self, sql: str, params: Params = ()) -> None:
        """Write with one statement, a transaction of its own; `write` tells what it promises."""
        await self.write(lambda connection: connection.execute(sql, params))


def unusable(path: Path, error: sqlite3.Error) -> Unusable:
    """Return the one line that tells the host why a file cannot be used."""
    why = "is in use by another process" if "locked" in str(error) else f"cannot be used: {error}"
    return Unusable(f"{path}: {why}")


def _open(path: Path) -> tuple[sqlite3.Connection, Hold]:
    """Open a file and take hold of it, look whether it is whole, and bring it up to date."""
    try:
        connection = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    except sqlite3.Error as error:
        raise Unusable(f"{path}: cannot be opened: {error}") from error
    hold = None
    try:
        hold = Hold(path)
        _look_through(path, connection)
    except BaseException as error:
        connection.close()
        if hold is not None:
            hold.release()
        if isinstance(error, sqlite3.Error):
            raise unusable(path, error) from error
        raise
    return connection, hold


def _look_through(path: Path, connection: sqlite3.Connection) -> None:
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict is None or verdict[0] != "ok":
        raise Unusable(f"{path}: is damaged: {verdict[0] if verdict else 'no answer'}")
    _migrate(path, connection)


def _migrate(path: Path, connection: sqlite3.Connection) -> None:
    """Apply the schema files that this database has not seen, each with its number in one transaction."""
    at = schema_of(path, connection)
    for file in _schema_files():
        number = int(file.name[:4])
        if number > at:
            script = file.read_text(encoding="utf-8")
            connection.executescript(f"BEGIN;{_bare(script)}PRAGMA user_version = {number};COMMIT;")


def schema_of(path: Path, connection: sqlite3.Connection) -> int:
    """Return the number of a database's schema, 0 of an empty one. Raises `Unusable` for one of the future."""
    at = int(connection.execute("PRAGMA user_version").fetchone()[0])
    newest = int(_schema_files()[-1].name[:4])
    if at > newest:
        raise Unusable(f"{path}: was written by a newer Fieldpost (schema {at}, this one knows {newest})")
    return at


def _schema_files() -> list[Traversable]:
    files = resources.files("bot.store").joinpath("schema").iterdir()
    return sorted((file for file in files if file.name.endswith(".sql")), key=lambda file: file.name)


def _bare(script: str) -> str:
    return re.sub(r"--[^\n]*", "", script)
