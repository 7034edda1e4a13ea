"""A server: its address, its refusals, its schema, and connections that break."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from bot.store import claims, connections, migration, postgres, sql
from bot.store.database import Database, InDoubt, StoreError, Transaction
from bot.store.files import Unusable, schema_files, schema_number
from bot.store.opening import open_database
from bot.store.server import Server
from bot.store.tables import metadata
from tests.postgres import ROLE, Cluster
from tests.sql import Sql
from tests.store.test_database import put, put_in, scopes

NEVER = "postgresql://anna:pass%20word@127.0.0.1:1/games"


@pytest.fixture
def empty(cluster: Cluster) -> Iterator[Server]:
    """A database without tables."""
    with cluster.database() as server:
        yield server


@pytest.fixture
def store(server: Server) -> Server:
    """The place of the database that tests open here."""
    return server


async def raw(server: Server, *statements: str) -> list[asyncpg.Record]:
    """Run statements on a connection of their own; returns the rows of the last."""
    connection = await asyncpg.connect(server.address)
    try:
        for each in statements[:-1]:
            await connection.execute(each)
        return await connection.fetch(statements[-1])
    finally:
        await connection.close()


async def tables(server: Server) -> set[str]:
    rows = await raw(server, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return {row["tablename"] for row in rows}


async def complaint(server: Server) -> str:
    with pytest.raises(Unusable) as told:
        await open_database(server)
    said = str(told.value)
    assert "\n" not in said
    return said


# Addresses.


@pytest.mark.parametrize(
    ("address", "told", "secrets"),
    [
        (NEVER, "postgresql://anna@127.0.0.1:1/games", ["pass%20word", "pass word"]),
        ("postgresql:///games?host=/run&password=x%26y", "postgresql:///games?host=/run", ["x%26y", "x&y"]),
        ("postgres://anna@db/games", "postgres://anna@db/games", []),
    ],
)
def test_an_address_is_shown_without_its_password(address: str, told: str, secrets: list[str]) -> None:
    server = Server(address)
    assert (str(server), repr(server), server.secrets) == (told, f"Server({told!r})", secrets)


# Refusals.


async def test_a_server_that_is_not_there_is_refused(cluster: Cluster) -> None:
    said = await complaint(Server(NEVER))
    assert said.startswith("postgresql://anna@127.0.0.1:1/games: cannot be reached (")
    assert "start the server, or correct FIELDPOST_DB" in said
    assert "word" not in said
    assert "cannot be reached" in await complaint(Server("postgresql://anna@/games?host=/nowhere"))


async def test_a_database_or_a_role_that_is_not_there_is_refused(cluster: Cluster) -> None:
    assert "make it with createdb" in await complaint(cluster.address("nowhere"))
    assert "does not let the role in" in await complaint(cluster.address("postgres", "nobody_at_all"))


async def test_a_database_that_cannot_hold_every_letter_is_refused(cluster: Cluster) -> None:
    with cluster.database("template0", "ENCODING 'LATIN1' LOCALE 'C'") as server:
        assert "has the encoding LATIN1" in await complaint(server)
        assert not await tables(server)


@pytest.mark.parametrize("made", [True, False])
async def test_a_role_without_rights_is_refused(cluster: Cluster, empty: Server, made: bool) -> None:
    if made:
        await (await open_database(empty)).close()
    before = await tables(empty)
    await raw(empty, "DROP ROLE IF EXISTS visitor", "CREATE ROLE visitor LOGIN")
    said = await complaint(Server(empty.address.replace(f"{ROLE}@", "visitor@")))
    assert "let it own the database" in said
    assert await tables(empty) == before
    if made:
        everything = "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO visitor"
        await raw(empty, everything)
        assert "may not use" in await complaint(Server(empty.address.replace(f"{ROLE}@", "visitor@")))
        await raw(empty, "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM visitor")
    await raw(empty, "DROP ROLE visitor")


async def test_a_database_that_can_only_be_read_is_refused(cluster: Cluster, empty: Server) -> None:
    name = empty.database
    await raw(empty, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "can only be read" in await complaint(empty)


async def test_an_old_server_is_refused(empty: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "OLDEST", 999)
    assert "is older than PostgreSQL 999" in await complaint(empty)
    assert not await tables(empty)


async def test_a_database_of_a_newer_release_is_refused(server: Server) -> None:
    await raw(server, "UPDATE alembic_version SET version_num = '0099'")
    assert "was written by a newer Fieldpost (schema 0099, this one knows" in await complaint(server)


@pytest.mark.parametrize(
    "theirs",
    ["CREATE TABLE games (id int)", "CREATE TABLE alembic_version AS SELECT 'ae1027a6acf' AS version_num"],
)
async def test_tables_of_another_program_are_refused(empty: Server, theirs: str) -> None:
    await raw(empty, theirs)
    before = await tables(empty)
    assert ("another program" in (said := await complaint(empty))) or "is not a database of Fieldpost" in said
    assert await tables(empty) == before


@pytest.mark.parametrize("serves", [True, False])
async def test_a_database_whose_schema_is_being_changed_is_refused(
    empty: Server, monkeypatch: pytest.MonkeyPatch, serves: bool
) -> None:
    monkeypatch.setattr(migration, "PATIENCE", 100)
    other = await asyncpg.connect(empty.address)
    for key in (migration.MIGRATING, claims.SERVING)[: 1 + serves]:
        await other.execute(f"SELECT pg_advisory_lock({key})")
    assert "its schema is being changed by another process" in await complaint(empty)
    assert not await tables(empty)
    await other.close()


async def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("bot.store.", "asyncpg"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "pip install -e '.[postgres]'" in await complaint(Server(NEVER))


# The schema.


async def test_a_new_database_has_the_declared_tables(empty: Server) -> None:
    await (await open_database(empty)).close()

    def compared(connection: Connection) -> list[Any]:
        options = {"compare_server_default": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))

    async with connections.connected(empty) as connection:
        assert await connection.run_sync(compared) == []


def test_both_engines_have_the_same_schema() -> None:
    assert migration.newest() == schema_number(schema_files()[-1])


def later(folder: Path, change: str) -> Path:
    """Return a folder of revisions with one more."""
    shutil.copytree(migration.REVISIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = "from alembic import op\nimport sqlalchemy as sa\nrevision, down_revision = '0021', '0020'\n"
    (folder / "versions" / "r0021_later.py").write_text(f"{text}def upgrade():\n    {change}\n")
    return folder


ADDS = "op.add_column('games', sa.Column('weather', sa.Text))"


async def test_a_later_revision_is_applied_to_an_older_database(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "REVISIONS", later(tmp_path / "revisions", ADDS))
    await (await open_database(server)).close()
    assert await raw(server, "SELECT weather FROM games") == []
    assert [tuple(row) for row in await raw(server, "SELECT * FROM alembic_version")] == [("0021",)]


async def test_a_revision_takes_effect_whole_or_not_at_all(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = f"{ADDS}; op.execute('CREATE TABLE nonsense')"
    monkeypatch.setattr(migration, "REVISIONS", later(tmp_path / "revisions", change))
    assert "cannot be used: syntax error" in await complaint(server)
    with pytest.raises(asyncpg.UndefinedColumnError):
        await raw(server, "SELECT weather FROM games")
    assert [tuple(row) for row in await raw(server, "SELECT * FROM alembic_version")] == [("0020",)]


async def test_a_database_that_is_up_to_date_needs_no_alembic(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "alembic"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "alembic", None)
    await (await open_database(server)).close()


# Connections that break.


END = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND datname = current_database()"""


