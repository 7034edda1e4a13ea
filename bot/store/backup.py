"""Backup and restore of all games as one file.

A backup can be made while the bot runs. Both check the copy before it counts.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.kit.codec import UNREADABLE, decode, decode_instruction
from bot.kit.instructions import folded
from bot.store.files import (
    JOURNALS,
    Foreign,
    Unusable,
    beside,
    fold_journal,
    reading,
    real,
    recognize,
    schema_of,
    unusable,
)
from bot.store.sqlite import Hold
from bot.titles import titles

SHARED = "-shm"
"""Suffix of SQLite's shared memory beside a database, which SQLite can recreate."""


class Copied(Struct, frozen=True):
    """The result of a backup or a restoration."""

    games: int
    complete: bool
    """False if the source had lost its `-wal`. The last orders may be missing then."""
    kept: Path | None = None
    """The copy of the previous database."""


def back_up(database: Path, to: Path) -> Copied:
    """Copy a database that may be in use to a new file.

    The new file appears once its check has passed. Raises `Unusable` if anything fails, and leaves no file.
    """
    database = real(database)
    with new_file(to) as made:
        complete = copy(database, made)
        games = check(made, database)
    return Copied(games, complete)


def restore(database: Path, backup: Path) -> Copied:
    """Replace a database that no bot uses with a backup.

    Raises `Unusable` if anything fails, and changes nothing. If the process dies meanwhile, the database holds
    all of the old games or all of the new games.
    """
    database = real(database)
    if database == real(backup):
        raise Unusable(f"{backup}: is the database itself; restore needs a backup of it")
    _refuse_foreign(database)
    with _held(database), made_beside(database) as made:
        complete = copy(backup, made)
        games = check(made, backup)
        kept = _keep(database)
        _replace(database, made)
    return Copied(games, complete, kept)


def check(copy: Path, told: object) -> int:
    """Check every page, the schema and every game of a copy of a database.

    Messages name the database `told`. Returns the number of games in it.
    """
    with reading(copy, told) as connection:
        verdict = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")]
        if verdict != ["ok"]:
            raise Unusable(f"{told}: is damaged: {''.join(verdict[:1])}")
        if not schema_of(told, connection):
            raise Foreign(f"{told}: is not a database of Fieldpost")
        games = connection.execute("SELECT id FROM games ORDER BY id").fetchall()
        for (id,) in games:
            folded_from(told, record_of(connection, id))
    return len(games)


class GameLog(Struct, frozen=True):
    """All that decides the state of a game."""

    id: int
    title: str
    entries: list[tuple[int, str]]
    instructions: list[str]


def record_of(connection: sqlite3.Connection, id: int) -> GameLog:
    """Read a game; databases of earlier releases hold no instructions."""
    [(title,)] = connection.execute("SELECT title FROM games WHERE id = ?", (id,))
    entries = connection.execute("SELECT n, line FROM entries WHERE game = ? ORDER BY n", (id,)).fetchall()
    left: list[tuple[str]] = []
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'instructions'").fetchone():
        sql = "SELECT line FROM instructions WHERE game = ? ORDER BY seat, n"
        left = connection.execute(sql, (id,)).fetchall()
    return GameLog(id, title, entries, [line for (line,) in left])


def folded_from(told: object, log: GameLog) -> Any:
    """Fold a log as the bot does, and return the state. Raises `Unusable`."""
    game = titles().get(log.title)
    if game is None:
        raise Unusable(f"{told}: game {log.id}: this version knows no title {log.title!r}")
    for n, (number, _) in enumerate(log.entries):
        if n != number:
            raise Unusable(f"{told}: game {log.id}: entry {n} is missing")
    try:
        left = [decode_instruction(game, line) for line in log.instructions]
        return folded(game, [decode(game, line) for _, line in log.entries], left)
    except UNREADABLE as error:
        raise Unusable(f"{told}: game {log.id}: its log cannot be read ({error})") from error
    except Exception as error:
        raise Unusable(f"{told}: game {log.id}: its log does not hold together ({error!r})") from error


