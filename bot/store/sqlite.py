"""The store in one SQLite file with one writer at a time.

Opening checks the file and applies the numbered schema files that it lacks.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from bot.store.database import Conflict, Database, Row, Statement, StoreError, Values, Work
from bot.store.files import (
    LACKS_WAL,
    Unusable,
    beside,
    look_through,
    real,
    recognize,
    schema_files,
    schema_number,
    schema_of,
    script,
    unusable,
)
from bot.store.worker import Worker

log = logging.getLogger(__name__)

T = TypeVar("T")


class Hold:
    """The right to work on a database, which one process has at a time.

    It ends with the process at the latest. It is a lock on an empty file beside the database, so other processes
    can still read the database, such as for a backup.
    """

    def __init__(self, path: Path) -> None:
        """Take hold of a database.

        Raises `sqlite3.OperationalError` if another process has it.
        """
        self._connection = sqlite3.connect(
            beside(real(path), "-lock"), timeout=1.0, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except BaseException:
            self._connection.close()
            raise

    def release(self) -> None:
        """Release the database for other processes."""
        self._connection.close()


def _of_store(error: sqlite3.Error) -> StoreError:
    """Return the error of the store for an error of SQLite."""
    return Conflict(str(error)) if isinstance(error, sqlite3.IntegrityError) else StoreError(str(error))


class SqliteTransaction:
    """A transaction of a connection to SQLite."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, statement: Statement, **values: Any) -> Sequence[Row]:
        """Return the rows that a statement finds."""
        try:
            return self._connection.execute(statement.text, values).fetchall()
        except sqlite3.Error as error:
            raise _of_store(error) from error

    def run(self, statement: Statement, **values: Any) -> int:
        """Run a statement, and return the number of rows that it has changed."""
        try:
            return self._connection.execute(statement.text, values).rowcount
        except sqlite3.Error as error:
            raise _of_store(error) from error

    def run_all(self, statement: Statement, rows: Sequence[Values]) -> None:
        """Run a statement once for each of these values."""
        try:
            if rows:
                self._connection.executemany(statement.text, rows)
        except sqlite3.Error as error:
            raise _of_store(error) from error


class SqliteDatabase(Database):
    """A connection to a file that this process holds.

    The hold keeps a second bot from the same games.
    """

    def __init__(self, thread: Worker, connection: sqlite3.Connection, hold: Hold) -> None:
        self._thread = thread
        self._connection = connection
        self._hold = hold
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> SqliteDatabase:
        """Open a database, or make it.

        Raises `Unusable` if it is corrupt, locked, too new, or not writable.
        """
        thread = Worker("database")
        try:
            connection, hold = await thread.do(partial(_open, path))
        except BaseException:
            thread.stop()
            raise
        return cls(thread, connection, hold)

    async def close(self) -> None:
        """Close the connection. The file itself then holds all committed changes."""
        try:
            await self.do(_close)
        finally:
            self._thread.stop()
            self._hold.release()

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call `work` with the connection, on the database's thread. Raises `StoreError`."""
        try:
            return await self._thread.do(partial(work, self._connection))
        except sqlite3.Error as error:
            raise _of_store(error) from error

    async def read(self, work: Work[T]) -> T:
        """Call `work`, which only reads, on the database's thread."""
        async with self._turn:
            return await self.do(lambda connection: work(SqliteTransaction(connection)))

    async def write(self, work: Work[T]) -> T:
        """Write in one transaction: `work` runs on the database's thread."""

        def transaction(connection: sqlite3.Connection) -> T:
            try:
                connection.execute("BEGIN IMMEDIATE")
                result = work(SqliteTransaction(connection))
                connection.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise
            return result

        async with self._turn:
            return await self.do(transaction)


def _open(path: Path) -> tuple[sqlite3.Connection, Hold]:
    """Open, hold and check a file, and bring it up to date."""
    path = real(path)
    _recognize(path)
    had_wal = beside(path, "-wal").exists()
    try:
        connection = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    except sqlite3.Error as error:
        raise Unusable(f"{path}: cannot be opened: {error}") from error
    hold = None
    try:
        hold = Hold(path)
        _look_through(path, connection)
        _begin_use(path, connection, had_wal=had_wal)
    except BaseException as error:
        connection.close()
        if hold is not None:
            hold.release()
        if isinstance(error, sqlite3.Error):
            raise unusable(path, error) from error
        raise
    return connection, hold


def _recognize(path: Path) -> None:
    """Raise `Unusable` for a file that is not ours, before anything touches it."""
    if path.is_file() and path.stat().st_size:
        recognize(path)
        return
    wal = beside(path, "-wal")
    if wal.is_file() and wal.stat().st_size:
        raise Unusable(f"{wal}: has the last orders of a database that is gone; put them together, or delete it")


def _look_through(path: Path, connection: sqlite3.Connection) -> None:
    schema = schema_of(path, connection)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    look_through(path, connection)
    migrate(connection, schema)


def migrate(connection: sqlite3.Connection, schema: int) -> None:
    """Apply the schema files that this database lacks.

    Each file and its number are written in one transaction.
    """
    for file in schema_files():
        number = schema_number(file)
        if number > schema:
            connection.executescript(f"BEGIN;{script(file)}PRAGMA user_version = {number};COMMIT;")


def _begin_use(path: Path, connection: sqlite3.Connection, *, had_wal: bool) -> None:
    """Note in the file that it is open.

    Logs a warning if the file was copied while it was open, but without its `-wal`.
    """
    opened, closed = connection.execute("SELECT opened, closed FROM uses").fetchone()
    if opened != closed and not had_wal:
        log.warning("%s", LACKS_WAL.format(path))
    connection.execute("UPDATE uses SET opened = opened + 1")
    _fold(connection)


def _close(connection: sqlite3.Connection) -> None:
    """Close a connection properly. The file alone then holds everything."""
    try:
        connection.execute("UPDATE uses SET closed = opened")
        _fold(connection)
    except sqlite3.Error as error:
        log.warning("the database is not closed in order, and keeps its -wal file (%s)", error)
    finally:
        connection.close()


def _fold(connection: sqlite3.Connection) -> None:
    """Move the contents of the `-wal` into the file."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
