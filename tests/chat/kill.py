"""People play on while the bot is killed again and again; at the end nothing is missing and nothing is double.

The bot is a process of its own with a real database file; this process is Discord, and the people in it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec

from bot.chat.desk import Letter, Recipe
from bot.chat.table import Table
from bot.chat.words import write
from bot.kernel.log import fold
from bot.kernel.secret import see
from bot.local import Channel, Interaction, LocalDiscord, Message, NotPossible, Person
from bot.store.database import Database
from tests.chat import mail
from tests.chat.evening import DONE, Evening, until

T = TypeVar("T")
KINDS = ("commit", "send")
TIMES = ("before", "after")
MOST = 60
"""The highest number of the commit or request at which the process dies."""
PATIENCE = 12.0
"""Seconds after which a process that has not reached its point is killed all the same."""
TABLES = (
    ("clicks", "first", ("Anna", "Boris")),
    ("computer", "first", ("Vera",)),
    ("muster", "kalach", ("Gleb", "Zoya")),
)


class Report(msgspec.Struct, frozen=True):
    """What was survived: processes killed at a point and at a moment, games, moves, orders that were confirmed."""

    points: int
    moments: int
    games: int
    entries: int
    confirmed: int
    posts: int
    letters: int
    seconds: float


class Died(Exception):
    """The bot is gone in the middle of something."""


class Confirmed(msgspec.Struct, frozen=True):
    """An order that somebody was told was taken."""

    interaction: int
    game: int
    moment: int
    text: str


class Victim:
    """The bot's process."""

    def __init__(self, local: LocalDiscord, database: Path) -> None:
        self.local = local
        self.database = database
        self.process: asyncio.subprocess.Process | None = None
        self.gone = asyncio.Event()

    async def start(self, crash: str = "") -> None:
        """Start it, and wait until it is connected, or dead before that."""
        self.gone = asyncio.Event()
        environment = os.environ | {
            "DISCORD_TOKEN": self.local.token, "DISCORD_API_URL": self.local.api_url,
            "FIELDPOST_DB": str(self.database), "CRASH": crash,
        }  # fmt: skip
        with (self.database.parent / "bot.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.crash", env=environment, stdout=log, stderr=log
            )
        asyncio.create_task(self._watch(self.process, self.gone))  # noqa: RUF006 - it ends with the process
        await until(lambda: self.local.site.gateway.online or self.gone.is_set(), 60)

    async def _watch(self, process: asyncio.subprocess.Process, gone: asyncio.Event) -> None:
        await process.wait()
        await until(lambda: not self.local.site.gateway.online, 60)
        self.local.site.messages._nonces.clear()  # as if minutes passed before the next start
        gone.set()

    def kill(self) -> None:
        """Pull the plug."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)

    async def alive(self, what: Awaitable[T]) -> T:
        """Wait for something that only the living bot can do. Raises `Died`."""
        task = asyncio.ensure_future(what)
        gone = asyncio.ensure_future(self.gone.wait())
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED, timeout=60)
            if task.done():
                return task.result()
            raise Died
        finally:
            task.cancel()
            gone.cancel()


class Somebody:
    """A person who presses whatever he is offered, by lot; some orders he types."""

    def __init__(
        self, night: Night, person: Person, place: Channel, scenario: str, side: str, alone: bool
    ) -> None:
        self.night = night
        self.person = person
        self.place = place
        self.scenario = scenario
        self.side = side
        self.alone = alone
        self.rnd = Random(night.rnd.random())

    async def _answer(self, begun: Awaitable[Interaction]) -> tuple[Interaction, Message]:
        interaction = await begun
        await self.night.victim.alive(interaction.done(60))
        message = interaction.replies[0] if interaction.replies else interaction.message
        if interaction.failed or message is None:
            raise Died
        assert message.ephemeral, message.content
        assert "broke" not in message.content, message.content
        return interaction, message

    async def play(self) -> None:
        """Act for ever; when the bot dies, wait for the next one."""
        while True:
            try:
                await self.step()
            except (Died, NotPossible):
                await until(lambda: self.night.victim.gone.is_set() or self.night.online, 60)
                await until(lambda: self.night.online, 60)

    async def step(self) -> None:
        """Look at one's orders, and give one if one is asked."""
        _, page = await self._answer(self.person.slash(self.place, "game play"))
        if not page.labels or "The game is over" in page.content:
            await self._sit_down(page)
            return
        if not page.selects and "Do it" not in page.labels:
            if self.rnd.random() < 0.2:
                await self._undo(page)
            await self._something_new()
            return
        if self.rnd.random() < 0.1:
            await self._answer(self.person.slash(self.place, "tide order", within=self.rnd.randint(1, 40)))
        while "Do it" not in page.labels or (self.rnd.random() < 0.2 and page.selects):
            if not page.selects:
                return
            page = await self._pick(page)
        await self._confirm(page)

    async def _sit_down(self, page: Message) -> None:
        """See to it that there is a game here, and that one sits at it."""
        if self.night.closing:
            await self._something_new()
        elif "FP-start" in page.content or "no seat" in page.content:
            await self._answer(self.person.slash(self.place, "game join", side=self.side))
            if self.alone:
                await self._answer(self.person.slash(self.place, "game seat", side="soviet", computer=True))
        elif self.side == "german":
            await self._answer(self.person.slash(self.place, "game new", title="tide", scenario=self.scenario))
        else:
            await self._something_new()

    async def _pick(self, page: Message) -> Message:
        part = self.rnd.choice(page.selects)
        labels = [option["label"] for option in part["options"]]
        most = min(part["max_values"], len(labels), 3)
        chosen = self.rnd.sample(labels, self.rnd.randint(max(1, part["min_values"]), max(1, most)))
        _, page = await self._answer(self.person.select(page, part["custom_id"], *chosen))
        return page

    async def _confirm(self, page: Message) -> None:
        button = next(b for b in page.buttons if b.label == "Do it")
        assert button.custom_id is not None
        _, game, moment, *_ = button.custom_id.removeprefix("fp:").split(":")
        text = page.content.split("\n")[0].removeprefix("**/tide ").removesuffix("**")
        interaction, said = await self._answer(self.person.click(page, "Do it"))
        if said.content.startswith(DONE):
            self.night.confirmed.append(Confirmed(int(interaction.id), int(game), int(moment), text))

    async def _undo(self, page: Message) -> None:
        await self._answer(self.person.click(page, "Undo"))

    async def _something_new(self) -> None:
        """Wait a little for the others to act."""
        try:
            async with asyncio.timeout(0.5):
                await self.night.victim.alive(self.person.changed())
        except TimeoutError:
            return


