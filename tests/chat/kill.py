"""People play while the bot is killed repeatedly; nothing is lost or doubled.

The bot is a process of its own with a real database file; this process is Discord, and the people in it.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec

from bot.chat.desk.desk import Letter, Recipe
from bot.chat.desk.table import Table
from bot.chat.panel.walk import led
from bot.chat.posts.posts import map_mark
from bot.kernel.log import fold
from bot.kernel.secret import see
from bot.kit.instructions import folded
from bot.local import Message
from bot.local.home import LocalDiscord
from tests.chat import mail
from tests.chat.crowd import Confirmed, Somebody
from tests.chat.evening import Evening, until
from tests.chat.victim import Victim
from tests.sql import Sql

KINDS = ("commit", "send")
TIMES = ("before", "after")
MOST = 40
"""The highest number of the commit or request at which the process dies."""
PATIENCE = 20.0
"""Seconds until a process that missed its point is killed anyway, and retried."""
LONGEST_END = 600.0
"""Seconds that the games may take to be finished when nobody kills any more."""
TRIES = 5
"""How often a point is tried until it is struck."""
TABLES = (
    ("clicks", "first", ("Anna", "Boris")),
    ("computer", "first", ("Vera",)),
    ("muster", "kalach", ("Gleb", "Zoya")),
)
LONG = ("muster",)
"""The tables at which the game is given up at the end instead of being played on."""
MOMENT = ""
"""A death at no point in particular."""


class Report(msgspec.Struct, frozen=True):
    """The survived deaths, by point, and the games, moves and confirmed orders.

    `missed` counts planned points that no process reached.
    """

    deaths: int
    missed: int
    points: Counter[str]
    games: int
    entries: int
    confirmed: int
    posts: int
    letters: int
    seconds: float

    def __str__(self) -> str:
        return "\n".join([
            *killed(self.deaths, self.missed, self.points),
            f"{self.games} games of {self.entries} entries, {self.confirmed} orders confirmed; "
            f"{self.posts} posts and {self.letters} letters, each there once; {self.seconds:,.0f} seconds",
        ])  # fmt: skip


def killed(times: int, missed: int, points: Counter[str]) -> list[str]:
    """Return the lines about deaths and their planned points."""
    return [
        f"killed {times} times, at {points.total()} planned points ({missed} not reached):",
        *(f"  {each:4} {point}" for point, each in sorted(points.items())),
    ]


def deaths(points: int, moments: int, seed: int = 1) -> list[str]:
    """Return planned deaths, mixed: repeated points, and random moments."""
    rnd = Random(seed)
    planned = [f"{kind} {when} {n}" for n in range(1, MOST + 1) for kind in KINDS for when in TIMES]
    rnd.shuffle(planned)
    chosen = [planned[n % len(planned)] for n in range(points)] + [MOMENT] * moments
    rnd.shuffle(chosen)
    return chosen


class Night:
    """The whole setup: Discord, the people, the bot, and the confirmed orders."""

    def __init__(self, local: LocalDiscord, folder: Path, seed: int, given_up: Sequence[str]) -> None:
        self.local = local
        self.given_up = given_up
        self.victim = Victim(local, folder / "games.db")
        self.rnd = Random(seed)
        self.confirmed: list[Confirmed] = []
        self.people: list[Somebody] = []
        self.closing = False
        self.deaths = self.missed = 0
        for name, scenario, names in TABLES:
            for each, side in zip(names, ("german", "soviet"), strict=False):
                person = local.person(each)
                self.people.append(Somebody(self, person, local.channel(name), scenario, side, len(names) == 1))

    @property
    def online(self) -> bool:
        """Whether a bot is online.

        Raises `AssertionError` if a bot died without being killed.
        """
        assert not self.victim.died_of, f"a bot died with exit code {self.victim.died_of}"
        return self.local.site.gateway.online and not self.victim.gone.is_set()

    async def survive(self, planned: Sequence[str]) -> None:
        """Kill the bot as planned while people play. A missed point is tried again later."""
        ahead = deque((crash, TRIES) for crash in planned)
        playing = [asyncio.create_task(each.play()) for each in self.people]
        try:
            while ahead:
                crash, tries = ahead.popleft()
                if await self._dies(crash, playing):
                    continue
                if tries > 1:
                    ahead.append((crash, tries - 1))
                else:
                    self.missed += 1
            await self.victim.start()
            await self._to_the_end(playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            self.victim.kill()
            await self.victim.gone.wait()
            await self.victim.close()

    async def _dies(self, crash: str, playing: Sequence[asyncio.Task[None]]) -> bool:
        """Run a bot until its planned death or its time limit.

        Returns whether it died as planned.
        """
        before = len(self.victim.struck())
        self.deaths += 1
        await self.victim.start(crash)
        if crash == MOMENT:
            await asyncio.sleep(self.rnd.uniform(0, 1.0))
            self.victim.kill()
        for task in playing:
            if task.done():
                task.result()
        try:
            async with asyncio.timeout(PATIENCE):
                await self.victim.gone.wait()
        except TimeoutError:
            self.victim.kill()
            await self.victim.gone.wait()
        assert not self.victim.died_of, f"a bot died with exit code {self.victim.died_of}"
        return crash == MOMENT or len(self.victim.struck()) > before

    async def _to_the_end(self, playing: list[asyncio.Task[None]]) -> None:
        """Give at least an order; then short games are finished, and others resigned."""
        watching = {each.place.id: each for each in self.people}

        def unharmed(reached: bool) -> bool:
            for task in playing:
                if task.done():
                    task.result()
            return reached

        await until(lambda: unharmed(bool(self.confirmed)), LONGEST_END)
        self.closing = True
        for each in watching.values():
            if each.place.name in self.given_up:
                await each.resign()
        try:
            await until(lambda: unharmed(all(self._is_over(each) for each in watching.values())), LONGEST_END)
        except TimeoutError:
            last = {
                each.place.name: self._posts(each)[-3:] for each in watching.values() if not self._is_over(each)
            }
            raise AssertionError(f"not over in time: {last}") from None

    def _is_over(self, somebody: Somebody) -> bool:
        posts = self._posts(somebody)
        return not posts or "🏁" in posts[-1]

    def _posts(self, somebody: Somebody) -> list[str]:
        """Return the posts at a table, without lobbies."""
        texts = [m.content for m in somebody.person.sees(somebody.place) if not m.ephemeral]
        return [text for text in texts if text and not text.startswith("## ")]

    async def audit(self) -> tuple[int, int, int, int]:
        """Let a last bot send the rest, then compare the messages with the database."""
        for each in self.people:
            each.person.dms_closed = False  # An undeliverable letter stays owed.
        last = Evening(self.local, self.victim.database)
        last.maps = True
        await last.arrive()
        try:
            await last.settled()
            database, games = last.database, last.client.games
            rows = await database.rows("SELECT id FROM games ORDER BY id")
            assert not await games.debtors(), await self._owed(last)
            counts = [0, 0, 0]
            for row in rows:
                table = await last.client.tables.table(row["id"])
                assert table is not None
                posts, letters = await self._audit_table(database, table)
                counts = [a + b for a, b in zip(counts, (len(table.log), posts, letters), strict=True)]
            done = {r["id"] for r in await database.rows("SELECT id FROM interactions")}
            lost = [each for each in self.confirmed if each.interaction not in done]
            assert not lost, f"was confirmed and is not written down: {lost}"
            return len(rows), counts[0], counts[1], counts[2]
        finally:
            await last.leave()

    async def _owed(self, last: Evening) -> str:
        """Say what is owed, and why it waits."""
        rows = await last.database.rows("SELECT game, recipe, tries FROM outbox WHERE message IS NULL")
        behind = await last.database.rows("SELECT maps.*, bursts.last FROM maps JOIN bursts USING (game)")
        waits = last.client.postman.stalled.summary()
        return f"owed for ever: {[*map(tuple, rows)]}, maps {[*map(tuple, behind)]}, {waits}"

    async def _audit_table(self, database: Sql, table: Table) -> tuple[int, int]:
        number = table.record.id
        left = table.log.recorded()
        assert folded(table.game, table.log, left) == table.state
        interactions = await database.rows("SELECT id FROM interactions WHERE game = ?", (number,))
        by_people = [each for each in table.log if each.by == "person"]
        given = len(by_people) + sum(each.by == "person" for each in left)
        assert len(interactions) == given + 1, f"game {number}: an order counts twice, or not at all"
        for each in self.confirmed:
            if each.way.game == number:
                self._audit_order(table, each)
        place = self.local.world.channels[str(table.record.channel)]
        watcher = next(each for each in self.people if each.place.id == place.id)
        posts = [m for m in watcher.person.sees(place) if not m.ephemeral]
        if table.log:
            mail.assert_told_once(table, posts)
        lobbies = [m for m in posts if f"-# Game {number} · dice commitment" in m.content]
        assert len(lobbies) == 1, f"game {number} has {len(lobbies)} posts of its lobby"
        if table.log:
            _audit_map(table, posts)
        return len(posts), await self._audit_letters(database, table)

    def _audit_order(self, table: Table, order: Confirmed) -> None:
        later = range(order.way.moment, len(table.log))
        n = next(n for n in later if table.log[n].by == "person")  # Its giver saw no change before it.
        entry, seen = table.log[n], see(fold(table.game, table.log[:n]), table.log[n].seat)
        assert led(table.game, seen, order.way).action == entry.action, f"{order} is {entry.action}"

    async def _audit_letters(self, database: Sql, table: Table) -> int:
        rows = await database.rows("SELECT recipe, message FROM outbox WHERE game = ?", (table.record.id,))
        total = 0
        for seat in table.seats:
            if seat.person is None:
                continue
            person = next(each.person for each in self.people if int(each.person.id) == seat.person)
            mark = f"-# Game {table.record.id} · {seat.seat.title()} · move "
            there = [int(m.id) for m in person.inbox() if m.content.rpartition("\n")[2].startswith(mark)]
            recipes = [(msgspec.json.decode(row["recipe"], type=Recipe), row["message"]) for row in rows]
            known = {
                id for recipe, id in recipes if isinstance(recipe, Letter) and recipe.seat == seat.seat and id
            }
            assert sorted(there) == sorted(known), f"letters of {seat.seat} in game {table.record.id}"
            total += len(there)
        return total


def _audit_map(table: Table, posts: Sequence[Message]) -> None:
    """There is one map message, which shows the last reported move."""
    maps = [post.content for post in posts if post.content.endswith(map_mark(table))]
    assert len(maps) == 1, f"game {table.record.id} has {len(maps)} map messages"
    told = mail.moves_told(posts, table.record.id)[-1]
    assert f", after move {told}\n" in maps[0], f"{maps[0]} after move {told}"


async def _run(planned: Sequence[str], seed: int, folder: Path, given_up: Sequence[str]) -> Report:
    began = time.monotonic()
    local = LocalDiscord(recording=False, ack_seconds=PATIENCE, identify_seconds=0.0)
    await local.start()
    try:
        night = Night(local, folder, seed, given_up)
        await night.survive(planned)
        games, entries, posts, letters = await night.audit()
    finally:
        await local.stop()
    points = Counter(night.victim.struck())
    seconds = time.monotonic() - began
    return Report(
        night.deaths, night.missed, points, games, entries, len(night.confirmed), posts, letters, seconds
    )


def run(
    planned: Sequence[str], seed: int = 1, folder: Path | None = None, given_up: Sequence[str] = LONG
) -> Report:
    """Kill the bot as planned while people play.

    Raises `AssertionError` if anything is missing or doubled. For `python -m tests.soak kill`.
    """
    if folder is not None:
        return asyncio.run(_run(planned, seed, folder, given_up))
    with tempfile.TemporaryDirectory() as made:
        return asyncio.run(_run(planned, seed, Path(made), given_up))