def copy(source: Path, to: Path) -> bool:
    """Copy a database as it is at one moment, even while a bot writes to it.

    Returns whether the source was complete. An incomplete copy keeps the mark of its source.
    """
    had_wal = beside(real(source), "-wal").exists()
    with reading(source) as old, closing(sqlite3.connect(to, isolation_level=None)) as new:
        try:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
            return _note_complete(new, had_wal=had_wal)
        except sqlite3.Error as error:
            raise Unusable(f"{source}: cannot be copied: {error}") from error


def _note_complete(copy: sqlite3.Connection, *, had_wal: bool) -> bool:
    """Mark a file as complete unless its `-wal` is missing. Returns whether it is."""
    if not copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'uses'").fetchone():
        return True
    opened, closed = copy.execute("SELECT opened, closed FROM uses").fetchone()
    complete = bool(opened == closed or had_wal)
    if complete:
        copy.execute("UPDATE uses SET closed = opened")
    return complete


def _refuse_foreign(database: Path) -> None:
    """Raise `Foreign` for a database of another program.

    A missing, damaged or newer database is accepted, because it is replaced.
    """
    try:
        recognize(database)
    except Foreign:
        raise
    except Unusable:
        pass


@contextmanager
def _held(database: Path) -> Iterator[None]:
    """Keep other processes from a database. Raises `Unusable` for errors of SQLite."""
    try:
        hold = Hold(database)
        try:
            yield
        finally:
            hold.release()
    except sqlite3.Error as error:
        raise unusable(database, error) from error


@contextmanager
def made_beside(path: Path) -> Iterator[Path]:
    """Yield the name of a file to be made, and remove its remains at the end."""
    made = beside(path, "-new")
    _remove(made)
    try:
        yield made
    except OSError as error:
        raise Unusable(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        _remove(made)


@contextmanager
def new_file(to: Path) -> Iterator[Path]:
    """Yield the name of a file to be made, which gets its own name once it is whole.

    Raises `Unusable` if there is a file of that name.
    """
    if to.exists():
        raise Unusable(f"{to}: is there already; a backup never writes over a file")
    with made_beside(to) as made:
        yield made
        made.rename(to)
        sync(to.parent)


def _remove(database: Path, *suffixes: str) -> None:
    for suffix in suffixes or ("", *JOURNALS, SHARED):
        beside(database, suffix).unlink(missing_ok=True)


def _keep(database: Path) -> Path | None:
    """Keep a copy of the previous database under an unused number. Returns its name.

    The database file alone then holds everything. If SQLite cannot read it, its journals are kept as well.
    """
    _fold(database)
    parts = [suffix for suffix in (*JOURNALS, "") if _holds_something(beside(database, suffix))]
    if not parts:
        return None
    kept = name_for_former(database)
    with made_beside(kept) as made:
        for suffix in parts:
            shutil.copy2(beside(database, suffix), beside(made, suffix))
            sync(beside(made, suffix))
        for suffix in parts:
            beside(made, suffix).rename(beside(kept, suffix))
    sync(kept.parent)
    return kept


def name_for_former(database: Path) -> Path:
    """Return an unused name for the games that a restoration replaces."""
    return next(name for n in count(1) if not _is_taken(name := beside(database, f"-before-{n}")))


def _fold(database: Path) -> None:
    """Move the contents of the journals into their database.

    A database that SQLite cannot read is left alone, because it would lose its journals.
    """
    if not _is_readable(database):
        return
    had_wal = beside(database, "-wal").exists()
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(database, timeout=1.0, isolation_level=None)) as connection,
    ):
        _note_complete(connection, had_wal=had_wal)
    if not fold_journal(database):
        raise Unusable(f"{database}: is in use by another process")


def _is_readable(database: Path) -> bool:
    try:
        with reading(database) as connection:
            return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone())
    except Unusable:
        return False


def _holds_something(file: Path) -> bool:
    return file.is_file() and file.stat().st_size > 0


def _is_taken(name: Path) -> bool:
    return any(beside(name, suffix).exists() for suffix in ("", *JOURNALS))


def _replace(database: Path, made: Path) -> None:
    """Replace a database with a new file that needs no journals.

    The new file must never meet the journals of the old one, because SQLite would write them into it.
    """
    _remove(database, *JOURNALS, SHARED)
    sync(database.parent)
    made.replace(database)
    sync(database.parent)


def sync(path: Path) -> None:
    """Make the contents of a file, or the entries of a folder, survive a power cut."""
    with suppress(OSError):  # Some systems cannot open a folder.
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
