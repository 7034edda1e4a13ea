"""The work that the processes on one database share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from typing import Literal

Duty = Literal["shard", "start", "posts", "letters", "computer", "rounds", "commands"]
"""Kinds of work that one process does at a time.

The number of a duty is that of a shard, of a bucket of starts or of a game, or 0.
"""
Topic = Literal["bot", "shards"]
"""The positive numbers that all processes on a database have in common."""


class Duties:
    """The duties of the only process on a database, which has all of them."""

    returned = -inf
    """When a lost database returned, on the clock `time.monotonic`."""

    def has(self, duty: Duty, number: int) -> bool:
        """Return whether this process has a duty now."""
        return True

    async def claim(self, duty: Duty, number: int) -> bool:
        """Get a duty, unless it is taken, by this process or another.

        Raises `bot.store.database.StoreError`, as the other methods do.
        """
        return True

    async def release(self, duty: Duty, number: int) -> None:
        """Give up a duty, if this process has it."""
        return

    async def rank(self) -> tuple[int, int]:
        """Return the place of this process among all, from 0, and their number."""
        return 0, 1

    async def agree(self, topic: Topic, number: int) -> int:
        """Return the number of other processes for a topic, or `number` without any."""
        return number

    @asynccontextmanager
    async def on_duty(self, duty: Duty, number: int = 0) -> AsyncIterator[bool]:
        """Do what one process does at a time, if the value is true."""
        claimed = await self.claim(duty, number)
        try:
            yield claimed
        finally:
            if claimed:
                await self.release(duty, number)