class Broken:
    """Breaks the connection before or after the end of a transaction."""

    def __init__(self, server: Server, *, stored: bool, times: int = 1) -> None:
        self.server = server
        self.stored = stored
        self.times = times
        self._run = postgres._run

    def __call__(self, statement: str, connection: Connection) -> None:
        if statement != "COMMIT" or not self.times:
            return self._run(statement, connection)
        self.times -= 1
        if self.stored:
            self._run(statement, connection)
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.terminate()
        raise connections.Lost("the connection broke")


async def test_an_idle_connection_that_ended_costs_nobody_an_order(database: Database, server: Server) -> None:
    await put(database, "before")
    await raw(server, END)
    await put(database, "after")
    await raw(server, END)
    assert len(await database.rows(sql.commands_of_scope, scope="after")) == 1
    assert await scopes(database) == ["after", "before"]


async def test_a_connection_that_ends_within_a_transaction_costs_nobody_an_order(
    database: Database, server: Server
) -> None:
    calls = 0

    def work(transaction: Transaction) -> None:
        nonlocal calls
        calls += 1
        put_in(transaction, "first")
        if calls == 1:
            transaction._connection.connection.driver_connection.terminate()  # type: ignore[attr-defined]
        put_in(transaction, "second")

    await database.write(work)
    assert (await scopes(database), calls) == (["first", "second"], 2)


