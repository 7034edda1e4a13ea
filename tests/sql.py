"""Statements of tests, as text with `?` for each parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Protocol

import asyncpg
import pytest

from bot.store.database import Database
from bot.store.postgres import PostgresDatabase
from bot.store.sqlite import SqliteDatabase

ON_SQLITE = pytest.mark.parametrize("store", ["sqlite"], indirect=True)
"""Marks tests of files."""


class Found(Protocol):
    """A row, whose values have names and numbers."""

    def __getitem__(self, column: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...


class Sql:
    """Reads and changes a database outside of the bot's own statements."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rows(self, statement: str, values: Sequence[Any] = ()) -> Sequence[Found]:
        """Run a statement, and return the rows that it finds."""
        if isinstance(self._database, SqliteDatabase):
            return await self._database.do(lambda connection: connection.execute(statement, values).fetchall())
        assert isinstance(self._database, PostgresDatabase)
        numbers = count(1)
        numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", statement)
        connection = await asyncpg.connect(self._database.duties.server.address)
        try:
            return await connection.fetch(numbered, *values)
        finally:
            await connection.close()

    async def row(self, statement: str, values: Sequence[Any] = ()) -> Found | None:
        """Return the first row that a statement finds."""
        return next(iter(await self.rows(statement, values)), None)

    async def run(self, statement: str, values: Sequence[Any] = ()) -> None:
        """Run a statement in its own transaction."""
        await self.rows(statement, values)
