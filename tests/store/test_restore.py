"""The files that a restore leaves under the database's name and beside it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from bot.store.backup import Copied, back_up, restore
from bot.store.files import Unusable
from bot.store.games import Games
from bot.store.opening import open_database
from bot.store.sqlite import Hold
from tests.store.dying import dies
from tests.store.test_backup import begin, channels, fill, raw

OLD, NEW = [1, 2, 3], [1]
HEADER = b"SQLite format 3"


def in_another_process(work: Callable[[], object]) -> None:
    """Do something in a process that then dies without closing what it has opened."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    os.waitpid(child, 0)


async def play_on(path: Path, channel: int) -> None:
    await begin(Games(await open_database(path)), channel)


def kill_in_use(path: Path, channel: int) -> None:
    """Let a bot open a game in a channel, and die before it closes the database."""
    in_another_process(lambda: asyncio.run(play_on(path, channel)))
    assert Path(f"{path}-wal").stat().st_size, "the game is in the journal"


@pytest.fixture
def backup(path: Path) -> Path:
    """A backup of one game, beside the database of a killed bot with two more."""
    asyncio.run(fill(path, 1))
    file = path.with_name("backup.db")
    back_up(path, file)
    kill_in_use(path, 2)
    kill_in_use(path, 3)
    return file


def kept(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}-before-*"))


def test_every_restoration_keeps_what_was_there_under_a_number_of_its_own(path: Path, backup: Path) -> None:
    for n in (1, 2, 3):
        asyncio.run(play_on_and_close(path, 10 + n))
        assert restore(path, backup).kept == Path(f"{path}-before-{n}")
        assert channels(path) == NEW
    assert [channels(each) for each in kept(path)] == [[*OLD, 11], [*NEW, 12], [*NEW, 13]]


async def play_on_and_close(path: Path, channel: int) -> None:
    database = await open_database(path)
    await begin(Games(database), channel)
    await database.close()


def test_a_file_that_is_kept_is_never_written_over(path: Path, backup: Path) -> None:
    for name in ("-before-1", "-before-2-wal"):
        Path(f"{path}{name}").write_bytes(b"something of the host's")
    assert restore(path, backup).kept == Path(f"{path}-before-3")
    assert Path(f"{path}-before-1").read_bytes() == b"something of the host's"


def test_the_kept_copy_is_one_file_with_all_games(path: Path, backup: Path, tmp_path: Path) -> None:
    restore(path, backup)
    assert [file.name for file in kept(path)] == ["fieldpost.db-before-1"]
    alone = tmp_path / "elsewhere" / "games.db"
    alone.parent.mkdir()
    shutil.copy(f"{path}-before-1", alone)
    assert restore(path, alone) == Copied(3, complete=True, kept=Path(f"{path}-before-2"))
    assert channels(path) == OLD


def test_a_restoration_that_dies_at_any_line_leaves_the_old_games_or_the_new(
    path: Path, backup: Path, tmp_path: Path
) -> None:
    found = []
    for n in count(1):
        folder = tmp_path / str(n)
        folder.mkdir()
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, folder)
        there = folder / path.name
        died = dies(n, "bot/store/backup.py", partial(restore, there, backup))
        found.append(channels(there))
        assert restore(there, backup).complete
        assert channels(there) == NEW
        assert channels(Path(f"{there}-before-1")) == OLD
        if not died:
            break
    assert found == sorted(found, reverse=True), "the old games, and then the new"
    assert found.count(OLD) > 50
    assert found.count(NEW) > 3


def test_a_database_that_somebody_reads_is_not_replaced(path: Path, backup: Path) -> None:
    with raw(path) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        with pytest.raises(Unusable, match="is in use by another process"):
            restore(path, backup)
    assert channels(path) == OLD


def test_a_file_whose_journal_repairs_it_is_kept_repaired(path: Path, backup: Path) -> None:
    damaged = bytearray(path.read_bytes())
    damaged[: len(HEADER)] = b"x" * len(HEADER)
    path.write_bytes(damaged)
    restore(path, backup)
    assert channels(Path(f"{path}-before-1")) == OLD


def test_a_database_with_a_damaged_page_is_replaced(path: Path, backup: Path) -> None:
    channels(path)
    with raw(path) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'uses'").fetchone()[0]
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 : (root - 1) * 4096 + 200] = b"\xa5" * 200
    path.write_bytes(content)
    restore(path, backup)
    assert channels(path) == NEW
    assert Path(f"{path}-before-1").read_bytes() == content


def test_the_database_is_no_backup_of_itself(path: Path, backup: Path) -> None:
    with pytest.raises(Unusable, match="is the database itself"):
        restore(path, path)
    assert channels(path) == OLD


# Files of other programs.


def other_program(path: Path, script: str) -> bytes:
    with raw(path) as connection:
        connection.executescript(script)
    return path.read_bytes()


OTHERS = {
    "tables": "CREATE TABLE songs (id INTEGER PRIMARY KEY, name TEXT)",
    "a table of games": "CREATE TABLE games (id INTEGER PRIMARY KEY, title TEXT); PRAGMA user_version = 1",
    "tables of our names": "CREATE TABLE games (id INTEGER, title TEXT); CREATE TABLE entries (game, n, line)",
    "an id of its own": "PRAGMA application_id = 252006674; CREATE TABLE games (id INTEGER)",
    "a journal": "PRAGMA journal_mode = WAL; CREATE TABLE games (id INTEGER)",
}