@pytest.mark.parametrize(("stored", "calls"), [(True, 1), (False, 2)])
async def test_a_transaction_whose_end_was_not_heard_is_stored_once(
    database: Database, server: Server, monkeypatch: pytest.MonkeyPatch, stored: bool, calls: int
) -> None:
    monkeypatch.setattr(postgres, "_run", Broken(server, stored=stored))
    made = 0

    def work(transaction: Transaction) -> None:
        nonlocal made
        made += 1
        transaction.run(sql.add_interaction, id=1, game=1)

    await database.write(work)
    assert made == calls
    assert len(await Sql(database).rows("SELECT * FROM interactions")) == 1


@pytest.mark.parametrize("stored", [True, False])
async def test_a_transaction_in_doubt_is_reported_as_such(
    database: Database, server: Server, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.0)
    monkeypatch.setattr(claims, "PATIENCE", 0.0)
    monkeypatch.setattr(postgres, "_run", Broken(server, stored=stored))
    with monkeypatch.context() as away:
        away.setattr(postgres.PostgresDatabase, "_state_of", _fails)
        with pytest.raises(InDoubt):
            await put(database, "perhaps")
    assert await scopes(database) == (["perhaps"] if stored else [])
    await put(database, "later")


async def _fails(*_: object) -> None:
    raise connections.Lost("the server is away")


async def test_a_server_that_starts_again_costs_nobody_an_order(
    database: Database, cluster: Cluster, server: Server
) -> None:
    for sent in (signal.SIGINT, signal.SIGQUIT):
        await put(database, f"before {sent}")
        await asyncio.to_thread(cluster.stop, sent)
        writing = asyncio.create_task(put(database, f"meanwhile {sent}"))
        reading = asyncio.create_task(database.rows(sql.commands_of_scope, scope=f"before {sent}"))
        await asyncio.to_thread(cluster.start)
        await writing
        assert len(await reading) == 1
    assert len(await scopes(database)) == 4


async def test_a_server_that_stays_away_is_reported(
    database: Database, cluster: Cluster, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.2)
    monkeypatch.setattr(claims, "PATIENCE", 0.2)
    await asyncio.to_thread(cluster.stop)
    try:
        with pytest.raises(StoreError, match="the database cannot be reached: "):
            await put(database, "lost")
    finally:
        await asyncio.to_thread(cluster.start)
    await put(database, "kept")
    assert await scopes(database) == ["kept"]


async def test_nothing_is_written_while_another_process_serves(
    database: Database, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.2)
    monkeypatch.setattr(claims, "PATIENCE", 0.2)
    await raw(server, END)
    other = await open_database(server)
    with pytest.raises(StoreError, match="another process serves the database"):
        await put(database, "ours")
    await put(other, "theirs")
    await other.close()
    await put(database, "ours again")
    assert await scopes(database) == ["ours again", "theirs"]
