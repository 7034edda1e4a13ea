"""The bot in a process of its own, that is killed as often as one likes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import TypeVar

import msgspec

from bot.local.home import LocalDiscord
from tests.chat.evening import until
from tests.crash import Life
from tests.program import share_ground

T = TypeVar("T")
LONGEST = 600.0
"""Seconds after which something does not take long, but is stuck."""


class Died(Exception):
    """The bot is gone in the middle of something."""


class Nursery:
    """A process that has imported everything, and forks one bot after another."""

    def __init__(self, *arguments: str) -> None:
        """The arguments are those of `tests.crash`."""
        self._arguments = arguments
        self._running: asyncio.subprocess.Process | None = None

    async def start(self, life: Life) -> int:
        """Start a bot, and return the id of its process."""
        if self._running is None:
            pipe = asyncio.subprocess.PIPE
            command = (sys.executable, "-m", "tests.crash", *self._arguments)
            self._running = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert self._running.stdin is not None
        self._running.stdin.write(msgspec.json.encode(life) + b"\n")
        return await self.told()

    async def told(self) -> int:
        """Return the next number that it tells: after a start the exit code of the bot."""
        assert self._running is not None
        assert self._running.stdout is not None
        return int(await self._running.stdout.readline())

    async def close(self) -> None:
        """Start no more of them."""
        if self._running is not None:
            assert self._running.stdin is not None
            self._running.stdin.close()
            await self._running.wait()


class Victim:
    """The bot's process."""

    def __init__(self, local: LocalDiscord, database: Path) -> None:
        self.local = local
        self.database = database
        self.deaths = database.with_suffix(".deaths")
        self.nursery = Nursery()
        self.process = 0
        """The id of the bot's process, 0 without any."""
        self.gone = asyncio.Event()
        self.died_of = 0
        """The exit code of a process that was not killed."""

    async def start(self, crash: str = "") -> None:
        """Start it, and wait until it is connected, or dead before that."""
        self.gone = asyncio.Event()
        environment = {
            "DISCORD_TOKEN": self.local.token, "DISCORD_API_URL": self.local.api_url,
            "FIELDPOST_DB": str(self.database), "CRASH": crash, "CRASHES": str(self.deaths),
        }  # fmt: skip
        share_ground(self.database)
        self.process = await self.nursery.start(Life(environment, str(self.database.parent / "bot.log")))
        asyncio.create_task(self._watch(self.gone))  # noqa: RUF006 - it ends with the process
        await until(lambda: self.local.site.gateway.online or self.gone.is_set(), LONGEST)

    async def _watch(self, gone: asyncio.Event) -> None:
        code = await self.nursery.told()
        self.process = 0
        self.died_of = self.died_of or (code if code != -signal.SIGKILL else 0)
        await until(lambda: not self.local.site.gateway.online, LONGEST)
        self.local.site.messages._nonces.clear()  # as if minutes passed before the next start
        gone.set()

    def struck(self) -> list[str]:
        """Return the points of its deaths, such as "before commit of INSERT INTO entries"."""
        return self.deaths.read_text(encoding="utf-8").splitlines() if self.deaths.exists() else []

    def kill(self) -> None:
        """Pull the plug."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):  # It has just died of itself.
                os.kill(self.process, signal.SIGKILL)

    async def close(self) -> None:
        """Start no more of them."""
        await self.nursery.close()

    async def alive(self, what: Awaitable[T]) -> T:
        """Wait for something that only the living bot can do. Raises `Died`."""
        task = asyncio.ensure_future(what)
        gone = asyncio.ensure_future(self.gone.wait())
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED, timeout=LONGEST)
            if task.done():
                return task.result()
            raise Died
        finally:
            task.cancel()
            gone.cancel()
