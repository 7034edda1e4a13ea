"""Connections to a PostgreSQL server, and the errors that they raise."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial, wraps
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

import asyncpg
from sqlalchemy import Pool, exc
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.database import Conflict, StoreError
from bot.store.files import Unusable
from bot.store.migration import bring_up_to_date
from bot.store.server import Server

P = ParamSpec("P")
R = TypeVar("R")
CONNECTING = 5.0
"""Seconds for one attempt to connect."""
ANSWERING = 30.0
"""Seconds for one statement, after which the connection counts as lost."""
OLDEST = 13
"""The first release of PostgreSQL with `pg_xact_status` by 64 bits."""
NO_SETTINGS: Mapping[str, str] = MappingProxyType({})
_BROKEN = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""The errors of a lost server that the library below SQLAlchemy raises."""
_ENDING = ("57P01", "57P02", "57P03")
"""The codes by which a server that stops ends a connection."""
_UNDONE = ("40001", "40P01")
"""The codes of transactions that got in each other's way."""


class Lost(StoreError):
    """The connection is gone or has failed, and the server has undone the transaction."""


@contextmanager
def telling() -> Iterator[None]:
    """Turn errors of the server and of the connection to it into those of the store."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(reason(error)) from error
    except DBAPIError as error:
        code = getattr(error.orig, "sqlstate", None)
        lost = error.connection_invalidated or code in (*_ENDING, *_UNDONE)
        raise (Lost if lost else StoreError)(reason(error)) from error
    except exc.TimeoutError as error:
        raise StoreError("all connections to the database are in use") from error
    except _BROKEN as error:
        raise Lost(reason(error)) from error


def finished(job: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Finish a job once it has begun, even if the task that waits for it is cancelled."""

    @wraps(job)
    async def shielded(*args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.shield(asyncio.ensure_future(job(*args, **kwargs)))

    return shielded


def reason(error: BaseException) -> str:
    """Return the first line of an error, without the statement and its values."""
    inner = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    said = str(inner.__cause__ or inner).strip()
    return said.splitlines()[0] if said else type(inner.__cause__ or inner).__name__


def engine(
    server: Server,
    answering: float | None = ANSWERING,
    pool: type[Pool] = NullPool,
    settings: Mapping[str, str] = NO_SETTINGS,
) -> AsyncEngine:
    """Return an engine that closes each connection after its use.

    `answering` is the number of seconds for one statement, or None for any number. A `pool` keeps connections.
    Each connection gets the `settings`.
    """
    connect = partial(
        asyncpg.connect, server.address, timeout=CONNECTING, command_timeout=answering,
        server_settings={"application_name": "fieldpost", **settings},
    )  # fmt: skip
    return create_async_engine(
        "postgresql+asyncpg://", async_creator=connect, poolclass=pool, hide_parameters=True,
        pool_reset_on_return=None,
    )  # fmt: skip


@contextmanager
def explaining(server: Server) -> Iterator[None]:
    """Turn errors before the first use into `Unusable`, with a line for the host."""
    try:
        yield
    except (DBAPIError, *_BROKEN) as error:
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


async def discard(connection: AsyncConnection) -> None:
    """Close a connection, which may be broken."""
    with suppress(Exception):
        await connection.invalidate()
    with suppress(Exception):
        await connection.close()
