"""The advisory locks by which processes share the work on one PostgreSQL database.

All locks of a process belong to one connection, so the server releases them when the process ends in any way.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar, get_args

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections import Lost, discard, engine, explaining, finished, telling
from bot.store.database import StoreError
from bot.store.duties import Duties, Duty, Topic
from bot.store.files import APPLICATION, Unusable
from bot.store.migration import MIGRATING
from bot.store.server import Server

T = TypeVar("T")
SERVING = APPLICATION
"""The lock of all processes that use a database.

A process that replaces the games has it alone.
"""
ROOM = APPLICATION + 2
"""The lock of the processes of one bot, or of one table at home."""
AGAIN = 0.1
"""Seconds between two attempts."""
LEAVING = 1.0
"""Seconds in which another process that stops may still release the database."""
PATIENCE = 10.0
"""Seconds for which a lost server is expected to return."""
ANSWERING = 5.0
"""Seconds for a lock or its release, after which the connection counts as lost."""
DUTIES = get_args(Duty)
TOPICS = get_args(Topic)
_VANISHED = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}
"""Settings by which the server notices within seconds that a machine has vanished."""
Claim = tuple[Duty, int]


class Busy(Exception):
    """Another process has the lock."""


async def hold(connection: AsyncConnection, seconds: float, key: int = SERVING, *, shared: bool = False) -> None:
    """Get a lock for as long as a connection lasts, alone or together with others.

    Raises `Busy` if another process keeps it for these seconds.
    """
    end = time.monotonic() + seconds
    while not await _locks(connection, key, shared=shared):
        if time.monotonic() > end:
            raise Busy
        await asyncio.sleep(AGAIN)


async def _locks(connection: AsyncConnection, key: int, *, shared: bool = False) -> bool:
    name = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    found = await connection.exec_driver_sql(f"SELECT {name}($1::bigint)", (key,))
    return bool(found.scalar_one())


async def refuse(server: Server, connection: AsyncConnection) -> Unusable:
    """Return the refusal if another process has the lock."""
    if await _locks(connection, MIGRATING, shared=True):
        return Unusable(f"{server}: is in use by another process")
    return Unusable(f"{server}: its schema is being changed by another process; start again when that is done")


class Claims(Duties):
    """The locks of this process, on a connection that is made again when it is lost."""

    def __init__(self, server: Server, *, alone: bool) -> None:
        """Make the locks of a process, which may want to be `alone`."""
        self.server = server
        self._alone = alone
        self._engine = engine(server, ANSWERING, settings=_VANISHED).execution_options(
            isolation_level="AUTOCOMMIT"
        )
        self._connection: AsyncConnection | None = None
        self._closed = False
        self._turn = asyncio.Lock()
        self._held: set[Claim] = set()
        self._agreed: dict[Topic, int] = {}
        """The numbers on which the processes agree."""
        self._gone = 0.0
        """When the server was first missed; 0 while it is there."""

    async def open(self) -> None:
        """Connect. Raises `Unusable` if the database cannot be reached or is in use."""
        with explaining(self.server):
            connection = await self._engine.connect()
            try:
                await self._enter(connection, LEAVING)
            except Busy:
                refusal = await refuse(self.server, connection)
                await discard(connection)
                raise refusal from None
        self._connection = connection

    async def _enter(self, connection: AsyncConnection, seconds: float) -> None:
        """Get the locks of a process. Raises `Busy`."""
        await hold(connection, seconds, SERVING, shared=True)
        await hold(connection, seconds, ROOM, shared=not self._alone)

    async def close(self) -> None:
        """Release all locks, with the connection."""
        async with self._turn:
            self._closed = True
            await self._drop()
            await self._engine.dispose()

    def has(self, duty: Duty, number: int) -> bool:
        """Return whether this process has a duty now."""
        return (duty, number) in self._held

    @finished
    async def claim(self, duty: Duty, number: int) -> bool:
        """Get a duty, unless it is taken, by this process or another. Raises `StoreError`."""
        async with self._turn:
            if (duty, number) in self._held:
                return False
            if claimed := await self._ask(lambda connection: _claims(connection, (duty, number))):
                self._held.add((duty, number))
            return claimed

    @finished
    async def release(self, duty: Duty, number: int) -> None:
        """Give up a duty, if this process has it."""
        async with self._turn:
            if (duty, number) not in self._held:
                return
            self._held.discard((duty, number))
            with suppress(StoreError):  # A connection that is lost has no locks.
                await self._ask(lambda connection: _releases(connection, (duty, number)))

    @finished
    async def rank(self) -> tuple[int, int]:
        """Return the place of this process among all, from 0, and their number."""
        async with self._turn:
            return await self._ask(_rank)

    @finished
    async def agree(self, topic: Topic, number: int) -> int:
        """Return the number of other processes for a topic, or `number` without any."""
        async with self._turn:
            before = self._agreed.get(topic, 0)
            agreed = await self._ask(lambda connection: _agree(connection, topic, number, before))
            self._agreed[topic] = agreed
            return agreed

    async def check(self) -> None:
        """Make a lost connection again.

        Raises `StoreError` if that is not possible.
        """
        async with self._turn:
            await self._ask(_look)

    async def _ask(self, work: Callable[[Connection], T]) -> T:
        """Call `work` with the connection, and once more if it was lost."""
        try:
            return await self._try(work)
        except Lost:
            return await self._try(work)

    async def _try(self, work: Callable[[Connection], T]) -> T:
        connection = await self._ready()
        try:
            with telling():
                return await connection.run_sync(work)
        except Lost:
            await self._drop()
            raise

    async def _ready(self) -> AsyncConnection:
        """Return the connection; make it again if necessary.

        Raises `StoreError` if the server does not return in time, or serves another process.
        """
        while self._connection is None:
            if self._closed:
                raise StoreError("the database is closed")
            self._gone = self._gone or time.monotonic()
            try:
                await self._return()
            except (StoreError, Busy) as error:
                if time.monotonic() > self._gone + PATIENCE:
                    raise StoreError(_missed(error)) from error
                await asyncio.sleep(AGAIN)
        self._gone = 0.0
        return self._connection

    async def _return(self) -> None:
        """Connect again, and claim the former duties unless others have them now."""
        with telling():
            connection = await self._engine.connect()
            try:
                await self._enter(connection, 0)
                former, self._held = self._held, set()
                for claim in sorted(former):
                    if await connection.run_sync(_claims, claim):
                        self._held.add(claim)
                for topic, number in self._agreed.items():
                    await connection.run_sync(_agree, topic, number, 0)
            except BaseException:
                await discard(connection)
                raise
        self._connection, self.returned = connection, time.monotonic()

    async def _drop(self) -> None:
        """Close the connection. The server then releases its locks."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await discard(connection)


