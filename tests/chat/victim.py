"""The bot in a process of its own, that is killed as often as one likes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import TypeVar

from bot.local.home import LocalDiscord
from tests.chat.evening import until

T = TypeVar("T")
LONGEST = 600.0
"""Seconds after which something does not take long, but is stuck."""


class Died(Exception):
    """The bot is gone in the middle of something."""


class Victim:
    """The bot's process."""

    def __init__(self, local: LocalDiscord, database: Path) -> None:
        self.local = local
        self.database = database
        self.deaths = database.with_suffix(".deaths")
        self.process: asyncio.subprocess.Process | None = None
        self.gone = asyncio.Event()
        self.died_of = 0
        """The exit code of a process that nobody had killed."""

    async def start(self, crash: str = "") -> None:
        """Start it, and wait until it is connected, or dead before that."""
        self.gone = asyncio.Event()
        environment = os.environ | {
            "DISCORD_TOKEN": self.local.token, "DISCORD_API_URL": self.local.api_url,
            "FIELDPOST_DB": str(self.database), "CRASH": crash, "CRASHES": str(self.deaths),
        }  # fmt: skip
        with (self.database.parent / "bot.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.crash", env=environment, stdout=log, stderr=log
            )
        asyncio.create_task(self._watch(self.process, self.gone))  # noqa: RUF006 - it ends with the process
        await until(lambda: self.local.site.gateway.online or self.gone.is_set(), LONGEST)

    async def _watch(self, process: asyncio.subprocess.Process, gone: asyncio.Event) -> None:
        code = await process.wait()
        self.died_of = self.died_of or (code if code != -signal.SIGKILL else 0)
        await until(lambda: not self.local.site.gateway.online, LONGEST)
        self.local.site.messages._nonces.clear()  # as if minutes passed before the next start
        gone.set()

    def struck(self) -> list[str]:
        """Return at which points it has died so far, such as "before commit of INSERT INTO entries"."""
        return self.deaths.read_text(encoding="utf-8").splitlines() if self.deaths.exists() else []

    def kill(self) -> None:
        """Pull the plug."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)

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
