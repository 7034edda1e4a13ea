"""The store on a PostgreSQL server, which several processes of one bot can share.

A process holds its locks on one connection, see `Claims`. Transactions borrow others. The revision of a game and
the keys of its rows decide which of two processes that change it at once must judge again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql.asyncpg import dialect
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store.claims import AGAIN, PATIENCE, SERVING, Claims
from bot.store.connections import Lost, discard, engine, finished, prepare, telling
from bot.store.database import Database, InDoubt, Row, Statement, StoreError, Values, Work
from bot.store.server import Server
from bot.store.statements import ALL, ByDialect

T = TypeVar("T")
_DIALECT = dialect()  # type: ignore[no-untyped-call]


# Statements.


@cache
def _compiled(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a statement, and the names of its parameters in their order."""
    statement = ALL[name]
    source = statement.postgresql if isinstance(statement, ByDialect) else statement
    made = source.compile(dialect=_DIALECT)  # type: ignore[attr-defined]
    assert isinstance(made, SQLCompiler)
    return made.string, tuple(made.positiontup or ())


class PostgresTransaction:
    """A transaction of a connection to a server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, statement: Statement, **values: Any) -> Sequence[Row]:
        """Return the rows that a statement finds."""
        text, names = _compiled(statement.name)
        with telling():
            found = self._connection.exec_driver_sql(text, tuple(values[name] for name in names))
            return found.mappings().all()

    def run(self, statement: Statement, **values: Any) -> int:
        """Run a statement, and return the number of rows that it has changed."""
        text, names = _compiled(statement.name)
        with telling():
            return self._connection.exec_driver_sql(text, tuple(values[name] for name in names)).rowcount

    def run_all(self, statement: Statement, rows: Sequence[Values]) -> None:
        """Run a statement once for each of these values."""
        text, names = _compiled(statement.name)
        if rows:
            with telling():
                self._connection.exec_driver_sql(text, [tuple(each[name] for name in names) for each in rows])


class PostgresDatabase(Database):
    """A database on a server, which this process uses alone or together with others."""

    duties: Claims

    def __init__(self, claims: Claims, connections: AsyncEngine, *, shared: bool) -> None:
        self.duties = claims
        self.shared = shared
        self._engine = connections

    @classmethod
    async def open(cls, server: Server, *, alone: bool = True) -> PostgresDatabase:
        """Open a database, or make its tables.

        Raises `Unusable` if it cannot be reached, is in use, too new, or not writable.
        """
        claims = Claims(server, alone=alone)
        try:
            await claims.open()
            await prepare(server)
        except BaseException:
            await claims.close()
            raise
        pool = engine(server, pool=AsyncAdaptedQueuePool).execution_options(isolation_level="AUTOCOMMIT")
        return cls(claims, pool, shared=not alone)

    async def close(self) -> None:
        """Close the connections, and release the locks."""
        await self._engine.dispose()
        await self.duties.close()

    @finished
    async def read(self, work: Work[T]) -> T:
        """Call `work`, which only reads, and sees the data as they are at one moment."""

        def look(connection: Connection) -> T:
            with telling():
                connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return work(PostgresTransaction(connection))

        return await self._patiently(partial(self._look, look, ends=True))

    @finished
    async def rows(self, statement: Statement, **values: Any) -> Sequence[Row]:
        """Read rows; a single statement needs no transaction."""

        def look(connection: Connection) -> Sequence[Row]:
            return PostgresTransaction(connection).rows(statement, **values)

        return await self._patiently(partial(self._look, look))

    @finished
    async def write(self, work: Work[T]) -> T:
        """Write in one transaction."""
        return await self._patiently(partial(self._attempt, work))

    async def _patiently(self, attempt: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Make an attempt, and others for some time if it is lost without effect."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return await attempt()
            except Lost as lost:
                if time.monotonic() > end:
                    raise StoreError(f"the database cannot be reached: {lost}") from lost
                await self.duties.check()
                await asyncio.sleep(AGAIN)

    async def _look(self, look: Callable[[Connection], T], *, ends: bool = False) -> T:
        """Read with a borrowed connection; `ends` says that a transaction has begun."""
        async with self._borrowed() as connection:
            try:
                return await _do(connection, look)
            finally:
                if ends:
                    await _roll_back(connection)

    async def _attempt(self, work: Work[T]) -> T:
        """Write in one transaction.

        Raises `Lost` if the connection broke and nothing was stored.
        """
        number = ""
        if not self.shared:
            await self.duties.check()  # Another process may have the games since the connection was lost.

        def begin(connection: Connection) -> T:
            nonlocal number
            with telling():
                connection.exec_driver_sql("BEGIN")
                number, may = connection.exec_driver_sql(_BEGIN, (SERVING,)).one()
            if not may:
                raise StoreError("the games are being replaced by a backup")
            return work(PostgresTransaction(connection))

        async with self._borrowed() as connection:
            try:
                result = await _do(connection, begin)
            except BaseException:
                await _roll_back(connection)
                raise
            try:
                await _do(connection, partial(_run, "COMMIT"))
                return result
            except Lost as error:
                await discard(connection)
                lost = error
        if not await self._is_committed(number, lost):
            raise lost
        return result

    async def _is_committed(self, number: str, lost: Lost) -> bool:
        """Ask whether a transaction was stored whose end was not heard.

        Raises `InDoubt` if the server does not tell.
        """
        end, told = time.monotonic() + PATIENCE, None
        try:
            while (told := await self._patiently(partial(self._state_of, number))) == "in progress":
                if time.monotonic() > end:
                    break
                await asyncio.sleep(AGAIN)
        except StoreError as error:
            raise InDoubt(str(error)) from lost
        if told not in ("committed", "aborted"):
            raise InDoubt(str(lost)) from lost
        return told == "committed"

    async def _state_of(self, number: str) -> str | None:
        async with self._borrowed() as connection:
            return await _do(connection, partial(_state_of, number))

    @asynccontextmanager
    async def _borrowed(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection.

        Raises `Lost` if it breaks; the idle ones are then made again.
        """
        with telling():
            connection = await self._engine.connect()
        try:
            yield connection
        except Lost:
            await discard(connection)
            await self._engine.dispose()
            raise
        finally:
            with suppress(Exception):
                await connection.close()


_BEGIN = "SELECT pg_current_xact_id()::text, pg_try_advisory_xact_lock_shared($1::bigint)"
"""Returns the number of a transaction, and whether the games may change."""


async def _do(connection: AsyncConnection, work: Callable[[Connection], T]) -> T:
    with telling():
        return await connection.run_sync(work)


async def _roll_back(connection: AsyncConnection) -> None:
    """Undo a transaction. The server does so itself if the connection is lost."""
    try:
        await _do(connection, partial(_run, "ROLLBACK"))
    except (StoreError, InvalidRequestError):
        await discard(connection)


def _run(sql: str, connection: Connection) -> None:
    connection.exec_driver_sql(sql)


def _state_of(number: str, connection: Connection) -> str | None:
    found = connection.exec_driver_sql("SELECT pg_xact_status($1::text::xid8)", (number,))
    return found.scalar_one_or_none()
