"""Backups from a server and restorations to it, by way of a file of SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, text

from bot.store.backup import (
    Copied,
    GameLog,
    check,
    copy,
    folded_from,
    made_beside,
    name_for_former,
    new_file,
    record_of,
    sync,
)
from bot.store.claims import Busy, hold, refuse
from bot.store.connections import connected, prepare
from bot.store.files import Unusable, saying
from bot.store.files import schema_of as schema_of_file
from bot.store.migration import newest, schema_of
from bot.store.server import Server
from bot.store.sqlite import migrate
from bot.store.tables import entries, games, instructions, metadata, outbox, states

TABLES = [table for table in metadata.sorted_tables if table is not states]
"""The tables to be copied, referenced tables first.

The states are a cache, which the bot fills again.
"""
ROWS = 1000
"""Rows that are copied together."""


def back_up(server: Server, to: Path) -> Copied:
    """Copy a database that may be in use to a new file of SQLite.

    The new file appears once its check has passed. Raises `Unusable` if anything fails, and leaves no file.
    """
    with new_file(to) as made:
        asyncio.run(_fetch(server, made, verified=True))
        count = check(made, server)
    return Copied(count, complete=True)


def restore(server: Server, files: Path, backup: Path) -> Copied:
    """Replace a database that no bot uses with a backup.

    The former games are kept in a file whose name begins as `files`. Raises `Unusable` if anything fails, and
    changes nothing.
    """
    with TemporaryDirectory(dir=files.parent, prefix=f".{files.name}-") as folder:
        made = Path(folder) / "restored.db"
        complete = copy(backup, made)
        count = check(made, backup)
        _bring_up_to_date(made)
        kept = asyncio.run(_replace(server, files, made))
    return Copied(count, complete, kept)


def _bring_up_to_date(file: Path) -> None:
    """Give a file that only this process knows the newest schema."""
    with saying(file), closing(sqlite3.connect(file, isolation_level=None)) as connection:
        migrate(connection, schema_of_file(file, connection))


# From a server.


async def _fetch(server: Server, to: Path, *, verified: bool) -> int:
    """Copy a database as it is at one moment to a new file.

    Returns the number of games.
    """
    _bring_up_to_date(to)
    async with connected(server, isolation_level="REPEATABLE READ", postgresql_readonly=True) as connection:
        with saying(to), closing(sqlite3.connect(to)) as file:
            found = await connection.run_sync(partial(_fetch_rows, server, file))
            file.commit()
            if verified:
                await connection.run_sync(partial(_compare, server, file))
    return found


def _fetch_rows(server: Server, file: sqlite3.Connection, connection: Connection) -> int:
    if schema_of(server, connection) != newest():
        raise Unusable(f"{server}: has no games of this release; start the bot on it once")
    for table in TABLES:
        names = [column.name for column in table.columns]
        into = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        for rows in connection.execute(select(table)).yield_per(ROWS).partitions():
            file.executemany(into, [tuple(row) for row in rows])
    return _count(connection, games)


# To a server.


async def _replace(server: Server, files: Path, restored: Path) -> Path | None:
    """Replace all games of a server with those of a file.

    Returns the file of the former games.
    """
    async with connected(server, isolation_level="AUTOCOMMIT") as holding:
        try:
            await hold(holding, 0)
        except Busy:
            raise await refuse(server, holding) from None
        await prepare(server)
        kept = await _keep(server, files)
        try:
            async with connected(server) as connection:
                with saying(restored), closing(sqlite3.connect(restored)) as file:
                    await connection.run_sync(partial(_put_rows, file))
                    await connection.run_sync(partial(_compare, server, file))
                    await connection.commit()
        except BaseException:
            if kept is not None:
                kept.unlink()
            raise
    return kept


async def _keep(server: Server, files: Path) -> Path | None:
    """Copy the former games to a file with an unused name.

    They may be unreadable.
    """
    kept = name_for_former(files)
    with made_beside(kept) as made:
        if not await _fetch(server, made, verified=False):
            return None
        made.rename(kept)
        sync(kept.parent)
    return kept


def _put_rows(file: sqlite3.Connection, connection: Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        connection.execute(delete(table))
    for table in TABLES:
        names = [column.name for column in table.columns]
        found = file.execute(f"SELECT {', '.join(names)} FROM {table.name}")
        while rows := found.fetchmany(ROWS):
            connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
    for table in (games, outbox):
        sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
        connection.execute(text(f"SELECT setval({sequence}, coalesce(max(id), 0) + 1, false) FROM {table.name}"))


# Comparing both.


def _compare(server: Server, file: sqlite3.Connection, connection: Connection) -> None:
    """Compare the numbers of rows, and fold each game from both sides.

    Raises `Unusable` for a difference.
    """
    for table in TABLES:
        [(number,)] = file.execute(f"SELECT count(*) FROM {table.name}")
        if number != _count(connection, table):
            raise Unusable(f"{server}: the copy lacks rows of {table.name}; nothing was changed")
    for (id,) in file.execute("SELECT id FROM games ORDER BY id").fetchall():
        theirs, ours = _log_of(connection, id), record_of(file, id)
        if theirs != ours or folded_from(server, theirs) != folded_from(server, ours):
            raise Unusable(f"{server}: the copy of game {id} differs; nothing was changed")


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _log_of(connection: Connection, id: int) -> GameLog:
    title = connection.scalar(select(games.c.title).where(games.c.id == id))
    lines = select(entries.c.n, entries.c.line).where(entries.c.game == id).order_by(entries.c.n)
    left = select(instructions.c.seat, instructions.c.n, instructions.c.line).where(instructions.c.game == id)
    # The server may sort seats by its language.
    found: Sequence[Any] = sorted(connection.execute(left).all(), key=lambda row: (row.seat, row.n))
    return GameLog(
        id, str(title), [(n, line) for n, line in connection.execute(lines)], [row.line for row in found]
    )