@pytest.mark.parametrize("kind", OTHERS)
def test_a_file_of_another_program_is_neither_opened_nor_copied_nor_replaced(
    path: Path, tmp_path: Path, kind: str
) -> None:
    asyncio.run(fill(path))
    back_up(path, tmp_path / "ours.db")
    foreign = tmp_path / "other" / "music.db"
    foreign.parent.mkdir()
    before = other_program(foreign, OTHERS[kind])
    attempts: list[Callable[[], object]] = [
        lambda: asyncio.run(open_database(foreign)),
        lambda: back_up(foreign, tmp_path / "copy.db"),
        lambda: restore(path, foreign),
        lambda: restore(foreign, tmp_path / "ours.db"),
    ]
    for attempt in attempts:
        with pytest.raises(Unusable) as told:
            attempt()
        assert str(told.value) == f"{foreign}: is not a database of Fieldpost"
        assert foreign.read_bytes() == before
        assert os.listdir(foreign.parent) == ["music.db"], "nothing is left beside it"
    assert channels(path) == [1]


@pytest.mark.parametrize("content", [b"a picture" * 1000, b""])
def test_a_file_that_is_no_backup_is_named(path: Path, tmp_path: Path, content: bytes) -> None:
    asyncio.run(fill(path))
    wrong = tmp_path / "wrong.db"
    wrong.write_bytes(content)
    with pytest.raises(Unusable) as told:
        restore(path, wrong)
    assert str(told.value).startswith(f"{wrong}: ")
    assert "-new" not in str(told.value)
    assert channels(path) == [1]


def test_our_files_have_an_id_and_those_of_older_releases_are_known_by_their_tables(
    path: Path, tmp_path: Path
) -> None:
    asyncio.run(fill(path))
    with raw(path) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (0x46505354,)
        tables = "".join(f"DROP TABLE {name};" for name in ("uses", "waits", "absences", "instructions"))
        columns = "".join(f"ALTER TABLE games DROP COLUMN {name};" for name in ("parked", "start", "revision"))
        columns += "ALTER TABLE people DROP COLUMN film; ALTER TABLE outbox DROP COLUMN since;"
        connection.executescript(f"PRAGMA application_id = 0; {tables} {columns} PRAGMA user_version = 11")
    back_up(path, tmp_path / "old.db")
    assert restore(path, tmp_path / "old.db") == Copied(1, complete=True, kept=Path(f"{path}-before-1"))
    asyncio.run(play_on_and_close(path, 2))
    assert channels(path) == [1, 2]
    with raw(path) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (0x46505354,)


# Links.


@pytest.fixture
def link(path: Path, tmp_path: Path) -> Path:
    """A link to the database in another folder."""
    link = tmp_path / "linked" / "games.db"
    link.parent.mkdir()
    link.symlink_to(path)
    return link


def test_a_restoration_through_a_link_changes_the_file_that_it_leads_to(
    path: Path, backup: Path, link: Path
) -> None:
    assert restore(link, backup).kept == Path(f"{path}-before-1")
    assert link.is_symlink()
    assert channels(path) == NEW
    assert os.listdir(link.parent) == ["games.db"], "everything is beside the file itself"


async def test_a_lock_excludes_all_names_of_a_file(path: Path, link: Path) -> None:
    await fill(path)
    database = await open_database(link)
    for name in (path, link):
        with pytest.raises(Unusable, match="is in use by another process"):
            await open_database(name)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            Hold(name)
    await begin(Games(database), 2)
    await database.close()
    assert channels(path) == [1, 2]


def test_a_link_to_nothing_makes_the_file_that_it_names(path: Path, link: Path) -> None:
    asyncio.run(fill(link))
    assert link.is_symlink()
    assert channels(path) == [1]


# Copies that lack their journal.


def copied_alone(path: Path, to: Path) -> Path:
    return Path(shutil.copy(path, to))


def opened(path: Path, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Open and close a database, and return its warnings."""
    caplog.clear()
    asyncio.run(open_and_close(path))
    return [record.getMessage() for record in caplog.records]


async def open_and_close(path: Path) -> None:
    await (await open_database(path)).close()


def test_a_copy_of_a_file_in_use_without_its_journal_is_reported_once(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kill_in_use(path, 1)
    alone = copied_alone(path, tmp_path / "alone.db")
    assert not opened(path, caplog), "here the journal is where it belongs"
    [warning] = opened(alone, caplog)
    assert f"{alone}-wal was not copied with it" in warning
    assert not opened(alone, caplog)


def test_a_file_that_was_closed_in_order_holds_everything(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.run(fill(path, 2))
    assert not Path(f"{path}-wal").exists()
    alone = copied_alone(path, tmp_path / "alone.db")
    assert channels(alone) == [1, 2]
    assert not opened(alone, caplog)


def test_backups_of_a_complete_file_are_complete(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kill_in_use(path, 1)
    assert back_up(path, tmp_path / "backup.db").complete
    assert Path(f"{path}-wal").stat().st_size, "a backup leaves the journal to the bot"
    assert not opened(tmp_path / "backup.db", caplog)
    assert not opened(path, caplog)


def test_backups_of_a_file_without_its_journal_say_so(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.run(fill(path))
    kill_in_use(path, 2)
    alone = copied_alone(path, tmp_path / "alone.db")
    assert back_up(alone, tmp_path / "backup.db") == Copied(1, complete=False)
    assert restore(path, tmp_path / "backup.db") == Copied(1, complete=False, kept=Path(f"{path}-before-1"))
    assert opened(path, caplog)


def test_a_journal_whose_database_is_gone_is_not_thrown_away(path: Path, tmp_path: Path) -> None:
    kill_in_use(path, 1)
    path.rename(tmp_path / "moved.db")
    with pytest.raises(Unusable, match=r"fieldpost.db-wal: has the last orders of a database that is gone"):
        asyncio.run(open_database(path))
    Path(f"{path}-wal").rename(tmp_path / "moved.db-wal")
    assert channels(tmp_path / "moved.db") == [1]
