"""Databases of earlier releases are taken over in place, and their games continue.

Each file of `old` named by a number was written by a bot of that schema: a game of two people, a game against the
computer, and a lobby.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.chat.desk.desk import Desk, Done
from bot.chat.desk.order_text import AnySeen
from bot.chat.desk.table import Tables
from bot.kit.codec import decode
from bot.kit.instructions import folded
from bot.store.backup import back_up, restore
from bot.store.files import schema_files, schema_number
from bot.store.games import Games
from bot.store.opening import open_database
from bot.titles import titles

AGES = sorted((Path(__file__).parent / "old").glob("[0-9]*.sql"))
INTERACTION = 1 << 62
"""An id that no earlier interaction has."""

Log = list[tuple[int, str]]


@pytest.fixture(params=AGES, ids=[age.stem for age in AGES])
def age(request: pytest.FixtureRequest) -> Path:
    """The dump of a database of an earlier release."""
    found: Path = request.param
    return found


@pytest.fixture
def old(age: Path, path: Path) -> Path:
    """The database of an earlier release."""
    with closing(sqlite3.connect(path, isolation_level=None)) as made:
        made.executescript(age.read_text(encoding="utf-8"))
    return path


def logs(path: Path) -> Log:
    """Return the lines of all logs, with their games."""
    with closing(sqlite3.connect(path)) as raw:
        return raw.execute("SELECT game, line FROM entries ORDER BY game, n").fetchall()


def form(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the columns, keys, references and indices of each table, in no order."""
    found = {}
    with closing(sqlite3.connect(path)) as raw:
        tables = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        for table, sql in tables:
            parts = [row[1:] for row in raw.execute(f"PRAGMA table_info({table})")]
            parts += [row[2:] for row in raw.execute(f"PRAGMA foreign_key_list({table})")]
            parts += [row[1:] for row in raw.execute(f"PRAGMA index_list({table})")]
            parts += [("STRICT" in sql, "WITHOUT ROWID" in sql)]
            found[table] = sorted(parts, key=repr)
    return found


def given(action: Any, _: AnySeen) -> Any:
    """Return an order as it is."""
    return action


async def open_and_close(path: Path) -> None:
    await (await open_database(path)).close()


def number(path: Path) -> int:
    with closing(sqlite3.connect(path)) as raw:
        return int(raw.execute("PRAGMA user_version").fetchone()[0])


def test_the_files_are_of_several_ages() -> None:
    assert len(AGES) >= 6
    assert AGES[0].stem == "01", "the first release"


def test_a_taken_over_database_has_the_form_of_a_new_one(age: Path, old: Path, tmp_path: Path) -> None:
    assert number(old) == int(age.stem), "the file is as old as its name says"
    asyncio.run(open_and_close(old))
    asyncio.run(open_and_close(tmp_path / "new.db"))
    assert form(old) == form(tmp_path / "new.db")
    assert number(old) == schema_number(schema_files()[-1])


def test_a_take_over_changes_no_log(old: Path) -> None:
    before = logs(old)
    asyncio.run(open_and_close(old))
    assert len({game for game, _ in before}) == 2
    assert logs(old) == before


async def test_its_games_are_read_and_continue(old: Path) -> None:
    lines = logs(old)
    database = await open_database(old)
    tables = Tables(Games(database), titles())
    desk = Desk(tables, lambda game: None)
    ordered = 0
    for n, record in enumerate(await tables.games.unfinished()):
        table = await tables.table(record.id)
        assert table is not None
        log = [decode(table.game, line) for game, line in lines if game == record.id]
        assert list(table.log) == log
        if record.status == "lobby":
            continue
        assert table.state == folded(table.game, log, ())
        (seat, *_) = table.asked()
        person = table.person_at(seat)
        assert person is not None, "the computer has moved before the file was closed"
        assert seat in await tables.games.sat(record.id, person), "their secrets are known to be theirs"
        action = table.game.play(table.seen(seat))
        done = await desk.act(table, person, partial(given, action), INTERACTION + n)
        assert isinstance(done, Done), done
        assert len((await tables.games.contents(record.id)).lines) > len(log)
        ordered += 1
    await database.close()
    assert ordered == 2, "both games that had begun"


async def test_it_can_be_backed_up_and_restored_before_a_new_bot_opens_it(old: Path, tmp_path: Path) -> None:
    copied = await asyncio.to_thread(back_up, old, tmp_path / "copy.db")
    assert (copied.games, logs(tmp_path / "copy.db")) == (3, logs(old))
    restored = await asyncio.to_thread(restore, tmp_path / "elsewhere.db", tmp_path / "copy.db")
    assert restored.games == 3
    await open_and_close(tmp_path / "elsewhere.db")
    assert logs(tmp_path / "elsewhere.db") == logs(old)
