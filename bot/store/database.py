"""The store as the bot sees it, whatever engine keeps it.

A statement has a name. `bot.store.sql` has its text for SQLite, and `bot.store.statements` its source.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from math import inf
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Values = Mapping[str, Any]
"""The parameters of a statement by their names."""
Duty = Literal["shard", "start", "posts", "letters", "computer", "rounds", "commands"]
"""Kinds of work that one process does at a time.

The number of a duty is that of a shard, of a bucket of starts or of a game, or 0.
"""
Topic = Literal["bot", "shards"]
"""The positive numbers that all processes on a database have in common."""


class StoreError(Exception):
    """The store has failed, and the transaction left nothing."""


class Conflict(StoreError):
    """A row contradicts another row, or refers to a missing row."""


class InDoubt(StoreError):
    """The connection broke at the end of a transaction.

    The transaction may be stored whole or not at all.
    """


class Statement(NamedTuple):
    """A statement with its text for SQLite."""

    name: str
    text: str


class Row(Protocol):
    """A row that a statement has found."""

    def __getitem__(self, column: str, /) -> Any:
        """Return the value of a column."""


class Transaction(Protocol):
    """Statements that take effect together.

    It lasts as long as the work that gets it. Each method raises `Conflict` or another `StoreError`.
    """

    def rows(self, statement: Statement, **values: Any) -> Sequence[Row]:
        """Return the rows that a statement finds."""

    def run(self, statement: Statement, **values: Any) -> int:
        """Run a statement, and return the number of rows that it has changed."""

    def run_all(self, statement: Statement, rows: Sequence[Values]) -> None:
        """Run a statement once for each of these values."""


Work = Callable[[Transaction], T]


class Database(ABC):
    """The open store.

    Tasks take turns, so no task reads uncommitted changes of another.
    """

    shared = False
    """Whether other processes may change the data."""

    @abstractmethod
    async def close(self) -> None:
        """Close the store; it then holds all committed changes."""

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """Call `work`, which only reads. Raises `StoreError`."""

    @abstractmethod
    async def write(self, work: Work[T]) -> T:
        """Write in one transaction.

        The transaction is durable when this returns. If the calling task is cancelled meanwhile, the transaction
        is stored whole or not at all, and the caller cannot tell. `work` may be called a second time if the first
        attempt left nothing. Raises `StoreError`, such as for a full disk.
        """

    @abstractmethod
    async def claim(self, duty: Duty, number: int) -> bool:
        """Get a duty, unless it is taken. Raises `StoreError`."""

    @abstractmethod
    async def release(self, duty: Duty, number: int) -> None:
        """Give up a duty, if this process has it."""

    def has(self, duty: Duty, number: int) -> bool:
        """Return whether this process has a duty now."""
        return True

    async def rank(self) -> tuple[int, int]:
        """Return the place of this process among all, from 0, and their number.

        Raises `StoreError`.
        """
        return 0, 1

    async def agree(self, topic: Topic, number: int) -> int:
        """Return the number of all processes for a topic: that of the first of them.

        Raises `StoreError`.
        """
        return number

    @property
    def returned(self) -> float:
        """When a lost connection was made again, on the clock `time.monotonic`."""
        return -inf

    @asynccontextmanager
    async def on_duty(self, duty: Duty, number: int = 0) -> AsyncIterator[bool]:
        """Do what one process does at a time, if the value is true."""
        claimed = await self.claim(duty, number)
        try:
            yield claimed
        finally:
            if claimed:
                await self.release(duty, number)

    async def rows(self, statement: Statement, **values: Any) -> Sequence[Row]:
        """Read rows."""
        return await self.read(lambda transaction: transaction.rows(statement, **values))

    async def row(self, statement: Statement, **values: Any) -> Row | None:
        """Read the first row."""
        return next(iter(await self.rows(statement, **values)), None)

    async def run(self, statement: Statement, **values: Any) -> None:
        """Write one statement in its own transaction, with the promises of `write`."""
        await self.write(lambda transaction: transaction.run(statement, **values))
