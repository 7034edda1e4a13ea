"""The table at home under attack: another player's delay, and the memory left."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp

from tests.bench.attackers import CHANNEL, HOST, KINDS
from tests.bench.rows import Row, percentile
from tests.bench.wire import resident

ROUNDS = 3
PROBES = 60
"""Commands of the other player in each round."""
PAUSE = 0.05
SETTLE = 2.0
"""Seconds until an attack is under way, and until its memory should be free."""
TALK = 50


class Player:
    """Another player's window."""

    def __init__(self, window: aiohttp.ClientWebSocketResponse) -> None:
        self.window = window
        self._count = 0

    async def ask(self, what: str, **details: Any) -> Any:
        """Ask for something and wait for its answer."""
        self._count += 1
        await self.window.send_json({"ask": f"{self._count}", "do": what, **details})
        while (frame := await self.window.receive_json()).get("answer") != f"{self._count}":
            pass
        assert "ok" in frame, frame
        return frame["ok"]

    async def command(self, command: str, **options: Any) -> float:
        """Give a command; the seconds until the bot has acknowledged it."""
        start = time.perf_counter()
        self._count += 1
        ask = {"ask": f"{self._count}", "do": "slash", "channel": CHANNEL, "command": command, "options": options}
        await self.window.send_json(ask)
        begun = None
        while True:
            frame = await self.window.receive_json()
            if frame.get("answer") == f"{self._count}":
                begun = frame["ok"]["id"]
            state = frame["data"] if frame.get("event") == "INTERACTION_STATE" else {}
            if begun and state.get("id") == begun and (state["acknowledged"] or state["failed"]):
                assert not state["failed"], state["failed"]
                return time.perf_counter() - start


@contextlib.asynccontextmanager
async def _table(folder: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, int, Player]]:
    """Open a table with a game in it, about which much has been said."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "FIELDPOST_DB": str(folder / "bench.db"), "FIELDPOST_PORT": str(port)}
    environment.pop("DISCORD_TOKEN", None)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        await process.stdout.readline()
        async with aiohttp.ClientSession() as session:
            url = f"http://{HOST}:{port}"
            for name in ("Anna", "Viktor"):
                await (await session.post(f"{url}/people", json={"name": name})).read()
            window = await session.ws_connect(f"{url}/socket?as=Viktor", max_msg_size=0)
            while not _offers_games(await window.receive_json()):
                pass
            player = Player(window)
            for n in range(TALK):
                await player.ask("say", channel=CHANNEL, text=f"{n} " + "So it goes. " * 150)
            while True:
                with contextlib.suppress(AssertionError):  # A table that is starting may be late.
                    await player.command(
                        "game new", title="tide", scenario="first", side="german", against="computer"
                    )
                    break
            yield process, port, player
    finally:
        process.terminate()
        await process.wait()


def _offers_games(frame: dict[str, Any]) -> bool:
    """True if a frame has the bot's commands, in the greeting or later."""
    told = frame["data"] if frame.get("event") in ("HELLO", "COMMANDS") else {}
    return any(command["name"] == "game" for command in told.get("commands", told).get("guild", ()))


async def _probed(player: Player) -> list[float]:
    taken = []
    for _ in range(PROBES):
        taken.append(1000 * await player.command("game status"))
        await asyncio.sleep(PAUSE)
    return taken


async def _attacked(folder: Path, kind: str) -> tuple[list[float], list[float], float, float]:
    """Return milliseconds in quiet and under attack, and megabytes before and after."""
    async with _table(folder) as (process, port, player):
        for _ in range(ROUNDS):  # Repeat until everything a table needs is loaded.
            await _probed(player)
        before = resident(process.pid)
        quiet: list[float] = []
        attacked: list[float] = []
        for _ in range(ROUNDS):
            quiet += await _probed(player)
            attacker = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.bench.attackers", kind, str(port), stdout=asyncio.subprocess.PIPE
            )
            assert attacker.stdout is not None
            await attacker.stdout.readline()
            await asyncio.sleep(SETTLE)
            attacked += await _probed(player)
            attacker.kill()
            await attacker.wait()
            await asyncio.sleep(SETTLE)
        return quiet, attacked, before, resident(process.pid)


def attacks() -> Iterator[Row]:
    """Milliseconds of another player's acknowledgement, and megabytes that stay taken."""
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            quiet, attacked, before, after = asyncio.run(_attacked(Path(folder), kind))
        name = f"another's acknowledgement, {kind}, p99 of {len(attacked)} (floor: in quiet)"
        yield Row(name, percentile(attacked, 99), "ms", percentile(quiet, 99), most=3.0)
        yield Row("the same, median", percentile(attacked, 50), "ms", percentile(quiet, 50))
        yield Row(f"memory afterwards, {kind} (floor: before)", after, "MB", before, most=1.1)


MEASURES = (attacks,)
