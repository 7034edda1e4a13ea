"""The store as the bot sees it, whatever engine keeps it.

A statement has a name. `bot.store.sql` has its text for SQLite, and `bot.store.statements` its source.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.store.duties import Duties

T = TypeVar("T")
Values = Mapping[str, Any]
"""The parameters of a statement by their names."""


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
    duties = Duties()

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

    async def rows(self, statement: Statement, **values: Any) -> Sequence[Row]:
        """Read rows."""
        return await self.read(lambda transaction: transaction.rows(statement, **values))

    async def row(self, statement: Statement, **values: Any) -> Row | None:
        """Read the first row."""
        return next(iter(await self.rows(statement, **values)), None)

    async def run(self, statement: Statement, **values: Any) -> None:
        """Write one statement in its own transaction, with the promises of `write`."""
        await self.write(lambda transaction: transaction.run(statement, **values))
