"""Several bots on one database, which are killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import TypeVar

from bot.local.home import LocalDiscord
from bot.local.shards import Shard
from bot.store.server import Server
from tests.chat.evening import until
from tests.chat.victim import LONGEST, Died, Nursery
from tests.crash import Life
from tests.postgres import Cluster

T = TypeVar("T")
GRACE = 3.0
"""Seconds after a kill in which the others may still answer."""
LOOK = 0.02
"""Seconds between two looks at the shards."""
LEAVING = 10.0
"""Seconds in which a bot ends after SIGTERM."""


class Bot:
    """A place for one process after another."""

    def __init__(self, local: LocalDiscord, server: Server, folder: Path, shards: int, number: int) -> None:
        self.local = local
        self.number = number
        self.log = folder / f"bot-{number}.log"
        self.deaths = folder / f"bot-{number}.deaths"
        self._environment = {
            "DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url, "FIELDPOST_DB": server.address,
            "FIELDPOST_SHARDS": str(shards), "FIELDPOST_PAINTERS": "0", "CRASHES": str(self.deaths),
        }  # fmt: skip
        self._nursery = Nursery("server")
        self.process = 0
        """The id of the process, 0 without any."""
        self.gone = asyncio.Event()
        self.gone.set()
        self.code = 0
        """The exit code of the last process."""

    def __str__(self) -> str:
        """Name it."""
        return f"bot {self.number}"

    async def start(self, crash: str = "") -> None:
        """Start a process, which dies at this point."""
        life = Life({**self._environment, "CRASH": crash}, str(self.log))
        self.gone = asyncio.Event()
        self.process = await self._nursery.start(life)
        asyncio.create_task(self._watch(self.gone))  # noqa: RUF006 - it ends with the process

    async def _watch(self, gone: asyncio.Event) -> None:
        self.code = await self._nursery.told()
        self.process = 0
        gone.set()

    def send(self, sent: signal.Signals) -> None:
        """Send a signal to the process, if there is one."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):  # It has just ended.
                os.kill(self.process, sent)

    async def leave(self) -> float:
        """Send SIGTERM, and return the seconds until the process ends.

        Raises `AssertionError` if it fails.
        """
        began = time.monotonic()
        if not self.gone.is_set():
            self.send(signal.SIGTERM)
            async with asyncio.timeout(3 * LEAVING):
                await self.gone.wait()
            assert self.code == 0, f"a bot that was told to stop ended with {self.code}:\n{self.last_words}"
        return time.monotonic() - began

    async def close(self) -> None:
        """Kill the process, and start no more of them."""
        self.send(signal.SIGKILL)
        await self.gone.wait()
        await self._nursery.close()

    @property
    def struck(self) -> list[str]:
        """The points of its deaths."""
        return self.deaths.read_text(encoding="utf-8").splitlines() if self.deaths.exists() else []

    @property
    def last_words(self) -> str:
        """The end of its log."""
        return self.log.read_text(encoding="utf-8")[-3000:] if self.log.exists() else ""


class Served:
    """How long the shards were without a connection, or had two."""

    def __init__(self, local: LocalDiscord, shards: int) -> None:
        self.local = local
        self.shards = [Shard(n, shards) for n in range(shards)]
        self.longest_gap = self.longest_overlap = 0.0
        self.timeline: list[tuple[float, str]] = []
        """The moments of deaths and changes, to find the cause of a gap."""

    def connections(self, shard: Shard) -> int:
        """Return the number of connected sessions of a shard."""
        sessions = self.local.site.gateway.sessions.values()
        return sum(each.shard == shard and each.connection is not None for each in sessions)

    @property
    def complete(self) -> bool:
        """Whether each shard is served."""
        return all(map(self.connections, self.shards))

    def note(self, event: str) -> None:
        """Note an event of this moment."""
        self.timeline.append((time.monotonic(), event))

    async def watch(self) -> None:
        """Look for ever."""
        none, two, before = dict[Shard, float](), dict[Shard, float](), dict[Shard, int]()
        while True:
            now = time.monotonic()
            for shard in self.shards:
                found = self.connections(shard)
                if found != before.get(shard):
                    before[shard] = found
                    self.note(f"shard {shard.id} has {found} connections")
                for since, strange in ((none, found == 0), (two, found > 1)):
                    if strange:
                        since.setdefault(shard, now)
                    else:
                        since.pop(shard, None)
            self.longest_gap = max([self.longest_gap, *(now - since for since in none.values())])
            self.longest_overlap = max([self.longest_overlap, *(now - since for since in two.values())])
            self.local.site.gateway.starts._used = 0  # Discord allows 1000 starts a day, and we have no day.
            await asyncio.sleep(LOOK)


class Fleet:
    """The bots, their Discord and their server, with the disturbances so far."""

    def __init__(
        self, local: LocalDiscord, cluster: Cluster, server: Server, folder: Path, bots: int, shards: int
    ) -> None:
        self.local = local
        self.cluster = cluster
        self.server = server
        self.bots = [Bot(local, server, folder, shards, n) for n in range(bots)]
        self.served = Served(local, shards)
        self.killed_at = self.disturbed_at = -LONGEST
        """When a bot was last killed, and when anything else was."""

    def disturb(self, what: str, *, kill: bool = False) -> None:
        """Note a disturbance now."""
        self.served.note(what)
        self.disturbed_at = time.monotonic()
        if kill:
            self.killed_at = self.disturbed_at

    async def start(self) -> None:
        """Start all bots, and wait until they serve every shard."""
        await asyncio.gather(*(bot.start() for bot in self.bots))
        await until(lambda: self.served.complete or self._lives(), LONGEST)

    def _lives(self) -> bool:
        """Return False. Raises `AssertionError` for a bot that has ended."""
        for bot in self.bots:
            assert bot.process, f"a bot has ended with {bot.code}:\n{bot.last_words}"
        return False

    async def roll(self) -> float:
        """Replace each bot in turn. Returns the seconds that the slowest took to leave."""
        slowest = 0.0
        for bot in self.bots:
            self.disturb(f"{bot} is stopped")
            slowest = max(slowest, await bot.leave())
            await bot.start()
            self.disturb(f"{bot} is back")
            await until(lambda: self.served.complete or self._lives(), LONGEST)
        return slowest

    async def close(self) -> None:
        """End all, and write the timeline beside the logs of the bots."""
        began = self.served.timeline[0][0] if self.served.timeline else 0.0
        lines = [f"{moment - began:8.2f} {event}\n" for moment, event in self.served.timeline]
        self.bots[0].log.with_name("timeline").write_text("".join(lines), encoding="utf-8")
        await asyncio.gather(*(bot.close() for bot in self.bots))

    async def alive(self, what: Awaitable[T]) -> T:
        """Wait for something that a bot does. Raises `Died` if a bot was killed meanwhile."""
        task, began = asyncio.ensure_future(what), time.monotonic()
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=0.2)
                now = time.monotonic()
                if not task.done() and began < self.killed_at < now - GRACE:
                    raise Died
                assert now < began + LONGEST, "a bot gives no answer"
            return task.result()
        finally:
            task.cancel()
