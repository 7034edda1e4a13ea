"""The starts of sessions at the gateway, at the pace that Discord allows.

Discord's documentation, "Gateway", has the limits. Shards whose ids have the same remainder by `max_concurrency`
start five seconds apart, and the starts of a day are numbered. A bot that starts more sessions loses its token.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from math import inf
from time import monotonic
from typing import Any

import discord
import msgspec
from discord.http import HTTPClient, Route
from msgspec import Struct

log = logging.getLogger(__name__)

PACE = 5.0
"""Seconds between two starts of shards with the same remainder."""
FRESH = 60.0
"""Seconds in which the known limits are used.

Other processes may start sessions, too.
"""
ASK_AGAIN = 300.0
"""Seconds until Discord is asked again after it has allowed no more starts."""


class StartLimits(Struct, frozen=True):
    """The starts that Discord allows."""

    remaining: int = 1
    """The starts that are left until the limit is reset."""
    reset_after: int = 0
    """Milliseconds until then."""
    max_concurrency: int = 1
    """The shards that may start at the same time."""


class GatewayInfo(Struct, frozen=True):
    """The answer of GET /gateway/bot.

    Another API than Discord's may know the address alone.
    """

    url: str
    shards: int = 1
    """The recommended number of shards."""
    session_start_limit: StartLimits = StartLimits()


class NotDiscord(Exception):
    """The server at an address has no API like Discord's.

    The message is one line for the host.
    """


def read_gateway(body: Any) -> GatewayInfo:
    """Read the answer of GET /gateway/bot. Raises `NotDiscord`."""
    try:
        return msgspec.convert(body, GatewayInfo)
    except msgspec.ValidationError as error:
        raise NotDiscord(f"/gateway/bot does not answer as Discord does ({error})") from error


Queue = Callable[[int], AbstractAsyncContextManager[None]]
"""Waits for the starts of other processes in a bucket."""


class Starts:
    """The starts of a client's sessions."""

    def __init__(self, http: HTTPClient, queue: Queue) -> None:
        self.http = http
        self.queue = queue
        self.known = GatewayInfo("")
        """The last answer of /gateway/bot."""
        self._asked_at = -inf
        self._left = 0
        """The starts that are left, to the knowledge of this process."""
        self._buckets: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        """A lock for each remainder, which one shard at a time holds to start."""
        self._begun: set[int] = set()
        """The shards whose start was sent and not yet answered."""
        self._free_at: defaultdict[int, float] = defaultdict(lambda: -inf)

    async def ask(self) -> GatewayInfo:
        """Ask for the address of the gateway, the recommended shards and the limits.

        Raises `discord.LoginFailure` if the token is no longer accepted, and `bot.chat.posts.refusals.TROUBLE`.
        """
        try:
            self.known = read_gateway(await self.http.request(Route("GET", "/gateway/bot")))
        except discord.HTTPException as error:
            if error.status == 401:
                raise discord.LoginFailure("the token is no longer accepted") from error
            raise
        self._asked_at, self._left = monotonic(), self.known.session_start_limit.remaining
        return self.known

    @asynccontextmanager
    async def turn(self, shard: int) -> AsyncIterator[None]:
        """Wait until a shard may start a session, which lasts for the block.

        No other shard with the same remainder starts meanwhile. The pace counts from Discord's answer, which
        arrives later than Discord counts.
        """
        bucket = shard % max(1, self.known.session_start_limit.max_concurrency)
        async with self._buckets[bucket], self.queue(bucket):
            await asyncio.sleep(self._free_at[bucket] - monotonic())
            await self._allowed()
            try:
                yield
            finally:
                if shard in self._begun:
                    self._begun.remove(shard)
                    self._free_at[bucket] = monotonic() + PACE

    def begun(self, shard: int) -> None:
        """Count a start, just before it is sent."""
        self._left -= 1
        self._begun.add(shard)

    async def _allowed(self) -> None:
        """Wait until a start is left for today."""
        if self._left > 0 and monotonic() - self._asked_at < FRESH:
            return
        while (await self.ask()).session_start_limit.remaining <= 0:
            reset = self.known.session_start_limit.reset_after / 1000
            log.warning("Discord allows no more sessions for %.0f s; until then no shard can start", reset)
            await asyncio.sleep(min(max(reset, 1.0), ASK_AGAIN))
