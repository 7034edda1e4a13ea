"""Games move between a file and a server by a backup and a restoration, and back."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.store import transfer
from bot.store.backup import Copied
from bot.store.files import Unusable
from bot.store.games import Burst, Games, KeptState, MapPost, PersonRecord
from bot.store.opening import back_up, open_database, restore
from bot.store.server import Server
from tests.postgres import Cluster
from tests.store.test_ages import AGES
from tests.store.test_backup import SPOILED, begin, channels, files, fill, spoil

ROWS = {table.name: [column.name for column in table.columns] for table in transfer.TABLES}


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """The name of the files of a bot that uses a server."""
    return tmp_path / "here" / "games.db"


@pytest.fixture(autouse=True)
def folder(beside: Path) -> None:
    beside.parent.mkdir()


async def play(place: Path | Server, channel: int) -> None:
    """Add a game with a row in most tables."""
    database = await open_database(place)
    games = Games(database)
    game = await begin(games, channel)
    await games.keep(game, "now", KeptState(1, "{}"))
    await games.sent(game, [], 555, Burst(555, 0, 0, (await games.seats(game))[0].seat))
    await games.keep_map(game, MapPost(7, 1, sending=True))
    await games.keep_person(PersonRecord(channel, closed=True, away=2_000_000_000))
    await games.keep_notes(game, (await games.seats(game))[0].seat, {1: "снег"}, 1, 1 << 60 | channel)
    await games.registered(f"guild {channel}", "abc")
    await database.close()


def in_file(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as file:
        return {name: sorted(file.execute(f"SELECT {', '.join(columns)} FROM {name}"), key=repr)
                for name, columns in ROWS.items()}  # fmt: skip


def on_server(server: Server) -> dict[str, list[tuple[Any, ...]]]:
    async def read() -> dict[str, list[tuple[Any, ...]]]:
        connection = await asyncpg.connect(server.address)
        found = {name: await connection.fetch(f"SELECT {', '.join(columns)} FROM {name}")
                 for name, columns in ROWS.items()}  # fmt: skip
        await connection.close()
        numbers = {name: [tuple(int(x) if isinstance(x, bool) else x for x in row) for row in rows]
                   for name, rows in found.items()}  # fmt: skip
        return {name: sorted(rows, key=repr) for name, rows in numbers.items()}

    return asyncio.run(read())


def test_games_move_to_a_server_and_back(path: Path, server: Server, beside: Path, tmp_path: Path) -> None:
    for channel in (1, 2):
        asyncio.run(play(path, channel))
    before = in_file(path)
    assert all(
        before[name] for name in ROWS if name not in ("lists", "consents", "instructions", "sitters", "waits")
    )
    back_up(path, tmp_path / "one.db")
    assert restore(server, beside, tmp_path / "one.db") == Copied(2, complete=True)
    assert on_server(server) == before
    asyncio.run(play(server, 3))
    assert back_up(server, tmp_path / "two.db") == Copied(3, complete=True)
    assert restore(path, path, tmp_path / "two.db").games == 3
    after = in_file(path)
    assert after == on_server(server)
    assert {row[0] for row in after["games"]} == {1, 2, 3}, "a number is given once"
    assert files(beside.parent) == set()
    asyncio.run(play(path, 4))
    assert channels(path) == [1, 2, 3, 4]


def test_the_former_games_of_a_server_are_kept_in_a_file(path: Path, server: Server, beside: Path) -> None:
    asyncio.run(fill(path, 2))
    back_up(path, path.with_name("two.db"))
    asyncio.run(play(server, 9))
    for n, held in ((1, [9]), (2, [1, 2])):
        kept = beside.with_name(f"games.db-before-{n}")
        assert restore(server, beside, path.with_name("two.db")).kept == kept
        assert channels(kept) == held
    assert files(beside.parent) == {"games.db-before-1", "games.db-before-2"}


async def test_a_backup_is_one_moment_of_a_server_that_a_bot_uses(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await open_database(server)
    await begin(Games(database), 1)
    loop = asyncio.get_running_loop()
    fetch, meanwhile = transfer._fetch_rows, []

    def slow(*arguments: Any) -> int:
        connection = arguments[-1]
        connection.exec_driver_sql("SELECT 1")  # The moment of a transaction is that of its first statement.
        meanwhile.append(asyncio.run_coroutine_threadsafe(begin(Games(database), 2), loop).result(60))
        return fetch(*arguments)

    monkeypatch.setattr(transfer, "_fetch_rows", slow)
    assert (await asyncio.to_thread(back_up, server, tmp_path / "copy.db")).games == 1
    assert meanwhile == [2]
    assert channels(tmp_path / "copy.db") == [1]
    await database.close()


@pytest.mark.parametrize("what", SPOILED)
def test_an_invalid_backup_changes_nothing_on_a_server(
    path: Path, server: Server, beside: Path, what: str
) -> None:
    asyncio.run(play(server, 9))
    before = on_server(server)
    asyncio.run(fill(path))
    spoil(path, what)
    with pytest.raises(Unusable, match=SPOILED[what]):
        restore(server, beside, path)
    assert on_server(server) == before
    assert files(beside.parent) == set()


CHANGES = {
    "an entry of another game": "UPDATE entries SET line = replace(line, 'table', 'person')",
    "a missing row": "DELETE FROM interactions",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_copy_that_differs_changes_nothing(
    path: Path, server: Server, beside: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    asyncio.run(fill(path))
    asyncio.run(play(server, 9))
    before, put = on_server(server), transfer._put_rows

    def wrong(*arguments: Any) -> None:
        put(*arguments)
        arguments[-1].exec_driver_sql(CHANGES[change])

    monkeypatch.setattr(transfer, "_put_rows", wrong)
    with pytest.raises(Unusable, match="nothing was changed"):
        restore(server, beside, path)
    assert on_server(server) == before
    assert files(beside.parent) == set()


def test_a_damaged_game_on_a_server_is_not_backed_up(server: Server, tmp_path: Path) -> None:
    asyncio.run(play(server, 9))
    asyncio.run(_spoil(server, "UPDATE entries SET line = '{'"))
    with pytest.raises(Unusable, match="game 1: its log cannot be read") as told:
        back_up(server, tmp_path / "copy.db")
    assert str(told.value).startswith(str(server))
    assert not (tmp_path / "copy.db").exists()


def test_damaged_games_on_a_server_are_replaced_and_kept(path: Path, server: Server, beside: Path) -> None:
    asyncio.run(play(server, 9))
    asyncio.run(_spoil(server, "UPDATE entries SET line = '{'"))
    asyncio.run(fill(path))
    kept = restore(server, beside, path).kept
    assert kept is not None
    assert channels(kept) == [9]


async def _spoil(server: Server, statement: str) -> None:
    connection = await asyncpg.connect(server.address)
    await connection.execute(statement)
    await connection.close()


async def test_nothing_is_restored_while_a_bot_serves(path: Path, server: Server, beside: Path) -> None:
    await fill(path)
    database = await open_database(server)
    with pytest.raises(Unusable, match="is in use by another process"):
        await asyncio.to_thread(restore, server, beside, path)
    await begin(Games(database), 5)
    await database.close()


def test_a_backup_of_an_empty_server_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    with cluster.database() as server:
        with pytest.raises(Unusable, match="start the bot on it once"):
            back_up(server, tmp_path / "copy.db")
        assert not files(tmp_path) - {"here"}


@pytest.mark.parametrize("age", AGES, ids=[age.stem for age in AGES])
def test_games_of_every_age_move_to_a_server(path: Path, server: Server, beside: Path, age: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as made:
        made.executescript(age.read_text(encoding="utf-8"))
        lines = made.execute("SELECT game, n, line FROM entries ORDER BY game, n").fetchall()
    assert restore(server, beside, path).games == 3
    assert on_server(server)["entries"] == sorted(lines, key=repr)
