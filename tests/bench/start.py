"""The start of the bot: processor time until it is connected, and its memory then.

Its sources are compiled beforehand, as in an installed package. The operating system counts the processor time.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bot.local.home import LocalDiscord
from bot.store.files import beside
from tests.bench.rows import Row
from tests.bench.tables import processor
from tests.bench.wire import resident

STARTS = 5


async def _connected(local: LocalDiscord, folder: Path) -> tuple[float, float]:
    """Start a bot, and return its seconds of processor time and its memory in MiB."""
    database = folder / "bench.db"
    environment = {
        **os.environ, "DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url,
        "FIELDPOST_DB": str(database), "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
    }  # fmt: skip
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=environment, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(60):
            while not beside(database, ".alive").exists():  # noqa: ASYNC110 - the file is the announcement
                await asyncio.sleep(0.01)
        return processor(process.pid), resident(process.pid)
    finally:
        process.terminate()
        await process.wait()


async def _starts(folder: Path) -> list[tuple[float, float]]:
    local = LocalDiscord(identify_seconds=0.0)
    await local.start()
    try:
        return [await _connected(local, folder) for _ in range(1 + STARTS)]
    finally:
        await local.stop()


def start() -> Iterator[Row]:
    """Processor time from the start of the process until it is connected, and memory."""
    with tempfile.TemporaryDirectory() as folder:
        _, *taken = asyncio.run(_starts(Path(folder)))
    seconds, memory = (statistics.median(column) for column in zip(*taken, strict=True))
    yield Row(f"start to connected, processor, median of {STARTS}", seconds, "s", most=1.0)
    yield Row("memory when connected", memory, "MiB", most=60.0)


MEASURES = (start,)
