"""The file: opened with care, and written whole or not at all."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.store import sql
from bot.store.database import Conflict, Database, StoreError, Transaction
from bot.store.files import Unusable, schema_files, schema_number
from bot.store.opening import open_database
from bot.store.server import Server
from bot.store.sqlite import SqliteDatabase
from tests.sql import ON_SQLITE, Sql

NOBODY = 65534


async def one(text: Sql, statement: str) -> object:
    row = await text.row(statement)
    return row[0] if row is not None else None


def put_in(transaction: Transaction, *scopes: str) -> None:
    transaction.run_all(sql.keep_commands, [{"scope": scope, "hash": ""} for scope in scopes])


async def put(database: Database, *scopes: str) -> None:
    await database.write(lambda transaction: put_in(transaction, *scopes))


async def scopes(database: Database) -> list[str]:
    return [row["scope"] for row in await Sql(database).rows("SELECT scope FROM commands ORDER BY scope")]


def schema(folder: Path, **scripts: str) -> None:
    for name, script in scripts.items():
        (folder / f"{name.removeprefix('s')}.sql").write_text(script)


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of schema files of our own."""
    folder = tmp_path / "package" / "schema"
    folder.mkdir(parents=True)
    monkeypatch.setattr("bot.store.files.SCHEMA", folder)
    schema(folder, s0001_uses=USES)
    return folder


USES = "CREATE TABLE uses (opened, closed); INSERT INTO uses VALUES (0, 0);"


