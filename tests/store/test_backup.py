"""Backup and restore: beside a running bot, checked first, all or nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.kernel.secret import Seat
from bot.kit.codec import encode
from bot.store import sql
from bot.store.backup import Copied, back_up, restore
from bot.store.database import Transaction
from bot.store.files import Unusable
from bot.store.games import Games
from bot.store.opening import open_database
from bot.titles import titles
from tests.match import Match

SEATS = (Seat("german"), Seat("soviet"))


@pytest.fixture
def store(path: Path) -> Path:
    """These tests are about files; `test_transfer` has those about servers."""
    return path


@pytest.fixture
def to(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


async def begin(games: Games, channel: int) -> int:
    """Open a game of the learning scenario, with the first entry of its log."""
    match = Match(titles()["tide"], "first", {}, b"seed")
    record = await games.new_game("tide", "first", b"seed", 1, channel, 7, SEATS, channel, b"{}")
    await games.append(
        record.id, [(n, encode(entry).decode()) for n, entry in enumerate(match.log)], status="live"
    )
    return record.id


async def fill(path: Path, channels: int = 1) -> None:
    database = await open_database(path)
    for channel in range(1, channels + 1):
        await begin(Games(database), channel)
    await database.close()


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def channels(path: Path) -> list[int]:
    with raw(path) as connection:
        return [row[0] for row in connection.execute("SELECT channel FROM games ORDER BY id")]


def files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


async def test_a_backup_is_made_while_the_bot_keeps_writing(games: Games, path: Path, to: Path) -> None:
    await begin(games, 1)
    assert (await asyncio.to_thread(back_up, path, to)).games == 1
    await begin(games, 2)
    assert channels(to) == [1], "what came later is not in it"
    assert (await asyncio.to_thread(back_up, path, to.with_name("next.db"))).games == 2
    assert len(await games.unattended() + await games.of_person(7)) == 0
    assert (await games.game(2)) is not None, "and the bot has noticed nothing"


async def test_a_backup_is_made_while_the_bot_is_in_the_middle_of_a_transaction(
    games: Games, path: Path, to: Path
) -> None:
    await begin(games, 1)

    def work(transaction: Transaction) -> int:
        transaction.run(sql.move_game, game=1, channel=99, guild=1)
        return back_up(path, to).games

    assert await games.database.write(work) == 1
    assert channels(to) == [1], "it holds what was committed"
    record = await games.game(1)
    assert record is not None
    assert record.channel == 99


async def test_a_backup_is_one_whole_file_that_a_bot_can_open(path: Path, tmp_path: Path, to: Path) -> None:
    await fill(path, 2)
    assert back_up(path, to) == Copied(2, complete=True)
    assert {name for name in files(tmp_path) if name.startswith("copy")} == {"copy.db"}
    database = await open_database(to)
    assert len((await Games(database).contents(2)).lines) == 1
    await database.close()


def test_a_backup_never_writes_over_a_file(path: Path) -> None:
    asyncio.run(fill(path))
    before = path.read_bytes()
    with pytest.raises(Unusable, match="is there already"):
        back_up(path, path)
    assert path.read_bytes() == before


def test_a_backup_of_nothing_is_refused(path: Path, to: Path) -> None:
    with pytest.raises(Unusable, match="there is no such file"):
        back_up(path, to)
    assert not to.exists()
    assert not path.exists()


def test_a_backup_into_a_folder_without_write_permission_is_refused(path: Path) -> None:
    asyncio.run(fill(path))
    with pytest.raises(Unusable, match="cannot be used: unable to open database file"):
        back_up(path, path.parent / "missing" / "copy.db")


SPOILED = {
    "a page": "is damaged: ",
    "the schema": r"was written by a newer Fieldpost \(schema 99",
    "no schema": "is not a database of Fieldpost",
    "a line": "game 1: its log cannot be read",
    "an entry": "game 1: entry 0 is missing",
    "an event": "game 1: its log does not hold together",
    "an instruction": "game 1: its log cannot be read",
    "a title": "game 1: this version knows no title 'chess'",
}


def spoil(path: Path, what: str) -> None:
    """Break one thing in a closed database."""
    with raw(path) as connection:
        match what:
            case "the schema":
                connection.execute("PRAGMA user_version = 99")
            case "no schema":
                connection.execute("PRAGMA user_version = 0")
            case "a line":
                connection.execute("UPDATE entries SET line = '{' WHERE n = 0")
            case "an instruction":
                connection.execute("INSERT INTO instructions VALUES (1, 'german', 1, '{')")
            case "an entry":
                connection.execute("UPDATE entries SET n = 1 WHERE n = 0")
            case "an event":
                nobody = '{"seat":"","by":"table","events":[{"is":"placed","unit":"nobody","hex":"A1"}]}'
                connection.execute("UPDATE entries SET line = ? WHERE n = 0", (nobody,))
            case "a title":
                connection.execute("UPDATE games SET title = 'chess'")
    if what == "a page":
        content = bytearray(path.read_bytes())
        with raw(path) as connection:
            root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()[0]
        content[(root - 1) * 4096 + 8 : (root - 1) * 4096 + 200] = b"\xa5" * 192
        path.write_bytes(content)


@pytest.mark.parametrize("what", SPOILED)
def test_an_invalid_backup_is_not_made(path: Path, to: Path, tmp_path: Path, what: str) -> None:
    asyncio.run(fill(path))
    spoil(path, what)
    with pytest.raises(Unusable, match=SPOILED[what]) as told:
        back_up(path, to)
    assert str(told.value).startswith(f"{path}: ")
    assert not {name for name in files(tmp_path) if name.startswith("copy")}


@pytest.mark.parametrize("what", SPOILED)
def test_a_backup_that_would_not_do_changes_nothing(path: Path, to: Path, tmp_path: Path, what: str) -> None:
    asyncio.run(fill(path, 2))
    back_up(path, to)
    spoil(to, what)
    before = path.read_bytes()
    with pytest.raises(Unusable, match=SPOILED[what]) as told:
        restore(path, to)
    assert str(told.value).startswith(f"{to}: ")
    assert path.read_bytes() == before
    assert not [name for name in files(tmp_path) if "-new" in name or "-before" in name]


async def test_games_come_back_as_they_were(path: Path, to: Path) -> None:
    await fill(path)
    back_up(path, to)
    with raw(path) as connection:
        connection.execute("UPDATE games SET channel = 99")
    assert restore(path, to) == Copied(1, complete=True, kept=Path(f"{path}-before-1"))
    assert channels(path) == [1]
    assert channels(Path(f"{path}-before-1")) == [99], "what was there is kept"
    database = await open_database(path)
    assert len((await Games(database).contents(1)).lines) == 1
    await database.close()


def test_games_are_restored_without_an_earlier_database(path: Path, to: Path) -> None:
    asyncio.run(fill(path))
    back_up(path, to)
    path.unlink()
    assert restore(path, to) == Copied(1, complete=True)
    assert channels(path) == [1]


def test_games_come_back_over_a_damaged_file_or_a_leftover_journal(path: Path, to: Path) -> None:
    asyncio.run(fill(path))
    back_up(path, to)
    path.write_bytes(b"not a database" * 100)
    Path(f"{path}-wal").write_bytes(b"left by a bot that was killed")
    assert restore(path, to).games == 1
    assert channels(path) == [1]
    assert Path(f"{path}-before-1-wal").read_bytes() == b"left by a bot that was killed"


async def test_nothing_is_restored_while_a_bot_holds_the_database(games: Games, path: Path, to: Path) -> None:
    await begin(games, 1)
    await asyncio.to_thread(back_up, path, to)
    await begin(games, 2)
    with pytest.raises(Unusable, match="is in use by another process"):
        await asyncio.to_thread(restore, path, to)
    await begin(games, 3)
    assert [(await games.game(n)) is not None for n in (1, 2, 3)] == [True] * 3


async def test_no_bot_starts_in_the_middle_of_a_restoration(
    path: Path, to: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(path)
    back_up(path, to)
    refused: list[str] = []

    def meanwhile(*_: object) -> int:
        with pytest.raises(Unusable) as told:
            asyncio.run(open_database(path))
        refused.append(str(told.value))
        return 1

    monkeypatch.setattr("bot.store.backup.check", meanwhile)
    await asyncio.to_thread(restore, path, to)
    assert refused == [f"{path}: is in use by another process"]
