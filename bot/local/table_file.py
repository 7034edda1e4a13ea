"""The SQLite file of a table: opening, checking, reading, sweeping and writing.

All of it runs on a single thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from bot.local.objects import Channel, Command, Guild, Message, User
from bot.local.registry import Record
from bot.store.files import Damaged, Unusable, look_through, unusable

KINDS: dict[str, type[Record]] = {kind.__name__: kind for kind in (User, Guild, Channel, Message, Command)}
_SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE record (kind TEXT NOT NULL, id TEXT NOT NULL, json BLOB NOT NULL, PRIMARY KEY (kind, id))
    WITHOUT ROWID;
CREATE TABLE file (id TEXT PRIMARY KEY, content BLOB NOT NULL);
CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL);
"""
_LOOSE = 1 << 20
"""Bytes that a rewrite of the file must free; they must also be a quarter of it."""

Key = tuple[str, str]
"""The kind and the id of a record."""


class Contents(msgspec.Struct, frozen=True):
    """The contents of a file: its records by id, and the key that signs addresses."""

    records: list[Record]
    key: bytes
    is_new: bool


def opened(path: Path, key: bytes) -> tuple[sqlite3.Connection, Contents]:
    """Open or create a file, read it and sweep orphaned attachments.

    `key` signs the addresses of a new file. Raises `Damaged`, and `Unusable` for a file that another process uses,
    or a newer release wrote.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        connection = sqlite3.connect(path, timeout=5.0, isolation_level=None)
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    try:
        is_new = _look_through(path, connection, key)
        contents = _read(path, connection, is_new=is_new)
        _sweep(connection, contents.records)
    except BaseException as error:
        connection.close()
        if isinstance(error, msgspec.MsgspecError | KeyError):
            raise Damaged(path, str(error)) from error
        if isinstance(error, sqlite3.Error):
            raise unusable(path, error) from error
        raise
    return connection, contents


def _look_through(path: Path, connection: sqlite3.Connection, key: bytes) -> bool:
    """Check that a file is intact, and set up an empty one; true if it was empty."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > _SCHEMA_VERSION:
        raise Unusable(f"{path}: was written by a newer release of Fieldpost")
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    is_new = version == 0 and not tables
    if not is_new and not tables >= {"record", "file", "setting"}:
        raise Damaged(path, "it is the database of another program")
    look_through(path, connection)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if is_new:
        connection.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version = {_SCHEMA_VERSION};COMMIT;")
        connection.execute("INSERT INTO setting VALUES ('file key', ?)", (key,))
    return is_new


def _read(path: Path, connection: sqlite3.Connection, *, is_new: bool) -> Contents:
    rows = connection.execute("SELECT kind, json FROM record ORDER BY length(id), id")
    records = [msgspec.json.decode(json, type=KINDS[kind]) for kind, json in rows]
    key = connection.execute("SELECT value FROM setting WHERE name = 'file key'").fetchone()
    if key is None:
        raise Damaged(path, "the key that signs the addresses of its files is missing")
    return Contents(records, bytes(key[0]), is_new)


def _sweep(connection: sqlite3.Connection, records: Iterable[Record]) -> None:
    """Delete files that belong to no message, and free the space if it is worth it."""
    kept = {each.id for record in records if isinstance(record, Message) for each in record.attachments}
    orphans = [row for row in connection.execute("SELECT id FROM file") if row[0] not in kept]
    if orphans:
        write(connection, {}, {orphan: None for (orphan,) in orphans})
    loose, pages, size = (
        int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("freelist_count", "page_count", "page_size")
    )
    if loose * size > _LOOSE and loose * 4 > pages:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def write(
    connection: sqlite3.Connection, records: Mapping[Key, Record | None], files: Mapping[str, bytes | None]
) -> None:
    """Write records and files in one transaction; `None` deletes."""
    kept = [(*key, msgspec.json.encode(record)) for key, record in records.items() if record is not None]
    gone = [key for key, record in records.items() if record is None]
    new_files = [(key, content) for key, content in files.items() if content is not None]
    gone_files = [(key,) for key, content in files.items() if content is None]
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement, rows in (
            ("INSERT OR REPLACE INTO record VALUES (?, ?, ?)", kept),
            ("DELETE FROM record WHERE kind = ? AND id = ?", gone),
            ("INSERT OR REPLACE INTO file VALUES (?, ?)", new_files),
            ("DELETE FROM file WHERE id = ?", gone_files),
        ):
            connection.executemany(statement, rows)
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def file(connection: sqlite3.Connection, attachment_id: str) -> bytes | None:
    """Return the content of a file; `None` if there is none."""
    row = connection.execute("SELECT content FROM file WHERE id = ?", (attachment_id,)).fetchone()
    return None if row is None else bytes(row[0])
