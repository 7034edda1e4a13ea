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
SHARDS = 16
"""The shards of the large bot, which Discord lets start together."""


async def _connected(local: LocalDiscord, folder: Path, shards: int = 1) -> tuple[float, float]:
    """Start a bot, and return its seconds of processor time and its memory in MiB."""
    database = folder / "bench.db"
    environment = {
        **os.environ, "DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url,
        "FIELDPOST_DB": str(database), "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "FIELDPOST_SHARDS": str(shards),
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


async def _starts(folder: Path, shards: int) -> list[tuple[float, float]]:
    local = LocalDiscord(identify_seconds=0.0)
    local.site.gateway.starts.max_concurrency = SHARDS
    await local.start()
    try:
        return [await _connected(local, folder, shards) for _ in range(1 + STARTS)]
    finally:
        await local.stop()


def _typical(shards: int) -> tuple[float, float]:
    """Return the median processor time and memory of a start."""
    with tempfile.TemporaryDirectory() as folder:
        _, *taken = asyncio.run(_starts(Path(folder), shards))
    seconds, memory = (statistics.median(column) for column in zip(*taken, strict=True))
    return seconds, memory


def start() -> Iterator[Row]:
    """Processor time from the start of the process until it is connected, and memory."""
    seconds, memory = _typical(1)
    yield Row(f"start to connected, processor, median of {STARTS}", seconds, "s", most=1.0)
    yield Row("memory when connected", memory, "MiB", most=60.0)


def shards() -> Iterator[Row]:
    """The price of each further shard in the same process, without servers."""
    (few, small), (many, large) = _typical(1), _typical(SHARDS)
    yield Row("a further shard, processor at the start", 1000 * (many - few) / (SHARDS - 1), "ms", most=5.0)
    yield Row("a further shard, memory", (large - small) / (SHARDS - 1), "MiB", most=0.2)


MEASURES = (start, shards)