@ON_SQLITE
async def test_a_new_file_gets_the_whole_schema(text: Sql) -> None:
    assert await one(text, "PRAGMA user_version") == max(map(schema_number, schema_files()))
    tables = {row[0] for row in await text.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {"games", "seats", "entries", "states", "outbox", "interactions", "consents", "people"} <= tables
    assert {"sitters", "maps", "lists", "notes", "numbered", "instructions"} <= tables


@ON_SQLITE
async def test_messages_to_one_game_are_found_without_reading_those_of_all_games(text: Sql) -> None:
    plan = [str(row["detail"]) for row in await text.rows(f"EXPLAIN QUERY PLAN {sql.told.text}", (1, 1))]
    assert plan
    assert not any(step.startswith("SCAN") for step in plan)


async def test_written_rows_are_there_the_next_time(store: Path | Server) -> None:
    first = await open_database(store)
    await put(first, "kept")
    await first.close()
    second = await open_database(store)
    assert await scopes(second) == ["kept"]
    await second.close()


@ON_SQLITE
async def test_commits_are_durable_and_keys_are_checked(text: Sql) -> None:
    assert await one(text, "PRAGMA journal_mode") == "wal"
    assert await one(text, "PRAGMA synchronous") == 2
    assert await one(text, "PRAGMA foreign_keys") == 1


async def test_later_schema_files_are_applied_to_an_older_file(path: Path, scripts: Path) -> None:
    schema(scripts, s0002_one="CREATE TABLE one (a); -- a note; with a semicolon\n")
    await (await open_database(path)).close()
    schema(scripts, s0003_two="CREATE TABLE two (b);", s0010_ten="CREATE TABLE ten (c);")
    database = await open_database(path)
    text = Sql(database)
    assert await one(text, "PRAGMA user_version") == 10
    assert [row[0] for row in await text.rows("SELECT name FROM sqlite_master")] == [
        "uses", "one", "two", "ten",
    ]  # fmt: skip
    await database.close()


async def test_a_schema_file_takes_effect_whole_or_not_at_all(path: Path, scripts: Path) -> None:
    await (await open_database(path)).close()
    schema(scripts, s0002_two="CREATE TABLE two (b); CREATE TABLE nonsense;")
    with pytest.raises(Unusable, match="cannot be used"):
        await open_database(path)
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT name FROM sqlite_master").fetchall() == [("uses",)]
        assert raw.execute("PRAGMA user_version").fetchone() == (1,)
    raw.close()


def complaint(path: Path) -> str:
    """Open a file that cannot be used, and return the error message."""
    with pytest.raises(Unusable) as told:
        asyncio.run(open_database(path))
    return str(told.value)


async def made(path: Path, rows: int = 0) -> None:
    database = await open_database(path)
    await put(database, *(f"{n:04} {'x' * 100}" for n in range(rows)))
    await database.close()


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    asyncio.run(made(path))
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version = 99")
    raw.close()
    before = path.read_bytes()
    known = max(map(schema_number, schema_files()))
    assert complaint(path).endswith(f"was written by a newer Fieldpost (schema 99, this one knows {known})")
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database" * 100, b"SQLite format 3\x00" + b"\x00" * 4096])
def test_a_file_that_is_no_database_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert "file is not a database" in complaint(path)
    assert path.read_bytes() == content


def test_a_damaged_file_is_refused(path: Path) -> None:
    asyncio.run(made(path, rows=500))
    content = bytearray(path.read_bytes())
    for page in range(len(content) // 4096 - 8, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\xa5" * 200
    path.write_bytes(content)
    assert "is damaged: " in complaint(path) or "malformed" in complaint(path)


@pytest.mark.parametrize("place", ["missing/fieldpost.db", "."])
def test_a_path_at_which_no_file_can_be_created_is_refused(tmp_path: Path, place: str) -> None:
    assert "unable to open database file" in complaint(tmp_path / place)


async def test_a_second_bot_on_the_same_database_is_refused(database: Database, store: Path | Server) -> None:
    with pytest.raises(Unusable, match="is in use by another process"):
        await open_database(store)
    await put(database, "still works")


SCRIPT = """
import asyncio, sys
from bot.settings import settings
from bot.store import sql
from bot.store.opening import open_database
place = settings({"FIELDPOST_DB": sys.argv[1]}).database
"""


def command(script: str, store: Path | Server) -> list[str]:
    name = store.address if isinstance(store, Server) else str(store)
    return [sys.executable, "-c", f"{SCRIPT}\n{script}", name]


def run(script: str, store: Path | Server) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(script, store), capture_output=True, text=True, check=False, timeout=60)


OPEN = "asyncio.run(open_database(place))"


async def test_another_process_is_refused_as_long_as_this_one_lives(
    database: Database, store: Path | Server
) -> None:
    await put(database, "ours")
    told = await asyncio.to_thread(run, OPEN, store)
    assert "Unusable" in told.stderr
    assert "is in use by another process" in told.stderr


@pytest.fixture
def locked() -> Iterator[Path]:
    """A folder that all users can read and only its owner can write, with a database."""
    with TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        asyncio.run(made(folder / "old.db"))
        (folder / "old.db").chmod(0o444)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


def said_to_nobody(path: Path, answers: Queue[str]) -> None:
    """Try to open a file as a user without any rights.

    The owner of the machine may write anywhere.
    """
    if os.geteuid() == 0:
        os.setuid(NOBODY)
    answers.put(complaint(path))


@pytest.mark.parametrize(("name", "said"), [("old.db", "cannot be used: "), ("new.db", "cannot be opened: ")])
def test_a_read_only_file_is_refused(locked: Path, name: str, said: str) -> None:
    context = get_context("fork")
    answers: Queue[str] = context.Queue()
    child = context.Process(target=said_to_nobody, args=(locked / name, answers))
    child.start()
    assert said in answers.get(timeout=60)
    child.join()


async def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    def work(transaction: Transaction) -> None:
        put_in(transaction, "lost")
        for _ in range(2):
            transaction.run(sql.add_interaction, id=1, game=1)

    with pytest.raises(Conflict):
        await database.write(work)
    assert await scopes(database) == []
    await put(database, "next")
    assert await scopes(database) == ["next"]


@ON_SQLITE
async def test_a_full_disk_loses_nothing(database: Database, text: Sql) -> None:
    await put(database, "before")
    pages = await one(text, "PRAGMA page_count")
    await text.run(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="full"):
        await put(database, "first", "too much" * 10_000)
    assert await scopes(database) == ["before"]
    await text.run("PRAGMA max_page_count = 100000")
    await put(database, "after")
    assert await scopes(database) == ["after", "before"]


@ON_SQLITE
async def test_nobody_reads_what_is_not_committed(database: Database) -> None:
    written, go_on = threading.Event(), threading.Event()

    def work(transaction: Transaction) -> None:
        put_in(transaction, "new")
        written.set()
        assert go_on.wait(60)

    writing = asyncio.create_task(database.write(work))
    await asyncio.to_thread(written.wait, 60)
    reading = asyncio.create_task(database.rows(sql.commands_of_scope, scope="new"))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not reading.done()
    go_on.set()
    assert len(await reading) == 1
    await writing


async def test_a_transaction_is_seen_whole_or_not_at_all(database: Database) -> None:
    writing = asyncio.gather(*(put(database, "a", "b") for _ in range(20)))

    def seen(transaction: Transaction) -> list[int]:
        return [len(transaction.rows(sql.commands_of_scope, scope=scope)) for scope in ("a", "b")]

    found = []
    while not writing.done():
        found.append(await database.read(seen))
    await writing
    assert all(a == b for a, b in found)
    assert await database.read(seen) == [1, 1]


async def test_writers_take_turns(database: Database) -> None:
    await asyncio.gather(*(put(database, f"{n:02}") for n in range(20)))
    assert len(await scopes(database)) == 20


@pytest.mark.parametrize("after", range(12))
async def test_a_writer_that_is_cancelled_does_not_bar_the_next(database: Database, after: int) -> None:
    """Wherever it is caught, it has written all or nothing, and frees the connection."""
    task = asyncio.create_task(put(database, "one", "two"))
    for _ in range(after):
        await asyncio.sleep(0)
    if task.cancel():  # A fast disk has written it all before that.
        with pytest.raises(asyncio.CancelledError):
            await task
    await put(database, "next")
    assert await scopes(database) in (["next"], ["next", "one", "two"])


@ON_SQLITE
async def test_each_transaction_is_committed_once(database: Database) -> None:
    said: list[str] = []
    assert isinstance(database, SqliteDatabase)
    await database.do(lambda connection: connection.set_trace_callback(said.append))
    for scope in ("a", "b", "c"):
        await put(database, scope)
    commits = [line for line in said if line.startswith(("BEGIN", "COMMIT"))]
    assert commits == ["BEGIN IMMEDIATE", "COMMIT"] * 3


KILLED = """
async def main():
    database = await open_database(place)
    for n in range(10**6):
        def work(transaction):
            transaction.run(sql.keep_commands, scope=f"{n:06} a", hash="")
            transaction.run(sql.keep_commands, scope=f"{n:06} b", hash="")
        await database.write(work)
        print(n, flush=True)
asyncio.run(main())
"""


async def test_whatever_was_committed_survives_the_death_of_the_process(store: Path | Server) -> None:
    child = await asyncio.create_subprocess_exec(*command(KILLED, store), stdout=asyncio.subprocess.PIPE)
    assert child.stdout is not None
    told = [int(await child.stdout.readline()) for _ in range(50)]
    child.send_signal(signal.SIGKILL)
    told += [int(line) for line in (await child.stdout.read()).splitlines()]
    await child.wait()
    database = await open_database(store)
    written = await scopes(database)
    await database.close()
    whole = [f"{n:06} {part}" for n in range(len(written) // 2) for part in "ab"]
    assert written == whole, "a transaction is there in part"
    assert len(told) <= len(written) // 2 <= len(told) + 1
