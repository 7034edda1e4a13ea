"""The store on a PostgreSQL server, for one process at a time.

Everything goes through one connection, which holds an advisory lock. So nothing can be written without the lock,
and a process that has lost its connection writes again only if it gets the lock again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache, partial
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql.asyncpg import dialect
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store.database import Conflict, Database, InDoubt, Row, Statement, StoreError, Values, Work
from bot.store.files import APPLICATION, Unusable
from bot.store.migration import MIGRATING, bring_up_to_date
from bot.store.server import Server
from bot.store.statements import ALL, ByDialect

T = TypeVar("T")
SERVING = APPLICATION
"""The advisory lock of the process that serves the games of a database."""
CONNECTING = 5.0
"""Seconds for one attempt to connect."""
ANSWERING = 30.0
"""Seconds for one statement, after which the connection counts as lost."""
PATIENCE = 10.0
"""Seconds for which a write waits for a lost server to return."""
OLDEST = 13
"""The first release of PostgreSQL with `pg_xact_status` by 64 bits."""
AGAIN = 0.1
"""Seconds between two attempts."""
LEAVING = 1.0
"""Seconds in which another process that stops may still release the database."""
_DIALECT = dialect()  # type: ignore[no-untyped-call]
_ENDING = ("57P01", "57P02", "57P03")
"""The codes by which a server that stops ends a connection."""


class Lost(StoreError):
    """The connection is gone, and the server has undone the transaction."""


class Busy(Exception):
    """Another process serves the database."""


# Statements.


@cache
def _compiled(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the text of a statement, and the names of its parameters in their order."""
    statement = ALL[name]
    source = statement.postgresql if isinstance(statement, ByDialect) else statement
    made = source.compile(dialect=_DIALECT)  # type: ignore[attr-defined]
    assert isinstance(made, SQLCompiler)
    return made.string, tuple(made.positiontup or ())


@contextmanager
def _telling() -> Iterator[None]:
    """Turn errors of the server and of the connection to it into those of the store."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(reason(error)) from error
    except DBAPIError as error:
        lost = error.connection_invalidated or getattr(error.orig, "sqlstate", None) in _ENDING
        raise (Lost if lost else StoreError)(reason(error)) from error
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise Lost(reason(error)) from error


def reason(error: BaseException) -> str:
    """Return the first line of an error, without the statement and its values."""
    inner = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    said = str(inner.__cause__ or inner).strip()
    return said.splitlines()[0] if said else type(inner.__cause__ or inner).__name__


class PostgresTransaction:
    """A transaction of a connection to a server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, statement: Statement, **values: Any) -> Sequence[Row]:
        """Return the rows that a statement finds."""
        text, names = _compiled(statement.name)
        with _telling():
            found = self._connection.exec_driver_sql(text, tuple(values[name] for name in names))
            return found.mappings().all()

    def run(self, statement: Statement, **values: Any) -> int:
        """Run a statement, and return the number of rows that it has changed."""
        text, names = _compiled(statement.name)
        with _telling():
            return self._connection.exec_driver_sql(text, tuple(values[name] for name in names)).rowcount

    def run_all(self, statement: Statement, rows: Sequence[Values]) -> None:
        """Run a statement once for each of these values."""
        text, names = _compiled(statement.name)
        if rows:
            with _telling():
                self._connection.exec_driver_sql(text, [tuple(each[name] for name in names) for each in rows])


# Connections.


def engine(server: Server, answering: float | None = ANSWERING) -> AsyncEngine:
    """Return an engine that closes each connection after its use.

    `answering` is the number of seconds for one statement, or None for any number.
    """
    connect = partial(
        asyncpg.connect, server.address, timeout=CONNECTING, command_timeout=answering,
        server_settings={"application_name": "fieldpost"},
    )  # fmt: skip
    return create_async_engine(
        "postgresql+asyncpg://", async_creator=connect, poolclass=NullPool, hide_parameters=True
    )


