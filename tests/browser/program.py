"""The program as its host starts it, in its own process, with fixed luck."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from bot.chat.desk.table import Table, Tables
from bot.store.database import StoreError
from bot.store.files import Unusable
from bot.store.games import Games
from bot.store.opening import open_database
from bot.titles import titles
from tests.program import share_ground

ROOT = Path(__file__).parents[2]
FATED = """
import sys, types
from bot.__main__ import main
from bot.chat import lobby
from bot.chat.desk import table
from bot.kernel import dice
from bot.local.home import LocalDiscord
from tests.patience import be_patient
be_patient(180.0)
table.key = lambda seed, words, start: dice.key(seed, words)
lobby.secrets = types.SimpleNamespace(token_bytes=bytes, randbits=int)
LocalDiscord.__init__.__kwdefaults__["ack_seconds"] = 90.0
sys.exit(main(sys.argv[1:]))
"""
"""The program without chance: all games have the same seed.

A busy machine gets more time than Discord gives.
"""
LONGEST = 180.0
"""Seconds that the program may take for anything."""


class Program:
    """A bot with its own database and port.

    It may be stopped, killed and started again.
    """

    def __init__(self, database: Path, *arguments: str) -> None:
        self.database = database
        self.arguments = arguments
        self.port = _free_port()
        self.process: asyncio.subprocess.Process | None = None
        self._read: tuple[object, Table | None] = (None, None)
        """The game read last, and the database files at that time."""

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}/"

    async def start(self) -> None:
        """Start, and wait until the page can be opened."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("DISCORD", "FIELDPOST"))}
        env |= {"FIELDPOST_DB": str(self.database), "FIELDPOST_PORT": str(self.port)}
        share_ground(self.database)
        with self.database.with_suffix(".log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                FATED,
                *self.arguments,
                cwd=ROOT,
                env=env,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert f":{self.port}" in await self.says("open at"), self.database.with_suffix(".log").read_text()

    async def says(self, words: str) -> str:
        """Wait for a line of output with these words; returns it, or "" at the end."""
        assert self.process is not None
        assert self.process.stdout is not None
        async with asyncio.timeout(LONGEST):
            async for line in self.process.stdout:
                if words in line.decode():
                    return line.decode().strip()
        return ""

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop as a host does, or by another signal."""
        if self.process is None:
            return
        self.process.send_signal(how)
        async with asyncio.timeout(LONGEST):
            await self.process.wait()
        self.process = None

    async def table(self) -> Table | None:
        """Read the first game with its secrets from a copy of the database."""
        files = {ending: self.database.with_name(self.database.name + ending) for ending in ("", "-wal")}
        written = {ending: file.read_bytes() for ending, file in files.items() if file.exists()}
        if written != self._read[0]:
            self._read = (written, await self._loaded(written))
        return self._read[1]

    async def _loaded(self, written: Mapping[str, bytes]) -> Table | None:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.db"
            for ending, content in written.items():
                copy.with_name(copy.name + ending).write_bytes(content)
            try:
                database = await open_database(copy)
            except Unusable:
                return None
            try:
                return await Tables(Games(database), titles()).table(1)
            finally:
                await database.close()

    async def until(self, condition: Callable[[Table], object]) -> Table:
        """Wait for a game to be such that `condition` is true, and return it."""
        table: Table | None = None
        try:
            async with asyncio.timeout(LONGEST):
                while True:
                    with contextlib.suppress(StoreError):
                        table = await self.table()
                    if table is not None and condition(table):
                        return table
                    await asyncio.sleep(0.05)
        except TimeoutError:
            last = table.log[-1:] if table is not None else "no game"
            log = self.database.with_suffix(".log").read_text()
            raise AssertionError(f"after {LONGEST} seconds the table is at {last}; the bot said:\n{log}") from None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
