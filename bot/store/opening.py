"""Opens, backs up and restores the store that the settings name.

The library for PostgreSQL is imported only for a server.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.store.database import Database
from bot.store.files import Unusable
from bot.store.server import Server
from bot.store.sqlite import SqliteDatabase

if TYPE_CHECKING:
    from bot.store.backup import Copied

LACKS_DRIVER = "{}: the library {!r} is missing, which PostgreSQL needs; run pip install -e '.[postgres]'"


async def open_database(place: Path | Server, *, alone: bool = True) -> Database:
    """Open a database, or make it. Raises `Unusable` if that is not possible.

    Unless this process must be `alone`, several of them can use a server.
    """
    if isinstance(place, Path):
        return await SqliteDatabase.open(place)
    with _driver(place):
        from bot.store.postgres import PostgresDatabase
    return await PostgresDatabase.open(place, alone=alone)


def back_up(place: Path | Server, to: Path) -> Copied:
    """Copy all games to a new file, even while a bot runs.

    Raises `Unusable`, and then leaves no file.
    """
    if isinstance(place, Path):
        from bot.store import backup

        return backup.back_up(place, to)
    with _driver(place):
        from bot.store import transfer
    return transfer.back_up(place, to)


def restore(place: Path | Server, files: Path, backup_file: Path) -> Copied:
    """Put the games of a backup in the place of all that are there, while no bot runs.

    The former games are kept in a file whose name begins as `files`. Raises `Unusable`, and then changes nothing.
    """
    if isinstance(place, Path):
        from bot.store import backup

        return backup.restore(place, backup_file)
    with _driver(place):
        from bot.store import transfer
    return transfer.restore(place, files, backup_file)


@contextmanager
def _driver(server: Server) -> Iterator[None]:
    """Explain to the host that the libraries for a server are not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Unusable(LACKS_DRIVER.format(server, error.name)) from error