@contextmanager
def explaining(server: Server) -> Iterator[None]:
    """Turn errors before the first use into `Unusable`, with a line for the host."""
    try:
        yield
    except (DBAPIError, OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise Unusable(f"{server}: {_advice(error)}") from error


def _advice(error: BaseException) -> str:
    """Return why a server cannot be used, and advice for the host."""
    inner = error.orig if isinstance(error, DBAPIError) else error
    state, said = getattr(inner, "sqlstate", None) or "", reason(error)
    if isinstance(inner, OSError):
        return f"cannot be reached ({said}); start the server, or correct FIELDPOST_DB"
    if state.startswith("28"):
        return f"does not let the role in ({said}); correct the role and its password in FIELDPOST_DB"
    if state == "3D000":
        return f"does not exist ({said}); make it with createdb, or correct FIELDPOST_DB"
    if state == "42501":
        return f"the role lacks a right ({said}); let it own the database"
    if state in ("57P03", "53300"):
        return f"cannot be used now ({said}); try again later"
    return f"cannot be used: {said}"


@asynccontextmanager
async def connected(server: Server, **options: Any) -> AsyncIterator[AsyncConnection]:
    """Connect for a while, with these options of SQLAlchemy. Raises `Unusable`."""
    made = engine(server, answering=None)  # Changes of the schema and copies may take long.
    try:
        with explaining(server):
            async with made.execution_options(**options).connect() as connection:
                yield connection
    finally:
        await made.dispose()


async def hold(connection: AsyncConnection, seconds: float) -> None:
    """Get the lock of the process that serves.

    Raises `Busy` if another process keeps it for these seconds.
    """
    end = time.monotonic() + seconds
    while not await _locks(connection, SERVING):
        if time.monotonic() > end:
            raise Busy
        await asyncio.sleep(AGAIN)


async def _locks(connection: AsyncConnection, key: int) -> bool:
    found = await connection.exec_driver_sql("SELECT pg_try_advisory_lock($1::bigint)", (key,))
    return bool(found.scalar_one())


async def refuse(server: Server, connection: AsyncConnection) -> Unusable:
    """Return the refusal for a second process."""
    if await _locks(connection, MIGRATING):
        return Unusable(f"{server}: is in use by another process")
    return Unusable(f"{server}: its schema is being changed by another process; start again when that is done")


async def prepare(server: Server) -> None:
    """Check a server, and bring the tables up to date. Raises `Unusable`."""
    async with connected(server) as connection:
        names = ", ".join(
            f"current_setting('{name}')"
            for name in ("server_version_num", "server_encoding", "transaction_read_only")
        )
        version, encoding, fixed = tuple((await connection.exec_driver_sql(f"SELECT {names}")).one())
        if int(version) < OLDEST * 10_000:
            raise Unusable(f"{server}: is older than PostgreSQL {OLDEST}; use a newer server")
        if encoding != "UTF8":
            raise Unusable(f"{server}: has the encoding {encoding}; make a database with the encoding UTF8")
        if fixed == "on":
            raise Unusable(f"{server}: can only be read; correct FIELDPOST_DB")
        await connection.run_sync(partial(bring_up_to_date, server))
        await connection.commit()


class PostgresDatabase(Database):
    """A database on a server, which this process holds."""

    def __init__(self, server: Server, engine: AsyncEngine, connection: AsyncConnection) -> None:
        self.server = server
        self._engine = engine
        self._connection: AsyncConnection | None = connection
        self._turn = asyncio.Lock()
        self._gone = 0.0
        """When the server was first missed; 0 while it is there."""

    @classmethod
    async def open(cls, server: Server) -> PostgresDatabase:
        """Open a database, or make its tables.

        Raises `Unusable` if it cannot be reached, is in use, too new, or not writable.
        """
        made = engine(server).execution_options(isolation_level="AUTOCOMMIT")
        connection = None
        try:
            with explaining(server):
                connection = await made.connect()
                try:
                    await hold(connection, LEAVING)
                except Busy:
                    raise await refuse(server, connection) from None
            await prepare(server)
        except BaseException:
            if connection is not None:
                await _discard(connection)
            await made.dispose()
            raise
        return cls(server, made, connection)

    async def close(self) -> None:
        """Close the connection, and release the lock with it."""
        async with self._turn:
            await self._drop()
            await self._engine.dispose()

    async def read(self, work: Work[T]) -> T:
        """Call `work`, which only reads."""
        return await self._finish(
            self._again(partial(self._ask, lambda connection: work(PostgresTransaction(connection))))
        )

    async def write(self, work: Work[T]) -> T:
        """Write in one transaction."""
        return await self._finish(self._again(partial(self._attempt, work)))

    async def _finish(self, job: Coroutine[Any, Any, T]) -> T:
        """Finish a job once it has begun, even if the task that waits for it is cancelled."""
        return await asyncio.shield(asyncio.ensure_future(job))

    async def _again(self, attempt: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Make an attempt in its turn, and another if it was lost without effect."""
        async with self._turn:
            try:
                return await attempt()
            except Lost:
                return await attempt()

    async def _attempt(self, work: Work[T]) -> T:
        """Write in one transaction.

        Raises `Lost` if the connection broke and nothing was stored.
        """
        number = ""

        def begin(connection: Connection) -> T:
            nonlocal number
            with _telling():
                connection.exec_driver_sql("BEGIN")
                number = connection.exec_driver_sql("SELECT pg_current_xact_id()::text").scalar_one()
            return work(PostgresTransaction(connection))

        try:
            result = await self._ask(begin)
        except BaseException:
            with suppress(StoreError):
                await self._ask(partial(_run, "ROLLBACK"), reconnect=False)
            raise
        try:
            await self._ask(partial(_run, "COMMIT"), reconnect=False)
        except Lost as lost:
            if not await self._is_committed(number, lost):
                raise
        return result

    async def _is_committed(self, number: str, lost: Lost) -> bool:
        """Ask whether a transaction was stored whose end was not heard.

        Its connection has ended by then, because this process has the lock again. Raises `InDoubt` if the server
        does not tell.
        """
        try:
            told = await self._ask(partial(_state_of, number))
        except StoreError as error:
            raise InDoubt(str(error)) from lost
        if told not in ("committed", "aborted"):
            raise InDoubt(str(lost)) from lost
        return told == "committed"

    async def _ask(self, work: Callable[[Connection], T], *, reconnect: bool = True) -> T:
        """Call `work` with the connection that holds the lock. Raises `Lost` if it breaks."""
        connection = self._connection if not reconnect else await self._ready()
        if connection is None:
            raise Lost("the connection to the database is gone")
        try:
            with _telling():
                return await connection.run_sync(work)
        except Lost:
            await self._drop()
            raise

    async def _ready(self) -> AsyncConnection:
        """Return the connection that holds the lock; connect again if necessary.

        Raises `StoreError` if the server does not return in time, or serves another process.
        """
        while self._connection is None:
            self._gone = self._gone or time.monotonic()
            try:
                self._connection = await self._connect()
            except (StoreError, Busy) as error:
                if time.monotonic() > self._gone + PATIENCE:
                    raise StoreError(_missed(error)) from error
                await asyncio.sleep(AGAIN)
        self._gone = 0.0
        return self._connection

    async def _connect(self) -> AsyncConnection:
        with _telling():
            connection = await self._engine.connect()
            try:
                await hold(connection, 0)
            except BaseException:
                await _discard(connection)
                raise
            return connection

    async def _drop(self) -> None:
        """Close the connection.

        The server then undoes an open transaction and releases the lock.
        """
        connection, self._connection = self._connection, None
        if connection is not None:
            await _discard(connection)


def _missed(error: StoreError | Busy) -> str:
    """Return why there is no connection, in words for players and the log."""
    if isinstance(error, Busy):
        return "another process serves the database"
    return f"the database cannot be reached: {error}"


async def _discard(connection: AsyncConnection) -> None:
    """Close a connection, which may be broken."""
    with suppress(Exception):
        await connection.invalidate()
    with suppress(Exception):
        await connection.close()


def _run(sql: str, connection: Connection) -> None:
    connection.exec_driver_sql(sql)


def _state_of(number: str, connection: Connection) -> str | None:
    found = connection.exec_driver_sql("SELECT pg_xact_status($1::text::xid8)", (number,))
    return found.scalar_one_or_none()
