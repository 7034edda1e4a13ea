"""The division of the shards among the processes that share a database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from time import monotonic

from bot.chat.gateway import starts
from bot.chat.gateway.sharded import Holder
from bot.store.database import StoreError
from bot.store.duties import Duties, Topic

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds between two looks for free shards and for other processes."""
GRACE = 3.0
"""Seconds after a loss of the database in which a process takes no more shards.

The others return, too.
"""
AGAIN = 0.2
"""Seconds between two attempts to start a session after another process."""


def _listed(shards: Collection[int]) -> str:
    return ", ".join(map(str, sorted(shards))) or "none"


class Division(Holder):
    """The part of the shards that this process serves, as even as possible.

    A process with too many shards gives some up, and a process with too few takes free shards. So a shard changes
    hands only if processes come or go.
    """

    def __init__(self, duties: Duties) -> None:
        self.duties = duties
        self._pauses: set[asyncio.Task[None]] = set()

    async def agree(self, topic: Topic, number: int) -> int:
        """Return the number of all processes for a topic, if this one wants `number`."""
        while True:
            try:
                return await self.duties.agree(topic, number)
            except StoreError as error:
                log.warning("the other processes cannot be asked now (%s)", error)
                await asyncio.sleep(LOOK)

    async def shards(self, count: int) -> AsyncGenerator[Collection[int], None]:
        """Yield the ids of the shards of this process whenever they change."""
        held: set[int] = set()
        yield ()
        try:
            while True:
                before, held = held, await self._share(held, count)
                if held != before:
                    log.info("this process serves %s of %s shards: %s", len(held), count, _listed(held))
                    yield frozenset(held)
                    await self._release(before - held)  # The client has closed them.
                await asyncio.sleep(LOOK)
        finally:
            await self._release(held)

    async def _release(self, shards: Collection[int]) -> None:
        for id in sorted(shards):
            with suppress(StoreError):
                await self.duties.release("shard", id)

    async def _share(self, held: set[int], count: int) -> set[int]:
        """Return the shards that this process serves from now on."""
        try:
            rank, processes = await self.duties.rank()
            share = count // processes + (rank < count % processes)
            kept = set(sorted(id for id in held if self.duties.has("shard", id))[:share])
            if monotonic() - self.duties.returned < GRACE:
                return kept
            for id in range(count):
                if len(kept) < share and id not in kept and await self.duties.claim("shard", id):
                    kept.add(id)
        except StoreError as error:
            log.warning("the shards of this process stay as they are, because %s", error)
            return held
        return kept

    @asynccontextmanager
    async def queue(self, bucket: int) -> AsyncIterator[None]:
        """Wait for the starts of other processes, and let them wait for this start."""
        while not await self._may_start(bucket):  # noqa: ASYNC110 - another process ends the wait
            await asyncio.sleep(AGAIN)
        try:
            yield
        finally:
            task = asyncio.create_task(self._pause(bucket), name=f"pause of bucket {bucket}")
            self._pauses.add(task)
            task.add_done_callback(self._pauses.discard)

    async def _may_start(self, bucket: int) -> bool:
        try:
            return await self.duties.claim("start", bucket)
        except StoreError:
            return True  # Discord refuses a start that is too early.

    async def _pause(self, bucket: int) -> None:
        await asyncio.sleep(starts.PACE)
        with suppress(StoreError):
            await self.duties.release("start", bucket)
