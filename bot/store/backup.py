"""Backup and restore: all games in one file, copied while the bot runs; both are checked before they count."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.kernel.log import fold
from bot.kit.codec import UNREADABLE, decode
from bot.store.database import Hold, Unusable, schema_of, unusable
from bot.titles import titles


def back_up(database: Path, to: Path) -> int:
    """Copy a database that may be in use to a new file; returns how many games are in it.

    The file is there when it has been checked. Raises `Unusable` where that goes wrong; then there is none.
    """
    if to.exists():
        raise Unusable(f"{to}: is there already; a backup never writes over a file")
    with _made_beside(to) as made:
        _copy(database, made)
        games = check(made, database)
        made.rename(to)
    return games


def restore(database: Path, backup: Path) -> tuple[int, Path | None]:
    """Put the games of a backup in the place of a database that no bot uses.

    Returns how many games are in it, and where the database that was there before is kept. Raises `Unusable`
    where that goes wrong; then nothing has changed.
    """
    try:
        hold = Hold(database)
    except sqlite3.Error as error:
        raise unusable(database, error) from error
    try:
        with _made_beside(database) as made:
            _copy(backup, made)
            games = check(made, backup)
            kept = _keep(database)
            for suffix in ("-wal", "-shm"):
                Path(f"{database}{suffix}").unlink(missing_ok=True)
            made.replace(database)
    finally:
        hold.release()
    return games, kept


def check(copy: Path, path: Path) -> int:
    """Look through a copy of a file: every page, its schema, and every game. Returns how many games are in it."""
    with _opened(copy) as connection:
        verdict = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")]
        if verdict != ["ok"]:
            raise Unusable(f"{path}: is damaged: {''.join(verdict[:1])}")
        if not schema_of(path, connection):
            raise Unusable(f"{path}: is not a database of Fieldpost")
        games = connection.execute("SELECT id, title FROM games ORDER BY id").fetchall()
        for id, title in games:
            _load(path, connection, id, title)
    return len(games)


def _load(path: Path, connection: sqlite3.Connection, id: int, title: str) -> None:
    """Read a game's log and fold it, as the bot will do."""
    lines = connection.execute("SELECT n, line FROM entries WHERE game = ? ORDER BY n", (id,)).fetchall()
    game = titles().get(title)
    if game is None:
        raise Unusable(f"{path}: game {id}: this version knows no title {title!r}")
    for n, (number, _) in enumerate(lines):
        if n != number:
            raise Unusable(f"{path}: game {id}: entry {n} is missing")
    try:
        fold(game, [decode(game, line) for _, line in lines])
    except UNREADABLE as error:
        raise Unusable(f"{path}: game {id}: its log cannot be read ({error})") from error
    except Exception as error:
        raise Unusable(f"{path}: game {id}: its log does not hold together ({error!r})") from error


def _copy(source: Path, to: Path) -> None:
    """Copy a database as it stands at one moment, whoever writes to it meanwhile, into one file."""
    with _opened(source) as old, closing(sqlite3.connect(to, isolation_level=None)) as new:
        try:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            raise Unusable(f"{source}: cannot be copied: {error}") from error


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database that is there. What SQLite then says against it is `Unusable`."""
    if not path.is_file():
        raise Unusable(f"{path}: there is no such file")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=5.0)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise unusable(path, error) from error


@contextmanager
def _made_beside(path: Path) -> Iterator[Path]:
    """Give a name for a file that is being made; what is left of it at the end is taken away."""
    made = Path(f"{path}-new")
    made.unlink(missing_ok=True)
    try:
        yield made
    except OSError as error:
        raise Unusable(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            Path(f"{made}{suffix}").unlink(missing_ok=True)


def _keep(database: Path) -> Path | None:
    """Keep what was there before, with what it has not yet taken in of its journal."""
    if not database.exists():
        return None
    kept = Path(f"{database}-before")
    for suffix in ("", "-wal"):
        old, new = Path(f"{database}{suffix}"), Path(f"{kept}{suffix}")
        new.unlink(missing_ok=True)
        if old.exists():
            shutil.copy2(old, new)
    return kept
