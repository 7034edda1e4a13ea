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
        self._resumes = False
        """Whether this connection continues a session."""
        self._failures = 0
        """The failures in a row."""
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
        while True:
            try:
                await self._connect()
                while self.socket is not None:
                    await self.socket.poll_event()
            except discord.LoginFailure:
                raise
            except Exception as error:
                if isinstance(error, discord.ConnectionClosed) and error.code in FINAL:
                    raise
                await self._hang_up()
                await self._pause(error)

    async def _connect(self) -> None:
        """Resume the session, or start one in turn."""
        last = self.socket
        self._resumes = last is not None and last.session_id is not None
        if last is not None and self._resumes:
            gateway = last.gateway if self._failures < TRIES else URL(self.starts.known.url)
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

    async def _pause(self, error: Exception) -> None:
        """Wait before the next attempt, and name the reason.

        Discord closes each connection now and then, and it forgets sessions after an outage. So the first loss of
        a good connection is no news, nor is the end of a session that was to be resumed.
        """
        since, self._open_since = self._open_since, None
        closed = isinstance(error, ReconnectWebSocket)
        forgotten = isinstance(error, ReconnectWebSocket) and not error.resume
        if (since is not None and monotonic() - since > LASTING) or (forgotten and self._resumes):
            self._failures = 0
        self._failures += 1
        seconds = uniform(*INVALID) if forgotten else 0.0
        if not closed or self._failures > 1 or (since is None and not self._resumes):
            seconds = max(seconds, delay(self._failures, error))
            self._report(error, seconds)
        await asyncio.sleep(seconds)

    def _report(self, error: Exception, seconds: float) -> None:
        """Write into the log why the connection is lost, and how long the pause is."""
        known = isinstance(error, (ReconnectWebSocket, discord.ConnectionClosed)) or means(error) is not None
        why = brief(error)
        if isinstance(error, ReconnectWebSocket):
            why = "Discord has closed it" if error.resume else "Discord has ended its session"
        log.log(
            logging.WARNING if known else logging.ERROR,
            "%s is lost (%s); trying again in %.0f s", self, why, seconds, exc_info=None if known else error,
        )  # fmt: skip
