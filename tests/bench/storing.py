"""The cost of the database beside bare statements, and of loading a long game."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from random import Random

from bot.chat.desk.table import Table, Tables
from bot.kernel.dice import SeededDice
from bot.kernel.game import decide
from bot.kernel.log import Entry
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, see
from bot.kit import data_files
from bot.kit.codec import encode
from bot.store.database import Database
from bot.store.games import Games
from bot.store.history import History
from bot.store.opening import open_database
from bot.store.worker import Worker
from bot.titles import titles
from bot.titles.tide.field import board
from bot.titles.tide.printed.tables import tables
from tests.bench.rows import Row, race
from tests.match import AnyGame, Match, play

ENTRIES = 1800
FEW = 50
COMMITS = 300
SEATS = (Seat("german"), Seat("soviet"))
EVENTS = ",".join(['{"is":"moved","unit":"g3","hex":"C5"}'] * 12)
ENTRY = f'{{"seat":"german","by":"person","action":{{"do":"stop"}},"events":[{EVENTS}],"drawn":17}}'
OWED = (b'{"type":"news","first":7,"last":7}', b'{"type":"letter","seat":"german","first":7,"last":7}')


@cache
def long_game() -> list[str]:
    """Return the lines of a long game: the full scenario without its quick victory."""
    printed = data_files.FOLDERS[0] / "tide/scenarios/kalach.toml"
    kept = [line for line in printed.read_text(encoding="utf-8").splitlines() if 'when = "at once"' not in line]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "tide/scenarios"
        folder.mkdir(parents=True)
        long = "\n".join(kept).replace("rounds = 8\n", "rounds = 99\n")
        (folder / "long.toml").write_text(long, encoding="utf-8")
        data_files.FOLDERS.append(Path(name))
        tables.cache_clear()
        board.of_scenario.cache_clear()
        titles.cache_clear()
        match = play(Match(titles()["tide"], "long", {}, b"long"), Random("long"), moves=ENTRIES)
        assert len(match.log) >= ENTRIES, f"the long game was over after {len(match.log)} entries"
        return [encode(entry).decode() for entry in match.log[:ENTRIES]]


def load() -> Iterator[Row]:
    """Milliseconds to open a long game's table, beside reading its rows; also updated."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        path = Path(folder) / "load.db"
        runner.run(_write(path, long_game()))
        shutil.copy(path, path.with_name("floor.db"))
        database = runner.run(open_database(path))
        open_tables = Tables(Games(database), titles())

        def open_again(edition: str) -> Table | None:
            other = Tables(open_tables.games, open_tables.titles)
            other.edition = edition
            return runner.run(other.table(1))

        updates = []
        for n in range(15):
            start = time.process_time()
            open_again(f"update {n}")
            updates.append(time.process_time() - start)
        with closing(sqlite3.connect(path.with_name("floor.db"))) as raw:
            select = "SELECT line FROM entries WHERE game = 1 ORDER BY n"
            open_again(open_tables.edition)
            value, bare = race(
                lambda: open_again(open_tables.edition), lambda: [row[0] for row in raw.execute(select)], 15
            )
        runner.run(database.close())
    yield Row(f"load {ENTRIES} entries (floor: SELECT)", value * 1000, "ms", bare * 1000, most=4.0)
    updated = statistics.median(updates) * 1000
    yield Row(f"load and fold {ENTRIES} entries, after an update", updated, "ms", most=50.0)


async def _write(path: Path, lines: list[str]) -> None:
    database = await open_database(path)
    games = Games(database)
    await games.new_game("tide", "long", b"seed", 1, 1, 1, SEATS, 1, b"{}")
    await games.append(1, list(enumerate(lines)), status="live")
    await database.close()


def later() -> Iterator[Row]:
    """Milliseconds of a move after many entries, beside a move after a few."""
    lines, game = long_game(), titles()["tide"]
    few, many = (_move_after(game, lines[:n]) for n in (FEW, ENTRIES))
    value, floor = race(many, few, 50)
    name = f"a move after {ENTRIES} entries (floor: after {FEW})"
    yield Row(name, value * 1000, "ms", floor * 1000, most=1.5)


def _move_after(game: AnyGame, lines: list[str]) -> Callable[[], None]:
    """Return a function that repeats a standing move on a history of this length."""
    history, dice = History(game, lines), SeededDice(b"later")
    (seat, *_) = game.prompts(see(history.state, PUBLIC))
    action = game.play(see(history.state, seat))

    def move() -> None:
        state = history.state
        events = decide(game, state, seat, action, dice)
        assert not isinstance(events, Refusal)
        history.extend([Entry(seat, "person", action, events, dice.drawn)], state)
        assert history.after(len(history)) is state

    return move


def commit() -> Iterator[Row]:
    """Milliseconds to keep an entry with its debts, beside the same bare statements.

    The second row also hands the statements to a thread, as a responsive bot must. The thread switch takes about
    0.05 ms, which exceeds the first row's margin on a fast disk.
    """
    with tempfile.TemporaryDirectory(dir=".") as folder:
        value, floor, handed = (each * 1000 for each in asyncio.run(_commits(Path(folder))))
    name = "durable commit of one entry (floor: raw SQLite, WAL, FULL)"
    yield Row(name, value, "ms", floor, most=1.2)
    yield Row("the same (floor: raw SQLite on a thread of its own)", value, "ms", handed, most=1.2)


async def _commits(folder: Path) -> tuple[float, float, float]:
    """Return the median seconds of our commit, a bare one, and a bare one on a thread."""
    ours, thread = await open_database(folder / "ours.db"), Worker("floor")
    await _begin(ours)
    raw, handed = [await _raw(folder / name) for name in ("raw.db", "handed.db")]
    times: tuple[list[float], ...] = ([], [], [])

    async def bare(n: int) -> None:
        _keep_bare(raw, n)

    ways: tuple[Callable[[int], Awaitable[None]], ...] = (
        lambda n: Games(ours).append(1, [(n, ENTRY)], interaction=n + 10, owed=OWED),
        bare,
        lambda n: thread.do(partial(_keep_bare, handed, n)),
    )
    for n in range(COMMITS):
        for way, taken in zip(ways, times, strict=True):
            start = time.perf_counter()
            await way(n)
            taken.append(time.perf_counter() - start)
    raw.close()
    await thread.do(handed.close)
    thread.stop()
    await ours.close()
    return statistics.median(times[0]), statistics.median(times[1]), statistics.median(times[2])


async def _begin(database: Database) -> None:
    await Games(database).new_game("tide", "first", b"seed", 1, 1, 1, SEATS, 1, b"{}")


async def _raw(path: Path) -> sqlite3.Connection:
    """Return a bare exclusive connection to a database like ours."""
    template = await open_database(path)
    await _begin(template)
    await template.close()
    raw = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        raw.execute(f"PRAGMA {pragma}")
    return raw


def _keep_bare(raw: sqlite3.Connection, n: int) -> None:
    raw.execute("BEGIN IMMEDIATE")
    raw.execute("INSERT INTO interactions (id, game) VALUES (?, 1)", (n + 10,))
    raw.execute("INSERT INTO entries (game, n, line) VALUES (1, ?, ?)", (n, ENTRY))
    raw.executemany("INSERT INTO outbox (game, recipe) VALUES (1, ?)", [(recipe.decode(),) for recipe in OWED])
    raw.execute("DELETE FROM consents WHERE game = 1")
    raw.execute("COMMIT")


MEASURES = (load, later, commit)
