"""The cost of an order beside many open games, and with a long log.

The same orders are given to the same game in several surroundings, in turns.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from bot.chat.client import page_after
from bot.chat.desk.desk import Desk, Done
from bot.chat.desk.order_reading import read
from bot.chat.desk.table import Table, Tables
from bot.chat.posts.posts import compose
from bot.kernel.game import kind_of
from bot.kernel.log import Entry
from bot.kit.codec import encode
from bot.store import sql
from bot.store.database import Database, Transaction
from bot.store.games import Games, SeatRecord
from bot.store.opening import open_database
from bot.titles import titles
from tests.bench.rows import Row
from tests.bench.tables import FIRST, OTHERS, Kind, Order, script
from tests.match import Match, play

GAMES = (50, 500)
"""Numbers of open games, beside a single one."""
QUIET = 1950
"""Entries without events that make a log long and leave its state as it is."""
ORDERS = 32
"""The most orders of a game."""
LONGEST = 400
"""Moves after which a full game is cut short."""
COPIES = 5
HOST = 100


class Surroundings(NamedTuple):
    """A database with loaded games. Orders are given to the first of them."""

    desk: Desk
    games: Sequence[Table]

    @property
    def table(self) -> Table:
        """The game that gets the orders."""
        return self.games[0]


def growth() -> Iterator[Row]:
    """Milliseconds of an order with its page and posts."""
    names = ["floor", *(f"with {number} open games" for number in GAMES), f"after {QUIET} more entries"]
    spent = dict.fromkeys(names, 0.0)
    orders = 0
    for number in range(3):
        for taken in asyncio.run(_played(number)):
            orders += 1
            for name, seconds in zip(names, taken, strict=True):
                spent[name] += seconds
    floor = spent.pop("floor") * 1000 / orders
    for name, seconds in spent.items():
        yield Row(f"an order {name}, of {orders}", seconds * 1000 / orders, "ms", floor, most=1.15)


async def _played(number: int) -> list[list[float]]:
    """Give the orders of a script everywhere; returns the processor seconds of each."""
    start, orders = script(FIRST, number, ORDERS)
    quiet = Entry[Any, Any](start.log[0].seat, "person", drawn=start.log[0].drawn)
    long = [start.log[0], *[quiet] * QUIET, *start.log[1:]]
    async with AsyncExitStack() as stack:
        places = []
        for count, log in ((1, start.log), (1, start.log), *((count, start.log) for count in GAMES), (1, long)):
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            database = await open_database(Path(folder) / "growth.db")
            stack.push_async_callback(database.close)
            places.append(await _opened(database, FIRST, start, log, count))
        taken = [[await _ordered(place, order, n) for place in places] for n, order in enumerate(orders)]
        return [each[1:] for each in taken]  # The first game works out what all of them use.


async def _opened(
    database: Database, kind: Kind, start: Match, log: Sequence[Entry[Any, Any]], count: int
) -> Surroundings:
    """Store a game several times, and load each."""
    lines = [encode(entry).decode() for entry in log]

    def work(transaction: Transaction) -> None:
        for id in range(1, count + 1):
            [row] = transaction.rows(
                sql.add_game, title=kind.title, scenario=kind.scenario, options="{}", seed=start.seed, guild=1,
                channel=id, host=HOST,
            )  # fmt: skip
            assert row["id"] == id
            transaction.run(sql.set_status, game=id, status="live")
            for n, seat in enumerate(start.seats):
                record = SeatRecord(seat, HOST + n)
                transaction.run(sql.add_seat, game=id, place=n, **msgspec.structs.asdict(record))
            transaction.run_all(
                sql.add_entry, [{"game": id, "n": n, "line": line} for n, line in enumerate(lines)]
            )

    await database.write(work)
    tables = Tables(Games(database), titles())
    found = [await tables.table(id) for id in range(1, count + 1)]
    return Surroundings(Desk(tables, lambda game: None), [table for table in found if table is not None])


async def _ordered(place: Surroundings, order: Order, number: int) -> float:
    """Give an order, and make its page and posts; returns the processor seconds."""
    desk, table = place.desk, place.table
    kind = kind_of(table.game, order.command.partition(" ")[2])
    person = table.person_at(order.seat)
    assert kind is not None
    assert person is not None
    begun = time.process_time()
    done = await desk.act(
        table, person, lambda seen: read(table.game, seen, kind, order.options), (1 << 50) + number
    )
    assert isinstance(done, Done), done
    page_after(table, person, done, "", "")
    compose(table, done.first, done.last)
    for row in await desk.tables.games.owed(table.record.id):
        await desk.tables.games.sent(table.record.id, [row.id], 1)
    return time.process_time() - begun


def loaded_game() -> Iterator[Row]:
    """Kilobytes of a loaded full game, kept as usual with its latest state."""
    kind = OTHERS[0]
    match = play(Match(kind.game, kind.scenario, {}, b"full"), Random("full"), moves=LONGEST)
    yield Row(f"a loaded game of {len(match.log)} entries", asyncio.run(_loaded(kind, match)), "kB", most=100.0)


async def _loaded(kind: Kind, match: Match) -> float:
    """Return the median kilobytes of a table in memory."""
    sizes = []
    with tempfile.TemporaryDirectory() as folder:
        database = await open_database(Path(folder) / "memory.db")
        games = (await _opened(database, kind, match, match.log, COPIES)).games
        del games
        tables, loaded = Tables(Games(database), titles()), []
        for id in range(1, COPIES + 1):
            gc.collect()
            tracemalloc.start()
            loaded.append(await tables.table(id))
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0] / 1000)
            tracemalloc.stop()
        await database.close()
    return statistics.median(sizes)


MEASURES = (growth, loaded_game)
