"""A shard: a connection to Discord that hears a part of the servers."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from random import uniform
from time import monotonic
from typing import Any

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from yarl import URL

from bot.chat.desk import activity
from bot.chat.gateway.retries import delay
from bot.chat.gateway.starts import Starts
from bot.chat.posts.refusals import brief, means

log = logging.getLogger(__name__)

BAD_TOKEN = 4004
"""The gateway's code for a token that is no longer valid."""
SHARDING_REQUIRED = 4011
"""Its code for a bot that needs more shards."""
FINAL = frozenset({BAD_TOKEN, 4010, SHARDING_REQUIRED, 4012, 4013, 4014})
"""Its codes that another attempt would not change."""
LASTING = 60.0
"""Seconds after which the loss of a connection counts as a first failure."""
INVALID = (1.0, 5.0)
"""Seconds before a new session, at random, after Discord has ended one."""
CONNECTING = 60.0
"""Seconds in which a connection must be made."""
CLOSING = 1.0
"""Seconds for the farewell of a connection."""
TRIES = 3
"""The failures in a row after which a session is resumed at the usual gateway.

Before that it is resumed at the address that Discord has given with it.
"""


class Shard:
    """Number `id` of the client's shards, connected from `launch` to `close`.

    A lost connection is made again, and its session is resumed if Discord allows it.
    """

    def __init__(self, client: discord.Client, id: int, starts: Starts) -> None:
        self.client = client
        self.id = id
        self.starts = starts
        self.socket: DiscordWebSocket | None = None
        """The newest connection; it knows the session, which may outlive it."""
        self.ready = False
        """Whether Discord has announced all servers of this shard."""
        self._open_since: float | None = None
        """When Discord has accepted the session on this connection, if it has."""
        self._task: asyncio.Task[None] | None = None

    def __str__(self) -> str:
        """Name the connection in a sentence for the host."""
        several = (self.client.shard_count or 1) > 1
        return f"the connection of shard {self.id} to Discord" if several else "the connection to Discord"

    @property
    def connected(self) -> bool:
        """Whether the connection is open, and all servers of the shard are announced."""
        return self.ready and self._open_since is not None and self.socket is not None and self.socket.open

    def launch(self) -> asyncio.Task[None]:
        """Begin to connect.

        The task fails only if Discord refuses this bot or its shards for good.
        """
        self._task = asyncio.create_task(self._serve(), name=f"shard {self.id}")
        return self._task

    def opened(self) -> None:
        """Note that Discord has accepted the session, new or resumed."""
        self._open_since = monotonic()

    async def close(self) -> None:
        """Close the connection for good; Discord ends the session."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                if self._task is not None:
                    self._task.cancel()
                    await asyncio.wait([self._task])
                if self.socket is not None:
                    await self.socket.close(code=1000)

    async def _serve(self) -> None:
        """Stay connected.

        Raises `discord.ConnectionClosed` with one of the `FINAL` codes, or `discord.LoginFailure`.
        """
        activity.SHARD.set(self.id)
        failures = 0
        while True:
            try:
                await self._connect(failures)
                while self.socket is not None:
                    await self.socket.poll_event()
            except discord.LoginFailure:
                raise
            except Exception as error:
                if isinstance(error, discord.ConnectionClosed) and error.code in FINAL:
                    raise
                since, self._open_since = self._open_since, None
                lasted = monotonic() - since if since is not None else 0.0
                failures = 1 if lasted > LASTING else failures + 1
                await self._hang_up()
                await self._pause(error, failures, was_open=since is not None)

    async def _connect(self, failures: int) -> None:
        """Resume the session, or start one in turn."""
        last = self.socket
        if last is not None and last.session_id is not None:
            gateway = last.gateway if failures < TRIES else URL(self.starts.known.url)
            await self._dial(gateway, resume=True, session=last.session_id, sequence=last.sequence)
            return
        async with self.starts.turn(self.id):
            await self._dial(URL(self.starts.known.url))

    async def _dial(self, gateway: URL, **how: Any) -> None:
        """Connect, and wait until Discord has accepted the session."""
        dial = DiscordWebSocket.from_client
        async with asyncio.timeout(CONNECTING):
            self.socket = await dial(self.client, gateway=gateway, shard_id=self.id, **how)
            while self._open_since is None:
                await self.socket.poll_event()

    async def _hang_up(self) -> None:
        """Close a connection that an error has left open; its session can be resumed."""
        if self.socket is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSING):
                    await self.socket.close(code=4000)

    async def _pause(self, error: Exception, failures: int, *, was_open: bool) -> None:
        """Wait before the next attempt, and name the reason.

        Discord asks for a new connection now and then, so the first loss of a good one is no news.
        """
        least, why, broken = 0.0, brief(error), False
        if isinstance(error, ReconnectWebSocket):
            least = 0.0 if error.resume else uniform(*INVALID)
            why = "Discord has closed it" if error.resume else "Discord has ended its session"
            if was_open and failures == 1:
                await asyncio.sleep(least)
                return
        elif means(error) is None and not isinstance(error, discord.ConnectionClosed):
            broken = True
        seconds = max(least, delay(failures, error))
        log.log(
            logging.ERROR if broken else logging.WARNING,
            "%s is lost (%s); trying again in %.0f s", self, why, seconds, exc_info=error if broken else None,
        )  # fmt: skip
        await asyncio.sleep(seconds)
