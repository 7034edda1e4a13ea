"""A database as files on disk: its location, its journals and its owner."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

APPLICATION = 0x46505354
"""The id in the header of our files: "FPST".

Files of older releases have no id, and are recognized by their tables.
"""
SCHEMA = Path(__file__).with_name("schema")
"""The folder of the files that make and change the schema."""
JOURNALS = ("-wal", "-journal")
"""Suffixes of files with changes that SQLite will move into the database."""
LACKS_WAL = (
    "{0}: a bot had this file open when it was copied, and {0}-wal was not copied with it. The last orders may be "
    "missing. Make copies with `python -m bot backup`, or stop the bot first"
)
_WAL_MODE = b"\x02\x02"
_MODES = slice(18, 20)
"""The bytes of a file that name its journal mode."""


class Unusable(Exception):
    """The database cannot be used, and nothing in it has changed.

    The message is one line for the host.
    """


def real(path: Path) -> Path:
    """Return the file that a path leads to, through links.

    The files beside a database take their names from this file.
    """
    return Path(os.path.realpath(path))


def beside(database: Path, suffix: str) -> Path:
    """Return the name of a file beside a database."""
    return Path(f"{database}{suffix}")


class Damaged(Unusable):
    """The database is not whole. `why` describes the damage."""

    def __init__(self, path: object, why: str, told: str = "is damaged") -> None:
        super().__init__(f"{path}: {told}: {why}")
        self.why = why


def unusable(path: object, error: sqlite3.Error) -> Unusable:
    """Return the error that explains to the host why a file cannot be used.

    It is `Damaged` if the file is not whole.
    """
    # The plain code of an error is the low byte of its extended one.
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return Damaged(path, str(error), "cannot be used")
    why = "is in use by another process" if "locked" in str(error) else f"cannot be used: {error}"
    return Unusable(f"{path}: {why}")


def look_through(path: Path, connection: sqlite3.Connection) -> None:
    """Check every page of a database. Raises `Damaged` if it is not whole."""
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict is None or verdict[0] != "ok":
        raise Damaged(path, " ".join(verdict[0].split()) if verdict else "no answer")


class Foreign(Unusable):
    """The database belongs to another program."""


def adopt(former: Path, to: Path, table: str) -> None:
    """Rename a database of an earlier release that has this table.

    A database in use keeps its name. A damaged database is renamed too, and handled under the new name. Raises
    `Unusable` if the file cannot be read.
    """
    try:
        with reading(former) as connection:
            if table not in {name for name, _ in _columns(connection)}:
                return
        with saying(former):
            if not fold_journal(former):
                return
    except Damaged:
        pass
    former.rename(to)


def fold_journal(database: Path) -> bool:
    """Move the contents of the journals into their database.

    Returns False if another process uses it. Raises `sqlite3.Error` for a file that is no database.
    """
    with closing(sqlite3.connect(database, timeout=1.0, isolation_level=None)) as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy and not beside(database, "-wal").exists()


@contextmanager
def reading(database: Path, told: object = None) -> Iterator[sqlite3.Connection]:
    """Open an existing database and change nothing in it or beside it.

    Raises `Unusable` for errors of SQLite. The message names the file `told`.
    """
    told = told or database
    if not database.is_file():
        raise Unusable(f"{told}: there is no such file")
    with saying(told), closing(sqlite3.connect(_uri(database), uri=True, timeout=5.0)) as connection:
        yield connection


@contextmanager
def saying(told: object) -> Iterator[None]:
    """Turn errors of SQLite into the error with a line for the host."""
    try:
        yield
    except sqlite3.Error as error:
        raise unusable(told, error) from error


def _uri(database: Path) -> str:
    """Return the URI that opens a file for reading.

    Without the right to write, SQLite leaves a `-wal` that it has made, and cannot use a `-journal`.
    """
    wal, journal = (beside(database, suffix).exists() for suffix in JOURNALS)
    mode = "mode=ro"
    if journal or (not wal and _is_in_wal_mode(database)):
        mode = "mode=rw" if os.access(database.parent, os.W_OK) else "mode=ro&immutable=1"
    return f"{database.absolute().as_uri()}?{mode}"


def _is_in_wal_mode(database: Path) -> bool:
    try:
        with database.open("rb") as file:
            return file.read(_MODES.stop)[_MODES] == _WAL_MODE
    except OSError:
        return False


def recognize(database: Path, told: Path | None = None) -> int:
    """Return the number of a database's schema, or 0 if the database is empty.

    Raises `Foreign` for a file of another program, and `Unusable` for a file of a newer release.
    """
    with reading(database, told) as connection:
        return schema_of(told or database, connection)


def schema_of(path: object, connection: sqlite3.Connection) -> int:
    """Return the number of an open database's schema, as `recognize` does."""
    application, number = (_pragma(connection, name) for name in ("application_id", "user_version"))
    found = _columns(connection)
    newest = schema_number(schema_files()[-1])
    ours = application in (0, APPLICATION) and (_expected(number) <= found if number else not found)
    if not ours:
        raise Foreign(f"{path}: is not a database of Fieldpost")
    if number > newest:
        raise Unusable(f"{path}: was written by a newer Fieldpost (schema {number}, this one knows {newest})")
    return number


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _expected(number: int) -> set[tuple[str, str]]:
    """Return the table and the name of each column in a schema."""
    with closing(sqlite3.connect(":memory:")) as model:
        for file in schema_files():
            if schema_number(file) <= number:
                model.executescript(script(file))
        return _columns(model)


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    sql = "SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'"
    return {(table, column) for table, column in connection.execute(sql)}


def schema_files() -> list[Path]:
    """Return the files that make and change the schema, in their order."""
    return sorted(SCHEMA.glob("*.sql"))


def schema_number(file: Path) -> int:
    """Return the number of a schema file."""
    return int(file.name[:4])


def script(file: Path) -> str:
    """Return the statements of a schema file, without its comments."""
    return re.sub(r"--[^\n]*", "", file.read_text(encoding="utf-8"))