def _missed(error: StoreError | Busy) -> str:
    """Return why there is no connection, in words for players and the log."""
    if isinstance(error, Busy):
        return "another process serves the database"
    return f"the database cannot be reached: {error}"


def _claims(connection: Connection, claim: Claim) -> bool:
    duty, number = claim
    sql = "SELECT pg_try_advisory_lock($1::int, $2::int)"
    return bool(connection.exec_driver_sql(sql, (DUTIES.index(duty), number)).scalar_one())


def _releases(connection: Connection, claim: Claim) -> None:
    duty, number = claim
    connection.exec_driver_sql("SELECT pg_advisory_unlock($1::int, $2::int)", (DUTIES.index(duty), number))


def _rank(connection: Connection) -> tuple[int, int]:
    pids = """
        SELECT pid, pid = pg_backend_pid() AS own FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32) | objid::bigint = $1::bigint
        ORDER BY pid
    """
    found = connection.exec_driver_sql(pids, (ROOM,)).all()
    return [own for _, own in found].index(True), len(found)


def _agree(connection: Connection, topic: Topic, number: int, before: int) -> int:
    """Note the number of all processes for a topic by a shared lock, and return it.

    `before` is the number that this process has noted.
    """
    key = len(DUTIES) + TOPICS.index(topic)
    if before:
        connection.exec_driver_sql("SELECT pg_advisory_unlock_shared($1::int, $2::int)", (key, before))
    connection.exec_driver_sql("SELECT pg_advisory_lock($1::int, 0)", (key,))
    others = """
        SELECT min(objid::bigint) FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = $1::int AND objid > 0
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    """
    agreed: int = connection.exec_driver_sql(others, (key,)).scalar_one() or number
    connection.exec_driver_sql("SELECT pg_advisory_lock_shared($1::int, $2::int)", (key, agreed))
    connection.exec_driver_sql("SELECT pg_advisory_unlock($1::int, 0)", (key,))
    return agreed


def _look(connection: Connection) -> None:
    connection.exec_driver_sql("SELECT 1")