class Night:
    """All of it: Discord, the people, the bot, and what was confirmed to whom."""

    def __init__(self, local: LocalDiscord, folder: Path, seed: int) -> None:
        self.local = local
        self.victim = Victim(local, folder / "games.db")
        self.rnd = Random(seed)
        self.confirmed: list[Confirmed] = []
        self.people: list[Somebody] = []
        self.closing = False
        for name, scenario, names in TABLES:
            for each, side in zip(names, ("german", "soviet"), strict=False):
                person = local.person(each)
                self.people.append(Somebody(self, person, local.channel(name), scenario, side, len(names) == 1))

    @property
    def online(self) -> bool:
        """Whether there is somebody to talk to."""
        return self.local.site.gateway.online and not self.victim.gone.is_set()

    async def survive(self, points: int, moments: int) -> None:
        """Kill the bot so often while people play."""
        planned = [f"{kind} {when} {n}" for n in range(1, MOST + 1) for kind in KINDS for when in TIMES]
        self.rnd.shuffle(planned)
        deaths = [planned[n % len(planned)] for n in range(points)] + [""] * moments
        self.rnd.shuffle(deaths)
        playing = [asyncio.create_task(each.play()) for each in self.people]
        try:
            for crash in deaths:
                await self.victim.start(crash)
                if not crash:
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
            await self.victim.start()
            await self._to_the_end(playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            self.victim.kill()
            await self.victim.gone.wait()

    async def _to_the_end(self, playing: list[asyncio.Task[None]]) -> None:
        """Let the games be finished: short ones are played on, the long one is given up."""
        self.closing = True
        muster = self.local.channel("muster")
        gleb = next(each for each in self.people if each.place.id == muster.id)
        _, page = await gleb._answer(gleb.person.slash(muster, "game resign"))
        if page.buttons:
            await gleb._answer(gleb.person.click(page, page.buttons[0].label))
        watching = {each.place.id: each for each in self.people}

        def over() -> bool:
            for task in playing:
                if task.done():
                    task.result()
            return all(self._is_over(each) for each in watching.values())

        await until(over, 300)

    def _is_over(self, somebody: Somebody) -> bool:
        posts = [
            m for m in somebody.person.sees(somebody.place) if not m.ephemeral and not m.content.startswith("## ")
        ]
        return not posts or "🏁" in posts[-1].content

    async def audit(self) -> tuple[int, int, int, int]:
        """Let a last bot send what is owed; then compare what people were shown with what is written down."""
        last = Evening(self.local, self.victim.database)
        await last.arrive()
        try:
            await last.settled()
            database, games = last.database, last.front.games
            rows = await database.rows("SELECT id FROM games ORDER BY id")
            assert not await games.debtors(), "something is owed for ever"
            counts = [0, 0, 0]
            for row in rows:
                table = await last.front.house.table(row["id"])
                assert table is not None
                posts, letters = await self._audit_table(database, table)
                counts = [a + b for a, b in zip(counts, (len(table.log), posts, letters), strict=True)]
            done = {r["id"] for r in await database.rows("SELECT id FROM interactions")}
            lost = [each for each in self.confirmed if each.interaction not in done]
            assert not lost, f"was confirmed and is not written down: {lost}"
            return len(rows), counts[0], counts[1], counts[2]
        finally:
            await last.leave()

    async def _audit_table(self, database: Database, table: Table) -> tuple[int, int]:
        number = table.record.id
        assert fold(table.game, table.log) == table.state
        interactions = await database.rows("SELECT id FROM interactions WHERE game = ?", (number,))
        by_people = [entry for entry in table.log if entry.by == "person"]
        assert len(interactions) == len(by_people) + 1, f"game {number}: an order counts twice, or not at all"
        for each in self.confirmed:
            if each.game == number:
                self._audit_order(table, each)
        place = self.local.world.channels[str(table.record.channel)]
        watcher = next(each for each in self.people if each.place.id == place.id)
        posts = [m for m in watcher.person.sees(place) if not m.ephemeral]
        if table.log:
            mail.assert_told_once(table, posts)
        lobbies = [m for m in posts if f"-# Game {number} · dice commitment" in m.content]
        assert len(lobbies) == 1, f"game {number} has {len(lobbies)} posts of its lobby"
        return len(posts), await self._audit_letters(database, table)

    def _audit_order(self, table: Table, order: Confirmed) -> None:
        entry = table.log[order.moment]
        assert entry.by == "person", f"{order} is {entry}"
        seen = see(fold(table.game, table.log[: order.moment]), entry.seat)
        assert write(table.game, seen, entry.action) == order.text, f"{order} is {entry.action}"

    async def _audit_letters(self, database: Database, table: Table) -> int:
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


async def _run(points: int, moments: int, seed: int, folder: Path) -> Report:
    began = time.monotonic()
    local = LocalDiscord(recording=False)
    await local.start()
    try:
        night = Night(local, folder, seed)
        await night.survive(points, moments)
        games, entries, posts, letters = await night.audit()
    finally:
        await local.stop()
    seconds = round(time.monotonic() - began, 1)
    return Report(points, moments, games, entries, len(night.confirmed), posts, letters, seconds)


def run(points: int, moments: int, seed: int = 1, folder: Path | None = None) -> Report:
    """Kill the bot at so many commits and requests, and at so many random moments, while people play.

    Raises `AssertionError` where anything is missing or double. For `python -m tests.soak kill`.
    """
    if folder is not None:
        return asyncio.run(_run(points, moments, seed, folder))
    with tempfile.TemporaryDirectory() as made:
        return asyncio.run(_run(points, moments, seed, Path(made)))


if __name__ == "__main__":
    arguments: list[Any] = [int(each) for each in sys.argv[1:]]
    print(run(*arguments))
